import type { Pieces } from "../../src/outcome/answer.ts";
import { doubtsTarget, provesTarget } from "../../src/outcome/outcome-table.ts";
import type { JournalRecord, ResolvedRecord, ResultRecord } from "../../src/run/journal/journal-record.ts";
import type { RunState } from "../../src/run/journal/run-state.ts";
import { type RunRow, runRow } from "../../src/run/run-row.ts";
import { foldRecords } from "./memory-journal.ts";
import { emailOf, type PlayedRound, type RunParts } from "./play-run.ts";

/**
 * What a person who watches a run from round to round knows of it, told by the journal's lines and the requests alone.
 * `watch` says where the program forgets: rows that a round was to settle, or what had been observed of a lead.
 */
export class RunMemory {
  /** Rows that some round was to settle, and none has. */
  #left: ReadonlySet<number>;
  #states = new Map<number, string>();
  readonly #reports = new Map<number, RunRow>();

  constructor(rows: readonly number[]) {
    this.#left = new Set(rows);
  }

  /** Takes a round in. Returns what was forgotten in it. */
  watch(round: PlayedRound, parts: RunParts): string[] {
    const { rows, disk } = parts;
    // A person's word is no observation.
    const records = disk.records.map((record) =>
      record.type === "resolved" ? { ...record, word: null } : record,
    );
    const { state } = foldRecords(rows, records);
    const found: string[] = [];
    const claim: Claim = (holds, what) => {
      if (!holds) found.push(`round ${round.number}: ${what}`);
    };
    const { left, takenBack } = leftAfter(round, records, this.#left);
    for (const row of rows) {
      const { resumable, ...known } = state.get(row);
      const isLeft = left.has(row);
      claim(resumable === isLeft, `row ${row} is ${isLeft ? "forgotten by" : "due again in"} resume`);
      if (takenBack.has(row) && this.#states.has(row) && !known.doubted)
        claim(
          this.#states.get(row) === known.status,
          `row ${row} was ${this.#states.get(row)} before a wrong target, and is ${known.status} after it`,
        );
      this.#states.set(row, known.status);
    }
    this.#left = left;
    this.checkWords(parts, claim);
    for (const row of rows) {
      const report = reportOf(row, state, records);
      const before = this.#reports.get(row);
      const isDoubted = state.get(row).doubted === true;
      const isFound = !parts.service.unfound.has(row);
      if (before && !isDoubted && isFound) this.#compare(before, report, claim);
      const whose = rows.find((other) => parts.service.quote(emailOf(other))?.loginUrl === report.loginUrl);
      claim(
        whose === undefined || whose === row || !isFound,
        `the login link of row ${row} is that of row ${whose}`,
      );
      this.#reports.set(row, report);
      if (isDoubted) checkKept(row, state, records, claim);
      else if (round.end === "ended") checkArrived(report, round, parts, claim);
    }
    return found;
  }

  /** What persons wrote down stands until it is taken back or overtaken, changes what it may, and nothing else. */
  checkWords({ rows, disk }: RunParts, claim: Claim): void {
    const { records } = disk;
    const { state } = foldRecords(rows, records);
    const observed = foldRecords(
      rows,
      records.map((record) => (record.type === "resolved" ? { ...record, word: null } : record)),
    ).state;
    const words = wordsOf(records);
    for (const row of rows) {
      const { word, ...told } = state.get(row);
      const said = words.get(row);
      const known = observed.get(row);
      claim(word === said?.word, `of row ${row} a person said ${said?.word}, and ${word} is known of it`);
      if (word === undefined)
        claim(
          JSON.stringify(told) === JSON.stringify(known),
          `row ${row} is ${JSON.stringify(told)} by a word that does not count, and was observed as ${JSON.stringify(known)}`,
        );
      if (word === "not-created")
        claim(
          told.maybeCreated && told.status !== "duplicate",
          `row ${row} is certainly not there, by a person's word`,
        );
      if (word === "created") {
        const status = said?.loginUrl === undefined ? "unconfirmed" : "created";
        claim(
          told.status === status && !told.maybeCreated && !told.resumable,
          `row ${row} was closed by a person, and is ${JSON.stringify(told)}`,
        );
      }
    }
  }

  /** What is known of a lead only grows. */
  #compare(before: RunRow, after: RunRow, claim: Claim): void {
    const { row } = after;
    for (const name of ["quoteId", "loginUrl"] as const)
      claim(
        before[name] === null || before[name] === after[name],
        `the ${name} of row ${row} was ${before[name]} and is ${after[name]}`,
      );
    claim(
      before.attempts <= after.attempts,
      `row ${row} had ${before.attempts} attempts, and has ${after.attempts}`,
    );
    claim(
      before.state.status !== "created" || after.state.status === "created",
      `row ${row} was created and is ${after.state.status}`,
    );
    claim(
      !before.state.maybeCreated || after.state.maybeCreated || after.state.status === "created",
      `row ${row} may exist, and nothing says so any more`,
    );
    claim(
      before.state.status !== "unknown" ||
        ["unknown", "created", "unconfirmed", "rejected"].includes(after.state.status),
      `row ${row} was unknown and is ${after.state.status}`,
    );
  }
}

/** Nothing that arrived is called lost: a whole answer is a created lead, and a login link from anywhere is shown. */
function checkArrived(
  { row, state: { status }, loginUrl }: RunRow,
  round: PlayedRound,
  { service }: RunParts,
  claim: Claim,
): void {
  const link = service.quote(emailOf(row))?.loginUrl ?? "none";
  for (const { exchange, ...trace } of service.traces) {
    if (trace.row !== row || trace.round !== round.number || !exchange?.body?.includes(`"${link}"`)) continue;
    claim(loginUrl === link, `the login link of row ${row} arrived, and the report has ${loginUrl}`);
    const isWhole = exchange.httpStatus === 200 && exchange.body.endsWith("}");
    claim(!isWhole || status === "created", `the whole answer to row ${row} arrived, and it is ${status}`);
  }
}

/** What an answer brought that came into doubt is kept. */
function checkKept(row: number, state: RunState, records: readonly JournalRecord[], claim: Claim): void {
  if (state.get(row).word !== undefined || state.get(row).status === "created") return;
  const links = records.flatMap((record) =>
    record.type === "result" && record.row === row && record.answer.kind === "created"
      ? record.answer.loginUrl
      : [],
  );
  const kept = piecesOf(row, state, records)?.loginUrl;
  claim(links.length === 0 || kept !== undefined, `a link of row ${row} came into doubt, and is lost`);
}

type Claim = (holds: boolean, what: string) => void;

/** What persons said last of rows, as far as it counts, told by the journal's lines alone. */
function wordsOf(records: readonly JournalRecord[]): Map<number, ResolvedRecord> {
  const words = new Map<number, ResolvedRecord>();
  /** Words that a redirect overtook, which may turn out to be one of a wrong address. */
  let doubted: ResolvedRecord[] = [];
  const open = new Set<number>();
  for (const record of records) {
    if (record.type === "round") doubted = [];
    if (record.type === "intent") open.add(record.row);
    if (record.type === "recovered") for (const row of open) words.delete(row);
    if (record.type === "recovered") open.clear();
    if (record.type === "resolved" && record.word === null) words.delete(record.row);
    else if (record.type === "resolved") words.set(record.row, record);
    if (record.type !== "result") continue;
    const { row, decision, answer } = record;
    open.delete(row);
    if (provesTarget(answer.kind)) doubted = [];
    if (doubtsTarget(answer.kind) && decision === "stopped") {
      for (const said of doubted) words.set(said.row, said);
      doubted = [];
      continue;
    }
    const said = words.get(row);
    if (!said) continue;
    // The service itself contradicts who said that it has none.
    if (answer.kind === "duplicate" && said.word === "not-created") words.delete(row);
    if (decision === "stopped" || !MAY_CREATE.has(answer.kind)) continue;
    if (doubtsTarget(answer.kind)) doubted.push(said);
    words.delete(row);
  }
  for (const row of open) words.delete(row);
  return words;
}

const MAY_CREATE: ReadonlySet<string> = new Set([
  ...["created", "unreadable", "redirected", "server-error", "gateway-error", "no-answer"],
]);

/** A row as the report shows it. */
export function reportOf(row: number, state: RunState, records: readonly JournalRecord[]): RunRow {
  const lastAt = state.lastResultAt(row);
  const planned = { row, ready: true, issues: [], warnings: [] };
  return runRow(
    { ...planned, cells: [], lead: {} },
    {
      state: state.get(row),
      attempts: state.attempts(row),
      last: lastAt === undefined ? null : (records[lastAt] as ResultRecord),
      pieces: piecesOf(row, state, records),
      isUnderWay: false,
    },
    { places: {}, columns: [] },
  );
}

/** As the run's own reader does it, from the journal's lines. */
function piecesOf(row: number, state: RunState, records: readonly JournalRecord[]): Pieces | null {
  const at = state.piecesAt(row);
  if (at === null || state.get(row).status === "created") return null;
  const pieceAt = (name: keyof Pieces): Pieces => {
    const record = records[at[name]];
    const answer = record?.type === "result" ? record.answer : undefined;
    const piece = answer?.kind === "created" ? answer[name] : answer?.pieces?.[name];
    return piece === undefined ? {} : { [name]: piece };
  };
  return { ...pieceAt("quoteId"), ...pieceAt("loginUrl") };
}

/** Which rows are to be settled yet after a round, told by its lines in the journal alone. */
function leftAfter(
  { number, wanted }: PlayedRound,
  records: readonly JournalRecord[],
  before: ReadonlySet<number>,
): { left: ReadonlySet<number>; takenBack: ReadonlySet<number> } {
  const from = records.findLastIndex((record) => record.type === "round" && record.round === number);
  const takenBack = new Set<number>();
  // The round's line was lost with the program: it never was.
  if (from < 0) return { left: before, takenBack };
  const left = new Set([...before, ...wanted]);
  const open = new Set<number>();
  const triedAgain = new Set<number>();
  let doubted: number[] = [];
  for (const record of records.slice(from)) {
    if (record.type === "intent") open.add(record.row);
    if (record.type !== "result") continue;
    const { row, decision, answer } = record;
    open.delete(row);
    if (decision === "again") triedAgain.add(row);
    if (decision === "settled") left.delete(row);
    if (provesTarget(answer.kind)) doubted = [];
    if (!doubtsTarget(answer.kind)) continue;
    if (decision === "settled") doubted.push(row);
    if (decision !== "stopped") continue;
    for (const one of doubted) {
      left.add(one);
      // What another answer of this round says of it stays.
      if (!triedAgain.has(one)) takenBack.add(one);
    }
    doubted = [];
  }
  // Sent, and the program died: nobody knows what became of it. That is `unknown`, and for `replay`.
  for (const row of open) left.delete(row);
  return { left, takenBack };
}
