import { join } from "node:path";
import type { CliError } from "../../base/cli-error.ts";
import { emailKey } from "../../lead/email.ts";
import type { Issue } from "../../lead/issue.ts";
import { personKeys } from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import { answersOnly, type Mapping } from "../../sheet/columns/mapping.ts";
import { requireAnswers } from "../../sheet/mapping/open-questions.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { type InputTable, isSameNotice, type Notice } from "../../sheet/table.ts";
import { ClaimRegister } from "../plan/claim-register.ts";
import { repetitionIssue } from "../plan/judge-rows.ts";
import { SheetPeople } from "../plan/people-register.ts";
import { nextCorrectionName, type Plan, type PlanFile, readPlanFile } from "../plan/plan.ts";
import { decodeRow } from "../plan/plan-record.ts";
import { readRowLines } from "../plan/read-plan.ts";
import {
  draftPlanFile,
  type PlanChanges,
  type PlanClosing,
  type PlanDraft,
  placePlan,
  placesOf,
  planHeader,
  readingOf,
} from "../plan/write-plan.ts";
import { runError } from "../run-errors.ts";
import type { FixProblem } from "../run-texts.ts";
import {
  type CorrectionDraft,
  draftCorrections,
  type FirstOf,
  type FixRules,
  type FixTally,
} from "./match-fix-rows.ts";

/** What a person says to what the words of corrected rows ask. */
export interface CorrectionAnswers {
  /** By the questions' ids. */
  answers: ReadonlyMap<string, string>;
  /** Whether questions are passed over that may be. */
  acceptReading: boolean;
  /** What becomes of corrected rows that may be somebody twice. */
  settlePeople(people: SheetPeople, locate: MappedInput["locate"]): Promise<PlanChanges>;
}

export interface WrittenCorrections {
  tally: FixTally;
  /** What there is to say of the fixed sheet as a whole that was not said of the run's input. */
  notices: Notice[];
  /** Null when no row was changed: nothing was written. */
  correction: PlanFile | null;
}

/**
 * Freezes the corrected rows of a fixed sheet into `plan-2.ndjson` (then `-3`, and so on) of the run's folder.
 * The sheet is read once. E-mails are compared when all corrections are known, so that two rows may swap theirs.
 *
 * @throws CliError with exit code 2 when a row cannot be matched with its original: nothing is written.
 * @throws OpenQuestions where corrected rows ask something that is not answered: nothing is written either.
 */
export async function writeCorrections(
  dir: string,
  table: InputTable,
  plan: Plan,
  rules: FixRules,
  said: CorrectionAnswers,
  createdAt: Date,
): Promise<WrittenCorrections> {
  const path = join(dir, nextCorrectionName(plan));
  const origin = { createdAt, strict: plan.header.strict === true };
  const mapping = mappingWith(plan.mapping, said.answers);
  let notices: Notice[] = [];
  const lookup = plan.openRows();
  const corrected = draftCorrections(table, plan, mapping, (row) => lookup.find(row), rules);
  const { input, tally, problems } = corrected;
  const closing = (): PlanClosing => {
    if (problems.count > 0) throw notMatched(table, problems);
    requireAnswers(input, said.acceptReading);
    notices = newNotices([...table.notices, ...input.notices], plan);
    const { rowsRead } = tally;
    const { columns } = input;
    return { rowsRead, columns, places: placesOf(input), notices, reading: readingOf(input) };
  };
  const draft = await draftPlanFile(path, planHeader(table, origin), corrected.rows, closing).finally(() =>
    lookup.close(),
  );
  try {
    const people = new SheetPeople();
    const changes = await settleEmails(draft, corrected, plan, people, rules);
    if (changes.leftOut.size === draft.facts.end.total) {
      await draft.file.discard();
      return { tally, notices, correction: null };
    }
    const { leftOut, issues } = await said.settlePeople(people, input.locate);
    await placePlan(path, draft, {
      leftOut: new Set([...leftOut, ...changes.leftOut]),
      issues: new Map([...issues, ...changes.issues]),
    });
    return { tally, notices, correction: (await readPlanFile(path)) ?? null };
  } catch (error) {
    await draft.file.discard();
    throw error;
  }
}

function mappingWith(
  mapping: Mapping | undefined,
  answers: ReadonlyMap<string, string>,
): Mapping | undefined {
  if (answers.size === 0) return mapping;
  const known = mapping ?? answersOnly("answers", answers);
  return { ...known, answers: new Map([...known.answers, ...answers]) };
}

/**
 * One lead per e-mail, among the corrected rows and with the rest of the run. The people in them are gathered, and those in the
 * rest of the run before them.
 *
 * @returns What becomes of rows whose e-mail another one has.
 */
async function settleEmails(
  draft: PlanDraft,
  { input, tally, changed, freed, toGo }: CorrectionDraft,
  plan: Plan,
  people: SheetPeople,
  { stateOf }: FixRules,
): Promise<PlanChanges> {
  const emails = new ClaimRegister();
  const dismissed = new Set(tally.dismissed);
  for await (const { row, ready, lead } of plan.rows()) {
    // A row that is not a lead leaves its e-mail to another one.
    if (!ready || changed.has(row) || dismissed.has(row) || stateOf(row).dismissed) continue;
    emails.claim(emailOf(lead), row);
    if (isThere(stateOf(row))) people.add(row, personKeys(lead), true, false);
  }
  const leftOut = new Set<number>();
  const issues = new Map<number, Issue>();
  for await (const lines of readRowLines(draft.file.temporary))
    for (const { row, ready, lead } of lines.map(decodeRow)) {
      const owner = ready ? emails.claim(emailOf(lead), row) : undefined;
      const isRepeated = owner !== undefined && owner !== row;
      if (isRepeated && !changed.has(row)) {
        // It is the same lead as before, and another row still has its e-mail.
        leftOut.add(row);
        tally.unchangedCount += 1;
        continue;
      }
      if (isRepeated) issues.set(row, repetitionIssue(row, { row: owner, of: "run" }, input));
      if (freed.has(row)) tally.freedCount += 1;
      people.add(row, personKeys(lead), ready && !isRepeated, !toGo.has(row));
    }
  return { leftOut, issues };
}

/** Whether the lead of a row may be there, or goes yet. */
function isThere({ status, maybeCreated }: LeadState): boolean {
  return maybeCreated || (status !== "invalid" && status !== "rejected");
}

function emailOf(lead: Lead): string {
  return emailKey(lead.contactInfo?.email ?? "");
}

function newNotices(notices: readonly Notice[], { end, corrections }: Plan): Notice[] {
  const said = [end, ...corrections.map(({ facts }) => facts.end)].flatMap(({ notices }) => notices);
  return notices.filter((notice) => !said.some((one) => isSameNotice(one, notice)));
}

const PROBLEMS_SHOWN_MAX = 10;

/** The refusal of a fixed sheet of which rows cannot be matched: none of it is taken. */
export function notMatched({ name, columns }: InputTable, { first, count }: FirstOf<FixProblem>): CliError {
  if (!columns.some((column) => column.name.trim().toLowerCase() === "leadctl_row")) {
    return runError("fix-without-rows", { name });
  }
  const shown = first.slice(0, PROBLEMS_SHOWN_MAX);
  const params = { name, problems: shown, moreCount: count - shown.length };
  return runError("fix-not-matched", params, {
    document: { problems: shown.map(({ row, finding }) => ({ row, finding })) },
  });
}
