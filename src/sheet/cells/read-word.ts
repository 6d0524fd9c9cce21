import { memoized } from "../../base/memoized.ts";
import { FIELDS } from "../../lead/field-catalogue.ts";
import { wordKey } from "../text/word-key.ts";
import { VOCABULARIES, type Vocabulary } from "../vocabulary/enum-words.ts";
import type { WordDoubt } from "../word-texts.ts";

/** What a cell's text means in an enumeration: one of its shown values, or why a person is to be asked. */
export type WordReading =
  | { value: string; likely?: never; why?: never; concept?: never }
  /** The likeliest of several, and why it is in doubt. */
  | { likely: string; value?: never; why: WordDoubt; concept?: never }
  /** With the concept that it stands for, where all words for it can be asked about together. */
  | { value?: never; likely?: never; why: WordDoubt; concept?: string };

const NOT_KNOWN = "not-known";

/** No word of the trade is longer. */
const CHARACTERS_MAX = 80;

/**
 * Reads a cell as a sequence of phrases that its field's vocabulary knows. It means a value when every part of it
 * is understood, and all parts together leave only one.
 *
 * @param path Of a field with shown values.
 */
export function readWord(path: string, text: string): WordReading {
  const shown = SHOWN_VALUES.get(path)?.get(wordKey(text));
  if (shown !== undefined) return { value: shown };
  const lexicon = lexiconOf(path);
  if (!lexicon || text.length > CHARACTERS_MAX) return { why: NOT_KNOWN };
  const tokens = tokensOf(text, path === "buildingType");
  const meanings = segmented(tokens, lexicon, 1) ?? segmentedLetters(tokens, lexicon);
  if (!meanings) return { why: NOT_KNOWN };
  const doubt = meanings.find(({ kind }) => kind === "doubtful");
  if (doubt?.why !== undefined) return doubtful(doubt, meanings);
  if (areAlternatives(meanings)) return { why: "two-values" };
  const certain = valuesOf(meanings, "certain");
  const values = certain.size > 0 ? certain : valuesOf(meanings, "default");
  if (values.size > 1) return { why: "two-values" };
  const [value] = values;
  const weak = meanings.find(({ kind, beside }) => kind === "weak" && !beside?.includes(value ?? ""));
  if (weak?.why !== undefined) {
    const isAlone = meanings.every(({ kind, likely }) => kind === "filler" || likely === weak.likely);
    return weak.likely !== undefined && isAlone
      ? { likely: weak.likely, why: weak.why }
      : doubtful(weak, meanings);
  }
  return value === undefined ? { why: NOT_KNOWN } : { value };
}

/** `House, Townhouse`: alternatives that mean one value each, and not the same. */
function areAlternatives(meanings: readonly Meaning[]): boolean {
  const values = new Set<string>();
  let [isFirst, start] = [true, 0];
  for (let at = 0; at <= meanings.length; at++) {
    if (at < meanings.length && !meanings[at]?.isBetween) continue;
    const part = meanings.slice(start, at);
    start = at + 1;
    const certain = valuesOf(part, "certain");
    const [value, other] = certain.size > 0 ? certain : valuesOf(part, "default");
    if (value === undefined || other !== undefined) return false;
    values.add(value);
    isFirst = false;
  }
  return !isFirst && values.size > 1;
}

/** A doubt is that of its concept alone, where nothing but the concept stands in the cell. */
function doubtful({ why = NOT_KNOWN, concept }: Meaning, meanings: readonly Meaning[]): WordReading {
  const isAlone = meanings.every((other) => other.kind === "filler" || other.concept === concept);
  return isAlone && concept !== undefined ? { why, concept } : { why };
}

/** Whether a text is a word of the field at `path`, be it one that has to be asked about. */
export function isWordOf(path: string, text: string): boolean {
  return readWord(path, text).why !== NOT_KNOWN;
}

/** The value that a cell's text means beyond doubt in the field at `path`, if it does: its own name, or another word. */
export function knownWord(path: string, text: string): string | undefined {
  return readWord(path, text).value;
}

type Kind = "certain" | "default" | "doubtful" | "weak" | "filler";

interface Meaning {
  kind: Kind;
  value?: string;
  why?: WordDoubt;
  concept?: string;
  /** The values beside which a weak phrase says nothing more. */
  beside?: readonly string[];
  /** What a weak phrase most likely means. */
  likely?: string;
  /** It stands between two alternatives. */
  isBetween?: true;
}

interface Lexicon {
  meanings: ReadonlyMap<string, Meaning>;
  lengthMax: number;
}

/** The shown values of each field by their normalized names. They take no lexicon, and are all that many sheets hold. */
const SHOWN_VALUES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  FIELDS.map(({ path, shownValues = [] }) => [
    path,
    new Map(shownValues.map((value) => [wordKey(value), value])),
  ]),
);

/** Made when the first cell of the field is read that does not hold a shown value. */
const lexiconOf = memoized((path: string): Lexicon | undefined => {
  const vocabulary = VOCABULARIES.get(path);
  return vocabulary && lexiconFrom(vocabulary);
}, FIELDS.length);

function lexiconFrom({ certain, defaults = [], doubtful, weak, filler }: Vocabulary): Lexicon {
  const meanings = new Map<string, Meaning>();
  const add = (phrases: string, meaning: Meaning): void => {
    for (const phrase of phrasesOf(phrases)) if (!meanings.has(phrase)) meanings.set(phrase, meaning);
  };
  for (const { value } of certain) add(value, { kind: "certain", value });
  for (const { value, phrases } of certain) add(phrases, { kind: "certain", value });
  for (const { value, phrases } of defaults) add(phrases, { kind: "default", value });
  for (const { phrases, ...doubt } of doubtful) add(phrases, { kind: "doubtful", ...doubt });
  for (const { phrases, ...doubt } of weak) add(phrases, { kind: "weak", ...doubt });
  add(filler, { kind: "filler" });
  meanings.set("\u0001", { kind: "filler", isBetween: true });
  const lengthMax = Math.max(...[...meanings.keys()].map((key) => key.length));
  return { meanings, lengthMax };
}

/** The phrases of a vocabulary's line, in the form in which they are looked up. */
export function phrasesOf(phrases: string): string[] {
  return phrases.split("|").map((phrase) => tokensOf(phrase.trim(), false).join(""));
}

/** `1) Condo`, `03 - Duplex`, `B: Townhouse`: the number that a form gives its answer. */
const CODE = /^\(?(?:\d{1,3}\s*[.):]|\d{1,3}\s+[-\u2013\u2014]|[a-z][):])\s+(?=[\p{L}\d]{2})(?!\d+\s*$)/iu;

/** What stands between two words that are alternatives. `O/O` and `2/4` are one. */
const ALTERNATIVE = /(?<=\p{L}{2}[.)"]?|\p{L}\.\p{L}\.|\))\s*[/,;|&]\s*(?=[("]?\p{L}{2}|\p{L}\.\p{L})/gu;

/** An amount such as `0.00` is no word. */
const BEFORE_WORDS = /^(?:\W*\d*\.\d+$|[^\p{L}\d(#]+)/u;
/** `singleFamily`, and `2Unit`. */
const NEW_WORD = /(\p{Ll}|\d)(\p{Lu})/gu;
const WITHIN_WORDS = /[\p{M}'\u2019]/gu;
const NUMBER_END = /(\d)(?=\p{L})|(\p{L})(?=\d)/gu;
const BETWEEN_TOKENS = /[^\p{L}\d#\u0001]+/u;

/** Words that do not change the meaning. */
const ARTICLES: ReadonlySet<string> = new Set("a an the la el las los".split(" "));

/** Words in lower case, without accents, plurals and articles; signs of number grammar for how many units there are. */
function tokensOf(text: string, countsUnits: boolean): string[] {
  const plain = (countsUnits ? text.replace(ONE_UNIT, "") : text)
    .replace(BEFORE_WORDS, "")
    .replace(CODE, "")
    .replace(NEW_WORD, "$1 $2")
    .normalize("NFKD")
    .replace(WITHIN_WORDS, "")
    .toLowerCase()
    .replace(/\+/g, " or more ")
    .replace(NUMBER_END, "$& ")
    .replace(ALTERNATIVE, " \u0001 ")
    .split(BETWEEN_TOKENS)
    .filter((token) => token !== "")
    .map(singular)
    .join(" ");
  const tokens = (countsUnits ? withCounts(plain) : plain).split(" ");
  return tokens.filter((token) => token !== "" && !ARTICLES.has(token));
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<=[cs]ion)es$|(?<=[^s])s$/, "") : word;
}

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...["one", "two", "three", "four", "five", "six"].map((word, index): [string, number] => [word, index + 1]),
  ...["una", "dos", "tres", "cuatro", "cinco", "seis"].map((word, index): [string, number] => [
    word,
    index + 1,
  ]),
]);
const NUMBER = `(?:\\d{1,4}|${[...NUMBER_WORDS.keys()].join("|")})`;
const UNIT = "(?:unit|unidad|unidade|famil(?:y|ie|ia|iar)|fam|plex|door|dwelling|residential unit)";
const STORIES =
  /\b(?:\d+ (?:(?:to|or|and|more|less|fewer|under|over|above|below|up) )*)+(?:story|storie|storey|floor)(?: (?:or|and|more|less|fewer|above|below|up|under|over))*\b/g;
const UNITS = new RegExp(
  `\\b(?:more than |over |up to )?(${NUMBER})(?: (?:to |a |or |o |thru |through )?(${NUMBER}))?( or more| and up)?(?: (${UNIT}))?( or more| and up)?\\b`,
  "g",
);

/** `SFR/1` and `Condo / 1` have one unit; the 1 of `Condo 1` may be its number. */
const ONE_UNIT = /\s*\/\s*1$/;

/** `Multi (3)`, `MF-4`, and `Duplex (2)`, which says it twice. */
const COUNTED =
  /(?:\b(mf[rhu]?|multi(?: ?(?:unit|fam(?:ily)?))?) ([2-9]|[1-9]\d{1,2})|\b(?:duplex 2|triplex 3|(?:four|quad)plex 4))$/;

/** Puts a sign in the place of each number of stories, and of each number of units. */
function withCounts(words: string): string {
  return words
    .replace(STORIES, "#story")
    .replace(
      UNITS,
      (whole, low: string, high: string | undefined, plus1, unit: string | undefined, plus2) => {
        const least = numberOf(low);
        const most = high === undefined ? least : numberOf(high);
        const isOpen = plus1 !== undefined || plus2 !== undefined || /^(?:more|over|up)/.test(whole);
        if (unit === undefined && high === undefined) return isOpen ? "#lots" : whole;
        if (isOpen || most > 4 || least > most) return "#lots";
        if (least >= 2) return "#few";
        if (most > 1) return "#lots";
        return unit?.startsWith("fam") ? "single family" : "#one";
      },
    )
    .replace(COUNTED, (whole, kind: string | undefined, count: string) =>
      kind === undefined ? whole.slice(0, -2) : `${kind} ${Number(count) > 4 ? "#lots" : "#few"}`,
    );
}

function numberOf(word: string): number {
  return NUMBER_WORDS.get(word) ?? Number(word);
}

/** The meanings of the fewest phrases that together are the whole text; `undefined` when some of it is not understood. */
function segmented(
  parts: readonly string[],
  { meanings, lengthMax }: Lexicon,
  lengthMin: number,
): Meaning[] | undefined {
  const best: (Meaning[] | undefined)[] = [[]];
  for (let end = 1; end <= parts.length; end++) {
    let phrase = "";
    for (let start = end - 1; start >= 0; start--) {
      phrase = `${parts[start]}${phrase}`;
      if (phrase.length > lengthMax) break;
      const before = best[start];
      const meaning = phrase.length < lengthMin ? undefined : meanings.get(phrase);
      if (!before || !meaning) continue;
      if ((best[end]?.length ?? Number.POSITIVE_INFINITY) > before.length + 1)
        best[end] = [...before, meaning];
    }
  }
  return parts.length === 0 ? undefined : best[parts.length];
}

/**
 * Words written together, as in SINGLEFAMILYDETACHED and `12monthlease`, are told apart only where they are long enough
 * to be sure of.
 */
const JOINED_LENGTH_MIN = 4;
const JOINED_LENGTH_MAX = 40;

function segmentedLetters(tokens: readonly string[], lexicon: Lexicon): Meaning[] | undefined {
  const [first = "", ...others] = tokens;
  const word = tokens.join("");
  const isOne = others.length === 0 || (others.length === 1 && /^\d+$/.test(first));
  if (!isOne || word.length > JOINED_LENGTH_MAX) return undefined;
  return segmented([...word], lexicon, JOINED_LENGTH_MIN);
}

function valuesOf(meanings: readonly Meaning[], kind: Kind): ReadonlySet<string> {
  return new Set(
    meanings.flatMap((meaning) => (meaning.kind === kind && meaning.value ? [meaning.value] : [])),
  );
}
