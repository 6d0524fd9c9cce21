/** A day as a text may mean it; a part that it does not say is absent. */
interface Day {
  year?: number;
  month: number;
  day: number;
}

/** How a day was written: one of its parts first. Two numbers in another order are another day. */
type Order = "year" | "month" | "day" | "name";

interface ReadDay extends Day {
  order: Order;
}

/**
 * Whether a program that takes a text for a day or a time writes another one for it. Programs take the order of day and
 * month from the country, and put this year where none stands.
 *
 * @param isDate Whether the other one is a day of a workbook, as in `2026-05-05`.
 */
export function isSameMoment(was: string, is: string, isDate: boolean): boolean {
  const time = readTime(was);
  if (time !== undefined) return isDate ? DAY_OF_TIMES.test(is) : isSameTime(time, is);
  const [meant, seen] = [splitTime(was), splitTime(is)];
  if (!isDate && meant.seconds !== seen.seconds && !isSerialOf(meant.seconds, is)) return false;
  const days = readDays(meant.day);
  if (days.length === 0) return false;
  if (/^\d{5}(?:\.\d+)?$/.test(is)) return !DOTTED.test(meant.day) && isSerial(days, Math.floor(Number(is)));
  const others = readWrittenDays(seen.day);
  return days.some((day) => others.some((other) => isSameDay(day, other)));
}

function isSameDay(meant: ReadDay, seen: ReadDay): boolean {
  const isNumeric = (order: Order): boolean => order === "month" || order === "day";
  // `03/04/2026` that has become `04/03/2026` is another day, whoever has written it.
  const isTurned =
    isNumeric(meant.order) && isNumeric(seen.order) && meant.year !== undefined && meant.order !== seen.order;
  const isSameYear = meant.year === undefined || meant.year === seen.year;
  return !isTurned && isSameYear && meant.month === seen.month && meant.day === seen.day;
}

const DOTTED = /^\d{1,2}\.\d{1,2}$/;

/** Everything that a program may take for a day, by what it may mean. */
function readDays(text: string): ReadDay[] {
  const named = readNamed(text);
  if (named.length > 0) return named;
  const [, first, , second] = /^(\d{1,4})([-/.])(\d{1,4})$/.exec(text) ?? [];
  if (first === undefined || second === undefined) return readNumbers(text);
  const [one, two] = [Number(first), Number(second)];
  const pairs: ReadDay[] = [
    { month: one, day: two, order: "month" },
    { month: two, day: one, order: "day" },
    ...years(second).map((year): ReadDay => ({ year, month: one, day: 1, order: "month" })),
    ...(first.length === 4 ? [{ year: one, month: two, day: 1, order: "year" as const }] : []),
  ];
  return pairs.filter(isDay);
}

/** What a program writes for a day: with a year, or as in `5-May`. `May-26` is a month and its year. */
function readWrittenDays(text: string): ReadDay[] {
  const named = readNamed(text);
  if (named.length === 0) return readNumbers(text);
  return NAME_FIRST.test(text) ? named.filter(({ year }) => year !== undefined) : named;
}

function readNumbers(text: string): ReadDay[] {
  const [, first, , second, third] = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(text) ?? [];
  if (first === undefined || second === undefined || third === undefined) return [];
  const [one, two, three] = [Number(first), Number(second), Number(third)];
  const days: ReadDay[] =
    first.length > 2
      ? years(first).map((year) => ({ year, month: two, day: three, order: "year" }))
      : years(third).flatMap((year): ReadDay[] => [
          { year, month: one, day: two, order: "month" },
          { year, month: two, day: one, order: "day" },
        ]);
  return days.filter(isDay);
}

const NAME = "(\\p{L}{3,10})\\.?";
const SEPARATOR = "(?:[-/ .,]|, )";
const YEAR = `(?:${SEPARATOR}(\\d{4}|\\d{2}))?`;

/** `May-05`, `May 5, 2026`, `May-26`, `MAR1`. */
const NAME_FIRST = new RegExp(`^${NAME}${SEPARATOR}?(\\d{1,4})${YEAR}$`, "u");
/** `5-May`, `5. Mai 2026`. */
const NUMBER_FIRST = new RegExp(`^(\\d{1,2})(?:[-/ ]|\\. ?)?${NAME}${YEAR}$`, "u");

function readNamed(text: string): ReadDay[] {
  if (!/\p{L}{3}/u.test(text)) return [];
  const [, name, number = "", year] = NAME_FIRST.exec(text) ?? [];
  if (name !== undefined) return namedDays(monthOf(name), number, year, true);
  const [, day = "", other, after] = NUMBER_FIRST.exec(text) ?? [];
  return other === undefined ? [] : namedDays(monthOf(other), day, after, false);
}

/** @param mayBeYear Whether the number may be the month's year. */
function namedDays(
  month: number | undefined,
  number: string,
  year: string | undefined,
  mayBeYear: boolean,
): ReadDay[] {
  if (month === undefined) return [];
  const order = "name";
  if (year !== undefined) {
    return years(year)
      .map((year): ReadDay => ({ year, month, day: Number(number), order }))
      .filter(isDay);
  }
  const first = mayBeYear ? years(number).map((year): ReadDay => ({ year, month, day: 1, order })) : [];
  return [{ month, day: Number(number), order } satisfies ReadDay, ...first].filter(isDay);
}

/** The years that two or four digits may stand for. */
function years(digits: string): number[] {
  const number = Number(digits);
  if (digits.length === 4) return number >= 1900 ? [number] : [];
  return digits.length <= 2 ? [1900 + number, 2000 + number] : [];
}

const LEAP_YEAR = 2024;

function isDay({ year = LEAP_YEAR, month, day }: Day): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Programs count the days; without a year it is one in which the program can have been used. */
const DAY_ZERO = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };
const DAY_MS = 86_400_000;
const YEAR_MIN = 2020;
const YEAR_MAX = 2060;

function isSerial(days: readonly Day[], serial: number): boolean {
  return Object.values(DAY_ZERO).some((zero) => {
    const date = new Date(zero + serial * DAY_MS);
    const year = date.getUTCFullYear();
    return days.some(
      (day) =>
        day.month === date.getUTCMonth() + 1 &&
        day.day === date.getUTCDate() &&
        (day.year === undefined ? year >= YEAR_MIN && year <= YEAR_MAX : day.year === year),
    );
  });
}

const LANGUAGES = ["en", "es", "de", "fr", "pt", "it", "nl"];
let months: ReadonlyMap<string, number> | undefined;

/** By its name or the beginning of it, in the languages of programs. */
function monthOf(name: string): number | undefined {
  months ??= new Map([["sept", 9], ...LANGUAGES.flatMap(monthNames)]);
  return months.get(nameKey(name));
}

function monthNames(language: string): [string, number][] {
  return (["long", "short"] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, index): [string, number] => [
      nameKey(format.format(Date.UTC(LEAP_YEAR, index, 1))),
      index + 1,
    ]);
  });
}

function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}

/** Where a workbook puts times that have no day. */
const DAY_OF_TIMES = /^(?:1899-12-3[01]|1900-01-0[0-9]|1904-01-0[12])$/;
const TIME = /^(\d{1,4}):(\d{1,2})(?::(\d{1,2})(?:[.,]0+)?)?(?: ?([AP])\.? ?M?\.?)?$/i;
const HOUR = /^(\d{1,2}) ([AP])M?$/i;
const DAY_SECONDS = 86_400;

/** Seconds since midnight; more than a day's are a duration. */
function readTime(text: string): number | undefined {
  const [, hours, minutes = "0", seconds = "0", half] = TIME.exec(text) ?? [];
  const [, hour, halfOfHour] = HOUR.exec(text) ?? [];
  const [count, part] = [Number(hours ?? hour), (half ?? halfOfHour)?.toUpperCase()];
  if (Number.isNaN(count) || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  if (part !== undefined && (count < 1 || count > 12)) return undefined;
  const ofDay = part === undefined ? count : (count % 12) + (part === "P" ? 12 : 0);
  return (ofDay * 60 + Number(minutes)) * 60 + Number(seconds);
}

function isSameTime(seconds: number, is: string): boolean {
  if (/^\d{1,3}(?:[.,]\d{1,17})?$/.test(is)) return isPartOfDay(seconds, Number(is.replace(",", ".")));
  const other = readTime(is);
  // Programs leave the days out of a long time.
  return other !== undefined && (other === seconds || other === seconds % DAY_SECONDS);
}

function isPartOfDay(seconds: number, days: number): boolean {
  return Math.abs(days * DAY_SECONDS - seconds) < 0.5;
}

function splitTime(text: string): { day: string; seconds: number } {
  const [, day, time = ""] = /^(\S.*?)[ T](\d{1,2}:.*)$/.exec(text) ?? [];
  const seconds = readTime(time);
  return day === undefined || seconds === undefined ? { day: text, seconds: 0 } : { day, seconds };
}

function isSerialOf(seconds: number, is: string): boolean {
  return /^\d{5}\.\d+$/.test(is) && isPartOfDay(seconds, Number(is) % 1);
}
