import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { firstLineOf } from "../../base/read-lines.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import { isOwnSandbox, isSameTarget, type Target } from "../../settings/target.ts";
import { absentNames, type KnownRuns } from "../folder/known-runs.ts";
import { readLockOwner } from "../folder/lock.ts";
import { isReported } from "../folder/run-folder.ts";
import { decodeLine } from "../journal/journal-line.ts";
import { readMark } from "../journal/journal-mark.ts";
import {
  type DuePeople,
  type ExistingOf,
  matchPeople,
  type OtherPeople,
  type PeopleFound,
} from "../plan/match-people.ts";
import { readCorrections } from "../plan/read-plan.ts";
import { type FoundRun, Run } from "../run.ts";
import { runPaths } from "../run-paths.ts";
import { peopleLike } from "./people-index.ts";

/** Where people are looked for. */
interface Elsewhere {
  /** Null for any real service, where it is not known yet which one it will be. */
  target: Target | null;
  /** Folders of runs, the newest first; null where the people of the sheet alone count. */
  known: Pick<KnownRuns, "dirs" | "absent"> | null;
  /** The run's own folder, which is left out. */
  own: string | null;
  /** Runs among them that were read already. */
  opened?: readonly FoundRun[];
}

/**
 * Finds the people of a sheet in it, and in the runs for a target.
 *
 * @param people May be made only where there is such a run.
 */
export async function findPeople(
  people: DuePeople | (() => Promise<DuePeople>),
  { target, known, own, opened = [] }: Elsewhere,
): Promise<PeopleFound> {
  // Folders that could not be looked into, or do not tell all that was sent.
  const unread = new Set<string>();
  const others: OtherPeople[] = [];
  const isThere = (bound: Target): boolean =>
    target === null ? !isOwnSandbox(bound) : isSameTarget(bound, target);
  for (const dir of known?.dirs ?? []) {
    if (own !== null && resolve(dir) === resolve(own)) continue;
    const bound = targetOf(dir);
    // What nobody can tell, or not yet, may be this very target.
    if (bound === undefined) unread.add(dir);
    if (bound ? isThere(bound) : bound === undefined || (await isUnderWay(dir)))
      others.push(otherRun(dir, opened.find((each) => each.dir === dir)?.run ?? null, unread));
  }
  const isOnDemand = typeof people === "function";
  const found =
    isOnDemand && others.length === 0
      ? NOBODY
      : await matchPeople(isOnDemand ? await people() : people, others);
  const absent = known === null ? [] : absentNames(known.absent);
  return { ...found, unread: [...new Set([...unread, ...found.unread]), ...absent] };
}

async function isUnderWay(dir: string): Promise<boolean> {
  return (await readLockOwner(dir).catch(() => undefined)) !== undefined;
}

export const NOBODY: PeopleFound = { known: [], asked: [], noticed: [], unread: [] };

function otherRun(dir: string, opened: Run | null, unread: Set<string>): OtherPeople {
  let run = opened;
  return {
    dir,
    peopleLike: (wanted) => peopleLike(wanted, dir),
    existing: async () => {
      run ??= await Run.read(dir);
      const { state, owner, missing } = run;
      // More may have gone than its journal knows: any of its rows.
      if (missing) unread.add(dir);
      const mayGo = owner ? await goingIn(run) : () => false;
      return (row) => existingBy(state.get(row)) ?? (missing || mayGo(row) ? "maybe" : undefined);
    },
  };
}

/** Also counts what the service's owner said. */
function existingBy({ status, maybeCreated, word }: LeadState): ReturnType<ExistingOf> {
  if (status === "created") return "created";
  if (status === "duplicate") return "known";
  const mayExist = word === undefined ? maybeCreated : word === "created";
  return mayExist ? "maybe" : undefined;
}

/** The rows that a process which works on a run may be about to send: what waits, what failed, and corrections that no round names yet. */
async function goingIn({ dir, state, bindings }: Run): Promise<(row: number) => boolean> {
  const corrections = await readCorrections(dir);
  for (const { file } of bindings) corrections.delete(file);
  const isCorrected = (row: number): boolean =>
    [...corrections.values()].some(({ index }) => index.offsetOf(row) !== undefined);
  return (row) => {
    const { resumable, status, unfixable } = state.get(row);
    return resumable || status === "failed" || unfixable === true || isCorrected(row);
  };
}

/**
 * Read from the journal, else from its mark. Null if the run sent nothing to a real service, though a process that works on it may be about to;
 * undefined if nobody can tell.
 */
function targetOf(dir: string): Target | null | undefined {
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
