import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { isAbsent } from "../base/file-error.ts";
import { usageError } from "../settings/option-values.ts";
import { type RunUser, readLockOwner } from "./read-lock-owner.ts";
import { type RunHistory, readRunHistory } from "./run-history.ts";

/** Where runs lie when nobody says otherwise. */
export const RUNS_FOLDER = "leadctl-runs";

/** A folder with a run in it, or with what is left of one. */
export interface FoundRun {
  dir: string;
  /** The process that works on it just now. */
  user: RunUser | undefined;
  /** Null when it cannot be read, for the reason that follows. */
  history: RunHistory | null;
  problem: CliError | null;
}

/** A file by which a folder is known to be one of ours. */
const MARKS = ["plan.ndjson", "journal.ndjson", ".plan.ndjson.tmp"];

/**
 * The folders of runs in a folder, by name, which is by time. Links are not followed.
 *
 * @throws CliError with exit code 2 when there is no such folder.
 */
export async function listRunFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (!isAbsent(error)) throw error;
    throw usageError(
      `There is no folder ${folder}, and so there are no runs`,
      "Go to the folder in which you ran submit, or name the one that holds the runs with --runs.",
      "no-runs",
    );
  });
  const dirs: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const dir = join(folder, entry.name);
    if (entry.isDirectory() && (await isRunFolder(dir))) dirs.push(dir);
  }
  return dirs;
}

/** Reads a run as it is, also one that another process is at, and one that is damaged. */
export async function inspectRun(dir: string): Promise<FoundRun> {
  const user = await readLockOwner(dir);
  try {
    return { dir, user, history: await readRunHistory(dir, user !== undefined), problem: null };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { dir, user, history: null, problem: error };
  }
}

async function isRunFolder(dir: string): Promise<boolean> {
  for (const name of MARKS) {
    const stat = await lstat(join(dir, name)).catch(() => undefined);
    if (stat?.isFile()) return true;
  }
  return false;
}
