import { hasAny, PARTS_OF_ADDRESS, type Tags } from "./header-tags.ts";
import type { Word } from "./header-text.ts";

const PAST = /^(?:past|previous|prior|recent|ultim[oa]s|l 6 m)$/;
const LIVES: ReadonlySet<string> = new Set("live lives living reside resides residing vive vives".split(" "));

interface Header {
  words: readonly Word[];
  has: (...tags: Parameters<typeof hasAny>[1]) => boolean;
}

const eventsOf = ({ words }: Header): string[] =>
  words.flatMap(({ tag, text }) => (tag === "derogatory" ? text : []));

/** What rules ask of a header beside its tags: what depends on the words themselves, their order, or several tags. */
const MARKS = {
  /** A declaration with the months or years that it is about. */
  ofDeclaration: ({ has }) =>
    has("listed", "bought", "mortgaged", "liabilities", "derogatory") && has("sixMonths", "fourYears"),
  /** A part or the use of the property, in so many words. */
  ofProperty: ({ has }) =>
    has("property", "subject") && has(...PARTS_OF_ADDRESS, "use", "occupancy", "units"),
  /** The type of a building. */
  typeOfHome: ({ has }) => has("type") && has("property", "dwelling", "home"),
  past: ({ has, words }) => has("last", "bought") || words.some(({ text }) => PAST.test(text)),
  /** Something that is to come. */
  coming: ({ words }) => words.some(({ text }) => /ing\b/.test(text)),
  liensOnly: (header) => {
    const events = eventsOf(header);
    return events.length > 0 && events.every((event) => event === "liens");
  },
  severalEvents: (header) => new Set(eventsOf(header).map((event) => event[0])).size > 1,
  severalKinds: ({ words }) =>
    words.filter(({ text, tag }) => tag === "condo" || text === "house").length > 1,
  unitBehindNumber: ({ words }) =>
    words.some(({ text }, at) => text === "unit" && words[at - 1]?.tag === "number"),
  asksFirst: ({ words: [first] }) => first?.tag === "asks",
  livesFirst: ({ words: [first] }) => LIVES.has(first?.text ?? ""),
  residenceFirst: ({ words: [first] }) => first?.tag === "residence",
  /** "Loan" in front of a person says nothing more. */
  loanOfPerson: ({ has }) => has("applicant", "coApplicant", "others"),
} satisfies Record<string, (header: Header) => boolean>;

export type HeaderMark = keyof typeof MARKS;

export function marksOf(tags: Tags, words: readonly Word[]): ReadonlySet<HeaderMark> {
  const header: Header = { words, has: (...wanted) => hasAny(tags, wanted) };
  return new Set((Object.keys(MARKS) as HeaderMark[]).filter((mark) => MARKS[mark](header)));
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
