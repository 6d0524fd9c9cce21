import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { CliError } from "../../base/cli-error.ts";
import { openOwn, syncFolder, writeAll } from "../../base/durable-file.ts";
import { EXIT } from "../../base/exit-codes.ts";
import { fileError } from "../../base/file-error.ts";
import { readLineBlocks } from "../../base/read-lines.ts";
import { FIELDS, type Field } from "../../lead/field-catalogue.ts";
import type { RowEdits } from "../../sheet/rows/mapped-input.ts";
import { type CellValue, type Column, type InputRow, type InputTable, isJson } from "../../sheet/table.ts";
import { deskError } from "../desk-errors.ts";
import type { KeptTable } from "./kept-sheet.ts";

/** A column of a draft: its index in the input, or the path of a field for which the input has none. */
export type DraftColumn = number | string;

/** What a person does at once, and takes back at once: a cell typed, a block pasted, a group filled. */
export interface Edit {
  /** `null` gives a cell back what stands in the file. */
  cells?: readonly (readonly [row: number, column: DraftColumn, text: string | null])[];
  leads?: readonly (readonly [row: number, isNotALead: boolean])[];
  /** Rows that were held back, and whether a person said that they go. */
  sends?: readonly (readonly [row: number, isToGo: boolean])[];
}

const MARKS = ["leads", "sends"] as const;

const row = z.int().min(0);
const text = z.string().nullable();
/** A cell, with what stood in it before and what stands there after. */
const changedText = z.tuple([row, z.union([row, z.string()]), text, text]);
const marks = z.array(z.tuple([row, z.boolean()]));
const journalEdit = z.strictObject({
  cells: z.array(changedText).optional(),
  leads: marks.optional(),
  sends: marks.optional(),
});
const requested = {
  /** The request's id: a request that is sent again has the same one. */
  id: z.string().optional(),
  /** The page that asked. Absent in a step that takes the last edit, whoever made it, and in drafts of earlier versions. */
  page: z.string().optional(),
};
/** A line of the journal. */
const journalLine = z.union([
  z.strictObject({ edit: journalEdit, ...requested }),
  z.strictObject({ undo: z.literal(true), ...requested }),
  z.strictObject({ redo: z.literal(true), ...requested }),
]);

type ChangedText = z.infer<typeof changedText>;
type JournalEdit = z.infer<typeof journalEdit>;
type JournalLine = z.infer<typeof journalLine>;
/** Who asks for a change. */
export type Requested = Partial<Record<keyof typeof requested, string>>;
/** An edit, and the page that made it. */
type MadeEdit = JournalEdit & Pick<JournalLine, "page">;

export type EditStep = "undo" | "redo";
/** Who made the edit that a step would be about: the page that asks, or another one. Null where there is none. */
export type StepOwner = "own" | "other" | null;

/**
 * What a person has changed in a draft: an append-only journal, each line of which is on the disk before anybody hears of
 * it. Undo and redo are lines too, so that all of it is there again after a crash. They are about the edits of the page that asks,
 * and leave alone what others have changed since. One change begins once the one before is done: see `Draft.inTurn`.
 */
export class DraftEdits implements RowEdits {
  readonly #path: string;
  /** Bytes of the journal that are whole. */
  #byteCount = 0;
  #isBroken = false;
  /** What stands in the cells now that are others than in the file, by row and column. */
  readonly #texts = new Map<number, Map<DraftColumn, string>>();
  readonly #marked = { leads: new Set<number>(), sends: new Set<number>() };
  /** Fields that the input lacks, by how many of their cells are filled in. */
  readonly #added = new Map<string, number>();
  /** The file's own columns, by each reader's list of them, to which the added ones come. */
  readonly #own = new WeakMap<readonly Column[], { columns: readonly Column[]; isSheet: boolean }>();
  /** The edits that are in force, and those that were taken back, the last one last. */
  readonly #done: MadeEdit[] = [];
  #undone: MadeEdit[] = [];
  /** How many rows each edit, undo and redo was of, by its id. */
  readonly #rowCounts = new Map<string, number>();

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads a journal; where there is none, nothing was changed. A last line that is not whole never counted.
   *
   * @throws CliError with exit code 6 when the journal is damaged.
   */
  static async open(path: string): Promise<DraftEdits> {
    const edits = new DraftEdits(path);
    await edits.#read();
    return edits;
  }

  /** Whose edit a step of a page would take; its own ones come first. */
  ownerOf(step: EditStep, page: string | undefined): StepOwner {
    const edits = this.#editsOf(step);
    if (edits.length === 0) return null;
    return placeOfLast(edits, page) < 0 ? "other" : "own";
  }

  #editsOf(step: EditStep): MadeEdit[] {
    return step === "undo" ? this.#done : this.#undone;
  }

  /** Length of its journal: another one where anything was changed since. */
  get byteCount(): number {
    return this.#byteCount;
  }

  /** Whether a cell was changed: then the meaning of columns must stay. */
  get holdsColumns(): boolean {
    return this.#done.some(({ cells = [] }) => cells.length > 0);
  }

  /** Ends what redo could do, before columns mean something else. */
  async forgetUndone(): Promise<void> {
    if (this.#undone.length > 0) await this.#write({ edit: {} });
  }

  /** What a person wrote into a cell; undefined where it is as the file has it. */
  textAt(row: number, column: DraftColumn): string | undefined {
    return this.#texts.get(row)?.get(column);
  }

  isChanged(row: number): boolean {
    return this.#texts.has(row);
  }

  /** How many rows an edit, undo or redo has changed; undefined where none of that id was done. */
  rowCountOf(id: string): number | undefined {
    return this.#rowCounts.get(id);
  }

  /** Whether a person has changed anything of a row. */
  isTouched(row: number): boolean {
    return this.#texts.has(row) || this.isNotALead(row) || this.isToGo(row);
  }

  get touched(): ReadonlySet<number> {
    return new Set([...this.#texts.keys(), ...this.leftOut, ...this.#marked.sends]);
  }

  get leftOut(): ReadonlySet<number> {
    return this.#marked.leads;
  }

  isNotALead(row: number): boolean {
    return this.leftOut.has(row);
  }

  /** Whether a person has said that a row goes that is held back otherwise. */
  isToGo(row: number): boolean {
    return this.#marked.sends.has(row);
  }

  /** Fields that the input lacks and a person has filled in, in the order of the catalogue. */
  get addedFields(): Field[] {
    return FIELDS.filter(({ path }) => (this.#added.get(path) ?? 0) > 0);
  }

  /**
   * Makes an edit durable, then puts it in force.
   *
   * @param requested With its `id`, {@link rowCountOf} finds the edit, even after the journal was read again.
   * @returns The rows in which something is other than before.
   * @throws CliError with exit code 6 when it cannot be written: then it is not in force.
   */
  async apply(edit: Edit, requested: Requested = {}): Promise<number[]> {
    const changes = this.#changesOf(edit);
    return changes ? this.#write({ edit: changes, ...requested }) : [];
  }

  /**
   * Takes back the last edit that is in force, or puts the one in force again that was taken back last.
   *
   * @param requested `page`: whose edit; absent for the last one of all.
   */
  async step(step: EditStep, requested: Requested = {}): Promise<number[]> {
    const line: JournalLine = step === "undo" ? { undo: true, ...requested } : { redo: true, ...requested };
    return placeOfLast(this.#editsOf(step), requested.page) < 0 ? [] : this.#write(line);
  }

  addColumns({ format, columns, kept }: Pick<InputTable, "format" | "columns"> & Partial<KeptTable>): void {
    const isSheet = !isJson(format);
    const own = isSheet ? [...columns] : (kept?.columns ?? []);
    if (!this.#own.has(columns)) this.#own.set(columns, { columns: own, isSheet });
    if (isSheet) for (const field of this.addedFields) indexOfAdded(columns, field, false);
  }

  over(original: InputRow, columns: Column[]): InputRow {
    const row = this.isToGo(original.row) ? { ...original, isToGo: true as const } : original;
    const { columns: own, isSheet } = this.#own.get(columns) ?? { columns, isSheet: false };
    const texts = this.#texts.get(row.row);
    // A row of the file that ends early may have lost a cell; whoever has changed it has seen what stands where.
    const isPadded =
      isSheet && (texts !== undefined || (columns.length > own.length && row.cells.length >= own.length));
    if (!texts && !isPadded) return row;
    // Those of JSON that turn up further down keep their places.
    columns.push(...own.slice(columns.length));
    const cells: CellValue[] = [...row.cells];
    const put = (index: number, text: string): void => {
      while (cells.length <= index) cells.push(isSheet ? "" : null);
      cells[index] = !isSheet && text === "" ? null : text;
    };
    while (isPadded && cells.length < columns.length) cells.push("");
    for (const [column, text] of texts ?? [])
      if (typeof column === "number" && column < own.length) put(column, text);
    for (const field of texts ? this.addedFields : []) {
      const text = texts?.get(field.path);
      if (text !== undefined) put(indexOfAdded(columns, field, !isSheet), text);
    }
    return { ...row, cells };
  }

  async #read(): Promise<void> {
    if (!existsSync(this.#path)) return;
    for await (const { lines, offsets, isTorn } of readLineBlocks(this.#path)) {
      if (isTorn) return;
      for (const [index, bytes] of lines.entries()) {
        const offset = offsets[index] ?? 0;
        this.#byteCount = offset + bytes.length + 1;
        const line = decoded(bytes);
        if (!line || !this.#enact(line)) throw damaged(this.#path, offset);
      }
    }
  }

  async #write(line: JournalLine): Promise<number[]> {
    await this.#append(line);
    return this.#enact(line) ?? [];
  }

  /**
   * Puts a line of the journal in force.
   *
   * @returns Its rows; undefined where there is nothing to take back, or to do again.
   */
  #enact(line: JournalLine): number[] | undefined {
    const { page, id } = line;
    if ("edit" in line) {
      const edit = { ...line.edit, page };
      if (Object.keys(line.edit).length > 0) this.#done.push(edit);
      this.#undone = page === undefined ? [] : this.#undone.filter((other) => other.page !== page);
      return this.#enforce(edit, "after", id);
    }
    const step = "undo" in line ? "undo" : "redo";
    const from = this.#editsOf(step);
    const at = placeOfLast(from, page);
    const [edit] = at < 0 ? [] : from.splice(at, 1);
    if (!edit) return undefined;
    this.#editsOf(step === "undo" ? "redo" : "undo").push(edit);
    return this.#enforce(edit, step === "undo" ? "before" : "after", id);
  }

  /** An edit with what it replaces; undefined where it changes nothing. */
  #changesOf({ cells = [], ...marks }: Edit): JournalEdit | undefined {
    // If there are several texts for one cell, the last one counts.
    const wanted = new Map(cells.map((cell) => [`${cell[0]} ${cell[1]}`, cell]));
    const changed: ChangedText[] = [];
    for (const [row, column, after] of wanted.values()) {
      const before = this.textAt(row, column) ?? null;
      if (before !== after) changed.push([row, column, before, after]);
    }
    const edit: JournalEdit = changed.length === 0 ? {} : { cells: changed };
    for (const mark of MARKS) {
      const news = [...new Map(marks[mark])].filter(([row, is]) => this.#marked[mark].has(row) !== is);
      if (news.length > 0) edit[mark] = news;
    }
    return Object.keys(edit).length === 0 ? undefined : edit;
  }

  /** Puts one side of an edit in force, but where a later edit has changed what stood on the other one. */
  #enforce({ cells = [], ...marks }: JournalEdit, side: "before" | "after", id?: string): number[] {
    const rows = new Set<number>();
    for (const [row, column, before, after] of cells) {
      const [from, to] = side === "after" ? [before, after] : [after, before];
      if ((this.textAt(row, column) ?? null) !== from) continue;
      rows.add(row);
      const texts = this.#texts.get(row) ?? new Map<DraftColumn, string>();
      if (to === null) texts.delete(column);
      else texts.set(column, to);
      if (texts.size === 0) this.#texts.delete(row);
      else this.#texts.set(row, texts);
      const step = (to === null ? 0 : 1) - (from === null ? 0 : 1);
      if (typeof column === "string") this.#added.set(column, (this.#added.get(column) ?? 0) + step);
    }
    for (const mark of MARKS)
      for (const [row, is] of marks[mark] ?? []) {
        const marked = this.#marked[mark];
        const isMarked = is === (side === "after");
        if (marked.has(row) === isMarked) continue;
        rows.add(row);
        if (isMarked) marked.add(row);
        else marked.delete(row);
      }
    if (id !== undefined) this.#rowCounts.set(id, rows.size);
    return [...rows];
  }

  async #append(line: JournalLine): Promise<void> {
    if (this.#isBroken) throw deskError("file-write/edits", { path: this.#path }, { exitCode: EXIT.journal });
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    const length = this.#byteCount;
    try {
      const handle = await openOwn(this.#path);
      try {
        if (length === 0) await syncFolder(dirname(this.#path));
        // What is left of a line that was never whole must not stand behind this one.
        await handle.truncate(length);
        await writeAll(handle, bytes, length);
        await handle.datasync();
      } catch (error) {
        const takeBack = async (): Promise<void> => {
          await handle.truncate(length);
          await handle.sync();
        };
        // What the disk has of it now, nobody knows, if that fails too.
        await takeBack().catch(() => {
          this.#isBroken = true;
        });
        throw error;
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw fileError(this.#path, error);
    }
    this.#byteCount += bytes.length;
  }
}

/** Where the last edit of a page stands, or of all; -1 where there is none. */
function placeOfLast(edits: readonly MadeEdit[], page: string | undefined): number {
  return edits.findLastIndex((edit) => page === undefined || edit.page === page);
}

function decoded(bytes: Buffer): JournalLine | undefined {
  try {
    return journalLine.parse(JSON.parse(bytes.toString()));
  } catch {
    return undefined;
  }
}

/** Where the column of a field stands that the input lacks; it is added where nobody has. */
function indexOfAdded(columns: Column[], { path, label }: Field, isKeyed: boolean): number {
  const name = isKeyed ? path : label;
  const index = columns.findIndex((column) => column.name === name);
  if (index >= 0) return index;
  // It stands nowhere in the file, so it has no letters.
  return columns.push({ name, ...(isKeyed && { keys: path.split(".") }) }) - 1;
}

function damaged(path: string, offset: number): CliError {
  return deskError("draft-damaged/edits", { path, offset }, { exitCode: EXIT.journal });
}
