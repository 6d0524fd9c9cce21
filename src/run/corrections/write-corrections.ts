import { join } from "node:path";
import type { CliError } from "../../base/cli-error.ts";
import { removeFile } from "../../base/files.ts";
import { emailKey } from "../../lead/email.ts";
import { personKeys } from "../../lead/person-keys.ts";
import { answersOnly, type Mapping } from "../../sheet/columns/mapping.ts";
import { requireAnswers } from "../../sheet/mapping/open-questions.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { type InputTable, isSameNotice, type Notice } from "../../sheet/table.ts";
import { ClaimRegister } from "../plan/claim-register.ts";
import { SheetPeople } from "../plan/people-register.ts";
import { type Correction, nextCorrectionName, type Plan, readCorrection } from "../plan/plan.ts";
import { decodeRow, type PlannedRow } from "../plan/plan-record.ts";
import { refuseRepetition } from "../plan/plan-rows.ts";
import { readRowLines } from "../plan/read-plan.ts";
import {
  draftPlanFile,
  type PlanChanges,
  type PlanClosing,
  placePlanFile,
  placesOf,
  planHeader,
  readingOf,
} from "../plan/write-plan.ts";
import { runError } from "../run-errors.ts";
import {
  type CorrectionDraft,
  draftCorrections,
  FixProblems,
  type FixRules,
  type FixTally,
} from "./match-fix-rows.ts";

/** What a person says to what the words of corrected rows ask. */
export interface CorrectionAnswers {
  /** By the questions' ids. */
  answers: ReadonlyMap<string, string>;
  /** Whether questions are passed over that may be. */
  acceptReading: boolean;
  /** Whether the lead of a row that is not corrected goes, or may be there. */
  isThere(row: number): boolean;
  /** What becomes of corrected rows that may be somebody twice. */
  settlePeople(people: SheetPeople, locate: MappedInput["locate"]): Promise<PlanChanges>;
}

export interface WrittenCorrections {
  tally: FixTally;
  /** What there is to say of the fixed sheet as a whole that was not said of the run's input. */
  notices: Notice[];
  /** Null when no row was changed: nothing was written. */
  correction: (Correction & { sha256: string }) | null;
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
  const name = nextCorrectionName(plan);
  const draftPath = join(dir, `.${name.replace(/\.ndjson$/, "")}.draft.tmp`);
  const path = join(dir, name);
  const origin = { createdAt, strict: plan.header.strict === true };
  try {
    const mapping = mappingWith(plan.mapping, said.answers);
    const draft = await writeDraft(draftPath, table, plan, mapping, rules);
    const { input, tally } = draft;
    const dismissed = new Set(tally.dismissed);
    requireAnswers(input, said.acceptReading);
    const notices = newNotices([...table.notices, ...input.notices], plan);
    const closing: PlanClosing = {
      rowsRead: tally.rowsRead,
      total: 0,
      ready: 0,
      columns: input.columns,
      places: placesOf(input),
      notices,
      reading: readingOf(input),
    };
    const isGone = (row: number): boolean => rules.isDismissed(row) || dismissed.has(row);
    const people = new SheetPeople();
    const rows = settleEmails(
      draftPath,
      draft,
      plan,
      closing,
      people,
      (row) => !isGone(row) && said.isThere(row),
      isGone,
    );
    const settled = await draftPlanFile(path, planHeader(table, origin), rows, () => closing);
    try {
      if (closing.total === 0) {
        await settled.file.discard();
        return { tally, notices, correction: null };
      }
      const { sha256 } = await placePlanFile(path, settled, await said.settlePeople(people, input.locate));
      const correction = await readCorrection(path);
      return { tally, notices, correction: correction ? { ...correction, sha256 } : null };
    } catch (error) {
      await settled.file.discard();
      throw error;
    }
  } finally {
    await removeFile(draftPath);
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

async function writeDraft(
  draftPath: string,
  table: InputTable,
  plan: Plan,
  mapping: Mapping | undefined,
  rules: FixRules,
): Promise<CorrectionDraft> {
  const lookup = await plan.openRows();
  try {
    const problems = new FixProblems();
    const draft = draftCorrections(table, plan, mapping, (row) => lookup.find(row), rules, problems);
    const origin = { createdAt: new Date(0), strict: false };
    const closing = { rowsRead: 0, total: 0, ready: 0, columns: [], places: {}, notices: [] };
    const { file } = await draftPlanFile(draftPath, planHeader(table, origin), draft.rows, () => closing);
    await file.place();
    if (problems.count > 0) throw notMatched(table, problems);
    return draft;
  } finally {
    lookup.close();
  }
}

/**
 * The draft's rows, one lead per e-mail: among themselves, and with the rest of the run. The people in them are gathered, and those
 * in the rest of the run before them.
 *
 * @param isThere Whether a row that is not corrected goes, or went and may be there.
 * @param isGone Whether a row is not a lead, so that its e-mail is another one's to use.
 */
async function* settleEmails(
  draftPath: string,
  { input, tally, changed, freed, toGo }: CorrectionDraft,
  plan: Plan,
  closing: PlanClosing,
  people: SheetPeople,
  isThere: (row: number) => boolean,
  isGone: (row: number) => boolean,
): AsyncGenerator<PlannedRow> {
  const emails = new ClaimRegister();
  for await (const planned of plan.rows()) {
    if (!planned.ready || changed.has(planned.row) || isGone(planned.row)) continue;
    emails.claim(emailOf(planned), planned.row);
    if (isThere(planned.row)) people.add(planned.row, personKeys(planned.lead), true, false);
  }
  for await (const lines of readRowLines(draftPath)) {
    for (const planned of lines.map(decodeRow)) {
      const owner = planned.ready ? emails.claim(emailOf(planned), planned.row) : undefined;
      if (owner !== undefined && owner !== planned.row) {
        if (!changed.has(planned.row)) {
          // It is the same lead as before, and another row still has its e-mail.
          tally.unchangedCount += 1;
          continue;
        }
        refuseRepetition(planned, { row: owner, of: "run" }, input);
      }
      closing.total += 1;
      if (planned.ready) closing.ready += 1;
      if (freed.has(planned.row)) tally.freedCount += 1;
      people.add(planned.row, personKeys(planned.lead), planned.ready, !toGo.has(planned.row));
      yield planned;
    }
  }
}

function emailOf({ lead }: PlannedRow): string {
  return emailKey(lead.contactInfo?.email ?? "");
}

function newNotices(notices: readonly Notice[], { end, corrections }: Plan): Notice[] {
  const said = [end, ...corrections.map(({ facts }) => facts.end)].flatMap(({ notices }) => notices);
  return notices.filter((notice) => !said.some((one) => isSameNotice(one, notice)));
}

const PROBLEMS_SHOWN_MAX = 10;

/** The refusal of a fixed sheet of which rows cannot be matched: none of it is taken. */
export function notMatched({ name, columns }: InputTable, { problems, count }: FixProblems): CliError {
  if (!columns.some((column) => column.name.trim().toLowerCase() === "leadctl_row")) {
    return runError("fix-without-rows", { name });
  }
  const shown = problems.slice(0, PROBLEMS_SHOWN_MAX);
  return runError("fix-not-matched", { name, problems: shown, moreCount: count - shown.length });
}
