import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A record of the journal as an outsider reads it. */
interface Line {
  type: string;
  row?: number;
  attempt?: number;
  /** That a round chose, as in `5,7-10`. */
  rows?: string;
  decision?: string;
  sent?: boolean;
  httpStatus?: number | null;
  answer?: { kind: string; quoteId?: string; loginUrl?: string };
  openIntents?: number;
  rescuedResults?: number;
}

/** What the journal says of one row, told without any code of the program. */
export interface RowStory {
  intentCount: number;
  /** Attempts whose request may have reached the service. */
  sentCount: number;
  /** The last of them: `open` while there is no answer to the last intent, `crashed` when there never will be. */
  last: string;
  wasCrashed: boolean;
  /** An answer that does not say whether the lead was created. */
  hadUnclearAnswer: boolean;
  created: { quoteId: string; loginUrl: string } | null;
}

export interface JournalStory {
  rows: ReadonlyMap<number, RowStory>;
  /** Attempts under way at each crash. */
  openCounts: number[];
  /** What must never happen, in words. */
  wrongs: string[];
}

const UNCLEAR = new Set(["server-error", "gateway-error", "unreadable", "no-answer"]);

export function readJournalStory(dir: string): JournalStory {
  const rows = new Map<number, RowStory>();
  const story: JournalStory = { rows, openCounts: [], wrongs: [] };
  const chosen = new Set<number>();
  const text = readFileSync(join(dir, "journal.ndjson"), "utf8");
  if (!text.endsWith("\n")) story.wrongs.push("the journal ends in a torn line");
  for (const line of text.trimEnd().split("\n")) {
    const record: Line = JSON.parse(line);
    for (const row of rowsOf(record.rows)) chosen.add(row);
    if (record.type === "recovered") for (const row of crash(story, record)) chosen.delete(row);
    if (record.row === undefined) continue;
    const row = rows.get(record.row) ?? freshRow();
    rows.set(record.row, row);
    if (record.type === "intent") noteIntent(row, record, chosen.has(record.row), story.wrongs);
    if (record.type === "result") noteResult(row, record, story.wrongs);
    if (record.decision === "settled") chosen.delete(record.row);
  }
  for (const [number, { last }] of rows)
    if (last === "open") story.wrongs.push(`row ${number} is still open`);
  return story;
}

function rowsOf(ranges = ""): number[] {
  return ranges.split(",").flatMap((range) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    return from === 0 ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

function freshRow(): RowStory {
  return {
    intentCount: 0,
    sentCount: 0,
    last: "none",
    wasCrashed: false,
    hadUnclearAnswer: false,
    created: null,
  };
}

/** Returns the rows whose attempts were under way. */
function crash({ rows, openCounts, wrongs }: JournalStory, record: Line): number[] {
  // Rescued results stand before this record: their attempts are open no more.
  const counted = (record.openIntents ?? Number.NaN) - (record.rescuedResults ?? Number.NaN);
  const open = [...rows].filter(([, { last }]) => last === "open");
  for (const [, row] of open) {
    row.last = "crashed";
    row.wasCrashed = true;
    row.sentCount += 1;
  }
  openCounts.push(open.length);
  if (open.length !== counted)
    wrongs.push(`${open.length} attempts were open, the journal counts ${counted}`);
  return open.map(([row]) => row);
}

/** An attempt follows an answer that asked for it, or a replay that the person asked for and that is not through. */
function noteIntent(
  row: RowStory,
  { row: number, attempt }: Line,
  isChosen: boolean,
  wrongs: string[],
): void {
  const mayFollow = ["none", "again", "stopped"].includes(row.last);
  const mayBeReplayed = isChosen && ["failed", "unknown", "crashed"].includes(row.last);
  if (!mayFollow && !mayBeReplayed) wrongs.push(`row ${number} was sent again after ${row.last}`);
  row.intentCount += 1;
  if (attempt !== row.intentCount)
    wrongs.push(`row ${number}: attempt ${attempt} is number ${row.intentCount}`);
  row.last = "open";
}

function noteResult(row: RowStory, { row: number, decision, answer, sent }: Line, wrongs: string[]): void {
  const kind = answer?.kind ?? "";
  if (row.last !== "open") wrongs.push(`row ${number} got an answer that nobody waited for`);
  if (sent) row.sentCount += 1;
  if (UNCLEAR.has(kind)) row.hadUnclearAnswer = true;
  if (kind === "created") {
    if (row.created) wrongs.push(`row ${number} was created twice`);
    row.created = { quoteId: answer?.quoteId ?? "", loginUrl: answer?.loginUrl ?? "" };
  }
  row.last = decision === "settled" ? settledAs(kind) : (decision ?? "");
}

/** Whether a replay of `failed,unknown` may take the lead up again. */
function settledAs(kind: string): string {
  if (["gateway-error", "unreadable", "no-answer"].includes(kind)) return "unknown";
  return ["server-error", "request-timeout", "not-sent"].includes(kind) ? "failed" : "settled";
}
