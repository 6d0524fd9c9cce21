import type { CodedText } from "../../base/finding.ts";
import { HEADER_CHARACTERS_MAX } from "../headers/header-text.ts";
import type { Column } from "../table.ts";
import { type ColumnReading, type Completion, targetPath } from "./column-reading.ts";
import { type RemarkFinding, remarkFinding } from "./column-texts.ts";
import { namedColumns } from "./judged-column.ts";

/**
 * Columns that are no field of a lead, and without which another column's cell says something else: the area code of
 * a telephone number, the period of a rent, and whether one of the two addresses is the same as the other.
 */
export interface CompletingColumn {
  completion: Completion;
  /** What a person should know about it. */
  remark: CodedText<RemarkFinding>;
}

const AREA_CODE = /^(?<whose>.*?) ?(?:area code|codigo de area)$/;
/** What is left of the header of a telephone number without them says whose or of what kind it is. */
const PHONE_WORDS = /\b(?:phone|telephone|tel|number|no|num|telefono)\b/g;
const PERIOD =
  /^(?:monthly |gross )?(?:(?:rent|rents|rental|income|rental income|lease) )?(?:period|frequency|freq|interval|renta periodo|periodo|frecuencia)$|^rent(?:al income)? (?:is )?(?:per|paid every)$/;
const SAME = /\b(?:same|mism[oa])\b/;
/** A header with any other word may be about the mailing address, or somebody else's. */
const SAME_WORDS =
  /^(?:same|mism[oa]|is|are|it|as|than|the|your|my|address|addr|property|subject|home|house|current|present|residence|residential|residing|living|live|primary|street|borrower|borrowers|applicant|applicants|s|y|n|yes|no|si|or|to|que|la|el|de|direccion|propiedad|residencia|actual|domicilio)$/;

/**
 * What a column completes, by its header and what the other columns were understood as.
 *
 * @param readings Of all columns that feed a field.
 */
export function completingColumn(
  column: Column,
  readings: readonly ColumnReading[],
): CompletingColumn | undefined {
  if (column.keys || column.name.length > HEADER_CHARACTERS_MAX) return undefined;
  const name = plainHeader(column.name);
  const of = (...paths: string[]) =>
    readings.filter(({ target, column: { keys } }) => target && !keys && paths.includes(targetPath(target)));
  const whose = AREA_CODE.exec(name)?.groups?.whose;
  if (whose !== undefined) {
    const phones = of("contactInfo.phone");
    const kind = kindOfPhone(whose);
    const own = phones.filter((phone) => kindOfPhone(plainHeader(phone.column.name)) === kind);
    const [phone, other] = kind === "" && phones.length === 1 ? phones : own;
    if (!phone || other) return undefined;
    const remark = remarkFinding("area-code-of", namedColumns([phone]));
    return { completion: { kind: "area code", of: [phone.index] }, remark };
  }
  if (PERIOD.test(name)) {
    const [rent, other] = of("statedInformation.monthlyRentalIncome");
    if (!rent || other) return undefined;
    return {
      completion: { kind: "period", of: [rent.index] },
      remark: remarkFinding("period-of", namedColumns([rent])),
    };
  }
  if (!SAME.test(name) || !name.split(" ").every((word) => SAME_WORDS.test(word))) return undefined;
  const [property, second] = of("address.street", "address.fullAddress");
  const [residence, third] = of("residentialAddress.street", "residentialAddress.fullAddress");
  if (!property || !residence || second || third) return undefined;
  const remark = remarkFinding("same-address", namedColumns([property, residence]));
  return { completion: { kind: "same address", of: [property.index, residence.index] }, remark };
}

function kindOfPhone(header: string): string {
  return header.replace(PHONE_WORDS, "").replace(/\s+/g, " ").trim();
}

/** Lower case, without accents, words apart: `homeAreaCode` is `home area code`. */
function plainHeader(header: string): string {
  return header
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
