import { textHash } from "../base/text-hash.ts";
import { emailKey } from "./email.ts";
import type { Lead } from "./schema.ts";
import { formalNames } from "./short-names.ts";

/**
 * What tells that two leads are of one person. Each key is a hash of a text in the form in which two are the same, from 1 on, and 0 where
 * the lead lacks it: so a million leads can be compared, and nothing that is kept of them can be read.
 */
export interface PersonKeys extends Record<SharedKey, number> {
  /** 53 bits, because the e-mail alone decides. */
  email: number;
  name: PersonName;
  /** The property's street, city, zip, state and unit. */
  property: readonly number[];
}

/** Two leads that share one of these, and something else, may be of one person. */
export type SharedKey = "reference" | "phone" | "place";

export const SHARED_KEYS: readonly SharedKey[] = ["reference", "phone", "place"];

export interface PersonName {
  /** The first one and a second one; initials only where there is no other, or one stands first. */
  given: readonly number[];
  /** All parts of a double one, at most two. */
  last: readonly number[];
  /** Jr, Sr and the like; 0 for none. */
  suffix: number;
}

/** Why two leads may be of one person. */
export type PersonReason =
  | "email"
  | "name-reference"
  | "name-phone"
  | "name-address"
  | "reference-phone"
  | "reference-address";

export interface PersonVerdict {
  /** `same` for the service, which tells people apart by their e-mail; `maybe` to anybody who looks at them. */
  verdict: "same" | "maybe" | "not";
  reasons: readonly PersonReason[];
  /** They are about two properties, and not one that was written in two ways: people have several. */
  hasOtherProperty: boolean;
}

/** How many names a reference, a phone or an address may stand under before it is a campaign's or an office's, and says nothing. */
export const NAMES_MAX = 3;

/** The greatest hash of a key, a part of a last name, a first name, and the parts of an address in the bits that a register has for it. */
const MAX = {
  key: 2 ** 32 - 1,
  last: 2 ** 16 - 1,
  given: 2 ** 14 - 1,
  part: 2 ** 16 - 1,
  shortPart: 2 ** 8 - 1,
};
/** An e-mail's key is looked up by the upper 32 of its 53 bits. */
export const EMAIL_LOW = 2 ** 21;
/** How many words of a name are kept. */
const WORDS_MAX = 2;
const PHONE_DIGITS_MIN = 7;
/** Without a country's code, as that of the United States. */
const NATIONAL_DIGITS = 10;
const ZIP_DIGITS = 5;

export function personKeys({
  affiliateId = "",
  contactInfo = {},
  address,
  residentialAddress,
}: Lead): PersonKeys {
  const digits = nationalDigits(contactInfo.phone ?? "");
  return {
    email: emailHash(contactInfo.email),
    reference: hashOf(folded(affiliateId), MAX.key),
    phone: digits.length < PHONE_DIGITS_MIN ? 0 : hashOf(digits, MAX.key),
    place: placeOf(residentialAddress) || placeOf(address),
    name: nameOf(contactInfo.firstName, contactInfo.lastName),
    property: propertyOf(address),
  };
}

/**
 * Whether two leads are of one person.
 *
 * @param isTelling Whether a key that they share says something: see `NAMES_MAX`.
 */
export function comparePeople(
  one: PersonKeys,
  other: PersonKeys,
  isTelling: (kind: SharedKey, key: number) => boolean = () => true,
): PersonVerdict {
  const hasOtherProperty = isOtherProperty(one.property, other.property);
  if (one.email !== 0 && one.email === other.email)
    return { verdict: "same", reasons: ["email"], hasOtherProperty };
  const [reference, phone, place] = SHARED_KEYS.map(
    (kind) => one[kind] !== 0 && one[kind] === other[kind] && isTelling(kind, one[kind]),
  );
  const name = (reference || phone || place) && isSameName(one.name, other.name);
  const reasons: PersonReason[] = [];
  if (name && phone) reasons.push("name-phone");
  if (name && place) reasons.push("name-address");
  if (name && reference) reasons.push("name-reference");
  if (reference && phone) reasons.push("reference-phone");
  if (reference && place) reasons.push("reference-address");
  return { verdict: reasons.length > 0 ? "maybe" : "not", reasons, hasOtherProperty };
}

/** A correction changes one or two of the things that tell people apart, not all. */
const OTHERS_MIN = 3;

/** Whether a correction is about somebody else: a sheet of another run, or rows sorted apart from their numbers. */
export function isSomebodyElse(original: PersonKeys, corrected: PersonKeys): boolean {
  const now = tellingKeys(corrected);
  const compared = tellingKeys(original)
    .map((key, at) => ({ before: key, after: now[at] ?? 0 }))
    .filter(({ before, after }) => before !== 0 && after !== 0);
  return compared.length >= OTHERS_MIN && compared.every(({ before, after }) => before !== after);
}

/** What a correction rarely changes all at once, in the same order for each lead; 0 where the lead lacks it. */
function tellingKeys({ email, reference, phone, name, property }: PersonKeys): number[] {
  const [given = 0] = name.given;
  const [last = 0] = name.last;
  const [street = 0] = property;
  return [email, reference, phone, given, last, street];
}

/** Whether two names may be one person's: one may lack a second name, or a part of a double one, or be a short form. */
export function isSameName(one: PersonName, other: PersonName): boolean {
  if (one.suffix !== other.suffix && one.suffix !== 0 && other.suffix !== 0) return false;
  if (!isWithin(one.last, other.last, (a, b) => a === b)) return false;
  const [words, theirs] = [one.given.filter(isWholeName), other.given.filter(isWholeName)];
  // C Michael is Carl Michael, and C.
  return words.length > 0 && theirs.length > 0
    ? isWithin(words, theirs, isSameGivenName)
    : isWithin(one.given, other.given, (a, b) => a === b);
}

/** Whether all words of the shorter name are in the longer one. */
function isWithin(
  one: readonly number[],
  other: readonly number[],
  isSame: (a: number, b: number) => boolean,
): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  return few.length > 0 && few.every((word) => many.some((each) => isSame(word, each)));
}

/** The numbers of names in the list of short forms, and beside each those of the longer names, made where the first name is looked at. */
let listed: { numbers: Map<string, number>; formal: readonly (readonly string[])[] } | undefined;

function listedNames(): NonNullable<typeof listed> {
  if (listed) return listed;
  const all = [...formalNames()];
  listed = {
    numbers: new Map(all.map(([name], at) => [name, at + 1])),
    formal: all.map(([, formal]) => formal),
  };
  return listed;
}

/** The greatest first names are those of one letter. */
const LETTERS = 2 ** 10;

function isWholeName(given: number): boolean {
  return given <= MAX.given - LETTERS;
}

function isSameGivenName(one: number, other: number): boolean {
  if (one === other) return true;
  const { formal } = listedNames();
  const theirs = formal[other - 1];
  return theirs !== undefined && formal[one - 1]?.some((name) => theirs.includes(name)) === true;
}

const TITLES: ReadonlySet<string> = new Set(["mr", "mrs", "ms", "miss", "dr"]);
const SUFFIXES = new Map(Object.entries({ jr: 1, ii: 1, sr: 2, iii: 3, iv: 4 }));
/** Words in a last name that are not a name by themselves. */
const PARTICLES: ReadonlySet<string> = new Set(
  "de del della di da dos du la las le los san st van von vander ven den der ten ter y e al el bin ibn".split(
    " ",
  ),
);

function nameOf(firstName = "", lastName = ""): PersonName {
  const [given, last] = [wordsOf(firstName), wordsOf(lastName)];
  const suffix = suffixOf(given) ?? suffixOf(last) ?? 0;
  const isWord = (word: string, at: number): boolean => at === 0 || !SUFFIXES.has(word);
  const { numbers, formal } = listedNames();
  const givenNames = given.filter((word, at) => isWord(word, at) && !TITLES.has(word));
  const lastNames = last.filter(isWord);
  // At the end of a name it is one: Le in Park-Le.
  const parts = lastNames.filter(
    (word, at) => word.length > 1 && (!PARTICLES.has(word) || at === lastNames.length - 1),
  );
  return {
    given: toldNames(givenNames).map((word) =>
      word.length === 1
        ? MAX.given - (word.charCodeAt(0) % LETTERS)
        : (numbers.get(word) ?? hashOf(word, MAX.given - LETTERS, formal.length)),
    ),
    last: (parts.length > 0 ? parts : lastNames).slice(0, WORDS_MAX).map((word) => hashOf(word, MAX.last)),
    suffix,
  };
}

function suffixOf(words: readonly string[]): number | undefined {
  return words.length > 1 ? SUFFIXES.get(words[words.length - 1] ?? "") : undefined;
}

/** The words of a first name that tell whose it is: initials behind a name do not. */
function toldNames(words: readonly string[]): readonly string[] {
  const whole = words.filter((word) => word.length > 1);
  const initials = words.filter((word, at) => word.length === 1 && (at === 0 || whole.length === 0));
  return [...whole, ...initials].slice(0, WORDS_MAX);
}

function wordsOf(name: string): string[] {
  const text = folded(name);
  // Most names are one word.
  if (/^[a-z]+$/.test(text)) return [text];
  return text
    .replace(/'/g, "")
    .split(/[\s.,\-()"]+/)
    .filter(Boolean);
}

type Address = { [Part in "street" | "city" | "state" | "zip"]?: string | undefined } & {
  unitNumber?: number | undefined;
};

/** Ignores the unit, which may be in its own field, in the street, or absent. 0 if the street or the zip is missing. */
function placeOf({ street = "", zip = "" }: Address = {}): number {
  const [streetText = ""] = streetOf(street);
  const zipText = zipOf(zip);
  return streetText === "" || zipText === "" ? 0 : hashOf(`${streetText}|${zipText}`, MAX.key);
}

function propertyOf({ street = "", city = "", state = "", zip = "", unitNumber }: Address = {}): number[] {
  const [streetText = "", unit = ""] = streetOf(street);
  return [
    hashOf(streetText, MAX.part),
    hashOf(folded(city), MAX.part),
    hashOf(zipOf(zip), MAX.part),
    hashOf(folded(state), MAX.shortPart),
    hashOf(unit || String(unitNumber ?? ""), MAX.shortPart),
  ];
}

/** In more than one part: one may have been written in two ways. */
function isOtherProperty(one: readonly number[], other: readonly number[]): boolean {
  return one.filter((part, at) => part !== 0 && other[at] !== 0 && part !== other[at]).length > 1;
}

/** Words of streets that are written in two ways. */
const STREET_WORDS = new Map(
  Object.entries({
    street: "st",
    avenue: "ave",
    av: "ave",
    road: "rd",
    drive: "dr",
    lane: "ln",
    court: "ct",
    place: "pl",
    circle: "cir",
    boulevard: "blvd",
    parkway: "pkwy",
    highway: "hwy",
    terrace: "ter",
    trail: "trl",
    square: "sq",
    north: "n",
    south: "s",
    east: "e",
    west: "w",
    northeast: "ne",
    northwest: "nw",
    southeast: "se",
    southwest: "sw",
    apartment: "unit",
    apt: "unit",
    suite: "unit",
    ste: "unit",
    "#": "unit",
  }),
);

/** Finds streets that `streetOf` has to normalize word by word. The others, which are most, take a third of the time. */
const UNUSUAL_STREET = new RegExp(
  `#|^ | {2}| $|\\b(?:unit|${[...STREET_WORDS.keys()].filter((word) => word !== "#").join("|")})\\b`,
);

/** A street normalized for comparison, and the unit in it. */
function streetOf(street: string): readonly string[] {
  const text = folded(street).replace(/[.,']/g, "");
  if (!UNUSUAL_STREET.test(text)) return [text];
  const words: string[] = [];
  for (const each of text.replaceAll("#", " # ").split(" ")) {
    const word = STREET_WORDS.get(each) ?? each;
    if (word !== "" && (word !== "unit" || words.at(-1) !== "unit")) words.push(word);
  }
  return words.join(" ").split(" unit ", 2);
}

function zipOf(zip: string): string {
  const digits = zip.replace(/\D/g, "");
  return digits.length >= ZIP_DIGITS ? digits.slice(0, ZIP_DIGITS) : folded(zip).replace(/\s/g, "");
}

/** An extension of a phone number, as in `206-555-0142 ext. 7`. */
export const EXTENSION = /[\s,;]*(?:x|extn?|extension|#)[\s.:=#]*(\d{1,6})\s*$/i;

/** The digits of a phone number, without a country's code and an extension. */
export function nationalDigits(phone: string): string {
  return phone.replace(EXTENSION, "").replace(/\D/g, "").slice(-NATIONAL_DIGITS);
}

/** Empty where there is none. */
export function extensionOf(phone: string): string {
  return EXTENSION.exec(phone)?.[1] ?? "";
}

/** The form in which two texts are the same to a reader: case, accents, kinds of apostrophes do not count. */
export function folded(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) {
    const lower = text.toLowerCase();
    return (lower.includes("  ") ? lower.replace(/ {2,}/g, " ") : lower).trim();
  }
  return text
    .replace(/[’‘ʼ´]/g, "'")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[đħıłøŧς]/g, (letter) => ALIKE[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

/** To Unicode these are other letters, and not a letter with its accent. */
const ALIKE: Readonly<Record<string, string>> = { đ: "d", ħ: "h", ı: "i", ł: "l", ø: "o", ŧ: "t", ς: "σ" };

/** Its upper half is looked up, so that is not 0 either. */
function emailHash(email = ""): number {
  const key = emailKey(email);
  return key === "" ? 0 : Math.max(textHash(key), EMAIL_LOW);
}

/**
 * A hash of a text up to a number, evenly distributed: FNV-1a, finished as Murmur3 does it. It need not be secure: the texts lie beside it.
 *
 * @param above It is greater than that.
 * @returns 0 for no text.
 */
function hashOf(text: string, max: number, above = 0): number {
  if (text === "") return 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return above + 1 + (((hash ^ (hash >>> 16)) >>> 0) % (max - above));
}
