import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { JournalMark } from "../journal/journal-mark.ts";
import { RUNS_FOLDER } from "./run-folder.ts";
import { listLines, noteInList } from "./runs-list.ts";

/**
 * Marks of journals outside of the runs' folders, in the list of the folder that holds the runs: a run that was restored as a whole
 * from an older copy is behind the mark there.
 */

/** Notes how far a run's journal is written. Where nothing can be noted, the run is none the worse for it. */
export async function listMark(dir: string, createdAt: string, mark: JournalMark): Promise<void> {
  const [folder] = foldersFor(dir);
  if (folder !== undefined) await noteInList(folder, dir, { createdAt, mark });
}

/** The mark that was noted last for a run; null where there is none. */
export function readListedMark(dir: string, createdAt: string): JournalMark | null {
  const path = resolve(dir);
  for (const folder of foldersFor(dir)) {
    const line = listLines(folder).findLast(
      (each) => each.mark !== undefined && resolve(each.dir) === path && each.createdAt === createdAt,
    );
    if (line?.mark) return line.mark as JournalMark;
  }
  return null;
}

/** The folder that holds the run, where that is a folder of runs, and the one here. */
function foldersFor(dir: string): string[] {
  const around = dirname(resolve(dir));
  const here = resolve(RUNS_FOLDER);
  const folders = around !== here && basename(around) === RUNS_FOLDER ? [around, here] : [here];
  return folders.filter((folder) => existsSync(folder));
}
