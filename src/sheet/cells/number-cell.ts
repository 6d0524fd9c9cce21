import type { CodedText } from "../../base/finding.ts";
import { ofCell } from "../cell-texts.ts";
import { LEFT_OUT } from "../question.ts";
import type { InputRow } from "../table.ts";
import { ADDRESS_WORDS } from "../vocabulary/address-words.ts";
import { anyOf } from "../vocabulary/phrases.ts";
import type { CellReport, TextReader } from "./cell-report.ts";

const INTEGER = /^[+-]?\d{1,15}(?:\.0+)?$/;
const PLAIN = /^[+-]?\d{1,15}(?:\.\d{1,10})?$/;

/** How many units a property has, in digits or in words. */
export function readUnitCount(text: string, report: CellReport): number | undefined {
  if (INTEGER.test(text)) return countedUnits(Number(text), report);
  const count = unitCountInWords(text);
  if (count !== undefined) {
    report.read(text, count);
    return countedUnits(count, report);
  }
  return report.unreadable(ofCell(isLikeDate(text) ? "cell-is-date" : "units-not-whole", text));
}

/** A loan on one property is not made for more units than this; a greater number is more likely a unit's own. */
const UNITS_USUAL_MAX = 20;

/** A number of units that no property has is sent as it is, with a warning. */
function countedUnits(count: number, report: CellReport): number {
  if (count < 1 || count > UNITS_USUAL_MAX) report.warn(ofCell("number-odd", String(count)));
  return count;
}

/** Names of buildings and numbers in words, by the number of units that they mean. */
const COUNT_WORDS: readonly (readonly [count: number, words: RegExp])[] = [
  [1, /^(?:one|uno|una|single)$/],
  [2, /^(?:two|dos|duplex|dúplex|twoplex|twinplex)$/],
  [3, /^(?:three|tres|triplex|tríplex|threeplex)$/],
  [4, /^(?:four|cuatro|fourplex|quadplex|quadruplex|quadraplex|cuádruplex|quad)$/],
];
const DIGITS_PLEX = /^(\d)plex$/;
/** What follows a number without changing it. */
const OF_UNITS =
  /^(?:units?|familys?|family|families|fam|doors?|residential|home|homes|house|flats?|building|bldg|property|dwelling|dwellings|apartments?|apts?|unidades|familias?|plex|multifamily|multi|mf)$/;

/**
 * How many units a text says in words or with their name: `duplex`, `4-plex`, `two`, `3 units`, `Triplex (rented)`.
 *
 * @returns `undefined` for a range (`2-4 units`), several numbers, and whatever else is not certain.
 */
export function unitCountInWords(text: string): number | undefined {
  const [start = "", remark = ""] = text.split(/[()]/);
  return countIn(start) ?? countIn(`${start} ${remark}`);
}

function countIn(text: string): number | undefined {
  const bare = text.toLowerCase().trim();
  if (bare === "" || bare.length > 60 || /\d\s*(?:-|–|to|or|\/)\s*\d|\+|\d[.,]\d|[a-z]\s*\/|%|\$/.test(bare))
    return undefined;
  let count: number | undefined;
  for (const word of bare.replace(/(\d)[\s-]*plex\b/g, "$1plex").split(/[\s-]+/)) {
    const meant = countOf(word);
    if (meant === undefined) {
      if (!OF_UNITS.test(word)) return undefined;
    } else if (count !== undefined && count !== meant) return undefined;
    else count = meant;
  }
  return count;
}

function countOf(word: string): number | undefined {
  const digits = DIGITS_PLEX.exec(word)?.[1] ?? (/^\d{1,4}$/.test(word) ? word : undefined);
  if (digits !== undefined) return Number(digits) > 0 ? Number(digits) : undefined;
  return COUNT_WORDS.find(([, words]) => words.test(word))?.[0];
}

const UNIT_LABEL = new RegExp(
  `^(?:#|(?:${anyOf(ADDRESS_WORDS.unit, ADDRESS_WORDS.condo)}|no|nr|num|number|int|interior)\\.?)\\s*#?\\s*`,
  "i",
);

/** The number of a unit, which the interface wants as a number: what has letters in it cannot be sent. */
export function readUnitNumber(text: string, report: CellReport): number | undefined {
  const digits = text.replace(UNIT_LABEL, "");
  const isGrouped = /^\d{1,3}(?:,\d{3})+$/.test(digits);
  const plain = isGrouped ? digits.replaceAll(",", "") : digits;
  if (!PLAIN.test(plain))
    return report.unreadable(ofCell(isLikeDate(text) ? "cell-is-date" : "unit-letters", text));
  const value = Number(plain);
  if (plain !== text || /^0\d/.test(plain) || /\.\d*[1-9]0+$/.test(plain))
    report.warn(readAsNumber(text, value), isGrouped ? "doubtful" : "changed");
  // A fraction may be a label such as 4.10, and a number cannot tell that from 4.1.
  if (value <= 0 || !Number.isInteger(value)) report.warn(ofCell("number-odd", String(value)));
  return value;
}

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** Excel turns 4-5 into 5-Apr. */
function isLikeDate(text: string): boolean {
  return MONTH.test(text) && /\d/.test(text);
}

function readAsNumber(text: string, value: number): CodedText {
  return ofCell("read-as", text, { read: String(value) });
}

/** `1,234` or `1,234,567`, or the same with dots or spaces between the thousands, and what stands there. */
const GROUPED = [
  { form: /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/, groups: /,/g },
  { form: /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/, groups: /\./g },
  { form: /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?$/, groups: /[ '’]/g },
];
const DECIMAL_COMMA = /^\d+,\d{1,2}$/;

const CURRENCY = /^(?:us\$|usd|\$)\s*|\s*(?:us\$|usd|\$|dollars?|d[oó]lares)$/gi;
const PER_MONTH =
  /\s*(?:\/|per|a|p\.?|al|por)\s*(?:mo|mth|mnth|month|m|mes)\.?$|\s*(?:monthly|mensual(?:es)?|each month|pm)$/i;
const PER_YEAR =
  /\s*(?:\/|per|a|p\.?|al|por)\s*(?:yr|year|annum|y|año)\.?$|\s*(?:annual|annually|yearly|anual(?:es)?|pa)$/i;
const PER_WEEK =
  /\s*(?:\/|per|a|p\.?|por)\s*(?:wk|week|w|day|night|semana|d[ií]a|noche)\.?$|\s*(?:weekly|nightly|daily|semanal)$/i;
/** What people put beside a number that they are not sure of. */
const ABOUT =
  /^(?:~|≈|±|ca\.?|circa|approx(?:\.|imately)?|about|around|est\.?|estimated?|aprox\.?|como|unos)\s*(?=[$\d])|(?:\s*(?:\+\/-|±|~|\+|ish|approx\.?|est\.?|aprox\.?|\(?est(?:imated|\.)?\)?))$/gi;
/** How Excel's accounting format shows a zero, and exports it. */
const ACCOUNTING_ZERO = /^\$\s*[-–—]$/;
const THOUSANDS = /^(\d{1,3}(?:\.\d{1,2})?)\s*k$/i;

/** What is known of how a sheet writes its amounts. */
export interface AmountConventions {
  /** The mark of fractions that the mapping file names. */
  decimalMark?: "." | ",";
  /** Whether the sheet is cut by `;`, as those that write fractions with a comma are. */
  isCommaDecimal: boolean;
  /** The mark that other amounts of the column show. */
  shownMark?: "." | ",";
}

const ONE_GROUP = /^\d{1,3}[.,]\d{3}$/;

/** Reads amounts of money. What may be thousands or a fraction (`2.500`) is decided by the rest of the column. */
export function moneyReader(conventions: AmountConventions): TextReader {
  return (text, report) => {
    if (PLAIN.test(text) && conventions.decimalMark === undefined && !ONE_GROUP.test(text))
      return signedAmount(Number(text), text, report);
    if (ACCOUNTING_ZERO.test(text)) {
      report.warn(readAsNumber(text, 0), "changed");
      return 0;
    }
    const stated = text.replace(ABOUT, "").replace(CURRENCY, "");
    if (PER_WEEK.test(stated)) return report.unreadable(ofCell("amount-of-week", text));
    const isYearly = PER_YEAR.test(stated);
    const bare = stated.replace(isYearly ? PER_YEAR : PER_MONTH, "");
    const unsigned = bare.replace(CURRENCY, "").replace(ABOUT, "").trim();
    const amount = unsigned.replace(THOUSANDS, (_all, number: string) =>
      String(Math.round(Number(number) * 1000)),
    );
    const number = plainNumber(amount, conventions) ?? askedNumber(text, amount, report);
    if (number === undefined) return undefined;
    if (isYearly) return ofTheYear(text, Number(number.value), report);
    const isAbout = text.replace(ABOUT, "") !== text;
    if (isAbout || bare !== stated || amount !== unsigned || number.isAssumed) {
      const read = readAsNumber(text, Number(number.value));
      report.warn(read, isAbout || (number.isAssumed && !ONE_GROUP.test(amount)) ? "doubtful" : "changed");
    }
    return signedAmount(Number(number.value), text, report);
  };
}

/** Asks once for the column whether a mark means thousands or a fraction. Anything else is not an amount. */
function askedNumber(text: string, amount: string, report: CellReport): PlainNumber | undefined {
  if (!ONE_GROUP.test(amount))
    return report.unreadable(ofCell(isLikeDate(text) ? "cell-is-date" : "amount-none", text));
  const read = { thousands: amount.replace(/[.,]/, ""), fraction: amount.replace(",", ".") };
  const options = [
    { answer: "thousands", label: `Thousands: ${read.thousands}` },
    { answer: "fraction", label: `A fraction: ${Number(read.fraction)}` },
    LEFT_OUT,
  ];
  const answer = report.ask("thousands or fraction", options, ofCell("amount-mark-asked", text), text);
  if (answer === "thousands" || answer === "fraction") return { value: read[answer], isAssumed: false };
  return report.warn(ofCell("amount-mark-open", text), "lost");
}

const A_TWELFTH = "a-twelfth";

/** Amounts of a year are asked about, once for the column. */
function ofTheYear(text: string, yearly: number, report: CellReport): number | undefined {
  const options = [{ answer: A_TWELFTH, label: "Send a twelfth of it" }, LEFT_OUT];
  const question = ofCell("amount-of-year-asked", text);
  const monthly = Math.round((yearly / 12) * 100) / 100;
  if (report.ask("per year", options, question, text) !== A_TWELFTH)
    return report.warn(ofCell("amount-of-year", text), "lost");
  report.warn(readAsNumber(text, monthly), "changed");
  return monthly;
}

/** Rents beyond these are rarer than amounts of a year, in cents or in thousands. */
const RENT_USUAL_MIN = 100;
const RENT_USUAL_MAX = 20_000;

/** @param text What stands in the cell. */
export function signedAmount(value: number, text: string, report: CellReport): number {
  if (value < 0) report.warn(ofCell("amount-negative", text));
  else if (value > RENT_USUAL_MAX || (value > 0 && value < RENT_USUAL_MIN))
    report.warn(ofCell("amount-odd", text));
  return value;
}

/** An amount with a dot for the fraction and nothing else. */
interface PlainNumber {
  value: string;
  isAssumed: boolean;
}

/** The amount, if it can be read in one way only. */
function plainNumber(
  amount: string,
  { decimalMark, isCommaDecimal, shownMark }: AmountConventions,
): PlainNumber | undefined {
  if (decimalMark !== undefined) {
    const value = amount.replace(decimalMark === "," ? /[. '’]/g : /[, '’]/g, "").replace(",", ".");
    const isOdd = decimalMark === "," && /\.\d{3}/.test(value);
    return PLAIN.test(value) && !isOdd ? { value, isAssumed: false } : undefined;
  }
  if (ONE_GROUP.test(amount)) {
    const groups = amount.includes(",") ? "," : ".";
    const value = amount.replace(groups, "");
    if (shownMark !== undefined) return shownMark === groups ? undefined : { value, isAssumed: false };
    // Where fractions are written with a comma, a dot cuts thousands; and nobody lets a home for 2.50 a month.
    return (groups === ".") === isCommaDecimal ? { value, isAssumed: true } : undefined;
  }
  const grouped = GROUPED.find(({ form }) => form.test(amount));
  if (grouped) return { value: amount.replace(grouped.groups, "").replace(",", "."), isAssumed: false };
  // Where fractions are written with a dot, `2,50` may be 2,500 with a digit lost.
  if (DECIMAL_COMMA.test(amount))
    return {
      value: amount.replace(",", "."),
      isAssumed: amount.indexOf(",") < 4 && shownMark !== "," && !isCommaDecimal,
    };
  return PLAIN.test(amount) ? { value: amount, isAssumed: false } : undefined;
}

const FRACTION_BY_DOT = /^\D*\d+(?:,\d{3})*\.\d{1,2}\D*$/;
const GROUPS_AND_COMMA = /^\D*\d{1,3}(?:[. '’]\d{3})+,\d{1,2}\D*$/;
const FRACTION_BY_COMMA = /^\D*\d+,\d{1,2}\D*$/;

/**
 * The mark that a sheet's amounts show in front of their fractions, as far as it is beyond doubt: `1,250.50`
 * shows a dot, `1.250,50` and `950,5` a comma. It tells what `2.500` beside them means.
 *
 * @param indexes Of the columns that hold amounts.
 * @returns `undefined` when no amount shows one, or some show each.
 */
export function decimalMarkShown(
  indexes: readonly number[],
  rows: readonly Pick<InputRow, "cells">[],
): "." | "," | undefined {
  let hasDot = false;
  let hasComma = false;
  for (const { cells } of rows) {
    for (const index of indexes) {
      const cell = cells[index];
      const text = typeof cell === "string" ? cell.trim() : "";
      hasDot ||= FRACTION_BY_DOT.test(text);
      hasComma ||= GROUPS_AND_COMMA.test(text) || FRACTION_BY_COMMA.test(text);
    }
  }
  if (hasDot === hasComma) return undefined;
  return hasDot ? "." : ",";
}
