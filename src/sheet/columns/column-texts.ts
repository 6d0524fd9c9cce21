import { type CodedText, finder, type Personal } from "../../base/finding.ts";
import { fieldAt, valueLabel } from "../../lead/field-catalogue.ts";
import type { FieldValue } from "../cells/cell-report.ts";
import { quoted, shownValue } from "../shown-value.ts";
import { noticer } from "../table.ts";
import { labelOf } from "./column-reading.ts";

/** Columns as they are called in a sentence, the first ones of many. */
export interface NamedColumns {
  columns: readonly Personal[];
  /** How many there are beside these. */
  more?: number;
}

/** What a remark is about, as far as its sentence names it. */
interface RemarkParams {
  others?: readonly Personal[];
  moreOthers?: number;
  /** Path of a column's target. */
  path?: string;
}

/** `a, b, c and 4 more`, with another word before the last one where that is asked for. */
export function listedColumns({ columns = [], more = 0 }: Partial<NamedColumns>, last = ", "): string {
  const names = columns.map(({ personal }) => personal);
  if (more > 0) return `${names.join(", ")} and ${more} more`;
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")}${last}${names.at(-1)}`;
}

const named = ({ others = [], moreOthers = 0 }: RemarkParams, last?: string): string =>
  listedColumns({ columns: others, more: moreOthers }, last);

/** What a person should know of a column: a sentence without its full stop, in which the column itself is not named. */
export const REMARK_TEXTS = {
  "field-is-other": ({ path = "", ...other }: RemarkParams) => `${labelOf(path)} is ${named(other)}`,
  "named-by-others": () => "the applicant is named by other columns",
  "first-and-last-only": () => "a lead has a first and a last name only",
  "said-in-parts": (parts: RemarkParams) => `${named(parts, " and ")} say it in parts`,
  "whole-name-elsewhere": (whole: RemarkParams) => `${named(whole)} holds the whole name`,
  "part-beside": (part: RemarkParams) => `stands beside ${named(part)}`,
  "applicant-has-other": (kept: RemarkParams) => `the applicant's is ${named(kept, " or ")}`,
  "no-email-in-cells": () => "no cell of it is an e-mail address",
  "in-front-of-street": (street: RemarkParams) => `stands in front of ${named(street)}`,
  "behind-street": (street: RemarkParams) => `stands behind ${named(street)}`,
  "area-code-of": (phone: RemarkParams) => `is put before a number in ${named(phone)} that lacks it`,
  "period-of": (rent: RemarkParams) => `says which period the amount in ${named(rent)} is for`,
  "same-address": (both: RemarkParams) => `says where ${named(both, " and ")} are the same`,
  "address-assumed": () => "the sheet does not say whose address it is: read as the property's",
  "address-elsewhere": () => "another address was named",
  "address-of-neither": () => "neither the property's address nor the applicant's own",
  "address-of-others": () => "neither the property's address nor where the applicant lives now",
  "mailing-address": () =>
    "a mailing address may not be where the applicant lives: if it is, match it to the applicant's own address, or call it Residential",
  "address-repeated": (other: RemarkParams) => `says the same as ${named(other)}`,
  "address-beside-property": () => "beside the property's address: read as the applicant's own",
};

export type RemarkFinding = keyof typeof REMARK_TEXTS;

export const remarkFinding = finder(REMARK_TEXTS);

/** Columns, and the remark that says why something is done about them. */
interface Reasoned extends NamedColumns, RemarkParams {
  why: RemarkFinding;
}

const because = ({ why, ...about }: Reasoned): string => REMARK_TEXTS[why](about);

/** The remark that is the reason of something, among the parameters of another sentence. */
export function reasonOf({ finding, params }: CodedText): { why: RemarkFinding } & RemarkParams {
  return { why: finding as RemarkFinding, ...params };
}

/** What is told of columns once for the sheet. */
export const COLUMN_NOTICE_TEXTS = {
  "completing-column": (one: Reasoned) => `${listedColumns(one)} ${because(one)}`,
  "others-columns": (columns: NamedColumns) => `Not the applicant's, left out: ${listedColumns(columns)}`,
  "unknown-column": (columns: NamedColumns) => `Not part of a lead, left out: ${listedColumns(columns)}`,
  "several-columns": ({ path, ...columns }: NamedColumns & { path?: string }) =>
    path === undefined
      ? `${listedColumns(columns)}: the first filled one is sent, in this order`
      : `${labelOf(path)} is the column with a yes or a tick: ${listedColumns(columns, " or ")}`,
  "column-left-out": (columns: Reasoned) => `${listedColumns(columns)} left out: ${because(columns)}`,
  "whole-names": (column: NamedColumns) =>
    `${listedColumns(column)} may hold whole names, and no column has the rest: they are sent as they are. To have them split, name the column Full Name`,
  "rows-kept-back": (columns: NamedColumns) =>
    `Rows are held back if ${listedColumns(columns)} says that they must not be sent`,
  "absent-columns": ({ fields }: { fields: readonly string[] }) =>
    `No column for ${fields.map((path) => fieldAt(path)?.label).join(", ")}: the service may refuse leads without them`,
  "mapping-unused": ({ mapping, headers }: { mapping: string; headers: readonly Personal[] }) =>
    `No item has ${headers.map(quoted).join(", ")}, which the mapping file ${mapping} names`,
  "default-used": ({ path, value, mapping }: { path: string; value: FieldValue; mapping: string }) =>
    `An empty ${labelOf(path)} is sent as ${shownValue(valueLabel(path, value))}, as ${mapping} says`,
};

export type ColumnNotice = keyof typeof COLUMN_NOTICE_TEXTS;

export const columnNotice = noticer(COLUMN_NOTICE_TEXTS);

/** What is asked of columns. */
export const COLUMN_QUESTION_TEXTS = {
  "column-unsure": (column: NamedColumns) => `What is "${listedColumns(column)}"?`,
  "column-within-address": (column: NamedColumns) =>
    `What is "${listedColumns(column)}"? It is inside another address`,
  "column-beside-later-keys": (column: NamedColumns) =>
    `Some keys come only in later items. What is "${listedColumns(column)}"?`,
  "column-of-two": ({ path, ...columns }: NamedColumns & { path: string }) =>
    `Which one is ${labelOf(path)}: ${listedColumns(columns, " or ")}?`,
  "amounts-for-yes-no": (column: NamedColumns) =>
    `${listedColumns(column)} holds amounts: is it a declaration of yes or no?`,
  "many-texts": (column: NamedColumns) => `${listedColumns(column)} holds many different texts: what is it?`,
  "column-opposite": ({ path, ...column }: NamedColumns & { path: string }) =>
    `${listedColumns(column)} asks the opposite of ${labelOf(path)}. Swap yes and no in the sheet and delete the "no" in its header, or say in a mapping file what they mean. Or should we leave it out?`,
  "address-whose": (columns: NamedColumns) => `Whose address is ${listedColumns(columns, " and ")}?`,
  "person-who": (columns: NamedColumns) =>
    `Who ${columns.columns.length === 1 ? "is" : "are"} ${listedColumns(columns, " and ")}: the applicant, or somebody else?`,
  "name-alone": (column: NamedColumns) =>
    `No other column has a name. What does ${listedColumns(column)} hold?`,
  "contact-shared": (column: NamedColumns) =>
    `${listedColumns(column)} is the same in several rows. Is it the applicant's?`,
  "contact-beside": ({ owner, ...column }: NamedColumns & { owner: Personal }) =>
    `${listedColumns(column)} stands beside ${owner.personal}. Is it the applicant's?`,
  "role-rows": (column: NamedColumns) =>
    `In some rows, ${listedColumns(column)} names somebody besides the applicant. Is each row a lead of its own?`,
  "street-in-two": (columns: NamedColumns) =>
    `${listedColumns(columns, " and ")} hold one street in two columns. Write number and name into one column of the sheet. Or should we leave the street out?`,
};

export type ColumnQuestion = keyof typeof COLUMN_QUESTION_TEXTS;

export const columnQuestion = finder(COLUMN_QUESTION_TEXTS) as (
  code: ColumnQuestion,
  params: object,
) => CodedText;
