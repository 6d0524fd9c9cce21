import { passLines } from "../base/read-lines.ts";
import type { RowCounts } from "../outcome/evidence.ts";
import { doubtsTarget } from "../outcome/outcome-table.ts";
import type { RecordHead } from "./journal-record.ts";
import { type KeptFile, PieceGatherer, WHOLE_RUN } from "./kept-pieces.ts";

/**
 * What the records of a run's journal come to, kept in its mark: who asks about a few rows reads the records of these alone. It is
 * believed only where every byte of what is read is what it was when the mark was made, and nothing was added, and says nothing that
 * the journal does not. Whoever finds none reads the whole journal.
 */
export interface KeptFold {
  journal: KeptFile;
  plan: KeptFile;
  /** Where the records begin that are of no single row, in bytes. */
  offsets: readonly number[];
  counts: RowCounts;
  /** When a person last said something of a row, as an ISO time; empty where nobody did. */
  lastSaidAt: string;
}

/** A journal of more rounds than that is read as a whole. */
const OFFSETS_MAX = 1_000;

/** What stands in each record of a row, behind its type, and in no other. */
export function rowMark(row: number): string {
  return `${ROW_KEY}${row},`;
}

const BEFORE_TYPE = '{"type":"';
const ROW_KEY = '","row":';
const ROW_KEY_BYTES = Buffer.from(ROW_KEY);
const [DIGIT_ZERO, DIGIT_NINE, COMMA] = [0x30, 0x39, 0x2c];

/** Gathers what is to be kept while a journal is read or written. */
export class FoldGatherer {
  /** Of what it reads or writes; a torn tail is among them. */
  readonly pieces = new PieceGatherer();
  readonly #offsets: number[] = [];
  #isPlain = true;

  /** @param at Where the record's line begins in some bytes, and in the journal, and how long it is. */
  add(record: RecordHead, bytes: Buffer, at: { begin: number; offset: number; length: number }): void {
    this.pieces.note("row" in record ? record.row : WHOLE_RUN, at.offset, at.offset + at.length);
    if (!("row" in record)) this.#offsets.push(at.offset);
    // An answer that proves the address wrong takes back what others said of other rows; and a row's records have to be found.
    else if (record.type === "result" && record.decision === "stopped" && doubtsTarget(record.answer.kind))
      this.#isPlain = false;
    else if (!hasRowMark(bytes, at.begin, record)) this.#isPlain = false;
  }

  /**
   * Undefined where rows cannot be told from their own records alone, or where something else is among the bytes.
   *
   * @param bytes Length of all records.
   */
  fold(bytes: number, facts: Omit<KeptFold, "journal" | "offsets">): KeptFold | undefined {
    const isWhole = this.pieces.byteCount === bytes;
    if (!isWhole || !this.#isPlain || this.#offsets.length > OFFSETS_MAX) return undefined;
    return { journal: this.pieces.file(), offsets: this.#offsets, ...facts };
  }

  /** Takes the bytes of a journal anew, whose torn tail was cut off. */
  async readAgain(path: string): Promise<void> {
    this.pieces.forgetBytes();
    await passLines(
      path,
      () => undefined,
      (bytes) => this.pieces.add(bytes),
    );
  }
}

/** Looks at the bytes: half a million lines of a run are asked. */
function hasRowMark(bytes: Buffer, begin: number, { type, row }: { type: string; row: number }): boolean {
  let at = begin + BEFORE_TYPE.length + type.length;
  for (let index = 0; index < ROW_KEY_BYTES.length; index++, at++)
    if (bytes[at] !== ROW_KEY_BYTES[index]) return false;
  let number = 0;
  for (let byte = bytes[at] ?? 0; byte >= DIGIT_ZERO && byte <= DIGIT_NINE; byte = bytes[++at] ?? 0)
    number = number * 10 + byte - DIGIT_ZERO;
  return number === row && bytes[at] === COMMA;
}
