import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A record of the journal as an outsider reads it. */
interface Line {
  type: string;
  row?: number;
  attempt?: number;
  command?: string;
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
  let isReplay = false;
  const text = readFileSync(join(dir, "journal.ndjson"), "utf8");
  if (!text.endsWith("\n")) story.wrongs.push("the journal ends in a torn line");
  for (const line of text.trimEnd().split("\n")) {
    const record: Line = JSON.parse(line);
    if (record.type === "round") isReplay = record.command === "replay";
    if (record.type === "recovered") crash(story, record);
    if (record.row === undefined) continue;
    const row = rows.get(record.row) ?? freshRow();
    rows.set(record.row, row);
    if (record.type === "intent") noteIntent(row, record, isReplay, story.wrongs);
    if (record.type === "result") noteResult(row, record, story.wrongs);
  }
  for (const [number, { last }] of rows)
    if (last === "open") story.wrongs.push(`row ${number} is still open`);
  return story;
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

function crash({ rows, openCounts, wrongs }: JournalStory, record: Line): void {
  // Rescued results stand before this record: their attempts are open no more.
  const counted = (record.openIntents ?? Number.NaN) - (record.rescuedResults ?? Number.NaN);
  const open = [...rows.values()].filter(({ last }) => last === "open");
  for (const row of open) {
    row.last = "crashed";
    row.wasCrashed = true;
    row.sentCount += 1;
  }
  openCounts.push(open.length);
  if (open.length !== counted)
    wrongs.push(`${open.length} attempts were open, the journal counts ${counted}`);
}

/** An attempt follows an answer that asked for it, or a replay that the person asked for. */
function noteIntent(
  row: RowStory,
  { row: number, attempt }: Line,
  isReplay: boolean,
  wrongs: string[],
): void {
  const mayFollow = ["none", "again", "stopped"].includes(row.last);
  const mayBeReplayed = isReplay && ["failed", "unknown", "crashed"].includes(row.last);
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
