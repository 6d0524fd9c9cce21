import { emailKey } from "../../lead/email.ts";
import {
  EMAIL_LOW,
  EXTENSION,
  extensionOf,
  folded,
  nationalDigits,
  personKeys,
} from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import type { JournalRecord } from "../journal/journal-record.ts";
import type { IndexedKey } from "../plan/people-register.ts";

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
  /** It is a login link: where it fits in part only, it was cut on its way. */
  isLink: boolean;
  /** Addresses that were pasted with a login link or a quote's id: who has them may be another than who has that. */
  beside: readonly string[];
  /** Whether a journal may hold it: a quote's id, a login link, and nothing of a person. */
  isOfJournal: boolean;
  /** Whoever fits as a whole has one of these: they are looked up in the index of a run. */
  keys: readonly [IndexedKey, number][];
  /** What whoever fits in part has in the reference, name or e-mail, folded; null where it may be written in several ways. */
  word: string | null;
  /** Whether a record of the journal may fit, by its line in lower case: to read that takes less than to parse it. */
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
        keys: queries.flatMap(({ keys }) => keys),
        word: null,
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
  const isPhone = digits.length >= PHONE_PART_DIGITS_MIN && /^[\d\s()+./-]+$/.test(phoneText);
  const phone = isPhone && digits.length >= PHONE_DIGITS_MIN ? nationalDigits(digits) : null;
  return {
    text: several[0] ?? text,
    shown: several[0] ?? shownWord(text),
    email,
    beside: [],
    phone,
    isLink: false,
    isOfJournal: email === null && words.length === 1,
    keys: keysOf({ affiliateId: text, contactInfo: { email: email ?? "", phone: phone ?? "" } }),
    word: email === null && !isPhone ? longest(bare(words)) : null,
    mayFitRecord: holdsAny([text.toLowerCase()]),
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

function longest(words: readonly string[]): string {
  return words.reduce((one, other) => (other.length > one.length ? other : one), "");
}

/** Without the full stops behind initials and `Jr.`: a sheet may lack them. */
function bare(words: readonly string[]): string[] {
  const all = words.map((word) => word.replace(/\.+$/, ""));
  return all.some((word) => word === "") ? [...words] : all;
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
      word: null,
      fitOfLead: (lead) => {
        // A reference may look like that: `REF 1234567`.
        if (fitOfWords(lead, wordsOf(text)) === "whole") return "whole";
        const fit = query.fitOfLead(lead);
        return fit === "whole" && fitOfWords(lead, words) === null ? "part" : fit;
      },
    }
  );
}

/** What a query asks for where nothing is said of it. */
const NOTHING: Omit<LeadQuery, "text" | "shown"> = {
  ...{ email: null, phone: null, word: null, beside: [], keys: [], isLink: false, isOfJournal: false },
  mayFitRecord: () => false,
  fitOfLead: () => null,
  fitOfRecord: () => null,
};

/** A query for some addresses and nothing else. */
export function emailsQuery(emails: readonly string[]): LeadQuery {
  const keys = new Set(emails);
  return {
    ...NOTHING,
    text: emails.join(", "),
    shown: emails.join(", "),
    keys: emails.flatMap((email) => keysOf({ affiliateId: email, contactInfo: { email } })),
    fitOfLead: ({ contactInfo }) => (keys.has(emailKey(contactInfo?.email ?? "")) ? "whole" : null),
  };
}

/** The keys of a lead by which it is looked up. */
function keysOf(lead: Lead): [IndexedKey, number][] {
  const { email, reference, phone } = personKeys(lead);
  const all: [IndexedKey, number][] = [
    ["email", Math.floor(email / EMAIL_LOW)],
    ["reference", reference],
    ["phone", phone],
  ];
  return all.filter(([, key]) => key !== 0);
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
    ...NOTHING,
    text,
    shown: text.replace(
      /^(https?:\/\/[^/?#]*|\?[^=]*).*$/i,
      (_, start: string) => `${start}${start.startsWith("?") ? "=" : "/"}***`,
    ),
    isLink: true,
    isOfJournal: true,
    mayFitRecord: holdsAny(
      asked
        .flatMap(({ values, path }) => (values.length > 0 ? values : [withoutPlace(path)]))
        .map((secret) => secret.toLowerCase()),
    ),
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

function withoutExtension(phone: string): string {
  return phone.replace(EXTENSION, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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

/** Whether JSON holds one of some texts. */
function holdsAny(texts: readonly string[]): (json: string) => boolean {
  const written = texts.map(asInJson);
  return (json) => written.some((text) => json.includes(text));
}

function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
