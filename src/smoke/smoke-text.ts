import { displayWidth, flow, padEnd, truncate, wrap } from "../base/text-width.ts";
import { besideLabel, labelled, tableLines } from "../terminal/layout.ts";
import { amountText, durationText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { CHECK_STATUSES, type CheckGroup, type CheckStatus, STATUS_NAMES } from "./check.ts";
import { checkCount, quotaOf, type SmokePlan } from "./smoke-plan.ts";
import { exchangeLines } from "./smoke-report.ts";
import type { CheckDocument, Discovery, SmokeDocument } from "./smoke-schema.ts";

/** What is about to happen, and above all what it leaves behind. */
export function renderOpening(plan: SmokePlan, style: Style): string {
  const room = besideLabel(style);
  const { environment, roundCount } = plan;
  const place = [...(environment === null ? [] : [environment]), plan.baseUrl, `partner ${plan.partner}`];
  const rounds = roundCount > 1 ? [amountText(roundCount, "round")] : [];
  return textOf([
    ...labelled("Target", flow(place.map(safeText), room, "  "), style),
    ...dotted("Checks", [amountText(checkCount(plan), "check"), ...rounds], style),
    ...labelled("Creates", wrap(quotesText(plan), room), style),
  ]);
}

function textOf(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

/** Facts beside a label, with dots between them. */
function dotted(label: string, facts: readonly string[], style: Style): string[] {
  const pieces = flow(facts.map(safeText), besideLabel(style), ` ${style.signs.dot} `);
  return labelled(label, pieces, style);
}

/** A text below something, broken between words. */
function under(text: string, indent: string, { columns }: Style): string[] {
  return wrap(safeText(text), Math.max(20, columns - indent.length)).map((line) => indent + line);
}

/** Both bounds: of quotes by what the service answers, and of leads whatever it answers. */
function quotesText(plan: SmokePlan): string {
  const { surely, perhaps, quotesMax, leadsMax } = quotaOf(plan);
  const sent = `At most ${amountText(leadsMax, "lead")} are sent, retries included`;
  if (surely + perhaps === 0)
    return `nothing. ${sent}; if the service accepts one that it must refuse, the run stops there`;
  const more = perhaps > 0 ? `, perhaps ${perhaps} more` : "";
  const place = `for good, under ${safeText(plan.email(`${plan.runTag}-...`))}`;
  const stop = `if the service accepts some that it must refuse, the run stops at ${quotesMax} quotes`;
  return `${amountText(surely, "quote")}${more}, ${place}. ${sent}; ${stop}`;
}

const ID_COLUMNS = 16;
const TITLE_COLUMNS = 52;
const DETAIL_INDENT = " ".repeat(6);
const BODY_MAX = 1_200;
/** Two can differ from each other; `--json` has all. */
const EXCHANGES_MAX = 2;

/** What comes before the checks of a group. */
export function renderGroup({ title, section }: CheckGroup, { chalk, signs }: Style): string {
  const place = section === "" ? "" : chalk.dim(` ${signs.dot} section ${section}`);
  return `\n${chalk.bold(title)}${place}\n`;
}

/**
 * One check's line, and under it what differs, with request and answer: once for all checks of one cause.
 *
 * @param sameAs The check of the same cause that was told before; null: none.
 */
export function renderResult(check: CheckDocument, style: Style, sameAs: string | null): string {
  const { differences, exchanges, section, rounds, note, status, curl } = check;
  const plain = (text: string): string[] => under(text, DETAIL_INDENT, style);
  const dim = (text: string): string => DETAIL_INDENT + style.chalk.dim(text);
  const lines = [resultLine(check, style)];
  if (status === "accepted") lines.push(...plain(`Accepted: ${note}`));
  if (differences.length === 0) return textOf(lines);
  if (sameAs === null) {
    const { judged, differing } = rounds;
    const inRounds = judged > 1 ? ` (in ${differing} of ${judged} rounds; the first:)` : "";
    if (section !== "") lines.push(dim(`Interface, section ${section}${inRounds}`));
    lines.push(...differences.flatMap(plain));
    const room = Math.max(20, style.columns - DETAIL_INDENT.length);
    for (const exchange of exchanges.slice(0, EXCHANGES_MAX))
      for (const text of exchangeLines(exchange, BODY_MAX).map(safeText))
        lines.push(...chopped(text, room).map(dim));
    const more = exchanges.length - EXCHANGES_MAX;
    if (more > 0) lines.push(dim(`and ${more} more like it: see --json`));
  } else lines.push(dim(`the same as ${sameAs}`));
  // Unbroken, however long: it is there to be copied.
  if (curl !== null) lines.push(style.chalk.dim(safeText(curl)));
  return textOf(lines);
}

/** The sign of a status, never by colour alone. */
function statusSign(status: CheckStatus, { chalk, signs }: Style): string {
  const { sign, color } = signs.marks[CHECK_STATUSES[status].mark];
  return chalk[color](sign);
}

function resultLine(check: CheckDocument, style: Style): string {
  const { chalk, columns, signs } = style;
  const { id, title, status, note, latencyMs, retries } = check;
  const sign = statusSign(status, style);
  const start = `  ${padEnd(sign, 2)}${padEnd(id.slice(id.indexOf(".") + 1), ID_COLUMNS)}`;
  const isOpen = status === "not-judged" || status === "left-out";
  const time = latencyMs && durationText(latencyMs.p50);
  const beside = isOpen ? note : retries.length > 0 ? `sent again after ${retries.join(", ")}` : time;
  const end = beside ? ` ${signs.dot} ${safeText(beside)}` : "";
  const room = Math.max(10, columns - 4 - ID_COLUMNS - displayWidth(end));
  const shown = padEnd(truncate(title, room, signs.ellipsis), Math.min(room, TITLE_COLUMNS));
  if (isOpen) return chalk.dim(start + shown + end);
  return `${start}${status === "passed" ? shown : chalk.bold(shown)}${chalk.dim(end)}`.trimEnd();
}

/** A request or an answer, broken where the line ends: there is nothing to read between its words. */
function chopped(text: string, room: number): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += room) pieces.push(characters.slice(at, at + room).join(""));
  return pieces;
}

const DAY_MS = 86_400_000;

/** The lines below the table: the verdict, totals, times, what was left behind, why it ended early. */
export function renderClosing(document: SmokeDocument, style: Style): string {
  const { chalk, columns, signs } = style;
  const { summary, smoke, verdict, latencyMs, retries } = document;
  const total = (status: CheckStatus, count: number, word: string): string[] =>
    count === 0 && status !== "passed" ? [] : [`${statusSign(status, style)} ${chalk.bold(count)} ${word}`];
  const totals = STATUS_NAMES.flatMap((status) => {
    const { count, word } = CHECK_STATUSES[status];
    return total(status, summary[count], word);
  });
  totals.push(...total("differs", summary.changed, "changed since the baseline"));
  const facts = [amountText(summary.total, "check"), durationText(smoke.durationMs)];
  if (smoke.roundsWanted > 1) facts.push(`${smoke.rounds} of ${smoke.roundsWanted} rounds`);
  for (const name of ["p50", "p95", "p99"] as const)
    if (latencyMs) facts.push(`${name} ${durationText(latencyMs[name])}`);
  if (retries.length > 0)
    facts.push(`sent again ${amountText(retries.length, "time")} (${[...new Set(retries)].join(", ")})`);
  const stopped = wrap(safeText(smoke.stopReason ?? ""), besideLabel(style));
  return textOf([
    "",
    `${statusSign(VERDICTS[verdict].status, style)} ${chalk.bold(VERDICTS[verdict].text)}`,
    ...flow(totals, columns, "   "),
    ...flow(facts, columns - 2, ` ${signs.dot} `).map((line) => `  ${chalk.dim(line)}`),
    ...causeLines(document, style),
    ...(smoke.stopReason === null ? [] : labelled("Stopped", stopped, style)),
    ...quoteLines(document, style),
  ]);
}

const VERDICTS = {
  pass: { status: "passed", text: "Pass" },
  fail: { status: "differs", text: "Fail: the environment is not as it should be" },
  incomplete: {
    status: "unanswered",
    text: "Incomplete: the checks could not show whether the environment is as it should be",
  },
} as const;

/** How the environment was reached. */
export function renderConnection(
  { address, dnsMs, connectMs, tls }: NonNullable<SmokeDocument["connection"]>,
  at: Date,
  style: Style,
): string {
  const facts = [
    address ?? "?",
    dnsMs !== null && `DNS ${durationText(dnsMs)}`,
    connectMs !== null && `connected in ${durationText(connectMs)}`,
  ];
  const { protocol, cipher, subject, issuer, validTo } = tls ?? NO_TLS;
  const days = validTo ? Math.floor((Date.parse(validTo) - at.getTime()) / DAY_MS) : 0;
  const ofTls = [
    protocol,
    cipher,
    subject && `for ${subject}`,
    issuer && `by ${issuer}`,
    validTo && `until ${validTo.slice(0, 10)} (${amountText(days, "day")})`,
  ];
  const known = (texts: readonly (string | null | false)[]): string[] => texts.flatMap((text) => text || []);
  return textOf([...dotted("Reached", known(facts), style), ...dotted("TLS", known(ofTls), style)]);
}

const NO_TLS = { protocol: null, cipher: null, subject: null, issuer: null, validTo: null };

/** What the environment does where the interface is silent. */
export function renderDiscovery(discovery: Discovery, style: Style): string {
  const { facts, obstacle, complete, baseline, changes, compared } = discovery;
  const { chalk, columns, signs } = style;
  const room = Math.min(44, Math.floor(columns * 0.42));
  const title = (name: string, beside: string): string[] => [
    "",
    `${chalk.bold(name)} ${chalk.dim(`${signs.dot} ${beside}`)}`,
  ];
  const lines = title("Where the interface is silent", "not judged");
  if (obstacle !== null) lines.push(...under(obstacle, "  ", style));
  for (const { question, observed, note } of obstacle === null ? facts : []) {
    const answer = wrap(safeText(observed ?? note ?? ""), Math.max(20, columns - room - 4));
    answer.forEach((line, index) => {
      const left = index === 0 ? truncate(question, room, signs.ellipsis) : "";
      lines.push(`  ${padEnd(left, room)}  ${observed === null ? chalk.dim(line) : line}`);
    });
  }
  if (!complete) lines.push("", ...under(INCOMPLETE_LOOK, "  ", style));
  if (baseline && changes) {
    const status = compared === 0 ? "unanswered" : changes.length > 0 ? "differs" : "passed";
    const count = `${amountText(compared ?? 0, "answer")} compared, ${changes.length} changed`;
    const since = `${baseline.baseUrl}, partner ${baseline.partner}, ${baseline.takenAt}`;
    lines.push(...title("Since the baseline", safeText(since)), `  ${statusSign(status, style)} ${count}`);
    for (const { question, before, now } of changes)
      lines.push(
        `    ${chalk.bold(question)}`,
        ...under(`was: ${before}`, "      ", style),
        ...under(`now: ${now}`, "      ", style),
      );
  }
  return textOf(lines);
}

const INCOMPLETE_LOOK = "Not every question has an answer, so that this look cannot be kept as a baseline.";

/** Percentiles of each check that sent something, for a soak. */
export function renderPercentiles({ checks }: SmokeDocument, { chalk }: Style): string {
  const names = ["p50", "p95", "p99", "max"] as const;
  const rows = checks.flatMap(({ id, latencyMs }) =>
    latencyMs ? [[id, ...names.map((name) => durationText(latencyMs[name]))]] : [],
  );
  const [head = "", ...lines] = tableLines([["check", ...names], ...rows]).map((line) => `  ${line}`);
  return textOf(["", chalk.bold("Times"), chalk.dim(head), ...lines]);
}

function quoteLines({ created, maybeCreated }: SmokeDocument, { chalk, columns }: Style): string[] {
  const entry = (pieces: readonly string[]): string[] =>
    flow(pieces.map(safeText), columns - 4, "  ").map((line, index) => (index === 0 ? "  " : "    ") + line);
  const countOf = (quotes: readonly unknown[]): string => chalk.bold(amountText(quotes.length, "quote"));
  const lines: string[] = [];
  if (created.length > 0)
    lines.push(
      "",
      `${countOf(created)} ${chalk.bold("created")}, for good: nobody can delete ${created.length === 1 ? "it" : "them"}`,
    );
  for (const { quoteId, email } of created) lines.push(...entry([quoteId, email ?? ""]));
  if (maybeCreated.length > 0) lines.push("", `${countOf(maybeCreated)} may have been created`);
  for (const { email, by } of maybeCreated) lines.push(...entry([email ?? "?", by]));
  return lines;
}

/** What did not pass, once more, by cause: it may have scrolled away. */
function causeLines({ causes }: SmokeDocument, style: Style): string[] {
  const room = besideLabel(style);
  return (["differs", "unneeded", "unanswered", "accepted"] as const).flatMap((wanted) => {
    const lines = causes
      .filter(({ status }) => status === wanted)
      .flatMap(({ differences, checks }) => [
        ...flow(checks, room, "  "),
        `  ${style.chalk.dim(truncate(safeText(differences.join(" ")), room - 2, style.signs.ellipsis))}`,
      ]);
    return labelled(CHECK_STATUSES[wanted].label, lines, style);
  });
}
