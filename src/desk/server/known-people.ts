import { peopleChanges } from "../../job/ask/settle-people.ts";
import { otherPropertyText } from "../../report/text/people-text.ts";
import type { DuePeople, MatchedRow, PeopleFound } from "../../run/plan/match-people.ts";
import { LOCK_NAME } from "../../run/run-paths.ts";
import { findPeople } from "../../run/search/people-elsewhere.ts";
import { rangesOf, rowsText } from "../../settings/selection.ts";
import type { Desk } from "../desk.ts";
import type { DraftReading } from "../drafts/draft-reading.ts";
import type { Draft } from "../drafts/draft-store.ts";
import { stampOf } from "../runs/kept-runs.ts";
import type { DeskPlace } from "../runs/places.ts";
import { runsHere } from "../runs/runs-here.ts";

/** Compares some people with those of the runs around. */
type LookAround = (people: DuePeople) => Promise<PeopleFound>;

/**
 * Makes something of a comparison with earlier runs, and keeps it as long as it would be the same: until the draft is read anew, goes
 * elsewhere, or a run changes. While a process works on a run, it is not kept: no file says when that process has died.
 */
function comparing<T>(
  make: (draft: Draft, reading: DraftReading, desk: Desk, look: LookAround) => Promise<T>,
) {
  const kept = new WeakMap<DraftReading, { stamp: string; made: Promise<T> }>();
  return async (draft: Draft, reading: DraftReading, desk: Desk): Promise<T> => {
    const { baseUrl, partner } = await placeOfDraft(draft, desk);
    // In practice, only the people of the sheet count: nothing is real of what went to a sandbox.
    const target = baseUrl === null ? null : { baseUrl, partner };
    const known = target && (await runsHere(desk));
    const stampNow = async (): Promise<string> => {
      const stamps = (known?.dirs ?? []).map(async (dir) => `${dir}\n${await stampOf(dir)}`);
      return [JSON.stringify(target), ...(await Promise.all(stamps))].join("\n\n");
    };
    const stamp = await stampNow();
    const before = kept.get(reading);
    if (before?.stamp === stamp) return before.made;
    const entry = {
      stamp,
      made: make(draft, reading, desk, (people) => findPeople(people, { target, known, own: null })),
    };
    kept.set(reading, entry);
    const forget = (): void => void (kept.get(reading) === entry && kept.delete(reading));
    entry.made
      .then(async () => {
        const isSettled = !stamp.includes(`\n${LOCK_NAME}`) && stamp === (await stampNow());
        if (!isSettled) forget();
      })
      .catch(forget);
    return entry.made;
  };
}

/** People of a sheet who went to the same place before: asked about when the sheet is dropped, before anybody corrects it. */
export type KnownPeople = Omit<Awaited<ReturnType<typeof knownPeople>>, "rows">;

/** Has the `rows` that are left out where only new people go. */
export const knownPeople = comparing(async ({ edits }, { tally, people: { register } }, desk, look) => {
  // Those with mistakes among them: who has a quote is to be left out before anybody corrects them.
  const found = await look({
    register,
    fateOf: (at) => (edits.isToGo(register.rowAt(at)) ? "said" : "due"),
  });
  const alike = found.asked.flatMap(({ row, matches }) => {
    const dir = matches.find((match) => match.dir !== null)?.dir ?? null;
    return dir === null ? [] : { row, dir };
  });
  const created = found.known.filter(({ existing }) => existing === "created");
  const maybe = [...found.known.filter(({ existing }) => existing === "maybe"), ...alike];
  const all = [...created, ...maybe];
  const dirs = [...new Set(all.map(({ dir }) => dir))];
  return {
    rowCount: tally.rowsRead,
    createdCount: rowNumbers(created).length,
    maybeCount: rowNumbers(maybe).length,
    runs: await Promise.all(
      dirs.map(async (dir) => {
        const { input, page, startedAt } = await desk.runEntries.of(dir);
        const isIn = (each: { dir: string }): boolean => each.dir === dir;
        /** Rows of the sheet that have a quote there, and that may have one. */
        const rows = { created: rowWords(created.filter(isIn)), maybe: rowWords(maybe.filter(isIn)) };
        return { input, page, startedAt, ...rows };
      }),
    ),
    rows: rowNumbers(all),
  };
});

function rowNumbers(rows: readonly { row: number }[]): number[] {
  return [...new Set(rows.map(({ row }) => row))].sort((one, other) => one - other);
}

/** As in `rows 2-4, 7`; empty of none. Of many ranges, the first. */
function rowWords(rows: readonly { row: number }[]): string {
  const numbers = rowNumbers(rows);
  const ranges = rangesOf(numbers);
  if (ranges.length === 0) return "";
  const shown = rowsText(ranges.slice(0, RANGES_MAX)).replaceAll(",", ", ");
  return `${numbers.length === 1 ? "row" : "rows"} ${shown}${ranges.length > RANGES_MAX ? " and others" : ""}`;
}

const RANGES_MAX = 20;

/** Ready rows of a sheet that may be of somebody who goes before or has a quote, as `submit` finds them. */
export const samePeople = comparing(async (_draft, { people, mapped }, desk, look) => {
  const found = await look(people);
  // The first one of those that a row may be is told.
  const named = (rows: readonly MatchedRow[]) =>
    Promise.all(
      rows.map(async ({ row, matches: [first] }) => {
        const dir = first?.dir ? await desk.runNames.of(first.dir) : null;
        return { row, matches: first ? [{ ...first, dir }] : [] };
      }),
    );
  const asked = await named(found.asked);
  const lines = otherPropertyText(await named(found.noticed));
  return {
    /** Why rows stay behind. */
    held: peopleChanges({ ...found, asked }, { acceptPeople: false }, mapped.locate).issues,
    /** Which rows go, since they are for another property: a notice, where there are some. */
    notices: lines.length === 0 ? [] : [lines.map((line) => line.trim()).join(" ")],
  };
});

/** The one that was chosen for the draft, else the one that the desk was started for. */
export function placeOfDraft({ facts }: Draft, { places }: Desk): Promise<DeskPlace> {
  return facts.place === null ? places.chosen() : places.get(facts.place);
}
