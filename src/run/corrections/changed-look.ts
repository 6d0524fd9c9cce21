import { type CellValue, cellText } from "../../sheet/table.ts";

/** No number and no date is longer. */
const CHARACTERS_MAX = 60;

/**
 * Whether a cell is what spreadsheet programs, as they are set in the United States, Mexico or Britain, make of another one when
 * they open and save a sheet: `000123` comes back as `123`, `May-05` as a date. Only in this direction: who writes `000123` for `123` has corrected
 * it. What could be a person's correction as well is none.
 */
export function isChangedInLook(before: CellValue, after: CellValue): boolean {
  const [was, is] = [cellText(before), cellText(after)];
  if (was === is || was === "") return false;
  if (isPlainer(was, is) || isCutOff(was, is)) return true;
  const [meant, seen] = [withoutGuard(plain(was)), plain(is)];
  if (meant === "" || meant.length > CHARACTERS_MAX || seen.length > CHARACTERS_MAX) return false;
  // What kept a program from taking the text for a number or a formula.
  if (meant === seen && meant !== plain(was)) return true;
  if (seen === `'${plain(was)}`) return true;
  const truth = meant.toUpperCase();
  if (truth === "TRUE" || truth === "FALSE")
    return seen === truth || (after === (truth === "TRUE") && typeof after === "boolean");
  return isSameNumber(meant, seen) || isSameDay(meant, seen);
}

/** What a cell of a workbook holds. */
const CELL_CHARACTERS_MAX = 32_767;

/** Whether a text is the beginning of one that no cell can hold, as our own workbooks have it too. */
function isCutOff(was: string, is: string): boolean {
  if (was.length <= CELL_CHARACTERS_MAX || is.length < CELL_CHARACTERS_MAX - 1) return false;
  return was.startsWith(is.replace(/[…\ufffd]+$/, ""));
}

/** Spaces and hyphens that are not the usual ones. */
const ODD_SPACE = /[\u00a0\u2007\u202f]/g;
const ODD_HYPHEN = /\u2011/g;

/** The text without blanks around it, and with usual line ends, spaces and hyphens. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(ODD_SPACE, " ").replace(ODD_HYPHEN, "-").trim();
}

/** Whether nothing but blanks, and characters that look like others, has gone. */
function isPlainer(was: string, is: string): boolean {
  return oddCount(is) < oddCount(was) && plain(was) === plain(is);
}

function oddCount(text: string): number {
  const odd = text.match(/[\r\u00a0\u2007\u202f\u2011]/g)?.length ?? 0;
  return odd + text.length - text.trim().length;
}

const TEXT_FORMULA = /^="([^"]*)"$/;

/** The text without the apostrophe or formula that keeps it from becoming a number. */
function withoutGuard(text: string): string {
  return TEXT_FORMULA.exec(text)?.[1] ?? (text.startsWith("'") ? text.slice(1) : text);
}

interface WrittenNumber {
  value: number;
  /** Those that count: without zeros at either end. */
  digits: string;
  fractionLength: number;
  /** A zero or a plus in front, which programs leave out. */
  isPadded: boolean;
  isMoney: boolean;
  isGrouped: boolean;
  isScientific: boolean;
}

const NUMBER = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:E([+-]?\d{1,3}))?$/i;

function readNumber(text: string): WrittenNumber | undefined {
  const bare = text.replace(/^([+-]?)\$/, "$1");
  const [, sign = "", grouped = "", fraction = "", power] = NUMBER.exec(bare) ?? [];
  const whole = grouped.replaceAll(",", "");
  if (whole + fraction === "") return undefined;
  return {
    value: Number(`${sign}${whole}.${fraction}e${power ?? 0}`),
    digits: (whole + fraction).replace(/^0+|0+$/g, ""),
    fractionLength: fraction.length,
    isPadded: sign === "+" || /^0\d/.test(whole),
    isMoney: bare !== text,
    isGrouped: whole !== grouped,
    isScientific: power !== undefined,
  };
}

/** Whether a program that takes the one text for a number writes the other. */
function isSameNumber(was: string, is: string): boolean {
  const [meant, seen] = [readNumber(was), readNumber(is)];
  return meant !== undefined && seen !== undefined && isLooser(meant, seen) && isSameValue(meant, seen);
}

/** Whether the other one says nothing more than the one did: lost zeros that are back are a correction. */
function isLooser(meant: WrittenNumber, seen: WrittenNumber): boolean {
  if (seen.isPadded || (seen.isMoney && !meant.isMoney)) return false;
  // Then programs choose a format, which adds digits and marks.
  if (meant.isMoney || meant.isGrouped || meant.isScientific || seen.isScientific) return true;
  return !seen.isGrouped && seen.fractionLength <= meant.fractionLength;
}

/** Programs keep so many digits of a number. */
const DIGITS_KEPT = 15;
/** A double, written out, has no more. */
const DIGITS_OF_DOUBLE = 17;
/** Programs shorten numbers from so many digits on where a column is narrow. */
const DIGITS_SHOWN_MIN = 9;

function isSameValue(meant: WrittenNumber, seen: WrittenNumber): boolean {
  if (meant.digits === seen.digits) return meant.value === seen.value;
  const [kept, count] = [seen.digits.length, meant.digits.length];
  if (kept === 0 || kept >= count) return false;
  const isRounded = Number(meant.value.toPrecision(Math.min(kept, DIGITS_OF_DOUBLE))) === seen.value;
  if (seen.isScientific && Math.abs(meant.value) >= 10 ** DIGITS_SHOWN_MIN && isRounded) return true;
  if (count <= DIGITS_KEPT || kept > DIGITS_OF_DOUBLE || kept < DIGITS_SHOWN_MIN) return false;
  // The last digits of a long number become zeros, or it is rounded to what a number can hold.
  const cut = meant.digits.slice(0, DIGITS_KEPT).replace(/0+$/, "");
  const isCut = cut === seen.digits && Math.abs(1 - seen.value / meant.value) < 10 ** (1 - DIGITS_KEPT);
  return isRounded || isCut || meant.value === seen.value;
}

/** A day as a text may mean it; a year that it does not say is absent: programs put this one. */
interface Day {
  year: number | undefined;
  month: number;
  day: number;
  /** Only for three numbers: another order is another day, whoever has written it. */
  isDayFirst: boolean | undefined;
}

/** Whether a program that takes a text for a day writes another one for it. */
function isSameDay(was: string, is: string): boolean {
  const days = [...TYPED, ...WRITTEN].flatMap((form) => daysIn(was, form));
  const others = /^\d{5}$/.test(is) ? [dayOfSerial(Number(is))] : WRITTEN.flatMap((form) => daysIn(is, form));
  return days.some(({ year, month, day, isDayFirst }) =>
    others.some((other) => {
      const isTurned = (isDayFirst ?? other.isDayFirst) !== (other.isDayFirst ?? isDayFirst);
      const isSameYear = year === undefined ? isThisTime(other.year) : year === other.year;
      return !isTurned && isSameYear && month === other.month && day === other.day;
    }),
  );
}

/** Absent, or one in which the program can have been used. */
function isThisTime(year = 2026): boolean {
  return year >= 2020 && year <= 2060;
}

const DAY_FIRST = /^(?<day>\d\d?)(?<mark>[-/])(?<month>\d\d?)\k<mark>(?<year>\d{4}|\d\d?)$/;
const MONTH_FIRST = /^(?<month>\d\d?)(?<mark>[-/])(?<day>\d\d?)\k<mark>(?<year>\d{4}|\d\d?)$/;
/** How programs write a day, or a month and its year, and people too. */
const WRITTEN: readonly RegExp[] = [
  DAY_FIRST,
  MONTH_FIRST,
  /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)$/,
  // `May 5, 2026`, `May-26`, `5-May`, `5-May-26`
  /^(?<name>[a-z]{3,9})\.?[-/ ]?(?<day>\d\d?)(?:[-/ ]|, )(?<year>\d{4}|\d\d)$/i,
  /^(?<name>[a-z]{3,9})\.?[-/ ]?(?<year>\d{4}|\d\d?)(?:[-/ ]|, )?$/i,
  /^(?<day>\d\d?)[-/ ]?(?<name>[a-z]{3,9})(?:[-/ ](?<year>\d{4}|\d\d))?$/i,
];
/** What programs take for one besides: `May-05`, `MAR1`, `4-2`, `5-2020`. */
const TYPED: readonly RegExp[] = [
  /^(?<name>[a-z]{3,9})\.?[-/ ]?(?<day>\d\d?)(?:[-/ ]|, )?$/i,
  /^(?<month>\d\d?)[-/](?<day>\d\d?)$/,
  /^(?<day>\d\d?)[-/](?<month>\d\d?)$/,
  /^(?<month>\d\d?)[-/](?<year>\d{4}|\d\d?)$/,
  /^(?<year>\d{4})[-/](?<month>\d\d?)$/,
];

/** The days that a text may mean if it is written in a form. */
function daysIn(text: string, form: RegExp): Day[] {
  const { name, month, day = "1", year } = form.exec(text)?.groups ?? {};
  const isDayFirst = form === DAY_FIRST ? true : form === MONTH_FIRST ? false : undefined;
  const known = { month: name === undefined ? Number(month) : monthOf(name), day: Number(day), isDayFirst };
  return (year === undefined ? [undefined] : years(year))
    .map((each) => ({ ...known, year: each }))
    .filter(isDay);
}

const MONTHS = [
  ..."january february march april may june july august september october november december".split(" "),
  ..."enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" "),
];

/** 0 for none. */
function monthOf(name: string): number {
  return (MONTHS.findIndex((each) => each.startsWith(name.toLowerCase())) % 12) + 1;
}

/** The years that digits may stand for. */
function years(digits: string): number[] {
  const number = Number(digits);
  if (digits.length === 4) return number >= 1900 ? [number] : [];
  return [1900 + number, 2000 + number];
}

function isDay({ year = 2024, month, day }: Day): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Programs count the days from the end of 1899. */
function dayOfSerial(serial: number): Day {
  const date = new Date(Date.UTC(1899, 11, 30 + serial));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    isDayFirst: undefined,
  };
}
