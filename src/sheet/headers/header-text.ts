import { unspoilt } from "../text/spoilt-text.ts";
import { ADDRESS_WORDS } from "../vocabulary/address-words.ts";
import { TAG_BY_PHRASE, type Tag } from "../vocabulary/header-words.ts";
import { anyOf } from "../vocabulary/phrases.ts";
import { PARTS_OF_ADDRESS, PEOPLE } from "./header-tags.ts";

/** As far as a header is read: what comes later explains, and names nothing. */
export const HEADER_CHARACTERS_MAX = 300;
const WORDS_MAX = 40;

/** Words in brackets that say how to fill a cell in, and nothing about what it means. */
const REMARKS: ReadonlySet<string> = new Set(
  [
    "required optional text number numbers digits only yes no y n si sí s true false usd us mm dd yyyy yy",
    "xxx xxxx xxxxx obligatorio opcional any applicable if known please enter letter letters or not sure",
    "pick picklist dropdown drop down list one select choose dashes spaces digit",
  ].flatMap((line) => line.split(" ")),
);

const EXAMPLE =
  /^\s*(?:e\.?g\b|ex\b|ej\b|example|for example|i\.?e\b|if|format|incl|include|please|choose|select|max|min|check|as (?:shown|on|in|it)\b|will be|don'?t|do not|no p\.? ?o\b)/i;

/**
 * Words after this say which address is not meant, and must not be read as the one that is. After a bracket, a colon or a
 * dash comes the part of the address, as in `Home Address (if different): City`.
 */
const DIFFERENT =
  /\b(?:if )?(?:(?<=if )not?(?=[:,])|different|differs|other than|not the same|distint[ao]|diferente)\b.*?(?=[)\]}>:]|\s[-–—]\s|$)/i;

/** A street with its unit is still the street. */
const ADDRESS_WITH_UNIT = new RegExp(
  `\\b(address|addr|street)\\s*(?:[,/&+]|and\\b|with\\b|w/|plus\\b|incl\\w*)\\s*(?:${anyOf(ADDRESS_WORDS.unit)})\\b[\\s#.]*(?:no\\b|number\\b)?`,
  "i",
);

/**
 * The number of a question, as in `Q5: City`, `12. City` and `03_city`; not that of a field or a person, as in
 * `Address 1` and `2 Borrower`.
 */
export const QUESTION_NUMBER =
  /^[\s_]*(?:q(?:uestion)?[\s_]*\d{1,3}(?:[\s_]*[.:)-][\s_]*|[\s_]+)|\d{1,3}[.:)][\s_]*(?=[^\d\s_])|0\d[\s_]+)(?=\S)/i;

/** What a form puts in of an earlier answer, as in `And your last name, {{field:first}}?`. */
const PLACEHOLDER = /\{\{[^{}]*\}\}/gu;

/** The number or code of a field behind its label, as some systems have it: `Borrower First Name [4000]`, `Zip (URLA.X78)`. */
const FIELD_ID = /\s*[([](?:\d{2,6}|[a-z]{1,8}\.?x?\d{2,6})[)\]]\s*$/i;

/** `HPHONE`, `W Ph`: whose letter in front says which telephone it is. */
const LETTERED_PHONE = /\b([hwcmde])[ .-]?(phone|ph)\b/gi;
const PHONE_LETTERS: Readonly<Record<string, string>> = {
  h: "home",
  w: "work",
  c: "cell",
  m: "mobile",
  d: "day",
  e: "evening",
};

/** What stands for other words. `Domicilio` alone is where somebody lives. */
const SPELT_OUT: readonly (readonly [RegExp, string])[] = [
  [/\bdomicilio(?= (?:de la |del |de )?(?:propiedad|inmueble)\b)/gi, "direccion"],
  // What an address ends with, in lists: `Owner CSZ`.
  [/\bcsz\b|\bc\/s\/z\b/gi, "city state zip"],
  [/\bzip ?(?:code ?)?\+ ?4\b/gi, "zip plus 4"],
  [/\bgri\b/gi, "gross rental income"],
];

/** `Borrower(s)`. */
const PLURAL = /(\p{L})\((s|es)\)/giu;

const LISTED_MIN = 3;

export interface Word {
  text: string;
  /** Absent when it is not known. */
  tag?: Tag;
}

/** The words of a header with what each is about; several are one where they mean something together. */
export function wordsOf(header: string): Word[] {
  const text = unspoilt(header.slice(0, HEADER_CHARACTERS_MAX))
    .normalize("NFKC")
    .replace(QUESTION_NUMBER, "")
    .replace(PLACEHOLDER, " ")
    .replace(FIELD_ID, "")
    .replace(/\b(?:\w+?__)?(\w+?)__(?:c|pc|r)\b/gi, " $1 ")
    .replaceAll("_", " ")
    .replace(
      LETTERED_PHONE,
      (_, letter: string, phone: string) => `${PHONE_LETTERS[letter.toLowerCase()]} ${phone}`,
    );
  const plain = SPELT_OUT.reduce((all, [short, words]) => all.replace(short, words), text)
    .replace(PLURAL, "$1$2")
    .replace(/[([{<]([^()[\]{}<>]*)[)\]}>]/gu, (_, inner: string) => (isRemark(inner) ? " " : ` ${inner} `))
    .replace(ADDRESS_WITH_UNIT, "$1 ")
    .replace(DIFFERENT, " different")
    .replace(/[’'`´][sd]\b/gi, " ")
    .replace(/#/gu, " # ");
  const tokens = (plain.match(RUN) ?? []).flatMap(tokensOf).slice(0, WORDS_MAX);
  return phrasesOf(tokens);
}

/** Whether a text in brackets leaves out nothing that tells what the cells hold: a remark, an example, the choices. */
function isRemark(text: string): boolean {
  if (DIFFERENT.test(text)) return false;
  const words: readonly string[] = text.toLowerCase().match(PLAIN_WORD) ?? [];
  const rest = words.filter((word) => !REMARKS.has(word));
  // "(2 letters)", where "(2)" is a second one.
  if (
    (rest.length < words.length && rest.every((word) => FIGURES.test(word))) ||
    EXAMPLE.test(text) ||
    words.includes("etc")
  )
    return true;
  const choices = text.split(/[,/|;]/u);
  const isOfParts = words.some((word) => PARTS_IN_BRACKETS.has(TAG_BY_PHRASE.get(word) ?? "filler"));
  return choices.length >= LISTED_MIN && !isOfParts;
}

/** "Address (street, city, state, zip)" and "Name (Last, First, MI)" list what a cell holds. */
const PARTS_IN_BRACKETS: ReadonlySet<Tag> = new Set([
  "street",
  "city",
  "state",
  "zip",
  "unit",
  "first",
  "last",
  "mobile",
  "home",
]);

/** Lower case, without accents. */
function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss");
}

const RUN = /#|[\p{L}\p{M}\p{N}]+/gu;
const LETTERS_OR_FIGURES = /#|\p{N}+|[\p{L}\p{M}]+/gu;
const LETTER_FIRST = /^\p{L}/u;
const FIGURES = /^\p{N}+$/u;
const PLAIN_WORD = /[\p{L}\p{N}]+/gu;
const HUMP = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{L}\p{M}]+/gu;

function tokensOf(run: string): readonly string[] {
  return (run.match(LETTERS_OR_FIGURES) ?? []).flatMap((letters) => {
    const whole = folded(letters);
    if (TAG_BY_PHRASE.has(whole) || !LETTER_FIRST.test(letters)) return [whole];
    const humps = (letters.match(HUMP) ?? []).map(folded);
    const parts = humps.map((hump) => (TAG_BY_PHRASE.has(hump) ? [hump] : segments(hump)));
    if (parts.every((part) => part !== undefined)) return parts.flat();
    return segments(whole) ?? humps;
  });
}

const GLUED_SHORT: readonly string[] = ["st", "no", "ph", "of", "lo", "co", "id"];

const GLUED_CHARACTERS_MAX = 60;

const isLongWord = (word: string): boolean => /^[a-z]{3,}$/.test(word);
const GLUED_WORDS = new Set([...[...TAG_BY_PHRASE.keys()].filter(isLongWord), ...GLUED_SHORT]);
const GLUED_WORD_MAX = Math.max(...[...GLUED_WORDS].map(({ length }) => length));

/**
 * Takes a name written as one word apart, as in `propertystreet`.
 *
 * @returns `undefined` unless it is known words from end to end, and in one way only with so few of them.
 */
function segments(text: string): readonly string[] | undefined {
  if (text.length < 5 || text.length > GLUED_CHARACTERS_MAX) return undefined;
  const best: ({ words: readonly string[]; isUnique: boolean } | undefined)[] = [
    { words: [], isUnique: true },
  ];
  for (let end = 1; end <= text.length; end++) {
    for (let start = Math.max(0, end - GLUED_WORD_MAX); start < end; start++) {
      const before = best[start];
      const word = text.slice(start, end);
      if (!before || !GLUED_WORDS.has(word)) continue;
      const least = best[end];
      const count = before.words.length + 1;
      if (!least || count < least.words.length) {
        best[end] = { words: [...before.words, word], isUnique: before.isUnique };
      } else if (count === least.words.length) least.isUnique = false;
    }
  }
  const whole = best[text.length];
  return whole?.isUnique ? whole.words : undefined;
}

type ByNeighbour = (next: Tag | undefined, before: Tag | undefined) => Tag | undefined;

const OF_STREET: ReadonlySet<Tag> = new Set(["address", "number", "name", "direction", "suffix", "type"]);

/** Short words that are read by the words beside them. */
const BY_NEIGHBOUR: ReadonlyMap<string, ByNeighbour> = new Map<string, ByNeighbour>([
  // "St. Address" is a street; "Prop ST" and "Address ST" are states.
  ["st", (next) => (next && OF_STREET.has(next) ? "street" : "state")],
  // "LN" is a last name alone and behind a person, a line behind an address; "Ln #" and "Ln Purpose" are of the loan.
  [
    "ln",
    (next, before) => {
      if (before === "address" || before === "street") return "line";
      return next === "name" || (!next && (!before || PEOPLE.includes(before))) ? "last" : "loan";
    },
  ],
  ["app", (next) => (isOfPerson(next) ? "applicant" : "aside")],
  ["co", (next) => (isOfPerson(next) ? "coApplicant" : undefined)],
  // "BK/FC/SS" are events, where "SS #" numbers a person.
  ["ss", (next, before) => ([next, before].includes("derogatory") ? "derogatory" : undefined)],
  // A "Contrato" alone may be a lease, "Project" what the loan is for: the cells say so.
  ["contrato", (next, before) => (next || before ? undefined : "lease")],
  ["project", (next, before) => beforePartOfAddress(next) ?? (next || before ? "aside" : "reason")],
  ["installation", beforePartOfAddress],
  ["service", beforePartOfAddress],
  ["new", (next) => (next === "property" ? "filler" : undefined)],
  ["sp", beforePartOfAddress],
  ["coll", beforePartOfAddress],
  ["risk", beforePartOfAddress],
  ["security", beforeType],
  // "Asset Balance" is of an account.
  ["asset", beforeType],
  // "Insured Name" is the homeowner's, "Insured By" and "Insured Address" are of the insurance.
  ["insured", (next) => (isOfPerson(next) || next === "property" ? "homeowner" : "aside")],
]);

/** `Coll City`, and `Risk Address`, as insurers call what they insure. */
function beforePartOfAddress(next: Tag | undefined): Tag | undefined {
  return next && (next === "property" || PARTS_OF_ADDRESS.includes(next)) ? "property" : undefined;
}

/** `Security Type`, and `Asset Type`, as lenders to investors call it. */
function beforeType(next: Tag | undefined): Tag | undefined {
  return next === "type" ? "property" : beforePartOfAddress(next);
}

function isOfPerson(tag: Tag | undefined): boolean {
  return tag !== undefined && ["first", "middle", "last", "name", "email", "phone", "mobile"].includes(tag);
}

/** How many words the longest text has that begins with a word; of several words alone. */
const LONGEST_BY_START = new Map<string, number>();
for (const phrase of TAG_BY_PHRASE.keys()) {
  const [start = "", ...more] = phrase.split(" ");
  LONGEST_BY_START.set(start, Math.max(LONGEST_BY_START.get(start) ?? 1, more.length + 1));
}

function phrasesOf(tokens: readonly string[]): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < tokens.length; ) {
    let length = Math.min(LONGEST_BY_START.get(tokens[at] ?? "") ?? 1, tokens.length - at);
    while (length > 1 && !TAG_BY_PHRASE.has(tokens.slice(at, at + length).join(" "))) length -= 1;
    const text = tokens.slice(at, at + length).join(" ");
    const tag = TAG_BY_PHRASE.get(text) ?? (FIGURES.test(text) ? "figure" : undefined);
    words.push(tag ? { text, tag } : { text });
    at += length;
  }
  for (const [at, word] of words.entries()) {
    const tag = BY_NEIGHBOUR.get(word.text)?.(words[at + 1]?.tag, words[at - 1]?.tag);
    if (tag) word.tag = tag;
  }
  return withSecondPeople(words);
}

const MAY_BE_SECOND: readonly (Tag | undefined)[] = ["applicant", "person", "homeowner", "owner"];

/**
 * `Co-Buyer`, `2nd Client` and `Owner #2` are somebody beside the applicant, `Borrower 1` is the applicant. Lists of JSON count
 * from 0: `borrowers.1`.
 */
function withSecondPeople(words: readonly Word[]): Word[] {
  const known: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const { text, tag } = words[at] as Word;
    if (!MAY_BE_SECOND.includes(tag)) {
      known.push(words[at] as Word);
      continue;
    }
    const before = known.at(-1);
    // "Alternate Client Phone" is another one of the same client.
    const isOther =
      before?.tag === "secondary" && (!/^(?:alt|backup)/.test(before.text) || CONTACT.test(text));
    const isBeside = /^(?:co|joint|jt)$/.test(before?.text ?? "") || (isOther && !text.includes(" "));
    if (isBeside) known.pop();
    const numberAt = words[at + 1]?.tag === "number" ? at + 2 : at + 1;
    const number = words[numberAt];
    const isLater = number?.tag === "two" || /^[3-9b]$/.test(number?.text ?? "");
    const isNumbered = isLater || number?.tag === "one";
    if (isNumbered) at = numberAt;
    const isSecond = isBeside || isLater || (isNumbered && number?.text === "1" && text.endsWith("s"));
    const second = before?.tag === "secondary" && CONTACT.test(text) ? "others" : "coApplicant";
    known.push(isSecond ? { text, tag: second } : { text, ...(tag && { tag }) });
  }
  return known;
}

/** "Alternate Contact Phone" is another person's; an "Alternate Phone" is another one of the same. */
const CONTACT = /^contact(?:o|s|os)?$/;
