import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { csvOf, leads } from "../../program/lead-sheet.ts";
import { endOf, freshFolder, PROGRAM_FILE, type ProgramEnd, runProgram } from "../../program/run-program.ts";
import { StoppableProgram, until } from "../../program/stoppable-program.ts";

const TIMEOUT_MS = 20_000;
const IS_LINUX = process.platform === "linux";

async function validated(input: string, cwd = freshFolder(), more: string[] = []): Promise<ProgramEnd> {
  return runProgram(["validate", input, "--json", ...more], { cwd, timeoutMs: TIMEOUT_MS });
}

function makePipe(path: string): void {
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path]);
}

function codeOf({ stdout }: ProgramEnd): string {
  return JSON.parse(stdout).error.code;
}

describe.runIf(IS_LINUX)("what is no file", () => {
  it.each([
    ["/dev/null", "input-empty"],
    ["/dev/zero", "input-binary"],
    ["/dev/full", "input-binary"],
    ["/proc/self/mem", "input-unreadable"],
    ["/", "input-is-folder"],
  ])("(%s) is refused in time and in words", async (input, code) => {
    const end = await validated(input);
    expect(end.exitCode, end.stderr).toBe(2);
    expect(codeOf(end)).toBe(code);
  });

  it("(/dev/urandom) is refused in time, whatever it looks like", async () => {
    expect((await validated("/dev/urandom")).exitCode).toBe(2);
  });

  it("(a pipe with a name) is read from whoever writes into it", async () => {
    const cwd = freshFolder();
    makePipe(join(cwd, "pipe.csv"));
    const reading = validated("pipe.csv", cwd);
    spawn("sh", ["-c", 'cat > "$1"', "sh", join(cwd, "pipe.csv")]).stdin.end(csvOf(leads(3)));
    expect((await reading).exitCode).toBe(0);
  });

  it("(a pipe that nobody writes into) can be given up with one signal", async () => {
    const cwd = freshFolder();
    makePipe(join(cwd, "pipe.csv"));
    const program = new StoppableProgram(["validate", "pipe.csv"], {}, cwd);
    // A pipe can be opened for writing at once only while somebody has it open for reading.
    await until(
      () => canBeWritten(join(cwd, "pipe.csv")),
      () => program.stderr,
    );
    program.signal("SIGINT");
    await program.exit;
    expect(program.stdout).toBe("");
  });

  it.each([
    ["a link to nowhere", "nowhere.csv", "input-missing"],
    ["a link to itself", "leads.csv", "input-unreadable"],
  ])("(%s) is refused", async (_what, target, code) => {
    const cwd = freshFolder();
    symlinkSync(target, join(cwd, "leads.csv"));
    const end = await validated("leads.csv", cwd);
    expect([end.exitCode, codeOf(end)]).toEqual([2, code]);
  });

  it("is read through a link where the link leads to a sheet: an input may lie anywhere", async () => {
    const cwd = freshFolder();
    mkdirSync(join(cwd, "exports"));
    writeFileSync(join(cwd, "exports", "may.csv"), csvOf(leads(2)));
    symlinkSync("exports/may.csv", join(cwd, "leads.csv"));
    expect((await validated("leads.csv", cwd)).exitCode).toBe(0);
  });
});

describe.runIf(IS_LINUX)("stdin that never ends", () => {
  it.each([
    ["in one line", "yes x | tr -d '\\n'", "csv", "csv-record-too-long"],
    ["in one quoted cell", "(printf 'Email\\n\"'; yes x)", "csv", "csv-record-too-long"],
    ["in one text of JSON", "(printf '[\"'; yes x | tr -d '\\n')", "json", "json-broken"],
    ["in open brackets", "yes '[' | tr -d '\\n'", "json", "json-broken"],
    ["in one line of JSON", "(printf '{\"'; yes x | tr -d '\\n')", "jsonl", "json-broken"],
    ["in zeros", "cat /dev/zero", "xlsx", "input-binary"],
    [
      "in bytes after a ZIP's first four",
      "(printf 'PK\\003\\004'; cat /dev/zero)",
      "xlsx",
      "workbook-too-large",
    ],
  ])("(%s) is refused", async (_what, source, format, code) => {
    const command = `${source} | exec "$1" "$2" validate - --format ${format} --json`;
    const child = spawn("sh", ["-c", command, "sh", process.execPath, PROGRAM_FILE], { cwd: freshFolder() });
    const end = await endOf(child, source, TIMEOUT_MS);
    expect([end.exitCode, JSON.parse(end.stdout).error.code]).toEqual([2, code]);
  });
});

function canBeWritten(pipe: string): boolean {
  try {
    const writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(writer));
    return true;
  } catch {
    return false;
  }
}
