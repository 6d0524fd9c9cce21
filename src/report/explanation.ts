import { redactor } from "../base/redact.ts";
import type { Issue } from "../lead/issue.ts";
import { attemptText, openAttemptText } from "../outcome/what-happened.ts";
import type { FoundRun } from "../run/run-list.ts";
import { buildReport } from "./build-report.ts";
import { type ExplainedAttempt, type ExplainedRow, explainRows } from "./explain-rows.ts";
import { unquoted } from "./mask.ts";
import { maskedEmail } from "./masked-email.ts";
import { type NextStep, nextStep } from "./row-next-step.ts";
import { type RunStatus, runStatusOf } from "./run-status.ts";

/** All there is to say of one row, ready to be shown: what must not be seen is masked already. */
export interface Explanation {
  run: {
    id: string;
    dir: string;
    input: string;
    target: { baseUrl: string; partner: string } | null;
    state: RunStatus;
  };
  row: ExplainedRow;
  /** There is a login link, and nobody asked for it. */
  isLinkWithheld: boolean;
  next: NextStep;
}

/** What may be shown of a person. */
export interface Redaction {
  /** Shows e-mails and login links. */
  reveal: boolean;
  /** What the person asked for: shown, since they know it. */
  query: string | null;
}

/** Explains some rows of a run that can be read. */
export async function explainFound(
  found: FoundRun,
  rows: readonly number[],
  redaction: Redaction,
): Promise<Explanation[]> {
  const { history, dir, user } = found;
  if (!history) return [];
  const isUnderWay = user !== undefined;
  const { run } = buildReport(history);
  const explained = await explainRows(history, rows, isUnderWay);
  return explained.map((row) => ({
    run: { id: run.id, dir, input: run.input, target: run.target, state: runStatusOf(found) },
    row: redacted(isUnderWay ? asOfNow(row) : row, redaction),
    isLinkWithheld: row.told.loginUrl !== null && !redaction.reveal,
    next: nextStep(row.state, { dir, row: row.told.row, format: history.plan.header.format, isUnderWay }),
  }));
}

/** What is known of a row while the run goes on is not what a stop would make of it. */
function asOfNow(row: ExplainedRow): ExplainedRow {
  const { told, state, rounds } = row;
  if (!state.resumable) return row;
  const attempts = rounds.at(-1)?.attempts ?? [];
  const error = attempts.at(-1)?.isInFlight
    ? "It is being sent just now."
    : attempts.length > 0
      ? "It waits for its next attempt."
      : "The run is in progress, and has not come to it yet.";
  return { ...row, told: { ...told, error } };
}

/** The document of `explain --json`. */
export function explanationDocument({ run, row, isLinkWithheld, next }: Explanation): unknown {
  const { told, state, rounds } = row;
  const { row: number, affiliateId, email, quoteId, loginUrl, issues, warnings, error } = told;
  return {
    run,
    row: number,
    status: state.status,
    maybeCreated: state.maybeCreated,
    affiliateId,
    email,
    quoteId,
    loginUrl,
    loginUrlWithheld: isLinkWithheld,
    issues,
    warnings,
    error,
    rounds: rounds.map(({ record, endedAt, stopReason, planned, changedColumns, attempts }) => ({
      round: record.round,
      command: record.command,
      at: record.at,
      endedAt,
      stopReason,
      plan: record.plan?.file ?? null,
      refused: planned && !planned.ready ? planned.issues : [],
      changedColumns,
      attempts: attempts.map(attemptDocument),
    })),
    next,
  };
}

function attemptDocument({ intent, result, isInFlight, after }: ExplainedAttempt): unknown {
  return {
    attempt: intent.attempt,
    at: intent.at,
    answeredAt: result?.at ?? null,
    durationMs: result?.durationMs ?? null,
    sent: result?.sent ?? null,
    httpStatus: result?.httpStatus ?? null,
    answer: result?.answer.kind ?? null,
    error: result?.error ?? null,
    retryAfter: result?.retryAfter ?? null,
    backoffMs: result?.delayMs ?? null,
    body: result?.body ?? null,
    bodyComplete: result?.bodyComplete ?? null,
    meaning: result ? attemptText(result) : openAttemptText(isInFlight),
    statusAfter: after.status,
    maybeCreated: after.maybeCreated,
  };
}

/**
 * Masks what nobody asked for: login links, their tokens wherever they stand, other people's addresses, and what
 * issues quote of personal cells.
 */
function redacted(row: ExplainedRow, { reveal, query }: Redaction): ExplainedRow {
  if (reveal) return row;
  const { told, rounds } = row;
  const links = rounds.flatMap(({ attempts }) =>
    attempts.flatMap(({ result }) => (result?.answer.kind === "created" ? [result.answer.loginUrl] : [])),
  );
  const tokens = links.flatMap(secretsOf);
  const redact = redactor([]);
  // As they are, and not as a key is looked for: a token may begin with the quote's id, which is no secret.
  const scrub = (text: string): string =>
    redact(tokens.reduce((hidden, token) => hidden.replaceAll(token, "***"), text));
  const emails = emailsOf(row).filter((email) => email.trim().toLowerCase() !== query?.trim().toLowerCase());
  const hide = (text: string): string =>
    emails.reduce((hidden, email) => hidden.replaceAll(email, maskedEmail(email)), scrub(unescaped(text)));
  return {
    ...mapTexts(row, hide),
    told: { ...mapTexts(told, hide), loginUrl: null },
  };
}

/** The addresses of a row in all its versions. */
function emailsOf({ told, rounds }: ExplainedRow): string[] {
  const leads = rounds.flatMap(({ planned }) => (planned ? [planned.lead] : []));
  const emails = [told.email, ...leads.map((lead) => lead.contactInfo?.email)];
  const known = emails.filter((email): email is string => typeof email === "string" && email.includes("@"));
  return [...new Set(known)].sort((a, b) => b.length - a.length);
}

/** The values in a login link's query. */
function secretsOf(link: string): string[] {
  return URL.canParse(link)
    ? [...new URL(link).searchParams.values()].filter((value) => value.length >= 8)
    : [];
}

/** Some services write `=`, `&` and `/` in JSON text in a longer way, which would hide a token from the scrubber. */
function unescaped(text: string): string {
  return text.replace(/\\u(003d|0026)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A copy of a value with every text in it changed, however deep. */
function mapTexts<T>(value: T, change: (text: string) => string): T {
  return mapped(value, change) as T;
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (typeof value !== "object" || value === null) return value;
  if (isIssue(value)) return { ...value, message: change(unquoted(value)) };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, change)]));
}

function isIssue(value: object): value is Issue {
  return "code" in value && "message" in value && "path" in value && Array.isArray(value.path);
}
