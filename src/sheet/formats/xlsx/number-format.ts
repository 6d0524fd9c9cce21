import { addLocale, format, isDateFormat, isValidFormat } from "numfmt";

/** How a cell shows its number: as it is, as a day or a time, or as the code of a format says. */
export type NumberStyle = "plain" | "date" | { code: string };

/** English without marks between thousands: where a sheet writes decimals with a comma, such a mark would be one. */
const LOCALE = "en-x";
addLocale({ group: "" }, LOCALE);

/** Excel's own limit. */
const CODE_CHARACTERS_MAX = 255;

/** @param id Of a built-in format, where there is no code. */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return isBuiltInDate(id) ? "date" : "plain";
  if (code.length > CODE_CHARACTERS_MAX || !isValidFormat(code)) return "plain";
  return isDateFormat(code) ? "date" : { code };
}

/** Built-in formats that show dates and times; 27 to 36 and 50 to 58 do in East Asian Excel. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** What a format shows for a number, in a column that is wide enough. */
export function formatted(number: number, { code }: { code: string }): string {
  return format(code, number, { locale: LOCALE }).trim();
}
