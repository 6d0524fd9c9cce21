import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Correction } from "./current-plan.ts";
import { PlanIndex } from "./plan-index.ts";
import { readPlanFacts } from "./read-plan.ts";

const CORRECTION_NAME = /^plan-[1-9]\d*\.ndjson$/;

/** The name of the corrections that are to follow those a run has. */
export function nextCorrectionName(correctionCount: number): string {
  return `plan-${correctionCount + 2}.ndjson`;
}

/** Every whole plan of corrected rows in a run's folder, by file name. The journal says which of them count. */
export async function readCorrections(dir: string): Promise<Map<string, Correction>> {
  const corrections = new Map<string, Correction>();
  for (const name of await readdir(dir)) {
    const correction = CORRECTION_NAME.test(name) ? await readCorrection(join(dir, name)) : undefined;
    if (correction) corrections.set(name, correction);
  }
  return corrections;
}

/** One plan of corrected rows; undefined when it is not whole. */
export async function readCorrection(path: string): Promise<Correction | undefined> {
  const facts = await readPlanFacts(path).catch(() => undefined);
  return facts && { path, facts, index: await PlanIndex.read(path) };
}
