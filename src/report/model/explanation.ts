import { addTo } from "../../base/growable.ts";
import { mapTexts } from "../../base/json-value.ts";
import { redactTokens, tokenPattern } from "../../base/redact.ts";
import { emailKey, maskedEmail } from "../../lead/email.ts";
import { linkFault, linkSecrets } from "../../lead/login-link.ts";
import { type PersonKeys, personKeys } from "../../lead/person-keys.ts";
import { arrivedIn } from "../../outcome/answer.ts";
import type { RowEvidence } from "../../outcome/evidence.ts";
import type { RowAttempt } from "../../outcome/exchange.ts";
import { type Guidance, rowGuidance } from "../../outcome/guidance.ts";
import { type Told, toldText } from "../../outcome/happened-texts.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import type { Sighting } from "../../outcome/verdict.ts";
import { type AnswerDoubt, attemptTold, doubtTold, openAttemptTold } from "../../outcome/what-happened.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type {
  DismissedRecord,
  DoubtedRecord,
  IntentRecord,
  ResolvedRecord,
  ResultRecord,
  RoundRecord,
} from "../../run/journal/journal-record.ts";
import type { RowEvent } from "../../run/journal/row-history.ts";
import type { PlannedRow } from "../../run/plan/plan-record.ts";
import type { RowVersion } from "../../run/plan/read-plan.ts";
import type { FoundRun, Run } from "../../run/run.ts";
import type { RunRow } from "../../run/run-row.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";
import { buildReport } from "./build-report.ts";
import type { RunReport } from "./report-model.ts";
import type { ExplainedRowDocument } from "./report-schemas.ts";

/** One HTTP exchange of a row. */
export interface ExplainedAttempt {
  intent: IntentRecord;
  /** Null when the program died before the answer was written down, or is still waiting for it. */
  result: ResultRecord | null;
  /** It waits for its answer, in a process that is alive. */
  isInFlight: boolean;
  /** Its answer, if there was one, is missing from a journal that was put back. */
  isUnrecorded: boolean;
  /** A later answer undid what this one made of the row: the address turned out to be wrong. */
  isTakenBack: boolean;
  /** Its answer may be that of another row. */
  doubts: AnswerDoubt[];
  /** What was known of the lead before and after. */
  before: LeadState;
  after: LeadState;
}

/** A round of the run, as far as one row was in it. */
export interface ExplainedRound {
  record: RoundRecord;
  endedAt: string | null;
  /** Why the round stopped early, as a sentence. */
  stopReason: string | null;
  /** The row's text and verdict, where this round brought a new one: the first, and every correction. */
  planned: PlannedRow | null;
  /** Headers of the cells that a correction changed. */
  changedColumns: string[];
  attempts: ExplainedAttempt[];
  /** What was known of the lead when the next round began, by what persons had said until then, too. */
  after: LeadState;
}

/** All there is to say of one row. */
export interface Explanation {
  run: ExplainedRowDocument["run"];
  row: RunRow;
  rounds: ExplainedRound[];
  /** Whose it is. */
  keys: PersonKeys;
  /** What persons wrote down of it, oldest first, also what was taken back. */
  said: (ResolvedRecord | DismissedRecord)[];
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

/** Explains the rows of a run that were followed, from its plan, corrections and journal; none of one that cannot be read. */
export function explainFound(found: FoundRun): Explanation[] {
  const { dir, owner, run } = found;
  if (!run) return [];
  const { id, input, target, startedAt } = buildReport(run).run;
  const evidence = gatherEvidence(found);
  const rows = run.openRows();
  try {
    return [...run.history].flatMap(([number, events]) => {
      const explainer = new RowExplainer(number, run);
      for (const event of events) explainer.take(event);
      const explained = explainer.explained(owner?.doubt === null, rows.rowOf);
      if (!explained) return [];
      const { row, rounds } = explained;
      const attempts = rounds.at(-1)?.attempts ?? [];
      const isInFlight = attempts.at(-1)?.isInFlight === true;
      const turn = isInFlight ? "in-flight" : attempts.length > 0 ? "between-attempts" : "to-come";
      const rowEvidence = { ...row, turn, run: evidence } as const;
      const guidance = rowGuidance(rowEvidence);
      const error = row.error === null ? null : toldText(guidance.meaning);
      return {
        ...explained,
        run: { id, dir, input, target, state: evidence.condition },
        row: { ...row, error },
        guidance,
        sightings: sightingsOf(explained, rowEvidence, { target, startedAt }),
      };
    });
  } finally {
    rows.close();
  }
}

/** Under each address that a row had: what was known of it while it had that one. */
function sightingsOf(
  { row, keys, rounds, said }: FoldedRow,
  evidence: RowEvidence,
  { target, startedAt }: Pick<RunReport["run"], "target" | "startedAt">,
): Sighting[] {
  const spans = spansOf(rounds);
  const { email, firstName, lastName } = row.applicant;
  const own = emailKey(email ?? "");
  const saidAt = said.at(-1)?.at ?? "";
  const fault = row.loginUrl === null ? null : linkFault(row.loginUrl, target?.baseUrl ?? "");
  const triedAt = lastTime(attemptsIn(rounds)) ?? startedAt;
  const current: Sighting = {
    evidence,
    target,
    at: saidAt > triedAt ? saidAt : triedAt,
    quoteId: row.quoteId,
    holder: holderIn(attemptsIn(spans.get(own) ?? [])),
    hasLink: row.loginUrl !== null,
    ...(fault !== null && { linkFault: fault }),
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

/** What the records of a row come to. */
type FoldedRow = Pick<Explanation, "row" | "rounds" | "keys" | "said">;

function doubtAt({ because, attempts }: DoubtedRecord, at: number): AnswerDoubt {
  const rowsOf = (some: readonly RowAttempt[]): number[] => some.map(({ row }) => row);
  return {
    because,
    before: rowsOf(attempts.slice(0, at)).reverse(),
    after: rowsOf(attempts.slice(at + 1)),
  };
}

/** Puts the records of one row into rounds and attempts. */
class RowExplainer {
  readonly #row: number;
  readonly #run: Run;
  /** Oldest first: as planned, then as each correction has it. */
  readonly #versions: RowVersion[];
  readonly #rounds: ExplainedRound[] = [];
  /** Corrections of rounds whose records are lost. */
  readonly #lostFiles = new Set<string>();
  readonly #said: Explanation["said"] = [];

  constructor(row: number, run: Run) {
    this.#row = row;
    this.#versions = run.versionsOf(row);
    this.#run = run;
  }

  take({ record, before, after, isTakenBack }: RowEvent): void {
    const round = this.#rounds.at(-1);
    const attempt = round?.attempts.at(-1);
    switch (record.type) {
      case "round":
        this.#takeRound(record, after);
        break;
      case "end":
        if (!round) break;
        round.endedAt = record.at;
        round.stopReason = record.stop?.message ?? null;
        break;
      case "intent":
        round?.attempts.push({
          intent: record,
          result: null,
          isInFlight: false,
          isUnrecorded: false,
          isTakenBack,
          doubts: [],
          before,
          after,
        });
        break;
      case "result":
        if (attempt?.intent.attempt === record.attempt)
          Object.assign(attempt, { result: record, isTakenBack, after });
        break;
      case "doubted":
        for (const [at, { row, attempt }] of record.attempts.entries())
          if (row === this.#row) this.#takeDoubt(attempt, doubtAt(record, at), after);
        break;
      case "recovered":
        if (attempt?.result === null) attempt.after = after;
        break;
      case "restored":
        if (attempt?.result === null) Object.assign(attempt, { isUnrecorded: true, after });
        for (const { file } of record.plans) this.#lostFiles.add(file);
        break;
      case "resolved":
      case "dismissed":
        this.#said.push(record);
        break;
    }
    if (round && record.type !== "round") round.after = after;
  }

  /** Undefined when the run has no such row. */
  explained(isUnderWay: boolean, rowOf: (planned: PlannedRow) => RunRow): FoldedRow | undefined {
    const planned = this.#versions.findLast(({ file }) => file === null || this.#isApplied(file))?.planned;
    if (!planned) return undefined;
    const attempt = this.#rounds.at(-1)?.attempts.at(-1);
    if (isUnderWay && attempt?.result === null) attempt.isInFlight = true;
    const row = rowOf(planned);
    const { quoteId = null, loginUrl = null } = row.pieces ?? {};
    return {
      // Here it stands beside whose it may be.
      row: row.state.doubted && row.loginUrl === null ? { ...row, quoteId, loginUrl } : row,
      rounds: this.#rounds,
      keys: personKeys(planned.lead),
      said: this.#said,
    };
  }

  #takeDoubt(attempt: number, doubt: AnswerDoubt, after: LeadState): void {
    for (const each of this.#rounds.flatMap(({ attempts }) => attempts)) {
      if (each.intent.attempt !== attempt) continue;
      each.doubts.push(doubt);
      each.after = after;
    }
  }

  #takeRound(record: RoundRecord, after: LeadState): void {
    const file = record.plan?.file ?? null;
    const isFirst = this.#rounds.length === 0;
    const index = this.#versions.findIndex((version) => version.file === file);
    const planned = isFirst || file !== null ? (this.#versions[index]?.planned ?? null) : null;
    const before = this.#versions[index - 1]?.planned;
    this.#rounds.push({
      record,
      endedAt: null,
      stopReason: null,
      planned,
      changedColumns: planned && before ? this.#changedColumns(before, planned) : [],
      attempts: [],
      after,
    });
  }

  #isApplied(file: string): boolean {
    return this.#lostFiles.has(file) || this.#rounds.some(({ record }) => record.plan?.file === file);
  }

  #changedColumns(before: PlannedRow, after: PlannedRow): string[] {
    return this.#run.plan.columns.flatMap(({ name }, index) => {
      const [one, other] = [before.cells[index] ?? "", after.cells[index] ?? ""];
      return JSON.stringify(one) === JSON.stringify(other) ? [] : [name];
    });
  }
}
