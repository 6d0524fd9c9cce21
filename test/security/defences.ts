import type { Defence } from "./defence.ts";
import { DESK_DEFENCES } from "./desk-defences.ts";
import { FILE_DEFENCES } from "./file-defences.ts";
import { WIRE_DEFENCES } from "./wire-defences.ts";

/** Every line of the security checklist that a test stands behind. */
export const DEFENCES: readonly Defence[] = [...WIRE_DEFENCES, ...FILE_DEFENCES, ...DESK_DEFENCES];
