import { toldText } from "../../outcome/happened-texts.ts";
import { whatHappened } from "../../outcome/what-happened.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { ResolvedRecord } from "../../run/journal/journal-record.ts";
import type { RunState } from "../../run/journal/run-state.ts";
import type { Plan } from "../../run/plan/plan.ts";
import { rowIssues } from "../../run/row-issues.ts";
import type { Run, RunRow } from "../../run/run.ts";
import type { Observed, PersonsAnswer, ReportRow, RowOutcome, RunReport } from "./report-model.ts";

/** Folds a run's plan and journal into what the reports tell. */
export function buildReport(run: Run): RunReport {
  const { record, plan, state, end } = run;
  const { header } = plan;
  return {
    run: {
      id: run.id,
      dir: run.dir,
      complete: run.isComplete,
      rowsRead: plan.end.rowsRead,
      input: header.name,
      target: record && { baseUrl: record.baseUrl, partner: record.partner },
      startedAt: run.startedAt,
      endedAt: end?.at ?? null,
      stopReason: end?.stop?.message ?? null,
      stopHint: end?.stop?.hint ?? null,
      stopCodes: end?.stop ? [end.stop.code] : [],
    },
    summary: state.summary,
    ...inputOf(plan),
    evidence: () => [gatherEvidence({ dir: run.dir, owner: run.owner, run, problem: null })],
    outcomes: () => outcomesOf(state),
    rows: async function* (isWanted) {
      const isUnderWay = run.owner !== undefined;
      for await (const batch of run.rows(isWanted))
        yield batch.map((row) => reportRow(row, plan, isUnderWay));
    },
    sentRequests: (rows) => run.sentRequests(rows),
  };
}

/** What a plan says of its input. */
export function inputOf({ header: { format, delimiter }, end, columns, places }: Plan) {
  const { notices, changes = [] } = end;
  return { format, ...(delimiter !== undefined && { delimiter }), columns, places, notices, changes };
}

/** What the state says of every row. */
export function* outcomesOf(state: RunState): Generator<RowOutcome> {
  for (const row of state.rows()) yield { row, state: state.get(row) };
}

/**
 * A row as reports show it: flat, and the issues those that count last.
 *
 * @param isUnderWay A process works on the run: what is not settled has not stopped.
 */
export function reportRow(
  { row, cells, applicant, issues, warnings, state, attempts, last, pieces, said }: RunRow,
  plan: Pick<Plan, "places" | "columns">,
  isUnderWay = false,
): ReportRow {
  const { affiliateId, email, firstName, lastName } = applicant;
  const observed = { state, last: last ?? null, pieces, isUnderWay };
  return {
    row,
    status: state.status,
    cells,
    affiliateId,
    email,
    firstName,
    lastName,
    ...idsOf({ state, last, pieces, said }),
    httpStatus: last?.httpStatus ?? null,
    attempts,
    durationMs: last?.durationMs ?? null,
    issues: rowIssues({ row, cells, issues, state, last }, plan),
    warnings,
    error: noted(happenedText(observed), said?.note),
    maybeCreated: state.maybeCreated,
    ...(state.linkIn && { linkIn: state.linkIn }),
    ...(state.unfixable && { unfixable: true }),
    ...(state.dismissed && { dismissed: true }),
    resolved: said ? personsAnswer(said) : null,
    observed,
  };
}

/** What happened to a row, as a sentence; null where its status or its issues say it. */
export function happenedText({ state, last, pieces, isUnderWay }: Observed): string | null {
  return isUnderWay && state.resumable
    ? "The run is in progress, and has not settled it yet."
    : toldText(whatHappened(state, last, pieces)) || null;
}

/** The ids of a lead: as the service gave them, whole or in pieces, or, where a person said that it was created, as told. */
function idsOf({
  state,
  last,
  pieces,
  said,
}: Pick<RunRow, "state" | "last" | "pieces" | "said">): Pick<ReportRow, "quoteId" | "loginUrl"> {
  const told = state.word === "created" ? said : undefined;
  // In a column of links, nobody would notice that a link may be another lead's.
  const isDoubted = state.doubted && state.status !== "created";
  const observed = isDoubted ? null : last?.answer.kind === "created" ? last.answer : pieces;
  return {
    quoteId: told?.quoteId ?? observed?.quoteId ?? null,
    loginUrl: told?.loginUrl ?? observed?.loginUrl ?? null,
  };
}

function noted(error: string | null, note: string | undefined): string | null {
  return error === null || note === undefined ? error : `${error} Note: ${note}`;
}

function personsAnswer({ word, quoteId, loginUrl, note, at, by }: ResolvedRecord): PersonsAnswer | null {
  if (word === null) return null;
  return { word, quoteId: quoteId ?? null, loginUrl: loginUrl ?? null, note: note ?? null, at, by };
}
