import { constants } from "node:fs";
import { basename, join } from "node:path";
import { makePrivate } from "../base/durable-file.ts";
import { copyFile } from "../base/files.ts";

/**
 * Copies a file that a person has worked on, before it is written anew.
 *
 * @param dir Folder of the copy.
 * @returns Path of the copy, as in `fix-as-given-1.csv`.
 */
export async function copyAside(path: string, dir: string): Promise<string> {
  for (let number = 1; ; number++) {
    const copy = join(dir, basename(path).replace(/(\.[^.]+)?$/, `-as-given-${number}$1`));
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      await makePrivate(copy, 0o600);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
