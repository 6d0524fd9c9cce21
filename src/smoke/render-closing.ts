import { besideLabel, labelled } from "../terminal/layout.ts";
import { amountText, durationText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { flow, padEnd, truncate, wrap } from "../terminal/text-width.ts";
import { CHECK_STATUSES, type CheckStatus } from "./check.ts";
import type { ConnectionFacts } from "./connection-facts.ts";
import { latencyOf } from "./latency.ts";
import type { CheckResult } from "./run-checks.ts";
import { countResults, type DiscoveryReport, type SmokeReport } from "./smoke-report.ts";
import { statusSign } from "./smoke-table.ts";

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
    const latency = latencyOf(durationsMs);
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

/** The checks that did not hold, once more: they may have scrolled away. */
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
