import { join } from "node:path";
import { type CodedText, personal } from "../../base/finding.ts";
import { BitSet, NumberColumn } from "../../base/growable.ts";
import { emailKey } from "../../lead/email.ts";
import type { Issue } from "../../lead/issue.ts";
import { isSomebodyElse, personKeys } from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import { answersOnly, type Mapping } from "../../sheet/columns/mapping.ts";
import { isHeldByStatus, isStrayStatus } from "../../sheet/columns/meant-words.ts";
import { isOwnColumn } from "../../sheet/headers/header-meaning.ts";
import { mapInput } from "../../sheet/map-input.ts";
import { requireAnswers } from "../../sheet/mapping/open-questions.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { saysNotALead, saysSend } from "../../sheet/table/marked-rows.ts";
import { SAMPLE_ROWS_MAX } from "../../sheet/table/sheet-rows.ts";
import {
  type CellValue,
  cellText,
  columnLetters,
  type InputRow,
  type InputTable,
  isSameNotice,
  type Notice,
} from "../../sheet/table.ts";
import { ClaimRegister } from "../plan/claim-register.ts";
import { isRepetition, planRow, repetitionIssue } from "../plan/judge-rows.ts";
import { SheetPeople } from "../plan/people-register.ts";
import { decodeRow, isHeld, PERSON_HOLDS, type PlannedRow } from "../plan/plan-record.ts";
import {
  type Plan,
  type PlanFile,
  planName,
  type RowLookup,
  readPlanFile,
  readRowLines,
  tableAsPlanned,
} from "../plan/read-plan.ts";
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
import type { Run } from "../run.ts";
import { runError } from "../run-errors.ts";
import { type FixProblem, fixFinding, whyNotCorrected, whyNotDismissed } from "../run-texts.ts";
import {
  type ChangedCell,
  type CorrectedCells,
  correctedCells,
  FixColumns,
  sameCells,
} from "./fixed-cells.ts";

/** What a person wants of a fixed sheet. */
export interface FixOrder {
  /** Whether the person asked for this row; all others are only counted. */
  isSelected(row: number): boolean;
  /** Whether a person has said that rows go which may be somebody twice. */
  acceptsPeople?: boolean;
  /** What was said to what the words of corrected rows ask, by the questions' ids. */
  answers: ReadonlyMap<string, string>;
  /** Whether questions are passed over that may be. */
  acceptReading: boolean;
  /** What becomes of corrected rows that may be somebody twice. Asked again, it looks at what has come since. */
  settlePeople(people: SheetPeople, locate: MappedInput["locate"]): Promise<PlanChanges>;
  /**
   * Called with what would become of the rows, before anything is kept. Absent where saying so afterwards is enough.
   *
   * @throws to keep nothing.
   */
  mind?(fate: CorrectionFate): void;
}

/** What would become of the rows of a fixed sheet. */
export interface CorrectionFate {
  /** How many are ready to go. */
  sentCount: number;
  /** How many the run would get, ready or not. */
  takenCount: number;
  dismissedCount: number;
  /** How many are the same lead as before. */
  unchangedCount: number;
  /** Rows that stay behind, though nothing is wrong with the row itself. */
  behind: readonly { row: number; why: string }[];
}

/** Things of one kind: all are counted, the first are kept. */
export class FirstOf<T> {
  count = 0;
  readonly first: T[] = [];
  readonly #keptMax: number;

  constructor(keptMax = 1_000) {
    this.#keptMax = keptMax;
  }

  add(...items: readonly T[]): void {
    this.count += items.length;
    this.first.push(...items.slice(0, this.#keptMax - this.first.length));
  }
}

const CELLS_KEPT_MAX = 100;

/** What became of the rows of a fixed sheet. */
export class FixTally {
  rowsRead = 0;
  /** As they were: nothing to send. */
  unchangedCount = 0;
  /** Changed, but not selected. */
  outsideCount = 0;
  readonly refused = new FirstOf<{ row: number; reason: string }>();
  /** Rows that the person takes out as not leads, and that were not before; none of them is corrected. */
  readonly dismissed: number[] = [];
  /** Rows without the number of an original: nobody knows which rows they correct. */
  readonly strays = new FirstOf<StrayRow>();
  /** Changed in look only, by a spreadsheet program: they are as they were. */
  readonly restored = new FirstOf<ChangedCell>(CELLS_KEPT_MAX);
  /** Other cells of corrected rows that no issue names: they go as they are now. */
  readonly beside = new FirstOf<ChangedCell>(CELLS_KEPT_MAX);
  /** Rows that are as they were, and go: a person said so, or another row that was in their way has changed. */
  freedCount = 0;
  /** What somebody wrote into `leadctl_status` and means nothing there, by cell of the fixed sheet. */
  readonly unread = new FirstOf<{ cell: string; text: string }>();
}

/** A row of a fixed sheet that does not say which row it corrects. */
export interface StrayRow {
  /** Its row number in the fixed sheet. */
  row: number;
  /**
   * The row of the fixed sheet that corrects the run's row of the same number: whoever looked at that number, and not at
   * where the row stands here, has typed too far down.
   */
  meant?: number;
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
  run: Run,
  table: InputTable,
  order: FixOrder,
  createdAt: Date,
): Promise<WrittenCorrections> {
  const { dir, plan } = run;
  const path = join(dir, planName(plan.corrections.length + 2));
  const origin = { createdAt, strict: plan.header.strict === true };
  const sheet = new CorrectedSheet(table, run, mappingWith(plan.mapping, order.answers), order);
  const { input, tally } = sheet;
  let notices: Notice[] = [];
  const closing = (): PlanClosing => {
    sheet.requireMatched();
    requireAnswers(input, order.acceptReading);
    notices = newNotices([...table.notices, ...input.notices], plan);
    const { rowsRead } = tally;
    const { columns } = input;
    return { rowsRead, columns, places: placesOf(input), notices, reading: readingOf(input) };
  };
  const draft = await draftPlanFile(path, planHeader(table, origin), sheet.rows(), closing);
  const people = new SheetPeople();
  const settlePeople = (): Promise<PlanChanges> => order.settlePeople(people, input.locate);
  const isPlaced = await placePlan(
    path,
    draft,
    async () => {
      const byEmail = await sheet.settleEmails(draft, people);
      const isNothing = byEmail.leftOut.size === draft.facts.end.total;
      const byPerson = isNothing ? undefined : await settlePeople();
      const changes = {
        leftOut: new Set([...(byPerson?.leftOut ?? []), ...byEmail.leftOut]),
        issues: new Map([...(byPerson?.issues ?? []), ...byEmail.issues]),
      };
      order.mind?.(fateOf(tally, draft, changes));
      return isNothing ? null : changes;
    },
    settlePeople,
  );
  return { tally, notices, correction: (isPlaced && (await readPlanFile(path))) || null };
}

function fateOf(
  { dismissed, unchangedCount, refused }: FixTally,
  { facts: { end } }: PlanDraft,
  { leftOut, issues }: PlanChanges,
): CorrectionFate {
  const held = [...issues].filter(([, { harm }]) => harm === undefined);
  return {
    sentCount: end.ready - leftOut.size - held.length,
    takenCount: end.total - leftOut.size,
    dismissedCount: dismissed.length,
    unchangedCount,
    behind: [
      ...held.map(([row, { message }]) => ({ row, why: message })),
      ...refused.first.map(({ row, reason }) => ({ row, why: `It is not used: ${reason}` })),
    ],
  };
}

function mappingWith(
  mapping: Mapping | undefined,
  answers: ReadonlyMap<string, string>,
): Mapping | undefined {
  if (answers.size === 0) return mapping;
  const known = mapping ?? answersOnly("answers", answers);
  return { ...known, answers: new Map([...known.answers, ...answers]) };
}

function newNotices(notices: readonly Notice[], { end, corrections }: Plan): Notice[] {
  const said = [end, ...corrections.map(({ facts }) => facts.end)].flatMap(({ notices }) => notices);
  return notices.filter((notice) => !said.some((one) => isSameNotice(one, notice)));
}

/** What happened to the rows of the run. */
type KnownRows = ReturnType<Run["openRows"]>;

/** A row of a fixed sheet, with the row that it corrects. */
interface FixedRow extends Pick<CorrectedCells, "restored" | "beside"> {
  /** Row number in the fixed sheet. */
  place: number;
  /** The original's row number, and its cells as the sheet has them now. */
  overlaid: InputRow;
  original: PlannedRow;
  hasSameCells: boolean;
  /** What its status column holds now. */
  status: CellValue | undefined;
}

/**
 * A fixed sheet as corrections of a run: each row's cells are put over those of its original, and mapped and judged as the
 * run's own rows were.
 */
class CorrectedSheet {
  readonly tally = new FixTally();
  readonly input: MappedInput;
  readonly #table: InputTable;
  readonly #run: Run;
  readonly #order: FixOrder;
  readonly #columns: FixColumns;
  /** A person who edits JSON means what is written there. */
  readonly #isSheet: boolean;
  /** Everything that keeps the sheet from being used; complete when all rows are read, as are those below. */
  readonly #problems = new FirstOf<FixProblem>();
  /** Rows that are others now, and not only free to go. */
  readonly #changed = new BitSet();
  /** Rows that are as they were, and go unless another row still has their e-mail. */
  readonly #freed = new BitSet();
  /** Rows of which a person has said that they go. */
  readonly #toGo = new BitSet();

  /** @param mapping How the run's rows were read, and answers that came since. */
  constructor(table: InputTable, run: Run, mapping: Mapping | undefined, order: FixOrder) {
    this.#table = table;
    this.#run = run;
    this.#order = order;
    this.#isSheet = table.format !== "json" && table.format !== "jsonl";
    this.#columns = new FixColumns(
      run.plan.columns,
      table.columns,
      this.#isSheet,
      blankColumns(table, this.#isSheet),
    );
    // Its rows are mapped one by one, each beside what it was.
    const overlaid = tableAsPlanned(run.plan.header, this.#columns.columns, noRows());
    this.input = mapInput({ ...overlaid, name: table.name }, mapping);
  }

  /** Those that are others now, or are free to go, each with the verdict that it has whatever the other rows say. */
  async *rows(): AsyncGenerator<PlannedRow> {
    const { input, tally } = this;
    const [originals, known] = [this.#run.plan.openRows(), this.#run.openRows()];
    try {
      for await (const fixed of this.#matched(originals, known)) {
        tally.rowsRead += 1;
        const { place, overlaid, original, hasSameCells, status } = fixed;
        const { row } = overlaid;
        if (isStrayStatus(status)) {
          const cell = `${columnLetters(this.#columns.statusIndex ?? 0)}${place}`;
          tally.unread.add({ cell, text: cellText(status).trim() });
        }
        const isDismissal = saysNotALead(status);
        if (!isDismissal && this.#order.isSelected(row)) tally.restored.add(...fixed.restored);
        if (!this.#isCandidate(fixed, isDismissal)) continue;
        const mapped = input.map(overlaid);
        if (!hasSameCells && isSomebodyElse(personKeys(original.lead), personKeys(mapped.lead)))
          this.#problems.add({ row: place, ...fixFinding("row-of-other", { row }) });
        else if (isDismissal) tally.dismissed.push(row);
        else if (isHeldByStatus(cellText(status)))
          this.#problems.add({ row: place, ...fixFinding("status-stays") });
        else {
          const planned = planRow(mapped, input, this.#run.judging);
          if (this.#isTaken(planned, fixed)) yield planned;
        }
      }
    } finally {
      originals.close();
      known.close();
    }
    input.checkColumns();
  }

  /** @throws CliError with exit code 2 where rows could not be matched: none of the sheet is taken. */
  requireMatched(): void {
    const { first, count } = this.#problems;
    if (count === 0) return;
    const { name, columns } = this.#table;
    if (!columns.some((column) => column.name.trim().toLowerCase() === "leadctl_row"))
      throw runError("fix-without-rows", { name });
    const problems = first.slice(0, PROBLEMS_SHOWN_MAX);
    const params = { name, problems, moreCount: count - problems.length };
    const document = { problems: problems.map(({ row, finding }) => ({ row, finding })) };
    throw runError("fix-not-matched", params, { document });
  }

  /**
   * One lead per e-mail, among the corrected rows and with the rest of the run. The people in them are gathered, and those in the
   * rest of the run before them.
   *
   * @returns What becomes of rows whose e-mail another one has.
   */
  async settleEmails(draft: PlanDraft, people: SheetPeople): Promise<PlanChanges> {
    const { tally } = this;
    const { plan, state } = this.#run;
    const emails = new ClaimRegister();
    const dismissed = new Set(tally.dismissed);
    for await (const { row, ready, lead } of plan.rows()) {
      // A row that is not a lead leaves its e-mail to another one.
      if (!ready || this.#changed.has(row) || dismissed.has(row) || state.get(row).dismissed) continue;
      emails.claim(emailOf(lead), row);
      if (isThere(state.get(row))) people.add(row, personKeys(lead), "there");
    }
    const leftOut = new Set<number>();
    const issues = new Map<number, Issue>();
    for await (const lines of readRowLines(draft.file.temporary))
      for (const { row, ready, lead } of lines.map(decodeRow)) {
        const owner = ready ? emails.claim(emailOf(lead), row) : undefined;
        const isRepeated = owner !== undefined && owner !== row;
        if (isRepeated && !this.#changed.has(row)) {
          // It is the same lead as before, and another row still has its e-mail.
          leftOut.add(row);
          tally.unchangedCount += 1;
          continue;
        }
        if (isRepeated) issues.set(row, repetitionIssue(row, { row: owner, of: "run" }, this.input));
        if (this.#freed.has(row)) tally.freedCount += 1;
        const going = this.#toGo.has(row) ? "said" : "due";
        people.add(row, personKeys(lead), ready && !isRepeated ? going : "behind");
      }
    return { leftOut, issues };
  }

  /** Matches its rows with those of the run, and gathers what cannot be matched. */
  async *#matched(originals: RowLookup, known: KnownRows): AsyncGenerator<FixedRow> {
    const [columns, strays] = [this.#columns, this.tally.strays];
    const refuse = (row: number, why: CodedText) => this.#problems.add({ row, ...why });
    /** Where each row of the run stands in the fixed sheet; 0 for nowhere. */
    const places = new NumberColumn(Uint32Array);
    let isAnyMatched = false;
    for await (const { row: place, cells, damage } of this.#table.rows) {
      columns.takeNewColumns();
      const row = originalRow(columns.rowIndex === undefined ? undefined : cells[columns.rowIndex]);
      const original = typeof row === "number" ? originals.find(row) : undefined;
      const overlaid = original ? columns.overlay(cells, original.cells) : [];
      // A row that was damaged from the beginning stands in the fix file as it was, and may be left so.
      const isAsItWas = original && sameCells(overlaid, original.cells);
      if (damage !== undefined && !isAsItWas) refuse(place, damage);
      else if (typeof row === "object") refuse(place, row);
      else if (row === undefined) {
        if (isWholeRow(cells, this.#table)) refuse(place, fixFinding("row-number-missing"));
        else strays.add({ row: place });
      } else if (!original) refuse(place, fixFinding("row-absent", { row }));
      else if (places.get(row) > 0) refuse(place, fixFinding("row-repeated", { row }));
      else {
        places.set(row, place);
        isAnyMatched = true;
        const status = columns.statusIndex === undefined ? undefined : cells[columns.statusIndex];
        yield this.#fixedRow(place, original, overlaid, status, known);
      }
    }
    for (const stray of strays.first) {
      const meant = places.get(stray.row);
      if (meant > 0) stray.meant = meant;
      // Without one row that says which it is, the file as a whole is none that corrects anything.
      if (!isAnyMatched) refuse(stray.row, fixFinding("row-number-missing"));
    }
  }

  #fixedRow(
    place: number,
    original: PlannedRow,
    overlaid: CellValue[],
    status: CellValue | undefined,
    known: KnownRows,
  ): FixedRow {
    const isRead = (index: number): boolean => {
      const { target, role } = this.input.readings[index] ?? {};
      return target !== undefined || role?.completes !== undefined || role?.sorts !== undefined;
    };
    const { cells, ...changes } = this.#isSheet
      ? correctedCells(this.#run.plan, original, overlaid, isRead, () => issuesOf(original, known))
      : { cells: overlaid, restored: [], beside: [] };
    const sent = saysSend(status) && ({ isToGo: true } as const);
    return {
      place,
      overlaid: { row: original.row, cells, ...sent },
      original,
      hasSameCells: sameCells(cells, original.cells),
      ...changes,
      status,
    };
  }

  /** Whether there may be something to send, or to take out; what is not is counted. */
  #isCandidate({ original, overlaid, hasSameCells }: FixedRow, isDismissal: boolean): boolean {
    const { row, isToGo } = overlaid;
    const { tally } = this;
    const { isSelected, acceptsPeople } = this.#order;
    const state = this.#run.state.get(row);
    // One that was refused for another row's e-mail may go once that row has got another; one that was held, by a word.
    const isSaidToGo = isToGo ? isHeld(original) : acceptsPeople && isHeld(original, PERSON_HOLDS);
    const mayBeFree = isRepetition(original) || isSaidToGo;
    const isUnchanged = isDismissal ? state.dismissed : hasSameCells && !(mayBeFree && isSelected(row));
    if (isUnchanged) tally.unchangedCount += 1;
    else if (!isSelected(row)) tally.outsideCount += 1;
    else {
      const reason = (isDismissal ? whyNotDismissed : whyNotCorrected)(state);
      if (reason === undefined) return true;
      tally.refused.add({ row, reason });
    }
    return false;
  }

  /** Whether a row is another one than before, as far as the service and the person can tell, or is free to go. */
  #isTaken(planned: PlannedRow, { original, hasSameCells, beside }: FixedRow): boolean {
    const { row, ready, isToGo } = planned;
    const isSame = JSON.stringify(planned.lead) === JSON.stringify(original.lead);
    const isOther =
      !isSame ||
      ready !== original.ready ||
      (!ready && findings(planned, original) !== findings(original, original));
    if (hasSameCells ? !(isSame && ready) : !isOther) {
      this.tally.unchangedCount += 1;
      return false;
    }
    // Nothing was against it but another one's e-mail.
    const isOnlyFreed = isSame && ready && isRepetition(original);
    if (!isOnlyFreed) this.#changed.add(row);
    if (isToGo) this.#toGo.add(row);
    if (hasSameCells) this.#freed.add(row);
    this.tally.beside.add(...beside);
    return true;
  }
}

const PROBLEMS_SHOWN_MAX = 10;

/** What is wrong with a row as the run has it; undefined where nobody knows which cells that is. */
function issuesOf(original: PlannedRow, known: KnownRows): readonly Issue[] | undefined {
  const { state, last, issues } = known.rowOf(original);
  return state.status === "rejected" && last?.answer.kind !== "issues" ? undefined : issues;
}

/** Which columns of a sheet hold nothing, where it is short enough for its first rows to show that. */
function blankColumns({ sample }: InputTable, isSheet: boolean): (at: number) => boolean {
  if (!isSheet || !sample || sample.length >= SAMPLE_ROWS_MAX) return () => false;
  return (at) => sample.every(({ cells }) => cellText(cells[at]).trim() === "");
}

async function* noRows(): AsyncGenerator<InputRow> {}

/** Whether a row is more than a few cells that somebody has typed beside the table: what it corrects has lost its number. */
function isWholeRow(cells: readonly CellValue[], { columns }: InputTable): boolean {
  const own = [...columns.entries()].filter(([, { name }]) => !isOwnColumn(name));
  const filled = own.filter(([index]) => cellText(cells[index]).trim() !== "");
  return filled.length * 2 > own.length;
}

/** The number in a `leadctl_row` cell, or what is wrong with it; undefined for an empty one. */
function originalRow(cell: CellValue | undefined): number | CodedText | undefined {
  const text = cell === null || cell === undefined || typeof cell === "object" ? "" : String(cell).trim();
  if (text === "") return undefined;
  const row = /^\d{1,9}(?:\.0+)?$/.test(text) ? Number(text) : 0;
  return row > 0 ? row : fixFinding("row-number-unreadable", { text: personal(text.slice(0, 40)) });
}

/** What is wrong with a row, in comparable form. Plans of earlier versions say it without findings. */
function findings({ issues }: PlannedRow, original: PlannedRow): string {
  const isEarlier = original.issues.some(({ finding }) => finding === undefined);
  return JSON.stringify(
    issues.map(({ path, code, finding, params }) => (isEarlier ? [path, code] : [path, finding, params])),
  );
}

/** Whether the lead of a row may be there, or goes yet. */
function isThere({ status, maybeCreated }: LeadState): boolean {
  return maybeCreated || (status !== "invalid" && status !== "rejected");
}

function emailOf(lead: Lead): string {
  return emailKey(lead.contactInfo?.email ?? "");
}
