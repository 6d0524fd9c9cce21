import type { LeadState } from "../outcome/lead-state.ts";
import { whatHappened } from "../outcome/what-happened.ts";
import { gatherEvidence } from "../run/evidence.ts";
import type { ResultRecord } from "../run/journal-record.ts";
import { scanJournal } from "../run/journal-scan.ts";
import { placeOf, type StoredRow } from "../run/plan-record.ts";
import { readPlannedRows } from "../run/read-plan.ts";
import { runId } from "../run/run-folder.ts";
import type { RunHistory } from "../run/run-history.ts";
import type { RunState } from "../run/run-state.ts";
import { JournalWindow } from "./journal-window.ts";
import type { ReportRow, RowFilter, RowOutcome, RunReport } from "./report-model.ts";

/** Folds a run's plan and journal into what the reports tell. */
export function buildReport(history: RunHistory): RunReport {
  const { run, plan, current, state, end, paths, rounds, user } = history;
  const { header, end: facts } = plan;
  return {
    run: {
      id: runId(paths.dir),
      dir: paths.dir,
      complete: state.resumableCount() === 0,
      rowsRead: facts.rowsRead,
      input: header.name,
      target: run && { baseUrl: run.baseUrl, partner: run.partner },
      startedAt: rounds[0]?.at ?? header.createdAt,
      endedAt: end?.at ?? null,
      stopReason: end?.stop?.message ?? null,
    },
    summary: { ...state.summary },
    format: header.format,
    ...(header.delimiter !== undefined && { delimiter: header.delimiter }),
    columns: current.columns,
    notices: facts.notices,
    evidence: () => [gatherEvidence({ dir: paths.dir, user, history, problem: null })],
    outcomes: () => outcomesOf(state),
    rows: (isWanted) => storyRows(history, isWanted),
    scanJournal: async (onRecord) => {
      if (run) await scanJournal(paths.journal, onRecord);
    },
  };
}

/** What the state says of every row. */
export function* outcomesOf(state: RunState): Generator<RowOutcome> {
  for (const row of state.rows()) {
    const { status, maybeCreated } = state.get(row);
    yield { row, status, maybeCreated };
  }
}

async function* storyRows(
  { paths, run, state, current }: RunHistory,
  isWanted?: RowFilter,
): AsyncGenerator<ReportRow> {
  const journal = run ? new JournalWindow(paths.journal) : null;
  try {
    for await (const planned of readPlannedRows(current, isWanted)) {
      const offset = state.lastResultAt(planned.row);
      const last = offset === undefined ? undefined : journal?.resultAt(offset);
      yield tellRow(planned, { state, current }, last);
    }
  } finally {
    journal?.close();
  }
}

/**
 * What is known of one row.
 *
 * @param last Its last result, where the state says that there is one.
 */
export function tellRow(
  planned: StoredRow,
  { state, current }: Pick<RunHistory, "state" | "current">,
  last: ResultRecord | undefined,
): ReportRow {
  const told = storyRow(planned, state.get(planned.row), state.attempts(planned.row), last);
  if (last?.answer.kind === "issues" && told.status === "rejected") {
    told.issues = last.answer.issues.map((issue) => ({
      ...issue,
      ...placeOf(issue.path, planned.row, current),
    }));
  }
  return told;
}

function storyRow(
  planned: StoredRow,
  state: LeadState,
  attempts: number,
  last: ResultRecord | undefined,
): ReportRow {
  const answer = last?.answer;
  const { lead } = planned;
  const { contactInfo } = lead;
  return {
    row: planned.row,
    status: state.status,
    cells: planned.cells,
    affiliateId: lead.affiliateId ?? null,
    email: contactInfo?.email ?? null,
    firstName: contactInfo?.firstName ?? null,
    lastName: contactInfo?.lastName ?? null,
    quoteId: answer?.kind === "created" ? answer.quoteId : null,
    loginUrl: answer?.kind === "created" ? answer.loginUrl : null,
    httpStatus: last?.httpStatus ?? null,
    attempts,
    durationMs: last?.durationMs ?? null,
    issues: planned.issues,
    warnings: planned.warnings,
    error: whatHappened(state, last ?? null),
    maybeCreated: state.maybeCreated,
  };
}
