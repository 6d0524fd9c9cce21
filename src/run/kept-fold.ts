import { crc32 } from "node:zlib";
import { passLines } from "../base/read-lines.ts";
import type { RowCounts } from "../outcome/evidence.ts";
import { doubtsTarget } from "../outcome/outcome-table.ts";
import type { RecordHead } from "./journal-record.ts";

/**
 * What the records of a run's journal come to, kept in its mark: who asks about a few rows reads the records of these alone. It is
 * believed only where every byte of the journal is what it was when the mark was made, and says nothing that the journal does
 * not. Whoever finds none reads the whole journal.
 */
export interface KeptFold {
  /** CRC-32 over all bytes of the journal. */
  crc32: number;
  /** The same of the plan. */
  planCrc32: number;
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

/** The checksum over all bytes of a journal. */
export class JournalBytes {
  count = 0;
  crc32 = 0;

  /** Of one that lies there. */
  static async of(path: string): Promise<JournalBytes> {
    const all = new JournalBytes();
    await passLines(
      path,
      () => undefined,
      (bytes) => all.add(bytes),
    );
    return all;
  }

  add(bytes: Buffer): void {
    this.count += bytes.length;
    this.crc32 = crc32(bytes, this.crc32);
  }
}

/** Gathers what is to be kept while a journal is read or written. */
export class FoldGatherer {
  /** Of what it reads or writes; a torn tail is among them. */
  bytes = new JournalBytes();
  readonly #offsets: number[] = [];
  #isPlain = true;

  /** @param at Where the record's line begins in some bytes, and in the journal. */
  add(record: RecordHead, bytes: Buffer, at: { begin: number; offset: number }): void {
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
  fold(bytes: number, facts: Omit<KeptFold, "crc32" | "offsets">): KeptFold | undefined {
    const isWhole = this.bytes.count === bytes;
    if (!isWhole || !this.#isPlain || this.#offsets.length > OFFSETS_MAX) return undefined;
    return { crc32: this.bytes.crc32, offsets: this.#offsets, ...facts };
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
