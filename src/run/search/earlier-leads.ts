import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { firstLineOf } from "../../base/outer-lines.ts";
import { emailKey } from "../../lead/email.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import type { Target } from "../../settings/target.ts";
import { isReported } from "../folder/run-folder.ts";
import { decodeLine } from "../journal/journal-line.ts";
import { readMark } from "../journal/journal-mark.ts";
import { type FoundRun, Run } from "../run.ts";
import { runPaths } from "../run-paths.ts";
import { type EmailRows, emailHash, plansIn, readEmails, sameEmails } from "./email-index.ts";

/** What another run for the same target knows of a run's leads. */
export interface EarlierLeads {
  dir: string;
  /** Rows of the run, ascending, whose e-mail address it created: it has their login links. */
  created: number[];
  /** How many more it may have created. */
  maybeCount: number;
  /**
   * Rows of the run, ascending, whose lead it created, or may have, with another e-mail address than theirs, where a correction made the
   * difference: the service does not know them by theirs.
   */
  readdressed: number[];
}

/** The rows of a run that are about to be sent. */
export interface DueRows {
  run: Run;
  isDue(row: number): boolean;
  /** Where the address that a correction replaced elsewhere matters also of rows that are not due: they will be. */
  isNew: boolean;
}

export interface FoundEarlier {
  runs: EarlierLeads[];
  /** Folders that could not be looked into. */
  unread: string[];
}

/**
 * Finds the rows of a run, about to be sent, whose e-mail addresses other runs for the same target created, or may have, whatever
 * the sheets were called and however they were ordered. A row counts once: at a run that created it, else at one that may have,
 * else at one that sent its lead with another address.
 *
 * @param dirs Folders of runs, the newest first.
 * @param opened Runs among them that were read already.
 */
export async function findEarlierLeads(
  { run, isDue, isNew }: DueRows,
  target: Target,
  dirs: readonly string[],
  opened: readonly FoundRun[],
): Promise<FoundEarlier> {
  const unread: string[] = [];
  const others: string[] = [];
  for (const dir of dirs) {
    if (resolve(dir) === resolve(run.dir)) continue;
    const bound = await targetOf(dir);
    if (bound === undefined) unread.push(dir);
    else if (bound?.baseUrl === target.baseUrl && bound.partner === target.partner) others.push(dir);
  }
  if (others.length === 0) return { runs: [], unread };
  const emails = await readEmails(run.dir);
  const isCorrected = plansIn(run.dir).length > 1;
  const taken = {
    created: new Set<number>(),
    maybe: new Map<number, string>(),
    readdressed: new Map<number, string>(),
  };
  const runs: EarlierLeads[] = [];
  for (const dir of others) {
    try {
      const otherEmails = await readEmails(dir);
      const pairs = [...sameEmails(emails, otherEmails)].filter(([row]) => isNew || isDue(row));
      if (pairs.length === 0) continue;
      const other = opened.find((each) => each.dir === dir)?.run ?? (await Run.read(dir));
      // A corrected row had another address before, by which the two may be a pair.
      const isOtherCorrected = plansIn(dir).length > 1;
      const [mine, theirs] =
        isCorrected || isOtherCorrected
          ? await Promise.all([
              addressesNow(run, isCorrected, emails, new Set(pairs.map(([row]) => row))),
              addressesNow(other, isOtherCorrected, otherEmails, new Set(pairs.map(([, row]) => row))),
            ])
          : [];
      // More may have gone than its journal knows.
      if (other.missing) unread.push(dir);
      const created: number[] = [];
      for (const [row, otherRow] of pairs) {
        const state = other.state.get(otherRow);
        const isCreated = state.status === "created";
        if (!isCreated && !mayExist(state, other)) continue;
        if (theirs && mine?.get(row) !== theirs.get(otherRow)) taken.readdressed.set(row, dir);
        else if (!isDue(row)) continue;
        else if (!isCreated) taken.maybe.set(row, taken.maybe.get(row) ?? dir);
        else if (!taken.created.has(row)) {
          taken.created.add(row);
          created.push(row);
        }
      }
      runs.push({ dir, created: created.toSorted((a, b) => a - b), maybeCount: 0, readdressed: [] });
    } catch {
      unread.push(dir);
    }
  }
  for (const [row, dir] of taken.maybe) {
    const found = taken.created.has(row) ? undefined : runs.find((each) => each.dir === dir);
    if (found) found.maybeCount += 1;
  }
  for (const [row, dir] of [...taken.readdressed].sort(([one], [other]) => one - other)) {
    const isKnown = taken.created.has(row) || taken.maybe.has(row);
    const found = isKnown ? undefined : runs.find((each) => each.dir === dir);
    found?.readdressed.push(row);
  }
  const isTold = ({ created, maybeCount, readdressed }: EarlierLeads): boolean =>
    created.length + maybeCount + readdressed.length > 0;
  return { runs: runs.filter(isTold), unread };
}

/** By the word of the service's owner, too; or it is about to be sent. */
function mayExist({ maybeCreated, word, resumable }: LeadState, { owner }: Run): boolean {
  if (word !== undefined) return word === "created";
  return maybeCreated || (owner !== undefined && resumable);
}

/** Hashes of the addresses that rows have after all corrections. Of a run that nothing corrected, its index tells them. */
async function addressesNow(
  run: Run,
  isCorrected: boolean,
  { hashes, rows }: EmailRows,
  wanted: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  if (isCorrected) {
    for await (const { row, lead } of run.plan.rows((each) => wanted.has(each)))
      found.set(row, emailHash(emailKey(lead.contactInfo?.email ?? "")));
  } else for (const [at, row] of rows.entries()) if (wanted.has(row)) found.set(row, hashes[at] ?? 0);
  return found;
}

/** By its journal, else its mark. Null of a run that sent nothing to a real service; undefined where nobody can tell. */
async function targetOf(dir: string): Promise<Target | null | undefined> {
  try {
    const { journal } = runPaths(dir);
    const first = existsSync(journal) ? firstLineOf(journal) : undefined;
    const record = first && decodeLine(first.line);
    if (record?.type === "run") return record;
    const mark = readMark(dir);
    if (mark) return mark.run;
    // A process may have ended before its first record was on the disk.
    return isReported(dir) || first?.isWhole ? undefined : null;
  } catch {
    return undefined;
  }
}
