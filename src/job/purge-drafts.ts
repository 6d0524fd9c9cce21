import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { readFile, removeFolder } from "../base/files.ts";
import { lockRun } from "../run/folder/lock.ts";
import { runId } from "../run/folder/run-folder.ts";
import { filesChangedMs } from "../run/purge-run.ts";

/** Where the drafts of the desk lie, in the folder in which the program runs. */
export const DRAFTS_FOLDER = "leadctl-drafts";

/**
 * The drafts that go with some runs: those that became one of them or correct one, and those in which nothing has changed for
 * as long. A draft holds the leads of its sheet.
 *
 * @param dirs Folders of runs.
 * @param ageMs Absent: however old they are, only those of the runs go.
 * @returns Their folders.
 */
export async function findDraftsToPurge(
  dirs: readonly string[],
  ageMs: number | undefined,
  now: Date,
): Promise<string[]> {
  const runs = new Set(dirs.flatMap((dir) => [dir, `./${dir}`, runId(dir)]));
  const found: string[] = [];
  const entries = await readdir(DRAFTS_FOLDER, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const folder = join(DRAFTS_FOLDER, entry.name);
    const isOfRun = (await runsOfDraft(folder)).some((run) => runs.has(run));
    // One that cannot be looked into stays.
    const changedMs = await filesChangedMs(folder).catch(() => Number.POSITIVE_INFINITY);
    const isOld = ageMs !== undefined && now.getTime() - changedMs >= ageMs;
    if (isOfRun || isOld) found.push(folder);
  }
  return found;
}

/** The runs that it became, or corrects; none of what cannot be read. */
async function runsOfDraft(folder: string): Promise<string[]> {
  try {
    const { run, corrects } = JSON.parse(await readFile(join(folder, "draft.json"), "utf8"));
    return [run, corrects].filter((name) => typeof name === "string");
  } catch {
    return [];
  }
}

/**
 * Removes drafts. One that a desk has open stays.
 *
 * @returns How many are gone.
 */
export async function removeDrafts(folders: readonly string[], now: Date): Promise<number> {
  let count = 0;
  for (const folder of folders) {
    try {
      const lock = await lockRun(folder, now, false);
      await removeFolder(folder);
      await lock.release();
      count += 1;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
    }
  }
  return count;
}
