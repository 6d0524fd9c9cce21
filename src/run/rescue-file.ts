import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readLineBlocks } from "../base/read-lines.ts";
import { decodeLine, encodeLine } from "./journal-line.ts";
import type { JournalRecord, ResultRecord, RunRecord } from "./journal-record.ts";

/** How the files of answers that did not fit into the journal are named. */
const RESCUE_NAME = /^leadctl-rescue-.*\.ndjson$/;

/** The rescue files that lie in a run's folder. */
export async function findRescueFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  return names
    .filter((name) => RESCUE_NAME.test(name))
    .sort()
    .map((name) => join(dir, name));
}

/** The first line of a rescue file: the run's own record, which binds it to the target and the plan. */
export function encodeRescueHeader(run: RunRecord): string {
  return encodeLine(run);
}

export interface RescuedResults {
  /** Whether the file is of this run at all. */
  isOfRun: boolean;
  results: ResultRecord[];
  /** Lines that are not whole, or no results. */
  strangeLineCount: number;
}

/** Reads a rescue file. Each line stands for itself: one that is damaged takes no other with it. */
export async function readRescueFile(path: string, run: RunRecord): Promise<RescuedResults> {
  const rescued: RescuedResults = { isOfRun: false, results: [], strangeLineCount: 0 };
  let isFirst = true;
  for await (const { lines } of readLineBlocks(path)) {
    for (const line of lines) {
      const record = decodeLine(line);
      if (isFirst) rescued.isOfRun = isSameRun(record, run);
      else if (record?.type === "result") rescued.results.push(record);
      else rescued.strangeLineCount += 1;
      isFirst = false;
    }
  }
  return rescued;
}

function isSameRun(record: JournalRecord | undefined, run: RunRecord): boolean {
  return record?.type === "run" && record.planSha256 === run.planSha256 && record.at === run.at;
}
