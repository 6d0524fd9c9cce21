import type { CodedText } from "../../base/finding.ts";
import { FIELDS, fieldAt } from "../../lead/field-catalogue.ts";
import type { TickedValue } from "../cells/cell-reader.ts";
import type { NameOrder } from "../cells/full-name.ts";
import { byName, fieldNamed, headerKey } from "../headers/header-meaning.ts";
import type { Column } from "../table.ts";
import type { ColumnRule } from "./mapping.ts";
import type { RowWord } from "./meant-words.ts";

/** A path of several fields in one cell. A mapping file and an answer name them like a field's path. */
export type CompositePath =
  | (typeof CONTACTS)[number]
  | `${keyof typeof ADDRESSES}.${keyof typeof IN_ADDRESS}`;

const CONTACTS = ["contactInfo.fullName", "contactInfo.contact"] as const;

interface Composite {
  /** What people call it. */
  label: string;
  /** Paths of the fields that a cell may feed. */
  paths: readonly string[];
}

/** What the two addresses are called, and what only one of them has. */
const ADDRESSES = {
  address: { its: "The property's", of: "the property", hasUnit: true },
  residentialAddress: { its: "The applicant's own", of: "the applicant's own address", hasUnit: false },
};
type Called = (typeof ADDRESSES)[keyof typeof ADDRESSES];

/** Their composites; a unit may stand in any street. */
const IN_ADDRESS = {
  fullAddress: [({ its }: Called) => `${its} whole address`, "street", "city", "state", "zip", "unitNumber"],
  cityStateZip: [({ of }: Called) => `City, state and zip of ${of}`, "city", "state", "zip"],
  street2: [
    ({ its }: Called) => `Second line of ${its.replace("The", "the")} address`,
    "unitNumber",
    "street",
  ],
  houseNumber: [({ of }: Called) => `House number of ${of}, in front of its street`, "street"],
  streetSuffix: [({ of }: Called) => `Street suffix of ${of}, behind its street`, "street"],
} as const;

const COMPOSITES: ReadonlyMap<string, Composite> = new Map([
  [
    "contactInfo.fullName",
    { label: "First and last name", paths: ["contactInfo.firstName", "contactInfo.lastName"] },
  ],
  [
    "contactInfo.contact",
    { label: "E-mail and telephone number", paths: ["contactInfo.email", "contactInfo.phone"] },
  ],
  ...Object.entries(ADDRESSES).flatMap(([group, called]) =>
    Object.entries(IN_ADDRESS).map(([kind, [label, ...parts]]): [string, Composite] => {
      const own = parts.filter((part) => called.hasUnit || part !== "unitNumber");
      return [`${group}.${kind}`, { label: label(called), paths: own.map((part) => `${group}.${part}`) }];
    }),
  ),
]);

/** Paths of all that a column can be, in the order of the catalogue; several fields at once come last. */
export const TARGET_PATHS: readonly string[] = [...FIELDS.map(({ path }) => path), ...COMPOSITES.keys()];

export function isCompositePath(path: string): path is CompositePath {
  return COMPOSITES.has(path);
}

/** What a column was understood as, and why. */
export interface ColumnReading {
  column: Column;
  /** Position of the column in the input. */
  index: number;
  /** Path of the field that it feeds, or of several at once (see `CompositePath`); absent when it is left out. */
  target?: string;
  /**
   * Its place among the columns that feed one field: of those that are filled the lowest goes (a mobile before a
   * home before a work phone). Those of one rank must agree.
   */
  rank: number;
  /** What a mapping file says about it. */
  rule?: ColumnRule;
  reason: ReadingReason;
  /** What a person should know about it: a sentence without its full stop. */
  remark?: CodedText;
  /** What its header says beside that, for reading rows; absent where it says nothing. */
  role?: ColumnRole;
}

/** What another column's cells mean together with those of this one. */
export interface Completion {
  kind: "area code" | "period" | "same address";
  /** The columns that it completes, by their places in the input. */
  of: readonly number[];
}

/**
 * All that reading rows takes of a column's header, beside what the column feeds: whoever reads rows asks this, and
 * no header again. What is not said is absent.
 */
export interface ColumnRole {
  /** Whether the header is the field's path, or another name of the field: its label, or the last part of its path. */
  named?: "path" | "name";
  /** What a yes in its cells means. Looked up at the first one: it takes the field's whole lexicon. */
  asks?: () => TickedValue | undefined;
  /** For whole names. */
  order?: NameOrder;
  /** For rents: the applicant plainly receives them. */
  isReceived?: true;
  /** For streets: the cells are filled where the address differs from the other one. */
  isIfDifferent?: true;
  /** For units: the cells may also say how many there are. */
  mayCountUnits?: true;
  completes?: Completion;
  /** What a yes says of its row, or `status` where words of a status do. */
  sorts?: RowWord | "status";
}

/**
 * Why a column was understood as it was.
 *
 * - `mapping`: a mapping file says so; `answer`: a person's answer does;
 * - `named`: the header is a path, a label, or the template's: taken at its word;
 * - `header`: the header says so in other words; `evidence`: the cells or the other columns say so too;
 * - `completes`: no field of its own, but another column's cells say something else without it (`completing-columns.ts`);
 * - `rows`: nothing of a lead, but it says which rows are leads that are meant to go (`meant-rows.ts`);
 * - `own`: one of our own report columns; `irrelevant`: nothing of a lead;
 * - `others`: of somebody who is not the applicant, or an address that is neither the property's nor the residence;
 * - `open`: a question is open, and `target` is what it would be passed over with.
 */
export type ReadingReason =
  | "mapping"
  | "answer"
  | "named"
  | "header"
  | "evidence"
  | "completes"
  | "rows"
  | "own"
  | "irrelevant"
  | "others"
  | "open";

/** Rank of columns with several fields: they come after all columns with a single field. */
export const RANK_OF_COMPOSITES = 1_000;

/** A text that is the path of a field or of a composite. */
export function targetAt(text: string): string | undefined {
  return fieldAt(text) || isCompositePath(text) ? text : undefined;
}

/** The path of the target that a text names beyond doubt: by a label, or as a mapping file does. */
export function pathNamed(text: string): string | undefined {
  return targetAt(text) ? text : (pathByName().get(headerKey(text)) ?? fieldNamed(text)?.path);
}

let known: ReadonlyMap<string, string> | undefined;

/** By the names that people may call targets, the more exact first: labels, then paths. */
function pathByName(): ReadonlyMap<string, string> {
  known ??= byName(
    [labelOf, String].flatMap((name) => TARGET_PATHS.map((path) => [name(path), path] as const)),
  );
  return known;
}

/** Paths of all fields that a target may feed. */
export function fieldPathsOf(target: string | undefined): readonly string[] {
  return target === undefined ? [] : (COMPOSITES.get(target)?.paths ?? [target]);
}

/** What people call a target. Two addresses stand in a lead, so that a part of the property's says whose it is. */
export function labelOf(path: string): string {
  const label = fieldAt(path)?.label;
  if (label === undefined) return COMPOSITES.get(path)?.label ?? path;
  return path.startsWith("address.") ? `${label} of the property` : label;
}
