import type { FileHandle } from "node:fs/promises";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { openNew, syncFolder, writeAll } from "../files/durable-file.ts";

/** Room for the answers of requests under way when the disk runs full. */
const BALLAST_BYTES = 4 * 1024 * 1024;

const BALLAST_NAME = ".ballast";

/** How the files of answers that did not fit into the journal are named. */
export const RESCUE_NAME = /^leadctl-rescue-.*\.ndjson$/;

export interface RescueOptions {
  /** The run's folder. */
  dir: string;
  runId: string;
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
  #journalEnd: number | null = null;
  #file: FileHandle | null = null;
  #fileEnd = 0;
  readonly #folders: string[];

  constructor(options: RescueOptions) {
    this.#options = options;
    this.#folders = [options.dir, ...options.otherFolders];
  }

  /** Sets the ballast aside; a disk too full even for that refuses the run before anything is sent. */
  async prepare(): Promise<void> {
    const path = this.#ballastPath();
    await unlink(path).catch(() => undefined);
    const handle = await openNew(path);
    try {
      await writeAll(handle, Buffer.alloc(BALLAST_BYTES, 0x2e), 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /**
   * The journal failed.
   *
   * @param position Where the last record that is known to be safe ends.
   */
  begin(error: unknown, position: number): void {
    const code = (error as NodeJS.ErrnoException)?.code;
    this.#journalEnd = code === "ENOSPC" || code === "EDQUOT" ? position : null;
  }

  /** Makes some lines durable, wherever that is still possible. */
  async save(lines: string): Promise<void> {
    if (lines === "") return;
    const bytes = Buffer.from(lines);
    if (this.#journalEnd !== null && (await this.#saveToJournal(bytes, this.#journalEnd))) return;
    await this.#saveToFile(bytes);
  }

  async close(): Promise<void> {
    await this.#file?.close();
    await unlink(this.#ballastPath()).catch(() => undefined);
  }

  async #saveToJournal(bytes: Buffer, position: number): Promise<boolean> {
    const { journal } = this.#options;
    try {
      await unlink(this.#ballastPath()).catch(() => undefined);
      await journal.truncate(position);
      await writeAll(journal, bytes, position);
      await journal.datasync();
      this.#journalEnd = position + bytes.length;
      return true;
    } catch {
      await journal.truncate(position).catch(() => undefined);
      this.#journalEnd = null;
      return false;
    }
  }

  async #saveToFile(bytes: Buffer): Promise<void> {
    for (;;) {
      try {
        this.#file ??= await this.#openNextFile();
        await writeAll(this.#file, bytes, this.#fileEnd);
        await this.#file.sync();
        this.#fileEnd += bytes.length;
        return;
      } catch (error) {
        await this.#file?.close().catch(() => undefined);
        this.#file = null;
        if (this.#folders.length === 0) throw error;
      }
    }
  }

  async #openNextFile(): Promise<FileHandle> {
    const folder = this.#folders.shift();
    if (folder === undefined) throw new Error("No folder takes a rescue file");
    const path = join(folder, `leadctl-rescue-${this.#options.runId}.ndjson`);
    const handle = await openNew(path);
    await syncFolder(folder);
    this.#options.onRescueFile(path);
    this.#fileEnd = 0;
    return handle;
  }

  #ballastPath(): string {
    return join(this.#options.dir, BALLAST_NAME);
  }
}
