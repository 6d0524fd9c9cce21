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
/** The request's id: a request that is sent again has the same one. */
const id = z.string().optional();
/** A line of the journal. */
const journalLine = z.union([
  z.strictObject({ edit: journalEdit, id }),
  z.strictObject({ undo: z.literal(true), id }),
  z.strictObject({ redo: z.literal(true), id }),
]);

type ChangedText = z.infer<typeof changedText>;
type JournalEdit = z.infer<typeof journalEdit>;
type JournalLine = z.infer<typeof journalLine>;

/**
 * What a person has changed in a draft: an append-only journal, each line of which is on the disk before anybody hears of
 * it. Undo and redo are lines too, so that all of it is there again after a crash. One change begins once the one before is
 * done: see `Draft.inTurn`.
 */
export class DraftEdits implements RowEdits {
  readonly #path: string;
  /** Bytes of the journal that are whole. */
  #byteCount = 0;
  #isBroken = false;
  /** What stands in the cells now that are others than in the file, by row and column. */
  readonly #texts = new Map<number, Map<DraftColumn, string>>();
  readonly #notLeads = new Set<number>();
  readonly #toGo = new Set<number>();
  /** Fields that the input lacks, by how many of their cells are filled in. */
  readonly #added = new Map<string, number>();
  /** The file's own columns, by each reader's list of them, to which the added ones come. */
  readonly #own = new WeakMap<readonly Column[], { columns: readonly Column[]; isSheet: boolean }>();
  /** The edits that are in force, and those that were taken back, the last one last. */
  readonly #done: JournalEdit[] = [];
  readonly #undone: JournalEdit[] = [];
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

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Whether a cell was changed, or redo would change one: then the meaning of columns must stay. */
  get holdsColumns(): boolean {
    return [...this.#done, ...this.#undone].some(({ cells = [] }) => cells.length > 0);
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
    return this.#texts.has(row) || this.#notLeads.has(row) || this.#toGo.has(row);
  }

  get touched(): ReadonlySet<number> {
    return new Set([...this.#texts.keys(), ...this.#notLeads, ...this.#toGo]);
  }

  get leftOut(): ReadonlySet<number> {
    return this.#notLeads;
  }

  isNotALead(row: number): boolean {
    return this.#notLeads.has(row);
  }

  /** Whether a person has said that a row goes that is held back otherwise. */
  isToGo(row: number): boolean {
    return this.#toGo.has(row);
  }

  /** Rows that a person has added behind the last one of the file, by their numbers. */
  rowsBehind(last: number): number[] {
    return [...this.#texts.keys()].filter((row) => row > last).sort((one, other) => one - other);
  }

  /** Fields that the input lacks and a person has filled in, in the order of the catalogue. */
  get addedFields(): Field[] {
    return FIELDS.filter(({ path }) => (this.#added.get(path) ?? 0) > 0);
  }

  /**
   * Makes an edit durable, then puts it in force.
   *
   * @param id By which {@link rowCountOf} knows it, also once the journal is read again.
   * @returns The rows in which something is other than before.
   * @throws CliError with exit code 6 when it cannot be written: then it is not in force.
   */
  async apply(edit: Edit, id?: string): Promise<number[]> {
    const changes = this.#changesOf(edit);
    return changes ? this.#write({ edit: changes, id }) : [];
  }

  /** Takes back the last edit that is in force. */
  async undo(id?: string): Promise<number[]> {
    return this.canUndo ? this.#write({ undo: true, id }) : [];
  }

  /** Puts the edit in force again that was taken back last. */
  async redo(id?: string): Promise<number[]> {
    return this.canRedo ? this.#write({ redo: true, id }) : [];
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
    const isEdit = "edit" in line;
    const [from, to] = "undo" in line ? [this.#done, this.#undone] : [this.#undone, this.#done];
    const edit = isEdit ? line.edit : from.pop();
    if (!edit) return undefined;
    to.push(edit);
    if (isEdit) this.#undone.length = 0;
    return this.#enforce(edit, "undo" in line ? "before" : "after", line.id);
  }

  /** An edit with what it replaces; undefined where it changes nothing. */
  #changesOf({ cells = [], leads = [], sends = [] }: Edit): JournalEdit | undefined {
    // If there are several texts for one cell, the last one counts.
    const wanted = new Map(cells.map((cell) => [`${cell[0]} ${cell[1]}`, cell]));
    const changed: ChangedText[] = [];
    for (const [row, column, after] of wanted.values()) {
      const before = this.textAt(row, column) ?? null;
      if (before !== after) changed.push([row, column, before, after]);
    }
    const marked = [...new Map(leads)].filter(([row, isNot]) => this.#notLeads.has(row) !== isNot);
    const sent = [...new Map(sends)].filter(([row, isToGo]) => this.#toGo.has(row) !== isToGo);
    if (changed.length + marked.length + sent.length === 0) return undefined;
    return {
      ...(changed.length > 0 && { cells: changed }),
      ...(marked.length > 0 && { leads: marked }),
      ...(sent.length > 0 && { sends: sent }),
    };
  }

  /** Puts one side of an edit in force. */
  #enforce(
    { cells = [], leads = [], sends = [] }: JournalEdit,
    side: "before" | "after",
    id?: string,
  ): number[] {
    const rows = new Set<number>();
    for (const [row, column, before, after] of cells) {
      rows.add(row);
      const [from, to] = side === "after" ? [before, after] : [after, before];
      const texts = this.#texts.get(row) ?? new Map<DraftColumn, string>();
      if (to === null) texts.delete(column);
      else texts.set(column, to);
      if (texts.size === 0) this.#texts.delete(row);
      else this.#texts.set(row, texts);
      const step = (to === null ? 0 : 1) - (from === null ? 0 : 1);
      if (typeof column === "string") this.#added.set(column, (this.#added.get(column) ?? 0) + step);
    }
    for (const [marks, held] of [
      [leads, this.#notLeads],
      [sends, this.#toGo],
    ] as const)
      for (const [row, isMarked] of marks) {
        rows.add(row);
        if (isMarked === (side === "after")) held.add(row);
        else held.delete(row);
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
