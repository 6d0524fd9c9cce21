import type { CodedText } from "../../base/finding.ts";
import { referenceOf } from "../cells/address-reference.ts";
import { isCityLine, isWholeAddress } from "../cells/full-address.ts";
import type { HeaderMeaning } from "../headers/header-grammar.ts";
import type { Item } from "../headers/header-tags.ts";
import { LEAVE_OUT, LEFT_OUT } from "../question.ts";
import { wordKey } from "../text/word-key.ts";
import { type ColumnContent, halfOf, isStreet, most } from "./column-content.ts";
import type { RemarkFinding } from "./column-texts.ts";
import { type Decisions, remarkOn } from "./decisions.ts";
import { compare, type JudgedColumn } from "./judged-column.ts";

/**
 * Whose the address columns are. Those that belong together make a block. All ways to give the blocks an owner are
 * compared, grade by grade, so that no number of weak signs outweighs a header; where another way is as good, or the
 * columns of a block leave something open, a person is asked, once for a block.
 */

type Owner = "property" | "residence";
/** A person may say that the applicant's own address is the property's as well. */
type Owners = Owner | "both";
type Place = Owner | "mailing" | "others";

const PARTS = ["fullAddress", "street", "street2", "cityStateZip", "city", "state", "zip"] as const;
type Part = (typeof PARTS)[number];
const TOWN_PARTS: readonly Part[] = ["city", "state", "zip"];
const GROUPS = { property: "address", residence: "residentialAddress", both: "homeAndProperty" } as const;

interface AddressColumn extends JudgedColumn {
  part: Part;
}

interface Block {
  /** Whose it is by its headers; undefined where they do not say. */
  said: Place | undefined;
  /** What a person has said: whose it is, or that it is left out. */
  answer?: string | undefined;
  columns: AddressColumn[];
  /** Whether it is asked about, whatever speaks for an owner. */
  isOpen: boolean;
}

/**
 * Judges the columns of addresses.
 *
 * @param columns Those with an item of an address, none of them of somebody else, in the order of the sheet.
 * @param isOwnerOccupied Whether every lead lives in the property, as far as the sheet tells.
 */
export function judgeAddresses(
  columns: readonly JudgedColumn[],
  isOwnerOccupied: boolean,
  decisions: Decisions,
): void {
  const found = columns.flatMap((one): AddressColumn[] => {
    const part = partOf(one);
    return part ? [{ ...one, part }] : [];
  });
  const parts = found.map((one) =>
    isBesideItsParts(one, found) ? { ...one, part: "street" as const } : one,
  );
  const blocks = withoutTwins(withTowns(withStreetsOfTowns(blocksOf(parts), columns)));
  // All questions come at once: answers to some of them settle others, and raise none.
  const asked = ownersOf(blocks, isOwnerOccupied).filter(({ isAsked }) => isAsked);
  for (const { block } of asked) block.answer = decisions.answerTo(leadOf(block), "address");
  const owned = ownersOf(blocks, isOwnerOccupied).map((one) => ({
    ...one,
    isAsked: one.isAsked && asked.some(({ block }) => block === one.block),
  }));
  for (const one of owned) decide(one, blocks, decisions);
  for (const one of columns)
    if (one.meaning.item === "unit" || one.meaning.item === "county") judgeMinor(one, owned, decisions);
}

type Test = (text: string) => boolean;

/** What most cells may be under headers that allow for several. */
const MAY_BE: Partial<Record<Item, readonly (readonly [Part, Test])[]>> = {
  street: [["fullAddress", isWholeAddress]],
  fullAddress: [["street", (text) => !isWholeAddress(text) && !text.includes(",")]],
  city: [["cityStateZip", isCityLine]],
  // "Property St." may be either.
  state: [["street", isStreet]],
  // "Address 2" is a second line, unless it is a second address.
  street2: [["fullAddress", isWholeAddress]],
};

/** What the cells are, where the header allows for several: a street, or a whole address. */
function partOf({ meaning: { item = "irrelevant" }, content, fixed }: JudgedColumn): Part | undefined {
  // `Same as subject` says nothing of how the addresses beside it are written.
  const cells = content.cells.filter(({ text }) => referenceOf(text) === undefined);
  const [other] = (fixed ? undefined : MAY_BE[item])?.find(([, test]) => most({ cells }, test)) ?? [];
  const said = fixed ? fixed.target?.split(".")[1] : item;
  return other ?? PARTS.find((known) => known === said);
}

/** Whose a person or a mapping file says that a column is. */
function ownerGiven({ fixed }: AddressColumn): Owners | undefined {
  const group = fixed?.target?.split(".")[0];
  return (Object.keys(GROUPS) as Owners[]).find((owner) => GROUPS[owner] === group);
}

const spokenOf = ({ words, meaning }: JudgedColumn): HeaderMeaning => words ?? meaning;

/** Whose the header says it is, where it says so certainly. */
function placeOf(one: JudgedColumn): Place | undefined {
  const { place, whose, certainty } = spokenOf(one);
  if (certainty === "partial") return undefined;
  if (place === "previous" || place === "other") return "others";
  return place ?? (whose === "applicant" ? "residence" : undefined);
}

/**
 * Whether a column such as `Property Address` holds whole addresses, and `City` and `Zip` beside it say the same or
 * nothing, and can be no other address's: it is read as their street, which each row takes apart by itself.
 */
function isBesideItsParts(whole: AddressColumn, parts: readonly AddressColumn[]): boolean {
  const { part, meaning, fixed, copy } = whole;
  if (fixed || part !== "fullAddress" || meaning.item !== "street") return false;
  const unsaid = parts.filter((one) => one.copy === copy && placeOf(one) === undefined);
  const beside = unsaid.filter((one) => one.part === "city" || one.part === "zip");
  const isSame = (part: string, address: string) =>
    wordKey(address).includes(wordKey(part.replace(/-\d{4}$/, "")));
  const areSame = beside.every((one) => {
    const { both, same } = compare(one.content, whole.content, isSame);
    return both === same;
  });
  return beside.length > 0 && areSame && !hasStreet({ columns: unsaid });
}

/**
 * Columns of one place, of one number, and beside the same unknown words, are one address; a part that is there twice
 * begins another one, but for keys and what a person has said. Those that are sure go first.
 */
function blocksOf(parts: readonly AddressColumn[]): Block[] {
  const blocks = new Map<Block, string>();
  const areApart = areTownsTwice(parts);
  const isSure = ({ meaning }: AddressColumn) => meaning.certainty !== "partial";
  for (const part of [...parts.filter(isSure), ...parts.filter((one) => !isSure(one))]) {
    const said = placeOf(part);
    const given = ownerGiven(part);
    const { place, rest } = spokenOf(part);
    // Other unknown words make it another address.
    const marks = [said ?? `partly ${place}`, part.copy, rest].join();
    const takes = ([block, others]: [Block, string]): boolean =>
      marks === others &&
      (given ?? block.answer) === (block.answer ?? given) &&
      ![part, ...block.columns].some(isAnother) &&
      (!areApart || said !== undefined || (areBehind([part], block) && !hasStreet({ columns: [part] }))) &&
      (!has(block, part.part) || part.column.keys !== undefined || (given ?? "") === block.answer);
    const [block] = [...blocks].find(takes) ?? [];
    if (!block) blocks.set({ said, answer: given, columns: [part], isOpen: !isSure(part) }, marks);
    else {
      block.columns.push(part);
      block.answer ??= given;
      block.isOpen ||= !isSure(part);
    }
  }
  return [...blocks.keys()];
}

/** Whether a column headed as a street's second line holds whole addresses: not that of the columns beside it. */
function isAnother({ meaning, part }: AddressColumn): boolean {
  return meaning.item === "street2" && part === "fullAddress";
}

/**
 * Whether city, state and zip stand there twice beside one street, and nothing else says whose: each time they are of the
 * address directly before, as in `Property Address, City, Zip, Street, City, Zip`.
 */
function areTownsTwice(parts: readonly AddressColumn[]): boolean {
  const free = parts.filter((one) => placeOf(one) === undefined && !one.column.keys);
  const towns = free.flatMap(({ part }) => (TOWN_PARTS.includes(part) ? part : []));
  const streets = free.filter((one) => hasStreet({ columns: [one] }));
  return streets.length === 1 && new Set(towns).size < towns.length;
}

function has({ columns }: Pick<Block, "columns">, ...parts: Part[]): boolean {
  return columns.some(({ part }) => parts.includes(part));
}

const ZIP_AT_END = /\d{5}(?:-\d{4})?\s*$/;

/** The parts of an address that a block says: whole addresses, and towns in one cell, say several. */
function saidBy({ columns }: Pick<Block, "columns">): ReadonlySet<Part> {
  const parts = columns.flatMap(({ part, content }): readonly Part[] => {
    if (part === "cityStateZip") return TOWN_PARTS;
    if (part !== "fullAddress") return [part];
    // "12 Elm St, Salem, MA" beside a `Zip`.
    const hasZip = halfOf(content, (text) => ZIP_AT_END.test(text));
    return ["street", "street2", "city", "state", ...(hasZip ? (["zip"] as const) : [])];
  });
  return new Set(parts);
}

function says(block: Pick<Block, "columns">, ...parts: readonly Part[]): boolean {
  const said = saidBy(block);
  return parts.some((part) => said.has(part));
}

const hasStreet = (block: Pick<Block, "columns">): boolean => says(block, "street");

/** Whether two blocks have a part in common, so that they cannot be one address. */
const overlap = (one: Block, other: Block): boolean => says(one, ...saidBy(other));

/** Whether neither headers nor a person say whose a block is, and its headers are understood. */
function isLoose({ said, answer, isOpen }: Block): boolean {
  return said === undefined && answer === undefined && !isOpen;
}

/**
 * `City`, `State` and `Zip` without a street of their own belong to the one address that has a street and lacks them.
 * They are asked about where another one may be meant.
 */
function withTowns(blocks: readonly Block[]): Block[] {
  const orphans = blocks.filter((block) => isLoose(block) && !hasStreet(block));
  const others = blocks.filter((block) => !orphans.includes(block));
  const hasProperty = others.some(({ said }) => said === "property" || said === undefined);
  const before = orphans.map((orphan) => others.find((block) => areBehind(orphan.columns, block)));
  const isEachBehindItsOwn = orphans.length > 1 && !before.includes(undefined);
  const rest = orphans.filter((orphan, at) => {
    const lacking = others.filter(
      (block) => (hasStreet(block) || block.said === "property") && !overlap(block, orphan),
    );
    const near = lacking.find((block) => block === before[at]);
    const home = near ?? lacking[0];
    const isOnly = lacking.length === 1 && orphans.length === 1;
    const areNamed = [orphan, ...lacking].every(isNamed);
    // Where another address has such parts too, only their place says whose each are.
    const isAgain = others.some((one) => one !== home && one.said === undefined && overlap(one, orphan));
    const isSure = near
      ? isOnly || isEachBehindItsOwn || isAnswered(near)
      : isOnly && hasProperty && !isAgain;
    if (isSure) home?.columns.push(...orphan.columns);
    // Where an answer has just made one of a street, no other question comes after it.
    else if (lacking.some(isAnswered)) orphan.said = "others";
    // In the catalogue, a town without an owner is the property's.
    else orphan.isOpen = lacking.length > 0 && !(isOnly && !hasProperty && !near && areNamed);
    return !isSure;
  });
  // `home_address_to_refinance` and `home_city`: a town of the home, where only another address has a street for it.
  for (const town of others) {
    const isBare = ({ said }: Block) =>
      said === "residence" && !others.some((one) => one.said === said && hasStreet(one));
    const isBehind = (block: Block) =>
      hasStreet(block) && !overlap(block, town) && areBehind(town.columns, block);
    town.isOpen ||= isBare(town) && others.some(isBehind);
  }
  return [...others, ...rest];
}

/**
 * A street of which no header says whose it is belongs to the address right beside it whose headers do, and which alone
 * has no street. It is asked about where anything else may be meant, unless it has a town of its own.
 */
function withStreetsOfTowns(blocks: readonly Block[], columns: readonly JudgedColumn[]): readonly Block[] {
  const street = blocks.find((block) => isLoose(block) && has(block, "street"));
  const marked = blocks.filter(({ said }) => said === "property" || said === "residence");
  const [home, another] = marked.filter((block) => !hasStreet(block));
  if (!street || !home || another) return blocks;
  // Beside a home's ZIP code, a street with one of its own is the property's.
  if (overlap(street, home) && (has(street, "city") || home.said === "residence")) return blocks;
  const others = blocks.filter((block) => block !== street);
  const isWhole = (block: Block) => hasStreet(block) && says(block, ...TOWN_PARTS);
  const isOnly = others.every((block) => block === home || (block.said !== undefined && isWhole(block)));
  if (isOnly && !says(street, ...TOWN_PARTS) && areBeside(street, home, columns)) {
    home.columns.push(...street.columns);
    return others;
  }
  street.isOpen ||= marked.length === 1;
  return blocks;
}

/** Whether nothing but parts of addresses stands between two blocks. */
function areBeside(one: Block, other: Block, columns: readonly JudgedColumn[]): boolean {
  const placesOf = ({ index, around = [] }: JudgedColumn) => [index, ...around.map(({ one }) => one.index)];
  const known = columns.flatMap(placesOf);
  const isFilled = (from: number, to: number) =>
    known.filter((place) => place > from && place < to).length === to - from - 1;
  const [places, others] = [one, other].map((block) => block.columns.flatMap(placesOf));
  return !!places?.some((a) => others?.some((b) => isFilled(Math.min(a, b), Math.max(a, b))));
}

function isAnswered({ columns }: Block): boolean {
  return columns.some(({ fixed }) => fixed?.reason === "answer");
}

/** Whether parts stand directly behind an address. */
function areBehind(parts: readonly AddressColumn[], { columns }: Pick<Block, "columns">): boolean {
  const first = Math.min(...parts.map(({ index }) => index));
  return columns.some(({ index }) => index === first - 1);
}

/** The column that a block is called by: its street, else the first of its parts. */
function leadOf({ columns }: Block): JudgedColumn {
  const [lead] = PARTS.flatMap((part) => columns.filter((column) => column.part === part));
  return lead as JudgedColumn;
}

/** Puts blocks that say the same in every row of the sample into one: in each row their columns must agree. */
function withoutTwins(blocks: readonly Block[]): Block[] {
  const kept: Block[] = [];
  const mayBeTwin = ({ said, answer, isOpen }: Block) =>
    said !== "mailing" && said !== "others" && !isOpen && answer === undefined;
  for (const block of blocks) {
    const twin = kept.find((one) => {
      const { both, same } = equality(one, block);
      return [one, block].every(mayBeTwin) && one.said === block.said && both > 0 && both === same;
    });
    if (twin) twin.columns.push(...block.columns);
    else kept.push(block);
  }
  // All are of the catalogue, as keys of JSON may be: street and address.city.
  const [unsaid, other] = kept.filter((one) => one.said === undefined && mayBeTwin(one));
  const property = kept.find(({ said, answer }) => said === "property" && answer === undefined);
  if (!unsaid || other || !property || ![unsaid, property].every(isNamed)) return kept;
  property.columns.push(...unsaid.columns);
  return kept.filter((one) => one !== unsaid);
}

function isNamed({ columns }: Block): boolean {
  return columns.every(({ meaning }) => meaning.certainty === "named");
}

/** Whose a block is, where its headers or a person say so. */
function ownerOf({ said, answer = said }: Block): Owners | undefined {
  return answer === "property" || answer === "residence" || answer === "both" ? answer : undefined;
}

function isOwnedBy(block: Block, owner: Owner): boolean {
  return [owner, "both"].includes(ownerOf(block) ?? "");
}

/** How much speaks for an owner: it is allowed, suggested, or said. What is absent is ruled out. */
type Grade = 0 | 1 | 2 | 3;

interface Sign {
  grade: Grade;
  /** What a person should know about it. */
  remark?: CodedText<RemarkFinding>;
}

/** What speaks for each owner of a block, and why it has none. */
interface Signs extends Partial<Record<Owner, Sign | undefined>> {
  none?: CodedText<RemarkFinding> | undefined;
  /** Whether it may be either, whatever speaks for one of them. */
  isOpen?: boolean;
}

/** A block with its owner, if it has one. */
interface Owned {
  block: Block;
  owner?: Owners | undefined;
  remark?: CodedText<RemarkFinding> | undefined;
  isAsked: boolean;
}

const OWNERS: readonly Owner[] = ["property", "residence"];
const GRADES = 4;

/** Tries all ways to give the blocks an owner; a block is sure where all ways that are as good as the best agree. */
function ownersOf(blocks: readonly Block[], isOwnerOccupied: boolean): Owned[] {
  const free = blocks.filter(({ answer }) => answer === undefined);
  const given = blocks.filter(({ answer }) => answer !== undefined);
  const signs = new Map(free.map((block) => [block, signsOf(block, blocks, isOwnerOccupied)]));
  const mayOwn = (owner: Owner): (Block | undefined)[] => {
    const taken = given.filter((block) => isOwnedBy(block, owner));
    const isFree = (block: Block) => !taken.some((other) => overlap(block, other));
    return [undefined, ...free.filter((block) => signs.get(block)?.[owner] && isFree(block))];
  };
  const gradeOf = (block: Block | undefined, owner: Owner) =>
    (block && signs.get(block)?.[owner]?.grade) ?? 0;
  const ways = mayOwn("property").flatMap((property) =>
    mayOwn("residence").flatMap((residence) => {
      if (property && property === residence) return [];
      const grades = [gradeOf(property, "property"), gradeOf(residence, "residence")];
      return { property, residence, grade: Math.max(...grades) * GRADES + Math.min(...grades) };
    }),
  );
  const highest = Math.max(...ways.map(({ grade }) => grade));
  const best = ways.filter(({ grade }) => grade === highest);
  return blocks.map((block): Owned => {
    const of = signs.get(block);
    if (!of) return { block, owner: ownerOf(block), isAsked: false };
    const owners = best.map((way) => OWNERS.find((owner) => way[owner] === block));
    const [owner] = owners;
    const isSure = block.said ? new Set(owners).size === 1 : best.length === 1;
    const remark = owner ? of[owner]?.remark : of.none;
    return { block, owner, remark, isAsked: block.isOpen || of.isOpen === true || !isSure };
  });
}

function signsOf(block: Block, blocks: readonly Block[], isOwnerOccupied: boolean): Signs {
  const { said, isOpen } = block;
  const others = blocks.filter((one) => one !== block);
  const holder = (owner: Owner) => others.find((one) => isOwnedBy(one, owner) && overlap(one, block));
  if (said === "property" || said === "residence") {
    // Lists of home owners have one address: where somebody lives may be the property as well.
    const mayBeBoth = said === "residence" && hasStreet(block) && !isNamed(block) && isAlone(block, blocks);
    return { [said]: { grade: 3 }, none: remarkOn("address-elsewhere"), isOpen: mayBeBoth };
  }
  if (said === "mailing") {
    // Where no other address is there, one for letters may be the property's or the applicant's own.
    const isSent = (one: Block) => hasStreet(one) && isOfLead(one) && one.answer !== LEAVE_OUT;
    return { none: remarkOn("mailing-address"), isOpen: hasStreet(block) && !others.some(isSent) };
  }
  if (said !== undefined || (isOpen && !hasStreet(block))) return { none: remarkOn("address-of-others") };
  const [property, residence] = [holder("property"), holder("residence")];
  if (property && residence) {
    const isNeeded = hasStreet(block) && ![property, residence].every(hasStreet);
    return { none: remarkOn("address-of-neither"), isOpen: isNeeded };
  }
  const assumed: Sign = {
    grade: 2,
    ...(!isNamed(block) && { remark: remarkOn("address-assumed") }),
  };
  if (!property || isOpen) return { property: assumed, residence: { grade: 1 } };
  const isOnly = others.every((one) => one.said !== undefined || one.isOpen || one.answer !== undefined);
  const beside: Sign = { grade: 2, remark: remarkOn("address-beside-property") };
  return {
    property: assumed,
    residence: beside,
    ...(isOnly && doubtBeside(block, property, isOwnerOccupied)),
  };
}

const isOfLead = ({ said }: Block): boolean => said !== "mailing" && said !== "others";

/** Whether no other address may be the property's or the applicant's own. */
function isAlone(block: Block, blocks: readonly Block[]): boolean {
  return blocks.every((one) => one === block || !isOfLead(one));
}

/** What speaks against an address that nobody speaks for being the applicant's own, beside that of the property. */
function doubtBeside(block: Block, property: Block, isOwnerOccupied: boolean): Signs {
  const { both, same } = equality(block, property);
  const isAgain = both > 0 && same === both;
  const isWhole = hasStreet(block) && hasStreet(property);
  if (isAgain && !isWhole && hasStreet(property)) {
    return { residence: undefined, none: remarkOn("address-repeated", sources(property)) };
  }
  const isPropertyBare = !says(property, ...TOWN_PARTS) && says(block, ...TOWN_PARTS);
  const isLikely = isWhole
    ? !isPropertyBare && (!isAgain || isOwnerOccupied || both <= 2)
    : same < both && hasStreet(block);
  return isLikely ? {} : { residence: { grade: 0 } };
}

/** In how many rows of the sample both are filled, and how often they are one address. */
function equality(one: Block, other: Block): { both: number; same: number } {
  const [town] = TOWN_PARTS.filter(
    (part) => has(one, part) && (has(other, part) || has(other, "fullAddress")),
  );
  // Streets alone may be equal by chance: the ZIP code speaks too.
  const beside = hasStreet(one) && hasStreet(other) ? has(one, "zip") && has(other, "zip") && "zip" : town;
  const parts: Part[] = ["street", "fullAddress", beside || "street"];
  return compare(joined(one, parts), joined(other, parts), isWithin);
}

/** The cells of some parts of a block, those of a row together. */
function joined({ columns }: Block, parts: readonly Part[]): ColumnContent {
  const rows = new Map<number, string>();
  for (const { part, content } of columns) {
    if (!parts.includes(part)) continue;
    for (const { at, text } of content.cells) rows.set(at, `${rows.get(at) ?? ""} ${text}`);
  }
  return { cells: [...rows].map(([at, text]) => ({ at, row: 0, text })) };
}

/** Whether all words of one of two texts stand in the other. */
function isWithin(one: string, other: string): boolean {
  const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return a.every((word) => b.includes(word)) || b.every((word) => a.includes(word));
}

/** Decides what a block's columns feed, or asks whose address it is if nobody has said so. */
function decide(
  { block, owner, remark, isAsked }: Owned,
  blocks: readonly Block[],
  decisions: Decisions,
): void {
  if (isAsked) {
    const both = { answer: "both", label: "The property, which is the applicant's home" };
    const options = [
      ...(isAlone(block, blocks) ? [both] : []),
      { answer: "property", label: "The property" },
      { answer: "residence", label: "The applicant's home" },
      LEFT_OUT,
    ];
    decisions.ask(leadOf(block), "address-whose", options, { of: sources(block), kind: "address" });
    return;
  }
  const isAnswered = block.answer !== undefined && block.answer !== block.said;
  const reason = isAnswered ? "answer" : remark ? "evidence" : undefined;
  for (const one of block.columns) {
    const rank = one.part === "fullAddress" || one.part === "cityStateZip" ? 1 : 0;
    if (owner) decisions.feed(one, `${GROUPS[owner]}.${one.part}`, { reason, rank, remark });
    else decisions.leave(one, block.answer === undefined ? "others" : "answer", { rank, remark });
  }
}

function sources({ columns }: Block): JudgedColumn[] {
  return columns.toSorted((one, other) => one.index - other.index);
}

/**
 * A unit or a county: the property's, unless it stands within another address. Where all are named as the catalogue names
 * them, their order says nothing.
 */
function judgeMinor(source: JudgedColumn, owned: readonly Owned[], decisions: Decisions): void {
  const isUnit = source.meaning.item === "unit";
  const path = isUnit ? "address.unitNumber" : "address.county";
  const isBoth = owned.some(({ owner }) => owner === "both");
  const ownCounty = isBoth ? path : undefined;
  const ownPath = isUnit ? `${GROUPS[isBoth ? "both" : "residence"]}.street2` : ownCounty;
  const place = placeOf(source);
  if (place !== undefined && place !== "property") {
    if (place === "residence" && ownPath !== undefined) decisions.feed(source, ownPath);
    else decisions.leave(source, place === "residence" ? "irrelevant" : "others");
    return;
  }
  const around = place ? undefined : blockAround(source, owned);
  const isSaid = around?.owner === "residence" && (!around.isAsked || around.block.said === "residence");
  const isAround = isSaid || (around !== undefined && around.owner === undefined && !around.isAsked);
  const areNamed = around && source.meaning.certainty === "named" && isNamed(around.block);
  if (!isAround || areNamed || source.content.cells.length === 0) {
    decisions.feed(source, path);
    return;
  }
  const paths = [path, ...(ownPath !== undefined && around.owner === "residence" ? [ownPath] : [])];
  decisions.ask(source, "column-within-address", paths);
}

/** The block in which a column stands: between two of its columns, or directly behind its street. */
function blockAround({ index }: JudgedColumn, owned: readonly Owned[]): Owned | undefined {
  return owned.find(({ block: { columns } }) => {
    const at = (place: number) => columns.find((one) => one.index === place);
    const [before, after] = [at(index - 1), at(index + 1)];
    return before && (after || before.part === "street" || before.part === "fullAddress");
  });
}
