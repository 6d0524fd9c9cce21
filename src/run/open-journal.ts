import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { openOwn, syncFolder } from "../base/durable-file.ts";
import { describeCause } from "../base/file-error.ts";
import { journalError } from "./journal-error.ts";
import type { RunRecord } from "./journal-record.ts";
import { JournalWriter } from "./journal-writer.ts";
import { Rescue } from "./rescue.ts";
import type { RunHistory } from "./run-history.ts";

export interface JournalOptions {
  /** Called with the path of a file that answers were rescued to. */
  onRescueFile(path: string): void;
}

/**
 * Opens the journal of a run for a round. A run that has none yet gets it: its first record binds it to the
 * target and the plan.
 *
 * @param history What the run's files said under the lock, after `recoverRun`.
 * @param run The run's own record; written when it is the first.
 * @throws CliError with exit code 6 when it cannot be written.
 */
export async function openJournal(
  history: Pick<RunHistory, "paths" | "scan" | "run">,
  run: RunRecord,
  { onRescueFile }: JournalOptions,
): Promise<JournalWriter> {
  const { paths, scan } = history;
  try {
    const handle = await openOwn(paths.journal);
    try {
      await syncFolder(paths.dir);
      await requireLength(handle, paths.journal, scan.endBytes);
      const otherFolders = [dirname(paths.dir), tmpdir()];
      const rescue = new Rescue({ dir: paths.dir, run, journal: handle, otherFolders, onRescueFile });
      await rescue.prepare();
      const writer = new JournalWriter(handle, scan.endBytes, rescue, paths.dir);
      if (!history.run) await writer.append(run).durable;
      return writer;
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    throw unopened(error);
  }
}

async function requireLength(
  handle: { stat(): Promise<{ size: number }> },
  path: string,
  length: number,
): Promise<void> {
  const { size } = await handle.stat();
  if (size === length) return;
  throw journalError(
    "journal-changed",
    `${path} has changed since it was read: ${size} bytes instead of ${length}`,
    "Something else writes to the run's folder. Stop it, then try again.",
  );
}

/** The journal could not even be opened or begun: nothing was sent. */
export function unopened(cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  return journalError(
    "journal-write",
    `The run's journal could not be written: ${describeCause(cause)}`,
    "Nothing was sent. Make room on the disk or check the folder's permissions, then try again.",
    cause,
  );
}
