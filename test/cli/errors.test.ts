import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { environmentFor, freshFolder, KEY, runProgram } from "../program/run-program.ts";

const LEADS = ["submit", "leads.csv", "--sandbox"];
const CHECK = ["validate", "leads.csv"];

/** A line, what it says is wrong, and what it says to do. */
type WrongLine = [line: string[], message: string, remedy: string];

describe("a command line that cannot be", () => {
  it.each<WrongLine>([
    [["frobnicate"], "unknown command 'frobnicate'", "There are: desk, submit, resume,"],
    [["sumbit", "leads.csv"], "unknown command 'sumbit'", "Did you mean submit?"],
    [["sumbit", "--help"], "unknown command 'sumbit'", "Did you mean submit?"],
    [["help", "exlpain"], "unknown command 'exlpain'", "Did you mean explain?"],
    [["temp"], "unknown command 'temp'", "Did you mean template?"],
    [["my leads.csv"], "unknown command 'my leads.csv'", "To send it: leadctl submit 'my leads.csv'"],
    [["-v"], "unknown option '-v'", "Did you mean -V?"],
    [["--hepl"], "unknown option '--hepl'", "Did you mean --help?"],
    [["upload", "leads.csv"], "unknown command 'upload'", "Did you mean submit?"],
    [["--env", "x", "submit", "leads.csv"], "unknown option '--env'", "Options follow the command"],
    [["submit"], "missing required argument 'input'", "As in: leadctl submit leads.csv --sandbox"],
    [["resume"], "missing required argument 'run'", "As in: leadctl resume leadctl-runs/<run>"],
    [["submit", "my", "leads.csv"], "too many arguments", "A name with spaces in it stands in quotes"],
    [["submit", "leads.csv", "--fluff"], "unknown option '--fluff'", "leadctl submit --help shows"],
    [
      ["submit", "leads.csv", "--concurency", "3"],
      "unknown option '--concurency'",
      "Did you mean --concurrency?",
    ],
    [
      ["submit", "leads.csv", "--concurency=3"],
      "unknown option '--concurency'",
      "Did you mean --concurrency?",
    ],
    [["submit", "leads.csv", "--retry"], "unknown option '--retry'", "Did you mean --retry-base?"],
    [["submit", "leads.csv", "-x"], "unknown option '-x'", "leadctl submit --help shows"],
    [[...CHECK, "--limit"], "'--limit <n>' argument missing", "Write its value behind it: --limit <n>"],
    [[...CHECK, "--limit", "0"], "--limit takes a whole number from 1 up", "As in --limit 8"],
    [[...CHECK, "--rows", "9-5"], '--rows takes row numbers and ranges, not "9-5"', "as in --rows 5,7-10"],
    [[...CHECK, "--shard", "3/3"], "--shard takes i/n", "0/3, 1/3 and 2/3"],
    [
      [...CHECK, "--format", "cvs"],
      '--format does not know "cvs"',
      "Did you mean csv? It takes csv, json, jsonl, xlsx",
    ],
    [[...CHECK, "--progress", "lvie"], '--progress does not know "lvie"', "Did you mean live? It takes auto"],
    [[...CHECK, "--header-row", "0"], "--header-row takes a whole number", "As in --header-row 8"],
    [["validate", ""], "The input has no name", "Name the file"],
    [["validate", "laeds.csv"], "There is no file laeds.csv", "Did you mean leads.csv?"],
    [["validate", "."], ". is a folder", "Name the file inside it"],
    [["validate", "-"], "stdin has no name to tell its format by", "Say --format csv, json, jsonl or xlsx"],
    [["replay", "x", "--status", "faild"], '--status does not know "faild"', "Did you mean failed?"],
    [["replay", "x"], "There is no run in x", "leadctl runs lists the runs here"],
    [["explain", "x", "17"], "There is no run in x", "leadctl runs lists the runs here"],
    [["explain", " "], "There is nothing to look for", "Name an e-mail"],
    [
      ["report", "x", "--output", "x.pdf"],
      "does not say which format is meant",
      "Add --format with one of html",
    ],
    [["runs", "--purge", "30"], '--purge takes an age, not "30"', "12h, 30d, 8w"],
    [["runs", "--yes"], "--yes and --force belong to --purge", "leadctl runs --purge 30d --yes"],
    [
      [...LEADS, "--concurrency", "257"],
      "--concurrency takes a whole number from 1 to 256",
      "As in --concurrency 8",
    ],
    [[...LEADS, "--rate", "-1"], '--rate takes requests a second, not "-1"', "As in --rate 20"],
    [[...LEADS, "--timeout", "90"], '--timeout takes a duration, not "90"', "250ms, 30s, 2m"],
    [[...LEADS, "--retry-base", "fast"], '--retry-base takes a duration, not "fast"', "with its unit"],
    [[...LEADS, "--base-url", "https://example.com"], "--sandbox has its own address", "or --sandbox"],
    [["submit", "leads.csv"], "There is no target", "Set LEADCTL_BASE_URL, or give --base-url"],
    [["submit", "leads.csv", "--env", "staging"], "There is no leadctl.config.json here", "--config"],
    [
      ["submit", "leads.csv", "--config", "no.json"],
      "no.json is not there",
      "Check the path given as --config",
    ],
    [["sandbox", "--fault", "501-before=1"], 'there is no fault "501-before"', "Choose from"],
    [["smoke", "--sandbox", "--repeat", "many"], "--repeat takes a whole number", "As in --repeat 8"],
  ])("(%j) ends with exit code 2, and says why and what to do", async (line, message, remedy) => {
    const end = await runIn(freshFolder(), line);
    expect([end.exitCode, end.stdout]).toStrictEqual([2, ""]);
    expect(end.stderr).toMatch(/^\S .+\n( {2}.+\n)* {2}Hint: .+\n( {2}.+\n)*$/);
    const text = end.stderr.replace(/\n +/g, " ");
    expect(text).toContain(message);
    expect(text.slice(text.indexOf("Hint: "))).toContain(remedy);
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
    const remedy = {
      code: "usage",
      message: "unknown option '--rat'",
      hint: expect.stringMatching(/^Did you mean --rate\?/),
    };
    expect(JSON.parse(stdout)).toStrictEqual({ schema: "leadctl/submit", version: 1, error: remedy });
    expect(JSON.parse(stderr)).toMatchObject({ event: "error", exitCode: 2, ...remedy });
  });
});

describe("an error that is not the line's", () => {
  it("of a folder that is gone is none, where nothing is wanted of it", async () => {
    const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" frobnicate';
    const program = fileURLToPath(new URL("../../bin/leadctl.js", import.meta.url));
    const end = spawnSync("sh", ["-c", script, process.execPath, program], { cwd: freshFolder() });
    expect([end.status, end.stderr.toString()]).toStrictEqual([
      2,
      expect.stringContaining("unknown command"),
    ]);
  });

  it("of a journal ends with exit code 6, and says what to do", async () => {
    const cwd = freshFolder();
    mkdirSync(join(cwd, "run"));
    writeFileSync(join(cwd, "run", "journal.ndjson"), "a journal without its plan\n");
    const { exitCode, stderr } = await runIn(cwd, ["resume", "run"]);
    expect(exitCode).toBe(6);
    expect(stderr).toMatch(/^\S .*plan\.ndjson is missing.*\n {2}Hint: Restore the file from a backup/s);
  });

  it("of the target ends with exit code 3, and says what to do", async () => {
    const cwd = freshFolder();
    const env = environmentFor("https://nowhere.invalid");
    const { exitCode, stderr } = await runIn(cwd, ["submit", "leads.csv", "--retry-max", "1ms"], env);
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/Check --base-url/);
  });
});

/** Runs a line in a folder with a sheet in it. */
function runIn(cwd: string, line: readonly string[], env: Readonly<Record<string, string>> = {}) {
  writeFileSync(join(cwd, "leads.csv"), "Email\njane@example.com\n");
  return runProgram(line, { cwd, env });
}
