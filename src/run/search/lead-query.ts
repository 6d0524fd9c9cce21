import { emailKey } from "../../lead/email.ts";
import { linkToken, linkTokens, SECRET_CHARACTERS_MIN } from "../../lead/login-link.ts";
import { EXTENSION, extensionOf, folded, nationalDigits } from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import { arrivedIn, type Pieces } from "../../outcome/answer.ts";
import type { JournalRecord } from "../journal/journal-record.ts";

/** How well something fits what a person asked for: it is the very address, name, number or id, a whole word of a name, or a part of one. */
export const FIT = { none: 0, part: 1, word: 2, whole: 3 } as const;
export type Fit = (typeof FIT)[keyof typeof FIT];

/** What a person asked for, as they typed or pasted it: any of several terms. */
export interface LeadQuery {
  /** Without what it was wrapped in. */
  text: string;
  /** The same as it may be repeated: a login link without what signs in. */
  shown: string;
  /** The address, in the form in which two are the same; null where it is none. */
  email: string | null;
  /** The digits of a whole phone number, without a country's code; null where it is none. */
  phone: string | null;
  /** A first and a last name, as far as its letters tell; null of anything else. */
  name: string | null;
  /** It is a login link: where it fits in part only, it was cut on its way. */
  isLink: boolean;
  /** Addresses that were pasted with a login link or a quote's id: who has them may be another than who has that. */
  beside: readonly string[];
  /** Everybody who fits as a whole has a key of one of these: they are looked up in the index of a run. */
  like: readonly Lead[];
  /** What whoever fits in part has in the reference, name or e-mail, folded; null where it may be written in several ways. */
  word: string | null;
  /** What a record of the journal holds that fits, a quote's id or a login link, whatever its case; nothing where none can. */
  recordTexts: readonly string[];
  fitOfLead(lead: Lead): Fit;
  fitOfRecord(record: JournalRecord): Fit;
}

/** One thing that may be meant. */
type Term = Partial<Pick<LeadQuery, "like" | "recordTexts" | "fitOfLead" | "fitOfRecord">>;

/** @param facts What is known of it beside its terms. */
function queryOf(
  facts: Pick<LeadQuery, "text"> & Partial<Omit<LeadQuery, keyof Term>>,
  terms: readonly Term[],
): LeadQuery {
  return {
    shown: facts.text,
    email: null,
    phone: null,
    name: null,
    isLink: false,
    beside: [],
    word: null,
    ...facts,
    like: terms.flatMap(({ like = [] }) => like),
    recordTexts: terms.flatMap(({ recordTexts = [] }) => recordTexts),
    fitOfLead: (lead) => best(terms.map(({ fitOfLead }) => fitOfLead?.(lead) ?? FIT.none)),
    fitOfRecord: (record) => best(terms.map(({ fitOfRecord }) => fitOfRecord?.(record) ?? FIT.none)),
  };
}

function best(fits: readonly Fit[]): Fit {
  return Math.max(FIT.none, ...fits) as Fit;
}

const PART_CHARACTERS_MIN = 2;
/** One letter of a script without capitals may be all of a name, as one of Chinese is. */
const WHOLE_NAME = /^\p{Lo}$/u;
const NAME = /^[\p{L}\p{M}.,'’\s-]+$/u;
/** How a person is addressed, before the name. */
const TITLE = /^(?:mrs?|ms|mx|miss|dr|sra?|srta|mme)\b\.?\s+(?=\p{L}+$|\p{L}[\p{L}.'’-]*\s)/iu;
const PHONE_DIGITS_MIN = 7;
const PHONE_PART_DIGITS_MIN = 4;
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
  const [text] = links;
  if (text === undefined) return idQuery(typed) ?? textQuery(typed);
  const beside = addressesIn(bareText(typed).replace(new RegExp(LINK, "gi"), " "));
  const shown = text.replace(/^(https?:\/\/[^/?#]*).*$/i, "$1/***");
  return queryOf({ text, shown, isLink: true, beside }, [linkTerm(links)]);
}

/** Ids of quotes with other text around them, as they stand in a mail. Null where there is none, or one alone. */
function idQuery(typed: string): LeadQuery | null {
  const text = bareText(typed);
  const inText = new RegExp(`(?<![\\w-])${UUID.source}(?![\\w-])`, "gi");
  const queries = [...new Set(text.match(inText))].flatMap((id) =>
    id === text ? [] : (textQuery(id) ?? []),
  );
  const [first] = queries;
  const shown = queries.map((query) => query.shown).join(" and ");
  return first ? queryOf({ ...first, shown, beside: addressesIn(text), word: null }, queries) : null;
}

/** What is not a link. */
function textQuery(typed: string): LeadQuery | null {
  const text = unwrapped(typed).replace(TITLE, "");
  const words = wordsOf(text);
  if (words.join(" ").length < PART_CHARACTERS_MIN && !WHOLE_NAME.test(text)) return null;
  const whole = addressesIn(text);
  if (whole.length > 0) return emailsQuery(whole);
  const named = { text, shown: shownText(text) };
  const wordTerm: Term = {
    like: [{ affiliateId: text }],
    fitOfLead: (lead) => fitOfWords(lead, words),
  };
  if (/^[^\s@]+@[^\s@]+$/.test(text)) {
    const email = emailKey(text);
    return queryOf({ ...named, email }, [emailsQuery([email]), wordTerm]);
  }
  const ofPhone = phoneAndName(text);
  if (ofPhone) return ofPhone;
  // A line may have been broken within a token.
  const joined = text.replaceAll(" ", "");
  const isOne = words.length === 1 || isToken(joined);
  const ids = (isOne ? [joined] : text.split(" ").filter((word) => VALUE.test(word)))
    .map(stripped)
    .map(idTerm);
  const number = bareNumber(text);
  const digits = phoneDigits(withoutExtension(number));
  const isPhone = digits.length >= PHONE_PART_DIGITS_MIN && /^[\d\s()+./-]+$/.test(withoutExtension(number));
  const name = words.length > 1 && NAME.test(text) ? text : null;
  if (!isPhone) return queryOf({ ...named, name, word: longest(bare(words)) }, [wordTerm, ...ids]);
  const phone = digits.length >= PHONE_DIGITS_MIN ? nationalDigits(digits) : null;
  const phoneTerm: Term = {
    like: [{ contactInfo: { phone: number } }],
    fitOfLead: (lead) => fitOfPhone(lead, digits, extensionOf(number)),
  };
  return queryOf({ ...named, phone }, [phoneTerm, wordTerm, ...ids]);
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
  const fitOfLead = (lead: Lead): Fit => {
    // A reference may look like that: `REF 1234567`.
    if (fitOfWords(lead, wordsOf(text)) === FIT.whole) return FIT.whole;
    const fit = query?.fitOfLead(lead) ?? FIT.none;
    return fit === FIT.whole && fitOfWords(lead, words) === FIT.none ? FIT.part : fit;
  };
  return query && queryOf({ ...query, text, shown: text, word: null }, [{ ...query, fitOfLead }]);
}

/** Whether a name has all words of another one, be it in part. */
export function holdsName(own: string, asked: string): boolean {
  return bare(wordsOf(asked)).every((word) => folded(own).includes(word));
}

/** A query for some addresses. It finds the leads that have one in full, as e-mail or as reference (of who brought the lead, for one). */
export function emailsQuery(emails: readonly string[]): LeadQuery {
  const [email = null, ...others] = emails;
  return queryOf({ text: emails.join(", "), email: others.length > 0 ? null : email }, [
    {
      like: emails.map((each) => ({ affiliateId: each, contactInfo: { email: each } })),
      fitOfLead: ({ affiliateId = "", contactInfo }) =>
        [affiliateId, contactInfo?.email ?? ""].some((own) => emails.includes(emailKey(own)))
          ? FIT.whole
          : FIT.none,
    },
  ]);
}

/**
 * A login link is known by its token, whatever was added to it on its way.
 *
 * @param links What it may be: a line may have been broken within it, or something may follow it.
 */
function linkTerm(links: readonly string[]): Term {
  const asked = links.map(partsOf);
  return {
    recordTexts: asked.flatMap(({ tokens, path }) =>
      tokens.length > 0 ? tokens.map(everWritten) : [withoutPlace(path)],
    ),
    fitOfRecord: (record) => fitOfLink(piecesOf(record).loginUrl, asked),
  };
}

/** The id of a quote, or a login link's token, alone or in what is left of a link. */
function idTerm(text: string): Term {
  const all = [text, ...linkTokens(text.includes("?") ? text : `?${text}`)];
  const tokens = all.filter(({ length }) => length >= TOKEN_CHARACTERS_MIN);
  return {
    recordTexts: [text, ...tokens.map(everWritten)],
    fitOfRecord: (record) => {
      const pieces = piecesOf(record);
      return best([fitOfId(pieces, text), ...tokens.map((token) => fitOfToken(pieces, token))]);
    },
  };
}

/** A link of a run against one that was asked for: all that makes it one is there, or a token was cut off. */
function fitOfLink(own: string | undefined, asked: readonly LinkParts[]): Fit {
  if (own === undefined) return FIT.none;
  const { tokens, path } = partsOf(own);
  const token = linkToken(own);
  const telling = tokens.includes(token) ? [token] : tokens;
  const isSame = (one: LinkParts): boolean =>
    telling.length > 0
      ? telling.every((each) => one.tokens.includes(each))
      : one.path === path || withoutPlace(one.path) === path;
  if (asked.some(isSame)) return FIT.whole;
  const isCutOff = (one: LinkParts): boolean =>
    one.tokens.length > 0 && one.tokens.every((each) => tokens.some((whole) => whole.startsWith(each)));
  return asked.some(isCutOff) ? FIT.part : FIT.none;
}

/** Characters that surround a link and are never in one. */
const AROUND_LINK = "\\s<>\"'`“”‘’«»()[\\]{}|*";

const LINK = new RegExp(`https?://[^${AROUND_LINK}]+`, "i");
/** The links in a text; a single one also as it would be if lines had been broken within it. */
function linksIn(typed: string): string[] {
  const text = bareText(typed);
  const whole = text.match(new RegExp(LINK, "gi")) ?? [];
  const broken = whole.length === 1 ? [/ /g, /=? /g] : [];
  const joined = broken.flatMap((gap) => LINK.exec(text.replace(gap, ""))?.[0] ?? []);
  return [...new Set([...joined, ...whole].map((link) => link.replace(/[,;:!?.…]+$/, "")))];
}

/** The part of a login link that identifies it. */
interface LinkParts {
  tokens: string[];
  /** All of it where it has none, else what stands before its query. */
  path: string;
}

function partsOf(link: string): LinkParts {
  // It may have been cut off within a character that is encoded.
  const whole = link.replace(/^https?:\/\/|%[\da-f]?$/gi, "");
  const tokens = linkTokens(whole);
  return { tokens, path: tokens.length > 0 ? whole.replace(/\?.*$/, "") : whole };
}

/** What stands in a token however it is encoded. */
function everWritten(token: string): string {
  return longest(token.split(/[^\w.~-]+/)) || token;
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

function phoneDigits(text: string): string {
  return text.replace(/\D/g, "");
}

/** Behind another extension there may be somebody else. */
function fitOfPhone({ contactInfo }: Lead, digits: string, extension: string): Fit {
  const { phone: own = "" } = contactInfo ?? {};
  if (nationalDigits(own) === nationalDigits(digits) && digits.length >= PHONE_DIGITS_MIN)
    return extension === "" || extension === extensionOf(own) ? FIT.whole : FIT.part;
  return phoneDigits(own).includes(digits) ? FIT.part : FIT.none;
}

function fitOfWords({ affiliateId, contactInfo }: Lead, words: readonly string[]): Fit {
  const name = folded(`${contactInfo?.firstName ?? ""} ${contactInfo?.lastName ?? ""}`);
  const id = folded(affiliateId ?? "");
  const query = words.join(" ");
  const parts = bare(name.split(" "));
  const bareWords = bare(words);
  // `Doe, Jane`
  const [last = "", ...first] = words;
  if ([id, name].includes(query) || name === `${first.join(" ")} ${last}`) return FIT.whole;
  if (bareWords.every((word) => parts.includes(word))) return FIT.word;
  const all = [name, id, folded(contactInfo?.email ?? "")];
  return bareWords.every((word) => all.some((text) => text.includes(word))) ? FIT.part : FIT.none;
}

/** What a record has of a quote: an answer, or what a person wrote down. */
function piecesOf(record: JournalRecord): Pieces {
  if (record.type === "resolved") return record;
  return record.type === "result" ? arrivedIn(record.answer) : {};
}

function fitOfId({ quoteId }: Pieces, text: string): Fit {
  const [own, query] = [quoteId?.toLowerCase(), text.toLowerCase()];
  return own === query ? FIT.whole : own?.includes(query) ? FIT.part : FIT.none;
}

/** A login link's token, or most of it. */
function fitOfToken({ loginUrl = "" }: Pieces, text: string): Fit {
  const tokens = linkTokens(loginUrl);
  if (tokens.includes(text)) return FIT.whole;
  return tokens.some((token) => token.startsWith(text)) ? FIT.part : FIT.none;
}

/** A text as it may be repeated: from a word on that may be a token, only by its beginning. A line may have been broken within it. */
function shownText(text: string): string {
  const words = text.split(" ");
  const at = words.findIndex((word) => isToken(word) || VALUE.test(word));
  const start = words[at]?.replace(VALUE, "=").slice(0, SECRET_CHARACTERS_MIN);
  return start === undefined ? text : `${[...words.slice(0, at), start].join(" ")}***`;
}

/** What may be a token in a part of a link, and what follows it. */
const VALUE = new RegExp(`=[^=]{${SECRET_CHARACTERS_MIN}}.*$`);

function isToken(word: string): boolean {
  return TOKEN.test(word) && /\d/.test(word) && /[a-z]/i.test(word) && !KNOWN_ID.test(word);
}
