import { resolve } from "node:path";
import { LineWindow } from "../base/read-lines.ts";
import { emailKey } from "../lead/email.ts";
import { type RowRange, rangesOf } from "../settings/selection.ts";
import type { Target } from "../settings/target.ts";
import { emailHash, readEmails, sameEmails } from "./email-index.ts";
import { decodeLine } from "./journal-line.ts";
import { Run } from "./run.ts";
import { runPaths } from "./run-folder.ts";

/** What an earlier run for the same target knows of a new run's leads. */
export interface EarlierLeads {
  dir: string;
  /** Rows of the new run whose e-mail address it created: it has their login links. */
  created: RowRange[];
  createdCount: number;
  /** How many more it may have created. */
  maybeCount: number;
}

export interface FoundEarlier {
  runs: EarlierLeads[];
  /** Folders that could not be looked into. */
  unread: string[];
}

/**
 * Finds the ready rows of a new run whose e-mail addresses other runs for the same target created, or may have, whatever
 * the sheets were called and however they were ordered. A row counts once: at a run that created it, else at one that may have.
 *
 * @param dirs Folders of runs, the newest first.
 */
export async function findEarlierLeads(
  run: Run,
  target: Target,
  dirs: readonly string[],
): Promise<FoundEarlier> {
  const others = dirs.filter((dir) => resolve(dir) !== resolve(run.dir) && isBoundTo(dir, target));
  const unread: string[] = [];
  if (others.length === 0) return { runs: [], unread };
  const emails = await readEmails(run.dir);
  const taken = { created: new Set<number>(), maybe: new Map<number, string>() };
  const runs: EarlierLeads[] = [];
  for (const dir of others) {
    try {
      const pairs = [...sameEmails(emails, await readEmails(dir))].filter(([row]) => isReady(run, row));
      if (pairs.length === 0) continue;
      const other = await Run.read(dir);
      const hashes = await currentHashes(other, new Set(pairs.map(([, otherRow]) => otherRow)));
      const mine = hashes && (await currentHashes(run, new Set(pairs.map(([row]) => row)), true));
      const created: number[] = [];
      for (const [row, otherRow] of pairs) {
        if (hashes && mine?.get(row) !== hashes.get(otherRow)) continue;
        const { status, maybeCreated } = other.state.get(otherRow);
        if (status === "created" && !taken.created.has(row)) {
          taken.created.add(row);
          created.push(row);
        } else if (maybeCreated && !taken.maybe.has(row)) taken.maybe.set(row, dir);
      }
      runs.push({
        dir,
        created: rangesOf(created.toSorted((a, b) => a - b)),
        createdCount: created.length,
        maybeCount: 0,
      });
    } catch {
      unread.push(dir);
    }
  }
  for (const [row, dir] of taken.maybe) {
    const found = taken.created.has(row) ? undefined : runs.find((each) => each.dir === dir);
    if (found) found.maybeCount += 1;
  }
  return { runs: runs.filter(({ createdCount, maybeCount }) => createdCount + maybeCount > 0), unread };
}

function isReady({ state }: Run, row: number): boolean {
  return state.has(row) && state.get(row).status !== "invalid";
}

/** Of a run that nothing corrected, its index tells: undefined then. A corrected row may have had another address before. */
async function currentHashes(
  run: Run,
  wanted: ReadonlySet<number>,
  isAsked = run.rounds.some(({ plan }) => plan !== undefined),
): Promise<Map<number, number> | undefined> {
  if (!isAsked) return undefined;
  const hashes = new Map<number, number>();
  for await (const { row, lead } of run.plan.rows((each) => wanted.has(each)))
    hashes.set(row, emailHash(emailKey(lead.contactInfo?.email ?? "")));
  return hashes;
}

/** By the first record of its journal; a run without one sent nothing. */
function isBoundTo(dir: string, { baseUrl, partner }: Target): boolean {
  try {
    const lines = new LineWindow(runPaths(dir).journal);
    try {
      const record = decodeLine(lines.lineAt(0));
      return record?.type === "run" && record.baseUrl === baseUrl && record.partner === partner;
    } finally {
      lines.close();
    }
  } catch {
    return false;
  }
}
