import { handOn } from "../../base/row-stream.ts";
import { emailKey } from "../../lead/email.ts";
import type { Issue } from "../../lead/issue.ts";
import { testIssue } from "../../lead/test-lead.ts";
import { isDoubtfulLead, validateLead } from "../../lead/validate.ts";
import type { Selection } from "../../settings/options.ts";
import { isInRanges, shardOf } from "../../settings/selection.ts";
import type { MappedInput, MappedRow } from "../../sheet/rows/mapped-input.ts";
import { runError } from "../run-errors.ts";
import { type Repetition, runFinding } from "../run-texts.ts";
import { ClaimRegister } from "./claim-register.ts";
import type { PlannedRow } from "./plan-record.ts";

/** How rows are judged. */
export interface Judging {
  /** Refuses rows with a value that is doubtful or lost; neither what was read with certainty nor what is absent. */
  strict: boolean;
  /** Whether the leads go to a sandbox, where tests belong. */
  isSandbox?: boolean;
}

export interface PlanOptions extends Judging {
  selection: Selection;
  /** Called with every row of the input, selected or not; what it throws ends the plan. */
  onRow?(): void;
  /** Called with every row that another shard plans; what it asks is asked there. */
  onOther?(planned: PlannedRow): void;
  /** Called behind the last row, when all is known that the rows ask; what it throws ends the plan. */
  afterLast?(): void;
}

/** Counts that grow while rows are planned. */
export interface PlanTally {
  /** Rows in the input, selected or not. */
  rowsRead: number;
  total: number;
  ready: number;
  /** How many of the ready rows are doubtful: see `isDoubtfulLead`. */
  doubtful: number;
}

export function emptyTally(): PlanTally {
  return { rowsRead: 0, total: 0, ready: 0, doubtful: 0 };
}

/**
 * Decides for every selected row whether it goes: rules, types, and one lead per e-mail. The first row of
 * an e-mail that is ready goes; later ones say which row they repeat.
 *
 * @throws CliError with exit code 2, after the last row, when none of the rows that were named is there.
 */
export function planRows(
  input: MappedInput,
  options: PlanOptions,
  tally: PlanTally,
): AsyncIterable<PlannedRow> {
  const { ranges, limit = Number.POSITIVE_INFINITY, shard } = options.selection;
  const emails = new ClaimRegister();
  /** How many rows each shard has so far. */
  const totals: number[] = [];
  const judge = (mapped: MappedRow, email: string): PlannedRow => {
    const planned = planRow(mapped, input, options);
    const owner = planned.ready ? emails.claim(email, mapped.row) : undefined;
    if (owner !== undefined) refuseRepetition(planned, { row: owner, of: "sheet" }, input);
    return planned;
  };
  const plan = (mapped: MappedRow): PlannedRow | undefined => {
    tally.rowsRead += 1;
    options.onRow?.();
    if (!isInRanges(mapped.row, ranges)) return undefined;
    const email = emailKey(mapped.lead.contactInfo?.email ?? "");
    const part = shardOf(email, shard?.count);
    const total = totals[part] ?? 0;
    if (total >= limit) return undefined;
    totals[part] = total + 1;
    if (part !== (shard?.index ?? 0)) {
      const { asked: _asked, ...other } = mapped;
      options.onOther?.(judge(other, email));
      return undefined;
    }
    tally.total += 1;
    const planned = judge(mapped, email);
    if (planned.ready) {
      tally.ready += 1;
      if (planned.isDoubtful) tally.doubtful += 1;
    }
    return planned;
  };
  return handOn(input.rows, plan, () => {
    // A shard may well be empty; a row that somebody named is not there.
    if (tally.total === 0 && ranges !== undefined && shard === undefined)
      throw runError("no-rows-selected", { rowsRead: tally.rowsRead });
    options.afterLast?.();
  });
}

/** A row's verdict on its own, whatever the other rows say; what it asks is open from now on. */
export function planRow(
  mapped: MappedRow,
  input: MappedInput,
  { strict, isSandbox = false }: Judging,
): PlannedRow {
  const { row, lead, cells } = mapped;
  // A record that is damaged as a whole says nothing about its fields.
  const isDamaged = mapped.unreadable.some((issue) => issue.path.length === 0);
  const verdict = isDamaged
    ? { issues: mapped.unreadable, warnings: [] }
    : validateLead(lead, mapped.unreadable);
  const place = (issue: Issue): Issue =>
    issue.column === undefined ? { ...input.locate(issue.path, row, mapped), ...issue } : issue;
  const isNews = (issue: Issue) => isOfCell(issue) && !isToldOf(issue, mapped);
  let warnings = isDamaged ? [] : [...mapped.warnings, ...verdict.warnings.map(place).filter(isNews)];
  const held = isDamaged || isSandbox || mapped.isToGo ? undefined : testIssue(lead, mapped.warnings);
  const issues = [...verdict.issues, ...(held ? [held] : [])].map(place);
  const refused = strict ? warnings.filter(({ harm }) => harm === "lost" || harm === "doubtful") : [];
  if (refused.length > 0) {
    issues.push(...refused.map(({ harm, ...issue }) => issue));
    warnings = warnings.filter((warning) => !refused.includes(warning));
  }
  input.questions.take(mapped.asked);
  const planned: PlannedRow = { row, ready: issues.length === 0, issues, warnings, cells, lead };
  if (mapped.isToGo) planned.isToGo = true;
  if (mapped.asked) planned.asked = mapped.asked;
  // What is doubtful was warned of, be it once for the sheet.
  if (mapped.warnings.length + verdict.warnings.length > 0 && isDoubtfulLead(lead)) planned.isDoubtful = true;
  return planned;
}

/** An absent value is told where its cell is empty; that there is no such column, once for the sheet. */
function isOfCell({ harm, column }: Issue): boolean {
  return harm !== undefined || column !== undefined;
}

/** Whether a cell of which there is no value has an issue already, or a warning that says where its value is. */
function isToldOf({ harm, column, path }: Issue, { unreadable, warnings }: MappedRow): boolean {
  if (harm !== undefined) return false;
  const name = path.join(".");
  return (
    unreadable.some((issue) => issue.column === column) ||
    warnings.some((issue) => issue.column === column && issue.path.join(".") === name)
  );
}

/** Refuses a row whose e-mail another one has. */
export function refuseRepetition(planned: PlannedRow, owner: Repetition, input: MappedInput): void {
  planned.ready = false;
  planned.issues.push(repetitionIssue(planned.row, owner, input));
}

/** Says that another row has a row's e-mail. */
export function repetitionIssue(row: number, owner: Repetition, input: Pick<MappedInput, "locate">): Issue {
  const path = ["contactInfo", "email"];
  return { code: "custom", ...runFinding("email-repeated", owner), path, ...input.locate(path, row) };
}

/** Whether a row was refused for its e-mail alone, which another row has. */
export function isRepetition({ ready, issues }: Pick<PlannedRow, "ready" | "issues">): boolean {
  return !ready && issues.length === 1 && issues[0]?.finding === "email-repeated";
}
