import { lineBytesMax, recordJson, writeLine } from "./journal-line.ts";
import type { JournalRecord } from "./journal-record.ts";

const CAPACITY_START = 64 * 1024;

/** Lines that are written and synced together. Whoever added a record waits for all of them. */
export class Batch {
  /** Settles with the batch: resolves once it is durable, rejects when it could not be written. */
  readonly durable: Promise<void>;
  /** Begin and end of each result's line, one after the other. */
  readonly #results: number[] = [];
  #buffer: Buffer;
  #end = 0;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  /** @param buffer Room for the lines, of a batch that is done. */
  constructor(buffer: Buffer = Buffer.allocUnsafe(CAPACITY_START)) {
    this.#buffer = buffer;
    this.durable = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get byteCount(): number {
    return this.#end;
  }

  get resultCount(): number {
    return this.#results.length / 2;
  }

  /** Where the lines lie; the next batch may have it once this one is settled. */
  get buffer(): Buffer {
    return this.#buffer;
  }

  add(record: JournalRecord): void {
    const json = recordJson(record);
    this.#reserve(lineBytesMax(json));
    const begin = this.#end;
    this.#end = writeLine(json, this.#buffer, begin);
    if (record.type === "result") this.#results.push(begin, this.#end);
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#end);
  }

  /** The lines that must not be lost even when the others are worth nothing any more. */
  resultBytes(): Buffer {
    const lines: Buffer[] = [];
    for (let at = 0; at < this.#results.length; at += 2)
      lines.push(this.#buffer.subarray(this.#results[at], this.#results[at + 1]));
    return Buffer.concat(lines);
  }

  resolve(): void {
    this.#resolve();
  }

  reject(error: unknown): void {
    this.#reject(error);
  }

  #reserve(byteCount: number): void {
    const needed = this.#end + byteCount;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#end);
    this.#buffer = grown;
  }
}
