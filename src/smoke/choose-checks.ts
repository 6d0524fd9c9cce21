import { nearestName } from "../base/nearest-name.ts";
import type { CheckGroup } from "./check.ts";
import { smokeError } from "./smoke-errors.ts";

/** Which checks somebody wants, by ids of checks and of groups. */
export interface CheckChoice {
  /** Null: all that the interface promises. */
  only: readonly string[] | null;
  skip: readonly string[];
}

/** The checks that are wanted, in their order. Those that the interface does not promise are there only by name. */
export function chosenChecks(groups: readonly CheckGroup[], { only, skip }: CheckChoice): CheckGroup[] {
  return groups
    .map((group) => {
      const isNamed = (words: readonly string[], id: string): boolean =>
        words.includes(id) || words.includes(group.id);
      const checks = group.checks.filter(({ id }) => {
        const isWanted = only === null ? !group.isOnRequest : isNamed(only, id);
        return isWanted && !isNamed(skip, id);
      });
      return { ...group, checks };
    })
    .filter(({ checks }) => checks.length > 0);
}

/** @throws CliError with exit code 2 for a word that names neither a check nor, where they may stand, a group. */
export function requireNames(
  flag: string,
  words: Iterable<string>,
  groups: readonly CheckGroup[],
  takesGroups: boolean,
): void {
  const ids = groups.flatMap(({ checks }) => checks.map(({ id }) => id));
  const names = takesGroups ? groups.map(({ id }) => id) : [];
  for (const word of words) {
    if (ids.includes(word) || names.includes(word)) continue;
    const near = nearestName(word, [...ids, ...names]);
    throw smokeError("check-unknown", { flag, word, near, takesGroups, names, first: ids[0] });
  }
}
