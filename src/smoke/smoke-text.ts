import { summarizeDurations } from "../base/percentile.ts";
import type { ConnectionFacts } from "../send/connection-facts.ts";
import { besideLabel, labelled } from "../terminal/layout.ts";
import { amountText, durationText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, flow, padEnd, padStart, truncate, wrap } from "../terminal/text-width.ts";
import { CHECK_STATUSES, type CheckGroup, type CheckStatus, type StepExchange } from "./check.ts";
import { exchangeLines, type Scrub } from "./exchange-text.ts";
import type { CheckResult } from "./run-checks.ts";
import { checkCount, quotesOf, type SmokePlan } from "./run-smoke.ts";
import { countResults, type DiscoveryReport, type SmokeReport } from "./smoke-report.ts";

/**
 * What is about to happen, and above all what it leaves behind.
 *
 * @param environment Its name; null where it has none.
 */
export function renderOpening(plan: SmokePlan, environment: string | null, style: Style): string {
  const room = besideLabel(style);
  const place = [...(environment === null ? [] : [environment]), plan.baseUrl, `partner ${plan.partner}`];
  const amounts = [amountText(checkCount(plan), "check")];
  if (plan.roundCount > 1) amounts.push(amountText(plan.roundCount, "round"));
  const lines = [
    ...labelled("Target", flow(place.map(safeText), room, "  "), style),
    ...labelled("Checks", flow(amounts, room, ` ${style.signs.dot} `), style),
    ...labelled("Creates", wrap(quotesText(plan), room), style),
  ];
  return `${lines.join("\n")}\n`;
}

function quotesText(plan: SmokePlan): string {
  const { surely, perhaps } = quotesOf(plan);
  if (surely + perhaps === 0) return "nothing";
  const more = perhaps > 0 ? `, perhaps ${perhaps} more` : "";
  return `${amountText(surely, "quote")}${more}, for good, under ${safeText(plan.email(`${plan.runTag}-...`))}`;
}

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
  const time = summarizeDurations(durationsMs);
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

const WORDS: Readonly<Record<CheckStatus, string>> = {
  holds: "hold",
  differs: "differ",
  unanswered: "unanswered",
  "not-judged": "not judged",
};

const DAY_MS = 86_400_000;

/** The lines below the table: totals, times, what was left behind, why it ended early. */
export function renderClosing(report: SmokeReport, style: Style): string {
  const { chalk, columns, signs } = style;
  const counts = countResults(report.results);
  const totals = CHECK_STATUSES.filter((status) => counts[status] > 0 || status === "holds").map(
    (status) => `${statusSign(status, style)} ${chalk.bold(counts[status])} ${WORDS[status]}`,
  );
  const facts = [amountText(report.results.length, "check"), durationText(report.durationMs)];
  if (report.roundsWanted > 1) facts.push(`${report.roundsDone} of ${report.roundsWanted} rounds`);
  for (const name of ["p50", "p95", "p99"] as const) {
    if (report.latency) facts.push(`${name} ${durationText(report.latency[name])}`);
  }
  const lines = [
    "",
    ...flow(totals, columns, "   "),
    ...flow(facts, columns - 2, ` ${signs.dot} `).map((line) => `  ${chalk.dim(line)}`),
    ...differingLines(report.results, style),
    ...(report.stopReason === null ? [] : sentence("Stopped", report.stopReason, style)),
    ...ledgerLines(report, style),
  ];
  return `${lines.join("\n")}\n`;
}

/** How the environment was reached. */
export function renderConnection(facts: ConnectionFacts, at: Date, style: Style): string {
  const { address, dnsMs, connectMs, tls } = facts;
  const pieces = [safeText(address ?? "?")];
  if (dnsMs !== null) pieces.push(`DNS ${durationText(dnsMs)}`);
  if (connectMs !== null) pieces.push(`connected in ${durationText(connectMs)}`);
  const lines = labelled("Reached", flow(pieces, besideLabel(style), ` ${style.signs.dot} `), style);
  if (tls) {
    const days = tls.validTo ? Math.floor((tls.validTo.getTime() - at.getTime()) / DAY_MS) : null;
    const texts = [
      tls.protocol,
      tls.cipher,
      tls.subject && `for ${tls.subject}`,
      tls.issuer && `by ${tls.issuer}`,
      tls.validTo && `until ${tls.validTo.toISOString().slice(0, 10)} (${amountText(days ?? 0, "day")})`,
    ].flatMap((text) => (text ? [safeText(text)] : []));
    lines.push(...labelled("TLS", flow(texts, besideLabel(style), ` ${style.signs.dot} `), style));
  }
  return `${lines.join("\n")}\n`;
}

/** What the environment does where the interface is silent. */
export function renderDiscovery({ facts, obstacle, comparison }: DiscoveryReport, style: Style): string {
  const { chalk, columns, signs } = style;
  const room = Math.min(44, Math.floor(columns * 0.42));
  const lines = [
    "",
    `${chalk.bold("Where the interface is silent")} ${chalk.dim(`${signs.dot} not judged`)}`,
  ];
  if (obstacle !== null) lines.push(...wrap(obstacle, columns - 2).map((line) => `  ${line}`));
  for (const { question, observed } of obstacle === null ? facts : []) {
    const answer = wrap(safeText(observed ?? "not asked"), Math.max(20, columns - room - 4));
    answer.forEach((line, index) => {
      const left = index === 0 ? truncate(question, room, signs.ellipsis) : "";
      lines.push(`  ${padEnd(left, room)}  ${observed === null ? chalk.dim(line) : line}`);
    });
  }
  if (comparison) {
    const { baseline, changes, comparedCount } = comparison;
    const since = `${baseline.baseUrl}, partner ${baseline.partner}, ${baseline.takenAt}`;
    lines.push("", `${chalk.bold("Since the baseline")} ${chalk.dim(`${signs.dot} ${safeText(since)}`)}`);
    const count = `${amountText(comparedCount, "answer")} compared, ${changes.length} changed`;
    lines.push(`  ${statusSign(changes.length > 0 ? "differs" : "holds", style)} ${count}`);
    for (const { question, before, now } of changes) {
      lines.push(`    ${chalk.bold(question)}`);
      lines.push(...wrap(safeText(`was: ${before}`), columns - 6).map((line) => `      ${line}`));
      lines.push(...wrap(safeText(`now: ${now}`), columns - 6).map((line) => `      ${line}`));
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Percentiles of each check that sent something, for a soak. */
export function renderPercentiles(results: readonly CheckResult[], style: Style): string {
  const lines = [
    "",
    style.chalk.bold("Times"),
    style.chalk.dim(`  ${padEnd("check", 32)}     p50     p95     p99     max`),
  ];
  for (const { check, durationsMs } of results) {
    const latency = summarizeDurations(durationsMs);
    if (!latency) continue;
    const times = [latency.p50, latency.p95, latency.p99, latency.max].map((ms) =>
      durationText(ms).padStart(8),
    );
    lines.push(`  ${padEnd(check.id, 32)}${times.join("")}`);
  }
  return `${lines.join("\n")}\n`;
}

function ledgerLines({ ledger }: SmokeReport, style: Style): string[] {
  const { chalk, columns } = style;
  const { created, maybeCreated } = ledger;
  const entry = (pieces: readonly string[]): string[] =>
    flow(pieces.map(safeText), columns - 4, "  ").map((line, index) =>
      index === 0 ? `  ${line}` : `    ${line}`,
    );
  const lines: string[] = [];
  if (created.length > 0) {
    const count = chalk.bold(`${amountText(created.length, "quote")} created`);
    lines.push("", `${count}, for good: nothing can delete them`);
    for (const { quoteId, email } of created) lines.push(...entry([quoteId, email ?? ""]));
  }
  if (maybeCreated.length > 0) {
    lines.push("", `${chalk.bold(amountText(maybeCreated.length, "lead"))} that may have become a quote`);
    for (const { email, by } of maybeCreated) lines.push(...entry([email ?? "?", by]));
  }
  return lines;
}

/** The checks that did not pass, once more: they may have scrolled away. */
function differingLines(results: readonly CheckResult[], style: Style): string[] {
  return (["differs", "unanswered"] as const).flatMap((status) => {
    const ids = results.filter((result) => result.status === status).map(({ check }) => check.id);
    const label = status === "differs" ? "Differ" : "Silent";
    return ids.length === 0 ? [] : labelled(label, flow(ids, besideLabel(style), "  "), style);
  });
}

function sentence(label: string, text: string, style: Style): string[] {
  return labelled(label, wrap(safeText(text), besideLabel(style)), style);
}
