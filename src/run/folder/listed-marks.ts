import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isMark, type JournalMark } from "../journal/journal-mark.ts";
import { RUNS_FOLDER } from "./run-folder.ts";
import { isNamedIn, lastMarkIn, noteInList, pathFrom } from "./runs-list.ts";

/**
 * Marks of journals outside of the runs' folders, in the list of the folder that holds the runs: a run that was restored as a whole
 * from an older copy is behind the mark there.
 */

/** Notes how far a run's journal is written. Where nothing can be noted, the run is none the worse for it. */
export async function listMark(dir: string, createdAt: string, mark: JournalMark): Promise<void> {
  const entry = entriesOf(dir).find(({ folder, name, isIn }) => isIn || isNamedIn(folder, name));
  if (entry) await noteInList(entry.folder, entry.name, { createdAt, mark });
}

/** The mark that was noted last for a run; null where there is none. */
export function readListedMark(dir: string, createdAt: string): JournalMark | null {
  const marks = entriesOf(dir).map(({ folder, name }) => lastMarkIn(folder, name, createdAt));
  return marks.find(isMark) ?? null;
}

/** Under which name a list may know a run, whatever links lead to it: that of the folder of runs around it, and the one here. */
function entriesOf(dir: string): { folder: string; name: string; isIn: boolean }[] {
  const here = existsSync(RUNS_FOLDER) ? realpathSync(RUNS_FOLDER) : undefined;
  const paths = new Set([resolve(dir), existsSync(dir) ? realpathSync(dir) : resolve(dir)]);
  return [...paths].flatMap((path) => {
    const around = dirname(path);
    const name = join(RUNS_FOLDER, basename(path));
    return [
      ...(basename(around) === RUNS_FOLDER ? [{ folder: around, name, isIn: true }] : []),
      ...(here === around ? [{ folder: RUNS_FOLDER, name, isIn: true }] : []),
      { folder: RUNS_FOLDER, name: pathFrom(RUNS_FOLDER, path), isIn: false },
    ];
  });
}
