import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isPassing } from "../../src/cli/commands/command-reader.ts";
import { changed, csvOf, leadOf } from "./lead-sheet.ts";
import { stepsOf } from "./run-files.ts";
import { freshFolder, type ProgramEnd, runProgram } from "./run-program.ts";

const SHEET = csvOf([
  leadOf(4),
  changed(leadOf(6), "address.unitNumber", undefined),
  changed(leadOf(8), "loanPurpose", "purchase"),
]);

async function validate(
  name: string,
  flags: readonly string[],
  sheet = SHEET,
): Promise<ProgramEnd & { left: string[] }> {
  const cwd = freshFolder();
  const isStdin = name === "-";
  if (!isStdin) writeFileSync(join(cwd, name), sheet);
  const env = { LANG: "C.UTF-8" };
  const end = await runProgram(["validate", ...flags, "--", name], {
    cwd,
    env,
    ...(isStdin && { stdin: sheet }),
  });
  return { ...end, left: readdirSync(cwd) };
}

const nextOf = (stderr: string): string | undefined => stepsOf(stderr)[0];

describe("validate", () => {
  it("needs neither key nor target, and writes nothing", async () => {
    const { exitCode, stdout, left } = await validate("leads.csv", []);
    expect([exitCode, stdout]).toStrictEqual([1, ""]);
    expect(left).toStrictEqual(["leads.csv"]);
  });

  it("tells of a word that it asks about in the question only, with --strict too", async () => {
    const sheet = csvOf([leadOf(4), changed(leadOf(6), "buildingType", "Yurt")]);
    for (const flags of [[], ["--strict"]]) {
      const { exitCode, stderr } = await validate("leads.csv", flags, sheet);
      expect([exitCode, stderr.match(/\b[A-Z]3\b/g)?.length]).toStrictEqual([1, 1]);
    }
  });

  it("says what is ready, what is to be fixed and where, and what is doubtful", async () => {
    const { stderr } = await validate("leads.csv", []);
    expect(stderr).toMatch(
      /^! 2 of 3 rows ready to be sent, 1 of them doubtful, 1 needs corrections\nNext: Send what is ready: /,
    );
    expect(stderr).toMatch(/To correct\n +1 {2}Unit Number: .+ \(O3\)\n/);
    expect(stderr).toContain("Loan Purpose: ");
    expect(stderr).toContain("D4");
  });

  it.each([
    ["leads.csv", [], "leadctl submit leads.csv"],
    ["my leads.csv", ["--rows", "2-4", "--strict"], "leadctl submit 'my leads.csv' --rows 2-4 --strict"],
    [
      "-leads.csv",
      ["--limit", "2", "--delimiter", ","],
      "leadctl submit ./-leads.csv --limit 2 --delimiter ,",
    ],
    ["leads.txt", ["--format", "csv", "--shard", "0/1"], "leadctl submit leads.txt --shard 0/1 --format csv"],
  ])("of %j with %j ends with the command that sends the same rows", async (name, flags, command) => {
    expect(nextOf((await validate(name, flags)).stderr)).toBe(command);
  });

  it("says what to correct and how to check again, when nothing is ready", async () => {
    const { stderr } = await validate("leads.csv", ["--rows", "3"]);
    expect(stderr).toMatch(
      /^✖ No row is ready to be sent: 1 needs corrections\nNext: Correct the cells named below in leads\.csv/,
    );
    expect(nextOf(stderr)).toBe("leadctl validate leads.csv --rows 3");
  });

  it.each([
    ["/dev/fd/63", true],
    ["/dev/stdin", true],
    ["/proc/self/fd/63", true],
    ["-", true],
    ["/dev/fd/leads.csv", false],
    ["fd/63", false],
  ])("names no command for a name that is gone once this one ends: %s", (input, isGone) => {
    expect(isPassing(input)).toBe(isGone);
  });

  it("names no command for what came on stdin", async () => {
    const { stderr } = await validate("-", ["--format", "csv"]);
    expect(stderr).toContain("Next: Send");
    expect(nextOf(stderr)).toBeUndefined();
  });
});
