import { peopleChanges } from "../../job/ask/settle-people.ts";
import type { DuePeople, PeopleFound } from "../../run/plan/match-people.ts";
import type { PlanChanges } from "../../run/plan/write-plan.ts";
import { findPeople } from "../../run/search/people-elsewhere.ts";
import type { Desk } from "../desk.ts";
import type { DraftReading } from "../drafts/draft-reading.ts";
import type { Draft } from "../drafts/draft-store.ts";
import type { DeskPlace } from "../runs/places.ts";
import { runsHere } from "../runs/runs-here.ts";

/** People of a sheet who went to the same place before: asked about when the sheet is dropped, before anybody corrects it. */
export type KnownPeople = Omit<Awaited<ReturnType<typeof knownPeople>>, "rows">;

/** @returns With the `rows` that are left out where only new people go. */
export async function knownPeople(draft: Draft, desk: Desk) {
  const { tally, people } = await desk.readingOf(draft).read();
  const { register } = people;
  // Those with mistakes among them: who has a quote is to be left out before anybody corrects them.
  const found = await peopleAround(draft, desk, {
    register,
    isDue: (at) => !draft.edits.isToGo(register.rowAt(at)),
    goes: () => true,
    isSought: () => true,
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
        return { input, page, startedAt, count: all.filter((each) => each.dir === dir).length };
      }),
    ),
    rows: rowNumbers(all),
  };
}

function rowNumbers(rows: readonly { row: number }[]): number[] {
  return [...new Set(rows.map(({ row }) => row))];
}

/** Ready rows of a sheet that stay behind when it is sent, as `submit` finds them: they may be somebody twice. */
export async function heldPeople(
  draft: Draft,
  { people, mapped }: DraftReading,
  desk: Desk,
): Promise<PlanChanges["issues"]> {
  const found = await peopleAround(draft, desk, people);
  // A page names a run by its sheet. The first one of those that a row may be is told.
  const asked = found.asked.map(async ({ row, matches: [first] }) => {
    const input = first?.dir ? (await desk.runEntries.of(first.dir)).input : null;
    return { row, matches: first ? [{ ...first, dir: input ?? first.dir }] : [] };
  });
  const named = { ...found, asked: await Promise.all(asked) };
  return peopleChanges(named, { acceptPeople: false }, mapped.locate).issues;
}

/** In practice, only the people of the sheet count: nothing is real of what went to a sandbox. */
async function peopleAround(draft: Draft, desk: Desk, people: DuePeople): Promise<PeopleFound> {
  const { baseUrl, partner } = await placeOfDraft(draft, desk);
  const target = baseUrl === null ? null : { baseUrl, partner };
  return findPeople(people, { target, known: target && (await runsHere(desk)), own: null });
}

/** The one that was chosen for the draft, else the one that the desk was started for. */
export function placeOfDraft({ facts }: Draft, { places }: Desk): Promise<DeskPlace> {
  return facts.place === null ? places.chosen() : places.get(facts.place);
}
