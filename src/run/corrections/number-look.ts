/**
 * A number as it is written: its digits without zeros at either end, and where the mark of fractions stands among them.
 * `0.00120` is 0.12 times ten to the minus second.
 */
interface WrittenNumber {
  isNegative: boolean;
  digits: string;
  /** Tens by which `0.<digits>` is to be multiplied. */
  exponent: number;
  /** How many digits stand behind the mark. */
  fractionLength: number;
  hasLeadingZero: boolean;
  /** What makes programs choose a format, which adds digits and marks. */
  currency: string;
  isPercentage: boolean;
  isGrouped: boolean;
  isScientific: boolean;
  hasPlus: boolean;
}

/** Programs keep so many digits of a number. */
const DIGITS_KEPT = 15;
/** A double, written out, has no more. */
const DIGITS_OF_DOUBLE = 17;
/** Programs shorten numbers from so many digits on where a column is narrow, and show as many of a fraction. */
const DIGITS_SHOWN_MIN = 9;

/**
 * Whether a program that takes the one text for a number writes the other. Both without blanks around them.
 *
 * @param isTyped Whether the other one is a number of a workbook, which has a dot whatever the country.
 */
export function isSameNumber(was: string, is: string, isTyped: boolean): boolean {
  if (!/\d/.test(was) || !/\d/.test(is)) return false;
  return [".", ","].some((mark) => isWrittenAs(was, is, mark, isTyped ? "." : mark)) || isFraction(was, is);
}

function isWrittenAs(was: string, is: string, mark: string, markSeen: string): boolean {
  const [meant, seen] = [readNumber(was, mark), readNumber(is, markSeen)];
  return meant !== undefined && seen !== undefined && isLooser(meant, seen) && isSameValue(meant, seen);
}

/** Whether the other one says nothing more than the one did: lost zeros that are back are a correction. */
function isLooser(meant: WrittenNumber, seen: WrittenNumber): boolean {
  if (seen.hasLeadingZero || seen.hasPlus) return false;
  if (seen.currency !== "" && seen.currency !== meant.currency) return false;
  if (seen.isPercentage && !meant.isPercentage) return false;
  const hasFormat = meant.currency !== "" || meant.isPercentage || meant.isGrouped || meant.isScientific;
  if (hasFormat || seen.isScientific) return true;
  return !seen.isGrouped && seen.fractionLength <= meant.fractionLength;
}

function isSameValue(meant: WrittenNumber, seen: WrittenNumber): boolean {
  if (meant.isNegative !== seen.isNegative && meant.digits !== "") return false;
  if (meant.digits === seen.digits && meant.exponent === seen.exponent) return true;
  const [kept, count] = [seen.digits.length, meant.digits.length];
  if (kept === 0 || kept >= count) return false;
  if (seen.isScientific && meant.exponent > DIGITS_SHOWN_MIN && isRounded(meant, seen)) return true;
  if (count > DIGITS_KEPT && kept <= DIGITS_OF_DOUBLE && kept >= DIGITS_SHOWN_MIN) {
    return isRounded(meant, seen) || isCut(meant, seen) || isSameDouble(meant, seen);
  }
  const isFractionShortened = count > meant.exponent && kept >= meant.exponent;
  return isFractionShortened && kept >= DIGITS_SHOWN_MIN && isRounded(meant, seen);
}

/** A long number whose last digits have become zeros. */
function isCut(meant: WrittenNumber, seen: WrittenNumber): boolean {
  const kept = meant.digits.slice(0, DIGITS_KEPT).replace(/0+$/, "");
  return meant.exponent === seen.exponent && kept === seen.digits;
}

function isSameDouble(meant: WrittenNumber, seen: WrittenNumber): boolean {
  const value = ({ digits, exponent }: WrittenNumber): number => Number(`0.${digits}e${exponent}`);
  return value(meant) === value(seen);
}

/** Whether rounding the one to as many digits as the other has gives the other. */
function isRounded({ digits, exponent }: WrittenNumber, seen: WrittenNumber): boolean {
  const kept = seen.digits.length;
  const rounded = BigInt(digits.slice(0, kept)) + (digits.charCodeAt(kept) >= FIVE ? 1n : 0n);
  const text = String(rounded);
  const carried = exponent + text.length - kept;
  return carried === seen.exponent && text.replace(/0+$/, "") === seen.digits;
}

const FIVE = 53;

const CURRENCY = /^(?:US\$|USD|\$|€|£)\s*|\s*(?:US\$|USD|\$|€|£)$/i;
const PLAIN = /^(\d*)(?:\.(\d*))?(?:E([+-]?\d{1,3}))?$/i;

/** @param mark Of fractions. */
function readNumber(text: string, mark: string): WrittenNumber | undefined {
  const inParentheses = /^\((.*)\)$/.exec(text)?.[1];
  let rest = inParentheses ?? text;
  const isPercentage = /\d\s?%$/.test(rest);
  if (isPercentage) rest = rest.replace(/\s?%$/, "");
  let sign = "";
  let currency = "";
  // `-$5` and `$-5`.
  for (let turn = 0; turn < 2; turn++) {
    const found = /^[+-]/.exec(rest)?.[0];
    if (found && sign === "" && inParentheses === undefined) [sign, rest] = [found, rest.slice(1)];
    const unit = CURRENCY.exec(rest)?.[0];
    if (unit && currency === "") [currency, rest] = [unit.trim().toUpperCase(), rest.replace(CURRENCY, "")];
  }
  const ungrouped = withoutGroups(rest, mark);
  if (ungrouped === undefined) return undefined;
  const [, whole = "", fraction = "", power = "0"] = PLAIN.exec(ungrouped) ?? [];
  if (whole + fraction === "") return undefined;
  const all = (whole + fraction).replace(/^0+/, "");
  const leadingZeros = whole.length + fraction.length - all.length;
  const digits = all.replace(/0+$/, "");
  return {
    isNegative: sign === "-" || inParentheses !== undefined,
    digits,
    exponent: digits === "" ? 0 : whole.length - leadingZeros + Number(power) - (isPercentage ? 2 : 0),
    fractionLength: fraction.length,
    hasLeadingZero: /^0\d/.test(whole),
    currency,
    isPercentage,
    isGrouped: rest.replace(mark, ".") !== ungrouped,
    isScientific: /e/i.test(ungrouped),
    hasPlus: sign === "+",
  };
}

/** A mark and three digits: thousands or a fraction, as each program sees it, so that nobody else can tell. */
const DOUBTFUL = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** The number with a dot for the mark of fractions and without marks between thousands; undefined when it is none. */
function withoutGroups(text: string, mark: string): string | undefined {
  const other = mark === "." ? "," : ".";
  // `450,000` for 450 may be a correction; only who writes fractions with a dot has certainly written thousands.
  if (mark === "," && DOUBTFUL.test(text)) return undefined;
  const [whole = "", ...fractions] = text.split(mark);
  if (fractions.length > 1) return undefined;
  const fraction = fractions[0] === undefined ? "" : `.${fractions[0]}`;
  for (const group of [other, " ", "'", "’"]) {
    if (!whole.includes(group)) continue;
    const groups = whole.split(group);
    const [first = "", ...others] = groups;
    const isGrouped = /^\d{1,3}$/.test(first) && others.every((part) => /^\d{3}$/.test(part));
    return isGrouped ? groups.join("") + fraction : undefined;
  }
  return whole + fraction;
}

/** `2 1/2`, which is no day as it has two numbers in front of one. */
function isFraction(was: string, is: string): boolean {
  const [, whole, above, below] = /^(\d{1,9}) (\d{1,3})\/(\d{1,3})$/.exec(was) ?? [];
  const value = /^\d{1,9}[.,]\d{1,15}$/.test(is) ? Number(is.replace(",", ".")) : Number.NaN;
  if (whole === undefined || Number(below) === 0) return false;
  return Math.abs(Number(whole) + Number(above) / Number(below) - value) < FRACTION_ERROR_MAX;
}

const FRACTION_ERROR_MAX = 1e-9;
