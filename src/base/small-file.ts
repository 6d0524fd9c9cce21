import { readFileSync } from "node:fs";
import { isAbsent } from "./file-error.ts";
import { whenFreeNow } from "./files.ts";

/** A file of a few lines, at once: to have another thread read it takes many times as long. Undefined where there is none. */
export function readSmallFile(path: string): Buffer | undefined {
  try {
    return whenFreeNow(path, () => readFileSync(path));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
