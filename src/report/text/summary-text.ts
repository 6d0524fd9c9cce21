import { displayWidth, flow, wrap } from "../../base/text-width.ts";
import { STATUSES, type Summary } from "../../outcome/status.ts";
import { besideLabel, labelled, stepLines } from "../../terminal/layout.ts";
import { amountText, countText, durationText, rateText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import type { Result } from "../model/headline.ts";
import type { Reason } from "../model/reason-tally.ts";
import { noticeLines, readingLines, type ShownReading } from "./reading-text.ts";
import { isCut, reasonLines } from "./reason-text.ts";
import { statusMark } from "./status-mark.ts";

/** What a person is to do, and the command or path to copy for it, if there is one. */
export interface ShownStep {
  /** As a sentence without its full stop; the command or path follows it. */
  does: string;
  copy?: string;
}

interface SummaryData {
  result: Result;
  /** What to do next; those after the first one stand at the end. */
  steps: readonly ShownStep[];
  /** Why rows were not created, grouped. */
  reasons: readonly Reason[];
  /** What there is to say of rows that go anyway, grouped. */
  warnings: readonly Reason[];
  /** Words that were read as other values. */
  changes: readonly Reason[];
  /** Written files, as in `{ label: "Fix", path: "…/fix.csv", note: "84 rows" }`. */
  files?: readonly { label: string; path: string; note?: string }[];
  /** The command that lists every kind; absent where all of them are to be listed now. */
  listAll?: string;
}

export interface RunSummaryData extends SummaryData {
  summary: Summary;
  /** How long the round took; absent where that means nothing. */
  timing?: Timing;
}

/** Times of one round. */
export interface Timing {
  durationMs: number;
  attemptCount: number;
  /** Latency of single attempts. */
  latencyMs?: { p50: number; p95: number; p99: number } | undefined;
}

export interface CheckSummaryData extends SummaryData {
  reading: Omit<ShownReading, "changes">;
  /** What there is to say of the input as a whole. */
  notices?: readonly string[];
}

/** How many kinds a block lists. */
interface KindsMax {
  reasons: number;
  warnings: number;
}

const RUN_KINDS_MAX: KindsMax = { reasons: 6, warnings: 3 };
const CHECK_KINDS_MAX: KindsMax = { reasons: 20, warnings: 10 };
const INDENT = "  ";

/**
 * The text after a run: whether it worked, what to do next, why rows were not created, what was changed, where the
 * files are.
 */
export function renderRunSummary(data: RunSummaryData, style: Style): string {
  return joined([
    ...headLines(data, style),
    ...blockLines("What went wrong", data, RUN_KINDS_MAX, style),
    ...spaced([...countLines(data.summary, style), ...fileLines(data, style)]),
    ...laterLines(data, style),
    ...timingLines(data.timing, style),
  ]);
}

/** The text after a check: what is ready to go, what to do next, what is to be corrected and in which cells. */
export function renderCheckSummary(data: CheckSummaryData, style: Style): string {
  return joined([
    ...headLines(data, style),
    ...blockLines("To correct", data, CHECK_KINDS_MAX, style),
    ...spaced([...readingLines(data.reading, style), ...noticeLines(data.notices ?? [], style)]),
    ...spaced(fileLines(data, style)),
    ...laterLines(data, style),
  ]);
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

function blockLines(reasonsTitle: string, data: SummaryData, max: KindsMax, style: Style): string[] {
  const { listAll } = data;
  const blocks = reasonBlocks(reasonsTitle, data).map(({ title, reasons }, at) => {
    const kindsMax = at === 0 ? max.reasons : max.warnings;
    return { title, reasons, limit: listAll === undefined ? Number.POSITIVE_INFINITY : kindsMax };
  });
  const lines = blocks.flatMap(({ title, reasons, limit }) => reasonLines(title, reasons, limit, style));
  if (!blocks.some(({ reasons, limit }) => isCut(reasons, limit))) return lines;
  const { chalk } = style;
  const hint = `${INDENT}${chalk.dim("All of them are listed by:")}`;
  return [...lines, "", hint, INDENT + INDENT + safeText(listAll ?? "")];
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

function fileLines({ files = [] }: SummaryData, style: Style): string[] {
  return files.flatMap(({ label, path, note }) =>
    labelled(label, withNote(safeText(path), note, style), style),
  );
}

/** What is to be done besides, in the order of urgency. */
function laterLines({ steps }: SummaryData, style: Style): string[] {
  const inner = { ...style, columns: style.columns - INDENT.length };
  const lines = steps.slice(1).flatMap(({ does, copy }) => stepLines("Then", does, copy, inner));
  return spaced(lines.map((line) => INDENT + line));
}

/** Fewer requests make no distribution. */
const TIMED_ATTEMPTS_MIN = 100;
const TIMED_MS_MIN = 10_000;

function timingLines(timing: Timing | undefined, { chalk, columns, signs }: Style): string[] {
  if (!timing) return [];
  const { durationMs, attemptCount, latencyMs } = timing;
  const isMany = attemptCount >= TIMED_ATTEMPTS_MIN;
  if (!isMany && durationMs < TIMED_MS_MIN) return [];
  const facts = [`${amountText(attemptCount, "request")} in ${durationText(durationMs)}`];
  if (isMany) {
    facts.push(rateText((attemptCount / durationMs) * 1000));
    for (const [name, ms] of Object.entries(latencyMs ?? {})) facts.push(`${name} ${durationText(ms)}`);
  }
  const lines = flow(facts, columns - INDENT.length, ` ${signs.dot} `);
  return ["", ...lines.map((line) => INDENT + chalk.dim(line))];
}

/** Lines that stand apart from those above. */
function spaced(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}

/** A path, whole however long, and what there is to say of it: beside it, else below, broken between words. */
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
