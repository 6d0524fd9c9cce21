import { displayWidth, flow, padEnd, padStart, wrap } from "../../base/text-width.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import type { Reason } from "../model/reason-tally.ts";

const INDENT = "  ";
const GAP = "   ";
/** Narrower, and the places stand below the messages instead of beside them. */
const MESSAGE_COLUMNS_MIN = 30;
/** Wider, and the eye loses the line on its way to the places. */
const MESSAGE_COLUMNS_MAX = 90;

/** Whether a block of so many kinds leaves some out. */
export function isCut({ length }: readonly Reason[], kindsMax: number): boolean {
  return length > kindsMax + 1;
}

/**
 * A titled block, in the order of the kinds:
 *
 *     31  Unit #: Required for condo properties   O17, O23, O40 and 28 more
 *      9  E-mail: Invalid email                   D5, D77, D90 and 6 more
 */
export function reasonLines(
  title: string,
  reasons: readonly Reason[],
  kindsMax: number,
  style: Style,
): string[] {
  if (reasons.length === 0) return [];
  // A line that says "1 other kind" might as well be that kind.
  const listed = isCut(reasons, kindsMax) ? reasons.slice(0, kindsMax) : reasons;
  const shown = listed.map((reason) => ({
    count: countText(reason.count),
    message: (reason.column === undefined ? "" : `${safeText(reason.column)}: `) + safeText(reason.message),
    places: placePieces(reason),
  }));
  const rest = restOf(reasons.slice(listed.length));
  const countColumns = Math.max(...[...shown, ...rest].map(({ count }) => count.length));
  const room = style.columns - INDENT.length * 3 - countColumns;
  const placesColumns = Math.max(...shown.map(({ places }) => displayWidth(places.join(" "))));
  const messageRoom = room - GAP.length - placesColumns;
  const messageColumns = Math.min(
    messageRoom,
    MESSAGE_COLUMNS_MAX,
    Math.max(...shown.map(({ message }) => displayWidth(message))),
  );
  const isBeside = messageRoom >= MESSAGE_COLUMNS_MIN;
  const blocks = shown.map(({ count, message, places }) => ({
    count,
    lines: isBeside ? beside(message, places, messageColumns, style) : below(message, places, room, style),
  }));
  const margin = " ".repeat(INDENT.length * 3 + countColumns);
  const lines = [...blocks, ...rest].flatMap(({ count, lines }) =>
    lines.map(
      (line, index) =>
        (index === 0 ? INDENT + INDENT + padStart(count, countColumns) + INDENT : margin) + line,
    ),
  );
  const titleLines = wrap(title, style.columns - INDENT.length);
  return ["", ...titleLines.map((line) => INDENT + style.chalk.bold(line)), ...lines];
}

function beside(
  message: string,
  places: readonly string[],
  messageColumns: number,
  { chalk }: Style,
): string[] {
  const [first = "", ...more] = wrap(message, messageColumns);
  return places.length === 0
    ? [first, ...more]
    : [padEnd(first, messageColumns) + GAP + chalk.dim(places.join(" ")), ...more];
}

function below(message: string, places: readonly string[], room: number, { chalk }: Style): string[] {
  return [...wrap(message, room), ...flow(places, room, " ").map((line) => chalk.dim(line))];
}

/** `O17,` `O23,` `O40` `and 28 more`, to be put into lines. */
function placePieces({ count, examples }: Reason): string[] {
  const rest = count - examples.length;
  const places = examples.map((place, index) =>
    index < examples.length - 1 ? `${safeText(place)},` : safeText(place),
  );
  return rest > 0 && examples.length > 0 ? [...places, `and ${countText(rest)} more`] : places;
}

/** What the kinds that are not listed come to, if there are any. */
function restOf(rest: readonly Reason[]): { count: string; lines: string[] }[] {
  if (rest.length === 0) return [];
  const count = rest.reduce((sum, reason) => sum + reason.count, 0);
  return [{ count: countText(count), lines: [`more, of ${amountText(rest.length, "other kind")}`] }];
}
