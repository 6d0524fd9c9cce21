import { closeSync, constants, openSync, readSync, rmSync, writeSync } from "node:fs";
import { fileError } from "../../base/file-error.ts";
import { NumberColumn } from "../../base/growable.ts";
import { handOn } from "../../base/row-stream.ts";
import {
  type CellValue,
  type Column,
  type Damage,
  type InputRow,
  type InputTable,
  isJson,
} from "../../sheet/table.ts";
import { deskError } from "../desk-errors.ts";

/** Rows are written in pieces of about this size. */
const PIECE_BYTES = 256 * 1024;

/** A sheet's table for one of those who go through its rows: what one says of the sheet is not said to the others. */
export interface KeptTable extends InputTable {
  kept: KeptSheet;
}

/**
 * A sheet that is read once: its rows as they were read, on disk, to be read again in any order, with sixteen bytes of memory each.
 * A reader finds on disk what others have read before, and reads on behind it for all. The file has no name
 * where the system allows that, so that nothing of it outlives the process.
 */
export class KeptSheet {
  readonly #sheet: InputTable;
  readonly #source: AsyncIterator<InputRow>;
  readonly #path: string;
  readonly #file: number;
  /** Where each row begins; and behind the last one, where the next would. */
  readonly #offsets = new NumberColumn(Float64Array);
  readonly #rows = new NumberColumn(Uint32Array);
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #writtenBytes = 0;
  #length = 0;
  #newest: InputRow | undefined;
  /** The reading of the next row; stays where it fails, so that all who come there are told. */
  #next: Promise<void> | undefined;
  #isWhole = false;
  #isClosed = false;

  /**
   * @param sheet Its rows are read from here alone, once.
   * @throws CliError with exit code 6 when the file cannot be made.
   */
  constructor(path: string, sheet: InputTable) {
    this.#path = path;
    this.#sheet = sheet;
    this.#source = sheet.rows[Symbol.asyncIterator]();
    try {
      rmSync(path, { force: true });
      this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
      if (process.platform !== "win32") rmSync(path);
    } catch (error) {
      throw fileError(path, error);
    }
  }

  /** All columns as far as they are read; those of JSON turn up with its rows. */
  get columns(): readonly Column[] {
    return this.#sheet.columns;
  }

  /**
   * @throws CliError where JSON is broken: its rows are all read first, so that its columns are known.
   */
  async open(): Promise<KeptTable> {
    const { columns: all, notices: told, skipped: passed, ...sheet } = this.#sheet;
    if (isJson(sheet.format)) for await (const _row of this.#all());
    const columns = isJson(sheet.format) ? [] : [...all];
    const notices = [...told];
    const skipped = passed && [...passed];
    let [noticeCount, skippedCount] = [notices.length, skipped?.length ?? 0];
    const follow = (row?: InputRow): InputRow | undefined => {
      if (isJson(sheet.format)) columns.push(...all.slice(columns.length, row?.cells.length));
      notices.push(...told.slice(noticeCount));
      noticeCount = told.length;
      skipped?.push(...(passed?.slice(skippedCount) ?? []));
      skippedCount = passed?.length ?? 0;
      return row;
    };
    return {
      ...sheet,
      columns,
      notices,
      ...(skipped && { skipped }),
      rows: handOn({ [Symbol.asyncIterator]: () => this.#all() }, follow, follow),
      kept: this,
    };
  }

  get length(): number {
    return this.#length;
  }

  async *#all(): AsyncGenerator<InputRow> {
    for (let index = 0; ; index++) {
      while (index >= this.#length && !this.#isWhole) {
        this.#next ??= this.#readOn();
        await this.#next;
      }
      if (index >= this.#length) return;
      yield index === this.#length - 1 && this.#newest ? this.#newest : this.read(index);
    }
  }

  async #readOn(): Promise<void> {
    const { done, value } = await this.#source.next();
    this.#requireOpen();
    if (done) this.#isWhole = true;
    else this.#append(value);
    this.#next = undefined;
  }

  /** Adds a row; their numbers grow. */
  #append(next: InputRow): void {
    const { row, cells, damage, isToGo } = next;
    const bytes = Buffer.from(JSON.stringify([row, cells, damage, isToGo]));
    this.#newest = next;
    this.#rows.set(this.#length, row);
    this.#offsets.set(this.#length + 1, this.#offsets.get(this.#length) + bytes.length);
    this.#length += 1;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= PIECE_BYTES) this.#flush();
  }

  /** Number of the row at an index, as its sheet has it. */
  rowAt(index: number): number {
    return this.#rows.get(index);
  }

  /** Index of the row of a number; undefined where there is none. */
  indexOf(row: number): number | undefined {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#rows.get(middle) < row) low = middle + 1;
      else high = middle;
    }
    return low < this.#length && this.#rows.get(low) === row ? low : undefined;
  }

  /** The row at an index. */
  read(index: number): InputRow {
    this.#requireOpen();
    const [from, to] = [this.#offsets.get(index), this.#offsets.get(index + 1)];
    if (to > this.#writtenBytes) this.#flush();
    const bytes = Buffer.allocUnsafe(to - from);
    readSync(this.#file, bytes, 0, bytes.length, from);
    const [row, cells, damage, isToGo] = JSON.parse(bytes.toString()) as [
      number,
      CellValue[],
      Damage | null,
      true | null,
    ];
    return { row, cells, ...(damage && { damage }), ...(isToGo && { isToGo }) };
  }

  /** Tells all who still read its rows that they are read anew. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
    void this.#source.return?.().catch(() => undefined);
  }

  #requireOpen(): void {
    if (this.#isClosed) throw deskError("draft-read-anew");
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending);
    try {
      let done = 0;
      while (done < bytes.length)
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#writtenBytes + done);
    } catch (error) {
      throw fileError(this.#path, error);
    }
    this.#writtenBytes += bytes.length;
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
