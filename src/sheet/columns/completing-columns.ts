import { type CellReport, shownValue } from "../cells/cell-report.ts";
import { trimmedText } from "../cells/cell-text.ts";
import { HEADER_CHARACTERS_MAX } from "../headers/header-text.ts";
import { type CellValue, type Column, cellText } from "../table.ts";
import { type ColumnReading, targetPath } from "./column-reading.ts";
import { shownColumn } from "./judged-column.ts";

/**
 * Columns that are no field of a lead, and without which another column's cell says something else: the area code of
 * a telephone number, the period of a rent, and whether one of the two addresses is the same as the other.
 */
export interface CompletingColumn {
  kind: "area code" | "period" | "same address";
  /** The columns that it completes. */
  completed: readonly ColumnReading[];
  /** What a person should know about it. */
  remark: string;
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
    const remark = `is put before a number in ${shownColumn(phone.column)} that lacks it`;
    return { kind: "area code", completed: [phone], remark };
  }
  if (PERIOD.test(name)) {
    const [rent, other] = of("statedInformation.monthlyRentalIncome");
    if (!rent || other) return undefined;
    return {
      kind: "period",
      completed: [rent],
      remark: `says for what time an amount in ${shownColumn(rent.column)} is`,
    };
  }
  if (!SAME.test(name) || !name.split(" ").every((word) => SAME_WORDS.test(word))) return undefined;
  const [property, second] = of("address.street", "address.fullAddress");
  const [residence, third] = of("residentialAddress.street", "residentialAddress.fullAddress");
  if (!property || !residence || second || third) return undefined;
  const remark = `says where ${shownColumn(property.column)} and ${shownColumn(residence.column)} are the same`;
  return { kind: "same address", completed: [property, residence], remark };
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

/** Whether a column was understood as one that completes another. */
export function isCompleting({ target, reason }: ColumnReading): boolean {
  return target === undefined && reason === "completes";
}

const CODE = /^\(?([2-9]\d{2})\)?(?:\.0+)?$/;
const LOCAL_NUMBER = /^\d{3}[\s.-]?\d{4}(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i;
const YES = /^(?:y|yes|true|t|1|x|✓|✔|☑|✅|same|s[ií]|mism[oa])[.!]?$/i;
const AMOUNT = /^[$\s]*\d[\d.,\s']*k?$/i;
const MONTHLY = /^(?:per |a |each )?(?:months?|monthly|mo|mth|mensual|mes)\.?$/i;
/** Any other text, such as a date, says nothing of the amount. */
const OTHER_TIME =
  /^(?:(?:per|an?|each|every|once an?|twice an?|two|\d+|by|por) )*(?:semi|bi)?[- ]?(?:days?|daily|nights?|nightly|weeks?|weekly|wk|fortnight(?:ly)?|months?|monthly|quarters?|quarterly|annual(?:ly)?|diari[oa]|semanal|semana|quincenal|trimestral|semestral)\.?$/i;
const YEARLY = /^(?:per |a |each )?(?:years?|yearly|yr|annum|annual|annually|anual|año|12 months)\.?$/i;

interface Completion {
  index: number;
  kind: CompletingColumn["kind"];
  completed: readonly number[];
}

/** Completes the cells of rows before they are read. */
export class CellCompletion {
  readonly #completions: readonly Completion[];
  readonly #phoneReport: (index: number) => CellReport | undefined;
  /** A telephone number of the row under way that was put together, and of what. */
  #joined: { index: number; whole: string; text: string } | undefined;

  constructor(readings: readonly ColumnReading[], phoneReport: (index: number) => CellReport | undefined) {
    const feeding = readings.filter(({ target }) => target !== undefined);
    this.#completions = readings.filter(isCompleting).flatMap(({ column, index }): Completion[] => {
      const found = completingColumn(column, feeding);
      return found ? [{ index, kind: found.kind, completed: found.completed.map((one) => one.index) }] : [];
    });
    this.#phoneReport = phoneReport;
  }

  /** @returns The cells themselves where there is nothing to complete. */
  complete(cells: readonly CellValue[]): readonly CellValue[] {
    this.#joined = undefined;
    let whole: CellValue[] | undefined;
    for (const { index, kind, completed } of this.#completions) {
      const text = trimmedText(cellText(cells[index]));
      if (text === "") continue;
      const open = kind === "same address" ? completed.filter((one) => isEmpty(cells[one])) : completed;
      const [at, other] = open;
      if (at === undefined || other !== undefined) continue;
      const cell = this.#completed(kind, at, trimmedText(cellText(cells[at])), text);
      if (cell === undefined) continue;
      whole ??= [...cells];
      whole[at] = cell;
    }
    return whole ?? cells;
  }

  #completed(kind: CompletingColumn["kind"], index: number, cell: string, text: string): string | undefined {
    if (kind === "same address") return YES.test(text) ? "same" : undefined;
    if (kind === "period") {
      if (!AMOUNT.test(cell) || MONTHLY.test(text)) return undefined;
      if (YEARLY.test(text)) return `${cell} per year`;
      return OTHER_TIME.test(text) ? `${cell} ${text}` : undefined;
    }
    const code = CODE.exec(text)?.[1];
    if (code === undefined || !LOCAL_NUMBER.test(cell)) return undefined;
    const whole = `${code}-${cell}`;
    this.#joined = { index, whole, text: `${shownValue(cell)} and the area code ${shownValue(text)}` };
    return whole;
  }

  /** Says what was put together, when the row has been read. */
  tell(phone: string | undefined): void {
    const joined = this.#joined;
    if (!joined || phone !== joined.whole) return;
    const message = `${joined.text} were read as ${shownValue(joined.whole)}`;
    this.#phoneReport(joined.index)?.warn(message, "changed");
  }
}

function isEmpty(cell: CellValue | undefined): boolean {
  return trimmedText(cellText(cell)) === "";
}
