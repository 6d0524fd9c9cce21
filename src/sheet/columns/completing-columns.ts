import { HEADER_CHARACTERS_MAX, wordsOf } from "../headers/header-text.ts";
import { type ColumnContent, isPeriod, nearlyAll } from "./column-content.ts";
import type { ColumnReading, Completion } from "./column-reading.ts";
import { type Decisions, remarkOn } from "./decisions.ts";
import type { JudgedColumn } from "./judged-column.ts";

/**
 * Columns that are not a field of a lead, and without which another column's cell says something else: the area code of
 * a telephone number, the period of a rent, and whether one of the two addresses is the same as the other.
 */

const AREA_CODE = /^(?<whose>.*?) ?(?:area code|codigo de area|(?<=(?:phone|cell|mobile) )area)$/;
/** What stands in a number between its area code and its last four digits. */
const PREFIX = /^(?<whose>.*?) ?(?<=(?:phone|cell|mobile) )(?:prefix|exchange)$/;
/** What is left of the header of a telephone number without them says whose or of what kind it is. */
const PHONE_WORDS = /\b(?:phone|telephone|tel|number|no|num|telefono|line)\b/g;
const PERIOD =
  /^(?:monthly |gross )?(?:(?:rent|rents|rental|income|rental income|lease) )?(?:period|frequency|freq|interval|renta periodo|periodo|frecuencia)$|^rent(?:al income)? (?:is )?(?:per|paid every)$/;
/** `Rent Unit` and `per`, where the cells are periods. */
const MAY_BE_PERIOD = /\b(?:rent|rental|per|unit|basis|renta|por|unidad)\b/;
const SAME = /\b(?:same|mism[oa])\b/;
/** A header with any other word may be about the mailing address, or somebody else's. */
const SAME_WORDS =
  /^(?:same|mism[oa]|is|are|it|as|than|the|your|my|address|addr|property|subject|home|house|current|present|residence|residential|residing|living|live|primary|street|borrower|borrowers|applicant|applicants|own|s|y|n|yes|no|si|or|to|que|la|el|de|direccion|propiedad|residencia|actual|domicilio)$/;

/**
 * Takes a column that completes others, by its header and what the others were understood as.
 *
 * @param known Readings of all columns that feed a field.
 */
export function completes(one: JudgedColumn, known: readonly ColumnReading[], decisions: Decisions): boolean {
  const { column, content } = one;
  const { name, keys } = column;
  if (name.length > HEADER_CHARACTERS_MAX) return false;
  // In JSON it stands in the same object: `rent: { amount, per }`.
  const beside = known.filter(({ target, column }) => target && parentOf(column.keys) === parentOf(keys));
  const [kind, why, of] = completionOf(plainHeader(keys?.slice(-2).join(" ") ?? name), content, beside) ?? [];
  if (!kind || !why || !of?.every((reading) => reading !== undefined)) return false;
  const role = { completes: { kind, of: of.map(({ index }) => index) } };
  decisions.leave(one, "completes", { remark: remarkOn(why, of), role });
  return true;
}

const parentOf = (keys: readonly string[] | undefined): string | undefined => keys?.slice(0, -1).join(".");

type Completing = [
  kind: Completion["kind"],
  why: "area-code-of" | "period-of" | "same-address",
  of: (ColumnReading | undefined)[],
];

function completionOf(
  name: string,
  content: ColumnContent,
  known: readonly ColumnReading[],
): Completing | undefined {
  const feeding = (...paths: string[]): ColumnReading[] =>
    known.filter(({ target }) => target && paths.includes(target));
  const only = ([first, other]: ColumnReading[]) => (other ? undefined : first);
  const part = PREFIX.test(name) ? "prefix" : "area code";
  const whose = (AREA_CODE.exec(name) ?? PREFIX.exec(name))?.groups?.whose;
  if (whose !== undefined) {
    const phones = feeding("contactInfo.phone");
    const kind = kindOfPhone(whose);
    const own = phones.filter((phone) => kindOfPhone(plainHeader(phone.column.name)) === kind);
    return [part, "area-code-of", [only(kind === "" && phones.length === 1 ? phones : own)]];
  }
  if (PERIOD.test(name) || (MAY_BE_PERIOD.test(name) && nearlyAll(content, isPeriod)))
    return ["period", "period-of", [only(feeding("statedInformation.monthlyRentalIncome"))]];
  if (!SAME.test(name) || !name.split(" ").every((word) => SAME_WORDS.test(word))) return undefined;
  const groups = ["address", "residentialAddress"];
  const both = groups.map((group) => only(feeding(`${group}.street`, `${group}.fullAddress`)));
  return ["same address", "same-address", both];
}

function kindOfPhone(header: string): string {
  return header.replace(PHONE_WORDS, "").replace(/\s+/g, " ").trim();
}

/** Lower case, without accents, words apart: `homeAreaCode` is `home area code`. */
const plainHeader = (header: string): string =>
  wordsOf(header)
    .map(({ text }) => text)
    .join(" ");
