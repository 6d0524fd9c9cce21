import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "../../program/lead-sheet.ts";
import { freshFolder, runProgram } from "../../program/run-program.ts";
import { NASTY_NAMES } from "./nasty-names.ts";

const ACTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

describe("an input's name", () => {
  it.each(NASTY_NAMES.map((name) => [JSON.stringify(name), name] as const))(
    "(%s) is inert in a terminal, and names a folder that every system takes",
    async (_shown, name) => {
      const cwd = freshFolder();
      writeFileSync(join(cwd, name), csvOf(leads(1)));
      const sent = await runProgram(["submit", `./${name}`, "--sandbox"], { cwd });
      expect(sent.exitCode, sent.stderr).toBe(0);
      for (const line of sent.stderr.split("\n")) expect(line).not.toMatch(ACTIVE);
      expect(readdirSync(cwd).sort()).toEqual([name, "leadctl-runs"].sort());
      const [folder = ""] = readdirSync(join(cwd, "leadctl-runs"));
      expect(folder).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}._-]*[\p{L}\p{N}_]$/u);
      expect(folder).not.toMatch(RESERVED);
      expect(Buffer.byteLength(folder)).toBeLessThan(255);
    },
  );

  it("is as inert as its headers and cells where map shows them", async () => {
    const cwd = freshFolder();
    const evil = "\x1b[2J\u202e\x9b31m\u2028";
    const rows = [`Email,${evil},First Name`, ...new Array<string>(20).fill(`a@example.com,${evil},${evil}`)];
    writeFileSync(join(cwd, "leads.csv"), rows.join("\n"));
    const { stdout, stderr } = await runProgram(["map", "leads.csv"], { cwd });
    for (const line of `${stdout}${stderr}`.split("\n")) expect(line).not.toMatch(ACTIVE);
    expect(stdout).toContain("First Name");
  });

  it.each([
    ["validate", NASTY_NAMES[0]],
    ["map", NASTY_NAMES[0]],
    ["map", NASTY_NAMES[1]],
    ["map", NASTY_NAMES[2]],
  ])("is inert where %s speaks of it, whether or not it can be read", async (command, name) => {
    const cwd = freshFolder();
    mkdirSync(join(cwd, "sheets"));
    writeFileSync(join(cwd, "sheets", name), csvOf(leads(1)));
    writeFileSync(join(cwd, name), "\0\0\0\0\0\0");
    for (const path of [`sheets/${name}`, `./${name}`, `./absent ${name}`]) {
      const { stdout, stderr } = await runProgram([command, path], { cwd });
      for (const line of `${stdout}${stderr}`.split("\n")) expect(line).not.toMatch(ACTIVE);
    }
  });
});
