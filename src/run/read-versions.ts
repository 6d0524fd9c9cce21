import { basename } from "node:path";
import type { CurrentPlan } from "./current-plan.ts";
import type { StoredRow } from "./plan-record.ts";
import { readRowsOfFile } from "./read-plan.ts";

/** A row as one of a run's plans has it. */
export interface RowVersion {
  /** The file of the correction; null for the plan itself. */
  file: string | null;
  planned: StoredRow;
}

/** Some rows in all their versions, oldest first, by row number. */
export async function readVersions(
  plan: CurrentPlan,
  wanted: ReadonlySet<number>,
): Promise<Map<number, RowVersion[]>> {
  const versions = new Map<number, RowVersion[]>();
  const files = [
    { file: null, path: plan.path },
    ...plan.corrections.map(({ path }) => ({ file: basename(path), path })),
  ];
  for (const { file, path } of files) {
    for await (const planned of readRowsOfFile(path, (row) => wanted.has(row))) {
      const known = versions.get(planned.row) ?? [];
      known.push({ file, planned });
      versions.set(planned.row, known);
    }
  }
  return versions;
}
