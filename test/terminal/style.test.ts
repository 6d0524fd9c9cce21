import { describe, expect, it } from "vitest";
import { signsFor } from "../../src/terminal/signs.ts";
import { colorLevel, styleFor } from "../../src/terminal/style.ts";

const TTY = { isTTY: true, columns: 80 };
const XTERM = { TERM: "xterm", LANG: "en_US.UTF-8" };

describe("colour level", () => {
  it.each([
    ["a terminal", TTY, XTERM, 1],
    ["a 256-colour terminal", TTY, { TERM: "xterm-256color" }, 2],
    ["a true-colour terminal", TTY, { TERM: "xterm", COLORTERM: "truecolor" }, 3],
    ["a pipe", {}, XTERM, 0],
    ["a dumb terminal", TTY, { TERM: "dumb" }, 0],
    ["a build server", TTY, { ...XTERM, CI: "true" }, 0],
    ["CI=false", TTY, { ...XTERM, CI: "false" }, 1],
    ["NO_COLOR", TTY, { ...XTERM, NO_COLOR: "1" }, 0],
    ["an empty NO_COLOR", TTY, { ...XTERM, NO_COLOR: "" }, 1],
    ["NO_COLOR over FORCE_COLOR", TTY, { ...XTERM, NO_COLOR: "1", FORCE_COLOR: "3" }, 0],
    ["FORCE_COLOR on a pipe", {}, { ...XTERM, FORCE_COLOR: "1" }, 1],
    ["FORCE_COLOR over TERM=dumb", {}, { TERM: "dumb", FORCE_COLOR: "2" }, 2],
    ["FORCE_COLOR over CI", {}, { ...XTERM, CI: "true", FORCE_COLOR: "1" }, 1],
    ["FORCE_COLOR=0", TTY, { ...XTERM, FORCE_COLOR: "0" }, 0],
  ])("for %s", (_, stream, env, level) => {
    expect(colorLevel(stream, env)).toBe(level);
  });
});

describe("signs", () => {
  it.each([
    [{ LANG: "en_US.UTF-8" }, "linux", "✔"],
    [{ LANG: "de_DE.utf8" }, "linux", "✔"],
    [{ LC_ALL: "C", LANG: "en_US.UTF-8" }, "linux", "+"],
    [{ LC_CTYPE: "en_US.UTF-8", LANG: "C" }, "linux", "✔"],
    [{}, "linux", "+"],
    [{ LANG: "en_US.UTF-8", TERM: "linux" }, "linux", "+"],
    [{}, "win32", "+"],
    [{ WT_SESSION: "1" }, "win32", "✔"],
  ] as const)("for %j on %s mark a created row by %s", (env, platform, sign) => {
    expect(signsFor(env, platform).marks.ok.sign).toBe(sign);
  });

  it("are plain ASCII and tell all statuses apart where the locale is not UTF-8", () => {
    const signs = signsFor({}, "linux");
    const marks = Object.values(signs.marks).map(({ sign }) => sign);
    expect(new Set(marks).size).toBe(marks.length);
    expect(JSON.stringify(signs)).toMatch(/^[\x20-\x7E]*$/);
  });
});

describe("style", () => {
  it("takes the terminal's width, and a fixed one where there is none", () => {
    expect(styleFor({ isTTY: true, columns: 132 }, XTERM).columns).toBe(132);
    expect(styleFor({ isTTY: true, columns: 0 }, XTERM).columns).toBe(100);
    expect(styleFor({}, XTERM).columns).toBe(100);
  });
});
