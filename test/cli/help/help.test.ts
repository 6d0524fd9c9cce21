import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/cli/command-table.ts";
import { COMMAND_NAMES, EXAMPLES, greetingText, overviewText } from "../../../src/cli/help/overview.ts";
import { declareProgram } from "../../../src/cli/help/program.ts";
import { freshFolder, type ProgramEnd, runProgram } from "../../program/run-program.ts";

const run = (...args: string[]): Promise<ProgramEnd> => runProgram(args, { cwd: freshFolder() });
const PROGRAM = declareProgram(COMMANDS, COMMAND_NAMES, () => undefined);

describe("help", () => {
  it("begins with examples, then lists all commands by what they are for", async () => {
    const { stdout, stderr, exitCode } = await run("--help");
    expect([exitCode, stderr]).toStrictEqual([0, ""]);
    expect(stdout).toMatch(/^Examples:\n {2}leadctl submit leads\.csv --sandbox /);
    expect([...stdout.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading)).toStrictEqual([
      ...["Examples", "Start", "Send", "Look", "Prepare", "Environments", "Help", "Options", "Variables"],
      "Exit codes, the first that applies",
    ]);
    const listed = [...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
    expect(listed).toStrictEqual(COMMAND_NAMES);
    requireShape(stdout);
  });

  it.each(PROGRAM.commands.map((command) => ({ name: command.name(), help: helpOf(command) })))(
    "of $name says how it is called and explains every option, within 80 columns",
    ({ name, help }) => {
      expect(help).toMatch(
        new RegExp(`^Examples:\n(?: {2}leadctl .*\n(?: {4,}\\S.*\n)*)+\nUsage: leadctl ${name}\\b.*\n\n\\S`),
      );
      const flags = [...help.matchAll(/^ {2}(-\S+,? .*)$/gm)].map(([, line]) => line ?? "");
      expect(flags.length).toBeGreaterThan(0);
      // What is about the command alone comes before what all commands have.
      expect(help).toMatch(/\nOptions:\n {2}-h, --help +show this help\n(?:\nTo install|$)/);
      // The explanation stands beside the flag.
      expect(flags.filter((line) => !/\S {2,}\S/.test(line))).toStrictEqual([]);
      requireShape(help);
    },
  );

  it("of a command is printed by --help, anywhere on the line, and by help", async () => {
    const submit = PROGRAM.commands.find((command) => command.name() === "submit");
    const end = { exitCode: 0, stdout: submit && helpOf(submit), stderr: "" };
    for (const line of ["submit --help", "submit leads.csv --limit 5 -h", "help submit"]) {
      expect(await run(...line.split(" "))).toStrictEqual(end);
    }
  });

  it("has only examples whose commands and options there are", () => {
    for (const examples of [EXAMPLES, ...Object.values(COMMANDS).map(({ examples }) => examples)]) {
      expect(examples.length).toBeGreaterThan(0);
      for (const [line] of examples) {
        const [program, name, ...rest] = line.replace(/ > .*/, "").split(" ");
        const called = PROGRAM.commands.find((known) => known.name() === name);
        expect([program, called?.name()]).toStrictEqual(["leadctl", name]);
        const known = called?.options.map(({ long }) => long) ?? [];
        for (const word of rest.filter((word) => word.startsWith("--") && word !== "--"))
          expect(known).toContain(word);
      }
    }
  });

  it("is the same however it is asked for", async () => {
    for (const line of ["-h", "help", "--help -h"]) {
      const { exitCode, stdout } = await run(...line.split(" "));
      expect([line, exitCode, stdout]).toStrictEqual([line, 0, (await run("--help")).stdout]);
    }
  });

  it("is shown on stderr, with exit code 2, where a command is missing", async () => {
    const { stdout, stderr, exitCode } = await run("--");
    expect([exitCode, stdout]).toStrictEqual([2, ""]);
    expect(stderr).toBe((await run("--help")).stdout);
  });

  it("is replaced by a few examples, which stay in sight, where nothing is asked", async () => {
    const { stdout, stderr, exitCode } = await run();
    expect([exitCode, stdout]).toStrictEqual([2, ""]);
    expect(stderr).toBe(greetingText());
    expect(stderr.split("\n").length).toBeLessThan(16);
    for (const [line] of EXAMPLES) expect(stderr).toContain(`\n  ${line}\n`);
  });

  it.each([40, 60])("breaks its lines between words at %i columns, and no command", (columns) => {
    const place = { program: "npx leadctl", columns };
    for (const text of [greetingText(place), overviewText(place)]) {
      const lines = text.split("\n");
      for (const line of lines.filter((line) => !/^ {2}\S/.test(line)))
        expect(line.length).toBeLessThanOrEqual(columns);
      expect(lines).toContain("  npx leadctl submit leads.csv --sandbox");
    }
  });
});

describe("--version", () => {
  it.each([["--version"], ["-V"], ["--version", "--json"]])(
    "(%s) prints the package's version alone",
    async (...args) => {
      const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
      expect(await run(...args)).toMatchObject({ exitCode: 0, stdout: `${version}\n` });
    },
  );

  it("says beside it how the program was installed", async () => {
    const { stderr } = await run("--version");
    expect(stderr).toMatch(/^checkout in .+, on Node\.js [\d.]+ for \w+ \w+\n$/);
  });
});

/** What `--help` prints where stdout is no terminal. */
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (piece) => {
      text += piece;
    },
    getOutHelpWidth: () => 80,
  });
  command.outputHelp();
  return text;
}

function requireShape(help: string): void {
  expect(help.split("\n").filter((line) => line.length > 80)).toStrictEqual([]);
  expect(help.split("\n").filter((line) => line.endsWith(" "))).toStrictEqual([]);
  expect(help).not.toMatch(/\n\n\n/);
  expect(help).toMatch(/\S\n$/);
}
