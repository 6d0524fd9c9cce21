import type { FileHandle } from "node:fs/promises";
import type { CliError } from "../base/cli-error.ts";
import { writeAllNow } from "../base/durable-file.ts";
import { describeCause } from "../base/file-error.ts";
import { Batch } from "./journal-batch.ts";
import { journalError } from "./journal-error.ts";
import type { JournalRecord } from "./journal-record.ts";
import type { Rescue } from "./rescue.ts";

/** Where a record stands, and when it is safe. */
export interface Appended {
  /** Byte offset of the record's line. */
  offset: number;
  /** Resolves once the record would survive a power cut; rejects when the journal has failed. */
  durable: Promise<void>;
}

/**
 * The append-only writer of `journal.ndjson`. All records that wait share one write and one sync.
 *
 * After any failed write or sync it is poisoned: every record is refused from then on, so that nothing more
 * is sent, while results that still arrive are kept by the rescue before they are refused.
 */
export class JournalWriter {
  readonly #handle: FileHandle;
  readonly #rescue: Rescue;
  /** The run's folder, for words. */
  readonly #dir: string;
  #end: number;
  #next: Batch | null = null;
  /** Of the last batch that is done. */
  #spareBuffer: Buffer | undefined;
  #flushing: Promise<void> | null = null;
  #failure: { cause: unknown } | null = null;
  #lostCount = 0;

  /** @param end Length of the file: where the next record goes. */
  constructor(handle: FileHandle, end: number, rescue: Rescue, dir: string) {
    this.#handle = handle;
    this.#end = end;
    this.#rescue = rescue;
    this.#dir = dir;
  }

  /** Why nothing more may be sent, with what is known by now of the answers that still arrived. */
  get failure(): CliError | null {
    return this.#failure && writeError(this.#failure.cause, this.#dir, this.#rescue.path, this.#lostCount);
  }

  append(record: JournalRecord): Appended {
    const batch = this.#begun();
    const offset = this.#end + batch.byteCount;
    batch.add(record);
    this.#flushing ??= this.#flush();
    return { offset, durable: batch.durable };
  }

  /** Waits for everything appended, then closes the file. */
  async close(): Promise<void> {
    await this.#flushing;
    try {
      await this.#handle.close();
    } finally {
      await this.#rescue.close();
    }
  }

  #begun(): Batch {
    if (this.#next === null) {
      this.#next = new Batch(this.#spareBuffer);
      this.#spareBuffer = undefined;
    }
    return this.#next;
  }

  async #flush(): Promise<void> {
    for (;;) {
      // Two turns of the event loop, so that what is ready together is written together: half as many syncs as with one.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      const batch = this.#take();
      if (!batch) break;
      const position = this.#end;
      this.#end += batch.byteCount;
      if (this.#failure) await this.#keep(batch, (lines) => this.#rescue.save(lines));
      else await this.#write(batch, position);
    }
    this.#flushing = null;
  }

  #take(): Batch | null {
    const batch = this.#next;
    this.#next = null;
    return batch;
  }

  async #write(batch: Batch, position: number): Promise<void> {
    try {
      // The sync starts in this turn, and runs while the answers that wait are read.
      writeAllNow(this.#handle, batch.bytes(), position);
      await this.#handle.datasync();
      this.#spareBuffer = batch.buffer;
      batch.resolve();
    } catch (cause) {
      this.#failure = { cause };
      await this.#keep(batch, (lines) => this.#rescue.begin(cause, position, lines));
    }
  }

  async #keep(batch: Batch, save: (lines: Buffer) => Promise<void>): Promise<void> {
    try {
      await save(batch.resultBytes());
    } catch {
      this.#lostCount += batch.resultCount;
    }
    batch.reject(this.failure);
  }
}

function writeError(cause: unknown, dir: string, rescuePath: string | null, lostCount: number): CliError {
  const kept =
    lostCount > 0
      ? `${lostCount} of the answers that still arrived could be written nowhere: their leads are unknown. `
      : rescuePath === null
        ? "The answers that still arrived are in the journal. "
        : `The answers that still arrived are in ${rescuePath}: see that it lies in ${dir}. `;
  return journalError(
    "journal-write",
    `The run's journal could not be written: ${describeCause(cause)}. Nothing more was sent`,
    `${kept}Make room on the disk or mend it, then go on with: leadctl resume ${dir}`,
    cause,
  );
}
