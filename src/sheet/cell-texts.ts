import { type CodedText, finder, type Personal, personal } from "../base/finding.ts";
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

/** Sentences that begin with what stands in the cell. */
const cell =
  (rest: string) =>
  ({ text }: CellText): string =>
    `${quoted(text)} ${rest}`;
const sentAsItIs = (is: string) => cell(`${is}: it is sent as it is`);
const leftOut = (is: string) => cell(`${is}, and is left out`);
const readAs =
  (rest: string) =>
  ({ text, read }: ReadText): string =>
    `${quoted(text)} ${rest} ${quoted(read)}`;
const partsText = ({ parts, values }: CellParts): string[] =>
  values.map((value, at) => `${PART_NAMES[parts[at] ?? ""] ?? parts[at]} ${quoted(value)}`);

/** Why a cell that holds several fields cannot be taken apart. */
const SPLIT_TEXTS = {
  "name-of-two": cell(`seems to name two people: ${ONE_NAME}`),
  "name-commas": cell("has too many commas for a name: write it as in Doe, Jane"),
  "name-of-other": cell(`names somebody besides the applicant: ${ONE_NAME}, or take the row out`),
  "name-of-company": cell(`names a company or a trust, not a person: ${ONE_NAME}`),
  "name-and-more": cell(`holds more than a name: ${ONE_NAME}`),
  "address-too-long": cell(`is too long for an address: write one, ${ONE_ADDRESS}`),
  "address-abroad": cell("is not an address in the United States: write its parts in columns of their own"),
  "address-of-two": cell(`holds two addresses: keep one, ${ONE_ADDRESS}`),
  "address-without-city": cell(`has no city, or none that we can tell from the street: ${WITH_COMMAS}`),
  "address-unparted": cell(`does not say where the street ends and the city begins: ${WITH_COMMAS}`),
};

export type SplitRefusal = keyof typeof SPLIT_TEXTS;

/** What is found of single cells, as they are read. */
export const CELL_TEXTS = {
  ...SPLIT_TEXTS,
  // Any cell.
  "text-too-long": cell("is far too long for a cell: look for a stray quotation mark before it"),
  "read-as": readAs("was read as"),
  "read-as-empty": cell("was read as an empty cell"),
  "sheet-error": cell("is an error of the spreadsheet, not a value: correct the formula, or type the value"),
  "formula-without-result": cell(
    "is a formula without its result: open the sheet in Excel and save it, or type the value",
  ),
  "letters-lost": cell(
    "has lost letters (\ufffd) in an earlier export: type them again, and export as CSV UTF-8",
  ),
  "placeholder-left": cell(
    "stands for a value that a program did not have: type the value, or empty the cell",
  ),
  "characters-broken": cell("holds half a character or control characters: type the value again"),
  "quote-escaped": cell(
    'has \\" in it, which spreadsheets read wrongly: write "" for a quotation mark, or delete it',
  ),
  "quotation-mark": cell(
    "holds a quotation mark and is sent with it. Delete the quotation mark if it does not belong there",
  ),
  "several-lines": sentAsItIs("runs over more than one line"),
  "digits-lost": cell("has lost digits: format the column as Text, and type all digits again"),
  "letter-lost": cell("may have a ? in place of a letter: type it again, and export as CSV UTF-8"),
  "date-made": sentAsItIs("looks as if a spreadsheet turned it into a date"),
  "in-quotation-marks": cell(
    "is in quotation marks or brackets and is sent with them: delete them if they do not belong there",
  ),
  "web-code": sentAsItIs("holds a code of web pages (such as &amp; for &)"),

  // Values with a type of their own.
  "cell-is-date": cell(
    "is a date, and no field of a lead holds one: format the column as Text, and type the value again",
  ),
  "number-inexact": cell("is a number too large to be exact: write it as text"),
  "cell-is-several": cell("is a list or an object: write a single value"),
  "truth-for-value": cell("is not a value of this field: write text or a number"),
  "number-for-text": cell("is a number in the file, and is sent as text"),

  // Names.
  "name-or-null": sentAsItIs("is a name, or a program's word for a missing name"),
  "names-likely": sentAsItIs("looks like more than the name of one person"),
  "last-name-likely-more": sentAsItIs("looks like more than a last name"),
  "whole-name-in-last": ({ text, first, last }: CellText & { first: Personal; last: Personal }) =>
    `${quoted(text)} holds the whole name: first name ${quoted(first)}, last name ${quoted(last)}`,
  "last-name-in-first": readAs("holds the last name too, and was read as first name"),
  "first-name-in-last": readAs("holds the first name too, and was read as last name"),

  // E-mail addresses.
  "emails-several": cell("holds more than one e-mail address: keep one"),
  "email-mistyped": ({ text, likely }: CellText & { likely: Personal }) =>
    `${quoted(text)} is not an e-mail address: did you mean ${quoted(likely)}?`,
  "email-misspelt": ({ text, likely }: CellText & { likely: Personal }) =>
    `${quoted(text)} may be a typing mistake for ${quoted(likely)}: it is sent as it is`,
  "email-made-up": sentAsItIs("looks made up"),
  "email-made-up-asked": ({ text }: CellText) => `Is ${quoted(text)} the applicant's real e-mail address?`,

  // Telephone numbers.
  "phones-several": ({ text, read, others }: ReadText & { others: readonly Personal[] }) =>
    `${quoted(text)}: ${quoted(read)} is sent, and ${others.map(quoted).join(", ")} is not`,
  "phone-and-words": ({ text, read }: ReadText) =>
    `${quoted(text)}: ${quoted(read)} is sent, without the words beside it`,
  "phone-of-other": leftOut("says that the number is somebody else's"),
  "phone-none": leftOut("is not a telephone number"),
  "phone-made-up": leftOut("is not a telephone number"),
  "phone-short": leftOut("is too short for a telephone number"),
  "phone-without-area": sentAsItIs("lacks its area code"),
  "phone-unlike": sentAsItIs("does not look like a telephone number"),

  // Addresses.
  "city-likely-more": sentAsItIs("looks like more than the name of a city"),
  "addresses-likely": sentAsItIs("looks like more than one address"),
  "street-is-box": sentAsItIs("is not the place of a property"),
  "street-without-number": sentAsItIs("has no house number"),
  "city-cut-off-street": readAs("names the city again, and was read as"),
  "zip-none": leftOut("is not a ZIP code"),
  "zip-letter": readAs("has a letter in the place of a digit, and was read as"),
  "zip-unlike": sentAsItIs("is not a US ZIP code"),
  "zip-short": cell("is too short for a ZIP code of its state: type all its digits"),
  "zip-zero-lost": readAs("had lost its leading zero and was read as"),
  "state-unknown": sentAsItIs("is not a US state that we know"),
  "address-copied": ({ text, of, read }: ReadText & { of: "residence" | "property" }) =>
    `${quoted(text)} was read as the address of ${of === "residence" ? "the applicant's residence" : "the property"}: ${quoted(read)}`,
  "address-reference-open": cell(
    "does not clearly say which address you mean, and is left out: write the address itself",
  ),
  "part-without-street": leftOut("has no street beside it"),
  "house-number-twice": ({ text, street }: CellText & { street: Personal }) =>
    `${quoted(text)} is sent in front of ${quoted(street)}, which begins with a number already`,
  "line-added": cell("was added to the street"),

  // Cells that hold several fields.
  "cell-contradicts": (parts: CellParts) =>
    `${quoted(parts.text)} contradicts ${partsText(parts).join(" and ")} of the same row: make them agree`,
  "cell-differs": (parts: CellParts) =>
    `${quoted(parts.text)} differs from ${partsText(parts).join(" and ")} of the same row, which is sent`,
  "cell-unsplit": cell("is left out, because its meaning is not certain"),
  "cell-split": (parts: CellParts & { without: readonly Personal[] }) => {
    const without = parts.without.map(quoted).join(" and ");
    const what = [
      ...(parts.parts.length > 0 ? [`was read as ${partsText(parts).join(", ")}`] : []),
      ...(without === "" ? [] : [`is sent without ${without}, because a lead has no field for it`]),
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
  "word-left-out": cell("does not say clearly what it means, and is left out"),
  "word-unknown": ({ text, field, isConcept, why }: CellText & WordAsked) =>
    `Your sheet says ${quoted(text)}${isConcept ? " or the like" : ""} (${WORD_DOUBTS[why]}). Which ${fieldAt(field)?.label} is it?`,
  "words-unknown": ({ column }: { column: Personal }) =>
    `What should we send for all other words in ${quoted(column)} that we do not know?`,
  "x-beside-ticks": leftOut("may mean yes or no beside ticks of other cells"),
  "yes-no-unsure": leftOut("is neither yes nor no"),
  "yes-long-ago": ({ text, period }: CellText & { period: Personal }) =>
    `Does ${quoted(text)} fall within the last ${period.personal}?`,
  "yes-long-ago-left-out": ({ text, period }: CellText & { period: Personal }) =>
    `${quoted(text)} may be more than ${period.personal} ago, and is left out until somebody says that it counts`,
  "answer-and-words": ({ text, read }: ReadText) =>
    `${quoted(text)} was read as ${read.personal}; the words beside it are not sent`,
  "yes-no-neither": cell("is neither yes nor no: write yes or no"),

  // Units.
  "units-not-whole": cell("is not a whole number of units: write the number in digits, as in 2"),
  "number-odd": sentAsItIs("is an unusual number here"),
  "unit-letters": cell("is not a number. The service accepts only digits here: write the rest in the street"),
  "unit-beside-type": ({ text, unit }: CellText & { unit: Personal }) =>
    `${quoted(text)} holds a unit's number, ${quoted(unit)}, which is not sent`,
  "units-differ": ({ text, units }: CellText & { units: Personal }) =>
    `${units.personal} is not the number of units that ${quoted(text)} says: both are sent as they are`,
  "use-beside-type": cell("also says how the property is used; that is not sent"),
  "unit-or-count": ({ column, count, text }: CellText & { column: Personal; count: Personal }) =>
    `Is ${column.personal} the number of units in the building, as in ${count.personal} for ${quoted(text)}, or the number of one unit?`,
  "unit-differs": ({ unit, street }: { unit: Personal; street: Personal }) =>
    `Unit ${unit.personal} is not the unit in the street, ${quoted(street)}: both are sent as they are`,
  "units-from-type": ({ text, count }: CellText & { count: Personal }) =>
    `${quoted(text)} says ${count.personal} units, and the number of units is empty: ${count.personal} is sent`,
  "units-not-said": ({ text, place }: CellText & { place: Personal }) =>
    `${quoted(text)} does not say how many units there are: write the number in ${place.personal}. Required for multi-unit properties`,
  "unit-from-street": ({ text, unit }: CellText & { unit: Personal }) =>
    `Unit ${unit.personal} was read from ${quoted(text)} in the street`,
  "unit-of-street-not-number": ({ text, place }: CellText & { place: Personal }) =>
    `${quoted(text)} in the street is not a number, and the service accepts only digits: write the unit's digits in ${place.personal}, if it has any. Required for condo properties`,
  "unit-from-type": ({ text, unit }: CellText & { unit: Personal }) =>
    `Unit ${unit.personal} was read from ${quoted(text)}`,

  // Amounts.
  "amount-of-week": cell("is not a monthly amount: write the monthly amount, as in 2500"),
  "amount-mark-asked": ({ text }: CellText) => `Does ${quoted(text)} mean thousands or a fraction?`,
  "amount-mark-open": leftOut("may mean thousands or a fraction"),
  "amount-none": cell("is not an amount: write one in digits only, as in 2500 or 1250.50"),
  "amount-of-year-asked": ({ text }: CellText) =>
    `The sheet has a yearly amount, as in ${quoted(text)}. What should we send as the monthly amount?`,
  "amount-of-year": leftOut("is a yearly amount"),
  "amount-negative": sentAsItIs("is below zero"),
  "amount-odd": sentAsItIs("is an unusual amount for a month"),
  "rent-of-owner": () =>
    "What should we send as Monthly Rental Income if the applicant lives in the property?",
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

type ParamsOfCell<F extends CellFinding> = Parameters<(typeof CELL_TEXTS)[F]>[0];

/** What a sentence is made of beside the cell's text: as texts, where all of it is a person's. */
type MoreTexts<F extends CellFinding> = {
  [K in Exclude<keyof ParamsOfCell<F>, "text">]: ParamsOfCell<F>[K] extends Personal ? string : never;
};

/** The same of a cell's text, and of other texts of a person. */
export function ofCell<F extends CellFinding>(
  finding: F,
  text: string,
  ...[more]: keyof MoreTexts<F> extends never ? [] : [more: MoreTexts<F>]
): CodedText<F> {
  const texts = Object.entries({ text, ...(more as Record<string, string> | undefined) });
  const params = Object.fromEntries(texts.map(([name, one]) => [name, personal(one)]));
  return (cellFinding as (finding: F, params: unknown) => CodedText<F>)(finding, params);
}
