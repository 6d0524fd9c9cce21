import type { Tag } from "../vocabulary/header-words.ts";
import { spokenPlaces } from "./header-address.ts";
import {
  type Finding,
  hasAny,
  IRRELEVANT,
  isOnly,
  OF_PROPERTY,
  PEOPLE,
  peopleOf,
  type Tags,
} from "./header-tags.ts";

/** How a person is reached. */
export function findChannel(tags: Tags): Finding | undefined {
  const people: readonly Tag[] = [...peopleOf(tags), "tenant", "employer"];
  const isPhone = hasAny(tags, ["phone", "mobile"]);
  if (tags.has("extension")) {
    // The number without it still reaches the person, or the switchboard.
    return isPhone || tags.size === 1 || tags.has("work") ? IRRELEVANT : undefined;
  }
  const isEmail = tags.has("email") || (tags.has("mail") && isOnly(tags, ["mail", "number", ...PEOPLE]));
  if (!isPhone && !isEmail) return undefined;
  const fits: readonly Tag[] = [
    ...people,
    "email",
    "phone",
    "mobile",
    "number",
    "id",
    "primary",
    "secondary",
    "home",
    "work",
    "evening",
    "one",
    "two",
    "figure",
    "full",
    "preferred",
    "personal",
    "amount",
  ];
  const rank = channelRank(tags, isPhone);
  if (isPhone && isEmail) return { item: "contact", fits, rank };
  if (isPhone) return { item: "phone", fits, rank };
  return { item: "email", fits: [...fits, "address", "mail"], rank, isPartial: !tags.has("email") };
}

function channelRank(tags: Tags, isPhone: boolean): number {
  if (hasAny(tags, ["secondary", "two", "figure"])) return 4;
  if (hasAny(tags, ["work", "company", "employer"])) return 3;
  if (hasAny(tags, ["home", "evening"])) return isPhone ? 2 : 1;
  if (tags.has("mobile")) return 0;
  return tags.has("primary") && !isPhone ? 0 : 1;
}

export function findName(tags: Tags): Finding | undefined {
  const isName = hasAny(tags, ["name", "nombre"]);
  const people: readonly Tag[] = [
    ...peopleOf(tags),
    "tenant",
    "primary",
    "personal",
    "name",
    "nombre",
    "full",
  ];
  const parts = (["first", "middle", "last", "suffix"] as const).filter((part) => tags.has(part));
  // "Nombre" beside the last name is the first name.
  if (tags.has("last") && hasAny(tags, ["first", "nombre"]))
    return { item: "fullName", fits: [...people, ...parts] };
  const [part] = parts;
  // "First Mortgage", "Last Activity": without the word "name" nothing but a person may stand there.
  if (part && (isName || isOnly(tags, [...people, "owner", part, "one", "two", "secondary", "asks"]))) {
    const item = (
      { first: "firstName", middle: "middleName", last: "lastName", suffix: "nameSuffix" } as const
    )[part];
    // "First/Middle Name" and "Last Name/Suffix" are what a loan system has.
    const beside: readonly Tag[] = part === "first" ? ["middle"] : part === "last" ? ["suffix"] : [];
    return { item, fits: [...people, part, ...beside, "one"], isPartial: hasAny(tags, ["two", "secondary"]) };
  }
  if (!isName) return undefined;
  if (hasAny(tags, ["company", "employer", "work", "affiliate", "partner", "external", "id"]))
    return IRRELEVANT;
  if (hasAny(tags, OF_PROPERTY) && !hasAny(tags, ["owner", ...PEOPLE])) return undefined;
  return { item: "fullName", fits: [...people, "one"] };
}

/** Words that make a reference of the lead together: one of each group, and no others but those that fit. */
const REFERENCES: readonly { needs: readonly (readonly Tag[])[]; fits: readonly Tag[] }[] = [
  { needs: [["reference"]], fits: ["affiliate", "partner", "external", "id", "number", "lead"] },
  { needs: [["affiliate"]], fits: ["id", "reference", "number", "code", "lead"] },
  { needs: [["external"], ["id"]], fits: ["lead"] },
  { needs: [["lead"], ["id", "number"]], fits: ["partner", "id", "number"] },
];

/** Only the partner's own reference of the lead; other ids are those of systems. */
export function findReference(tags: Tags): Finding | undefined {
  for (const { needs, fits } of REFERENCES) {
    const all = [...needs.flat(), ...fits];
    if (needs.every((group) => hasAny(tags, group)) && isOnly(tags, all))
      return { item: "reference", fits: all };
  }
  if (hasAny(tags, ["id", "reference", "affiliate", "external"])) return IRRELEVANT;
  return tags.has("number") && isOnly(tags, ["number", "loan", "asks", ...PEOPLE]) && tags.size > 1
    ? IRRELEVANT
    : undefined;
}

/** People, or an address, that are named without a part of them. */
export function findUnnamed(tags: Tags): Finding | undefined {
  const people = PEOPLE.filter((tag) => tags.has(tag));
  if (tags.has("coApplicant") && isOnly(tags, ["coApplicant", "owner"]))
    return { item: "fullName", fits: ["coApplicant", "owner"] };
  const isOfOthers = hasAny(tags, ["others", "owner", "employer", "company", "status"]);
  if (
    isOfOthers &&
    isOnly(tags, ["others", "owner", "employer", "company", "work", "status", "estado", "loan", ...PEOPLE])
  )
    return IRRELEVANT;
  if (people.length > 0 && isOnly(tags, [...people, "primary"])) {
    // "Client" or "Lead" may be a number or a mark as well.
    return { item: "fullName", fits: [...people, "primary"], isPartial: !tags.has("applicant") };
  }
  const ofAddress: readonly Tag[] = [
    "property",
    "subject",
    "residence",
    "mailing",
    "previous",
    "current",
    "primaryResidence",
    "refinance",
    "purchase",
  ];
  if (hasAny(tags, ["property", "residence", "mailing"]) && isOnly(tags, [...ofAddress, "asks"])) {
    const [place] = spokenPlaces(tags);
    return { item: "fullAddress", ...(place ? { place } : {}), fits: ofAddress, isPartial: true };
  }
  return undefined;
}
