import type { Issue } from "../lead/issue.ts";
import type { Pieces } from "../outcome/answer.ts";
import { happenedFinding, type Told, toldText } from "../outcome/happened-texts.ts";
import type { LeadState } from "../outcome/lead-state.ts";
import { whatHappened } from "../outcome/what-happened.ts";
import type { ResolvedRecord, ResultRecord } from "./journal/journal-record.ts";
import { type Applicant, applicantOf, type PlannedRow, placeOf } from "./plan/plan-record.ts";
import type { Plan } from "./plan/read-plan.ts";

/** What the records of a row say of it. */
export interface RowFacts {
  state: LeadState;
  /** HTTP exchanges so far, over all rounds. */
  attempts: number;
  /** Its last result; null where the state says that there is none. */
  last: ResultRecord | null;
  /** What arrived of a quote that no answer proves; null when nothing did, and of a lead that is created. */
  pieces: Pieces | null;
  /** What a person said of it, where that counts. */
  said?: ResolvedRecord | undefined;
  /** A process works on the run: what is not settled has not stopped. */
  isUnderWay: boolean;
  /** The journal is older than the run: what it says of a row that it does not call created may hold no longer. */
  isBehind?: boolean;
}

/** A row of a run: as it was planned, latest correction included, and what happened to it. Whatever is told of rows is made of these. */
export interface RunRow extends Omit<PlannedRow, "lead">, RowFacts {
  applicant: Applicant;
  /** The run that has it, in a report that tells several as one: its id, or as many of the folders around it as tell them apart. */
  run?: string;
  quoteId: string | null;
  /** A credential: it signs the applicant in. */
  loginUrl: string | null;
  /** Found by our own checks for `invalid` rows, by the service for `rejected` ones. */
  issues: Issue[];
  /** What happened, as a sentence, where no issue says it. */
  error: string | null;
}

/** Puts together what is known of a row. */
export function runRow(planned: PlannedRow, facts: RowFacts, plan: Pick<Plan, "places" | "columns">): RunRow {
  const { row, ready, issues, warnings, cells, lead } = planned;
  const { state, attempts, last, pieces, said, isUnderWay, isBehind = false } = facts;
  const { quoteId, loginUrl } = idsOf(facts);
  const happened = toldText(happenedTo(facts)) || null;
  const error = happened === null || said?.note === undefined ? happened : `${happened} Note: ${said.note}`;
  // Named one by one: a copy by spreading takes longer than all the rest of it.
  return {
    row,
    ready,
    cells,
    applicant: applicantOf(lead),
    quoteId,
    loginUrl,
    issues: rowIssues({ row, cells, issues, state, last }, plan),
    warnings,
    error,
    state,
    attempts,
    last,
    pieces,
    said,
    isUnderWay,
    isBehind,
  };
}

/** What happened to a row; nothing where its status or its issues say it. */
export function happenedTo({ state, last, pieces, isUnderWay, isBehind }: RowFacts): Told {
  if (isUnderWay && state.resumable) return [happenedFinding("under-way")];
  if (isBehind && state.status !== "created") return [happenedFinding("unrecorded")];
  return whatHappened(state, last, pieces);
}

/** The ids of a lead: as the service gave them, whole or in pieces, or, where a person said that it was created, as told. */
function idsOf({ state, last, pieces, said }: RowFacts): Pick<RunRow, "quoteId" | "loginUrl"> {
  const told = state.word === "created" ? said : undefined;
  // In a column of links, nobody would notice that a link may be another lead's.
  const observed = state.doubted ? null : last?.answer.kind === "created" ? last.answer : pieces;
  return {
    quoteId: told?.quoteId ?? observed?.quoteId ?? null,
    loginUrl: told?.loginUrl ?? observed?.loginUrl ?? null,
  };
}

/** What is wrong with a row as it stands: the service's issues where it has refused it, else those of the plan. */
function rowIssues(
  { row, cells, issues, state, last }: Pick<RunRow, "row" | "cells" | "issues" | "state" | "last">,
  plan: Pick<Plan, "places" | "columns">,
): Issue[] {
  const answer = last?.answer;
  return answer?.kind === "issues" && state.status === "rejected"
    ? answer.issues.map((issue) => ({ ...issue, ...placeOf(issue.path, row, plan, cells) }))
    : issues;
}
