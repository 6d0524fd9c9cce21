import { durationText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, padEnd, padStart, truncate, wrap } from "../terminal/text-width.ts";
import type { CheckGroup, CheckStatus, StepExchange } from "./check.ts";
import { exchangeLines, type Scrub } from "./exchange-text.ts";
import { latencyOf } from "./latency.ts";
import type { CheckResult } from "./run-checks.ts";

const ID_COLUMNS = 16;
const TITLE_COLUMNS_MAX = 52;
const SECTION_COLUMNS = 18;
const TIME_COLUMNS = 8;
const DETAIL_INDENT = " ".repeat(6);
const BODY_MAX = 1_200;

/** What comes before the checks of a group. */
export function renderGroup({ title, section }: CheckGroup, { chalk, signs }: Style): string {
  return `\n${chalk.bold(title)} ${chalk.dim(`${signs.dot} section ${section}`)}\n`;
}

/** One check's line, and under it what differs, with request and answer. */
export function renderResult(result: CheckResult, style: Style, scrub: Scrub): string {
  const lines = [resultLine(result, style)];
  const { differences, exchanges, check, differingCount, judgedCount } = result;
  if (differences.length > 0) {
    const rounds = judgedCount > 1 ? ` (in ${differingCount} of ${judgedCount} rounds; the first:)` : "";
    lines.push(`${DETAIL_INDENT}${style.chalk.dim(`Interface, section ${check.section}${rounds}`)}`);
    const room = roomBelow(style);
    const sentences = differences.map((difference) => safeText(scrub(difference)));
    lines.push(...sentences.flatMap((sentence) => indented(wrap(sentence, room), style, "plain")));
    const shown = tellingExchanges(result);
    for (const exchange of shown) {
      const texts = exchangeLines(exchange, scrub, BODY_MAX).map(safeText);
      lines.push(...texts.flatMap((text) => indented(chopped(text, room), style, "dim")));
    }
    const more = exchanges.length - shown.length;
    if (more > 0) lines.push(...indented([`and ${more} more like it: see --json`], style, "dim"));
  }
  return `${lines.join("\n")}\n`;
}

/** The first exchange that differs by itself, or else the first two, which differ from each other. `--json` has all. */
function tellingExchanges({ check, status, exchanges }: CheckResult): readonly StepExchange[] {
  const [first] = exchanges;
  if (!first) return [];
  const isEnough = status === "unanswered" || check.judge([first]).length > 0;
  return isEnough ? [first] : exchanges.slice(0, 2);
}

/** The sign of a status, never by colour alone. */
export function statusSign(status: CheckStatus, { chalk, signs }: Style): string {
  const { sign, color } = signs.marks[MARK_OF[status]];
  return chalk[color](sign);
}

const MARK_OF = {
  holds: "ok",
  differs: "error",
  unanswered: "question",
  "not-judged": "waiting",
} as const;

function resultLine(result: CheckResult, style: Style): string {
  const { chalk, columns, signs } = style;
  const { check, status, note, durationsMs } = result;
  const withSection = columns >= 4 + ID_COLUMNS + TITLE_COLUMNS_MAX + SECTION_COLUMNS + TIME_COLUMNS;
  const shortId = check.id.slice(check.id.indexOf(".") + 1);
  const sides = 4 + ID_COLUMNS + (withSection ? SECTION_COLUMNS : 0) + TIME_COLUMNS;
  const room = Math.max(10, Math.min(TITLE_COLUMNS_MAX, columns - sides));
  const title = padEnd(truncate(check.title, room, signs.ellipsis), room);
  const section = withSection ? padEnd(` ${check.section}`, SECTION_COLUMNS) : "";
  const time = latencyOf(durationsMs);
  const sign = statusSign(status, style);
  const signPad = " ".repeat(Math.max(1, 2 - displayWidth(sign)));
  if (note !== null && status === "not-judged") {
    const beside = ` ${signs.dot} ${safeText(note)}`;
    const beforeNote = truncate(check.title, columns - 4 - ID_COLUMNS - displayWidth(beside), signs.ellipsis);
    return chalk.dim(`  ${sign}${signPad}${padEnd(shortId, ID_COLUMNS)}${beforeNote}${beside}`);
  }
  const shownTitle = status === "holds" ? title : chalk.bold(title);
  const shownTime = time ? padStart(durationText(time.p50), TIME_COLUMNS) : "";
  return `  ${sign}${signPad}${padEnd(shortId, ID_COLUMNS)}${shownTitle}${chalk.dim(section + shownTime)}`.trimEnd();
}

/** The columns that remain below a check's line. */
function roomBelow({ columns }: Style): number {
  return Math.max(20, columns - DETAIL_INDENT.length);
}

/** A request or an answer, broken where the line ends: there is nothing to read between its words. */
function chopped(text: string, room: number): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += room) pieces.push(characters.slice(at, at + room).join(""));
  return pieces;
}

function indented(lines: readonly string[], { chalk }: Style, look: "plain" | "dim"): string[] {
  return lines.map((line) => DETAIL_INDENT + (look === "dim" ? chalk.dim(line) : line));
}
