import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { environmentFor, freshFolder, KEY, runLine, runProgram } from "../program/run-program.ts";

const LEADS = ["submit", "leads.csv", "--sandbox"];
const CHECK = ["validate", "leads.csv"];

describe("a command line that cannot be", () => {
  it.each<[line: string[], finding: string, remedy: string]>([
    [["frobnicate"], "unknown-command", "There are: desk, submit, resume,"],
    [["sumbit", "leads.csv"], "unknown-command", "Did you mean submit?"],
    [["sumbit", "--help"], "unknown-command", "Did you mean submit?"],
    [["temp"], "unknown-command", "Did you mean template?"],
    [["my leads.csv"], "unknown-command", "leadctl submit 'my leads.csv'"],
    [["-v"], "unknown-option", "Did you mean -V?"],
    [["--hepl"], "unknown-option", "Did you mean --help?"],
    [["upload", "leads.csv"], "unknown-command", "Did you mean submit?"],
    [["--env", "x", "submit", "leads.csv"], "unknown-option", "leadctl submit leads.csv --sandbox"],
    [["submit"], "missing-argument", "leadctl submit leads.csv --sandbox"],
    [["resume"], "missing-argument", "leadctl resume leadctl-runs/<run>"],
    [["submit", "my", "leads.csv"], "excess-arguments", "in quotes"],
    [["runs", "leads.csv"], "excess-arguments", "leadctl runs takes only options"],
    [["submit", "leads.csv", "--fluff"], "unknown-option", "leadctl submit --help"],
    [["submit", "leads.csv", "--concurency", "3"], "unknown-option", "Did you mean --concurrency?"],
    [["submit", "leads.csv", "--concurency=3"], "unknown-option", "Did you mean --concurrency?"],
    [["submit", "leads.csv", "--retry"], "unknown-option", "Did you mean --retry-base?"],
    [["submit", "leads.csv", "-x"], "unknown-option", "leadctl submit --help"],
    [[...CHECK, "--sandbox"], "unknown-option", "--sandbox is for desk, submit, resume, replay and smoke"],
    [[...CHECK, "--limit"], "option-missing-argument", "--limit <n>"],
  ])("(%j) is a usage/%s, and what was meant is %s", async (line, finding, remedy) => {
    expect(await refused(line)).toBe(`usage/${finding}`);
    const { stdout, stderr } = await runIn(freshFolder(), line);
    expect(stdout).toBe("");
    expect(stderr.replace(/\n +/g, " ").split("Hint: ")[1]).toContain(remedy);
  });

  it.each<[line: string[], finding: string]>([
    [[...CHECK, "--limit", "0"], "usage/count"],
    [[...CHECK, "--rows", "9-5"], "usage/rows"],
    [[...CHECK, "--shard", "3/3"], "usage/shard"],
    [[...CHECK, "--format", "cvs"], "usage/choice"],
    [[...CHECK, "--progress", "lvie"], "usage/choice"],
    [[...CHECK, "--header-row", "0"], "usage/count"],
    [["validate", ""], "usage/input-name"],
    [["validate", "laeds.csv"], "input-missing"],
    [["validate", "."], "input-is-folder"],
    [["validate", "-"], "format-missing"],
    [["replay", "x", "--status", "faild"], "usage/choice"],
    [["replay", "x"], "no-run"],
    [["explain", "x", "17"], "no-run"],
    [["explain", " "], "usage/query"],
    [["report", "x", "--output", "x.pdf"], "usage/format-unknown"],
    [["runs", "--purge", "30"], "usage/age"],
    [[...LEADS, "--concurrency", "257"], "usage/count"],
    [[...LEADS, "--rate", "-1"], "usage/rate"],
    [[...LEADS, "--timeout", "90"], "usage/duration"],
    [[...LEADS, "--retry-base", "fast"], "usage/duration"],
    [[...LEADS, "--base-url", "https://example.com"], "usage/sandbox-place"],
    [["submit", "leads.csv"], "target-missing"],
    [["submit", "leads.csv", "--env", "staging"], "config-missing/environment"],
    [["submit", "leads.csv", "--config", "no.json"], "config-missing"],
    [["smoke", "--sandbox", "--max-retries", "many"], "usage/count"],
  ])("(%j) ends with %s", async (line, finding) => {
    expect(await refused(line)).toBe(finding);
  });

  it("names no value of an option that there is not: it may be a key", async () => {
    for (const option of ["--api-key", "--kye"]) {
      const { exitCode, stderr } = await runIn(freshFolder(), ["submit", "leads.csv", `${option}=${KEY}`]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`unknown option '${option}'`);
      expect(stderr).not.toContain(KEY.slice(0, 6));
      if (option === "--api-key") expect(stderr).toContain("set LEADCTL_API_KEY");
    }
  });

  it("is told in the document of --json and as an event, with the same remedy", async () => {
    const cwd = freshFolder();
    const { stdout, stderr } = await runIn(cwd, [
      "submit",
      "leads.csv",
      "--json",
      "--progress=json",
      "--rat",
      "3",
    ]);
    const { schema, error } = JSON.parse(stdout);
    expect([schema, error.finding]).toStrictEqual(["leadctl/submit", "usage/unknown-option"]);
    expect(JSON.parse(stderr)).toMatchObject({ event: "error", exitCode: 2, ...error });
  });
});

describe("an error that is not the line's", () => {
  it("of a folder that is gone is none, where nothing is wanted of it", async () => {
    const script = "mkdir gone && cd gone && rmdir ../gone && leadctl frobnicate";
    const end = await runLine(script, freshFolder());
    expect([end.exitCode, end.stderr]).toStrictEqual([2, expect.stringContaining("unknown command")]);
  });

  it("of a journal ends with exit code 6, and says what to do", async () => {
    const cwd = freshFolder();
    mkdirSync(join(cwd, "run"));
    writeFileSync(join(cwd, "run", "journal.ndjson"), "a journal without its plan\n");
    const { exitCode, stderr } = await runIn(cwd, ["resume", "run"]);
    expect([exitCode, stderr]).toStrictEqual([6, expect.stringMatching(TOLD)]);
  });

  it("of the target ends with exit code 3, and says what to do", async () => {
    const cwd = freshFolder();
    const env = environmentFor("https://nowhere.invalid");
    const { exitCode, stderr } = await runIn(cwd, ["submit", "leads.csv", "--retry-max", "1ms"], env);
    expect([exitCode, stderr]).toStrictEqual([3, expect.stringContaining("--base-url")]);
  });
});

/** What happened, and what to do next, indented under it. */
const TOLD = /^\S .+\n( {2}.+\n)* {2}Hint: .+\n( {2}.+\n)*$/;

/** The finding by which a line is refused, with exit code 2, on stderr and in the document of `--json`. */
async function refused(line: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runIn(freshFolder(), [
    ...line.slice(0, 1),
    "--json",
    ...line.slice(1),
  ]);
  const { code, finding } = JSON.parse(stdout).error;
  expect([exitCode, code, stderr]).toStrictEqual([2, finding.split("/")[0], expect.stringMatching(TOLD)]);
  return finding;
}

/** Runs a line in a folder with a sheet in it. */
function runIn(cwd: string, line: readonly string[], env: Readonly<Record<string, string>> = {}) {
  writeFileSync(join(cwd, "leads.csv"), "Email\njane@example.com\n");
  return runProgram(line, { cwd, env });
}
