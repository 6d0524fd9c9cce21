import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { hashFile, openNew, syncFolder, writeAll, writeNewFile } from "../../base/durable-file.ts";
import { isFull } from "../../base/file-error.ts";
import { removeFile, rename } from "../../base/files.ts";
import { BALLAST_NAME, type RunPaths, runFileOf } from "../run-paths.ts";
import { encodeLine } from "./journal-line.ts";
import { JournalLost } from "./journal-place.ts";
import type { RunRecord } from "./journal-record.ts";
import { eachRecord } from "./read-journal.ts";

/** Room for the answers of requests under way when the disk runs full. */
const BALLAST_BYTES = 4 * 1024 * 1024;

export interface RescueOptions {
  /** The run's folder. */
  dir: string;
  /** The run that a rescue file belongs to. */
  run: RunRecord;
  journal: FileHandle;
  /** Where a rescue file may go when the run's folder takes none, in order. */
  otherFolders: readonly string[];
  /** Called with the path of a rescue file as soon as there is one: it must be shown to the person. */
  onRescueFile(path: string): void;
}

/**
 * Keeps the results that arrive after the journal failed. On a full disk they go on into the journal
 * itself, into the room that a ballast file held free; after any other error, or when that fails too,
 * into a rescue file of its own, which `resume` takes in once it lies in the run's folder.
 */
export class Rescue {
  readonly #options: RescueOptions;
  readonly #folders: string[];
  /** Where the next results go in the journal; null while it takes none. */
  #journalEnd: number | null = null;
  /** How much of the journal a rescue file begins with: all that is safe of one that has no name any more. */
  #copiedBytes = 0;
  #file: { handle: FileHandle; path: string; end: number } | null = null;

  constructor(options: RescueOptions) {
    this.#options = options;
    this.#folders = [options.dir, ...options.otherFolders];
  }

  /** The file that results went to, if any did. */
  get path(): string | null {
    return this.#file?.path ?? null;
  }

  /**
   * Sets the ballast aside: random, so that no file system compresses it away. A disk too full even for that
   * refuses the run before anything is sent.
   */
  async prepare(): Promise<void> {
    await this.#dropBallast();
    await writeNewFile(this.#ballastPath(), randomBytes(BALLAST_BYTES));
  }

  /**
   * The journal failed: saves the results of the batch that failed, and takes what is left of the batch out of
   * the journal, so that no intent stays there whose request was never sent. A journal that something else writes to is
   * left alone.
   *
   * @param position Where the last record that is known to be safe ends.
   * @throws When the results cannot be kept anywhere.
   */
  async begin(error: unknown, position: number, resultLines: Buffer): Promise<void> {
    const { journal } = this.#options;
    const fate = error instanceof JournalLost ? error.fate : null;
    if (fate === "removed") {
      this.#copiedBytes = position;
      await this.#saveToFile(resultLines);
      return;
    }
    if (isFull(error)) await this.#dropBallast();
    if ((isFull(error) || fate === "moved") && (await succeeds(journal.truncate(position))))
      this.#journalEnd = position;
    await this.save(resultLines);
    if (this.#journalEnd === null && fate !== "shared") await this.#cutJournal(position);
  }

  /**
   * Makes lines durable, wherever that is still possible.
   *
   * @throws When that is nowhere.
   */
  async save(lines: Buffer): Promise<void> {
    if (lines.length === 0) return;
    if (this.#journalEnd !== null && (await this.#saveToJournal(lines, this.#journalEnd))) return;
    await this.#saveToFile(lines);
  }

  async close(): Promise<void> {
    await this.#file?.handle.close();
    await this.#dropBallast();
  }

  async #saveToJournal(bytes: Buffer, position: number): Promise<boolean> {
    const { journal } = this.#options;
    try {
      await writeAll(journal, bytes, position);
      await journal.datasync();
      this.#journalEnd = position + bytes.length;
      return true;
    } catch {
      await this.#cutJournal(position);
      this.#journalEnd = null;
      return false;
    }
  }

  async #cutJournal(position: number): Promise<void> {
    const { journal } = this.#options;
    if (await succeeds(journal.truncate(position))) await succeeds(journal.datasync());
  }

  async #saveToFile(bytes: Buffer): Promise<void> {
    for (;;) {
      try {
        this.#file ??= await this.#openNextFile();
        await writeAll(this.#file.handle, bytes, this.#file.end);
        await this.#file.handle.sync();
        this.#file.end += bytes.length;
        return;
      } catch (error) {
        await this.#file?.handle.close().catch(() => undefined);
        this.#file = null;
        if (this.#folders.length === 0) throw error;
      }
    }
  }

  async #openNextFile(): Promise<{ handle: FileHandle; path: string; end: number }> {
    const folder = this.#folders.shift();
    if (folder === undefined) throw new Error("no folder takes a rescue file");
    const { run, journal, onRescueFile } = this.#options;
    const path = join(folder, `leadctl-rescue-${run.id}-${randomBytes(4).toString("hex")}.ndjson`);
    const handle = await openNew(path);
    try {
      // The run's own record, which binds the file to the target and the plan.
      const header = Buffer.from(encodeLine(run));
      if (this.#copiedBytes === 0) await writeAll(handle, header, 0);
      else await copyStart(journal, handle, this.#copiedBytes);
      await syncFolder(folder);
      onRescueFile(path);
      return { handle, path, end: this.#copiedBytes || header.length };
    } catch (error) {
      await handle.close();
      await removeFile(path).catch(() => undefined);
      throw error;
    }
  }

  async #dropBallast(): Promise<void> {
    await removeFile(this.#ballastPath()).catch(() => undefined);
  }

  #ballastPath(): string {
    return join(this.#options.dir, BALLAST_NAME);
  }
}

const COPIED_BYTES = 256 * 1024;

/** @param bytes How much of one file the other gets. */
async function copyStart(from: FileHandle, to: FileHandle, bytes: number): Promise<void> {
  const block = Buffer.allocUnsafe(COPIED_BYTES);
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await from.read(block, 0, Math.min(block.length, bytes - at), at);
    if (bytesRead === 0) throw new Error("the journal is shorter than it was");
    await writeAll(to, block.subarray(0, bytesRead), at);
    at += bytesRead;
  }
}

async function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** The rescue files that lie in a run's folder. */
export async function findRescueFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  return names
    .filter((name) => runFileOf(name)?.holds === "rescue")
    .sort()
    .map((name) => join(dir, name));
}

/**
 * Gives a run its journal back that was removed while it was written: from then on a rescue file held all of it. To be called
 * under the run's lock. Of several copies the longest counts, and the others stay where they are.
 */
export async function takeBackJournal(paths: RunPaths): Promise<void> {
  if ((statSync(paths.journal, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  const [longest] = await wholeJournalsIn(paths);
  if (longest === undefined) return;
  await rename(longest, paths.journal);
  await syncFolder(paths.dir);
}

/** The rescue files in a run's folder that began as copies of its journal, the longest first. */
export async function wholeJournalsIn({ dir, plan }: RunPaths): Promise<string[]> {
  const copies: { path: string; bytes: number }[] = [];
  let planSha256: string | undefined;
  for (const path of await findRescueFiles(dir)) {
    const run = await runOfJournal(path);
    if (!run) continue;
    planSha256 ??= await hashFile(plan).catch(() => "");
    if (run.planSha256 === planSha256) copies.push({ path, bytes: statSync(path).size });
  }
  return copies.sort((one, other) => other.bytes - one.bytes).map(({ path }) => path);
}

/** Whose journal a rescue file began as the copy of: a round follows the run's own record. */
async function runOfJournal(path: string): Promise<RunRecord | undefined> {
  const records = eachRecord(path);
  const [run, round] = [(await records.next()).value, (await records.next()).value];
  await records.return(undefined);
  return run?.type === "run" && round?.type === "round" ? run : undefined;
}
