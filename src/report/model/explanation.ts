import { addTo } from "../../base/growable.ts";
import { redactTokens, tokenPattern } from "../../base/redact.ts";
import { emailKey, maskedEmail } from "../../lead/email.ts";
import { linkSecrets } from "../../lead/login-link.ts";
import { personKeys } from "../../lead/person-keys.ts";
import { arrivedIn } from "../../outcome/answer.ts";
import type { RowEvidence, RunEvidence } from "../../outcome/evidence.ts";
import { type Guidance, rowGuidance } from "../../outcome/guidance.ts";
import { type Told, toldText } from "../../outcome/happened-texts.ts";
import type { Sighting } from "../../outcome/verdict.ts";
import { attemptTold, doubtTold, openAttemptTold } from "../../outcome/what-happened.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { ResolvedRecord } from "../../run/journal/journal-record.ts";
import type { FoundRun } from "../../run/run.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";
import { buildReport } from "./build-report.ts";
import {
  type ExplainedAttempt,
  type ExplainedRound,
  type ExplainedRow,
  explainRows,
} from "./explain-rows.ts";
import type { RunReport } from "./report-model.ts";
import type { ExplainedRowDocument } from "./report-schemas.ts";

/** All there is to say of one row. */
export interface Explanation extends ExplainedRow {
  run: ExplainedRowDocument["run"];
  guidance: Guidance;
  /** What the row says of each address that it had, the present one first. */
  sightings: readonly Sighting[];
}

/** What may be shown of a person. */
export interface Redaction {
  /** Shows e-mails and login links. */
  reveal: boolean;
  /** The addresses that the person who asks knows, in the form in which two are the same. */
  known: ReadonlySet<string>;
}

/** Explains the rows of a run that were followed; none of one that cannot be read. */
export function explainFound(found: FoundRun): Explanation[] {
  const { dir, owner } = found;
  if (!found.run) return [];
  const { run } = buildReport(found.run);
  const evidence = gatherEvidence(found);
  const explained = explainRows(found.run, owner?.doubt === null);
  return explained.map((each) => {
    const rowEvidence = evidenceOf(each, evidence);
    const guidance = rowGuidance(rowEvidence);
    const error = each.row.error === null ? null : toldText(guidance.meaning);
    return {
      ...each,
      run: { id: run.id, dir, input: run.input, target: run.target, state: evidence.condition },
      row: { ...each.row, error },
      guidance,
      sightings: sightingsOf(each, rowEvidence, run),
    };
  });
}

function evidenceOf({ row, rounds }: ExplainedRow, run: RunEvidence): RowEvidence {
  const attempts = rounds.at(-1)?.attempts ?? [];
  const isInFlight = attempts.at(-1)?.isInFlight === true;
  const turn = isInFlight ? "in-flight" : attempts.length > 0 ? "between-attempts" : "to-come";
  return { ...row, turn, run };
}

/** Under each address that a row had: what was known of it while it had that one. */
function sightingsOf(
  { row, keys, rounds, said }: ExplainedRow,
  evidence: RowEvidence,
  { target, startedAt }: Pick<RunReport["run"], "target" | "startedAt">,
): Sighting[] {
  const spans = spansOf(rounds);
  const { email, firstName, lastName } = row.applicant;
  const own = emailKey(email ?? "");
  const saidAt = said.at(-1)?.at ?? "";
  const triedAt = lastTime(attemptsIn(rounds)) ?? startedAt;
  const current: Sighting = {
    evidence,
    target,
    at: saidAt > triedAt ? saidAt : triedAt,
    quoteId: row.quoteId,
    holder: holderIn(attemptsIn(spans.get(own) ?? [])),
    hasLink: row.loginUrl !== null,
    isCorrected: rounds.some(({ changedColumns }) => changedColumns.length > 0),
    name: [firstName, lastName].filter(Boolean).join(" "),
    // In all its versions.
    names: [keys.name, ...rounds.flatMap(({ planned }) => (planned ? personKeys(planned.lead).name : []))],
    email: own || null,
    isFormer: false,
  };
  const former = [...spans].flatMap(([key, span]): Sighting[] => {
    const [first, last, attempts] = [span[0], span.at(-1), attemptsIn(span)];
    if (key === own || key === "" || !first || !last) return [];
    const then: RowEvidence = {
      ...evidence,
      state: { ...last.after, resumable: false },
      last: attempts.findLast(({ result }) => result !== null)?.result ?? null,
      pieces: null,
      turn: "to-come",
    };
    return [
      {
        ...current,
        evidence: then,
        at: lastTime(attempts) ?? first.record.at,
        quoteId: null,
        holder: holderIn(attempts),
        hasLink: false,
        email: key,
        isFormer: true,
      },
    ];
  });
  return [current, ...former];
}

/** The rounds in which a row had one address, by that, in the form in which two are the same. */
function spansOf(rounds: readonly ExplainedRound[]): Map<string, ExplainedRound[]> {
  const spans = new Map<string, ExplainedRound[]>();
  let email = "";
  for (const round of rounds) {
    if (round.planned) email = emailKey(round.planned.lead.contactInfo?.email ?? "");
    addTo(spans, email, round);
  }
  return spans;
}

function attemptsIn(rounds: readonly ExplainedRound[]): ExplainedAttempt[] {
  return rounds.flatMap(({ attempts }) => attempts);
}

/** The holder of an address, by the last answer that says so. */
function holderIn(attempts: readonly ExplainedAttempt[]): Sighting["holder"] {
  const answers = attempts.flatMap(({ result }) => result?.answer ?? []);
  const said = answers.findLast((answer) => answer.kind === "duplicate");
  return said?.kind === "duplicate" ? said.holder : null;
}

function lastTime(attempts: readonly ExplainedAttempt[]): string | undefined {
  const last = attempts.at(-1);
  return last?.result?.at ?? last?.intent.at;
}

/** The document of `explain --json`. */
export function explanationDocument(
  explanation: Explanation,
  redaction: Redaction,
  shell: Shell,
): ExplainedRowDocument {
  const document = {
    ...rowDocument(explanation, redaction),
    next: nextDocument(explanation.guidance, shell),
  };
  return mapTexts(document, redactionFor([explanation], redaction));
}

/** What to do next, for `--json`. */
export function nextDocument(
  { action, nextSteps: [step] }: Pick<Guidance, "action" | "nextSteps">,
  shell: Shell,
): ExplainedRowDocument["next"] {
  const [first] = action;
  return {
    finding: first?.finding ?? step?.step ?? null,
    text: toldText(action) || (step?.does ?? null),
    command: step ? commandText(step.argv, shell) : null,
  };
}

/** The same without what to do next, and with its texts as they are. */
export function rowDocument(
  { run, row, rounds, said }: Explanation,
  redaction: Redaction,
): Omit<ExplainedRowDocument, "next"> {
  const { applicant, state, quoteId, loginUrl, issues, warnings, error } = row;
  const { reveal } = redaction;
  return {
    run,
    row: row.row,
    status: state.status,
    maybeCreated: state.maybeCreated,
    affiliateId: applicant.affiliateId,
    email: shownEmail(applicant.email, redaction),
    quoteId,
    loginUrl: reveal ? loginUrl : null,
    loginUrlWithheld: loginUrl !== null && !reveal,
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
    said: said.map((record) => {
      const { at, word, quoteId, loginUrl, note }: Said =
        record.type === "resolved" ? record : { at: record.at, word: "not-a-lead" };
      const link = reveal ? loginUrl : undefined;
      return { at, word, quoteId: quoteId ?? null, loginUrl: link ?? null, note: note ?? null };
    }),
  };
}

type Said = Omit<ResolvedRecord, "type" | "row" | "word" | "by"> & {
  word: ResolvedRecord["word"] | "not-a-lead";
};

function attemptDocument(attempt: ExplainedAttempt) {
  const { intent, result, isTakenBack, doubts, after } = attempt;
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
    meaning: attemptMeaning(attempt),
    statusAfter: after.status,
    isTakenBack,
    doubts,
    maybeCreated: after.maybeCreated,
  };
}

/** What an attempt says about the lead. */
export function attemptMeaning(attempt: ExplainedAttempt): string {
  const { result, doubts } = attempt;
  const said: Told = result ? attemptTold(result) : [openAttemptTold(attempt)];
  const about = doubts.map((doubt) => doubtTold(doubt).message);
  return [...about, ...(about.length > 0 ? ["What it says:"] : []), toldText(said)].join(" ");
}

/** An address: that of another person is masked. */
export function shownEmail(email: string | null, { reveal, known }: Redaction): string | null {
  return email === null || reveal || known.has(emailKey(email)) ? email : maskedEmail(email);
}

/** Takes the tokens of rows' login links out of any text about them. */
export function redactionFor(
  rows: readonly Explanation[],
  { reveal }: Pick<Redaction, "reveal">,
): (text: string) => string {
  if (reveal) return (text) => text;
  const links = rows.flatMap(({ rounds, said }) => [
    ...rounds.flatMap(({ attempts }) =>
      attempts.flatMap(({ result }) => (result && arrivedIn(result.answer).loginUrl) ?? []),
    ),
    ...said.flatMap((record) => (record.type === "resolved" ? (record.loginUrl ?? []) : [])),
  ]);
  const tokens = [...new Set(links.flatMap(linkSecrets))].map(tokenPattern);
  return (text) => redactTokens(text, tokens);
}

/** A copy of a value with every text in it changed, however deep. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const mapped = (part: unknown): unknown => {
    if (typeof part === "string") return change(part);
    if (Array.isArray(part)) return part.map(mapped);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, mapped(inner)]));
  };
  return mapped(value) as T;
}
