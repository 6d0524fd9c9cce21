import { mapInput } from "../sheet/map-input.ts";
import type { MappedInput } from "../sheet/mapped-input.ts";
import type { InputRow, InputTable } from "../sheet/table.ts";
import type { CurrentPlan } from "./current-plan.ts";
import { FixColumns } from "./fix-columns.ts";
import { type FixedRow, type FixProblems, isSomebodyElse, tieRows } from "./fixed-rows.ts";
import { decodeMapping } from "./mapping-record.ts";
import type { PlannedRow, RowVerdict, StoredRow } from "./plan-record.ts";
import { isRepetition, planRow } from "./plan-rows.ts";
import { RowSet } from "./row-set.ts";

/** What to make of a fixed sheet's rows. */
export interface FixRules {
  /** Whether the person asked for this row; all others are only counted. */
  isSelected(row: number): boolean;
  /** Why a row may not be corrected, in a few words; undefined when it may. */
  refusalOf(row: number): string | undefined;
}

/** What became of the rows of a fixed sheet. */
export interface FixTally {
  rowsRead: number;
  /** As they were: nothing to send. */
  unchangedCount: number;
  /** Changed, but not selected. */
  outsideCount: number;
  refusedCount: number;
  /** The first of the refused ones. */
  refused: { row: number; reason: string }[];
}

const REFUSED_SHOWN_MAX = 1_000;

/** Corrected rows with the verdict that each has on its own, whatever the other rows say. */
export interface Draft {
  input: MappedInput;
  rows: AsyncIterable<PlannedRow>;
  tally: FixTally;
  /** Rows that are others now, and not only free to go; complete when all rows are read. */
  changed: RowSet;
}

/**
 * Reads a fixed sheet as corrections of a run: each row's cells are laid over those of its original, and mapped
 * and judged as the run's own rows were.
 *
 * @param find A row of the run in its latest form.
 * @param problems Filled while the rows are read.
 */
export function draftCorrections(
  table: InputTable,
  plan: Pick<CurrentPlan, "facts" | "columns">,
  find: (row: number) => StoredRow | undefined,
  rules: FixRules,
  problems: FixProblems,
): Draft {
  const { header } = plan.facts;
  const isSheet = table.format !== "json" && table.format !== "jsonl";
  const columns = new FixColumns(plan.columns, table.columns, isSheet);
  const tally: FixTally = { rowsRead: 0, unchangedCount: 0, outsideCount: 0, refusedCount: 0, refused: [] };
  const changed = new RowSet();
  /** The rows go through the mapping one by one. */
  const tied: { last: FixedRow | undefined } = { last: undefined };

  async function* laidRows(): AsyncGenerator<InputRow> {
    for await (const fixed of tieRows(table, columns, find, problems)) {
      tally.rowsRead += 1;
      if (!isCandidate(fixed, rules, tally)) continue;
      tied.last = fixed;
      yield fixed.laid;
    }
  }
  const laid: InputTable = {
    name: table.name,
    format: header.format,
    ...(header.delimiter !== undefined && { delimiter: header.delimiter }),
    ...(header.shownMark !== undefined && { shownMark: header.shownMark }),
    columns: columns.columns,
    notices: [],
    rows: laidRows(),
  };
  const input = mapInput(laid, header.mapping && decodeMapping(header.mapping));

  async function* rows(): AsyncGenerator<PlannedRow> {
    for await (const mapped of input.rows) {
      const fixed = tied.last;
      if (!fixed) continue;
      const planned = planRow(mapped, input, header.strict === true);
      if (!fixed.hasSameCells && isSomebodyElse(fixed.original.lead, mapped.lead)) {
        problems.add(fixed.place, `what stands beside leadctl_row ${mapped.row} is somebody else's lead`);
      } else if (isNews(planned, fixed)) {
        if (!isOnlyFreed(planned, fixed)) changed.add(planned.row);
        yield planned;
      } else tally.unchangedCount += 1;
    }
  }
  return { input, rows: rows(), tally, changed };
}

/** Whether there may be something to send; what is not is counted. */
function isCandidate(fixed: FixedRow, rules: FixRules, tally: FixTally): boolean {
  const { row } = fixed.laid;
  // One that was refused for another row's e-mail may go once that row has got another.
  if (fixed.hasSameCells && !isRepetition(fixed.original)) {
    tally.unchangedCount += 1;
    return false;
  }
  if (!rules.isSelected(row)) {
    if (fixed.hasSameCells) tally.unchangedCount += 1;
    else tally.outsideCount += 1;
    return false;
  }
  const reason = rules.refusalOf(row);
  if (reason === undefined) return true;
  tally.refusedCount += 1;
  if (tally.refused.length < REFUSED_SHOWN_MAX) tally.refused.push({ row, reason });
  return false;
}

/** Whether a row is another one than before, as far as the service and the person can tell. */
function isNews(planned: PlannedRow, { original, hasSameCells }: FixedRow): boolean {
  const isSame = isSameLead(planned, original);
  if (hasSameCells) return isSame && planned.ready;
  if (!isSame || planned.ready !== original.ready) return true;
  return !planned.ready && messages(planned) !== messages(original);
}

/** Whether nothing was against the row but another one's e-mail, and its lead is as it was. */
function isOnlyFreed(planned: PlannedRow, { original }: FixedRow): boolean {
  return planned.ready && isRepetition(original) && isSameLead(planned, original);
}

function isSameLead(planned: PlannedRow, original: StoredRow): boolean {
  return planned.leadText === JSON.stringify(original.lead);
}

function messages({ issues }: RowVerdict): string {
  return JSON.stringify(issues.map(({ path, message }) => [path, message]));
}
