import type { Defence } from "./defence.ts";
import { INPUT_DEFENCES } from "./input-defences.ts";
import { OUTPUT_DEFENCES } from "./output-defences.ts";
import { TEXT_DEFENCES } from "./text-defences.ts";

/** Files and texts: what comes in, what is written, and how it is shown. */
export const FILE_DEFENCES: readonly Defence[] = [...INPUT_DEFENCES, ...OUTPUT_DEFENCES, ...TEXT_DEFENCES];
