import { constants, existsSync } from "node:fs";
import { stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makePrivate } from "../../base/durable-file.ts";
import { copyFile, readFile, removeFile } from "../../base/files.ts";

/** Systems round times. */
const SAME_MS = 2;

/**
 * Copies a fix file that somebody may have corrected since it was written, before another takes its place.
 *
 * @returns Path of the copy; null where there is nothing to keep.
 */
export async function keepEditedFix(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  const [fix, report] = [await stat(path), await stat(reportBeside(path)).catch(() => null)];
  const isAsWritten = report !== null && Math.abs(fix.mtimeMs - report.mtimeMs) < SAME_MS;
  return isAsWritten ? null : copyAside(path);
}

/** Notes, by its time, that nothing in a fix file has to be kept: it is as it was written, or its corrections are taken. */
export async function settleFix(path: string): Promise<void> {
  try {
    const { atime, mtime } = await stat(reportBeside(path));
    await utimes(path, atime, mtime);
  } catch {
    // It is copied once more than needed.
  }
}

/** Removes a copy that says what the new file says. @returns Whether it did. */
export async function dropSameCopy(copy: string, path: string): Promise<boolean> {
  if (!existsSync(path) || (await stat(copy)).size !== (await stat(path)).size) return false;
  if (!(await readFile(copy)).equals(await readFile(path))) return false;
  await removeFile(copy);
  return true;
}

function reportBeside(path: string): string {
  return join(dirname(path), "report.json");
}

/**
 * Copies a file that a person has worked on beside it, before it is written anew.
 *
 * @returns Path of the copy, as in `fix-as-given-1.csv`.
 */
export async function copyAside(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const copy = join(dirname(path), basename(path).replace(/(\.[^.]+)?$/, `-as-given-${number}$1`));
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      await makePrivate(copy, 0o600);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
