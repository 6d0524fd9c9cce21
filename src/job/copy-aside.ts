import { constants } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makePrivate } from "../base/durable-file.ts";
import { copyFile } from "../base/files.ts";

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
