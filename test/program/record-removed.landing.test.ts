import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countedStatuses, readReport } from "./run-files.ts";
import { type RunningService, runProgram, startService } from "./run-program.ts";
import { type StoppableProgram, startUntil, submitUntil } from "./stoppable-program.ts";

const [ROWS, CONCURRENCY] = [400, 4];
const LATENCY_MS = 20;
const JOURNAL = "run/journal.ndjson";
/** Requests of the turn in which it is seen, and those that were under way then. */
const UNNOTICED_MAX = 3 * CONCURRENCY;

/** Sends some leads of a run, then does something to its folder, and waits for the end. */
async function sendWhile(
  act: (folder: string) => void,
  end: (program: StoppableProgram) => void = () => undefined,
): Promise<{ service: RunningService; program: StoppableProgram; sentBefore: number; code: number | null }> {
  const service = await startService({ latency: { meanMs: LATENCY_MS } });
  const program = await submitUntil(service, 100, ROWS, ["--concurrency", String(CONCURRENCY), "--json"]);
  const sentBefore = service.requestCount();
  act(program.cwd);
  end(program);
  const { code } = await program.exit;
  return { service, program, sentBefore, code };
}

/** The login links in a file of records. */
function linksIn(path: string): Set<string> {
  const links = readFileSync(path, "utf8").matchAll(
    /"kind":"created","quoteId":"[^"]*","loginUrl":"([^"]*)"/g,
  );
  return new Set([...links].map(([, link = ""]) => link));
}

function codeOf({ stdout }: StoppableProgram): string {
  return JSON.parse(stdout).error.code;
}

/** The file that the words name, wherever their lines were broken. */
function rescueFileIn({ stderr, cwd }: StoppableProgram): string {
  const [, name = ""] = /(leadctl-rescue-run-[0-9a-f]+\.ndjson)/.exec(stderr.replace(/\s+/g, "")) ?? [];
  const path = [cwd, join(cwd, "run")].map((folder) => join(folder, name)).find((each) => existsSync(each));
  if (path === undefined) throw new Error(`${stderr} names no file that is there`);
  return path;
}

/** What happens to the folder, what is told then, where every link is, and which folder the next round takes. */
const ACCIDENTS: readonly [
  what: string,
  act: (cwd: string) => void,
  error: string,
  links: (program: StoppableProgram) => string,
  resumed: string | null,
][] = [
  [
    "the run's folder is removed",
    (cwd) => rmSync(join(cwd, "run"), { recursive: true }),
    "journal-removed",
    rescueFileIn,
    null,
  ],
  ["the journal is removed", (cwd) => rmSync(join(cwd, JOURNAL)), "journal-removed", rescueFileIn, "run"],
  [
    "the journal alone is moved",
    (cwd) => renameSync(join(cwd, JOURNAL), join(cwd, "journal.bak")),
    "journal-removed",
    rescueFileIn,
    "run",
  ],
  ["the run's folder is moved", moveFolder, "journal-moved", journalElsewhere, "elsewhere"],
  [
    "the run's folder is moved, with another in its place",
    (cwd) => {
      moveFolder(cwd);
      mkdirSync(join(cwd, "run"));
      copyFileSync(join(cwd, "elsewhere/journal.ndjson"), join(cwd, JOURNAL));
    },
    "journal-moved",
    journalElsewhere,
    "elsewhere",
  ],
];

function moveFolder(cwd: string): void {
  renameSync(join(cwd, "run"), join(cwd, "elsewhere"));
}

function journalElsewhere({ cwd }: StoppableProgram): string {
  return join(cwd, "elsewhere/journal.ndjson");
}

describe("while leads are sent", () => {
  it.each(ACCIDENTS)(
    "%s: nothing more goes, and no link is lost",
    async (_what, act, error, links, folder) => {
      const { service, program, sentBefore, code } = await sendWhile(act);
      expect({ code, error: codeOf(program) }, program.stderr).toEqual({ code: 6, error });
      expect(service.requestCount()).toBeLessThanOrEqual(sentBefore + UNNOTICED_MAX);
      expect(linksIn(links(program)).size).toBe(service.quotes().length);
      if (folder === null) return;
      const call = (...args: string[]) => runProgram(args, { cwd: program.cwd, env: service.env });
      const told = await call("explain", folder, "2", "--json");
      expect(JSON.parse(told.stdout).leads[0].verdicts[0].sendAgain, told.stderr).toBe("no");
      const resumed = await call("resume", folder);
      expect(resumed.exitCode, resumed.stderr).toBe(0);
      const dir = join(program.cwd, folder);
      expect(countedStatuses(readReport(dir).summary)).toEqual({ created: ROWS });
      expect(service.quotes()).toHaveLength(ROWS);
      expect(readdirSync(dir).filter((name) => name.includes("rescue"))).toEqual([]);
    },
  );

  it.each([
    ["resume", ["resume", "run"]],
    ["replay", ["replay", "run", "--status", "pending"]],
  ])("is noticed by %s too", async (_command, args) => {
    const service = await startService({ latency: { meanMs: LATENCY_MS } });
    const first = await submitUntil(service, 40, ROWS, ["--concurrency", String(CONCURRENCY)]);
    first.signal("SIGTERM");
    expect((await first.exit).code, first.stderr).toBe(4);
    const sentBefore = service.requestCount() + 40;
    const call = [...args, "--concurrency", "4", "--json"];
    const program = await startUntil(call, service, sentBefore, first.cwd);
    rmSync(join(first.cwd, JOURNAL));
    const { code } = await program.exit;
    expect({ code, error: codeOf(program) }, program.stderr).toEqual({ code: 6, error: "journal-removed" });
    expect(service.requestCount()).toBeLessThan(ROWS);
    expect(linksIn(rescueFileIn(program)).size).toBe(service.quotes().length);
  });

  it("something else writes to the journal: nothing more goes, and what it wrote stays", async () => {
    const { service, program, sentBefore, code } = await sendWhile((cwd) =>
      appendFileSync(join(cwd, JOURNAL), "another's line\n"),
    );
    expect({ code, error: codeOf(program) }, program.stderr).toEqual({ code: 6, error: "journal-shared" });
    expect(service.requestCount()).toBeLessThanOrEqual(sentBefore + UNNOTICED_MAX);
  });
});

/** Has a round of a run refused, and makes sure that it sent nothing. */
async function refusedRound(service: RunningService, cwd: string, folder: string): Promise<string> {
  const before = service.requestCount();
  const { exitCode, stdout, stderr } = await runProgram(["resume", folder, "--json"], {
    cwd,
    env: service.env,
  });
  expect(exitCode, stderr).toBe(6);
  expect(service.requestCount()).toBe(before);
  return JSON.parse(stdout).error.code;
}

describe("a run's folder that was copied while leads were sent", () => {
  it("sends nothing without a word, and afterwards what may be there as unknown", async () => {
    let copies = 0;
    const { service, program, code } = await sendWhile((cwd) => {
      for (; copies < 3; copies++) cpSync(join(cwd, "run"), join(cwd, `copy-${copies}`), { recursive: true });
    });
    expect(code, program.stderr).toBe(0);
    const { cwd } = program;
    for (const copy of ["copy-0", "copy-1"]) {
      expect(await refusedRound(service, cwd, copy)).toBe("journal-behind");
      // Neither that nor its reports take away what tells it.
      expect((await runProgram(["report", copy], { cwd, env: service.env })).stderr).toContain("older");
      expect(await refusedRound(service, cwd, copy)).toBe("journal-behind");
    }
    // As `cp run/*.ndjson` makes it: its journal alone tells that a round was under way, in another folder.
    for (const name of ["run.lock", ".ballast", "journal.mark"])
      rmSync(join(cwd, "copy-0", name), { force: true });
    expect(await refusedRound(service, cwd, "copy-0")).toBe("journal-behind");
    rmSync(join(cwd, "copy-2", "journal.ndjson"));
    rmSync(join(cwd, "copy-2", "journal.mark"));
    expect(await refusedRound(service, cwd, "copy-2")).toBe("journal-missing");
    expect(await refusedRound(service, cwd, "copy-2")).toBe("journal-missing");
    const quotes = service.quotes().length;
    await runProgram(["resume", "copy-1", "--older-journal"], { cwd, env: service.env });
    expect(service.quotes()).toHaveLength(quotes);
    expect(countedStatuses(readReport(join(cwd, "copy-1")).summary).duplicate).toBeUndefined();
    // Once somebody has said so, it is a run like any other.
    expect((await runProgram(["resume", "copy-1"], { cwd, env: service.env })).exitCode).toBe(5);
  });
});

describe("a run that was killed in its place", () => {
  it("goes on without a word, whatever looked at it meanwhile", async () => {
    const { service, program } = await sendWhile(
      () => undefined,
      (started) => started.signal("SIGKILL"),
    );
    const call = async (...args: readonly string[]) =>
      runProgram(args, { cwd: program.cwd, env: service.env });
    expect((await call("report", "run")).exitCode).toBe(0);
    expect((await call("submit", "leads.csv", "--out", "run")).exitCode).toBe(2);
    const resumed = await call("resume", "run");
    expect([0, 5], resumed.stderr).toContain(resumed.exitCode);
    // Those that were under way when it was killed may not have come there.
    expect(service.quotes().length).toBeGreaterThanOrEqual(ROWS - CONCURRENCY);
  });
});

describe("the journal of a first round that was killed", () => {
  it.each([
    ["absent", () => null],
    ["empty", () => ""],
    ["of one line", (text: string) => text.slice(0, text.indexOf("\n") + 1)],
  ])("is not sent again without a word where it is %s", async (_what, cut) => {
    const { service, program } = await sendWhile(
      () => undefined,
      (started) => started.signal("SIGKILL"),
    );
    const path = join(program.cwd, JOURNAL);
    const rest = cut(readFileSync(path, "utf8"));
    if (rest === null) rmSync(path);
    else writeFileSync(path, rest);
    expect(await refusedRound(service, program.cwd, "run")).toBe("journal-behind");
    rmSync(join(program.cwd, "run", ".ballast"), { force: true });
    expect(await refusedRound(service, program.cwd, "run")).toBe("journal-behind");
  });
});
