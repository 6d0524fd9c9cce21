import { histories, type PersonRow, type Population, shortForms, strangers } from "./loan-files.ts";
import { hasOtherProperty, pairsThatMayBeOne } from "./may-be-one.ts";
import { rowsAskedAbout } from "./rows-asked-about.ts";

interface Seen {
  /** A pair of which one is known or stays behind, or, where the two have several properties, is noticed. */
  isSeen(one: PersonRow, other: PersonRow): boolean;
  isNoticed(one: PersonRow, other: PersonRow): boolean;
  asked: number;
}

async function look({ sheet, earlier }: Population): Promise<Seen> {
  const found = await rowsAskedAbout(
    sheet,
    earlier.map(({ lead }) => lead),
  );
  const held = new Set([...found.known, ...found.asked].map(({ row }) => row));
  const noticed = new Set(found.noticed.map(({ row }) => row));
  const inSheet = new Set(sheet);
  // Of two rows of a sheet, the second one is noticed.
  const later = (one: PersonRow, other: PersonRow) => (inSheet.has(other) ? other : one);
  const isHeld = (one: PersonRow, other: PersonRow) => held.has(one.row) || held.has(later(one, other).row);
  const isNoticed = (one: PersonRow, other: PersonRow) =>
    isHeld(one, other) || noticed.has(later(one, other).row);
  return {
    isNoticed,
    isSeen: (one, other) =>
      hasOtherProperty(one.lead, other.lead) ? isNoticed(one, other) : isHeld(one, other),
    asked: found.asked.length,
  };
}

interface PairsOfOne {
  /** They may be one person and go nevertheless: as they stand in the sheet. */
  unseen: string[];
  /** How many pairs truly are one person. */
  true: number;
  /** How many of them nobody is told of: all has changed by which one could tell. */
  missed: number;
}

/** The pairs of one person in so many sheets and what was sent before them. */
export async function pairsOfOne(sheets: number): Promise<PairsOfOne> {
  const pairs: PairsOfOne = { unseen: [], true: 0, missed: 0 };
  for (let seed = 1; seed <= sheets; seed += 1) {
    const population = histories(seed);
    const { isSeen, isNoticed } = await look(population);
    for (const [one, other] of pairsThatMayBeOne(population, shortForms()))
      if (!isSeen(one, other)) pairs.unseen.push(`${seed}: ${JSON.stringify([one, other])}`);
    const all = [...population.sheet, ...population.earlier];
    for (const [at, one] of population.sheet.entries())
      for (const other of all.slice(at + 1)) {
        if (one.person !== other.person) continue;
        pairs.true += 1;
        if (!isNoticed(one, other)) pairs.missed += 1;
      }
  }
  return pairs;
}

/** How many rows are asked about where nobody is twice, as a share. */
export async function shareAskedAbout(sheets: number): Promise<number> {
  let [asked, rows] = [0, 0];
  for (let seed = 1; seed <= sheets; seed += 1) {
    const population = strangers(seed);
    asked += (await look(population)).asked;
    rows += population.sheet.length;
  }
  return asked / rows;
}
