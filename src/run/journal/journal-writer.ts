import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CliError } from "../../base/cli-error.ts";
import { openOwn, syncFolder, writeAllNow } from "../../base/durable-file.ts";
import { describeCause, refusedBy } from "../../base/file-error.ts";
import { journalError, type LateAnswers } from "../run-errors.ts";
import { JOURNAL_NAME, type RunPaths } from "../run-paths.ts";
import { encodeLine } from "./journal-line.ts";
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
  let opened: { handle: FileHandle; rescue: Rescue } | undefined;
  try {
    const handle = await openOwn(paths.journal);
    const otherFolders = [dirname(paths.dir), tmpdir()];
    const rescue = new Rescue({ dir: paths.dir, run, journal: handle, otherFolders, onRescueFile });
    opened = { handle, rescue };
    await syncFolder(paths.dir);
    const writer = new JournalWriter(handle, digest, rescue, paths);
    await rescue.prepare();
    if (!record) await writer.append(run).durable;
    return writer;
  } catch (error) {
    await opened?.rescue.close();
    await opened?.handle.close();
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
  /** Digest of all that was written; valid as long as nothing has failed. */
  readonly #digest: JournalDigest;
  #end: number;
  #next: Batch | null = null;
  /** Holds the lines of one batch after the other: new memory for each would wait for the collector. */
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES_START);
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
    this.#next ??= new Batch();
    const batch = this.#next;
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

  async #flush(): Promise<void> {
    for (;;) {
      // Two turns of the event loop, so that what is ready together is written together: half as many syncs as with one.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      const batch = this.#next;
      if (!batch) break;
      this.#next = null;
      const position = this.#end;
      this.#end += batch.byteCount;
      if (this.#failure) await this.#keep(batch, (lines) => this.#rescue.save(lines));
      else await this.#write(batch, position);
    }
    this.#flushing = null;
  }

  async #write(batch: Batch, position: number): Promise<void> {
    try {
      this.#place.check(position);
      writeAllNow(this.#handle, this.#bytesOf(batch), position);
      // The sync starts in this turn, and runs while the lines are digested and the answers that wait are read.
      const synced = this.#handle.datasync();
      this.#digestLines(batch);
      await synced;
      batch.resolve();
    } catch (cause) {
      this.#failure = { cause };
      await this.#keep(batch, (lines) => this.#rescue.begin(cause, position, lines));
    }
  }

  /** They are others with the next batch. */
  #bytesOf({ lines, byteCount }: Batch): Buffer {
    if (byteCount > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(byteCount * 2);
    let end = 0;
    for (const { text } of lines) end += this.#buffer.write(text, end);
    return this.#buffer.subarray(0, end);
  }

  #digestLines({ lines }: Batch): void {
    let begin = 0;
    for (const { record, byteCount } of lines) {
      this.#digest.add(this.#buffer.subarray(begin, begin + byteCount - 1), record);
      begin += byteCount;
    }
  }

  async #keep(batch: Batch, save: (lines: Buffer) => Promise<void>): Promise<void> {
    try {
      await save(Buffer.from(batch.results().join("")));
    } catch {
      this.#lostCount += batch.results().length;
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
  const { dir, rescuePath } = late;
  const path = join(dir, JOURNAL_NAME);
  const isInFolder = rescuePath !== null && dirname(rescuePath) === dir;
  const isRescued = fate === "removed" && rescuePath !== null;
  const folder = fate === "moved" ? dirname(nowAt ?? path) : dir;
  return journalError(
    isRescued ? "journal-removed/rescued" : `journal-${fate}`,
    { path, nowAt, isInFolder, ...late },
    // A run of which nothing is left there cannot go on.
    fate !== "removed" || isInFolder ? { command: ["resume", { folder }] } : {},
  );
}

/** The journal could not even be opened or begun: nothing was sent. */
export function unopened(cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  return journalError("journal-write/unopened", refusedBy(cause), { cause });
}

const BUFFER_BYTES_START = 64 * 1024;

/** Lines that are written and synced together. Whoever added a record waits for all of them. */
class Batch {
  /** Settles with the batch: resolves once it is durable, rejects when it could not be written. */
  readonly durable: Promise<void>;
  readonly lines: { record: JournalRecord; text: string; byteCount: number }[] = [];
  byteCount = 0;
  resolve: () => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor() {
    this.durable = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  add(record: JournalRecord): void {
    const text = encodeLine(record);
    const byteCount = Buffer.byteLength(text);
    this.lines.push({ record, text, byteCount });
    this.byteCount += byteCount;
  }

  /** The lines that must not be lost even when the others are worth nothing any more. */
  results(): string[] {
    const kept = this.lines.filter(({ record }) => record.type === "result" || record.type === "doubted");
    return kept.map(({ text }) => text);
  }
}
