import { hasAny, PARTS_OF_ADDRESS, type Tags } from "./header-tags.ts";
import type { Word } from "./header-text.ts";

/** What rules ask of a header beside its tags: what depends on the words themselves, their order, or several tags. */
export type HeaderMark =
  /** A declaration with the months or years that it is about. */
  | "ofDeclaration"
  /** A part or the use of the property, in so many words. */
  | "ofProperty"
  /** The type of a building. */
  | "typeOfHome"
  /** Something that was, or that is to come. */
  | "past"
  | "coming"
  | "liensOnly"
  | "severalEvents"
  | "severalKinds"
  | "unitBehindNumber"
  | "asksFirst"
  | "livesFirst"
  | "residenceFirst"
  /** "Loan" in front of a person says nothing more. */
  | "loanOfPerson";

const PAST = /^(?:past|previous|prior|recent|ultim[oa]s|l 6 m)$/;
const LIVES: ReadonlySet<string> = new Set("live lives living reside resides residing vive vives".split(" "));

export function marksOf(tags: Tags, words: readonly Word[]): ReadonlySet<HeaderMark> {
  const has = (...wanted: Parameters<typeof hasAny>[1]) => hasAny(tags, wanted);
  const events = words.filter(({ tag }) => tag === "derogatory").map(({ text }) => text);
  const kinds = words.filter(({ text, tag }) => tag === "condo" || text === "house");
  const [first] = words;
  const marks: Readonly<Record<HeaderMark, boolean>> = {
    ofDeclaration:
      has("listed", "bought", "mortgaged", "liabilities", "derogatory") && has("sixMonths", "fourYears"),
    ofProperty: has("property", "subject") && has(...PARTS_OF_ADDRESS, "use", "occupancy", "units"),
    typeOfHome: has("type") && has("property", "dwelling", "home"),
    past: has("last", "bought") || words.some(({ text }) => PAST.test(text)),
    coming: words.some(({ text }) => /ing\b/.test(text)),
    liensOnly: events.length > 0 && events.every((event) => event === "liens"),
    severalEvents: new Set(events.map((event) => event[0])).size > 1,
    severalKinds: kinds.length > 1,
    unitBehindNumber: words.some(({ text }, at) => text === "unit" && words[at - 1]?.tag === "number"),
    asksFirst: first?.tag === "asks",
    livesFirst: LIVES.has(first?.text ?? ""),
    residenceFirst: first?.tag === "residence",
    loanOfPerson: has("applicant", "coApplicant", "others"),
  };
  return new Set((Object.keys(marks) as HeaderMark[]).filter((mark) => marks[mark]));
}

/** The order among telephones and e-mails; see `HeaderMeaning`. */
export function channelRank(tags: Tags): number {
  const isPhone = hasAny(tags, ["phone", "mobile"]);
  if (hasAny(tags, ["secondary", "two", "figure"])) return 4;
  if (hasAny(tags, ["work", "company", "employer"])) return 3;
  if (hasAny(tags, ["home", "evening"])) return isPhone ? 2 : 1;
  if (tags.has("mobile")) return 0;
  return tags.has("primary") && !isPhone ? 0 : 1;
}

/** How a question about now begins: "Did you live there?" and "Do you own a primary residence?" are others. */
const ASKS_OF_NOW: ReadonlySet<string> = new Set(["is", "will", "es", "do", "does", "are"]);
const SOMEBODY: ReadonlySet<string> = new Set(["someone", "anyone", "own"]);

/** The usage that a header asks for by yes or no, as in "Owner Occupied?" and "Do you live there?". */
export function usageAskedFor(tags: Tags, words: readonly Word[]): string | undefined {
  const asking = words.filter(({ tag }) => tag === "asks");
  const isOfNow = asking.every(({ text }) => ASKS_OF_NOW.has(text));
  if (!isOfNow || tags.has("number") || words.some(({ text }) => SOMEBODY.has(text))) return undefined;
  const [first] = words;
  const isOwners = words.some(({ text, tag }) => tag === "ownerOccupied" && !/^no/.test(text));
  const isLivedIn =
    words.some(({ text }) => LIVES.has(text)) &&
    (LIVES.has(first?.text ?? "") ||
      words.some(({ text }) => text === "you") ||
      hasAny(tags, ["applicant", "homeowner"]));
  const isOfWill = asking.every(({ text }) => !text.startsWith("do") && text !== "are");
  const isPrimary = isOfWill && tags.has("primaryResidence");
  const isInvestment = isOfWill && tags.has("investment") && tags.has("property");
  const usages = [
    isOwners || isLivedIn || isPrimary ? "primaryResidence" : [],
    isInvestment ? "investment" : [],
    hasAny(tags, ["secondHome", "rental", "use", "occupancy"]) ? "others" : [],
  ].flat();
  return usages.length === 1 && usages[0] !== "others" ? usages[0] : undefined;
}
