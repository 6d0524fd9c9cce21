import type { CodedText } from "../../base/finding.ts";
import { type Field, fieldAt } from "../../lead/field-catalogue.ts";
import type { TickedValue } from "../cells/cell-reader.ts";
import type { NameOrder } from "../cells/full-name.ts";
import type { Column } from "../table.ts";
import type { ColumnRule } from "./mapping.ts";
import type { RowWord } from "./meant-words.ts";

/** What the cells of a column hold of a lead: one field, or several at once that have to be taken apart. */
export type ColumnTarget = { kind: "field"; field: Field } | { kind: "composite"; path: CompositePath };

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

export const COMPOSITE_PATHS: readonly string[] = [...COMPOSITES.keys()];

export function isCompositePath(path: string): path is CompositePath {
  return COMPOSITES.has(path);
}

/** What a column was understood as, and why. */
export interface ColumnReading {
  column: Column;
  /** Position of the column in the input. */
  index: number;
  /** What it feeds; absent when it is left out. */
  target?: ColumnTarget;
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

/** What a path names, of a field or of a composite. */
export function targetAt(path: string): ColumnTarget | undefined {
  const field = fieldAt(path);
  if (field) return { kind: "field", field };
  return isCompositePath(path) ? { kind: "composite", path } : undefined;
}

/** The path that names a target in a mapping file. */
export function targetPath(target: ColumnTarget): string {
  return target.kind === "field" ? target.field.path : target.path;
}

/** Paths of all fields that a target may feed. */
export function fieldPathsOf(target: ColumnTarget): readonly string[] {
  return target.kind === "field" ? [target.field.path] : (COMPOSITES.get(target.path)?.paths ?? []);
}

/** What people call a target. Two addresses stand in a lead, so that a part of the property's says whose it is. */
export function labelOf(path: string): string {
  const target = targetAt(path);
  if (target?.kind !== "field") return COMPOSITES.get(path)?.label ?? path;
  return path.startsWith("address.") ? `${target.field.label} of the property` : target.field.label;
}
