import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { FaultScript } from "../../src/sandbox/sandbox-types.ts";
import { STOP_TEXTS } from "../../src/send/stop-texts.ts";
import { jsonNumbers, junitNumbers, markdownNumbers } from "../report/report-numbers.ts";
import { brokenLead, REFUSED_FOR_COUNTY } from "./corrected-run.ts";
import { correctFix, readFix } from "./fix-sheet.ts";
import { leadOf, leads, type NestedLead } from "./lead-sheet.ts";
import { Office } from "./office.ts";
import { countedStatuses, stepsOf } from "./run-files.ts";
import { freshFolder, type ProgramEnd, runLine } from "./run-program.ts";
import { started } from "./started.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const ONE_BY_ONE = ["--retry-base", "1ms", "--retry-max", "1ms", "--concurrency", "1"];

/** How a run came about, and what each surface is to say of it, by codes, counts and commands. */
interface RunHistory {
  what: string;
  rows?: readonly NestedLead[];
  /** Faults by row. */
  faults?: Readonly<Record<number, FaultScript[string]>>;
  env?: Record<string, string>;
  /** What comes after the submission; its last command's end. */
  after?(call: (...args: string[]) => Promise<ProgramEnd>, dir: string): Promise<ProgramEnd>;
  exitCode: number;
  state?: string;
  counts: Readonly<Record<string, number>>;
  maybeCreated?: number;
  dismissed?: number;
  /** What comes next, in order. */
  next: readonly string[];
  /** What is to be done before it. */
  first?: string;
  /** By row: what is to be done. */
  told: Readonly<Record<number, readonly [finding: string, command: string | null]>>;
}

const RUN = "leadctl-runs/run";
const WITH_FIX = `leadctl replay ${RUN} --with ${RUN}/fix.csv`;
const HAND_OVER = `leadctl report ${RUN} --format handover --output ${RUN}/handover.csv`;
const RESUME = `leadctl resume ${RUN}`;
const REPLAY_UNKNOWN = `leadctl replay ${RUN} --status unknown`;
const REPLAY_REFUSED = `leadctl replay ${RUN} --status rejected --rows 3`;
const FORBIDDEN = { side: "before", status: 403, body: { message: "Forbidden" } } as const;

const HISTORIES: readonly RunHistory[] = [
  {
    what: "all created",
    exitCode: 0,
    counts: { created: 4 },
    next: [],
    told: { 2: ["link-in-report", null] },
  },
  {
    what: "a row that is refused here",
    rows: [leadOf(2), brokenLead(3), leadOf(4)],
    exitCode: 1,
    counts: { created: 2, invalid: 1 },
    next: [WITH_FIX],
    told: { 3: ["correct", WITH_FIX] },
  },
  {
    what: "a row to correct beside one whose request is refused",
    faults: { 3: [FORBIDDEN], 4: [REFUSED_FOR_COUNTY] },
    exitCode: 1,
    counts: { created: 2, rejected: 2 },
    next: [WITH_FIX, REPLAY_REFUSED],
    told: { 3: ["send-refused", REPLAY_REFUSED], 4: ["correct", WITH_FIX] },
  },
  {
    what: "issues after an attempt that may have created it",
    faults: { 3: ["500-before", REFUSED_FOR_COUNTY] },
    exitCode: 5,
    counts: { created: 3, rejected: 1 },
    maybeCreated: 1,
    next: [HAND_OVER],
    told: { 3: ["ask-owner", `${HAND_OVER} --rows 3`] },
  },
  {
    what: "a connection that was reset after the request",
    faults: { 3: ["reset-after"] },
    exitCode: 5,
    counts: { created: 3, unknown: 1 },
    maybeCreated: 1,
    next: [REPLAY_UNKNOWN],
    told: { 3: ["send-unknown", `${REPLAY_UNKNOWN} --rows 3`] },
  },
  {
    what: "a refused key",
    env: { LEADCTL_API_KEY: "a-key-that-nobody-has" },
    exitCode: 3,
    state: "interrupted",
    counts: { pending: 4 },
    next: [RESUME],
    first: STOP_TEXTS.unauthorized({ keyVariable: "LEADCTL_API_KEY" }).hint,
    told: { 2: ["resume", RESUME], 4: ["resume", RESUME] },
  },
  {
    what: "rows of which the service's owner has spoken",
    faults: { 3: ["502-after"], 4: ["502-before"] },
    after: async (call) => {
      await call("resolve", "run", "--rows", "3", "--created");
      return call("resolve", "run", "--rows", "4", "--not-created");
    },
    exitCode: 0,
    counts: { created: 2, unconfirmed: 1, failed: 1 },
    maybeCreated: 1,
    next: [`leadctl replay ${RUN}`],
    told: { 3: ["exists-by-word", null], 4: ["send-maybe-created", `leadctl replay ${RUN} --rows 4`] },
  },
  {
    what: "rows that a person has taken out as not leads",
    rows: [leadOf(2), brokenLead(3), leadOf(4)],
    faults: { 4: [REFUSED_FOR_COUNTY] },
    after: (call, dir) => {
      const marks = { leadctl_status: "not a lead" };
      return call("replay", "run", "--with", correctFix(dir, { 3: marks, 4: marks }));
    },
    exitCode: 0,
    counts: { created: 1, invalid: 1, rejected: 1 },
    dismissed: 2,
    next: [],
    told: { 3: ["not-a-lead", null], 4: ["not-a-lead", null] },
  },
];

it.each(HISTORIES.map((history) => [history.what, history] as const))(
  "every surface says the same true thing of %s",
  async (_what, history) => {
    const { rows = leads(4), faults = {}, env = {}, after, exitCode } = history;
    const byEmail = Object.entries(faults).map(([row, each]) => [`applicant-${row}@example.com`, each]);
    const office = await Office.openWith(Object.fromEntries(byEmail));
    const call = (...args: string[]) =>
      office.call([...args, ...(args[0] === "resolve" ? [] : ONE_BY_ONE)], { LANG: "C.UTF-8" });
    const first = await office.submit("run", rows, { LANG: "C.UTF-8", ...env }, ...ONE_BY_ONE);
    const last = after ? await after(call, office.dir("run")) : first;
    expect(last.exitCode, last.stderr).toBe(exitCode);
    await expectRunTold(office, history, last);
    for (const [row, [finding, command]] of Object.entries(history.told)) {
      const { rows: explained } = await office.json(["explain", "run", row]);
      expect(explained[0].next, row).toMatchObject({ finding, command });
      const reported = JSON.parse(await shown(office, "json")).leads.find(
        (lead: { row: number }) => lead.row === Number(row),
      );
      const { status, maybeCreated } = explained[0];
      expect(reported).toMatchObject({ status, maybeCreated });
      if (command) expect((await office.call(["explain", "run", row])).stdout).toContain(command);
    }
    await expectCommandsRun(office, history);
  },
);

async function shown(office: Office, format: string): Promise<string> {
  const end = await office.call(["report", "run", "--format", format]);
  expect(end.exitCode, end.stderr).toBe(0);
  return end.stdout;
}

/** The summary, the list of runs, the ticket, the page and the test report. */
async function expectRunTold(
  office: Office,
  { state = "complete", counts, maybeCreated = 0, dismissed = 0, next, first = "" }: RunHistory,
  last: ProgramEnd,
): Promise<void> {
  const [run] = (await office.json(["runs"])).runs;
  expect(run).toMatchObject({ state, next: next[0] ?? null, summary: { maybeCreated, dismissed } });
  expect(countedStatuses(run.summary)).toEqual(counts);
  const { statuses, rows = {} } = jsonNumbers(await shown(office, "json"));
  const ticket = await shown(office, "markdown");
  const page = await shown(office, "html");
  const junit = junitNumbers(await shown(office, "junit"));
  for (const told of [statuses, junit.statuses]) expect(told).toEqual(counts);
  // As on the page, rows that were taken out have a line of their own.
  const takenOut = Number(/^\| not a lead \| (\d+) /m.exec(ticket)?.[1] ?? 0);
  expect(takenOut).toBe(dismissed);
  expect(sumOf(markdownNumbers(ticket).statuses) + takenOut).toBe(sumOf(counts));
  if (dismissed === 0) expect(markdownNumbers(ticket).statuses).toEqual(counts);
  const shared = next.map((line) => line.replaceAll(`${RUN}/`, "").replace(RUN, "run"));
  expect([...ticket.matchAll(/^- .*<code>(.*?)<\/code>$/gm)].map(([, line]) => line)).toEqual(shared);
  expect([...page.matchAll(/data-copy="(leadctl [^"]*)"/g)].map(([, line]) => line)).toEqual(shared);
  for (const text of [ticket, page, last.stderr]) {
    expect(text.includes("may exist")).toBe(maybeCreated > 0);
    expect(/taken out as not/.test(text)).toBe(dismissed > 0);
  }
  // Whoever is told to correct a row finds it in the fix file.
  const toFix = [...ticket.matchAll(/^\| (\d+) \| \w+ \|.*\| yes \|$/gm)].map(([, row]) => Number(row));
  const dir = office.dir("run");
  const fixes = readdirSync(dir).filter((name) => name.startsWith("fix."));
  expect(fixes).toHaveLength(Math.min(1, toFix.length));
  const inFix = fixes.flatMap((name) => readFix(join(dir, name))).map((row) => Number(row.leadctl_row));
  expect(inFix).toEqual(toFix);
  for (const row of toFix) expect(["invalid", "rejected"]).toContain(rows[row]);
  // The result first, then one step; what is to be copied stands alone on its line.
  expect(stepsOf(last.stderr), last.stderr).toEqual(next);
  expect(last.stderr).toMatch(/^[✔!✖] \S.*\n(?: {2}.*\n)?Next: /m);
  // What to do about a stop comes first; the run's folder tells it.
  expect(last.stderr.replace(/\s+/g, " ")).toContain(`Next: ${first}`);
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Each printed command runs as it is pasted: in a copy of the folder, one by one. */
async function expectCommandsRun(office: Office, { next, told }: RunHistory): Promise<void> {
  const all = [...next, ...Object.values(told).flatMap(([, command]) => command ?? [])];
  for (const line of new Set(all)) {
    const cwd = freshFolder();
    cpSync(office.cwd, cwd, { recursive: true });
    const requestCount = office.service.requestCount();
    const { exitCode, stderr } = await runLine(line, cwd, office.service.env);
    expect([0, 1, 5], `${line}: ${stderr}`).toContain(exitCode);
    const sentCount = office.service.requestCount() - requestCount;
    if (/ replay (?!.*--with)/.test(line)) expect(sentCount, line).toBeGreaterThan(0);
    if (!line.includes("--format handover")) continue;
    expect(sentCount, line).toBe(0);
    expect(readFileSync(join(cwd, RUN, "handover.csv"), "utf8")).toMatch(/applicant-\d/);
  }
}

it("the next steps of a run are called through npx where the program was, and so run there too", async () => {
  const script = {
    "applicant-3@example.com": ["503-before"],
    "applicant-4@example.com": ["504-after"],
  } as const;
  const { service, cwd } = await started([2, 3, 4].map(leadOf), { faults: { script } });
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  symlinkSync(REPOSITORY, join(cwd, "node_modules/leadctl"));
  symlinkSync("../leadctl/bin/leadctl.js", join(cwd, "node_modules/.bin/leadctl"));
  writeFileSync(join(cwd, "package.json"), '{ "name": "leads", "private": true }\n');
  const env = { npm_config_offline: "true", npm_config_update_notifier: "false", ...service.env };
  const { stderr } = await runLine("npx leadctl submit leads.csv --attempts 1", cwd, env);
  const [failed = "", unknown = ""] = stepsOf(stderr);
  expect(failed).toMatch(/^npx leadctl replay leadctl-runs\/\S+$/);
  expect(unknown).toBe(`${failed} --status unknown`);
  expect((await runLine(failed, cwd, env)).exitCode).toBe(5);
});
