import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { FaultScript } from "../../src/sandbox/sandbox-types.ts";
import { brokenLead, REFUSED_FOR_COUNTY } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import {
  freshFolder,
  type ProgramEnd,
  type RunningService,
  runProgram,
  startService,
} from "./run-program.ts";
import { StoppableProgram, until } from "./stoppable-program.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

/** A folder with a run in `run`, and the service that it was sent to. */
export class HistoryWorld {
  readonly cwd = freshFolder();
  readonly service: RunningService;

  private constructor(service: RunningService) {
    this.service = service;
    mkdirSync(join(this.cwd, "bin"));
    symlinkSync(join(REPOSITORY, "bin/leadctl.js"), join(this.cwd, "bin/leadctl"));
  }

  /** @param script Faults by row. */
  static async begin(script: Readonly<Record<number, FaultScript[string]>> = {}): Promise<HistoryWorld> {
    const byEmail = Object.entries(script).map(([row, faults]) => [emailOf(Number(row)), faults]);
    return new HistoryWorld(await startService({ faults: { script: Object.fromEntries(byEmail) } }));
  }

  get dir(): string {
    return join(this.cwd, "run");
  }

  call(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProgramEnd> {
    const isSending = ["submit", "resume", "replay"].includes(args[0] ?? "");
    const flags = isSending ? ["--retry-base", "1ms", "--retry-max", "1ms", "--concurrency", "1"] : [];
    return runProgram([...args, ...flags], {
      cwd: this.cwd,
      env: { LANG: "C.UTF-8", ...this.service.env, ...env },
    });
  }

  /** Submits leads as rows 2 and on. */
  submit(rows: readonly NestedLead[], ...flags: string[]): Promise<ProgramEnd> {
    writeFileSync(join(this.cwd, "leads.csv"), csvOf(rows));
    return this.call(["submit", "leads.csv", "--out", "run", ...flags]);
  }

  /** Kills a command as soon as it has asked the service for a row as often as that. */
  async kill(args: readonly string[], row: number, attempts = 1): Promise<void> {
    const program = await this.start(args, row, attempts);
    program.signal("SIGKILL");
    await program.exit;
  }

  /** Starts a command, and waits until it has asked the service for a row. */
  async start(args: readonly string[], row: number, attempts = 1): Promise<StoppableProgram> {
    const program = new StoppableProgram(
      [...args, "--concurrency", "1"],
      { LANG: "C.UTF-8", ...this.service.env },
      this.cwd,
    );
    const journal = join(this.dir, "journal.ndjson");
    const intent = `"type":"intent","row":${row},"attempt":${attempts},`;
    // The service has it, and its fault is used up, only when it was asked as often as the journal says.
    const isSent = (): boolean => {
      const text = existsSync(journal) ? readFileSync(journal, "utf8") : "";
      const askedCount = text.split('"type":"intent"').length - 1;
      return text.includes(intent) && this.service.requestCount() >= askedCount;
    };
    await until(isSent, () => program.stderr);
    return program;
  }
}

/** What the run is then, and what is said of it. */
export interface ExpectedRun {
  /** How the last command that sent something ended; null where none was left to tell. */
  exitCode: number | null;
  state: string;
  /** Counts by status. */
  counts: Readonly<Record<string, number>>;
  maybeCreated?: number;
  dismissed?: number;
  /** What comes next, in order, as it is pasted. */
  next: readonly string[];
  /** By row: what explain says, what it must not say, and its command. */
  rows: Readonly<Record<number, ExpectedRow>>;
}

interface ExpectedRow {
  says: RegExp;
  not?: RegExp;
  command: string | null;
}

export interface RunHistory extends ExpectedRun {
  what: string;
  /** One of the few that the quick suite looks at. */
  isFirst?: true;
  /** Returns the last command's end, where the run's summary was printed. */
  make(): Promise<{ world: HistoryWorld; last: ProgramEnd | null }>;
}

function answer(status: number, message: string) {
  return { side: "before", status, body: { message } } as const;
}

function rowsOf(count: number): NestedLead[] {
  return Array.from({ length: count }, (_, index) => leadOf(index + 2));
}

function emailOf(row: number): string {
  return `applicant-${row}@example.com`;
}

/** A submission, and nothing after it. */
function submission(
  script: Parameters<typeof HistoryWorld.begin>[0],
  rows: readonly NestedLead[] = rowsOf(4),
  ...flags: string[]
): RunHistory["make"] {
  return async () => {
    const world = await HistoryWorld.begin(script);
    return { world, last: await world.submit(rows, ...flags) };
  };
}

const WITH_FIX = "leadctl replay run --with run/fix.csv";
const HAND_OVER = "leadctl report run --format handover --output run/handover.csv";
const RESUME = "leadctl resume run";
const REPLAY_UNKNOWN = "leadctl replay run --status unknown";
const TURNED_AWAY = /Nothing in the row is known to be wrong.*Ask the service's owner why/s;
const NO_FIX = /fix\.|orrect/;

export const HISTORIES: readonly RunHistory[] = [
  {
    what: "all created",
    make: submission({}),
    exitCode: 0,
    state: "complete",
    counts: { created: 4 },
    next: [],
    rows: {
      2: { says: /exists: the login link is in run, row 2\. .*Give out the login link/, command: null },
    },
  },
  {
    what: "a row that is refused here",
    isFirst: true,
    make: submission({}, [leadOf(2), brokenLead(3), leadOf(4)]),
    exitCode: 1,
    state: "complete",
    counts: { created: 2, invalid: 1 },
    next: [WITH_FIX],
    rows: { 3: { says: /Correct the cells named below in fix\.csv/, command: WITH_FIX } },
  },
  ...[413, 422].map(
    (status): RunHistory => ({
      what: `a row that gets ${status} without issues`,
      make: submission({ 3: [answer(status, "No, thank you")] }),
      exitCode: 1,
      state: "complete",
      counts: { created: 3, rejected: 1 },
      next: [WITH_FIX],
      rows: {
        3: {
          says: new RegExp(
            `answered ${status}, "No, thank you".*Correct the row, as far as the answer says why`,
            "s",
          ),
          not: /cells|named below/,
          command: WITH_FIX,
        },
      },
    }),
  ),
  ...[403, 501].map(
    (status): RunHistory => ({
      what: `one row that gets ${status} while others are taken`,
      make: submission({ 3: [answer(status, "Not this one")] }),
      exitCode: 1,
      state: "complete",
      counts: { created: 3, rejected: 1 },
      next: ["leadctl replay run --status rejected --rows 3"],
      rows: {
        3: { says: TURNED_AWAY, not: NO_FIX, command: "leadctl replay run --status rejected --rows 3" },
      },
    }),
  ),
  {
    what: "a row to correct beside one whose request is refused",
    isFirst: true,
    make: submission({ 3: [answer(403, "Forbidden")], 4: [REFUSED_FOR_COUNTY] }),
    exitCode: 1,
    state: "complete",
    counts: { created: 2, rejected: 2 },
    next: [WITH_FIX, "leadctl replay run --status rejected --rows 3"],
    rows: {
      3: { says: TURNED_AWAY, not: NO_FIX, command: "leadctl replay run --status rejected --rows 3" },
      4: { says: /for the reasons below.*Correct the cells named below/s, command: WITH_FIX },
    },
  },
  {
    what: "a 409 after an attempt that may have created it",
    make: submission({ 3: ["500-before", answer(409, "Conflict")] }),
    exitCode: 5,
    state: "complete",
    counts: { created: 3, unconfirmed: 1 },
    maybeCreated: 1,
    next: [HAND_OVER],
    rows: {
      3: {
        says: /answered 409, "Conflict".*Ask the service's owner/s,
        not: NO_FIX,
        command: `${HAND_OVER} --rows 3`,
      },
    },
  },
  {
    what: "issues after an attempt that may have created it",
    isFirst: true,
    make: submission({ 3: ["500-before", REFUSED_FOR_COUNTY] }),
    exitCode: 5,
    state: "complete",
    counts: { created: 3, rejected: 1 },
    maybeCreated: 1,
    next: [HAND_OVER],
    rows: { 3: { says: /may have created it/, not: NO_FIX, command: `${HAND_OVER} --rows 3` } },
  },
  {
    what: "a connection that was reset after the request",
    isFirst: true,
    make: submission({ 3: ["reset-after"] }),
    exitCode: 5,
    state: "complete",
    counts: { created: 3, unknown: 1 },
    maybeCreated: 1,
    next: [REPLAY_UNKNOWN],
    rows: {
      3: { says: /It was sent, but no answer came/, not: NO_FIX, command: `${REPLAY_UNKNOWN} --rows 3` },
    },
  },
  {
    what: "a 200 that does not say success",
    make: submission({ 3: [{ side: "before", status: 200, body: { success: false, message: "Busy" } }] }),
    exitCode: 5,
    state: "complete",
    counts: { created: 3, unknown: 1 },
    maybeCreated: 1,
    next: [REPLAY_UNKNOWN],
    rows: {
      3: { says: /an answer that does not say success, "Busy"/, command: `${REPLAY_UNKNOWN} --rows 3` },
    },
  },
  {
    what: "a refused key",
    isFirst: true,
    make: async () => {
      const world = await HistoryWorld.begin();
      writeFileSync(join(world.cwd, "leads.csv"), csvOf(rowsOf(3)));
      const wrong = { LEADCTL_API_KEY: "a-key-that-nobody-has" };
      return { world, last: await world.call(["submit", "leads.csv", "--out", "run"], wrong) };
    },
    exitCode: 3,
    state: "interrupted",
    counts: { pending: 3 },
    next: [RESUME],
    rows: {
      2: {
        says: /Not settled when the run stopped; the last time the service answered 401/,
        command: RESUME,
      },
      4: { says: /The run stopped before it was sent/, command: RESUME },
    },
  },
  {
    what: "an address that turned out to be wrong",
    make: submission(
      Object.fromEntries([3, 4, 5].map((row) => [row, [answer(404, "Not found")]])),
      rowsOf(5),
    ),
    exitCode: 3,
    state: "interrupted",
    counts: { created: 1, pending: 4 },
    next: [RESUME],
    rows: {
      3: {
        says: /Status after it: pending, as before: the address turned out to be wrong/,
        not: NO_FIX,
        command: RESUME,
      },
    },
  },
  {
    what: "a program that was killed while it sent",
    make: async () => {
      const world = await HistoryWorld.begin({ 4: ["no-answer-before"] });
      writeFileSync(join(world.cwd, "leads.csv"), csvOf([leadOf(2), brokenLead(3), leadOf(4), leadOf(5)]));
      await world.kill(["submit", "leads.csv", "--out", "run"], 4);
      return { world, last: null };
    },
    exitCode: null,
    state: "interrupted",
    counts: { created: 1, invalid: 1, unknown: 1, pending: 1 },
    maybeCreated: 1,
    next: [RESUME, REPLAY_UNKNOWN],
    rows: {
      2: {
        says: /exists: the login link is in run, row 2\. .*Give out the login link/,
        not: /report\.csv/,
        command: null,
      },
      3: { says: /Continue the run: it then writes a fix file/, not: /fix\.csv/, command: RESUME },
      4: { says: /The program ended while the lead was being sent/, command: `${REPLAY_UNKNOWN} --rows 4` },
      5: { says: /The run stopped before it was sent/, command: RESUME },
    },
  },
  {
    what: "an older journal that was put back, and gone on with",
    make: async () => {
      const world = await HistoryWorld.begin();
      await world.submit(rowsOf(4));
      const journal = join(world.dir, "journal.ndjson");
      const lines = readFileSync(journal, "utf8").split("\n").slice(0, 6);
      writeFileSync(journal, `${lines.join("\n")}\n`);
      return { world, last: await world.call(["resume", "run", "--older-journal"]) };
    },
    exitCode: 5,
    state: "complete",
    counts: { created: 2, unknown: 2 },
    maybeCreated: 2,
    next: [REPLAY_UNKNOWN],
    rows: {
      5: {
        says: /An older journal was put back/,
        not: /The program ended/,
        command: `${REPLAY_UNKNOWN} --rows 5`,
      },
    },
  },
  {
    what: "a replay that a refused key stopped",
    make: async () => {
      const world = await HistoryWorld.begin({ 3: ["503-before"], 4: ["503-before"] });
      await world.submit(rowsOf(4), "--attempts", "1");
      const wrong = { LEADCTL_API_KEY: "a-key-that-nobody-has" };
      return { world, last: await world.call(["replay", "run"], wrong) };
    },
    exitCode: 3,
    state: "interrupted",
    counts: { created: 2, failed: 2 },
    maybeCreated: 2,
    next: [RESUME],
    rows: { 3: { says: /when the run stopped/, not: NO_FIX, command: RESUME } },
  },
  {
    what: "an input in JSON with a row that is refused here",
    isFirst: true,
    make: async () => {
      const world = await HistoryWorld.begin();
      writeFileSync(join(world.cwd, "leads.json"), JSON.stringify([leadOf(1), brokenLead(2), leadOf(3)]));
      return { world, last: await world.call(["submit", "leads.json", "--out", "run"]) };
    },
    exitCode: 1,
    state: "complete",
    counts: { created: 2, invalid: 1 },
    next: ["leadctl replay run --with run/fix.json"],
    rows: {
      2: {
        says: /Correct the fields named below in fix\.json/,
        not: /fix\.csv|cells/,
        command: "leadctl replay run --with run/fix.json",
      },
    },
  },
  {
    what: "a run whose reports were removed",
    make: async () => {
      const world = await HistoryWorld.begin({ 3: [REFUSED_FOR_COUNTY] });
      await world.submit(rowsOf(3));
      for (const name of ["report.csv", "report.json", "report.html", "fix.csv"])
        rmSync(join(world.dir, name));
      return { world, last: null };
    },
    exitCode: null,
    state: "complete",
    counts: { created: 2, rejected: 1 },
    next: ["leadctl report run"],
    rows: {
      2: {
        says: /exists: the login link is in run, row 2\. .*Give out the login link/,
        not: /report\.csv/,
        command: null,
      },
      3: { says: /Write the run's files again/, not: /fix\.csv/, command: "leadctl report run" },
    },
  },
  {
    what: "a run that goes on just now",
    make: async () => {
      const world = await HistoryWorld.begin({ 3: ["no-answer-before"] });
      writeFileSync(join(world.cwd, "leads.csv"), csvOf(rowsOf(3)));
      await world.start(["submit", "leads.csv", "--out", "run"], 3);
      return { world, last: null };
    },
    exitCode: null,
    state: "in progress",
    counts: { created: 1, pending: 2 },
    next: [],
    rows: {
      3: { says: /It is being sent right now.*Wait until it has ended/s, not: /stopped/, command: null },
      4: { says: /has not reached it yet.*Wait until it has ended/s, not: /stopped/, command: null },
    },
  },
  {
    what: "corrected rows that were being sent when the program was killed, and are given once more",
    make: async () => {
      const world = await HistoryWorld.begin({ 3: ["no-answer-before"] });
      await world.submit([leadOf(2), brokenLead(3), brokenLead(4)]);
      correctFix(world.dir, { 3: { "Unit Number": "3" }, 4: { "Unit Number": "4" } });
      await world.kill(["replay", "run", "--with", "corrected.csv"], 3);
      const last = await world.call(["replay", "run", "--with", "corrected.csv"]);
      expect(last.stderr).toContain("1 row of the run waits for resume");
      return { world, last };
    },
    exitCode: 4,
    state: "interrupted",
    counts: { created: 1, unknown: 1, pending: 1 },
    maybeCreated: 1,
    next: [RESUME, REPLAY_UNKNOWN],
    rows: { 4: { says: /Safe to send: continue its run/, not: NO_FIX, command: RESUME } },
  },
  {
    what: "rows of which the service's owner has spoken",
    isFirst: true,
    make: async () => {
      const world = await HistoryWorld.begin({ 3: ["502-after"], 4: ["502-before"] });
      await world.submit(rowsOf(4));
      await world.call(["resolve", "run", "--rows", "3", "--created"]);
      return { world, last: await world.call(["resolve", "run", "--rows", "4", "--not-created"]) };
    },
    exitCode: 0,
    state: "complete",
    counts: { created: 2, unconfirmed: 1, failed: 1 },
    maybeCreated: 1,
    next: ["leadctl replay run"],
    rows: {
      3: {
        says: /Nothing: the service's owner says that it exists/,
        not: /Ask the service's owner/,
        command: null,
      },
      4: { says: /Somebody recorded that it was not created/, command: "leadctl replay run --rows 4" },
    },
  },
  {
    what: "rows that a person has taken out as not leads",
    isFirst: true,
    make: async () => {
      const world = await HistoryWorld.begin({ 4: [REFUSED_FOR_COUNTY] });
      await world.submit([leadOf(2), brokenLead(3), leadOf(4)]);
      const marks = { leadctl_status: "not a lead" };
      correctFix(world.dir, { 3: marks, 4: marks });
      return { world, last: await world.call(["replay", "run", "--with", "corrected.csv"]) };
    },
    exitCode: 0,
    state: "complete",
    counts: { created: 1, invalid: 1, rejected: 1 },
    dismissed: 2,
    next: [],
    rows: {
      3: { says: /took it out as not a lead.*Nothing: it is closed/s, not: /fix\./, command: null },
      4: { says: /somebody took it out as not a lead.*Nothing: it is closed/s, not: /fix\./, command: null },
    },
  },
  {
    what: "a journal that is behind its mark",
    make: async () => {
      const world = await HistoryWorld.begin();
      await world.submit(rowsOf(4));
      const journal = join(world.dir, "journal.ndjson");
      copyFileSync(journal, join(world.cwd, "newest.ndjson"));
      const lines = readFileSync(journal, "utf8").split("\n").slice(0, 6);
      writeFileSync(journal, `${lines.join("\n")}\n`);
      return { world, last: null };
    },
    exitCode: null,
    state: "older journal",
    counts: { created: 2, pending: 2 },
    next: ["leadctl resume run --older-journal"],
    rows: {
      5: {
        says: /The run's journal is older than the run.*Put the newest journal\.ndjson/s,
        command: "leadctl resume run --older-journal",
      },
    },
  },
];
