import { isAscii } from "node:buffer";
import leven from "leven";
import { emailKey } from "../../lead/email.ts";
import type { Lead } from "../../lead/schema.ts";
import type { JournalRecord } from "../journal/journal-record.ts";

/**
 * How well something fits what a person asked for: `whole` is the very address, name, number or id, `word` a whole word
 * of a name, `part` any part of one of them.
 */
export type Fit = "whole" | "word" | "part";

const FITS: readonly Fit[] = ["part", "word", "whole"];

export function isBetterFit(one: Fit, other: Fit | null): boolean {
  return other === null || FITS.indexOf(one) > FITS.indexOf(other);
}

/** What a person asked for, as they typed or pasted it. */
export interface LeadQuery {
  /** Without what it was wrapped in. */
  text: string;
  /** The same as it may be repeated: a login link without what signs in. */
  shown: string;
  /** The address, in the form in which two are the same; null where it is none. */
  email: string | null;
  /** The digits of a whole phone number, without a country's code; null where it is none. */
  phone: string | null;
  /** It is a phone number and nothing else: several people may have it. */
  isPhoneAlone: boolean;
  /** It is a login link: where it fits in part only, it was cut on its way. */
  isLink: boolean;
  /** Addresses that were pasted with a login link or a quote's id: who has them may be another than who has that. */
  beside: readonly string[];
  /** Whether a journal may hold it: a quote's id, a login link, and nothing of a person. */
  isOfJournal: boolean;
  /** Whether a lead may fit, by its JSON as `foldedJson` gives it: to read that takes less than to parse it. */
  mayFitLead(json: string): boolean;
  /** The same of a record of the journal, by its line in lower case. */
  mayFitRecord(line: string): boolean;
  fitOfLead(lead: Lead): Fit | null;
  fitOfRecord(record: JournalRecord): Fit | null;
}

const PART_CHARACTERS_MIN = 2;
/** One letter of a script without capitals may be all of a name, as one of Chinese is. */
const WHOLE_NAME = /^\p{Lo}$/u;
/** How a person is addressed, before the name. */
const TITLE = /^(?:mrs?|ms|mx|miss|dr|sra?|srta|mme)\b\.?\s+(?=\p{L}+$|\p{L}[\p{L}.'’-]*\s)/iu;
const PHONE_DIGITS_MIN = 7;
const PHONE_PART_DIGITS_MIN = 4;
/** With a country's code, as of the United States. */
const NATIONAL_DIGITS = 10;
const SECRET_CHARACTERS_MIN = 8;
const TOKEN_CHARACTERS_MIN = 24;
const TOKEN = new RegExp(`^[\\w.~+/=%-]{${TOKEN_CHARACTERS_MIN},}$`);
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;
/** A quote's id, or the name of a run. */
const KNOWN_ID = new RegExp(`^(?:${UUID.source}|\\d{8}T\\d{6}.*)$`, "i");

/**
 * Reads what a person asked for: an address in any wrapping (`Jane Doe <jane@example.com>`, `mailto:`), a name, a phone
 * number, an affiliate or quote id, a login link, or a part of one.
 *
 * @returns Null where nothing is left that could be looked for.
 */
export function parseLeadQuery(typed: string): LeadQuery | null {
  const links = linksIn(typed);
  if (links.length === 0) return idQuery(typed) ?? textQuery(typed);
  const beside = addressesIn(bareText(typed).replace(new RegExp(LINK, "gi"), " "));
  const link = { ...linkQuery(links), beside };
  // Without `https://` it may be somebody's reference as well.
  const text = LINK.test(bareText(typed)) ? null : textQuery(typed);
  if (!text) return link;
  return {
    ...text,
    shown: link.shown.replace(/^https:\/\//, ""),
    isOfJournal: true,
    mayFitRecord: (line) => link.mayFitRecord(line) || text.mayFitRecord(line),
    fitOfRecord: (record) => best([link.fitOfRecord(record), text.fitOfRecord(record)]),
  };
}

/** Ids of quotes with other text around them, as they stand in a mail. Null where there is none, or one alone. */
function idQuery(typed: string): LeadQuery | null {
  const text = bareText(typed);
  const inText = new RegExp(`(?<![\\w-])${UUID.source}(?![\\w-])`, "gi");
  const queries = [...new Set(text.match(inText))].flatMap((id) =>
    id === text ? [] : (textQuery(id) ?? []),
  );
  const [first] = queries;
  return first === undefined
    ? null
    : {
        ...first,
        shown: queries.map(({ shown }) => shown).join(" and "),
        beside: addressesIn(text),
        mayFitLead: (json) => queries.some((query) => query.mayFitLead(json)),
        mayFitRecord: (line) => queries.some((query) => query.mayFitRecord(line)),
        fitOfLead: (lead) => best(queries.map(({ fitOfLead }) => fitOfLead(lead))),
        fitOfRecord: (record) => best(queries.map(({ fitOfRecord }) => fitOfRecord(record))),
      };
}

/** What is no link. */
function textQuery(typed: string): LeadQuery | null {
  const text = unwrapped(typed).replace(TITLE, "");
  if (folded(text).length < PART_CHARACTERS_MIN && !WHOLE_NAME.test(text)) return null;
  const several = addressesIn(text);
  if (several.length > 1) return { ...emailsQuery(several), text };
  const email = several[0] ?? (/^[^\s@]+@[^\s@]+$/.test(text) ? emailKey(text) : null);
  if (email === null) {
    const ofPhone = phoneAndName(text);
    if (ofPhone) return ofPhone;
  }
  const number = bareNumber(text);
  const phoneText = withoutExtension(number);
  const digits = phoneDigits(phoneText);
  const extension = extensionOf(number);
  const words = wordsOf(text);
  const holdsWords = holdsAll(email === null ? bare(words) : [folded(email)]);
  const isPhone = digits.length >= PHONE_PART_DIGITS_MIN && /^[\d\s()+./-]+$/.test(phoneText);
  const phonePattern = isPhone ? phonePatternOf(digits) : undefined;
  return {
    text: several[0] ?? text,
    shown: several[0] ?? shownWord(text),
    email,
    beside: [],
    phone: isPhone && digits.length >= PHONE_DIGITS_MIN ? nationalDigits(digits) : null,
    isPhoneAlone: isPhone,
    isLink: false,
    isOfJournal: email === null && words.length === 1,
    mayFitLead: (json) => holdsWords(json) || phonePattern?.test(json) === true,
    mayFitRecord: holdsAll([text.toLowerCase()]),
    fitOfLead: (lead) =>
      several.length > 0
        ? fitOfWholeEmail(lead, email)
        : best(
            [
              email === null ? null : fitOfEmail(lead, email),
              isPhone ? fitOfPhone(lead, digits, extension) : null,
            ],
            () => fitOfWords(lead, words),
          ),
    fitOfRecord: (record) => best([fitOfIds(record, text), fitOfToken(record, text)]),
  };
}

function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** Without the full stops behind initials and `Jr.`: a sheet may lack them. */
function bare(words: readonly string[]): string[] {
  const all = words.map((word) => word.replace(/\.+$/, ""));
  return all.some((word) => word === "") ? [...words] : all;
}

function longestOf(words: readonly string[]): string {
  return words.reduce((one, other) => (other.length > one.length ? other : one), "");
}

/** A whole phone number with a name around it, as it stands in a mail: whoever has the number and another name fits in part. */
function phoneAndName(text: string): LeadQuery | null {
  const [number = ""] = /(?<![^\s:(])\+?\(?\d[\d\s().+\u2010-\u2015-]{5,}\d(?![^\s,;)])/.exec(text) ?? [];
  const words = folded(withoutExtension(bareNumber(text.replace(number, " ")))).match(/[^\s,;:()]+/g) ?? [];
  if (phoneDigits(number).length < PHONE_DIGITS_MIN || !words.some((word) => /\p{L}{2}/u.test(word)))
    return null;
  const query = textQuery(number);
  return (
    query && {
      ...query,
      text,
      shown: text,
      isPhoneAlone: false,
      fitOfLead: (lead) => {
        // A reference may look like that: `REF 1234567`.
        if (fitOfWords(lead, wordsOf(text)) === "whole") return "whole";
        const fit = query.fitOfLead(lead);
        return fit === "whole" && fitOfWords(lead, words) === null ? "part" : fit;
      },
    }
  );
}

/** A query for some addresses and nothing else. */
export function emailsQuery(emails: readonly string[]): LeadQuery {
  const keys = new Set(emails);
  return {
    text: emails.join(", "),
    shown: emails.join(", "),
    email: null,
    beside: [],
    phone: null,
    isPhoneAlone: false,
    isLink: false,
    isOfJournal: false,
    mayFitLead: holdsAny(emails.map(folded)),
    mayFitRecord: () => false,
    fitOfLead: ({ contactInfo }) => (keys.has(emailKey(contactInfo?.email ?? "")) ? "whole" : null),
    fitOfRecord: () => null,
  };
}

/** Somebody as a lead names them, whatever their address. Each in the form in which two are the same; empty where it is absent. */
export interface Person {
  name: string;
  /** National digits. */
  phone: string;
  reference: string;
  /** Of the property. */
  street: string;
}

/** Null of a lead that lacks its name, or all by which people of one name are told apart. */
export function personOf({ affiliateId = "", contactInfo, address }: Lead): Person | null {
  const { firstName = "", lastName = "", phone = "" } = contactInfo ?? {};
  const digits = nationalDigits(phone);
  const person = {
    name: folded(`${firstName} ${lastName}`),
    phone: digits.length >= PHONE_DIGITS_MIN ? digits : "",
    reference: folded(affiliateId),
    street: folded(address?.street ?? ""),
  };
  const { name, ...others } = person;
  return name !== "" && Object.values(others).some(Boolean) ? person : null;
}

/** People of one name at one place may be two, where each has a phone number of their own. */
function isSamePerson(one: Person, other: Person): boolean {
  const isShared = (key: keyof Person): boolean => one[key] !== "" && one[key] === other[key];
  const isAtOnePlace = isShared("street") && (one.phone === "" || other.phone === "");
  return (isShared("phone") || isShared("reference") || isAtOnePlace) && isLikeName(one.name, other.name);
}

const SLIP_CHARACTERS_MIN = 6;

/**
 * Whether two names may be of one person: one has more words, such as a middle name, or they differ by a letter.
 *
 * @param one In the form in which two are the same, as the other.
 */
export function isLikeName(one: string, other: string): boolean {
  if (one === other) return true;
  const length = Math.min(one.length, other.length);
  if (length >= SLIP_CHARACTERS_MIN && leven(one, other, { maxDistance: 2 }) <= 1) return true;
  const [few = [], many = []] = [one, other]
    .map((name) => name.split(/[\s.,]+/).filter(Boolean))
    .sort((a, b) => a.length - b.length);
  return few.length > 1 && few.every((word) => many.includes(word));
}

/** A query for some people and nothing else. */
export function peopleQuery(people: readonly Person[]): LeadQuery {
  const all = [...new Map(people.map((person) => [JSON.stringify(person), person])).values()];
  const phones = new Set(all.map(({ phone }) => phone).filter(Boolean));
  const phonePatterns = [...phones].map(phonePatternOf);
  const names = new Set(all.flatMap(({ name, reference, street }) => (reference || street ? name : [])));
  const holdsName = holdsAny([...names].map((name) => longestOf(wordsOf(name))));
  return {
    ...emailsQuery([]),
    mayFitLead: (json) => holdsName(json) || phonePatterns.some((pattern) => pattern.test(json)),
    fitOfLead: (lead) => {
      const other = personOf(lead);
      return other && all.some((person) => isSamePerson(person, other)) ? "whole" : null;
    },
  };
}

/**
 * A login link is known by its token, whatever was added to it on its way.
 *
 * @param links What it may be: a line may have been broken within it, or something may follow it.
 */
function linkQuery(links: readonly string[]): LeadQuery {
  const [text = ""] = links;
  const asked = links.map(secretsIn);
  return {
    text,
    shown: text.replace(
      /^(https?:\/\/[^/?#]*|\?[^=]*).*$/i,
      (_, start: string) => `${start}${start.startsWith("?") ? "=" : "/"}***`,
    ),
    email: null,
    beside: [],
    phone: null,
    isPhoneAlone: false,
    isLink: true,
    isOfJournal: true,
    mayFitLead: () => false,
    mayFitRecord: holdsAny(
      asked
        .flatMap(({ values, path }) => (values.length > 0 ? values : [withoutPlace(path)]))
        .map((secret) => secret.toLowerCase()),
    ),
    fitOfLead: () => null,
    fitOfRecord: (record) => best(linksOf(record).map((own) => fitOfLink(own, asked))),
  };
}

/** A link of a run against one that was asked for: all that makes it one is there, or a token was cut off. */
function fitOfLink(own: string, asked: readonly LinkSecrets[]): Fit | null {
  const { values, path } = secretsIn(own);
  const isSame = (one: LinkSecrets): boolean =>
    values.length > 0
      ? values.every((value) => one.values.includes(value))
      : one.path === path || withoutPlace(one.path) === path;
  if (asked.some(isSame)) return "whole";
  const isCutOff = (one: LinkSecrets): boolean =>
    one.values.length > 0 && one.values.every((value) => values.some((whole) => whole.startsWith(value)));
  return asked.some(isCutOff) ? "part" : null;
}

/** Neither stands in a link, but around one. */
const AROUND_LINK = "\\s<>\"'`“”‘’«»()[\\]{}|*";

const LINK = new RegExp(`https?://[^${AROUND_LINK}]+`, "i");
/** Or its end alone, as in `token=...`. */
const LINK_WITHOUT_SCHEME = new RegExp(
  `(?:[^${AROUND_LINK}@]+/[^${AROUND_LINK}@]*\\?|^[?&]?)[\\w.%-]+(?:=|%3D)[^${AROUND_LINK}]{${SECRET_CHARACTERS_MIN},}`,
  "i",
);

/** The links in a text; a single one also as it would be if lines had been broken within it. */
function linksIn(typed: string): string[] {
  const text = bareText(typed);
  const whole = text.match(new RegExp(LINK, "gi")) ?? [];
  if (whole.length > 1) return [...new Set(whole.map(asLink))];
  const links = [/ /g, /=? /g, null].flatMap((broken) => {
    const whole = broken === null ? text : text.replace(broken, "");
    return LINK.exec(whole)?.[0] ?? LINK_WITHOUT_SCHEME.exec(whole)?.[0] ?? [];
  });
  // Blanks that are left out may make a link of what is none.
  return LINK.test(text) || LINK_WITHOUT_SCHEME.test(text) ? [...new Set(links.map(asLink))] : [];
}

function asLink(text: string): string {
  const bare = text.replace(/[,;:!?.…]+$/, "");
  if (/^https?:/i.test(bare)) return bare;
  return /^[^?]+\?/.test(bare) ? `https://${bare}` : `?${bare.replace(/^[?&]/, "")}`;
}

/** By what a login link is known. */
interface LinkSecrets {
  /** What is long enough in its query to be a token, also in that of a link within it: mail programs wrap them. */
  values: string[];
  /** All of it where it has no such thing, else what stands before its query. */
  path: string;
}

function secretsIn(link: string): LinkSecrets {
  const whole = link.replace(/^https?:\/\//i, "");
  const [, query = ""] = /\?([^#]*)/.exec(whole) ?? [];
  const values = [...new URLSearchParams(query)].flatMap(([name, value]) => {
    if (/^https?:\/\//i.test(value)) return secretsIn(value).values;
    // `token%3D...`: what was to be its value is a part of its name.
    const text = value === "" ? (name.split("=")[1] ?? "") : value;
    return text.length >= SECRET_CHARACTERS_MIN ? [text] : [];
  });
  return { values, path: values.length > 0 ? whole.replace(/\?.*$/, "") : whole };
}

/** A link as far as the place in a page that may have been added to it. */
function withoutPlace(link: string): string {
  return link.replace(/#.*$/, "");
}

function bareText(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
}

/** Takes off what mail programs, sheets and people put around an address. */
function unwrapped(typed: string): string {
  let text = bareText(typed);
  const angled = /<\s*(?:mailto:)?([^<>\s|]+)(?:\|[^<>]*)?\s*>/i.exec(text);
  if (angled?.[1]?.includes("@")) text = angled[1];
  if (/^mailto:/i.test(text)) text = decoded(text.replace(/^mailto:/i, "").replace(/\?.*$/, ""));
  const bare = stripped(text);
  return bare === "" ? text : bare;
}

function stripped(text: string): string {
  return text
    .replace(/^["'“”‘’«»`*([{<]+/, "")
    .replace(/["'“”‘’«»`*)\]}>,;:!?.…]+$/, "")
    .trim();
}

/** The whole addresses in a text, each once, in the form in which two are the same. */
function addressesIn(text: string): string[] {
  const words = text.split(/[\s<>()[\]{}|,;]+/).map((word) => stripped(word.replace(/^.*:/, "")));
  return [...new Set(words.filter((word) => /^[^@]+@[^@]+\.[^@.]{2,}$/.test(word)).map(emailKey))];
}

/** A phone number without what it is called. */
function bareNumber(text: string): string {
  return text.replace(/[\u2010-\u2015\u2212]/g, "-").replace(/^(?:tel|phone|mobile|cell)\b[:.\s]*/i, "");
}

/** Of a phone number: `206-555-0142 ext. 7`. */
const EXTENSION = /[\s,;]*(?:x|extn?|extension|#)[\s.:=#]*(\d{1,6})\s*$/i;

function withoutExtension(phone: string): string {
  return phone.replace(EXTENSION, "");
}

/** Empty where there is none. */
function extensionOf(phone: string): string {
  return EXTENSION.exec(phone)?.[1] ?? "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The form in which two texts are the same to a reader: case, accents, kinds of apostrophes do not count. */
export function folded(text: string): string {
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

function best(fits: readonly (Fit | null)[], otherwise = (): Fit | null => null): Fit | null {
  const known = fits.filter((fit) => fit !== null);
  return known.includes("whole") ? "whole" : ([...known, otherwise()].find((fit) => fit !== null) ?? null);
}

function fitOfEmail({ contactInfo }: Lead, email: string): Fit | null {
  const own = emailKey(contactInfo?.email ?? "");
  return own === email ? "whole" : own.includes(email) ? "part" : null;
}

/** A whole address is not a part of another, but may be a reference: of who brought the lead, for one. */
function fitOfWholeEmail({ affiliateId, contactInfo }: Lead, email: string | null): Fit | null {
  return [contactInfo?.email, affiliateId].some((own) => emailKey(own ?? "") === email) ? "whole" : null;
}

function phoneDigits(text: string): string {
  return text.replace(/\D/g, "");
}

/** Behind another extension there may be somebody else. */
function fitOfPhone({ contactInfo }: Lead, digits: string, extension: string): Fit | null {
  const { phone: own = "" } = contactInfo ?? {};
  if (nationalDigits(own) === nationalDigits(digits) && digits.length >= PHONE_DIGITS_MIN)
    return extension === "" || extension === extensionOf(own) ? "whole" : "part";
  return phoneDigits(own).includes(digits) ? "part" : null;
}

/** The digits of a phone number, without a country's code and an extension. */
export function nationalDigits(phone: string): string {
  return phoneDigits(withoutExtension(phone)).slice(-NATIONAL_DIGITS);
}

function fitOfWords({ affiliateId, contactInfo }: Lead, words: readonly string[]): Fit | null {
  const name = folded(`${contactInfo?.firstName ?? ""} ${contactInfo?.lastName ?? ""}`);
  const id = folded(affiliateId ?? "");
  const query = words.join(" ");
  const parts = bare(name.split(" "));
  const bareWords = bare(words);
  if (id === query) return "whole";
  if (name === query || (words.length > 1 && isTurned(name, words))) return "whole";
  if (bareWords.every((word) => parts.includes(word))) return "word";
  const all = [name, id, folded(contactInfo?.email ?? "")];
  return bareWords.every((word) => all.some((text) => text.includes(word))) ? "part" : null;
}

/** `Doe, Jane` */
function isTurned(name: string, [last = "", ...first]: readonly string[]): boolean {
  return name === `${first.join(" ")} ${last}`;
}

/** Ids by which a service's owner or a person knows what a record is about. */
function idsOf(record: JournalRecord): string[] {
  if (record.type === "resolved") return record.quoteId === undefined ? [] : [record.quoteId];
  if (record.type !== "result") return [];
  const { answer } = record;
  const id = answer.kind === "created" ? answer.quoteId : answer.pieces?.quoteId;
  return id === undefined ? [] : [id];
}

function linksOf(record: JournalRecord): string[] {
  if (record.type === "resolved") return record.loginUrl === undefined ? [] : [record.loginUrl];
  if (record.type !== "result") return [];
  const { answer } = record;
  const link = answer.kind === "created" ? answer.loginUrl : answer.pieces?.loginUrl;
  return link === undefined ? [] : [link];
}

function fitOfIds(record: JournalRecord, text: string): Fit | null {
  const query = text.toLowerCase();
  const fits = idsOf(record).map((id): Fit | null => {
    const own = id.toLowerCase();
    return own === query ? "whole" : own.includes(query) ? "part" : null;
  });
  return best(fits);
}

/** A login link's token, or most of it, without the link. */
function fitOfToken(record: JournalRecord, text: string): Fit | null {
  if (text.length < TOKEN_CHARACTERS_MIN) return null;
  const values = linksOf(record).flatMap((link) => secretsIn(link).values);
  if (values.includes(text)) return "whole";
  return values.some((value) => value.startsWith(text)) ? "part" : null;
}

/** A word as it may be repeated: one that may be a token only by its beginning. */
function shownWord(text: string): string {
  const isToken = TOKEN.test(text) && /\d/.test(text) && /[a-z]/i.test(text) && !KNOWN_ID.test(text);
  return isToken ? `${text.slice(0, SECRET_CHARACTERS_MIN)}***` : text;
}

/** JSON as a query looks at it: folded. Only text beyond ASCII takes long for that. */
export function foldedJson(json: Buffer): string {
  return isAscii(json) ? json.toString("latin1").toLowerCase() : folded(json.toString());
}

/** Whether JSON holds each of some folded texts. */
function holdsAll(texts: readonly string[]): (json: string) => boolean {
  const written = texts.map(asInJson);
  return (json) => written.every((text) => json.includes(text));
}

/** The same of one of them. */
function holdsAny(texts: readonly string[]): (json: string) => boolean {
  const written = texts.map(asInJson);
  return (json) => written.some((text) => json.includes(text));
}

function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A phone number, or a part of one, with what people put between its digits. */
function phonePatternOf(digits: string): RegExp {
  return new RegExp([...nationalDigits(digits)].join("\\D{0,3}"));
}

/**
 * Whether JSON may hold what is nearly a text: of so many pieces of it one is there as it is, for there are fewer slips than
 * pieces. Nothing is near to a text that is too short for that.
 *
 * @param pieceCount One more than slips are allowed.
 */
export function mayHoldNear(text: string, pieceCount: number): (json: string) => boolean {
  return holdsAny(piecesOf(text.includes("@") ? text : longestOf(text.split(" ")), pieceCount));
}

/** The same of a name that may have words more or fewer. */
export function mayHoldLikeName(name: string): (json: string) => boolean {
  return holdsAny(bare(wordsOf(name)).filter((word) => word.length > PART_CHARACTERS_MIN));
}

/** The same of a phone number's digits. */
export function mayHoldNearPhone(digits: string, pieceCount: number): (json: string) => boolean {
  const patterns = piecesOf(digits, pieceCount).map(phonePatternOf);
  return (json) => patterns.some((pattern) => pattern.test(json));
}

function piecesOf(text: string, count: number): string[] {
  const length = Math.floor(text.length / count);
  if (length < 1) return [];
  return Array.from({ length: count }, (_, at) =>
    text.slice(at * length, at === count - 1 ? undefined : (at + 1) * length),
  );
}
