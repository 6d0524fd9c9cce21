import { displayWidth, flow, padStart, wrap } from "../../base/text-width.ts";
import { STATUSES, type Summary } from "../../outcome/status.ts";
import { besideLabel, labelled, stepLines } from "../../terminal/layout.ts";
import { amountText, countText, durationText, rateText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import type { Result } from "../model/headline.ts";
import type { Reason } from "../model/reason-tally.ts";
import { noticeLines, readingLines, type ShownReading } from "./reading-text.ts";
import { statusMark } from "./status-mark.ts";

/** What a person is to do, and the command or path to copy for it, if there is one. */
export interface ShownStep {
  /** As a sentence without its full stop; the command or path follows it. */
  does: string;
  copy?: string;
}

export interface SummaryData {
  result: Result;
  /** What to do next; those after the first one stand at the end. */
  steps: readonly ShownStep[];
  /** Why rows were not created, grouped. */
  reasons: readonly Reason[];
  /** What there is to say of rows that go anyway, grouped. */
  warnings: readonly Reason[];
  /** Words that were read as other values. */
  changes: readonly Reason[];
  /** Of a run: what became of its rows. */
  summary?: Summary;
  /** Of a check: how its sheet was read. */
  reading?: Omit<ShownReading, "changes">;
  /** What there is to say of the input as a whole. */
  notices?: readonly string[];
  /** Written files, as in `{ label: "Fix", path: "…/fix.csv", note: "84 rows" }`. */
  files?: readonly { label: string; path: string; note?: string }[];
  /** The command that lists every kind; absent where all of them are to be listed now. */
  listAll?: string;
  /** How long the round took; absent where that means nothing. */
  timing?: { durationMs: number; attemptCount: number };
}

/** How many kinds the first block lists, and each of the others. */
const RUN_KINDS_MAX = [6, 3] as const;
const CHECK_KINDS_MAX = [20, 10] as const;
const INDENT = "  ";

/**
 * The text after a run or a check: whether it worked, what to do next, why rows do not go, how the sheet was read, where
 * the files are.
 */
export function renderSummary(data: SummaryData, style: Style): string {
  const { summary, reading, notices = [] } = data;
  const lines = [
    ...headLines(data, style),
    ...blockLines(data, style),
    ...spaced([
      ...(summary ? countLines(summary, style) : []),
      ...(reading ? readingLines(reading, style) : []),
      ...noticeLines(notices, style),
      ...fileLines(data, style),
    ]),
    ...laterLines(data, style),
    ...timingLines(data, style),
  ];
  return `${lines.join("\n")}\n`;
}

const TONES = { good: "ok", attention: "warning", bad: "error" } as const;

/** Whether it worked, and what to do next. */
function headLines({ result, steps }: SummaryData, style: Style): string[] {
  const { chalk, columns, signs } = style;
  const { sign, color } = signs.marks[TONES[result.tone]];
  const margin = " ".repeat(displayWidth(sign) + 1);
  const paragraph = (text: string): string[] => wrap(safeText(text), columns - margin.length);
  const [step] = steps;
  return [
    ...paragraph(result.text).map((line, index) =>
      chalk[color](`${index === 0 ? `${sign} ` : margin}${chalk.bold(line)}`),
    ),
    ...(result.why === null ? [] : paragraph(result.why).map((line) => margin + line)),
    ...(step ? stepLines("Next", step.does, step.copy, style) : []),
  ];
}

/** What there is to say of rows, under one title. */
export interface ReasonBlock {
  title: string;
  reasons: readonly Reason[];
}

/** Why rows did not go, and what there is to say of those that did: what is lost or changed first. */
export function reasonBlocks(
  reasonsTitle: string,
  { reasons, warnings, changes }: Pick<SummaryData, "reasons" | "warnings" | "changes">,
): [whyNot: ReasonBlock, ...others: ReasonBlock[]] {
  const ofHarm = (harm: Reason["harm"]): Reason[] => warnings.filter((kind) => kind.harm === harm);
  const changed = [...changes, ...ofHarm("changed")].sort((one, other) => other.count - one.count);
  return [
    { title: reasonsTitle, reasons },
    { title: "Left out: in the sheet, but not sent", reasons: ofHarm("lost") },
    { title: "Changed: read differently from the sheet", reasons: changed },
    { title: "Worth a look: perhaps not what was meant", reasons: ofHarm("doubtful") },
    { title: "Missing: sent without it", reasons: ofHarm(undefined) },
  ];
}

function blockLines(data: SummaryData, style: Style): string[] {
  const { listAll, reading } = data;
  const [firstMax, othersMax] = reading ? CHECK_KINDS_MAX : RUN_KINDS_MAX;
  const blocks = reasonBlocks(reading ? "To correct" : "What went wrong", data).map((block, at) => {
    const kindsMax = at === 0 ? firstMax : othersMax;
    // A line that says "1 other kind" might as well be that kind.
    const isCut = listAll !== undefined && block.reasons.length > kindsMax + 1;
    return { ...block, isCut, shownCount: isCut ? kindsMax : block.reasons.length };
  });
  const lines = blocks.flatMap((block) => reasonLines(block, block.shownCount, style));
  if (!blocks.some(({ isCut }) => isCut)) return lines;
  const hint = `${INDENT}${style.chalk.dim("All of them are listed by:")}`;
  return [...lines, "", hint, INDENT + INDENT + safeText(listAll ?? "")];
}

/**
 * A titled block, in the order of the kinds:
 *
 *     31  Unit #: Required for condo properties (O17, O23, O40 and 28 more)
 *      9  E-mail: Invalid email (D5, D77, D90 and 6 more)
 */
function reasonLines({ title, reasons }: ReasonBlock, shownCount: number, style: Style): string[] {
  if (reasons.length === 0) return [];
  const left = reasons.slice(shownCount);
  const leftCount = left.reduce((sum, { count }) => sum + count, 0);
  const kinds = [
    ...reasons.slice(0, shownCount).map((reason) => [countText(reason.count), reasonText(reason)] as const),
    ...(left.length > 0
      ? [[countText(leftCount), `more, of ${amountText(left.length, "other kind")}`] as const]
      : []),
  ];
  const countColumns = Math.max(...kinds.map(([count]) => count.length));
  const margin = " ".repeat(INDENT.length * 3 + countColumns);
  const lines = kinds.flatMap(([count, text]) =>
    wrap(text, style.columns - margin.length).map(
      (line, index) =>
        (index === 0 ? INDENT + INDENT + padStart(count, countColumns) + INDENT : margin) + line,
    ),
  );
  const titleLines = wrap(title, style.columns - INDENT.length);
  return ["", ...titleLines.map((line) => INDENT + style.chalk.bold(line)), ...lines];
}

function reasonText({ column, message, count, examples }: Reason): string {
  const more = count > examples.length ? ` and ${countText(count - examples.length)} more` : "";
  const places = examples.length === 0 ? "" : ` (${examples.join(", ")}${more})`;
  return safeText(`${column === undefined ? "" : `${column}: `}${message}${places}`);
}

/** `✔ 4,911 created   ✖ 46 rejected`: the statuses that reports tell; not where one says it all. */
function countLines(summary: Summary, style: Style): string[] {
  const { chalk, signs } = style;
  if (summary.created === summary.total) return [];
  const pieces = STATUSES.filter((status) => summary[status] > 0).map((status) => {
    const { sign, color } = statusMark(status, signs);
    return `${chalk[color](sign)} ${countText(summary[status])} ${status}`;
  });
  return labelled("Rows", flow(pieces, besideLabel(style), "   "), style);
}

/** A path, whole however long, and what there is to say of it: beside it, else below, broken between words. */
function fileLines({ files = [] }: SummaryData, style: Style): string[] {
  const room = besideLabel(style);
  return files.flatMap(({ label, path, note }) => {
    const words = note === undefined ? [] : wrap(safeText(note), room);
    const pieces = [safeText(path), ...words.map((line) => style.chalk.dim(line))];
    return labelled(label, flow(pieces, room, INDENT), style);
  });
}

/** What is to be done besides, in the order of urgency. */
function laterLines({ steps }: SummaryData, style: Style): string[] {
  const inner = { ...style, columns: style.columns - INDENT.length };
  const lines = steps.slice(1).flatMap(({ does, copy }) => stepLines("Then", does, copy, inner));
  return spaced(lines.map((line) => INDENT + line));
}

/** Fewer requests have no rate. */
const TIMED_ATTEMPTS_MIN = 100;
const TIMED_MS_MIN = 10_000;

function timingLines({ timing }: SummaryData, { chalk, signs }: Style): string[] {
  if (!timing) return [];
  const { durationMs, attemptCount } = timing;
  const isMany = attemptCount >= TIMED_ATTEMPTS_MIN;
  if (!isMany && durationMs < TIMED_MS_MIN) return [];
  const rate = isMany ? ` ${signs.dot} ${rateText((attemptCount / durationMs) * 1000)}` : "";
  const text = `${amountText(attemptCount, "request")} in ${durationText(durationMs)}${rate}`;
  return ["", INDENT + chalk.dim(text)];
}

/** Lines that stand apart from those above. */
function spaced(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}
