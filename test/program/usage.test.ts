import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { freshFolder, type ProgramEnd, runProgram } from "./run-program.ts";

const run = (...args: string[]): Promise<ProgramEnd> => runProgram(args, { cwd: freshFolder() });

/** The commands that the help lists, but for `help` itself. */
async function commands(): Promise<string[]> {
  const { stdout } = await run("--help");
  const list = stdout.slice(stdout.indexOf("\nCommands:"));
  return [...list.matchAll(/^ {2}([a-z]+)\b/gm)]
    .map(([, name]) => name ?? "")
    .filter((name) => name !== "help");
}

describe("help", () => {
  it("begins with examples, then lists the commands", async () => {
    const { stdout, stderr, exitCode } = await run("--help");
    expect([exitCode, stderr]).toStrictEqual([0, ""]);
    expect(stdout).toMatch(/^Examples:\n {2}leadctl submit leads\.csv --sandbox /);
    expect(await commands()).toEqual(
      expect.arrayContaining(["submit", "validate", "resume", "replay", "sandbox"]),
    );
  });

  it("of every command says what it does and explains every flag, within 80 columns", async () => {
    for (const command of await commands()) {
      const { stdout, stderr, exitCode } = await run(command, "--help");
      expect([command, exitCode, stderr]).toStrictEqual([command, 0, ""]);
      expect(stdout).toMatch(new RegExp(`^Usage: leadctl ${command}\\b.*\n\n\\S`));
      const flags = [...stdout.matchAll(/^ {2}(-\S+,? .*)$/gm)].map(([, line]) => line ?? "");
      expect(flags.length).toBeGreaterThan(0);
      // The explanation stands beside the flag, or below it where the flag is long.
      expect(flags.filter((line) => !/\S {2,}\S/.test(line) && !/^--\S+ <.*>$/.test(line))).toStrictEqual([]);
      expect(stdout.split("\n").filter((line) => line.length > 80)).toStrictEqual([]);
      expect(stdout).not.toMatch(/\n\n\n/);
    }
  });

  it.each(["submit", "validate"])("of %s is as documented", async (command) => {
    expect((await run(command, "--help")).stdout).toMatchSnapshot();
  });

  it("is shown on stderr, with exit code 2, where a command is missing", async () => {
    const { stdout, stderr, exitCode } = await run();
    expect([exitCode, stdout]).toStrictEqual([2, ""]);
    expect(stderr).toContain("Usage: leadctl ");
    expect(stderr).not.toContain("outputHelp");
  });
});

describe("--version", () => {
  it("prints the package's version alone", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await run("--version")).toStrictEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("a command line that cannot be", () => {
  it.each<[string[], string]>([
    [["frobnicate"], "unknown command 'frobnicate'"],
    [["submitt", "leads.csv"], "Did you mean submit?"],
    [["submit"], "missing required argument 'input'"],
    [["submit", "a.csv", "b.csv"], "too many arguments"],
    [["submit", "leads.csv", "--fluff"], "unknown option '--fluff'"],
    [["submit", "leads.csv", "--attempt", "3"], "Did you mean --attempts?"],
    [["validate", "leads.csv", "--limit"], "'--limit <n>' argument missing"],
    [["validate", "leads.csv", "--limit", "0"], "--limit"],
    [["validate", "leads.csv", "--limit", "two"], "--limit"],
    [["validate", "leads.csv", "--rows", "9-5"], "--rows"],
    [["validate", "leads.csv", "--rows", ""], "--rows"],
    [["validate", "leads.csv", "--shard", "3/3"], "--shard"],
    [["validate", "leads.csv", "--format", "pdf"], "--format"],
    [["validate", "leads.csv", "--progress", "loud"], "--progress"],
    [["validate", "leads.csv", "--header-row", "0"], "--header-row"],
    [["validate", ""], "no name"],
    [["submit", "leads.csv", "--sandbox", "--concurrency", "257"], "--concurrency"],
    [["submit", "leads.csv", "--sandbox", "--attempts", "0"], "--attempts"],
    [["submit", "leads.csv", "--sandbox", "--rate", "-1"], "--rate"],
    [["submit", "leads.csv", "--sandbox", "--timeout", "90"], "--timeout"],
    [["submit", "leads.csv", "--sandbox", "--retry-base", "fast"], "--retry-base"],
    [["submit", "leads.csv", "--sandbox", "--base-url", "https://example.com"], "--sandbox"],
  ])("(%j) ends with exit code 2 and says why", async (args, named) => {
    const { stdout, stderr, exitCode } = await run(...args);
    expect([exitCode, stdout]).toStrictEqual([2, ""]);
    expect(stderr).toContain(named);
    expect(stderr).toMatch(/^\S .+\n( {2}.+\n)* {2}Hint: .+\n( {2}.+\n)*$/);
    expect(stderr).not.toMatch(/[()]Did you/);
  });
});
