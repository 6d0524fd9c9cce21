import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { holding } from "../../base/read-lines.ts";
import type { Lead } from "../../lead/schema.ts";
import { isReported } from "../folder/run-folder.ts";
import { leadBytesOf, leadOf, type RowLine } from "../plan/plan-record.ts";
import { plansIn, readPlanFacts, readRowLines } from "../plan/read-plan.ts";
import { runPaths } from "../run-paths.ts";

/** A version of a row. */
interface RowLead {
  row: number;
  lead: Lead;
}

/**
 * The leads of a run in all their versions, the oldest first.
 *
 * @param word Where only those are asked for that may have it: see `LeadQuery`.
 * @throws the system's error, or an Error, at the end: what is left of a plan that was cut off still says something.
 */
export async function* leadsIn(dir: string, word: string | null = null): AsyncGenerator<RowLead> {
  const plans = plansIn(dir);
  const mayHold = word === null ? () => true : holding([JSON.stringify(word).slice(1, -1)]);
  yield* leadsOf(dir, plans, (line) => mayHold(leadBytesOf(line)));
  await requireWhole(plans, dir);
}

/** The leads of some rows of a run in all their versions, the oldest first. */
export function versionsOf(dir: string, rows: Iterable<number>): AsyncGenerator<RowLead> {
  const wanted = new Set(rows);
  return leadsOf(dir, wanted.size === 0 ? [] : plansIn(dir), ({ row }) => wanted.has(row));
}

async function* leadsOf(
  dir: string,
  plans: readonly string[],
  isWanted: (line: RowLine) => boolean,
): AsyncGenerator<RowLead> {
  for (const name of plans)
    for await (const lines of readRowLines(join(dir, name)))
      for (const line of lines) if (isWanted(line)) yield { row: line.row, lead: leadOf(line) };
}

/**
 * Makes sure that plans hold all the leads of a run. One that never began has none.
 *
 * @throws Error where one is missing or cut off in a run that may have sent something.
 */
async function requireWhole(plans: readonly string[], dir: string): Promise<void> {
  const { plan, journal, mark } = runPaths(dir);
  const facts = await Promise.all(plans.map((name) => readPlanFacts(join(dir, name))));
  const isWhole = plans[0] === basename(plan) && facts.every((each) => each !== undefined);
  const mayHaveSent =
    plans.length > 1 ||
    [journal, mark].some((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0);
  if (!isWhole && (mayHaveSent || isReported(dir))) throw new Error(`a plan in ${dir} is missing or cut off`);
}
