import { finder, type Personal } from "../base/finding.ts";
import { fieldAt, valueLabel } from "../lead/field-catalogue.ts";
import { quoted } from "./shown-value.ts";
import { WORD_DOUBTS, type WordDoubt } from "./word-texts.ts";

/** What stands in the cell. */
interface CellText {
  text: Personal;
}

/** The same, and what it was read as. */
interface ReadText extends CellText {
  read: Personal;
}

/** The same, where a spreadsheet may have made a date of what was typed. */
interface DatedText extends CellText {
  isDate: boolean;
}

/** Parts of a cell that holds several fields, each by the last part of its field's path, with their texts. */
interface CellParts extends CellText {
  parts: readonly string[];
  values: readonly Personal[];
}

const ONE_NAME = "write the applicant's name alone";
const ONE_ADDRESS = "as in 12 Main St, Springfield, IL 62701";
const WITH_COMMAS = `put commas between street, city and state, ${ONE_ADDRESS}`;
const PART_NAMES: Readonly<Record<string, string>> = {
  firstName: "first name",
  lastName: "last name",
  email: "e-mail",
};
const DATE_HINT = ". The spreadsheet made a date of it: format the column as Text, and type the value again";

const dateHint = (isDate: boolean): string => (isDate ? DATE_HINT : "");
const partsText = ({ parts, values }: CellParts): string[] =>
  values.map((value, at) => `${PART_NAMES[parts[at] ?? ""] ?? parts[at]} ${quoted(value)}`);

/** What is found of single cells, as they are read. */
export const CELL_TEXTS = {
  // Any cell.
  "text-spoilt": ({ text, read }: ReadText) =>
    `${quoted(text)} was spoilt by an earlier export and was read as ${quoted(read)}`,
  "text-too-long": ({ text }: CellText) =>
    `${quoted(text)} is far too long for a cell: look for a stray quotation mark before it`,
  "read-as": ({ text, read }: ReadText) => `${quoted(text)} was read as ${quoted(read)}`,
  "read-as-number": ({ text, read }: ReadText) => `${quoted(text)} was read as ${read.personal}`,
  "read-as-empty": ({ text }: CellText) => `${quoted(text)} was read as an empty cell`,
  "word-open": ({ text }: CellText) =>
    `${quoted(text)} does not say what is meant, and was read as an empty cell`,
  "sheet-error": ({ text }: CellText) =>
    `${quoted(text)} is an error of the spreadsheet, not a value: mend the formula there, or type the value`,
  "formula-without-result": ({ text }: CellText) =>
    `${quoted(text)} is a formula without its result: open the sheet in Excel and save it, or type the value`,
  "letters-lost": ({ text }: CellText) =>
    `${quoted(text)} has lost letters (\ufffd) in an earlier export: type them again, and export as CSV UTF-8`,
  "no-value-yet": ({ text }: CellText) =>
    `${quoted(text)} is what a program shows while it has no value: type the value, or empty the cell`,
  "placeholder-left": ({ text }: CellText) =>
    `${quoted(text)} is a placeholder that a program has not filled in: type the value, or empty the cell`,
  "half-character": ({ text }: CellText) => `${quoted(text)} holds half a character: type the value again`,
  "control-characters": ({ text }: CellText) =>
    `${quoted(text)} holds control characters: type the value again`,
  "quote-escaped": ({ text }: CellText) =>
    `${quoted(text)} has \\" in it, which sheets read wrongly: write "" for a quotation mark, or none`,
  "invisible-characters": ({ text, read }: ReadText) =>
    `${quoted(text)} had invisible characters in it and was read as ${quoted(read)}`,
  "quotation-mark": ({ text }: CellText) =>
    `${quoted(text)} holds a quotation mark and is sent with it. Delete the quotation mark if it does not belong there`,
  "several-lines": ({ text }: CellText) =>
    `${quoted(text)} runs over more than one line: it is sent as it is`,
  "digits-lost": ({ text, what }: CellText & { what: "value" | "phone" | "zip" }) =>
    `${quoted(text)} has lost digits: format the column as Text, and type the ${{ value: "value", phone: "number", zip: "ZIP" }[what]} again`,
  "letter-lost": ({ text }: CellText) =>
    `${quoted(text)} may have lost a letter to the ?: type it again, and export as CSV UTF-8`,
  "date-made": ({ text }: CellText) =>
    `${quoted(text)} looks like a date that a spreadsheet made of it: it is sent as it is`,
  "in-quotation-marks": ({ text }: CellText) =>
    `${quoted(text)} stands in quotation marks and is sent with them: delete them if not meant`,
  "in-brackets": ({ text }: CellText) =>
    `${quoted(text)} stands in brackets and is sent with them: delete them if not meant`,
  "web-code": ({ text }: CellText) =>
    `${quoted(text)} holds a code of web pages (as &amp; for &): it is sent as it is`,

  // Values with a type of their own.
  "cell-is-date": ({ text }: CellText) =>
    `${quoted(text)} is a date, and no field of a lead takes one: format the column as Text, and type the value again`,
  "number-inexact": ({ text }: CellText) =>
    `${quoted(text)} is a number too large to be exact: write it as text, in quotes`,
  "number-too-large": () => "The number is too large to be exact: write it as text",
  "cell-is-list": ({ text }: CellText) => `${quoted(text)} is a list: write a single value`,
  "cell-is-object": ({ text }: CellText) => `${quoted(text)} is an object: write a single value`,
  "text-for-value": ({ text, read }: ReadText) =>
    `${quoted(text)} is text in the file: it is sent as ${read.personal}, without quotes`,
  "truth-for-text": ({ text }: CellText) => `${text.personal} is no value of this field: write text`,
  "truth-for-number": ({ text }: CellText) => `${text.personal} is no value of this field: write a number`,
  "number-for-text": ({ text }: CellText) => `${quoted(text)} is a number in the file, and is sent as text`,
  "number-for-truth": ({ text, read }: ReadText) =>
    `${text.personal} is a number in the file: it is sent as ${read.personal}`,
  "number-not-whole": ({ text }: CellText) =>
    `${text.personal} is not a whole number: write how many there are, as in 2`,

  // Names.
  "name-or-null": ({ text }: CellText) =>
    `${quoted(text)} is somebody's name, or what a program writes where it has none: it is sent as it is`,
  "names-likely": ({ text }: CellText) =>
    `${quoted(text)} looks like more than the name of one person: it is sent as it is`,
  "last-name-likely-more": ({ text }: CellText) =>
    `${quoted(text)} looks like more than a last name: it is sent as it is`,
  "whole-name-in-last": ({ text, first, last }: CellText & { first: Personal; last: Personal }) =>
    `${quoted(text)} holds the whole name: first name ${quoted(first)}, last name ${quoted(last)}`,
  "last-name-in-first": ({ text, read }: ReadText) =>
    `${quoted(text)} holds the last name too, and was read as first name ${quoted(read)}`,
  "first-name-in-last": ({ text, read }: ReadText) =>
    `${quoted(text)} holds the first name too, and was read as last name ${quoted(read)}`,
  "name-too-long": ({ text }: CellText) => `${quoted(text)} is too long for a name: ${ONE_NAME}`,
  "name-on-lines": ({ text }: CellText) =>
    `${quoted(text)} runs over several lines and may name two people: ${ONE_NAME}`,
  "name-of-two": ({ text }: CellText) => `${quoted(text)} seems to name two people: ${ONE_NAME}`,
  "name-commas": ({ text }: CellText) =>
    `${quoted(text)} holds more commas than a name has: write it as in Doe, Jane`,
  "name-of-other": ({ text }: CellText) =>
    `${quoted(text)} names somebody beside the applicant: ${ONE_NAME}, or take the row out`,
  "name-of-company": ({ text }: CellText) =>
    `${quoted(text)} names a company or a trust, not a person: ${ONE_NAME}`,
  "name-with-email": ({ text }: CellText) => `${quoted(text)} holds an e-mail address: ${ONE_NAME}`,
  "name-and-more": ({ text }: CellText) => `${quoted(text)} holds more than a name: ${ONE_NAME}`,

  // E-mail addresses.
  "email-twice": ({ text, read }: ReadText) =>
    `${quoted(text)} holds one address twice, and was read as ${quoted(read)}`,
  "emails-several": ({ text }: CellText) => `${quoted(text)} holds more than one e-mail address: keep one`,
  "email-mistyped": ({ text, likely }: CellText & { likely: Personal }) =>
    `${quoted(text)} is no e-mail address: is ${quoted(likely)} meant?`,
  "email-misspelt": ({ text, likely }: CellText & { likely: Personal }) =>
    `${quoted(text)} may be meant as ${quoted(likely)}: it is sent as it is`,
  "email-made-up": ({ text }: CellText) => `${quoted(text)} looks made up: it is sent as it is`,
  "email-made-up-asked": ({ text }: CellText) =>
    `Is ${quoted(text)} the applicant's address, and not made up?`,

  // Telephone numbers.
  "phones-several": ({ text, read, others }: ReadText & { others: readonly Personal[] }) =>
    `${quoted(text)}: ${quoted(read)} is sent, and ${others.map(quoted).join(", ")} is not`,
  "phone-and-words": ({ text, read }: ReadText) =>
    `${quoted(text)}: ${quoted(read)} is sent, and what stands beside it is not`,
  "phone-of-other": ({ text }: CellText) =>
    `${quoted(text)} says that the number is somebody else's, and is left out`,
  "phone-none": ({ text }: CellText) => `${quoted(text)} is no telephone number, and is left out`,
  "phone-made-up": ({ text }: CellText) => `${quoted(text)} is no telephone number, and is left out`,
  "phone-short": ({ text }: CellText) =>
    `${quoted(text)} is too short for a telephone number, and is left out`,
  "phone-without-area": ({ text }: CellText) => `${quoted(text)} lacks its area code: it is sent as it is`,
  "phone-unlike": ({ text }: CellText) =>
    `${quoted(text)} does not look like a telephone number: it is sent as it is`,
  "phone-joined": ({ text, area, read }: ReadText & { area: Personal }) =>
    `${quoted(text)} and the area code ${quoted(area)} were read as ${quoted(read)}`,

  // Addresses.
  "city-likely-more": ({ text }: CellText) =>
    `${quoted(text)} looks like more than the name of a city: it is sent as it is`,
  "addresses-likely": ({ text }: CellText) =>
    `${quoted(text)} looks like more than one address: it is sent as it is`,
  "street-of-two": ({ text }: CellText) => `${quoted(text)} names two streets: it is sent as it is`,
  "street-is-box": ({ text }: CellText) =>
    `${quoted(text)} is no place where a property stands: it is sent as it is`,
  "street-without-number": ({ text }: CellText) => `${quoted(text)} has no house number: it is sent as it is`,
  "street-with-city": ({ text }: CellText) => `${quoted(text)} names the city again: it is sent as it is`,
  "city-cut-off-street": ({ text, read }: ReadText) =>
    `${quoted(text)} names the city again, and was read as ${quoted(read)}`,
  "zip-none": ({ text }: CellText) => `${quoted(text)} is no ZIP code, and is left out`,
  "zip-letter": ({ text, read }: ReadText) =>
    `${quoted(text)} has a letter in the place of a digit, and was read as ${quoted(read)}`,
  "zip-unlike": ({ text }: CellText) => `${quoted(text)} is no US ZIP code: it is sent as it is`,
  "zip-short": ({ text, state }: CellText & { state?: Personal }) =>
    `${quoted(text)} is too short for a ZIP code${state ? ` in ${state.personal}` : ""}: type all its digits`,
  "zip-zero-lost": ({ text, read }: ReadText) =>
    `${quoted(text)} had lost its leading zero and was read as ${quoted(read)}`,
  "state-unknown": ({ text }: CellText) => `${quoted(text)} is no US state that we know: it is sent as it is`,
  "address-too-long": ({ text }: CellText) =>
    `${quoted(text)} is too long for an address: write one, ${ONE_ADDRESS}`,
  "address-abroad": ({ text }: CellText) =>
    `${quoted(text)} is not an address in the United States: write its parts in columns of their own`,
  "address-of-two": ({ text }: CellText) => `${quoted(text)} holds two addresses: keep one, ${ONE_ADDRESS}`,
  "address-without-city": ({ text }: CellText) =>
    `${quoted(text)} has no city that can be told from the street: ${WITH_COMMAS}`,
  "address-unparted": ({ text }: CellText) =>
    `${quoted(text)} does not say where the street ends and the city begins: ${WITH_COMMAS}`,
  "address-copied": ({ text, of, read }: ReadText & { of: "residence" | "property" }) =>
    `${quoted(text)} was read as the address of ${of === "residence" ? "the applicant's residence" : "the property"}: ${quoted(read)}`,
  "address-reference-open": ({ text }: CellText) =>
    `${quoted(text)} does not say for certain which address is meant, and is left out: write the address itself`,
  "part-without-street": ({ text }: CellText) =>
    `${quoted(text)} stands there without a street, and is left out`,
  "house-number-twice": ({ text, street }: CellText & { street: Personal }) =>
    `${quoted(text)} is sent in front of ${quoted(street)}, which begins with a number already`,
  "line-added": ({ text }: CellText) => `${quoted(text)} was added to the street`,

  // Cells that hold several fields.
  "cell-contradicts": (parts: CellParts) =>
    `${quoted(parts.text)} contradicts ${partsText(parts).join(" and ")} of the same row: make them agree`,
  "cell-differs": (parts: CellParts) =>
    `${quoted(parts.text)} differs from ${partsText(parts).join(" and ")} of the same row, which is sent`,
  "cell-unsplit": ({ text }: CellText) => `${quoted(text)} is left out, for what it means is not certain`,
  "name-unsplit": ({ text }: CellText) =>
    `${quoted(text)} is left out, for what it means is not certain: write first and last name, as in Jane Doe`,
  "cell-split": (parts: CellParts & { without: readonly Personal[] }) => {
    const without = parts.without.map(quoted).join(" and ");
    const what = [
      ...(parts.parts.length > 0 ? [`was read as ${partsText(parts).join(", ")}`] : []),
      ...(without === "" ? [] : [`is sent without ${without}, for which a lead has no field`]),
    ];
    return `${quoted(parts.text)} ${what.join(", and ")}`;
  },
  "columns-differ": ({ column, other }: { column: Personal; other: Personal }) =>
    `${column.personal} and ${other.personal} both mean this field and differ: keep one of them`,
  "phones-differ": ({ column, other, read }: { column: Personal; other: Personal; read: Personal }) =>
    `${column.personal} and ${other.personal} both mean this field and differ: ${quoted(read)} is sent`,

  // Words for values, yes and no.
  "word-likely": ({ text, field, value, why }: CellText & { field: string; value: string; why: WordDoubt }) =>
    `${quoted(text)} was read as "${valueLabel(field, value)}": ${WORD_DOUBTS[why]}`,
  "word-left-out": ({ text }: CellText) => `${quoted(text)} is left out, as answered`,
  "word-unknown": ({ text, field, isConcept, why }: CellText & WordAsked) =>
    `What should go as ${fieldAt(field)?.label} for ${quoted(text)}${isConcept ? " and the like" : ""} (${WORD_DOUBTS[why]})?`,
  "words-unknown": ({ column }: { column: Personal }) =>
    `What should go for all further words in ${quoted(column)} that we do not know?`,
  "x-unclear": () => 'What does "x" mean, where other cells have a tick?',
  "x-beside-ticks": () => '"x" stands beside ticks, and is left out as long as nobody has said what it means',
  "yes-no-unsure": ({ text }: CellText) => `${quoted(text)} is neither yes nor no, and is left out`,
  "none-read-as-no": ({ text }: CellText) => `${quoted(text)} was read as no: there are none`,
  "yes-long-ago": ({ text }: CellText) => `Does ${quoted(text)} count among the last four years?`,
  "yes-long-ago-left-out": ({ text }: CellText) =>
    `${quoted(text)} may not be of the last four years, and is left out until somebody says that it is`,
  "yes-and-words": ({ text }: CellText) =>
    `${quoted(text)} was read as yes; the words beside it are not sent`,
  "no-and-words": ({ text }: CellText) => `${quoted(text)} was read as no; the words beside it are not sent`,
  "yes-no-amount": ({ text }: CellText) =>
    `${quoted(text)} is an amount, and neither yes nor no: write yes or no`,
  "yes-no-neither": ({ text }: CellText) => `${quoted(text)} is neither yes nor no: write yes or no`,

  // Units.
  "units-range": ({ text, isDate }: DatedText) =>
    `${quoted(text)} does not say how many units there are: write the number in digits, as in 2${dateHint(isDate)}`,
  "units-not-whole": ({ text, isDate }: DatedText) =>
    `${quoted(text)} is not a whole number of units: write the number in digits, as in 2${dateHint(isDate)}`,
  "units-odd": ({ text }: CellText) => `${text.personal} is an odd number of units: it is sent as it is`,
  "unit-odd": ({ text }: CellText) => `${text.personal} is an odd number for a unit: it is sent as it is`,
  "unit-date": ({ text }: CellText) => `${quoted(text)} is not a number${DATE_HINT}`,
  "unit-letters": ({ text }: CellText) =>
    `${quoted(text)} is not a number. The service takes digits only here: write the letters in the street`,
  "unit-not-number": ({ text }: CellText) => `${quoted(text)} is not a number: write digits only, as in 4`,
  "unit-beside-type": ({ text, unit }: CellText & { unit: Personal }) =>
    `${quoted(text)} holds a unit's number, ${quoted(unit)}, which is not sent`,
  "units-differ": ({ text, units }: CellText & { units: Personal }) =>
    `${units.personal} is not the number of units that ${quoted(text)} says: both are sent as they are`,
  "use-beside-type": ({ text }: CellText) =>
    `${quoted(text)} says how the property is used, too, which is not sent`,
  "unit-or-count": ({ column, count, text }: CellText & { column: Personal; count: Personal }) =>
    `Does ${column.personal} say how many units a building has, as in ${count.personal} beside ${quoted(text)}, or which one it is?`,
  "unit-is-count": ({ text }: CellText) =>
    `${text.personal} is how many units there are, and no unit's number`,
  "unit-differs": ({ unit, street }: { unit: Personal; street: Personal }) =>
    `Unit ${unit.personal} is not the unit in the street, ${quoted(street)}: both are sent as they are`,
  "units-from-type": ({ text, count }: CellText & { count: Personal }) =>
    `${quoted(text)} says ${count.personal} units, and the number of units is empty: ${count.personal} is sent`,
  "units-not-said": ({ text, place }: CellText & { place: Personal }) =>
    `${quoted(text)} does not say how many units there are: write the number in ${place.personal}. Required for multi-unit properties`,
  "unit-from-street": ({ text, unit }: CellText & { unit: Personal }) =>
    `Unit ${unit.personal} was read from ${quoted(text)} in the street`,
  "unit-of-street-not-number": ({ text, place }: CellText & { place: Personal }) =>
    `${quoted(text)} in the street is no number, and the service takes only digits as a unit: write them in ${place.personal}, if there are any. Required for condo properties`,
  "unit-from-type": ({ text, unit }: CellText & { unit: Personal }) =>
    `Unit ${unit.personal} was read from ${quoted(text)}`,

  // Amounts.
  "amount-of-week": ({ text }: CellText) =>
    `${quoted(text)} is not an amount for a month: write what a month's is, as in 2500`,
  "amount-range": ({ text, isDate }: DatedText) =>
    `${quoted(text)} is a range: write one amount, as in 2500${dateHint(isDate)}`,
  "amount-percentage": ({ text, isDate }: DatedText) =>
    `${quoted(text)} is a percentage, and not an amount: write digits only, as in 2500${dateHint(isDate)}`,
  "amount-mark-open": ({
    text,
    whole,
    fraction,
    isDate,
  }: DatedText & { whole: Personal; fraction: Personal }) =>
    `${quoted(text)} may mean thousands or a fraction: write ${whole.personal} or ${fraction.personal}${dateHint(isDate)}`,
  "amount-none": ({ text, isDate }: DatedText) =>
    `${quoted(text)} is not an amount: write digits only, as in 2500 or 1250.50${dateHint(isDate)}`,
  "amount-of-year-asked": ({ text }: CellText) =>
    `What should go as the amount of a month, where the sheet has one of a year, as in ${quoted(text)}?`,
  "amount-of-year": ({ text }: CellText) => `${quoted(text)} is an amount of a year, and is left out`,
  "amount-of-month": ({ text, read }: ReadText) => `${quoted(text)} was read as ${read.personal} a month`,
  "amount-negative": ({ text, isNumber }: CellText & { isNumber: boolean }) =>
    `${isNumber ? text.personal : quoted(text)} is below zero and is sent as it is`,
  "amount-odd": ({ text, isNumber }: CellText & { isNumber: boolean }) =>
    `${isNumber ? text.personal : quoted(text)} is an odd amount for a month, and is sent as it is`,
  "rent-of-owner": () => "What should go as Monthly Rental Income where the applicant lives in the property?",
  "rent-left-out": ({ text }: CellText) =>
    `${text.personal} is left out, as the applicant lives in the property`,
  "rent-of-vacant-unread": ({ text }: { text?: Personal }) =>
    `${text ? quoted(text) : "The number"} is left out: a vacant property needs no rent`,
};

/** A word that a person is asked about. */
interface WordAsked {
  field: string;
  /** Whether other words mean the same, and are asked about with it. */
  isConcept: boolean;
  why: WordDoubt;
}

export type CellFinding = keyof typeof CELL_TEXTS;

export const cellFinding = finder(CELL_TEXTS);
