import { constants } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { openNew, syncFolder } from "../files/durable-file.ts";
import { describeCause, journalError } from "./journal-error.ts";
import type { RunRecord } from "./record.ts";
import { Rescue } from "./rescue.ts";
import { type RunPaths, runId } from "./run-folder.ts";
import type { RunHistory } from "./run-history.ts";
import { JournalWriter } from "./writer.ts";

export interface JournalOptions {
  /** Called with the path of a file that answers were rescued to. */
  onRescueFile(path: string): void;
}

/**
 * Begins the journal of a new run: its first record binds it to the target and the plan.
 *
 * @throws CliError with exit code 6 when it cannot be written.
 */
export async function createJournal(
  paths: RunPaths,
  run: RunRecord,
  options: JournalOptions,
): Promise<JournalWriter> {
  return orJournalError(async () => {
    const handle = await openNew(paths.journal);
    await syncFolder(paths.dir);
    const writer = new JournalWriter(handle, 0, await prepareRescue(paths, handle, options));
    await writer.append(run).durable;
    return writer;
  });
}

/**
 * Opens the journal of a run to go on with it: a torn tail is copied aside and cut off, and attempts that
 * were under way when the program died are recorded as such.
 *
 * @throws CliError with exit code 6 when it cannot be written.
 */
export async function reopenJournal(
  history: RunHistory,
  at: Date,
  options: JournalOptions,
): Promise<JournalWriter> {
  const { paths, scan } = history;
  return orJournalError(async () => {
    const handle = await open(paths.journal, constants.O_RDWR | constants.O_NOFOLLOW);
    if (scan.tornBytes > 0) {
      const torn = Buffer.alloc(scan.tornBytes);
      await handle.read(torn, 0, torn.length, scan.endBytes);
      const aside = `${paths.journal}.torn-${at.toISOString().replaceAll(":", "")}`;
      await writeFile(aside, torn, { mode: 0o600, flag: "wx" });
      await handle.truncate(scan.endBytes);
      await handle.datasync();
      await syncFolder(paths.dir);
    }
    const writer = new JournalWriter(handle, scan.endBytes, await prepareRescue(paths, handle, options));
    if (history.openIntents > 0 || scan.tornBytes > 0) {
      const record = { type: "recovered", at: at.toISOString(), tornBytes: scan.tornBytes } as const;
      await writer.append({ ...record, openIntents: history.openIntents }).durable;
    }
    return writer;
  });
}

async function prepareRescue(
  paths: RunPaths,
  journal: Awaited<ReturnType<typeof open>>,
  { onRescueFile }: JournalOptions,
): Promise<Rescue> {
  const otherFolders = [dirname(paths.dir), tmpdir()];
  const rescue = new Rescue({ dir: paths.dir, runId: runId(paths.dir), journal, otherFolders, onRescueFile });
  await rescue.prepare();
  return rescue;
}

async function orJournalError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw journalError(
      "journal-write",
      `The run's journal could not be written: ${describeCause(error)}`,
      "Nothing was sent. Make room on the disk or check the folder's permissions, then try again.",
      error,
    );
  }
}
