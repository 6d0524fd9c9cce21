import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "../../program/lead-sheet.ts";
import { freshFolder, runProgram } from "../../program/run-program.ts";
import { examine } from "./examine.ts";
import { NASTY_NAMES } from "./nasty-names.ts";

const ACTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe("an input's name", () => {
  it.each(NASTY_NAMES.map((name) => [JSON.stringify(name), name] as const))(
    "(%s) is inert in what is said of the sheet, whether or not it can be read",
    async (_shown, name) => {
      const folder = freshFolder();
      const path = join(folder, name);
      writeFileSync(path, csvOf(leads(1)));
      expect(await examine(path, join(folder, "check"))).toMatchObject({ exitCode: 0, breaches: [] });
      writeFileSync(path, "\0\0\0\0\0\0");
      expect(await examine(path)).toMatchObject({ errorCode: "input-binary", breaches: [] });
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
});
