import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { firstLineOf } from "../../base/read-lines.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import { isOwnSandbox, isSameTarget, type Target } from "../../settings/target.ts";
import { isReported } from "../folder/run-folder.ts";
import { decodeLine } from "../journal/journal-line.ts";
import { readMark } from "../journal/journal-mark.ts";
import type { Existing, OtherPeople } from "../plan/match-people.ts";
import { type FoundRun, Run } from "../run.ts";
import { runPaths } from "../run-paths.ts";
import { peopleIn } from "./people-index.ts";

/** What other runs know of people. */
export interface PeopleElsewhere {
  others: OtherPeople[];
  /** Folders that could not be looked into, or do not tell all that was sent. It grows while the others are read. */
  unread: Set<string>;
}

/**
 * The runs for a target, to look for people in them.
 *
 * @param target Null for any real service, where it is not known yet which one it will be.
 * @param dirs Folders of runs, the newest first.
 * @param own The run's own folder, which is left out.
 * @param opened Runs among them that were read already.
 */
export async function peopleElsewhere(
  target: Target | null,
  dirs: readonly string[],
  own: string | null,
  opened: readonly FoundRun[] = [],
): Promise<PeopleElsewhere> {
  const unread = new Set<string>();
  const others: OtherPeople[] = [];
  for (const dir of dirs) {
    if (own !== null && resolve(dir) === resolve(own)) continue;
    const bound = targetOf(dir);
    if (bound === undefined) unread.add(dir);
    else if (bound && (target === null ? !isOwnSandbox(bound) : isSameTarget(bound, target)))
      others.push(otherRun(dir, opened.find((each) => each.dir === dir)?.run ?? null, unread));
  }
  return { others, unread };
}

function otherRun(dir: string, opened: Run | null, unread: Set<string>): OtherPeople {
  let run = opened;
  return {
    dir,
    people: (kinds) => peopleIn(dir, kinds),
    existing: async (rows) => {
      run ??= await Run.read(dir);
      // More may have gone than its journal knows.
      if (run.missing) unread.add(dir);
      const existing = new Map<number, Existing>();
      for (const row of rows) {
        const state = run.state.get(row);
        if (state.status === "created") existing.set(row, "created");
        else if (mayExist(state, run)) existing.set(row, "maybe");
      }
      return existing;
    },
  };
}

/** By the word of the service's owner, too; or it is about to be sent. */
function mayExist({ maybeCreated, word, resumable }: LeadState, { owner }: Run): boolean {
  if (word !== undefined) return word === "created";
  return maybeCreated || (owner !== undefined && resumable);
}

/** By its journal, else its mark. Null of a run that sent nothing to a real service; undefined where nobody can tell. */
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
