import { readHeader } from "../headers/header-grammar.ts";
import { headerKey } from "../headers/header-meaning.ts";
import { type Item, isAddressItem, isPersonItem, type Whose } from "../headers/header-tags.ts";

/** A person may have several of these. */
const REPEATED_ITEMS: ReadonlySet<string> = new Set(["phone", "email"]);
/** Words around what a band says, as in `Borrower Information`. */
const FILLER = /\b(?:info(?:rmation)?|details?|data|section|fields?|datos|informaci[oó]n)\b/gi;

/** Many people are whom a sheet is of, as in `HELOC Leads` and `Borrowers`; a band speaks of one. */
const PEOPLE =
  /\b(?:leads|borrowers|applicants|clients|customers|contacts|prospects|homeowners|buyers|clientes|prospectos|solicitantes)\b/i;
/** What is longer is a text about the sheet. */
const BAND_CHARACTERS_MAX = 100;

/** A cell above the labels, and the columns that it stands over. */
interface Band {
  text: string;
  from: number;
  /** The column behind its last one. */
  to: number;
  /** Whether merged cells say how far it reaches; else it may end before the next one. */
  isExact: boolean;
  /** Whether it says whose an address is. */
  isAddress: boolean;
  /** The person that it speaks of. A title says nothing of either. */
  whose?: Whose;
}

/**
 * Puts the bands above a row of labels in front of those that they are needed for: `Street` under `Property` is
 * `Property Street`. Labels that a cell over both rows holds are taken from the upper one. What says nothing about
 * the labels, such as a title, becomes no part of a header.
 *
 * @param above The row above the labels.
 * @param spans How many columns the merged cells of the row above take, by the index of their first.
 * @returns The labels, one for each column; as they were, where the row above is not a band.
 */
export function underBands(
  labels: readonly string[],
  above: readonly string[],
  spans?: ReadonlyMap<number, number>,
): string[] {
  const width = Math.max(labels.length, above.length);
  const names = Array.from({ length: width }, (_, index) => labels[index] ?? "");
  const bands = bandsOf(above, width, spans);
  if (bands.length === 0 || isTitle(bands, labels)) return trimmedEnd(names, labels.length);
  const keys = new Map<string, number>();
  for (const label of labels) keys.set(keyOf(label), (keys.get(keyOf(label)) ?? 0) + 1);
  const hasOthers = bands.some(({ whose }) => whose !== undefined && whose !== "applicant");
  for (const [index, band] of bands.entries()) {
    const isLast = !bands.slice(index + 1).some(({ whose, isAddress }) => whose || isAddress);
    const reach = reachOf(band, labels, isLast, bands);
    for (let at = band.from; at < reach; at++) {
      const label = names[at] ?? "";
      if (label.trim() === "") {
        // A cell that is merged over both rows, and over one column, is that column's header.
        const isOverBoth = band.isExact && band.to - band.from === 1;
        if (at === band.from && bands.length > 1 && (isOverBoth || isUnderstood(band.text)))
          names[at] = band.text;
      } else if (
        needsBand(label, band, hasOthers) ||
        (bands.length > 1 && (keys.get(keyOf(label)) ?? 0) > 1)
      ) {
        names[at] = joined(band.text, label.trim());
      }
    }
  }
  return trimmedEnd(names, labels.length);
}

/** `Mailing Address` over `Address` is the same once. */
function joined(band: string, label: string): string {
  return ` ${band}`.toLowerCase().endsWith(` ${label.toLowerCase()}`) ? band : `${band} ${label}`;
}

function trimmedEnd(names: string[], widthMin: number): string[] {
  while (names.length > widthMin && (names.at(-1) ?? "").trim() === "") names.pop();
  return names;
}

function bandsOf(above: readonly string[], width: number, spans?: ReadonlyMap<number, number>): Band[] {
  const starts = above.flatMap((cell, index) => (cell.trim() === "" ? [] : [index]));
  return starts.map((from, place) => {
    const text = (above[from] ?? "").replace(/\s+/g, " ").trim();
    const span = spans?.get(from);
    const to = span === undefined ? (starts[place + 1] ?? width) : Math.min(width, from + span);
    return { ...bandMeaning(text), from, to, isExact: span !== undefined };
  });
}

/** What a band says, with as few of its words as say it. */
function bandMeaning(text: string): Pick<Band, "text" | "isAddress" | "whose"> {
  if (text.length > BAND_CHARACTERS_MAX) return { text, isAddress: false };
  const bare = text
    .replace(FILLER, " ")
    .replace(/[\s:–—-]+$/u, "")
    .replace(/\s+/g, " ")
    .trim();
  for (const band of bare === text || bare === "" ? [text] : [text, bare]) {
    const street = readHeader(`${band} Street`);
    const isAddress =
      street.item === "street" &&
      street.certainty !== "partial" &&
      (street.place !== undefined || street.whose !== undefined) &&
      headerKey(band) !== "address";
    const name = readHeader(`${band} First Name`);
    const whose = name.item === "firstName" && name.certainty !== "partial" ? name.whose : undefined;
    if (isAddress || whose) return { text: band, isAddress, ...(whose && { whose }) };
  }
  return { text, isAddress: false };
}

/**
 * A single cell above, but for dates and numbers, is a title, unless it is meant for the label below it, as
 * `Home Address` for `Street`.
 */
function isTitle(bands: readonly Band[], labels: readonly string[]): boolean {
  const [only, other] = bands.filter(({ text }) => /\p{L}/u.test(text));
  if (!only || other) return false;
  if (only.isExact && only.from === 0 && only.to >= labels.length) return true;
  if (only.from <= labels.findIndex((label) => label.trim() !== "") && PEOPLE.test(only.text)) return true;
  const first = labels.slice(only.from, only.to).find((label) => label.trim() !== "");
  return first === undefined || !isMeantFor(only, first);
}

function isMeantFor({ isAddress, whose, text }: Band, label: string): boolean {
  const { item } = readHeader(label);
  if (isAddress && isAddressItem(item)) return true;
  if (whose && isPersonItem(item)) return true;
  return (isAddress || whose !== undefined) && item === undefined && isUnderstood(`${text} ${label}`);
}

/**
 * The column at which a band ends. One that no merged cell bounds ends where a part that it has stands there
 * again, a home's behind its address where something of the loan does, and a last person's before an address, unless it is a
 * person's whose address stands among the labels.
 */
function reachOf(band: Band, labels: readonly string[], isLast: boolean, bands: readonly Band[]): number {
  if (band.isExact) return band.to;
  const seen = new Set<Item>();
  const isElsewhere = band.isAddress && !band.whose && readHeader(`${band.text} Street`).place !== "property";
  for (let at = band.from; at < band.to; at++) {
    const { item } = readHeader(labels[at] ?? "");
    if (item === undefined || item === "irrelevant" || REPEATED_ITEMS.has(item)) continue;
    if (seen.has(item)) return at;
    // Behind another address than the property's and what is of the loan, a unit is the property's.
    const isOfLoan = !isAddressItem(item) && !isPersonItem(item);
    if (isElsewhere && isOfLoan && [...seen].some(isAddressItem)) return at;
    seen.add(item);
    if (isLast && band.whose && isAddressItem(item) && !haveAddresses(band, bands, labels)) return at;
  }
  return band.to;
}

/** Whether all other people have an address below their bands too. */
function haveAddresses(band: Band, bands: readonly Band[], labels: readonly string[]): boolean {
  const others = bands.filter((other) => other !== band && other.whose);
  return (
    others.length > 0 &&
    others.every(({ from, to }) =>
      labels.slice(from, to).some((label) => isAddressItem(readHeader(label).item)),
    )
  );
}

/** @param hasOthers Whether the bands speak of somebody beside the applicant. */
function needsBand(label: string, { text, isAddress, whose }: Band, hasOthers: boolean): boolean {
  const meaning = readHeader(label);
  const { item, certainty } = meaning;
  if (isAddressItem(item) && isAddress) return meaning.place === undefined && meaning.whose === undefined;
  if (isPersonItem(item) && whose) return hasOthers && meaning.whose === undefined;
  if (item !== undefined && certainty !== "partial") return false;
  return isUnderstood(`${text} ${label}`);
}

/** Whether every word of a header is, and what it says is of a lead or of no interest. */
export function isUnderstood(header: string): boolean {
  const { item, certainty } = readHeader(header);
  return item !== undefined && certainty !== "partial";
}

function keyOf(label: string): string {
  return label.trim().toLowerCase();
}
