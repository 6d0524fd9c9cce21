import type { Params } from "../base/finding.ts";
import { listed } from "../base/sentence.ts";

/**
 * What a warning may mean for the lead, worst first.
 *
 * - `lost`: something that the cell holds is not sent;
 * - `doubtful`: it is sent, and may not be what was meant, or not what the service takes;
 * - `changed`: another value is sent than the cell holds, and the meaning is certain.
 */
export type Harm = "lost" | "doubtful" | "changed";

/**
 * One thing that is wrong with a lead, in the shape that the service itself uses (interface, section 7).
 * Local checks and the service's answers share it, so that a report shows both alike.
 * A warning has the same shape and does not block.
 */
export interface Issue {
  /** `custom`, `invalid_string`, `invalid_type` or `invalid_enum_value` from us; anything from the service. */
  code: string;
  /** Our own kebab-case name of what was found, as in `row-short`; the service's issues have none. */
  finding?: string;
  /** The parameters of the finding's sentence. */
  params?: Params;
  message: string;
  /** The field, outermost name first: `["contactInfo", "email"]`. */
  path: string[];
  /** `email`, for e-mail format issues only. */
  validation?: string;
  /** Names of types, of an issue of the service's that says which one it wanted, and which it found. */
  expected?: string;
  received?: string;
  /** The header of the column that fed the field, as it stands in the input. */
  column?: string;
  /** The cell's address in a spreadsheet, as in `O17`. */
  cell?: string;
  /** Label of the field, where the column holds several. */
  part?: string;
  /** The other columns, if several fed the field in this row. */
  alsoFrom?: IssuePlace[];
  /** Only for a warning; absent if a value is merely missing. */
  harm?: Harm;
}

/** A column, and its cell in a spreadsheet. */
export interface IssuePlace {
  column: string;
  cell?: string;
}

/**
 * Places as one finds them in the sheet: `Unit # (O17)`, `Street (C2) and House no (B2)`. Not in `issue-text.ts`: the script of
 * `report.html` needs it, and should not hold the field catalogue.
 */
export function placesText(places: readonly IssuePlace[]): string {
  return listed(
    places.map(({ column, cell }) => {
      if (cell === undefined) return column;
      return column === "" ? cell : `${column} (${cell})`;
    }),
  );
}

/** Whether a value is missing that no column has, or that has to be written into another one than its cell: `place` names it. */
export function wantsColumn({ path, column, params }: Issue): boolean {
  return path.length > 0 && (column === undefined || params?.place !== undefined);
}

/** Whether somebody has to look at a warning: what was read with certainty as something else goes as it was read. */
export function isDoubtful({ harm }: Issue): boolean {
  return harm !== "changed";
}
