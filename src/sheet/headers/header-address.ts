import type { Tag } from "../vocabulary/header-words.ts";
import { type AddressOwner, type Finding, hasAny, type Item, PEOPLE, type Tags } from "./header-tags.ts";

export function findAddress(tags: Tags): Finding | undefined {
  const item = partOf(tags);
  if (!item) return undefined;
  const places = spokenPlaces(tags);
  const [place] = places;
  const isOnePlace = places.length <= 1;
  const placeTags = [...PLACE_BY_TAG.keys()].filter((tag) => tag !== "secondary" || item.item !== "street2");
  const fits = [
    ...item.fits,
    // "Address 1 - City" is of the address whose street is "Address 1 - Street", and "Res1.City" of "Res1.Street".
    ...(hasAny(tags, ["address", "residence"]) ? (["one"] as const) : []),
    ...PEOPLE,
    ...(isOnePlace && place ? [...placeTags, "different" as const] : []),
  ];
  if (place) return { ...item, fits, place, isPartial: !isOnePlace || (item.isPartial ?? false) };
  // Where the borrower or a client has an address, and no property is spoken of, it is the person's own.
  if (hasAny(tags, ["applicant", "person"])) {
    // "Estado del cliente" may be how it stands with the client.
    return { ...item, fits, place: "residence", isPartial: tags.has("estado") || (item.isPartial ?? false) };
  }
  return {
    ...item,
    fits,
    isPartial: tags.has("homeowner") || tags.has("owner") || (item.isPartial ?? false),
  };
}

export const PLACE_BY_TAG: ReadonlyMap<Tag, AddressOwner> = new Map([
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

interface PartRule {
  item: Item;
  /** One word of each group has to be there. */
  needs: readonly (readonly Tag[])[];
  fits: readonly Tag[];
  isPartial?: boolean;
}

const STREETS: readonly Tag[] = ["street", "address"];

const STATES: readonly Tag[] = ["state", "estado"];

/** Which part of an address the words name; the first that has its words is it. */
const PARTS: readonly PartRule[] = [
  {
    item: "fullAddress",
    needs: [["city"], STATES, STREETS],
    fits: [...STREETS, ...STATES, "city", "zip", "code", "full", "line", "name"],
  },
  { item: "cityStateZip", needs: [["city"], STATES], fits: [...STATES, "city", "zip", "code"] },
  { item: "street2", needs: [["two"], [...STREETS, "line"]], fits: [...STREETS, "line", "two", "unit"] },
  { item: "street2", needs: [["line"], ["secondary"]], fits: [...STREETS, "line", "secondary", "unit"] },
  { item: "cityStateZip", needs: [["city"], ["zip"]], fits: ["city", "zip", "code", "address", "name"] },
  { item: "city", needs: [["city"]], fits: ["city", "address", "name"] },
  { item: "cityStateZip", needs: [["zip"], STATES], fits: [...STATES, "zip", "code", "address"] },
  { item: "zip", needs: [["zip"]], fits: ["zip", "address", "code", "number"] },
  { item: "county", needs: [["county"]], fits: ["county", "address", "name"] },
  { item: "state", needs: [STATES], fits: [...STATES, "address", "code", "name"] },
  { item: "fullAddress", needs: [["full"], STREETS], fits: [...STREETS, "full"] },
  { item: "street2", needs: [["figure"], [...STREETS, "line"]], fits: [...STREETS, "line"] },
  { item: "street", needs: [["street"]], fits: [...STREETS, "one", "line"] },
  { item: "unit", needs: [["unit"]], fits: ["unit", "number", "id", "address", "condo"] },
  { item: "unit", needs: [["condo"], ["number"]], fits: ["condo", "number"] },
  { item: "street", needs: [["address"]], fits: ["address", "one", "line"] },
  { item: "street", needs: [["line"], ["one"]], fits: ["line", "one"] },
  // So is the "N" of "104 N Main St" in a column of its own.
  { item: "street", needs: [["direction"]], fits: [], isPartial: true },
  // "House Number" is the beginning of a street, and so is "Num Ext" in Mexico.
  { item: "street", needs: [["houseNumber"]], fits: [], isPartial: true },
  { item: "street", needs: [["dwelling"], ["number"]], fits: [], isPartial: true },
];

function partOf(tags: Tags): PartRule | undefined {
  return PARTS.find(({ needs }) => needs.every((group) => hasAny(tags, group)));
}
