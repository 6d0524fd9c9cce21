import { findPeopleAround } from "../../job/ask/look-around.ts";
import type { Desk } from "../desk.ts";
import type { Draft } from "../drafts/draft-store.ts";
import type { DeskPlace } from "../runs/places.ts";
import { runsHere } from "../runs/runs-here.ts";

/** People of a sheet who went to the same place before: asked about when the sheet is dropped, before anybody corrects it. */
export type KnownPeople = Omit<Awaited<ReturnType<typeof knownPeople>>, "rows">;

/** @returns With the `rows` that are left out where only new people go. */
export async function knownPeople(draft: Draft, desk: Desk) {
  const { baseUrl, partner } = await placeOfDraft(draft, desk);
  // Nothing is real of what went to a sandbox; and the rows of a run are its own.
  if (baseUrl === null || draft.facts.corrects !== null)
    return { rowCount: 0, createdCount: 0, maybeCount: 0, runs: [], rows: [] };
  const { tally, people } = await desk.readingOf(draft).read();
  const found = await findPeopleAround({ dir: null, people }, { baseUrl, partner }, await runsHere(desk));
  const rowsOf = (kind: "created" | "maybe") =>
    found.known.flatMap(({ dir, ...run }) => run[kind].map(({ row }) => ({ row, dir })));
  const alike = found.asked.flatMap(({ row, matches }) => {
    const dir = matches.find((match) => match.dir !== null)?.dir ?? null;
    return dir === null ? [] : { row, dir };
  });
  const [created, maybe] = [rowsOf("created"), [...rowsOf("maybe"), ...alike]];
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

/** The one that was chosen for the draft, else the one that the desk was started for. */
export function placeOfDraft({ facts }: Draft, { places }: Desk): Promise<DeskPlace> {
  return facts.place === null ? places.chosen() : places.get(facts.place);
}
