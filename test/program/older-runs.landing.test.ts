import { chmodSync, cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { sharedFolder } from "../folders.ts";
import { correctFix } from "./fix-sheet.ts";
import { countedStatuses, type Report, readReport } from "./run-files.ts";
import { environmentFor, freshFolder, KEY, PARTNER, type ProgramEnd, runProgram } from "./run-program.ts";

/** Runs that an earlier version wrote; `fixtures/README.md` says how each came about. */
const FIXTURES = fileURLToPath(new URL("../../fixtures/runs", import.meta.url));
const NAMES = readdirSync(FIXTURES).sort();
/** What most of them are bound to: an address of this machine that nothing else uses. */
const [HOST, PORT] = ["127.0.0.117", 4117];
const SERVICE_MS_MAX = 20_000;

const all = sharedFolder();

beforeAll(() => {
  for (const name of NAMES) copyRun(name, all);
});

describe("a run that an earlier version wrote", () => {
  it.each(NAMES)("(%s) is reported as it was then", async (name) => {
    const end = await runProgram(["report", `leadctl-runs/${name}`, "--format", "json"], { cwd: all });
    expect(end.exitCode, end.stderr).toBe(0);
    const [now, then]: Report[] = [JSON.parse(end.stdout), readReport(join(FIXTURES, name))];
    expect(now?.summary).toMatchObject(then?.summary ?? {});
    // Words may become better ones.
    const told = then?.leads.map(({ error, quoteId, issues, ...lead }) => ({
      ...lead,
      issues: issues.map((issue) => ({ ...issue, message: expect.any(String) })),
      // What arrived of a quote is told since.
      ...(quoteId !== null && { quoteId }),
      error: error && expect.any(String),
    }));
    expect(now?.leads).toMatchObject(told ?? []);
    expect(now?.run).toMatchObject({ ...then?.run, dir: `leadctl-runs/${name}` });
  });

  it.each(NAMES)("(%s) is explained, row by row", async (name) => {
    for (const { row, status } of readReport(join(FIXTURES, name)).leads) {
      const args = ["explain", `leadctl-runs/${name}`, String(row), "--json"];
      const end = await runProgram(args, { cwd: all });
      expect(end.exitCode, end.stderr).toBe(0);
      expect(JSON.parse(end.stdout).rows).toMatchObject([{ row, status }]);
    }
  });

  it("stands in the list of runs, and is found by a person's e-mail", async () => {
    const list = await runProgram(["runs", "--json"], { cwd: all });
    expect(list.exitCode, list.stderr).toBe(0);
    const { runs } = JSON.parse(list.stdout);
    expect(runs.map(({ dir }: { dir: string }) => dir).sort()).toStrictEqual(
      NAMES.map((name) => `leadctl-runs/${name}`),
    );
    const found = await runProgram(["explain", "jane.doe@example.com", "--json"], { cwd: all });
    const hers = NAMES.flatMap((name) => readReport(join(FIXTURES, name)).leads).filter(
      ({ email }) => email?.toLowerCase() === "jane.doe@example.com",
    );
    expect(hers.length).toBeGreaterThan(5);
    expect(JSON.parse(found.stdout).rows).toHaveLength(hers.length);
    expect(found.stderr).toBe("");
  });
});

describe("resume of a run that an earlier version wrote", () => {
  it.each([
    ["complete", 1, { created: 4, rejected: 1, duplicate: 1, invalid: 2 }],
    ["interrupted", 0, { created: 8 }],
    ["killed", 5, { created: 6, unknown: 2 }],
    ["workbook", 1, { created: 2, invalid: 1 }],
  ] as const)("(%s) ends with exit code %i", async (name, exitCode, counts) => {
    const { dir, run } = await ownRun(name);
    const end = await run("resume", "leadctl-runs/run", "--json");
    expect(end.exitCode, end.stderr).toBe(exitCode);
    expect(countedStatuses(JSON.parse(end.stdout).summary)).toMatchObject(counts);
    expect(keptOf(readReport(dir))).toStrictEqual(
      expect.arrayContaining(keptOf(readReport(join(FIXTURES, name)))),
    );
  });
});

describe("replay of a run that an earlier version wrote", () => {
  it("sends again what failed", async () => {
    const { run } = await ownRun("failed");
    const end = await run("replay", "leadctl-runs/run", "--json");
    expect(end.exitCode, end.stderr).toBe(0);
    expect(countedStatuses(JSON.parse(end.stdout).summary)).toMatchObject({ created: 4 });
  });

  it("settles what was in doubt, and remembers what may have been created", async () => {
    const { run } = await ownRun("doubtful", ["siobhan.orourke@example.org"]);
    const end = await run("replay", "leadctl-runs/run", "--status", "failed,unknown", "--json");
    expect(end.exitCode, end.stderr).toBe(5);
    expect(countedStatuses(JSON.parse(end.stdout).summary)).toMatchObject({ created: 5, unconfirmed: 3 });
  });

  it("goes on with one of several rounds", async () => {
    const { run } = await ownRun("rounds");
    const end = await run("replay", "leadctl-runs/run", "--status", "unconfirmed", "--json");
    expect(end.exitCode, end.stderr).toBe(1);
    expect(countedStatuses(JSON.parse(end.stdout).summary)).toMatchObject({ created: 4, invalid: 1 });
  });

  it("corrects again what was corrected before", async () => {
    const { dir, run } = await ownRun("corrected");
    const fix = correctFix(dir, { 4: { "Property Units": "3" } });
    const end = await run("replay", "leadctl-runs/run", "--with", fix, "--json");
    expect(end.exitCode, end.stderr).toBe(0);
    expect(countedStatuses(JSON.parse(end.stdout).summary)).toMatchObject({ created: 5 });
  });
});

/** A copy with a run's own permissions, which git does not keep. */
function copyRun(name: string, cwd: string, as = name): string {
  const dir = join(cwd, "leadctl-runs", as);
  cpSync(join(FIXTURES, name), dir, { recursive: true });
  chmodSync(dir, 0o700);
  for (const file of readdirSync(dir)) chmodSync(join(dir, file), 0o600);
  return dir;
}

interface OwnRun {
  dir: string;
  run(...args: string[]): Promise<ProgramEnd>;
}

/** A run of one test, with the service that it is bound to, where some have an account by now. */
async function ownRun(name: string, users: readonly string[] = []): Promise<OwnRun> {
  const cwd = freshFolder();
  const dir = copyRun(name, cwd, "run");
  const { baseUrl } = readReport(dir).run;
  if (baseUrl === "sandbox") return { dir, run: (...args) => runProgram(args, { cwd }) };
  const service = await startAtItsAddress(users);
  onTestFinished(() => service.stop());
  return { dir, run: (...args) => runProgram(args, { cwd, env: environmentFor(service.url) }) };
}

/** What no later round may take away. */
function keptOf({ leads }: Report) {
  return leads.flatMap(({ row, quoteId, loginUrl }) => (quoteId ? [{ row, quoteId, loginUrl }] : []));
}

/** Tests of another checkout may be there just now. */
async function startAtItsAddress(users: readonly string[]): Promise<Sandbox> {
  const until = Date.now() + SERVICE_MS_MAX;
  for (;;) {
    try {
      return await startSandbox({ host: HOST, port: PORT, keys: [KEY], partners: [PARTNER], users });
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
