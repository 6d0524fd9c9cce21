import type { MatchedRow, PeopleFound } from "../../run/plan/match-people.ts";
import { PEOPLE_TEXTS, samePersonText } from "../../run/run-texts.ts";
import { firstLines } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";

const ROWS_SHOWN_MAX = 10;

/** Names of people in runs, by folder and row; none where they are not to be shown. */
export type Names = ReadonlyMap<string, string>;

/** Lists rows that may be somebody twice, and who, line by line. */
export function maybeSameText(rows: readonly MatchedRow[], names?: Names): string[] {
  return [PEOPLE_TEXTS["maybe-twice"]({ count: rows.length }), ...rowLines(rows, names)];
}

/** Lists rows of people who have another property, which needs no question. */
export function otherPropertyText(rows: readonly MatchedRow[]): string[] {
  if (rows.length === 0) return [];
  return [PEOPLE_TEXTS["other-property"]({ count: rows.length }), ...rowLines(rows)];
}

function rowLines(rows: readonly MatchedRow[], names: Names = new Map()): string[] {
  return firstLines(rows, ROWS_SHOWN_MAX, "row", ({ row, matches }) => {
    const others = matches.slice(0, 2).map(({ dir, row, existing, reasons }) =>
      samePersonText({
        run: dir ?? "",
        row,
        existing: existing ?? "first",
        reasons,
        name: names.get(`${dir} ${row}`) ?? "",
      }),
    );
    return `  row ${row}: ${safeText(others.join("; "))}`;
  });
}

/** The rows that `--only-new` leaves out, and who has their links. */
export function leftOutText({ known }: Pick<PeopleFound, "known">): string[] {
  if (known.length === 0) return [];
  const lines = firstLines(known, ROWS_SHOWN_MAX, "row", ({ row, dir, theirs, existing }) => {
    const has = existing === "created" ? "has a quote" : "may have a quote";
    return `  row ${row} ${has}: ${safeText(dir)}, row ${theirs}`;
  });
  return [PEOPLE_TEXTS["known-left-out"]({ count: known.length }), ...lines];
}
