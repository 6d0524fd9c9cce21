import { basename, dirname, resolve } from "node:path";
import type { JournalMark } from "../journal/journal-mark.ts";
import { isElsewhere } from "./known-runs.ts";
import { RUNS_FOLDER } from "./run-folder.ts";
import { isLineOf, listLines, noteInList } from "./runs-list.ts";

/**
 * Marks of journals outside of the runs' folders, in the list of the folder that holds the runs: a run that was restored as a whole
 * from an older copy is behind the mark there.
 */

/** Notes how far a run's journal is written. Where nothing can be noted, the run is none the worse for it. */
export async function listMark(dir: string, createdAt: string, mark: JournalMark): Promise<void> {
  const folder = folderFor(dir);
  if (folder !== undefined) await noteInList(folder, dir, { createdAt, mark });
}

/** The mark that was noted last for a run; null where there is none. */
export function readListedMark(dir: string, createdAt: string): JournalMark | null {
  const folder = folderFor(dir);
  const lines = folder === undefined ? [] : listLines(folder);
  const line = lines.findLast((each) => each.mark !== undefined && isLineOf(each, dir, createdAt));
  return (line?.mark as JournalMark | undefined) ?? null;
}

/** The folder of runs that the run lies in; else the one here, where the run is listed as one that lies somewhere else. */
function folderFor(dir: string): string | undefined {
  const around = dirname(resolve(dir));
  if (basename(around) === RUNS_FOLDER) return around;
  return isElsewhere(dir) ? RUNS_FOLDER : undefined;
}
