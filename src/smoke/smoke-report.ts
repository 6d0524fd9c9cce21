import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { mapTexts } from "../base/json-value.ts";
import { programVersion } from "../base/package-files.ts";
import { canRedact, redactor } from "../base/redact.ts";
import type { ConnectionFacts } from "../send/connection-facts.ts";
import { shellWord } from "../terminal/shell-command.ts";
import { CHECK_STATUSES, type CheckStatus, STATUS_NAMES, type StepExchange } from "./check.ts";
import type { SmokeFailure } from "./preflight.ts";
import type { CheckResult } from "./run-checks.ts";
import { type Quota, quotaOf, type SmokePlan } from "./smoke-plan.ts";
import { hasMadeQuote, type Ledger } from "./smoke-round.ts";
import type { CheckDocument, Discovery, SmokeDocument } from "./smoke-schema.ts";

/** All that one run found out about an environment; also of a run that never began. */
export interface SmokeReport {
  /** Null where it ended before all of it was known. */
  plan: SmokePlan | null;
  /** The environment's name; null where it has none. */
  environment: string | null;
  startedAt: Date;
  /** Whether the service was there and took the key, so that there is more to tell than why it failed. */
  isReached: boolean;
  roundsDone: number;
  /** Why it did not begin, or could not be told whole; null where neither is the case. */
  failure: SmokeFailure | null;
  /** Why the run ended early, as a sentence; null when it did not. */
  stopReason: string | null;
  /** The exit code of a second signal, which outranks all else; null where there was none. */
  abortedBy: ExitCode | null;
  results: readonly CheckResult[];
  ledger: Ledger;
  connection: ConnectionFacts | null;
  /** Null when nobody asked for it. */
  discovery: Discovery | null;
  durationMs: number;
}

/** In this order: why there is nothing to tell, what differs, what is not known. */
export function exitCodeOf({ abortedBy, failure, results, stopReason, discovery }: SmokeReport): ExitCode {
  if (abortedBy !== null) return abortedBy;
  if (failure) return failure.exitCode;
  const has = (...statuses: CheckStatus[]): boolean =>
    results.some(({ status }) => statuses.includes(status));
  const changes = discovery?.changes ?? [];
  if (has("differs", "unneeded") || changes.length > 0) return EXIT.notAllCreated;
  const isAllKnown = stopReason === null && !has("unanswered", "not-judged") && has("passed", "accepted");
  const isCompared = discovery?.compared !== 0;
  return isAllKnown && isCompared && discovery?.complete !== false ? EXIT.ok : EXIT.incomplete;
}

/** What a pipeline decides by: the exit code in a word; any other says that it could not be told. */
const VERDICTS: Partial<Record<ExitCode, SmokeDocument["verdict"]>> = {
  [EXIT.ok]: "pass",
  [EXIT.notAllCreated]: "fail",
};

/** Takes the secrets out of a text. */
export type Scrub = (text: string) => string;

/** Takes the key, tokens and the existing user's address out of requests and answers. */
export function scrubberFor({
  authorization,
  existingUser,
}: Pick<SmokePlan, "authorization" | "existingUser">): Scrub {
  const key = authorization.replace(/^Bearer /, "");
  return redactor([...(canRedact(key) ? [key] : []), existingUser ?? ""]);
}

/** The document of `--json`, without secrets. Text and JUnit are made of it too, so that all three say the same. */
export function smokeDocument(report: SmokeReport, scrub: Scrub): SmokeDocument {
  const { plan, results, failure, stopReason, ledger, discovery } = report;
  const { surely: planned, ...quota } = plan ? quotaOf(plan) : NO_QUOTA;
  const exitCode = exitCodeOf(report);
  const checks = results.map((result) => checkDocument(result, scrub, plan));
  const creating = results.filter(({ exchanges }) => exchanges.some(hasMadeQuote));
  const counts = STATUS_NAMES.map((wanted) => [
    CHECK_STATUSES[wanted].count,
    results.filter(({ status }) => status === wanted).length,
  ]);
  return {
    verdict: VERDICTS[exitCode] ?? "incomplete",
    exitCode,
    error: failure && mapTexts(errorOf(failure), scrub),
    smoke: {
      baseUrl: plan?.baseUrl ?? null,
      host: plan && new URL(plan.baseUrl).host,
      environment: report.environment,
      partner: plan?.partner ?? null,
      startedAt: report.startedAt.toISOString(),
      leadctl: programVersion(),
      node: process.versions.node,
      durationMs: rounded(report.durationMs),
      complete: failure === null && stopReason === null,
      stopReason,
      rounds: report.roundsDone,
      roundsWanted: plan?.roundCount ?? 1,
    },
    summary: {
      total: results.length,
      ...(Object.fromEntries(counts) as StatusCounts),
      changed: discovery?.changes?.length ?? 0,
      retries: ledger.retries.length,
    },
    causes: causesOf(checks, new Set(creating.map(({ check }) => check.id))),
    checks,
    creates: { planned, ...quota, leadsSent: ledger.leadsSent },
    created: ledger.created.map((quote) => ({ ...quote })),
    maybeCreated: ledger.maybeCreated.map((lead) => ({ ...lead })),
    retries: [...ledger.retries],
    latencyMs: latencyOf(results),
    connection: report.connection,
    discovery,
  };
}

function errorOf({ code, finding, message, hint }: SmokeFailure): NonNullable<SmokeDocument["error"]> {
  return { code, finding, message, hint };
}

type StatusCounts = Pick<SmokeDocument["summary"], (typeof CHECK_STATUSES)[CheckStatus]["count"]>;

/** Percentiles of all requests of checks, by the nearest rank and to a tenth of a millisecond; null where nothing was sent. */
export function latencyOf(results: readonly Pick<CheckResult, "durationsMs">[]): SmokeDocument["latencyMs"] {
  const sorted = results.flatMap(({ durationsMs }) => durationsMs).sort((one, other) => one - other);
  if (sorted.length === 0) return null;
  const atRank = (rank: number): number => Math.round((sorted[Math.max(1, rank) - 1] ?? 0) * 10) / 10;
  const at = (percent: number): number => atRank(Math.round((percent / 100) * sorted.length));
  return { count: sorted.length, p50: at(50), p95: at(95), p99: at(99), max: atRank(sorted.length) };
}

const NO_QUOTA: Quota = { surely: 0, perhaps: 0, quotesMax: 0, leadsMax: 0 };

/** What tells that two checks fail for one reason: all that differs is the same to the letter. */
export function causeKey({ status, differences }: CheckDocument): string {
  return JSON.stringify([status, differences]);
}

/** What did not pass, by cause: first what created something that it must not, then what shows in most checks. */
function causesOf(checks: readonly CheckDocument[], creating: ReadonlySet<string>): SmokeDocument["causes"] {
  const causes = new Map<string, SmokeDocument["causes"][number]>();
  for (const check of checks.filter(({ differences }) => differences.length > 0)) {
    const { id, status, differences } = check;
    const cause = causes.get(causeKey(check)) ?? { status, differences, created: false, checks: [] };
    causes.set(causeKey(check), cause);
    cause.checks.push(id);
    cause.created ||= creating.has(id);
  }
  return [...causes.values()].sort(
    (a, b) => Number(b.created) - Number(a.created) || b.checks.length - a.checks.length,
  );
}

/** One check as every surface tells it. */
export function checkDocument(result: CheckResult, scrub: Scrub, plan: SmokePlan | null): CheckDocument {
  const { check, group, status, note, differences, exchanges, durationsMs, retries } = result;
  const { id, section, title } = check;
  const [first] = exchanges;
  const document = {
    id,
    group: group.id,
    section,
    title,
    status,
    note,
    differences: [...differences],
    rounds: { judged: result.judgedCount, differing: result.differingCount },
    latencyMs: latencyOf([result]),
    durationMs: rounded(durationsMs.reduce((sum, ms) => sum + ms, 0)),
    retries,
    exchanges: exchanges.map((exchange) => exchangeDocument(exchange, scrub)),
    curl: first && plan ? curlText(first, plan) : null,
  };
  return mapTexts(document, scrub);
}

type ExchangeDocument = CheckDocument["exchanges"][number];

/** @param scrub For bodies, before they are cut: a part of a secret may not be known as one. */
function exchangeDocument({ request, answer, earlier }: StepExchange, scrub: Scrub): ExchangeDocument {
  const { method, path, headers, body } = request;
  const { httpStatus, error } = answer;
  return {
    request: {
      method,
      path,
      headers: shownHeaders(headers),
      body: body === null ? null : bodyText(scrub(body), BODY_MAX),
    },
    answer: {
      httpStatus,
      headers: shownHeaders(answer.headers),
      body: bodyText(scrub(answer.body ?? ""), BODY_MAX),
      error: error && { code: error.code, message: error.message },
      durationMs: rounded(answer.durationMs),
    },
    tries: earlier.length + 1,
    earlier: earlier.map((tried) => tried.httpStatus ?? 0),
  };
}

/** Length of a body in the document; text and JUnit show less. */
const BODY_MAX = 16_384;

function bodyText(body: string, max: number): string {
  return body.length > max ? `${body.slice(0, max)} ... (${body.length - max} more characters)` : body;
}

/** Headers that say nothing about the interface, and those that are secrets of their own. */
const LEFT_OUT = new Set(["date", "connection", "keep-alive", "transfer-encoding", "content-length"]);
const SECRET = new Set(["set-cookie", "cookie"]);

function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, SECRET.has(name) ? "***" : value]));
}

/** A request (`>`) and its answer (`<`) line by line, for people. */
export function exchangeLines({ request, answer, earlier }: ExchangeDocument, bodyMax: number): string[] {
  const last = answer.httpStatus ?? `no answer (${answer.error?.code ?? "?"})`;
  const part = (sign: string, headers: Readonly<Record<string, string>>, body: string | null): string[] => [
    ...Object.entries(headers).map(([name, value]) => `${sign} ${name}: ${value}`),
    ...(body ? [`${sign} ${bodyText(body, bodyMax)}`] : []),
  ];
  return [
    `> ${request.method} ${request.path}`,
    ...part(">", request.headers, request.body),
    `< ${earlier.map((status) => `${status}, then `).join("")}${last}`,
    ...part("<", answer.headers, answer.body),
  ];
}

/** Milliseconds to a tenth. */
function rounded(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}

/** What a person's shell puts in besides the key: an account's address, and something that no other run has had. */
const USER = "$LEADCTL_EXISTING_USER";
const NOW = "$(date +%s)";

/**
 * A request as a line for a POSIX shell, which can be pasted as it is: secrets stand in it as variables. An address
 * that a lead is created with would be a duplicate the second time, and gets the time of day.
 */
export function curlText(
  { request, step }: Pick<StepExchange, "request" | "step">,
  plan: Pick<SmokePlan, "baseUrl" | "keyVariable" | "authorization" | "existingUser" | "headers">,
): string {
  const { method, path, headers, body } = request;
  const key = plan.authorization.replace(/^Bearer /, "");
  const keyText = `$${plan.keyVariable}`;
  const quoted = (text: string): string => quotedBut(text, [keyText, USER, NOW]);
  const header = ([name, value]: [string, string]): string => {
    const shown = name === "authorization" ? value.replace(key, () => keyText) : value;
    return `-H ${quoted(shown === "" ? `${name};` : `${name}: ${shown}`)}`;
  };
  const user = plan.existingUser;
  const data = (text: string): string => {
    if (user !== null && text.includes(user)) return text.replace(user, () => USER);
    return step.creates === 1 ? text.replace(/("email":"[^"@]*)@/, `$1-${NOW}@`) : text;
  };
  return [
    "curl -sS -i",
    method === "HEAD" ? "--head" : `-X ${method}`,
    quoted(new URL(path, plan.baseUrl).href),
    ...Object.entries(headers).map(header),
    ...Object.entries(plan.headers).map(([name, variable]) => `-H "${name}: $${variable}"`),
    ...(body === null ? [] : [`--data-raw ${quoted(data(body))}`]),
  ].join(" ");
}

const VARIABLE = /(\$\w+|\$\(date \+%s\))/;

/** In single quotes, but for what the shell puts in. */
function quotedBut(text: string, putIn: readonly string[]): string {
  const words = text.split(VARIABLE).filter((part) => part !== "");
  return (
    words.map((word) => (putIn.includes(word) ? `"${word}"` : shellWord(word, { kind: "posix" }))).join("") ||
    "''"
  );
}
