import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("live-progress-program.mjs", import.meta.url));
/** Of util-linux, gives a program a pseudo-terminal; that of other systems takes other flags. */
const TERMINAL_GIVER = "script";
const isGiven =
  spawnSync(TERMINAL_GIVER, ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

interface Watched {
  text: string;
  code: number | null;
}

/** What a terminal of some width receives; the program is killed when it does not end by itself. */
function watch(columns: number, env: Record<string, string> = {}, argument = ""): Promise<Watched> {
  const command = `stty cols ${columns} rows 24; exec '${process.execPath}' '${PROGRAM}' ${argument}`;
  const { CI: _, NO_COLOR: __, FORCE_COLOR: ___, ...inherited } = process.env;
  const child = spawn(TERMINAL_GIVER, ["-qec", command, "/dev/null"], {
    env: { ...inherited, TERM: "xterm", LC_ALL: "C.UTF-8", SHELL: "/bin/sh", ...env },
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let text = "";
    const killTimer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), 15_000);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(killTimer);
      resolve({ text, code });
    });
  });
}

describe.skipIf(!isGiven)("the live line on a real terminal", () => {
  it("redraws itself at most ten times a second, moves below a note, and leaves nothing behind", async () => {
    const { text, code } = await watch(80);
    expect(code).toBe(0);
    const drawn = [...text.matchAll(/(\d+)\/50 {2}(\d+)%/g)];
    expect(drawn.length).toBeGreaterThan(3);
    expect(new Set(drawn.map(([, created]) => created)).size).toBeLessThan(14);
    expect(text).toContain("halfway\r\n");
    expect(text).toContain("\u001B[?25h");
    expect(text).toMatch(/done\r\n(?:\u001B\[\?25h)?$/);
  });

  it.each([
    ["of no columns", 0, {}, ""],
    ["that is dumb", 80, { TERM: "dumb" }, ""],
    ["of a build server", 80, { CI: "true" }, ""],
  ])("is not drawn on a terminal %s, which does not hang", async (_, columns, env, argument) => {
    const { text, code } = await watch(columns, env, argument);
    expect(code).toBe(0);
    expect(text).not.toContain("\u001B");
    expect(text.split(/\r?\n/)).toEqual(["halfway", "done", ""]);
  });

  it("is taken down when the terminal loses its width on the way", async () => {
    const { text, code } = await watch(80, {}, "lose-width");
    expect(code).toBe(0);
    expect(text).not.toContain("50/50");
    expect(text).toMatch(/done\r\n(?:\u001B\[\?25h)?$/);
  });

  it("is plain ASCII without colour where the locale and NO_COLOR say so", async () => {
    const { text } = await watch(80, { LC_ALL: "C", NO_COLOR: "1" });
    expect(text).toContain("###");
    expect(text).toMatch(/^[\x00-\x7F]*$/);
    expect(text).not.toMatch(/\u001B\[\d+m/);
  });
});
