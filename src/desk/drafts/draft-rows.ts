import { z } from "zod";
import { BitSet, NumberColumn } from "../../base/growable.ts";
import { textHash } from "../../base/text-hash.ts";
import { isAsked } from "../../job/check-tally.ts";
import { emailKey } from "../../lead/email.ts";
import { FIELDS, type Field } from "../../lead/field-catalogue.ts";
import { type Issue, isDoubtful, wantsColumn } from "../../lead/issue.ts";
import { isSameIssue } from "../../lead/rules.ts";
import type { ClaimRegister } from "../../run/plan/claim-register.ts";
import { type Judging, planRow, refuseRepetition } from "../../run/plan/judge-rows.ts";
import { isHeld, PERSON_HOLDS, type PlannedRow, placeOf } from "../../run/plan/plan-record.ts";
import { placesOf } from "../../run/plan/write-plan.ts";
import { fieldPathsOf } from "../../sheet/columns/column-reading.ts";
import type { AskedWord, MappedInput, MappedRow } from "../../sheet/rows/mapped-input.ts";
import { type CellValue, cellText } from "../../sheet/table.ts";
import type { DraftColumn, DraftEdits, Edit, EditStep, Requested } from "./draft-edits.ts";
import type { KeptSheet } from "./kept-sheet.ts";
import { type MistakeGroup, MistakeGroups } from "./row-groups.ts";

export const columnSchema = z.union([z.int().min(0).max(10_000), z.string().max(100)]);

export const rowQuerySchema = z.strictObject({
  /** What a view of the rows holds. */
  tab: z.enum(["all", "correct", "asked", "changed", "warnings", "not-leads"]),
  /** Only rows that have the same to be said of them: a number among the groups of the tab. */
  group: z.int().min(0).optional(),
  /** Only rows that have it in a cell. */
  text: z.string().max(1_000).optional(),
  /** Sorted by the cells of a column; else as in the sheet. */
  sort: z.strictObject({ column: columnSchema, isDown: z.boolean() }).optional(),
});

/** Which rows are wanted, in which order. */
export type RowQuery = z.infer<typeof rowQuerySchema>;

export type RowTab = RowQuery["tab"];

/** A cell keeps its row from going, it or its row waits for a decision, or it is only doubtful. */
export type MarkKind = "mistake" | "question" | "warning";

/** What is known of rows that a run has refused before. */
export interface EarlierRun {
  /** What was wrong with them then, by row. */
  issues: ReadonlyMap<number, readonly Issue[]>;
  /** E-mails of the run's rows that are not to be corrected. */
  emails: ClaimRegister;
  /** E-mails of rows that the service refused: nobody else goes with one while its row is as it was. */
  refusedEmails: ClaimRegister;
  /** Rows that were held back for another one's e-mail alone: without it they go as they are. */
  repeated: ReadonlySet<number>;
}

/** A draft whose rows are to be judged. */
export interface DraftSource {
  edits: DraftEdits;
  judging: Judging;
  /** Where its rows are those of a run. */
  earlier?: EarlierRun;
  /** Its rows as they were read, and what maps them, with the edits. */
  kept: KeptSheet;
  mapped: MappedInput;
}

/**
 * All rows of a draft, each judged as planning judges it, and judged anew when it or one with its e-mail changes. Cells lie
 * on disk; in memory there are some forty bytes a row.
 */
export class DraftRows {
  readonly #edits: DraftEdits;
  readonly #judging: Judging;
  readonly #earlier: EarlierRun | undefined;
  readonly #file: KeptSheet;
  readonly input: MappedInput;
  /** Rows that are judged; more may be in the file. */
  #count = 0;
  /** Hashes of their e-mails, by the rows that are ready; 0 for others. As in `ClaimRegister`, no address is kept. */
  readonly #emails = new NumberColumn(Float64Array);
  /** The first row that goes with an e-mail. */
  readonly #firsts = new Map<number, number>();
  /** Rows whose e-mail one before them has. */
  readonly #repeats = new BitSet();
  /** By tab. Rows that are left out are in none. */
  readonly #groups = {
    correct: new MistakeGroups(),
    asked: new MistakeGroups(),
    warnings: new MistakeGroups(),
  };
  /** Fields that some row needs and no column feeds alone. */
  readonly #lacking = new Set<string>();
  readonly #whole: Promise<void>;
  #isWhole = false;
  #fault: { error: unknown } | undefined;
  #isClosed = false;

  /** Rows are read and judged from now on, while the first ones are looked at. */
  constructor({ edits, judging, earlier, kept, mapped }: DraftSource) {
    this.#edits = edits;
    this.#judging = judging;
    this.#earlier = earlier;
    this.#file = kept;
    this.input = mapped;
    this.#whole = this.#readAll();
  }

  /** How many rows are there, as far as they are read. */
  get count(): number {
    return this.#count;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Fields that some row needs and the sheet has no column for alone, in the order of the catalogue. */
  get lackingFields(): Field[] {
    const added = new Set(this.#edits.addedFields);
    // A key of JSON may have turned up behind the row that lacks it.
    const own = this.input.readings.filter(({ index }) => index < this.#file.columns.length);
    const fed = new Set(own.map(({ target }) => target));
    return FIELDS.filter(
      (field) => added.has(field) || (this.#lacking.has(field.path) && !fed.has(field.path)),
    );
  }

  /**
   * Waits until all rows are read.
   *
   * @throws CliError when the file is broken further down.
   */
  async whole(): Promise<void> {
    await this.#whole;
    this.throwFault();
  }

  /** The first fault that reading met. */
  throwFault(): void {
    if (this.#fault) throw this.#fault.error;
  }

  /** Indexes of the rows that somebody wants to see, from one row to before another; sorted where that is asked for. */
  async found(query: RowQuery, from: number, end: number): Promise<number[]> {
    const { text = "", sort } = query;
    const wanted = text.toLowerCase();
    const found: number[] = [];
    const keys = new Map<number, string>();
    for (let index = from; index < end; index++) {
      if (!this.isWithin(index, query)) continue;
      if ((wanted !== "" || sort) && index % ROWS_A_TURN === 0) await new Promise(setImmediate);
      if (wanted !== "" && !this.#has(index, wanted)) continue;
      found.push(index);
      if (sort) keys.set(index, sortKey(this.textAt(index, sort.column)));
    }
    if (sort) {
      const sign = sort.isDown ? -1 : 1;
      const compare = (a: string, b: string): number => (a < b ? -sign : a > b ? sign : 0);
      found.sort((a, b) => compare(keys.get(a) ?? "", keys.get(b) ?? "") || a - b);
    }
    return found;
  }

  #has(index: number, wanted: string): boolean {
    return this.cells(index).some((cell) => cellText(cell).toLowerCase().includes(wanted));
  }

  /** Whether a row is in a tab and, where one is named, in a group. */
  isWithin(index: number, { tab, group }: Pick<RowQuery, "tab" | "group">): boolean {
    if (tab === "all") return true;
    const row = this.#file.rowAt(index);
    if (tab === "changed") return this.#edits.isTouched(row);
    if (tab === "not-leads") return this.#edits.isNotALead(row);
    return this.#groups[tab].has(index, group);
  }

  counts(): Record<RowTab, number> {
    const here = (rows: ReadonlySet<number>): number =>
      [...rows].filter((row) => this.indexOf(row) !== undefined).length;
    const { touched, leftOut } = this.#edits;
    const { correct, asked, warnings } = this.#groups;
    return {
      all: this.#count,
      correct: correct.count,
      asked: asked.count,
      changed: here(touched),
      warnings: warnings.count,
      "not-leads": here(leftOut),
    };
  }

  /**
   * What a run would get, as far as the rows themselves tell: those that are ready. `editBytes` is another one where the same rows
   * were changed in another way.
   */
  changes(): { sentCount: number; leftOutCount: number; editBytes: number } {
    let [sentCount, leftOutCount] = [0, 0];
    const { touched, byteCount: editBytes } = this.#edits;
    for (const row of [...touched, ...(this.#earlier?.repeated ?? [])].filter((each) =>
      this.isForRun(each),
    )) {
      if (this.#edits.isNotALead(row)) leftOutCount += 1;
      else if (this.#isReady(row)) sentCount += 1;
    }
    return { sentCount, leftOutCount, editBytes };
  }

  /** Whether a run gets a row: it was changed, or is free to go since another one was. */
  isForRun(row: number): boolean {
    if (this.indexOf(row) === undefined) return false;
    return this.#edits.isTouched(row) || (this.#earlier?.repeated.has(row) === true && this.#isReady(row));
  }

  #isReady(row: number): boolean {
    const index = this.indexOf(row);
    return index !== undefined && this.#emails.get(index) !== 0 && !this.#repeats.has(index);
  }

  /** What is said of several rows of a tab. */
  groups(tab: RowTab): MistakeGroup[] {
    return (this.#groups as Partial<Record<RowTab, MistakeGroups>>)[tab]?.list() ?? [];
  }

  rowAt(index: number): number {
    return this.#file.rowAt(index);
  }

  indexOf(row: number): number | undefined {
    const index = this.#file.indexOf(row);
    return index !== undefined && index < this.#count ? index : undefined;
  }

  /** A row with its verdict, as planning would have it now. */
  judged(index: number): { planned: PlannedRow; isNotALead: boolean } {
    const planned = this.#judge(this.input.map(this.#file.read(index)));
    if (this.#repeats.has(index)) this.#refuse(planned, index);
    return { planned, isNotALead: this.#edits.isNotALead(planned.row) };
  }

  /** The cells of a row as they are now. */
  cells(index: number): readonly CellValue[] {
    return this.#edits.over(this.#file.read(index), this.input.columns).cells;
  }

  /** What stands in a cell now. */
  textAt(index: number, column: DraftColumn): string {
    return this.#edits.textAt(this.#file.rowAt(index), column) ?? this.#originalAt(index, column);
  }

  /** What stands in a cell of the file. A field that was filled in before its key of JSON turned up has that key's cells. */
  #originalAt(index: number, column: DraftColumn): string {
    const isOfField = typeof column === "string";
    const at = isOfField ? this.#file.columns.findIndex(({ name }) => name === column) : column;
    return cellText(this.#file.read(index).cells[at]);
  }

  /**
   * Changes rows, once all of them are read.
   *
   * @param edit Or a step among those that were made.
   * @param requested See `DraftEdits`.
   * @throws CliError with exit code 6 when the change cannot be made durable: then nothing has changed.
   */
  async change(edit: Edit | EditStep, requested: Requested = {}): Promise<number[]> {
    await this.whole();
    if (typeof edit === "string") return this.#take(await this.#edits.step(edit, requested));
    const cells = edit.cells?.map(
      ([row, column, text]) => [row, column, this.#meant(row, column, text)] as const,
    );
    return this.#take(await this.#edits.apply({ ...edit, ...(cells && { cells }) }, requested));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#whole;
  }

  async #readAll(): Promise<void> {
    try {
      for await (const mapped of this.input.rows) {
        if (this.#isClosed) return;
        this.#advance(this.#file.indexOf(mapped.row) ?? this.#count, mapped);
        if (this.#count % ROWS_A_TURN === 0) await new Promise(setImmediate);
      }
      this.#advance(this.#file.length);
    } catch (error) {
      this.#fault = { error };
    }
    this.#isWhole = true;
  }

  /** Judges rows up to one; those that are not leads were not mapped on the way. */
  #advance(index: number, mapped?: MappedRow): void {
    while (this.#count < index) this.#enter(this.#count);
    if (mapped) this.#enter(index, mapped);
  }

  #enter(index: number, mapped?: MappedRow): void {
    this.#count = index + 1;
    this.#update(index, mapped);
    const email = this.#emails.get(index);
    if (email === 0) return;
    if (this.#firsts.has(email)) this.#setRepeats(index, true);
    else this.#firsts.set(email, index);
  }

  /** @returns The rows that are other than before, or judged in another way. */
  #take(rows: readonly number[]): number[] {
    if (rows.length === 0) return [];
    this.#edits.addColumns(this.input);
    const touched = new Set(rows.flatMap((row) => this.indexOf(row) ?? []));
    // What stands in the way of these may be another row of the run.
    const others = [...(this.#earlier?.repeated ?? [])].flatMap((row) => this.indexOf(row) ?? []);
    const indexes = new Set([...touched, ...others]);
    const emails = new Set<number>();
    for (const index of indexes) {
      emails.add(this.#emails.get(index));
      this.#emails.set(index, 0);
      this.#repeats.delete(index);
      for (const groups of Object.values(this.#groups)) groups.remove(index);
    }
    for (const index of indexes) {
      this.#update(index);
      emails.add(this.#emails.get(index));
    }
    // The first row goes of all that share an e-mail with one of these.
    for (const email of emails) this.#firsts.delete(email);
    this.#emails.each((index, email) => {
      if (!emails.has(email)) return;
      const repeats = this.#firsts.has(email);
      if (!repeats) this.#firsts.set(email, index);
      if (this.#repeats.has(index) === repeats) return;
      this.#setRepeats(index, repeats);
      touched.add(index);
    });
    return [...touched].sort((a, b) => a - b).map((index) => this.#file.rowAt(index));
  }

  #update(index: number, mapped?: MappedRow): void {
    const row = this.#file.rowAt(index);
    if (this.#edits.isNotALead(row)) return;
    const planned = this.#judge(mapped ?? this.input.map(this.#file.read(index)));
    const { mistake, question, warning } = saidOf(planned);
    this.#groups.correct.add(index, row, mistake);
    this.#groups.asked.add(index, row, question);
    this.#groups.warnings.add(index, row, warning);
    for (const issue of planned.issues) if (wantsColumn(issue)) this.#lacking.add(issue.path.join("."));
    const { email = "" } = planned.lead.contactInfo ?? {};
    if (planned.ready) this.#emails.set(index, textHash(emailKey(email)));
  }

  #judge(mapped: MappedRow): PlannedRow {
    const planned = planRow(mapped, this.input, this.#judging);
    if (this.#earlier) this.#addEarlier(planned, this.#earlier);
    return planned;
  }

  /** What the service refused stays refused until the cell is another one; an e-mail of the run's other rows is taken. */
  #addEarlier(planned: PlannedRow, earlier: EarlierRun): void {
    const { row, issues, lead } = planned;
    const email = emailKey(lead.contactInfo?.email ?? "");
    const refused = earlier.refusedEmails.ownerOf(email);
    const isInTheWay = refused !== undefined && refused !== row && !this.#edits.isTouched(refused);
    const owner = earlier.emails.ownerOf(email) ?? (isInTheWay ? refused : undefined);
    if (planned.ready && owner !== undefined)
      refuseRepetition(planned, { row: owner, of: "run" }, this.input);
    const own = [...issues];
    for (const issue of earlier.issues.get(row) ?? []) {
      const { path, finding = "" } = issue;
      const isSaidToGo = planned.isToGo && PERSON_HOLDS.has(finding);
      if (isSaidToGo || own.some((one) => isSameIssue(issue, one)) || this.#isSettled(row, path)) continue;
      const { alsoFrom, ...kept } = issue;
      const located = { places: placesOf(this.input, [path.join(".")]), columns: this.input.columns };
      issues.push({ ...kept, ...placeOf(path, row, located, planned.cells) });
      planned.ready = false;
    }
  }

  /** Whether a person has changed what an issue is about. */
  #isSettled(row: number, path: readonly string[]): boolean {
    if (!this.#edits.isChanged(row)) return false;
    const name = path.join(".");
    const columns = this.input.readings.filter(({ target }) => fieldPathsOf(target).includes(name));
    const known = [...columns.map(({ index }) => index), name];
    return columns.length === 0 || known.some((column) => this.#edits.textAt(row, column) !== undefined);
  }

  #setRepeats(index: number, repeats: boolean): void {
    const { correct } = this.#groups;
    if (!repeats) {
      this.#repeats.delete(index);
      // Nothing else is wrong with it: it would go.
      correct.remove(index);
      return;
    }
    this.#repeats.add(index);
    const row = this.#file.rowAt(index);
    const planned: PlannedRow = { row, ready: true, issues: [], warnings: [], cells: [], lead: {} };
    this.#refuse(planned, index);
    correct.add(index, row, planned.issues);
  }

  #refuse(planned: PlannedRow, index: number): void {
    const first = this.#firsts.get(this.#emails.get(index)) ?? index;
    refuseRepetition(planned, { row: this.#file.rowAt(first), of: "sheet" }, this.input);
  }

  /** A text that stands in the file anyway is not a change. */
  #meant(row: number, column: DraftColumn, text: string | null): string | null {
    const index = text === null ? undefined : this.indexOf(row);
    if (index === undefined) return text;
    return text === this.#originalAt(index, column) ? null : text;
  }
}

/** So many rows are gone through before others may use the processor. */
const ROWS_A_TURN = 200;

/** A text that sorts by numbers and words, without regard to capitals. */
function sortKey(text: string): string {
  return text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, "0"));
}

/** The issues of a row, by kind. A word that is asked about is not doubtful besides; a row that only waits for a word has no mistake. */
export function saidOf(planned: PlannedRow): Record<MarkKind, Issue[]> {
  const { issues, asked = [], warnings } = planned;
  const [mistake, held] = isHeld(planned) ? [[], issues] : [issues, []];
  return {
    mistake,
    question: [...held, ...asked.map(askedIssue)],
    warning: warnings.filter((warning) => isDoubtful(warning) && !isAsked(warning, planned)),
  };
}

/** What a word asks, in the shape of what is wrong with a row. */
function askedIssue({ question, sample }: AskedWord): Issue {
  const path = question.id.split(":")[1]?.split(".") ?? [];
  return {
    code: "custom",
    message: question.text,
    path,
    column: question.column,
    ...(sample.cell && { cell: sample.cell }),
  };
}

/** Which column feeds which fields: for what can be chosen in its cells. */
export function fieldsOf({ readings }: Pick<MappedInput, "readings">, index: number): readonly string[] {
  return fieldPathsOf(readings.find((reading) => reading.index === index)?.target);
}
