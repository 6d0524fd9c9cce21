import { type CodedText, personal } from "../../base/finding.ts";
import { BitSet, withRoom } from "../../base/growable.ts";
import type { Issue } from "../../lead/issue.ts";
import type { Lead } from "../../lead/schema.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import type { Mapping } from "../../sheet/columns/mapping.ts";
import { isHeldByStatus, isStrayStatus } from "../../sheet/columns/meant-words.ts";
import { isOwnColumn } from "../../sheet/headers/header-meaning.ts";
import { mapInput } from "../../sheet/map-input.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { saysNotALead, saysSend } from "../../sheet/table/marked-rows.ts";
import { SAMPLE_ROWS_MAX } from "../../sheet/table/row-sample.ts";
import {
  type CellValue,
  cellText,
  columnLetters,
  type InputRow,
  type InputTable,
} from "../../sheet/table.ts";
import { isRepetition, type Judging, planRow } from "../plan/judge-rows.ts";
import { type Plan, tableAsPlanned } from "../plan/plan.ts";
import type { PlannedRow } from "../plan/plan-record.ts";
import { isHeld, PERSON_HOLDS } from "../plan/plan-record.ts";
import { type FixProblem, fixFinding, whyNotCorrected, whyNotDismissed } from "../run-texts.ts";
import { type ChangedCell, type CorrectedCells, correctedCells } from "./corrected-cells.ts";
import { FixColumns, sameCells } from "./fix-columns.ts";

/** What a person wants of a fixed sheet. */
export interface FixOrder {
  /** Whether the person asked for this row; all others are only counted. */
  isSelected(row: number): boolean;
  /** Whether a person has said that rows go which may be somebody twice. */
  acceptsPeople?: boolean;
}

/** What to make of a fixed sheet's rows. */
export interface FixRules extends FixOrder {
  /** What is known of a row. */
  stateOf(row: number): LeadState;
  /** How the run's own rows were judged. */
  judging: Judging;
  /** What is wrong with a row as the run has it; undefined where nobody knows which cells that is. */
  issuesOf(planned: PlannedRow): readonly Issue[] | undefined;
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

/** Corrected rows with the verdict that each has on its own, whatever the other rows say. */
export interface CorrectionDraft {
  input: MappedInput;
  rows: AsyncIterable<PlannedRow>;
  tally: FixTally;
  /** Everything that keeps the sheet from being used; complete when all rows are read. */
  problems: FirstOf<FixProblem>;
  /** Rows that are others now, and not only free to go; the same. */
  changed: BitSet;
  /** Rows that are as they were, and go unless another row still has their e-mail; the same. */
  freed: BitSet;
  /** Rows of which a person has said that they go; the same. */
  toGo: BitSet;
}

/**
 * Reads a fixed sheet as corrections of a run: each row's cells are put over those of its original, and mapped
 * and judged as the run's own rows were.
 *
 * @param mapping How the run's rows were read, and answers that came since.
 * @param find A row of the run in its latest form.
 */
export function draftCorrections(
  table: InputTable,
  plan: Pick<Plan, "header" | "columns" | "places">,
  mapping: Mapping | undefined,
  find: (row: number) => PlannedRow | undefined,
  rules: FixRules,
): CorrectionDraft {
  const { header } = plan;
  const isSheet = table.format !== "json" && table.format !== "jsonl";
  const columns = new FixColumns(plan.columns, table.columns, isSheet, blankColumns(table, isSheet));
  const [tally, problems] = [new FixTally(), new FirstOf<FixProblem>()];
  const isRead = (index: number): boolean => {
    const { target, role } = input.readings[index] ?? {};
    return target !== undefined || role?.completes !== undefined || role?.sorts !== undefined;
  };
  // A person who edits JSON means what is written there.
  const restore = (original: PlannedRow, cells: CellValue[]): CorrectedCells =>
    isSheet
      ? correctedCells(plan, original, cells, isRead, (planned) => rules.issuesOf(planned))
      : { cells, restored: [], beside: [] };
  const [changed, freed, toGo] = [new BitSet(), new BitSet(), new BitSet()];
  const overlaid = { ...tableAsPlanned(header, columns.columns, noRows()), name: table.name };
  const input = mapInput(overlaid, mapping);

  async function* rows(): AsyncGenerator<PlannedRow> {
    for await (const fixed of matchRows(table, columns, find, restore, problems, tally.strays)) {
      tally.rowsRead += 1;
      if (isStrayStatus(fixed.status))
        tally.unread.add({
          cell: `${columnLetters(columns.statusIndex ?? 0)}${fixed.place}`,
          text: cellText(fixed.status).trim(),
        });
      const isDismissal = saysNotALead(fixed.status);
      if (!isDismissal && rules.isSelected(fixed.overlaid.row)) tally.restored.add(...fixed.restored);
      if (!isCandidate(fixed, isDismissal, rules, tally)) continue;
      const mapped = input.map(fixed.overlaid);
      if (!fixed.hasSameCells && isSomebodyElse(fixed.original.lead, mapped.lead)) {
        problems.add({ row: fixed.place, ...fixFinding("row-of-other", { row: mapped.row }) });
        continue;
      }
      if (isDismissal) {
        tally.dismissed.push(mapped.row);
        continue;
      }
      if (isHeldByStatus(cellText(fixed.status))) {
        problems.add({ row: fixed.place, ...fixFinding("status-stays") });
        continue;
      }
      const planned = planRow(mapped, input, rules.judging);
      if (isNews(planned, fixed)) {
        if (!isOnlyFreed(planned, fixed)) changed.add(planned.row);
        if (planned.isToGo) toGo.add(planned.row);
        if (fixed.hasSameCells) freed.add(planned.row);
        tally.beside.add(...fixed.beside);
        yield planned;
      } else tally.unchangedCount += 1;
    }
    input.checkColumns();
  }
  return { input, rows: rows(), tally, problems, changed, freed, toGo };
}

/** Which columns of a sheet hold nothing, where it is short enough for its first rows to show that. */
function blankColumns({ sample }: InputTable, isSheet: boolean): (at: number) => boolean {
  if (!isSheet || !sample || sample.length >= SAMPLE_ROWS_MAX) return () => false;
  return (at) => sample.every(({ cells }) => cellText(cells[at]).trim() === "");
}

/** The rows of a fixed sheet are mapped one by one, each beside what it was. */
async function* noRows(): AsyncGenerator<InputRow> {}

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

/** Matches the rows of a fixed sheet with those of the run, and gathers what cannot be matched. */
async function* matchRows(
  table: InputTable,
  columns: FixColumns,
  find: (row: number) => PlannedRow | undefined,
  restore: (original: PlannedRow, cells: CellValue[]) => CorrectedCells,
  problems: FirstOf<FixProblem>,
  strays: FixTally["strays"],
): AsyncGenerator<FixedRow> {
  /** Where each row of the run stands in the fixed sheet; 0 for nowhere. */
  let places = new Uint32Array(0);
  for await (const { row: place, cells, damage } of table.rows) {
    columns.takeNewColumns();
    const row = originalRow(columns.rowIndex === undefined ? undefined : cells[columns.rowIndex]);
    if (damage !== undefined) {
      // A row that was damaged from the beginning stands in the fix file as it was, and may be left so.
      const before = typeof row === "number" ? find(row) : undefined;
      if (!before || !sameCells(columns.overlay(cells, before.cells), before.cells)) {
        problems.add({ row: place, ...damage });
        continue;
      }
    }
    if (typeof row === "object") {
      problems.add({ row: place, ...row });
      continue;
    }
    if (row === undefined) {
      if (isWholeRow(cells, table)) {
        problems.add({ row: place, ...fixFinding("row-number-missing") });
        continue;
      }
      strays.add({ row: place });
      continue;
    }
    const original = find(row);
    if (!original) {
      problems.add({ row: place, ...fixFinding("row-absent", { row }) });
    } else if ((places[row] ?? 0) > 0) {
      problems.add({ row: place, ...fixFinding("row-repeated", { row }) });
    } else {
      places = withRoom(places, row + 1);
      places[row] = place;
      const status = columns.statusIndex === undefined ? undefined : cells[columns.statusIndex];
      const { restored, beside, ...kept } = restore(original, columns.overlay(cells, original.cells));
      const hasSameCells = sameCells(kept.cells, original.cells);
      const sent = saysSend(status) && ({ isToGo: true } as const);
      yield {
        place,
        overlaid: { row, cells: kept.cells, ...sent },
        original,
        hasSameCells,
        restored,
        beside,
        status,
      };
    }
  }
  for (const stray of strays.first) {
    const meant = places[stray.row] ?? 0;
    if (meant > 0) stray.meant = meant;
    // Without one row that says which it is, the file as a whole is none that corrects anything.
    if (places.length === 0) problems.add({ row: stray.row, ...fixFinding("row-number-missing") });
  }
}

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

/** Whether there may be something to send, or to take out; what is not is counted. */
function isCandidate(fixed: FixedRow, isDismissal: boolean, rules: FixRules, tally: FixTally): boolean {
  const { row } = fixed.overlaid;
  if (isDismissal) {
    if (rules.stateOf(row).dismissed) tally.unchangedCount += 1;
    else if (!rules.isSelected(row)) tally.outsideCount += 1;
    else return isAllowed(row, whyNotDismissed(rules.stateOf(row)), tally);
    return false;
  }
  // One that was refused for another row's e-mail may go once that row has got another; one that was held, by a word.
  const { original, overlaid } = fixed;
  const isSaidToGo = overlaid.isToGo
    ? isHeld(original)
    : rules.acceptsPeople && isHeld(original, PERSON_HOLDS);
  const mayBeFree = isRepetition(original) || isSaidToGo;
  if (fixed.hasSameCells && !mayBeFree) {
    tally.unchangedCount += 1;
    return false;
  }
  if (!rules.isSelected(row)) {
    if (fixed.hasSameCells) tally.unchangedCount += 1;
    else tally.outsideCount += 1;
    return false;
  }
  return isAllowed(row, whyNotCorrected(rules.stateOf(row)), tally);
}

function isAllowed(row: number, reason: string | undefined, tally: FixTally): boolean {
  if (reason !== undefined) tally.refused.add({ row, reason });
  return reason === undefined;
}

/** Whether a row is another one than before, as far as the service and the person can tell. */
function isNews(planned: PlannedRow, { original, hasSameCells }: FixedRow): boolean {
  const isSame = isSameLead(planned, original);
  if (hasSameCells) return isSame && planned.ready;
  if (!isSame || planned.ready !== original.ready) return true;
  return !planned.ready && findings(planned, original) !== findings(original, original);
}

/** Whether nothing was against the row but another one's e-mail, and its lead is as it was. */
function isOnlyFreed(planned: PlannedRow, { original }: FixedRow): boolean {
  return planned.ready && isRepetition(original) && isSameLead(planned, original);
}

function isSameLead(planned: PlannedRow, original: PlannedRow): boolean {
  return JSON.stringify(planned.lead) === JSON.stringify(original.lead);
}

/** What is wrong with a row, in comparable form. Plans of earlier versions say it without findings. */
function findings({ issues }: PlannedRow, original: PlannedRow): string {
  const isEarlier = original.issues.some(({ finding }) => finding === undefined);
  return JSON.stringify(
    issues.map(({ path, code, finding, params }) => (isEarlier ? [path, code] : [path, finding, params])),
  );
}

/** What tells a person apart; a correction changes one or two of them, not all. */
const IDENTITY: readonly ((lead: Lead) => string | undefined)[] = [
  (lead) => lead.affiliateId,
  (lead) => lead.contactInfo?.email,
  (lead) => lead.contactInfo?.phone,
  (lead) => lead.contactInfo?.firstName,
  (lead) => lead.contactInfo?.lastName,
  (lead) => lead.address?.street,
];
const COMPARED_MIN = 3;

/** Whether a correction is about somebody else: a sheet of another run, or rows sorted apart from leadctl_row. */
function isSomebodyElse(original: Lead, corrected: Lead): boolean {
  let comparedCount = 0;
  for (const part of IDENTITY) {
    const [before, after] = [part(original), part(corrected)];
    if (before === undefined || after === undefined) continue;
    if (before.trim().toLowerCase() === after.trim().toLowerCase()) return false;
    comparedCount += 1;
  }
  return comparedCount >= COMPARED_MIN;
}
