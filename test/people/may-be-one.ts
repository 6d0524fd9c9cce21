import type { Lead } from "../../src/lead/schema.ts";
import type { PersonRow, Population } from "./loan-files.ts";

/**
 * Which pairs may be one person, from the words of the design and from nothing of `src/`: the same name and the same
 * phone, address or reference, or the same reference and the same phone or address; but a phone, an address or a
 * reference that stands under more than three names says nothing. The same e-mail has rules of its own.
 */
export function pairsThatMayBeOne(
  { sheet, earlier }: Population,
  shortForms: readonly (readonly string[])[],
): [PersonRow, PersonRow][] {
  const forms = new Map<string, Set<number>>();
  shortForms.forEach((names, group) => {
    for (const name of names) forms.set(fold(name), (forms.get(fold(name)) ?? new Set()).add(group));
  });
  const isSameFirst = (one: Keys, other: Keys) =>
    isSameMiddle(one.middle, other.middle) &&
    (one.first === other.first ||
      [...(forms.get(one.first) ?? [])].some((group) => forms.get(other.first)?.has(group)));
  const isSameName = (one: Keys, other: Keys) =>
    isSameFirst(one, other) &&
    isSameLast(one.last, other.last) &&
    (one.suffix === other.suffix || one.suffix === "" || other.suffix === "");

  const all = [...sheet, ...earlier].map((row, at) => ({ at, row, keys: keysOf(row.lead) }));
  const places = new Map<string, (typeof all)[number][]>();
  for (const one of all) {
    for (const key of [one.keys.phone, one.keys.address, one.keys.reference]) {
      if (key === undefined) continue;
      const there = places.get(key);
      if (there) there.push(one);
      else places.set(key, [one]);
    }
  }
  // Names that all differ from each other: the longest first, since the others are their forms.
  const isCrowd = (there: readonly { keys: Keys }[]): boolean => {
    const names: Keys[] = [];
    for (const { keys } of [...there].sort((one, other) => other.keys.last.length - one.keys.last.length)) {
      if (!names.some((name) => isSameName(name, keys))) names.push(keys);
      if (names.length > NAMES_MAX) return true;
    }
    return false;
  };
  const shared = [...places].filter(([, there]) => there.length > 1 && !isCrowd(there));
  const pairs = new Map<string, [PersonRow, PersonRow]>();
  const kinds = new Map<string, Set<string>>();
  for (const [key, there] of shared) {
    for (const [place, one] of there.entries()) {
      for (const other of there.slice(place + 1)) {
        if (one.at >= sheet.length) continue;
        const id = `${one.at} ${other.at}`;
        const shares = (kinds.get(id) ?? new Set()).add(key.slice(0, 1));
        kinds.set(id, shares);
        const isOne = isSameName(one.keys, other.keys) || (shares.has("r") && shares.size > 1);
        if (isOne && !isSameEmail(one.row, other.row)) pairs.set(id, [one.row, other.row]);
      }
    }
  }
  return [...pairs.values()];
}

/** Their property's addresses differ in more than one part: a notice and no question, since people have several. */
export function hasOtherProperty({ address: one = {} }: Lead, { address: other = {} }: Lead): boolean {
  const parts = (address: NonNullable<Lead["address"]>) => [
    streetOf(address.street),
    ...[address.city, address.state, address.zip?.slice(0, 5)].map((part) => words(part).join(" ")),
    String(address.unitNumber ?? UNIT.exec(address.street ?? "")?.[1] ?? ""),
  ];
  const theirs = parts(other);
  return parts(one).filter((part, at) => ![part, ""].includes(theirs[at] ?? "") && part !== "").length > 1;
}

const NAMES_MAX = 3;
const SUFFIX = /^(?:jr|sr|ii|iii|iv)$/;
/** Words that begin a last name, and are no part of a double one. */
const PARTICLE = /^(?:al|de|del|der|la|le|st|van|von)$/;

/** A flat has a field of its own. */
const UNIT = /,? (?:#|Apt |Unit )(\d+)$/;

const ROADS: Record<string, string> = {
  avenue: "ave",
  boulevard: "blvd",
  circle: "cir",
  court: "ct",
  drive: "dr",
  lane: "ln",
  place: "pl",
  road: "rd",
  street: "st",
  terrace: "ter",
};

interface Keys {
  first: string;
  middle: string;
  last: string[];
  suffix: string;
  phone: string | undefined;
  address: string | undefined;
  reference: string | undefined;
}

function keysOf({ affiliateId, contactInfo, address, residentialAddress }: Lead): Keys {
  const names = words(contactInfo?.firstName);
  const given = names.filter((word) => !SUFFIX.test(word));
  const last = words(contactInfo?.lastName);
  const home = residentialAddress ?? address;
  const phone = digits(contactInfo?.phone);
  const street = streetOf(home?.street);
  const zip = home?.zip?.slice(0, 5);
  return {
    first: given[0] ?? "",
    middle: given[1] ?? "",
    last: last.filter((word) => !SUFFIX.test(word)),
    suffix: [...names, ...last].find((word) => SUFFIX.test(word)) ?? "",
    phone: phone === "" ? undefined : `p ${phone}`,
    address: zip === undefined ? undefined : `a ${street} ${zip}`,
    reference: affiliateId === undefined ? undefined : `r ${affiliateId}`,
  };
}

function streetOf(street = ""): string {
  return words(street.replace(UNIT, ""))
    .map((word) => ROADS[word] ?? word)
    .join(" ");
}

/** José Luis is not José María; but a second name is often left out, or an initial. */
function isSameMiddle(one: string, other: string): boolean {
  return one.length < 2 || other.length < 2 || one === other;
}

/** The whole last name, or one part of a double one. */
function isSameLast(one: readonly string[], other: readonly string[]): boolean {
  const partsOf = (name: readonly string[]) =>
    name.filter((word, at) => at === name.length - 1 || !PARTICLE.test(word));
  const isPart = (name: readonly string[], of: readonly string[]) =>
    partsOf(of).length === 2 && name.length === 1 && partsOf(of).includes(name[0] ?? "");
  return one.join(" ") === other.join(" ") || isPart(one, other) || isPart(other, one);
}

/** The last ten digits: what stands before them is the code of a country, or how to call abroad. */
function digits(phone = ""): string {
  return phone
    .replace(/\s*x\d+$/, "")
    .replace(/\D/g, "")
    .slice(-10);
}

function words(text = ""): string[] {
  return fold(text)
    .replace(/['’.]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function isSameEmail(one: PersonRow, other: PersonRow): boolean {
  return one.lead.contactInfo?.email?.toLowerCase() === other.lead.contactInfo?.email?.toLowerCase();
}
