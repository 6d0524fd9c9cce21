import type { SplitRefusal } from "../cell-texts.ts";
import { wordKey } from "../text/word-key.ts";
import { NAME_WORDS } from "../vocabulary/name-words.ts";
import { wordsIn } from "../vocabulary/phrases.ts";
import { refused, type SplitCell } from "./split-cell.ts";

/** No person's name is longer, whatever a cell holds. */
const CHARACTERS_MAX = 200;

const TWO_PEOPLE = "name-of-two";

/**
 * In which order a column's names stand where no comma tells: `last first` by its header, `open` where lists of owners
 * have either.
 */
export type NameOrder = "first last" | "last first" | "open";

/**
 * Takes a whole name apart: `Jane Q. Doe Jr.`, `Doe, Jane Q.`, `Dr. Ana de la Cruz`. A middle name stays with the
 * first name and a suffix with the last, since a lead has no other place for them. Letters stay as typed.
 *
 * Where the first name ends is certain for two words, initials between them, a comma, and a surname that begins
 * with a particle. Otherwise the split is the likeliest one, and doubtful.
 *
 * @param text Without white space at its ends.
 */
export function splitFullName(text: string, order: NameOrder = "first last"): SplitCell {
  if (text.length > CHARACTERS_MAX) return refused("name-and-more");
  const lines = text.split(/[\r\n\t]+/).filter((line) => line.trim() !== "");
  if (lines.length > 1 && lines.some((line) => /\S\s+\S/.test(line.trim()))) {
    return refused(TWO_PEOPLE);
  }
  const leftOut: string[] = [];
  const bare = withoutAsides(lines.join(" "), leftOut);
  const why = leftOut.some(isRole) ? TWO_PEOPLE : notOnePerson(bare);
  if (why !== undefined) return refused(why);
  const [first = "", ...others] = withoutEmpty(bare.split(","));
  if (first === "") return { parts: {}, leftOut, isDoubtful: true };
  const suffixes: string[] = [];
  const given = others.filter((part) => {
    const words = wordsOf(part);
    if (words.every(isSuffix)) suffixes.push(...words);
    else if (words.every((word) => isCredential(word, true))) leftOut.push(part);
    else return true;
    return false;
  });
  if (given.length > 1) return refused("name-commas");
  const isTurned = given.length === 1 || (others.length === 0 && /,\s*$/.test(bare));
  if (isTurned) return lastNameFirst(first, given[0] ?? "", suffixes, leftOut);
  if (order === "last first") return withoutComma(first, suffixes, leftOut);
  const split = firstNameFirst(first, suffixes, leftOut);
  return order === "open" && isOpen(first) ? { ...split, isDoubtful: true } : split;
}

/** `ENG BO`, as lists of owners have it: only a first name that is known tells which one it is. */
function isOpen(text: string): boolean {
  const [word = ""] = wordsOf(text);
  return text === text.toUpperCase() && !GIVEN_NAMES.has(wordKey(word));
}

/** `Doe Jane Q.` under "Last First". Of several words it is not certain how many are the last name. */
function withoutComma(text: string, suffixes: string[], leftOut: string[]): SplitCell {
  const words = wordsOf(text);
  let end = 1;
  while (end < words.length && isParticle(words[end - 1] ?? "", words[end])) end += 1;
  while (end < words.length - 1 && isSuffix(words[end] ?? "")) end += 1;
  const given = words.slice(end);
  if (given.length === 0) return firstNameFirst(text, suffixes, leftOut);
  const split = lastNameFirst(words.slice(0, end).join(" "), given.join(" "), suffixes, leftOut);
  const isTurned = FIRST_NAMES.has(wordKey(words[0] ?? "")) && !GIVEN_NAMES.has(wordKey(given[0] ?? ""));
  return given.slice(1).every(isInitial) && !isTurned ? split : { ...split, isDoubtful: true };
}

/** `Doe, Jane Q.` */
function lastNameFirst(last: string, given: string, suffixes: string[], leftOut: string[]): SplitCell {
  const family = withoutTitles(wordsOf(last), leftOut);
  const own = withoutTitles(wordsOf(given), leftOut);
  const names = withoutEnding(own, suffixes, leftOut);
  const plain = family.filter((word) => !isSuffix(word));
  if (isTwoNames(plain, names)) return refused(TWO_PEOPLE);
  const isUsual =
    plain.length === 1 || plain.slice(0, -1).every((word) => isParticle(word)) || isHispanic(plain);
  return {
    parts: parts(names, [...family, ...suffixes]),
    leftOut,
    ...(isUsual ? {} : { isDoubtful: true }),
  };
}

/** `Jane Q. Doe` */
function firstNameFirst(text: string, suffixes: string[], leftOut: string[]): SplitCell {
  const all = wordsOf(text);
  const untitled = withoutTitles(all, leftOut);
  const ending: string[] = [];
  const names = withoutEnding(untitled, ending, leftOut);
  ending.push(...suffixes);
  // `Doe Jane Q` and `Juan Lopez G.` look alike. Nobody's first name is `De la`.
  const isEither =
    names.length > 2 && (isInitial(names.at(-1) ?? "") || PARTICLES_FIRST.test(names.join(" ")));
  if (isEither) return { parts: {}, leftOut: [...leftOut, ...names, ...ending], isDoubtful: true };
  if (names.length < 2) {
    // Whether a single word is a first or a last name shows by what stands beside it.
    const isLast = ending.length > 0 || untitled.length < all.length;
    if (isLast) return { parts: parts([], [...names, ...ending]), leftOut, isDoubtful: true };
    return { parts: {}, leftOut: [...leftOut, ...names], isDoubtful: true };
  }
  const { start, isSure } = lastNameStart(names);
  return {
    parts: parts(names.slice(0, start), [...names.slice(start), ...ending]),
    leftOut,
    ...(isSure ? {} : { isDoubtful: true }),
  };
}

/** Where the last name begins among two words or more. */
function lastNameStart(names: readonly string[]): { start: number; isSure: boolean } {
  const end = names.length - 1;
  const isPlain = (start: number): boolean =>
    names.slice(1, start).every(isInitial) && !/^[od]$/i.test(names[start - 1] ?? "");
  for (let at = 1; at < end; at++) {
    if (!isParticle(names[at] ?? "", names[at + 1])) continue;
    let after = at + 1;
    while (after < end && isParticle(names[after] ?? "")) after += 1;
    if (after < end && GIVEN_AFTER_PARTICLE.has(wordKey(names[after] ?? ""))) {
      at = after;
      continue;
    }
    // `Ana Ruiz de Lopez` has two last names.
    if (at > 1 && isHispanic(names.slice(at - 1, at))) return { start: at - 1, isSure: false };
    const isFirm = names.slice(at, after).some((word) => isFirmParticle(word));
    return { start: at, isSure: after === end && isPlain(at) && isFirm };
  }
  // `Smith John` may have its last name first.
  const [first = "", second = ""] = names.map(wordKey);
  const isTurned = end === 1 && FIRST_NAMES.has(second) && !GIVEN_NAMES.has(first);
  if (end >= 3 && names[end - 1]?.toLowerCase() === "y") return { start: end - 2, isSure: false };
  if (end >= 2 && isHispanic(names.slice(-2))) return { start: end - 1, isSure: false };
  return { start: end, isSure: isPlain(end) && !isTurned };
}

/** A last name in front of the first one: `DE LA CRUZ MARIA`, `Van der Berg Piet`. */
const PARTICLES_FIRST = /^(?:de l(?:a|as|os)|van de[rn]?|von de[rmn])\s/i;

function parts(first: readonly string[], last: readonly string[]): SplitCell["parts"] {
  return {
    ...(first.length > 0 ? { firstName: first.join(" ") } : {}),
    ...(last.length > 0 ? { lastName: last.join(" ") } : {}),
  };
}

/** Nicknames and remarks, which stand in brackets or quotation marks. */
const ASIDES = /\([^()]*\)|\[[^[\]]*\]|["“”][^"“”]*["“”]|(?<=^|\s)['‘’][^'‘’]+['’](?=\s|,|$)/gu;

function withoutAsides(text: string, leftOut: string[]): string {
  return text.replace(ASIDES, (aside) => {
    leftOut.push(aside);
    return " ";
  });
}

const ROLES =
  /spouse|wife|husband|partner|co.?(?:borrower|applicant|signer|buyer)|guarantor|trust|poa\b|power of|deceased|estate|fianc|son\b|daughter|father|mother|brother|sister|c\/o|esposa|esposo/i;

function isRole(aside: string): boolean {
  return ROLES.test(aside) || /\s(?:&|and|y)\s/i.test(aside);
}

const COMPANY_WORDS = wordsIn(NAME_WORDS.company);
const OTHER_PEOPLE = wordsIn(NAME_WORDS.besidePerson);

/** What lists write in front of somebody beside the applicant: `Co: Jane Doe`, `Co-Borrower - Jane Doe`. */
const ROLE_IN_FRONT =
  /^\W*(?:co|cob|co[- ]?b|spouse|wife|husband|guarantor|co[- ]?(?:borrower|applicant|signer|buyer))\.?\s*[:–—]/i;

/** Why a text is not one person's name. */
function notOnePerson(text: string): SplitRefusal | undefined {
  if (ROLE_IN_FRONT.test(text)) return "name-of-other";
  const words = wordsOf(text.replaceAll(",", " "));
  if (words.some((word) => COMPANY_WORDS.has(wordKey(word)) || /^l\.?l\.?c\.?$/i.test(word))) {
    return "name-of-company";
  }
  if (/@|\d{5}/.test(text)) return "name-and-more";
  const joint = words.findIndex((word) => OTHER_PEOPLE.has(plainKey(word)));
  if (joint >= 0 || /[&+/;|]|\s[-–—]\s/.test(text)) return TWO_PEOPLE;
  // A capital is an initial, as in `JIM Y SMITH`, unless another first name follows.
  const spanish = words.findIndex(
    (word, at) => word === "y" || (word === "Y" && GIVEN_NAMES.has(wordKey(words[at + 1] ?? ""))),
  );
  const isSurname =
    spanish >= 2 && spanish === words.length - 2 && !GIVEN_NAMES.has(wordKey(words.at(-1) ?? ""));
  return spanish > 0 && !isSurname ? TWO_PEOPLE : undefined;
}

/** Whether both sides of a comma are names of people: `John Doe, Jane Doe`. */
function isTwoNames(left: readonly string[], right: readonly string[]): boolean {
  const [first = "", ...others] = left;
  if (others.length === 0 || right.length === 0 || isParticle(first)) return false;
  const isSameFamily = right.length > 1 && wordKey(left.at(-1) ?? "") === wordKey(right.at(-1) ?? "");
  return isSameFamily || (GIVEN_NAMES.has(wordKey(first)) && GIVEN_NAMES.has(wordKey(right[0] ?? "")));
}

const TITLES = wordsIn(NAME_WORDS.title);
const DOTTED_TITLES = wordsIn(NAME_WORDS.dottedTitle);

function isTitle(word: string): boolean {
  const key = plainKey(word);
  return TITLES.has(key) || (word.endsWith(".") && DOTTED_TITLES.has(key));
}

function withoutTitles(words: readonly string[], leftOut: string[]): string[] {
  let start = 0;
  while (start < words.length && isTitle(words[start] ?? "")) start += 1;
  if (start > 0) leftOut.push(words.slice(0, start).join(" "));
  return words.slice(start);
}

const SUFFIXES = wordsIn(NAME_WORDS.suffix);

/** Whether a word stands behind a last name, as `Jr.` does, and is not a name itself. */
function isSuffix(word: string): boolean {
  return SUFFIXES.has(plainKey(word));
}

const CREDENTIALS = wordsIn(NAME_WORDS.credential);
const COMMA_CREDENTIALS = wordsIn(NAME_WORDS.commaCredential);

function isCredential(word: string, isBehindComma = false): boolean {
  const key = wordKey(word);
  return CREDENTIALS.has(key) || (isBehindComma && COMMA_CREDENTIALS.has(key));
}

/** Whether a text is nothing but what stands behind a last name: `Jr.`, `III, Esq`. */
export function isNameEnding(text: string): boolean {
  const words = wordsOf(text.replace(/[,;]/g, " "));
  return words.length > 0 && words.every((word) => isSuffix(word) || isCredential(word));
}

/** Takes suffixes off the end, and degrees, of which nothing is sent. */
function withoutEnding(words: readonly string[], suffixes: string[], leftOut: string[]): string[] {
  let end = words.length;
  while (end > 1) {
    const word = words[end - 1] ?? "";
    if (isSuffix(word)) suffixes.unshift(word);
    else if (isCredential(word) || /^\d+$/.test(word)) leftOut.push(word);
    else break;
    end -= 1;
  }
  return words.slice(0, end);
}

const FIRM_PARTICLES = wordsIn(NAME_WORDS.particle);
const WEAK_PARTICLES = wordsIn(NAME_WORDS.weakParticle);
const VIETNAMESE = wordsIn(NAME_WORDS.vietnamese);

function isFirmParticle(word: string): boolean {
  return FIRM_PARTICLES.has(plainKey(word)) || /^(?:d|o|l)['’]$/i.test(word);
}

/** @param next The word behind it: `Van` before a Vietnamese surname is a name of its own. */
function isParticle(word: string, next = ""): boolean {
  const key = plainKey(word);
  if (key === "van" && word !== "van" && VIETNAMESE.has(wordKey(next))) return false;
  return isFirmParticle(word) || WEAK_PARTICLES.has(key);
}

const GIVEN_AFTER_PARTICLE = wordsIn(NAME_WORDS.givenBehindParticle);

const HISPANIC_SURNAMES = wordsIn(NAME_WORDS.hispanicSurname);

function isHispanic(words: readonly string[]): boolean {
  // García-Pérez stands before another last name as García does.
  return words.every((word) => HISPANIC_SURNAMES.has(wordKey(word.replace(/-.*/, ""))));
}

const FIRST_NAMES = wordsIn(NAME_WORDS.firstName);

const GIVEN_NAMES = wordsIn(NAME_WORDS.firstName, NAME_WORDS.otherFirstName);

function isInitial(word: string): boolean {
  return INITIALS.test(word);
}

const INITIALS = /^\p{L}\.?$|^(?:\p{L}\.){2,3}$/u;

/** The key to look a word up by; empty for initials that look like a word: `J.R.` is not `Jr.`, nor `M.S.` `Ms.` */
function plainKey(word: string): string {
  return JOINED_INITIALS.test(word) ? "" : wordKey(word);
}

const JOINED_INITIALS = /\p{L}\.\p{L}/u;

function wordsOf(text: string): string[] {
  return withoutEmpty(text.split(/\s+/));
}

function withoutEmpty(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}
