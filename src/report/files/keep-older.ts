import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { copyFile, FileInUse, rename } from "../../base/files.ts";
import { readReportHead } from "../../run/folder/run-folder.ts";
import type { RunRow } from "../../run/run-row.ts";

/** How much a report knows. */
export interface Knowledge {
  /** Login links. */
  links: number;
  /** Rows of which something came back, or that were tried. */
  results: number;
}

/** Takes a row into what its report knows. */
export function countKnowledge(known: Knowledge, { loginUrl, state: { status }, attempts }: RunRow): void {
  if (loginUrl !== null) known.links += 1;
  if (attempts > 0 || (status !== "pending" && status !== "invalid")) known.results += 1;
}

/**
 * Keeps a run's own reports that know more than the ones that are to take their place, as after an older journal was put
 * back: they may be all that is left of some login links.
 *
 * @returns The names under which they are kept.
 */
export async function keepOlderReports(dir: string, now: Knowledge): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && /^report\.\w+$/.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const then = knowledgeOf(join(dir, "report.json"));
  // Nobody knows what a report holds whose JSON is gone.
  if (then ? then.links <= now.links && then.results <= now.results : names.length === 0) return [];
  let number = 1;
  while (names.some((name) => existsSync(join(dir, olderName(name, number))))) number += 1;
  const kept: string[] = [];
  for (const name of names) {
    const [path, older] = [join(dir, name), join(dir, olderName(name, number))];
    await rename(path, older).catch((error) => {
      if (!(error instanceof FileInUse)) throw error;
      return copyFile(path, older);
    });
    kept.push(olderName(name, number));
  }
  return kept;
}

function olderName(name: string, number: number): string {
  return name.replace(/(\.\w+)$/, `-older-${number}$1`);
}

/** Undefined when there is no report that can be read. */
function knowledgeOf(path: string): Knowledge | undefined {
  const summary = readReportHead(path)?.summary;
  return summary && { links: summary.created, results: summary.total - summary.pending - summary.invalid };
}
