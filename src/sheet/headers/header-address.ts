import type { Tag } from "../vocabulary/header-words.ts";
import type { RuleMeaning } from "./header-rules.ts";
import { type AddressOwner, hasAny, PEOPLE, type Tags } from "./header-tags.ts";

/** What a header names, with whose address it is, as far as the words say. */
export interface Located {
  place?: AddressOwner;
  fits: ReadonlySet<string>;
  isPartial: boolean;
}

/** Whose address it is, where the header names one, and which words fit because of that. */
export function located({ item, place: kind, fits: own, isPartial }: RuleMeaning, tags: Tags): Located {
  if (kind === "none") return { fits: own, isPartial };
  // A "Secondary Address Line" is of the same address.
  const mayPlace = (tag: Tag | "unknown") => tag !== "secondary" || item !== "street2";
  const [place, other] = spokenPlaces(new Set([...tags].filter(mayPlace)));
  if (kind === "alone") return { ...(place && { place }), fits: own, isPartial };
  const fits = new Set<string>([
    ...own,
    // "Address 1 - City" is of the address whose street is "Address 1 - Street", and "Res1.City" of "Res1.Street".
    ...(hasAny(tags, ["address", "residence"]) ? ["one"] : []),
    ...PEOPLE,
    ...(place && !other ? [...[...PLACE_BY_TAG.keys()].filter(mayPlace), "different"] : []),
  ]);
  if (place) return { fits, place, isPartial: isPartial || other !== undefined };
  // Where the borrower or a client has an address, and no property is spoken of, it is the person's own.
  if (hasAny(tags, ["applicant", "person"])) {
    // "Estado del cliente" may be how it stands with the client.
    return { fits, place: "residence", isPartial: isPartial || tags.has("estado") };
  }
  return { fits, isPartial: isPartial || hasAny(tags, ["homeowner", "owner"]) };
}

const PLACE_BY_TAG: ReadonlyMap<Tag, AddressOwner> = new Map([
  ["previous", "previous"],
  ["mailing", "mailing"],
  ["mail", "mailing"],
  ["work", "other"],
  ["company", "other"],
  ["employer", "other"],
  ["others", "other"],
  ["secondary", "other"],
  ["tenant", "other"],
  ["property", "property"],
  ["mortgaged", "property"],
  ["bought", "property"],
  ["subject", "property"],
  ["rental", "property"],
  ["investment", "property"],
  ["loan", "property"],
  ["refinance", "property"],
  ["purchase", "property"],
  ["home", "residence"],
  ["residence", "residence"],
  ["primaryResidence", "residence"],
  ["personal", "residence"],
  ["current", "residence"],
]);

/** Every address that the words speak of. "Current" and "home" beside "mailing" or "previous" say nothing more. */
export function spokenPlaces(tags: Tags): AddressOwner[] {
  const places = new Set<AddressOwner>();
  for (const [tag, place] of PLACE_BY_TAG) if (tags.has(tag)) places.add(place);
  if (places.has("previous") && !places.has("property")) return ["previous"];
  if (places.has("mailing") && places.has("residence")) {
    // "Mailing/Residence Address" is the residence as well; "Current Mailing Address" need not be.
    if (hasAny(tags, ["residence", "primaryResidence"]) && !tags.has("different")) places.delete("mailing");
    else if (!tags.has("home")) places.delete("residence");
  }
  return [...places];
}
