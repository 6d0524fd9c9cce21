import { ofCell } from "../cell-texts.ts";
import { holdsCode } from "../text/spoilt-text.ts";
import type { TextReader } from "./cell-report.ts";
import { isShortenedNumber } from "./cell-text.ts";

/** A question mark in place of a letter that the export's encoding lacks. After a word, a question mark only asks. */
const LOST_LETTER = /\p{L}\?\p{L}|^\?\p{L}/u;

/** What Excel makes of 4-5 or MAR5. */
const SHEET_DATE =
  /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$/i;

/** Double quotation marks are spoken of wherever they stand. */
const IN_QUOTES = /^['‘’‚‛`´“”„«»].+['‘’‚‛`´“”„«»]$/;

const IN_BRACKETS = /^(?:\[[^[\]]+\]|<[^<>]+>)$/;

/** Text that is sent as it stands, as long as no program has spoilt it on the way. */
export const readPlainText: TextReader = (text, report) => {
  if (isShortenedNumber(text)) return report.unreadable(ofCell("digits-lost", text));
  if (LOST_LETTER.test(text)) report.warn(ofCell("letter-lost", text));
  if (SHEET_DATE.test(text)) report.warn(ofCell("date-made", text));
  if (IN_QUOTES.test(text) || IN_BRACKETS.test(text)) report.warn(ofCell("in-quotation-marks", text));
  if (holdsCode(text)) report.warn(ofCell("web-code", text));
  return text;
};

/** Two people, or what somebody wrote beside a name: `Ann & Bob`, `Ann (deceased)`, `Lee - do not call`. */
const NO_NAME =
  /&(?![a-z#]\w*;)|[/()]|(?<![\p{L}\p{N}_])(?:and|deceased|estate of|do not)(?![\p{L}\p{N}_])/iu;
/** `Rome, NY` and `Rome NY 13440`. */
const MORE_THAN_CITY = /,\s*\S|\b\d{5}\b/;

/** `Jos?` */
const LOST_AT_END = /^\p{L}+\?$/u;

/** A first or a last name. */
export const readNamePart: TextReader = (text, report) => {
  if (LOST_AT_END.test(text)) report.warn(ofCell("letter-lost", text));
  if (NO_NAME.test(text)) report.warn(ofCell("names-likely", text));
  return readPlainText(text, report);
};

export const readCity: TextReader = (text, report) => {
  if (MORE_THAN_CITY.test(text)) report.warn(ofCell("city-likely-more", text));
  return readPlainText(text, report);
};

/**
 * Another house number with its street behind the first: `12 Elm St & 14 Oak Ave`, `12 Elm St - moving to 9 Oak St`. Not
 * `12-14 Elm St`, `12 1/2 Elm St`, `12 Elm St - 2nd Floor`.
 */
const TWO_STREETS =
  /^\d+[a-z]?\s[^&/;+]*[a-z].?\s*(?:[&/;+]|\s(?:and|or|to|at|y)\s|\s[-\u2013]\s(?:now|new|formerly|old)\s)\s*\d+[a-z]?\s+(?:[nsew]{1,2}\.?\s+)?(?!(?:unit|apt|floor|rear|bed)s?\b)[a-z]{3}/i;
const MAY_BE_TWO = /[&/;+]| (?:and|or|to|at|y) | [-\u2013] /;

export const readStreet: TextReader = (text, report) => {
  if (MAY_BE_TWO.test(text) && TWO_STREETS.test(text)) report.warn(ofCell("addresses-likely", text));
  return readPlainText(text, report);
};
