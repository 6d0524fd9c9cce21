import type { Issue } from "../lead/issue.ts";
import type { Lead } from "../lead/schema.ts";
import type { InputFormat } from "../settings/options.ts";
import type { CellValue, Column, Notice } from "../sheet/table.ts";
import type { MappingRecord } from "./mapping-record.ts";

/** The first line of `plan.ndjson`. */
export interface PlanHeader {
  type: "plan";
  version: 1;
  /** The input's file name without folders, or `stdin`. */
  name: string;
  format: InputFormat;
  delimiter?: string;
  /** The mark of fractions that the amounts showed; corrections are read by it too. */
  shownMark?: "." | ",";
  createdAt: string;
  /** Whether warnings refuse a row; corrections of it are held to the same. */
  strict?: true;
  /** What a mapping file said. */
  mapping?: MappingRecord;
}

/** What is decided of one selected row. */
export interface RowVerdict {
  /** Spreadsheet row number; see `InputRow`. */
  row: number;
  /** False when it is refused locally. */
  ready: boolean;
  issues: Issue[];
  warnings: Issue[];
  cells: readonly CellValue[];
}

/** A row on its way into a plan: a line of `plan.ndjson`. */
export interface PlannedRow extends RowVerdict {
  /** The lead's JSON text, exactly as it is sent. */
  leadText: string;
}

/** A row as it is read back. */
export interface StoredRow extends RowVerdict {
  lead: Lead;
}

/** The last line: a plan without it is no plan. */
export interface PlanEnd {
  type: "end";
  /** Rows in the input, selected or not. */
  rowsRead: number;
  total: number;
  ready: number;
  /** Over the lines of all rows: two runs of the same leads have the same.. */
  rowsSha256: string;
  columns: Column[];
  /** Which column fed a field, by canonical path: for issues that the service raises. */
  places: Record<string, Place>;
  notices: Notice[];
}

/** What a plan says of itself, without its rows. */
export interface PlanFacts {
  header: PlanHeader;
  end: PlanEnd;
}

export interface Place {
  /** The header as it stands in the input. */
  column: string;
  /** The column's letters in a spreadsheet. */
  letters?: string;
}

/** Where a field of a row stands in the input, for a person. */
export function placeOf(
  path: readonly string[],
  row: number,
  { places }: { places: Readonly<Record<string, Place>> },
): { column?: string; cell?: string } {
  const key = path.join(".");
  const place = Object.hasOwn(places, key) ? places[key] : undefined;
  if (!place) return {};
  return { column: place.column, ...(place.letters !== undefined && { cell: `${place.letters}${row}` }) };
}

/**
 * A row as a line, newline included. The lead stands last and its length in bytes first, so that the
 * sender can hand its bytes on without parsing anything.
 */
export function encodeRow(planned: PlannedRow): string {
  const { row, ready, issues, warnings, cells, leadText } = planned;
  const head = `{"row":${row},"ready":${ready},"leadBytes":${Buffer.byteLength(leadText)}`;
  const details = `"issues":${encodeIssues(issues)},"warnings":${encodeIssues(warnings)}`;
  return `${head},${details},"cells":${JSON.stringify(cells)},"lead":${leadText}}\n`;
}

function encodeIssues(issues: readonly Issue[]): string {
  return issues.length === 0 ? "[]" : JSON.stringify(issues);
}

const HEAD = /^\{"row":(\d+),"ready":(true|false),"leadBytes":(\d+),/;
const HEAD_BYTES_MAX = 64;
const CLOSING_BRACE_BYTES = 1;

export interface RowHead {
  row: number;
  ready: boolean;
  leadBytes: number;
}

/** The beginning of a row's line; undefined for the first and the last line of a plan. */
export function decodeHead(line: Buffer): RowHead | undefined {
  const head = HEAD.exec(line.toString("latin1", 0, HEAD_BYTES_MAX));
  if (!head) return undefined;
  return { row: Number(head[1]), ready: head[2] === "true", leadBytes: Number(head[3]) };
}

/** The lead's bytes within a row's line. */
export function leadBytesOf(line: Buffer, head: RowHead): Buffer {
  const end = line.length - CLOSING_BRACE_BYTES;
  return line.subarray(end - head.leadBytes, end);
}

/** A whole row. */
export function decodeRow(line: Buffer): StoredRow {
  const { row, ready, issues, warnings, cells, lead } = JSON.parse(line.toString()) as StoredRow;
  return { row, ready, issues, warnings, cells, lead };
}
