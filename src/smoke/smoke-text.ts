import { summarizeDurations } from "../base/percentile.ts";
import type { ConnectionFacts } from "../send/connection-facts.ts";
import { besideLabel, labelled } from "../terminal/layout.ts";
import { amountText, durationText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, flow, padEnd, padStart, truncate, wrap } from "../terminal/text-width.ts";
import { causesOf } from "./causes.ts";
import { CHECK_STATUSES, type CheckGroup, type CheckStatus, type StepExchange } from "./check.ts";
import { type CurlOptions, curlText } from "./curl-text.ts";
import type { Comparison } from "./discovery/baseline.ts";
import { exchangeLines, type Scrub } from "./exchange-text.ts";
import type { CheckResult } from "./run-checks.ts";
import { checkCount, quotaOf, type SmokePlan } from "./run-smoke.ts";
import {
  changeCount,
  countResults,
  type DiscoveryReport,
  exitCodeOf,
  type SmokeReport,
  verdictOf,
} from "./smoke-report.ts";

/** What is about to happen, and above all what it leaves behind. */
export function renderOpening(plan: SmokePlan, style: Style): string {
  const room = besideLabel(style);
  const { environment } = plan;
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

/** Both bounds: of quotes by what the service answers, and of leads whatever it answers. */
function quotesText(plan: SmokePlan): string {
  const { surely, perhaps, quotesMax, leadsMax } = quotaOf(plan);
  const sent = `it sends at most ${amountText(leadsMax, "lead")}`;
  if (surely + perhaps === 0)
    return `nothing; where a lead is taken all the same, it stops at the first, and ${sent}`;
  const more = perhaps > 0 ? `, perhaps ${perhaps} more` : "";
  const place = `for good, under ${safeText(plan.email(`${plan.runTag}-...`))}`;
  const stop = `where leads are taken that must be refused, it stops at ${quotesMax} quotes`;
  return `${amountText(surely, "quote")}${more}, ${place}; ${stop}, and ${sent}`;
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

/** How a check that did not pass is told. */
export interface ResultDetails {
  scrub: Scrub;
  /** What requests are repeated with. */
  curl: CurlOptions;
  /** The check of the same cause that was told before; null: none. */
  sameAs: string | null;
}

/** One check's line, and under it what differs, with request and answer: once for all checks of one cause. */
export function renderResult(result: CheckResult, style: Style, details: ResultDetails): string {
  const lines = [resultLine(result, style)];
  const { differences, exchanges, check, differingCount, judgedCount, note, status } = result;
  const { scrub, curl, sameAs } = details;
  if (status === "accepted")
    lines.push(...indented(wrap(safeText(`Accepted: ${note}`), roomBelow(style)), style, "plain"));
  if (differences.length > 0 && sameAs !== null) {
    lines.push(...indented([`the same as ${sameAs}`], style, "dim"));
    lines.push(...curlLines(exchanges, curl, scrub, style));
  } else if (differences.length > 0) {
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
    lines.push(...curlLines(exchanges, curl, scrub, style));
  }
  return `${lines.join("\n")}\n`;
}

/** Unbroken, however long: it is there to be copied. */
function curlLines(
  exchanges: readonly StepExchange[],
  curl: CurlOptions,
  scrub: Scrub,
  { chalk }: Style,
): string[] {
  return exchanges.slice(0, 1).map((exchange) => chalk.dim(safeText(scrub(curlText(exchange, curl)))));
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
  passed: "ok",
  differs: "error",
  accepted: "warning",
  unneeded: "error",
  unanswered: "question",
  "not-judged": "question",
  "left-out": "waiting",
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
  if (note !== null && (status === "not-judged" || status === "left-out")) {
    const beside = ` ${signs.dot} ${safeText(note)}`;
    const beforeNote = truncate(check.title, columns - 4 - ID_COLUMNS - displayWidth(beside), signs.ellipsis);
    return chalk.dim(`  ${sign}${signPad}${padEnd(shortId, ID_COLUMNS)}${beforeNote}${beside}`);
  }
  const shownTitle = status === "passed" ? title : chalk.bold(title);
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
  passed: "passed",
  differs: "differ",
  accepted: "accepted",
  unneeded: "accepted in vain",
  unanswered: "unanswered",
  "not-judged": "not judged",
  "left-out": "left out",
};

const DAY_MS = 86_400_000;

/** The lines below the table: the verdict, totals, times, what was left behind, why it ended early. */
export function renderClosing(report: SmokeReport, style: Style): string {
  const { chalk, columns, signs } = style;
  const counts = countResults(report.results);
  const totals = CHECK_STATUSES.filter((status) => counts[status] > 0 || status === "passed").map(
    (status) => `${statusSign(status, style)} ${chalk.bold(counts[status])} ${WORDS[status]}`,
  );
  const changes = changeCount(report);
  if (changes > 0)
    totals.push(`${statusSign("differs", style)} ${chalk.bold(changes)} changed since the baseline`);
  const facts = [amountText(report.results.length, "check"), durationText(report.durationMs)];
  if (report.roundsWanted > 1) facts.push(`${report.roundsDone} of ${report.roundsWanted} rounds`);
  for (const name of ["p50", "p95", "p99"] as const) {
    if (report.latency) facts.push(`${name} ${durationText(report.latency[name])}`);
  }
  const lines = [
    "",
    ...verdictLines(report, style),
    ...flow(totals, columns, "   "),
    ...flow(facts, columns - 2, ` ${signs.dot} `).map((line) => `  ${chalk.dim(line)}`),
    ...openLines(report.results, style),
    ...(report.stopReason === null ? [] : sentence("Stopped", report.stopReason, style)),
    ...ledgerLines(report, style),
  ];
  return `${lines.join("\n")}\n`;
}

const VERDICT_WORDS = {
  pass: { status: "passed", text: "Pass" },
  fail: { status: "differs", text: "Fail: it differs from what it should be" },
  incomplete: {
    status: "unanswered",
    text: "Incomplete: it could not be told whether it is as it should be",
  },
} as const;

/** As the exit code says it, so that no line above it can be taken for the result. */
function verdictLines(report: SmokeReport, style: Style): string[] {
  const { status, text } = VERDICT_WORDS[verdictOf(exitCodeOf(report))];
  const lines = wrap(text, style.columns - 2);
  return lines.map(
    (line, index) => `${index === 0 ? statusSign(status, style) : " "} ${style.chalk.bold(line)}`,
  );
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
export function renderDiscovery(discovery: DiscoveryReport, style: Style): string {
  const { facts, obstacle, comparison, isComplete } = discovery;
  const { chalk, columns, signs } = style;
  const room = Math.min(44, Math.floor(columns * 0.42));
  const lines = [
    "",
    `${chalk.bold("Where the interface is silent")} ${chalk.dim(`${signs.dot} not judged`)}`,
  ];
  if (obstacle !== null) lines.push(...wrap(obstacle, columns - 2).map((line) => `  ${line}`));
  for (const { question, observed, note } of obstacle === null ? facts : []) {
    const answer = wrap(safeText(observed ?? note ?? "not asked"), Math.max(20, columns - room - 4));
    answer.forEach((line, index) => {
      const left = index === 0 ? truncate(question, room, signs.ellipsis) : "";
      lines.push(`  ${padEnd(left, room)}  ${observed === null ? chalk.dim(line) : line}`);
    });
  }
  if (!isComplete) {
    const text = "Not every question has an answer, so that this look cannot be kept as a baseline.";
    lines.push("", ...wrap(text, columns - 2).map((line) => `  ${line}`));
  }
  return `${[...lines, ...comparisonLines(comparison, style)].join("\n")}\n`;
}

function comparisonLines(comparison: Comparison | null, style: Style): string[] {
  if (!comparison) return [];
  const { chalk, columns, signs } = style;
  const { baseline, changes, comparedCount } = comparison;
  const since = `${baseline.baseUrl}, partner ${baseline.partner}, ${baseline.takenAt}`;
  const status = comparedCount === 0 ? "unanswered" : changes.length > 0 ? "differs" : "passed";
  const count = `${amountText(comparedCount, "answer")} compared, ${changes.length} changed`;
  const lines = [
    "",
    `${chalk.bold("Since the baseline")} ${chalk.dim(`${signs.dot} ${safeText(since)}`)}`,
    `  ${statusSign(status, style)} ${count}`,
  ];
  for (const { question, before, now } of changes) {
    lines.push(`    ${chalk.bold(question)}`);
    lines.push(...wrap(safeText(`was: ${before}`), columns - 6).map((line) => `      ${line}`));
    lines.push(...wrap(safeText(`now: ${now}`), columns - 6).map((line) => `      ${line}`));
  }
  return lines;
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

/** What did not pass, once more, by cause: it may have scrolled away. */
function openLines(results: readonly CheckResult[], style: Style): string[] {
  const room = besideLabel(style);
  return LABELS.flatMap(([status, label]) => {
    const causes = causesOf(results.filter((result) => result.status === status));
    const lines = causes.flatMap(({ differences, checks }) => [
      ...flow(checks, room, "  "),
      `  ${style.chalk.dim(truncate(safeText(differences.join(" ")), room - 2, style.signs.ellipsis))}`,
    ]);
    return labelled(label, lines, style);
  });
}

const LABELS = [
  ["differs", "Differ"],
  ["unneeded", "In vain"],
  ["unanswered", "Silent"],
  ["accepted", "Accepted"],
] as const;

function sentence(label: string, text: string, style: Style): string[] {
  return labelled(label, wrap(safeText(text), besideLabel(style)), style);
}
