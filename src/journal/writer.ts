import type { FileHandle } from "node:fs/promises";
import { writeAll } from "../files/durable-file.ts";
import { describeCause, journalError } from "./journal-error.ts";
import { encodeLine } from "./line.ts";
import type { JournalRecord } from "./record.ts";
import type { Rescue } from "./rescue.ts";

/** Where a record stands, and when it is safe. */
export interface Appended {
  /** Byte offset of the record's line. */
  offset: number;
  /** Resolves once the record would survive a power cut; rejects when it would not. */
  durable: Promise<void>;
}

/**
 * The append-only writer of `journal.ndjson`. All records that wait share one write and one sync.
 *
 * After any failed write or sync it is poisoned: intents are refused from then on, so that nothing more is
 * sent, while results that still arrive are kept by the rescue.
 */
export class JournalWriter {
  readonly #handle: FileHandle;
  readonly #rescue: Rescue;
  #end: number;
  #next: Batch | null = null;
  #flushing: Promise<void> | null = null;
  #failure: Error | null = null;

  /** @param end Length of the file: where the next record goes. */
  constructor(handle: FileHandle, end: number, rescue: Rescue) {
    this.#handle = handle;
    this.#end = end;
    this.#rescue = rescue;
  }

  /** The first failure, after which nothing more may be sent. */
  get failure(): Error | null {
    return this.#failure;
  }

  append(record: JournalRecord): Appended {
    this.#next ??= new Batch();
    const offset = this.#end + this.#next.byteCount;
    const durable = this.#next.add(encodeLine(record), record.type === "intent");
    this.#flushing ??= this.#flush();
    return { offset, durable };
  }

  /** Waits for everything appended, then closes the file. */
  async close(): Promise<void> {
    await this.#flushing;
    await this.#handle.close();
    await this.#rescue.close();
  }

  async #flush(): Promise<void> {
    // One turn of the event loop, so that what is ready together is written together.
    await new Promise(setImmediate);
    for (let batch = this.#take(); batch; batch = this.#take()) {
      const position = this.#end;
      this.#end += batch.byteCount;
      if (this.#failure) await this.#keepResults(batch);
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
      await writeAll(this.#handle, Buffer.from(batch.text()), position);
      await this.#handle.datasync();
      batch.resolveAll();
    } catch (error) {
      this.#failure = journalError(
        "journal-write",
        `The run's journal could not be written: ${describeCause(error)}`,
        "Nothing more was sent, and the answers that arrived are kept. Make room on the disk, then go on with: leadctl resume <run>",
        error,
      );
      this.#rescue.begin(error, position);
      await this.#keepResults(batch);
    }
  }

  async #keepResults(batch: Batch): Promise<void> {
    batch.intents.reject(this.#failure);
    try {
      await this.#rescue.save(batch.resultText());
      batch.results.resolve();
    } catch {
      batch.results.reject(this.#failure);
    }
  }
}

/** What is written and synced together. */
class Batch {
  readonly intents = new Deferred();
  readonly results = new Deferred();
  readonly #lines: { line: string; isIntent: boolean }[] = [];
  byteCount = 0;

  add(line: string, isIntent: boolean): Promise<void> {
    this.#lines.push({ line, isIntent });
    this.byteCount += Buffer.byteLength(line);
    return (isIntent ? this.intents : this.results).promise;
  }

  text(): string {
    return this.#lines.map(({ line }) => line).join("");
  }

  resultText(): string {
    return this.#lines.map(({ line, isIntent }) => (isIntent ? "" : line)).join("");
  }

  resolveAll(): void {
    this.intents.resolve();
    this.results.resolve();
  }
}

class Deferred {
  readonly promise: Promise<void>;
  resolve: () => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Nobody waits for the half of a batch that is empty.
    this.promise.catch(() => undefined);
  }
}
