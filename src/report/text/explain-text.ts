import { mapTexts } from "../../base/json-value.ts";
import { wrap } from "../../base/text-width.ts";
import { issueText } from "../../lead/issue-text.ts";
import { statusText } from "../../outcome/guidance-texts.ts";
import type { DismissedRecord, ResolvedRecord } from "../../run/journal/journal-record.ts";
import { durationText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { timeText } from "../../terminal/time-text.ts";
import {
  attemptMeaning,
  type ExplainedAttempt,
  type ExplainedRound,
  type Explanation,
  type Redaction,
  redactionFor,
  shownEmail,
} from "../model/explanation.ts";

const COLUMNS = 100;
const BODY_CHARACTERS_MAX = 2_000;

/**
 * A row explained as plain text, which a person can paste into a ticket: what it is, and every attempt. The verdict says what
 * it means and what to do. Ends with a line feed.
 */
export function explanationText(explanation: Explanation, redaction: Redaction): string {
  // Before a body is cut: nothing would tell what is left of a token then.
  const redact = redactionFor([explanation], redaction);
  const { run, row, rounds, said: words } = mapTexts(explanation, redact);
  const { applicant, loginUrl } = row;
  const isLinkWithheld = loginUrl !== null && !redaction.reveal;
  const news = newsOnly();
  const lines = [
    `Row ${row.row} of ${safeText(run.input)}: ${statusText(row.state)}`,
    ...fact("Run", `${run.dir} (${run.state})`),
    ...fact("Target", run.target ? `${run.target.baseUrl}, partner ${run.target.partner}` : "none yet"),
    ...fact("E-mail", shownEmail(applicant.email, redaction)),
    ...fact("Affiliate", applicant.affiliateId),
    ...fact("Quote", row.quoteId),
    ...fact("Login", isLinkWithheld ? "withheld; --reveal shows it" : loginUrl),
    ...section("What is wrong with it", news(row.issues.map(issueText))),
    ...section("Warnings", row.warnings.map(issueText)),
    ...rounds.flatMap((round) => roundLines(round, news)),
    ...section(
      "Recorded by hand",
      words.map((record) => saidText(record, redaction)),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** Gives back of texts those that have not been said yet, so that no sentence stands there twice. */
type News = (texts: readonly string[]) => string[];

function newsOnly(): News {
  const said = new Set<string>();
  return (texts) => texts.filter((text) => !said.has(text) && said.add(text));
}

function roundLines(
  { record, endedAt, stopReason, planned, changedColumns, attempts }: ExplainedRound,
  news: News,
): string[] {
  const command = record.plan ? `${record.command} --with` : record.command;
  const lines = ["", `Round ${record.round}: ${command}, ${exactTime(record.at)}`];
  if (planned && record.plan) {
    const what =
      changedColumns.length > 0 ? `Corrected: ${changedColumns.join(", ")}` : "Sent back without changes";
    lines.push(...paragraph(`${what} (${record.plan.file}).`, "  "));
  }
  if (planned && !planned.ready) {
    const why = news(planned.issues.map(issueText));
    lines.push(`  Held back here, and not sent${why.length === 0 ? ", for what is named above." : ":"}`);
    lines.push(...why.flatMap((text) => paragraph(text, "    ")));
  } else if (attempts.length === 0) lines.push("  Not sent in this round.");
  lines.push(...attempts.flatMap((attempt) => attemptLines(attempt, news)));
  if (stopReason !== null) lines.push(...paragraph(`The round stopped: ${stopReason}.`, "  "));
  else if (endedAt === null)
    lines.push("  The round has no end on record: it is under way, or the program died in it.");
  return lines;
}

function saidText(record: ResolvedRecord | DismissedRecord, { reveal }: Redaction): string {
  if (record.type === "dismissed") return `${exactTime(record.at)}: taken out, as not a lead.`;
  const { at, word, quoteId, loginUrl, note } = record;
  const what =
    word === null ? "the earlier answer is taken back" : word === "created" ? "created" : "not created";
  const ids = [
    ...(quoteId === undefined ? [] : [`quote ${quoteId}`]),
    ...(loginUrl === undefined || !reveal ? [] : [`login link ${loginUrl}`]),
  ];
  return `${exactTime(at)}: ${[what, ...ids].join(", ")}.${note === undefined ? "" : ` Note: ${note}`}`;
}

function attemptLines(attempt: ExplainedAttempt, news: News): string[] {
  const { intent, result, isTakenBack, before, after } = attempt;
  const start = `  Attempt ${intent.attempt}: ${exactTime(intent.at)}`;
  const meaning = news([attemptMeaning(attempt)]).flatMap((text) => paragraph(text, "    "));
  if (!result) return [`${start}, no answer on record`, ...meaning];
  const { durationMs, httpStatus, delayMs, retryAfter, decision, error } = result;
  const what = httpStatus === null ? (error?.code ?? "no answer") : `status ${httpStatus}`;
  const maybe = after.maybeCreated && !before.maybeCreated ? "; from here on the lead may exist" : "";
  const isChanged = after.status !== before.status || maybe !== "" || isTakenBack;
  const lines = [
    `${start}, ${durationText(durationMs)}, ${safeText(what)}`,
    ...meaning,
    ...(isChanged ? [`    Status after it: ${after.status}${maybe}${isTakenBack ? TAKEN_BACK : ""}`] : []),
    ...news(bodyLines(result)),
  ];
  if (retryAfter !== undefined) lines.push(`    Retry-After: ${safeText(retryAfter)}`);
  if (decision === "again")
    lines.push(`    Wait before the next attempt: at least ${durationText(delayMs ?? 0)}.`);
  return lines;
}

const TAKEN_BACK = ", as before: the address turned out to be wrong";

function bodyLines({ body, bodyComplete }: { body: string | null; bodyComplete: boolean }): string[] {
  if (body === null) return [];
  const shown = safeText(body.slice(0, BODY_CHARACTERS_MAX));
  const more = body.length > BODY_CHARACTERS_MAX ? ` … (${body.length} characters; --json has them all)` : "";
  const cut = bodyComplete ? "" : " (cut off)";
  return [`    Answer${cut}: ${shown === "" ? "(empty)" : shown}${more}`];
}

function fact(label: string, value: string | null): string[] {
  return value === null ? [] : [`  ${label.padEnd(10)} ${safeText(value)}`];
}

function section(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : ["", title, ...texts.flatMap((text) => paragraph(text, "  "))];
}

function paragraph(text: string, indent: string): string[] {
  return wrap(safeText(text), COLUMNS - indent.length).map((line) => indent + line);
}

function exactTime(at: string): string {
  return safeText(timeText(at, "millisecond"));
}
