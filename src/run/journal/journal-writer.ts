import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CliError } from "../../base/cli-error.ts";
import { openOwn, syncFolder, writeAllNow } from "../../base/durable-file.ts";
import { describeCause, refusedBy } from "../../base/file-error.ts";
import type { LateAnswers } from "../run-errors.ts";
import { journalError } from "../run-errors.ts";
import { JOURNAL_NAME, type RunPaths } from "../run-paths.ts";
import { lineBytesMax, writeLine } from "./journal-line.ts";
import type { JournalDigest } from "./journal-mark.ts";
import { JournalLost, JournalPlace } from "./journal-place.ts";
import type { JournalRecord, RunRecord } from "./journal-record.ts";
import { Rescue } from "./rescue.ts";

/**
 * Opens the journal of a run for a round. A run that has none yet gets it: its first record binds it to the
 * target and the plan.
 *
 * Call it under the run's lock, after `recoverRun`.
 *
 * @param run The run's own record; written when it is the first.
 * @param onRescueFile Called with the path of a file that answers were rescued to.
 * @throws CliError with exit code 6 when it cannot be written.
 */
export async function openJournal(
  { paths, digest, record }: { paths: RunPaths; digest: JournalDigest; record: RunRecord | null },
  run: RunRecord,
  onRescueFile: (path: string) => void,
): Promise<JournalWriter> {
  try {
    const handle = await openOwn(paths.journal);
    try {
      await syncFolder(paths.dir);
      const otherFolders = [dirname(paths.dir), tmpdir()];
      const rescue = new Rescue({ dir: paths.dir, run, journal: handle, otherFolders, onRescueFile });
      const writer = new JournalWriter(handle, digest, rescue, paths);
      try {
        await rescue.prepare();
        if (!record) await writer.append(run).durable;
        return writer;
      } catch (error) {
        await rescue.close();
        throw error;
      }
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    throw unopened(error);
  }
}

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
  readonly #place: JournalPlace;
  /** The run's folder, for words. */
  readonly #dir: string;
  /** Digest of all that was appended; valid as long as nothing has failed. */
  readonly #digest: JournalDigest;
  #end: number;
  #next: Batch | null = null;
  /** Buffer of the last finished batch. */
  #spareBuffer: Buffer | undefined;
  #flushing: Promise<void> | null = null;
  #failure: { cause: unknown } | null = null;
  #lostCount = 0;

  /** @param digest Of what the file holds. It goes on with each record. */
  constructor(
    handle: FileHandle,
    digest: JournalDigest,
    rescue: Rescue,
    { dir, journal }: Pick<RunPaths, "dir" | "journal">,
  ) {
    this.#handle = handle;
    this.#place = new JournalPlace(handle.fd, journal);
    this.#digest = digest;
    this.#end = digest.bytes;
    this.#rescue = rescue;
    this.#dir = dir;
  }

  /** Why nothing more may be sent, with what is known by now of the answers that still arrived. */
  get failure(): CliError | null {
    return this.#failure && writeError(this.#failure.cause, this.#dir, this.#rescue.path, this.#lostCount);
  }

  append(record: JournalRecord): Appended {
    const batch = this.#begun();
    const begin = batch.byteCount;
    const offset = this.#end + begin;
    batch.add(record);
    this.#digest.add(batch.buffer, begin, batch.byteCount - 1, record);
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
      this.#place.check(position);
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
  const late = { dir, rescuePath, lostCount };
  if (cause instanceof JournalLost) return journalLost(cause, late);
  const command = ["resume", { folder: dir }];
  return journalError("journal-write", { why: describeCause(cause), ...late }, { command, cause });
}

/** The run's folder, or its journal, was taken away while leads were sent. */
function journalLost({ fate, nowAt }: JournalLost, late: LateAnswers): CliError {
  const { dir, rescuePath, lostCount } = late;
  const path = join(dir, JOURNAL_NAME);
  const resumed = (folder: string) => ({ command: ["resume", { folder }] });
  switch (fate) {
    case "moved":
      return journalError("journal-moved", { path, nowAt, lostCount }, resumed(dirname(nowAt ?? path)));
    case "removed": {
      if (rescuePath === null) return journalError("journal-removed", { path, lostCount });
      const isInFolder = dirname(rescuePath) === dir;
      return journalError(
        "journal-removed/rescued",
        { path, isInFolder, ...late },
        isInFolder ? resumed(dir) : {},
      );
    }
    case "shared":
      return journalError("journal-shared", { path, ...late }, resumed(dir));
  }
}

/** The journal could not even be opened or begun: nothing was sent. */
export function unopened(cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  return journalError("journal-write/unopened", refusedBy(cause), { cause });
}

const BATCH_BYTES_START = 64 * 1024;

/** Lines that are written and synced together. Whoever added a record waits for all of them. */
class Batch {
  /** Settles with the batch: resolves once it is durable, rejects when it could not be written. */
  readonly durable: Promise<void>;
  /** Begin and end of each result's line, one after the other. */
  readonly #results: number[] = [];
  #buffer: Buffer;
  #end = 0;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  /** @param buffer Room for the lines, of a batch that is done. */
  constructor(buffer: Buffer = Buffer.allocUnsafe(BATCH_BYTES_START)) {
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
    const json = JSON.stringify(record);
    this.#reserve(lineBytesMax(json));
    const begin = this.#end;
    this.#end = writeLine(json, this.#buffer, begin);
    if (record.type === "result" || record.type === "doubted") this.#results.push(begin, this.#end);
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
