import type { Issue, IssuePlace } from "../../lead/issue.ts";
import type { Lead } from "../../lead/schema.ts";
import type { FieldValue } from "../../sheet/cells/cell-report.ts";
import { saidText } from "../../sheet/cells/cell-text.ts";
import type { ColumnRule, Mapping } from "../../sheet/columns/mapping.ts";
import type { AskedWord, ReadChange } from "../../sheet/rows/mapped-input.ts";
import type { CellValue, Column, InputTable, Notice } from "../../sheet/table.ts";
import { type Repetition, runFinding } from "../run-texts.ts";

/** What a plan says of its input's form; corrections are read by it too. */
export type InputShape = Pick<InputTable, "name" | "format" | "delimiter" | "shownMark">;

export function inputShape({ name, format, delimiter, shownMark }: InputShape): InputShape {
  return {
    name,
    format,
    ...(delimiter !== undefined && { delimiter }),
    ...(shownMark !== undefined && { shownMark }),
  };
}

/** The first line of `plan.ndjson`. */
export interface PlanHeader extends InputShape {
  type: "plan";
  version: 1;
  createdAt: string;
  /** Whether warnings refuse a row; corrections of it are held to the same. */
  strict?: true;
  /** What a mapping file said; only in plans of earlier versions, whose end has no `reading`. */
  mapping?: MappingRecord;
}

/** A selected row: a line of `plan.ndjson`, as it is written and as it is read back. */
export interface PlannedRow {
  /** Spreadsheet row number; see `InputRow`. */
  row: number;
  /** False when it is refused locally. */
  ready: boolean;
  /** See `isDoubtfulLead`. Set where a row is planned, and not written: the lead tells. */
  isDoubtful?: true;
  /** A person has said that it goes. Set where a row is planned, and not written. */
  isToGo?: true;
  /** What its words ask. Set where a row is planned, and not written. */
  asked?: readonly AskedWord[];
  issues: Issue[];
  warnings: Issue[];
  cells: readonly CellValue[];
  /** Its JSON text is what is sent, byte for byte. */
  lead: Lead;
}

/** The last line: a plan without it is incomplete. */
export interface PlanEnd {
  type: "end";
  /** Rows in the input, selected or not. */
  rowsRead: number;
  total: number;
  ready: number;
  /** How many of the ready rows are doubtful: see `isDoubtfulLead`. Absent in plans of earlier versions, and of corrections. */
  doubtful?: number;
  /** Over the lines of all rows: two runs of the same leads have the same.. */
  rowsSha256: string;
  columns: Column[];
  /** Which columns feed a field, by canonical path: for issues that the service raises. */
  places: Record<string, Place>;
  notices: Notice[];
  /** Words that were read as other values beyond doubt. Absent in plans of earlier versions, and where there are none. */
  changes?: ReadChange[];
  /** How the sheet was read, answers and all: corrected rows are read by it. Absent in plans of earlier versions. */
  reading?: MappingRecord;
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
  /** Every other column of which it may be made. Absent where there is none, and in plans of earlier versions. */
  others?: OtherPlace[];
}

export interface OtherPlace extends Pick<Place, "column" | "letters"> {
  /** How far behind the first it is read, where the cells of those before it are empty; absent where it is added to them. */
  rank?: number;
}

/** What a plan says of where fields stand. */
interface Located {
  places: Readonly<Record<string, Place>>;
  columns: readonly Column[];
}

/** Where a field of a row stands in the input, for a person: in the column that it was read from, and all others that fed it. */
export function placeOf(
  path: readonly string[],
  row: number,
  located: Located,
  cells: readonly CellValue[],
): Pick<Issue, "column" | "cell" | "alsoFrom"> {
  const [first, ...others] = placesInRow(path, located, cells).map(
    ({ column, letters }): IssuePlace => ({
      column,
      ...(letters !== undefined && { cell: `${letters}${row}` }),
    }),
  );
  return { ...first, ...(others.length > 0 && { alsoFrom: others }) };
}

/** The columns that fed a field in a row; where all are empty, the one that it is looked for in first. */
export function placesInRow(
  path: readonly string[],
  { places, columns }: Located,
  cells: readonly CellValue[],
): OtherPlace[] {
  const all = placesOfField(path, places);
  if (all.length < 2) return all;
  const filled = all.filter((place) => saidText(cells[columnIndex(place, columns)] ?? null) !== "");
  const lowest = Math.min(...filled.flatMap(({ rank }) => rank ?? []));
  const read = filled.filter(({ rank = lowest }) => rank === lowest);
  return read.length > 0 ? read : all.slice(0, 1);
}

/** Every column that may feed a field; none where no column does. */
export function placesOfField(
  path: readonly string[],
  places: Readonly<Record<string, Place>>,
): OtherPlace[] {
  const key = path.join(".");
  const place = Object.hasOwn(places, key) ? places[key] : undefined;
  if (!place) return [];
  const { others = [], ...first } = place;
  return [{ ...first, rank: 0 }, ...others];
}

/** Where a place's column stands among those of the input. */
export function columnIndex(place: OtherPlace, columns: readonly Column[]): number {
  return columns.findIndex((column) => isColumnOf(place, column));
}

/** Without letters, columns of one name are not told apart. */
export function isColumnOf(
  { column, letters }: Pick<OtherPlace, "column" | "letters">,
  other: Column,
): boolean {
  return letters === undefined ? other.name === column : other.letters === letters;
}

/**
 * A row as a line, newline included. The lead stands last and its length in bytes first, so that the
 * sender can hand its bytes on without parsing anything.
 */
export function encodeRow({ row, ready, issues, warnings, cells, lead }: PlannedRow): string {
  const leadText = JSON.stringify(lead);
  const head = `{"row":${row},"ready":${ready},"leadBytes":${Buffer.byteLength(leadText)}`;
  const details = `"issues":${JSON.stringify(issues)},"warnings":${JSON.stringify(warnings)}`;
  return `${head},${details},"cells":${JSON.stringify(cells)},"lead":${leadText}}\n`;
}

const HEAD = /^\{"row":(\d+),"ready":(true|false),"leadBytes":(\d+),/;
const HEAD_BYTES_MAX = 64;
const CLOSING_BRACE_BYTES = 1;

/** A row where it stands in a plan's file: only its beginning is decoded, which is enough to choose and to send it. */
export interface RowLine {
  row: number;
  ready: boolean;
  leadLength: number;
  /** Byte offset of the line in its file. */
  offset: number;
  /** The line, without its newline. */
  bytes: Buffer;
}

/** Decodes the beginning of a line; undefined for the first and the last line of a plan. */
export function decodeRowLine(bytes: Buffer, offset: number): RowLine | undefined {
  const head = HEAD.exec(bytes.toString("latin1", 0, HEAD_BYTES_MAX));
  if (!head) return undefined;
  return {
    row: Number(head[1]),
    ready: head[2] === "true",
    leadLength: Number(head[3]),
    offset,
    bytes,
  };
}

/** The lead's bytes within its row's line. */
export function leadBytesOf({ bytes, leadLength }: Pick<RowLine, "bytes" | "leadLength">): Buffer {
  const end = bytes.length - CLOSING_BRACE_BYTES;
  return bytes.subarray(end - leadLength, end);
}

export function leadOf(line: RowLine): Lead {
  return JSON.parse(leadBytesOf(line).toString()) as Lead;
}

/**
 * Until November 2026 issues were written down without findings, and one of them decided what goes: that a row repeats the
 * e-mail of another one. In those plans its sentence is its name.
 */
const REPETITION = /^Same e-mail as row (\d+)(, which goes first| of this run): one lead per e-mail$/;

/** An issue as this version writes it down, whichever version has written it. */
function knownIssue(issue: Issue): Issue {
  if (issue.finding !== undefined || issue.code !== "custom" || issue.path[1] !== "email") return issue;
  const [, row, owner] = REPETITION.exec(issue.message) ?? [];
  if (row === undefined) return issue;
  const repetition: Repetition = { row: Number(row), of: owner === " of this run" ? "run" : "sheet" };
  return { ...issue, ...runFinding("email-repeated", repetition) };
}

/** The whole row. */
export function decodeRow({ bytes }: Pick<RowLine, "bytes">): PlannedRow {
  const { row, ready, issues, warnings, cells, lead } = JSON.parse(bytes.toString()) as PlannedRow;
  return { row, ready, issues: issues.map(knownIssue), warnings, cells, lead };
}

/**
 * Whether nothing is against a row but that a person has to say that it goes.
 *
 * @param holds The findings of which a person says so.
 */
export function isHeld({ ready, issues }: Pick<PlannedRow, "ready" | "issues">, holds = HOLDS): boolean {
  return !ready && issues.every(({ finding }) => finding !== undefined && holds.has(finding));
}

/** Findings of rows that the service would take, and that stay behind until a person says that they go. */
export const PERSON_HOLDS: ReadonlySet<string> = new Set(["maybe-same-person"]);
/** These, and tests. */
export const HOLDS: ReadonlySet<string> = new Set(["test-row", ...PERSON_HOLDS]);

/** Whose a lead is, as far as it says. */
export interface Applicant {
  affiliateId: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

export function applicantOf({ affiliateId, contactInfo }: Lead): Applicant {
  return {
    affiliateId: affiliateId ?? null,
    email: contactInfo?.email ?? null,
    firstName: contactInfo?.firstName ?? null,
    lastName: contactInfo?.lastName ?? null,
  };
}

/** A mapping file as a plan keeps it, so that corrected rows are mapped as the run's own were. */
export interface MappingRecord {
  name: string;
  columns: [header: string, rule: ColumnRule][];
  /** Absent where there are none, and in plans of earlier versions. */
  answers?: [id: string, answer: string][];
  constants: [path: string, value: FieldValue][];
  defaults: [path: string, value: FieldValue][];
  decimalMark?: "." | ",";
}

export function encodeMapping(mapping: Mapping): MappingRecord {
  const { name, columns, answers, constants, defaults, decimalMark } = mapping;
  return {
    name,
    columns: [...columns],
    ...(answers.size > 0 && { answers: [...answers] }),
    constants: [...constants],
    defaults: [...defaults],
    ...(decimalMark !== undefined && { decimalMark }),
  };
}

export function decodeMapping(record: MappingRecord): Mapping {
  const { name, columns, answers = [], constants, defaults, decimalMark } = record;
  return {
    name,
    columns: new Map(columns),
    headers: [],
    answers: new Map(answers),
    constants: new Map(constants),
    defaults: new Map(defaults),
    ...(decimalMark !== undefined && { decimalMark }),
  };
}
