import { dismissedText, maybeCreatedText } from "../outcome/guidance.ts";
import { STATUSES, type Status, type Summary } from "../outcome/status.ts";
import { besideLabel, labelled, sentenceLines } from "../terminal/layout.ts";
import { amountText, countText, durationText, rateText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, flow, padEnd, padStart, wrap } from "../terminal/text-width.ts";
import { noticeLines, readingLines, type ShownReading } from "./reading-text.ts";
import { statusMark } from "./status-mark.ts";

interface SummaryData {
  summary: Summary;
  durationMs: number;
  /** Why rows were not created, grouped. */
  reasons: Reasons;
  /** What is doubtful of rows that were sent all the same, grouped. */
  warnings: Reasons;
  /** Written files, as in `{ label: "Fix", path: "…/fix.csv", note: "84 rows" }`. */
  files?: readonly { label: string; path: string; note?: string }[];
  /** The exact commands to type next (see `shellWord`), and when or why, in a few words; or a sentence without one. */
  next?: readonly { command?: string; note?: string }[];
}

export interface RunSummaryData extends SummaryData {
  ratePerSecond?: number;
  latencyMs?: { p50: number; p95: number; p99: number };
  /** Why the run stopped early, as a sentence. */
  stopReason?: string;
}

export interface CheckSummaryData extends SummaryData {
  /** Rows in the input, selected or not. */
  rowsRead: number;
  reading: ShownReading;
  /** What there is to say of the input as a whole. */
  notices?: readonly string[];
  /** Questions that are open: no row goes before they are answered. Absent: none. */
  questionCount?: number;
}

const RUN_KINDS_MAX = 5;
const CHECK_KINDS_MAX = 20;
const INDENT = "  ";

/** The text after a run: what became of the rows, why, where to read more, what to type next. */
export function renderRunSummary(data: RunSummaryData, style: Style): string {
  const { durationMs, ratePerSecond, latencyMs } = data;
  const facts = [amountText(data.summary.total, "row"), durationText(durationMs)];
  if (ratePerSecond !== undefined) facts.push(rateText(ratePerSecond));
  for (const [name, ms] of Object.entries(latencyMs ?? {})) facts.push(`${name} ${durationText(ms)}`);
  const counts = STATUSES.map((status) => ({ status, count: data.summary[status], word: status }));
  return joined([
    ...countLines(counts, style),
    ...maybeLines(data.summary, style),
    ...dismissedLines(data.summary, style),
    ...factLines(facts, style),
    ...(data.stopReason === undefined ? [] : sentenceLines("Stopped", data.stopReason, style)),
    ...reasonLines("Top reasons", data.reasons, RUN_KINDS_MAX, style),
    ...reasonLines("Warnings", data.warnings, RUN_KINDS_MAX, style),
    ...closingLines(data, style),
  ]);
}

/** The text after a check: what is ready to go, what is to be fixed and in which cells, what to type next. */
export function renderCheckSummary(data: CheckSummaryData, style: Style): string {
  const { summary } = data;
  const isAnswered = (data.questionCount ?? 0) === 0;
  const counts: Count[] = [
    { status: "created", count: summary.pending, word: isAnswered ? "ready" : "ready but for the questions" },
    { status: "invalid", count: summary.invalid, word: "invalid" },
  ];
  const selected = summary.total === data.rowsRead ? [] : [`${countText(summary.total)} of them selected`];
  const facts = [amountText(data.rowsRead, "row"), ...selected, durationText(data.durationMs)];
  return joined([
    ...countLines(counts, style),
    ...factLines(facts, style),
    ...readingLines(data.reading, style),
    ...spaced(noticeLines(data.notices ?? [], style)),
    ...reasonLines("To fix", data.reasons, CHECK_KINDS_MAX, style),
    ...reasonLines("Warnings", data.warnings, CHECK_KINDS_MAX, style),
    ...closingLines(data, style),
  ]);
}

interface Count {
  status: Status;
  count: number;
  word: string;
}

/** `✔ 4,911 created   ✖ 46 rejected`; what does not occur is left out, but for the first. */
function countLines(counts: readonly Count[], { chalk, columns, signs }: Style): string[] {
  const pieces = counts
    .filter(({ count }, index) => count > 0 || index === 0)
    .map(({ status, count, word }) => {
      const { sign, color } = statusMark(status, signs);
      return `${count > 0 ? chalk[color](sign) : chalk.gray(sign)} ${chalk.bold(countText(count))} ${word}`;
    });
  return flow(pieces, columns, "   ");
}

/** Rows that may exist, whatever their status. */
function maybeLines(summary: Summary, { chalk, columns }: Style): string[] {
  const text = maybeCreatedText(summary);
  if (text === "") return [];
  return wrap(`${text}.`, columns - INDENT.length).map((line) => INDENT + chalk.yellow(line));
}

/** Rows that a person took out, which are among those refused. */
function dismissedLines(summary: Summary, { chalk, columns }: Style): string[] {
  const text = dismissedText(summary);
  if (text === "") return [];
  return wrap(`${text}.`, columns - INDENT.length).map((line) => INDENT + chalk.dim(line));
}

function factLines(facts: readonly string[], { chalk, columns, signs }: Style): string[] {
  return flow(facts, columns - INDENT.length, ` ${signs.dot} `).map((line) => INDENT + chalk.dim(line));
}

function closingLines({ files = [], next = [] }: SummaryData, style: Style): string[] {
  const lines = [
    ...files.flatMap(({ label, path, note }) =>
      labelled(label, withNote(safeText(path), note, style), style),
    ),
    ...next.flatMap(({ command, note }) => {
      if (command === undefined) return sentenceLines("Next", note ?? "", style);
      return labelled("Next", withNote(style.chalk.bold(safeText(command)), note, style), style);
    }),
  ];
  return spaced(lines);
}

/** Lines that stand apart from those above. */
function spaced(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}

/** A path or a command, whole however long, and what there is to say of it: beside it, else below, broken between words. */
function withNote(whole: string, note: string | undefined, style: Style): string[] {
  if (note === undefined) return [whole];
  const room = besideLabel(style);
  const words = safeText(note);
  const isBeside = displayWidth(whole) + INDENT.length + displayWidth(words) <= room;
  if (isBeside) return [whole + INDENT + style.chalk.dim(words)];
  return [whole, ...wrap(words, room).map((line) => style.chalk.dim(line))];
}

function joined(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

/** One kind of mistake, and how often it occurs. */
export interface Reason {
  message: string;
  /** What a person calls its place: the column's header, else the field's label. */
  column?: string;
  count: number;
  /** Where it occurs, the first few: cells (`O17`), or rows (`row 17`) where there are no cells. */
  examples: readonly string[];
}

/** Kinds of mistakes, most frequent first, and how often others occurred that were too many to tell apart. */
export interface Reasons {
  kinds: readonly Reason[];
  uncountedKindsCount?: number;
}

const GAP = "   ";
/** Narrower, and the places stand below the messages instead of beside them. */
const MESSAGE_COLUMNS_MIN = 30;
/** Wider, and the eye loses the line on its way to the places. */
const MESSAGE_COLUMNS_MAX = 90;

/**
 * A titled block, most frequent first:
 *
 *     31  Unit #: Required for condo properties   O17, O23, O40 and 28 more
 *      9  E-mail: Invalid email                   D5, D77, D90 and 6 more
 */
export function reasonLines(title: string, reasons: Reasons, kindsMax: number, style: Style): string[] {
  if (reasons.kinds.length === 0) return [];
  const listed = reasons.kinds.slice(0, listedCount(reasons, kindsMax));
  const shown = listed.map((reason) => ({
    count: countText(reason.count),
    message: (reason.column === undefined ? "" : `${safeText(reason.column)}: `) + safeText(reason.message),
    places: placePieces(reason),
  }));
  const rest = restOf(reasons, listed.length);
  const countColumns = Math.max(...[...shown, ...rest].map(({ count }) => count.length));
  const room = style.columns - INDENT.length * 3 - countColumns;
  const placesColumns = Math.max(...shown.map(({ places }) => displayWidth(places.join(" "))));
  const messageRoom = room - GAP.length - placesColumns;
  const messageColumns = Math.min(
    messageRoom,
    MESSAGE_COLUMNS_MAX,
    Math.max(...shown.map(({ message }) => displayWidth(message))),
  );
  const isBeside = messageRoom >= MESSAGE_COLUMNS_MIN;
  const blocks = shown.map(({ count, message, places }) => ({
    count,
    lines: isBeside ? beside(message, places, messageColumns, style) : below(message, places, room, style),
  }));
  const margin = " ".repeat(INDENT.length * 3 + countColumns);
  const lines = [...blocks, ...rest].flatMap(({ count, lines }) =>
    lines.map(
      (line, index) =>
        (index === 0 ? INDENT + INDENT + padStart(count, countColumns) + INDENT : margin) + line,
    ),
  );
  return ["", INDENT + style.chalk.bold(title), ...lines];
}

/** A line that says "1 other kind" might as well be that kind. */
function listedCount({ kinds, uncountedKindsCount = 0 }: Reasons, kindsMax: number): number {
  return uncountedKindsCount === 0 && kinds.length === kindsMax + 1 ? kinds.length : kindsMax;
}

function beside(
  message: string,
  places: readonly string[],
  messageColumns: number,
  { chalk }: Style,
): string[] {
  const [first = "", ...more] = wrap(message, messageColumns);
  return places.length === 0
    ? [first, ...more]
    : [padEnd(first, messageColumns) + GAP + chalk.dim(places.join(" ")), ...more];
}

function below(message: string, places: readonly string[], room: number, { chalk }: Style): string[] {
  return [...wrap(message, room), ...flow(places, room, " ").map((line) => chalk.dim(line))];
}

/** `O17,` `O23,` `O40` `and 28 more`, to be put into lines. */
function placePieces({ count, examples }: Reason): string[] {
  const rest = count - examples.length;
  const places = examples.map((place, index) =>
    index < examples.length - 1 ? `${safeText(place)},` : safeText(place),
  );
  return rest > 0 && examples.length > 0 ? [...places, `and ${countText(rest)} more`] : places;
}

/** What the kinds that are not listed come to, if there are any. */
function restOf(
  { kinds, uncountedKindsCount = 0 }: Reasons,
  listedKindsCount: number,
): { count: string; lines: string[] }[] {
  const rest = kinds.slice(listedKindsCount);
  const count = rest.reduce((sum, reason) => sum + reason.count, uncountedKindsCount);
  if (count === 0) return [];
  const text =
    uncountedKindsCount > 0
      ? "issues of many other kinds"
      : `issues of ${amountText(rest.length, "other kind")}`;
  return [{ count: countText(count), lines: [text] }];
}
