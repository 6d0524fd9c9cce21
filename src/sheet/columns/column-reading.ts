import type { CodedText } from "../../base/finding.ts";
import { FIELDS, fieldAt } from "../../lead/field-catalogue.ts";
import type { TickedValue } from "../cells/cell-reader.ts";
import type { NameOrder } from "../cells/full-name.ts";
import { byName, fieldNamed, headerKey } from "../headers/header-meaning.ts";
import type { Column } from "../table.ts";
import type { ColumnRule } from "./mapping.ts";
import type { RowWord } from "./meant-words.ts";

/** What holds several fields in one cell: what people call it, and which of them. A unit may stand in any street. */
const COMPOSITES = {
  "contactInfo.fullName": ["First and last name", "firstName", "lastName"],
  "contactInfo.contact": ["E-mail and telephone number", "email", "phone"],
  "address.fullAddress": ["The property's whole address", "street", "city", "state", "zip", "unitNumber"],
  "address.cityStateZip": ["City, state and zip of the property", "city", "state", "zip"],
  "address.street2": ["Second line of the property's address", "unitNumber", "street"],
  "address.houseNumber": ["House number of the property, in front of its street", "street"],
  "address.streetSuffix": ["Street suffix of the property, behind its street", "street"],
  "residentialAddress.fullAddress": ["The applicant's own whole address", "street", "city", "state", "zip"],
  "residentialAddress.cityStateZip": [
    "City, state and zip of the applicant's own address",
    ...["city", "state", "zip"],
  ],
  "residentialAddress.street2": ["Second line of the applicant's own address", "street"],
  "residentialAddress.houseNumber": [
    "House number of the applicant's own address, in front of its street",
    "street",
  ],
  "residentialAddress.streetSuffix": [
    "Street suffix of the applicant's own address, behind its street",
    "street",
  ],
};

/** A path of several fields in one cell. A mapping file and an answer name them like a field's path. */
export type CompositePath = keyof typeof COMPOSITES;

const ALL_OF_ONE: readonly string[] = [...FIELDS.map(({ path }) => path), ...Object.keys(COMPOSITES)];

/** The group of a column of the applicant's own address who lives in the property: it feeds both addresses. */
const BOTH = "homeAndProperty.";
const HOME = "residentialAddress.";

/** Paths of all that a column can be, in the order of the catalogue; several fields at once come last. */
export const TARGET_PATHS: readonly string[] = [
  ...ALL_OF_ONE,
  ...ALL_OF_ONE.flatMap((path) => (path.startsWith(HOME) ? path.replace(HOME, BOTH) : [])),
];

/** What a target stands for: of both addresses the applicant's own, then the property's; else the target itself. */
export function targetsOf(target: string): readonly string[] {
  return target.startsWith(BOTH) ? [HOME, "address."].map((group) => target.replace(BOTH, group)) : [target];
}

export function isCompositePath(path: string): path is CompositePath {
  return Object.hasOwn(COMPOSITES, path);
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
  kind: "area code" | "prefix" | "period" | "same address";
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
 * - `rows`: nothing of a lead, but it says which rows are leads that are meant to go (`kept-back-rows.ts`);
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

/** A text that is the path of a field or of several. */
export function targetAt(text: string): string | undefined {
  return TARGETS.has(text) ? text : undefined;
}

const TARGETS: ReadonlySet<string> = new Set(TARGET_PATHS);

/** The path of the target that a text names beyond doubt: by a label, or as a mapping file does. */
export function pathNamed(text: string): string | undefined {
  return targetAt(text) ? text : (PATH_BY_NAME.get(headerKey(text)) ?? fieldNamed(text)?.path);
}

/** Paths of all fields that a target may feed. */
export function fieldPathsOf(target: string | undefined): readonly string[] {
  if (target === undefined) return [];
  return targetsOf(target).flatMap((path) => {
    const [, ...parts] = isCompositePath(path) ? COMPOSITES[path] : [];
    const group = path.slice(0, path.indexOf("."));
    return parts.length > 0 ? parts.map((part) => `${group}.${part}`) : path;
  });
}

/** What people call a target. Two addresses stand in a lead, so that a part of the property's says whose it is. */
export function labelOf(path: string): string {
  const [home = "", property] = targetsOf(path);
  if (property !== undefined) return `${labelOf(home)}, which is the property's`;
  const label = fieldAt(path)?.label;
  if (label !== undefined) return path.startsWith("address.") ? `${label} of the property` : label;
  return (isCompositePath(path) && COMPOSITES[path][0]) || path;
}

/** By the names that people may call targets, the more exact first: labels, then paths. */
const PATH_BY_NAME = byName(
  [labelOf, String].flatMap((name) => TARGET_PATHS.map((path) => [name(path), path] as const)),
);
