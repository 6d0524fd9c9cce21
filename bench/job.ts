import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./figure.ts";
import type { Cost } from "./measure.ts";
import { outerRecords, planBeganAtMs, type RunRecord } from "./run-records.ts";
import { submit, submitToNobody } from "./submit.ts";

/** A whole run of `leadctl submit`, by its own records. */
export interface Job extends Cost {
  leadCount: number;
  /** From opening the input to the beginning of the round. */
  planSeconds: number;
  /** From the first intent to the last result. */
  sendSeconds: number;
  /** From the end of the round to the exit of the program. */
  reportSeconds: number;
}

/**
 * Submits a sheet of so many rows, all of which must be created.
 *
 * @param url Address of the service.
 * @param program Another build's than this one.
 */
export function submitJob(
  bench: Bench,
  rowCount: number,
  url = bench.server.url,
  program?: string,
): Promise<Job> {
  return inFreshFolder(bench, async (out) => {
    const cost = await submit(await bench.inputs.sheet(rowCount), out, url, program);
    const endedAtMs = Date.now();
    const records = outerRecords(out);
    const first = (type: RunRecord["type"]) => atMs(records.find((record) => record.type === type));
    const last = (type: RunRecord["type"]) => atMs(records.findLast((record) => record.type === type));
    return {
      ...cost,
      leadCount: JSON.parse(cost.stdout).summary.created,
      planSeconds: (first("round") - planBeganAtMs(out)) / 1_000,
      sendSeconds: (last("result") - first("intent")) / 1_000,
      reportSeconds: (endedAtMs - last("end")) / 1_000,
    };
  });
}

/** How long planning a sheet takes, as {@link Job.planSeconds}; nothing is sent. */
export function planSeconds(bench: Bench, sheet: string): Promise<number> {
  return inFreshFolder(bench, async (out) => {
    await submitToNobody(sheet, out);
    return (atMs(outerRecords(out).find(({ type }) => type === "round")) - planBeganAtMs(out)) / 1_000;
  });
}

async function inFreshFolder<T>({ dir }: Bench, work: (out: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(dir, "job-"));
  try {
    return await work(join(folder, "run"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function atMs(record: RunRecord | undefined): number {
  if (!record) throw new Error("A record of the run is not where it should be");
  return record.atMs;
}
