import type { CodedText } from "../../base/finding.ts";
import { referenceOf } from "../cells/address-reference.ts";
import { normalized } from "../cells/cell-text.ts";
import { isCityLine, isWholeAddress } from "../cells/full-address.ts";
import { LEAVE_OUT, LEFT_OUT } from "../question.ts";
import { type ColumnContent, halfOf, isStreet, most } from "./column-content.ts";
import { targetPath } from "./column-reading.ts";
import { columnNotice, type RemarkFinding, reasonOf } from "./column-texts.ts";
import { type Decisions, remarkOn } from "./decisions.ts";
import { compare, type JudgedColumn, namedColumns } from "./judged-column.ts";

/**
 * Whose the address columns are. Those that belong together make a block. All ways to give the blocks an owner are
 * compared, grade by grade, so that no number of weak signs outweighs a header; where another way is as good, or the
 * columns of a block leave something open, a person is asked, once for a block.
 */

type Owner = "property" | "residence";
type Place = Owner | "mailing" | "others";
type Part = "street" | "fullAddress" | "street2" | "cityStateZip" | "city" | "state" | "zip";

const PARTS: readonly Part[] = ["fullAddress", "street", "street2", "cityStateZip", "city", "state", "zip"];
const TOWN_PARTS: readonly Part[] = ["city", "state", "zip"];

interface AddressColumn {
  source: JudgedColumn;
  part: Part;
  /** Whether a column headed as a street's second line holds whole addresses: not that of the columns beside it. */
  isAnother: boolean;
}

interface Block {
  /** Whose it is by its headers; undefined where they do not say. */
  said: Place | undefined;
  /** What a person has answered. */
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
  const found = columns.flatMap((source): AddressColumn[] => {
    const part = partOf(source);
    const isAnother = source.meaning.item === "street2" && part === "fullAddress";
    return part ? [{ source, part, isAnother }] : [];
  });
  const parts = found.map((one) =>
    isBesideItsParts(one, found) ? { ...one, part: "street" as const } : one,
  );
  const blocks = withOrphans(withStreetsOfTowns(blocksOf(parts), columns));
  for (const block of blocks) {
    block.isOpen ||= isDoubtful(block);
    block.answer = groupSaid(block);
  }
  const kept = withoutTwins(blocks);
  // All questions come at once: answers to some of them settle others, and raise none.
  const asked = ownersOf(kept, isOwnerOccupied).filter(({ isAsked }) => isAsked);
  for (const { block } of asked) {
    const lead = leadOf(block);
    block.answer = lead && decisions.answerTo(lead, "address");
  }
  const owned = ownersOf(kept, isOwnerOccupied).map((one) => ({
    ...one,
    isAsked: one.isAsked && asked.some(({ block }) => block === one.block),
  }));
  for (const one of owned) decide(one, decisions);
  tellWhatIsLeft(owned, decisions);
  for (const one of columns)
    if (one.meaning.item === "unit" || one.meaning.item === "county") judgeMinor(one, owned, decisions);
}

/** What the cells are, where the header allows for several: a street, or a whole address. */
function partOf({ meaning: { item }, content, fixed }: JudgedColumn): Part | undefined {
  if (fixed) {
    const part = fixed.target && targetPath(fixed.target).split(".")[1];
    return PARTS.find((known) => known === part);
  }
  switch (item) {
    case "street":
      return most(withoutReferences(content), isWholeAddress) ? "fullAddress" : "street";
    case "fullAddress":
      return content.cells.length > 0 &&
        !most(withoutReferences(content), (text) => isWholeAddress(text) || /,/.test(text))
        ? "street"
        : "fullAddress";
    case "city":
      return most(content, isCityLine) ? "cityStateZip" : "city";
    case "state":
      // "Property St." may be either.
      return most(content, isStreet) ? "street" : item;
    case "street2":
      // "Address 2" is a second line, unless it is a second address, or the last line, as in mail merges.
      if (most(content, isCityLine)) return "cityStateZip";
      return most(content, isWholeAddress) ? "fullAddress" : item;
    case "cityStateZip":
    case "zip":
      return item;
    default:
      return undefined;
  }
}

/** `Same as subject` says nothing of how the addresses beside it are written. */
function withoutReferences({ cells }: ColumnContent): ColumnContent {
  return { cells: cells.filter(({ text }) => referenceOf(text) === undefined) };
}

/** Whose a person or a mapping file says that a column of these is. */
function groupSaid({ columns }: Pick<Block, "columns">): Owner | undefined {
  const [target] = columns.flatMap(({ source }) => source.fixed?.target ?? []);
  return target && (targetPath(target).startsWith("residential") ? "residence" : "property");
}

/** Whose the header says it is, where it says so certainly. */
function placeOf({ words, meaning }: JudgedColumn): Place | undefined {
  const { place, whose, certainty } = words ?? meaning;
  if (certainty === "partial") return undefined;
  if (place === "previous" || place === "other") return "others";
  return place ?? (whose === "applicant" ? "residence" : undefined);
}

/**
 * Whether a column such as `Property Address` holds whole addresses, and `City` and `Zip` beside it say the same or
 * nothing, and can be no other address's: it is read as their street, which each row takes apart by itself.
 */
function isBesideItsParts({ source, part }: AddressColumn, parts: readonly AddressColumn[]): boolean {
  const { meaning, fixed, copy } = source;
  const isWhole = part === "fullAddress" && meaning.item === "street" && !fixed;
  if (!isWhole || placeOf(source) === undefined) return false;
  const unsaid = parts.filter((one) => one.source.copy === copy && placeOf(one.source) === undefined);
  const beside = unsaid.filter((one) => one.part === "city" || one.part === "zip");
  const isSame = (part: string, address: string) =>
    normalized(address).includes(normalized(part.replace(/-\d{4}$/, "")));
  return (
    beside.length > 0 &&
    !hasStreet({ columns: unsaid }) &&
    beside.every((one) => {
      const { both, same } = compare(one.source.content, source.content, isSame);
      return both === same;
    })
  );
}

/**
 * Columns of one place, of one number, and beside the same unknown words, are one address; a part that is there twice
 * begins another one, but for keys and what a person has said. Those that are sure go first.
 */
function blocksOf(parts: readonly AddressColumn[]): Block[] {
  const blocks: Block[] = [];
  const areApart = areTownsTwice(parts);
  const isSure = ({ source }: AddressColumn) => source.meaning.certainty !== "partial";
  for (const part of [...parts.filter(isSure), ...parts.filter((one) => !isSure(one))]) {
    const { source } = part;
    const said = placeOf(source);
    const given = groupSaid({ columns: [part] });
    const takes = (block: Block): boolean => {
      const [owner = given, isAgain] = [groupSaid(block), has(block, part.part)];
      return (
        block.said === said &&
        wordsLeft(block.columns) === wordsLeft([part]) &&
        (given ?? owner) === owner &&
        ![part, ...block.columns].some(({ isAnother }) => isAnother) &&
        (!areApart || said !== undefined || isBehind(part, block)) &&
        (!isAgain || source.column.keys !== undefined || (given !== undefined && groupSaid(block) === given))
      );
    };
    const block = blocks.find((one) => one.columns[0]?.source.copy === source.copy && takes(one));
    if (block) block.columns.push(part);
    else blocks.push({ said, columns: [part], isOpen: false });
  }
  return blocks;
}

/** Whether a part stands directly behind an address, and begins no other one. */
function isBehind(part: AddressColumn, { columns }: Block): boolean {
  const isNext = columns.some(({ source }) => source.index === part.source.index - 1);
  return isNext && !hasStreet({ columns: [part] });
}

/** Words of a header that are not known: what has other ones is another address. */
const wordsLeft = ([first]: readonly AddressColumn[]): string =>
  (first?.source.words ?? first?.source.meaning)?.rest.join() ?? "";

/**
 * Whether city, state and zip stand there twice beside one street, and nothing else says whose: each time they are of the
 * address directly before, as in `Property Address, City, Zip, Street, City, Zip`.
 */
function areTownsTwice(parts: readonly AddressColumn[]): boolean {
  const free = parts.filter(({ source }) => placeOf(source) === undefined);
  const towns = free.filter(({ part, source }) => TOWN_PARTS.includes(part) && !source.column.keys);
  const [street, other] = free.filter((one) => hasStreet({ columns: [one] }));
  return street !== undefined && !other && new Set(towns.map(({ part }) => part)).size < towns.length;
}

function has({ columns }: Pick<Block, "columns">, ...parts: Part[]): boolean {
  return columns.some(({ part }) => parts.includes(part));
}

function hasStreet(block: Pick<Block, "columns">): boolean {
  return has(block, "street", "fullAddress");
}

const ZIP_AT_END = /\d{5}(?:-\d{4})?\s*$/;

/** Whether a block has nothing that these parts say. */
function lacks(block: Block, parts: readonly Part[]): boolean {
  const whole = contentOf(block, "fullAddress");
  // "12 Elm St, Salem, MA" beside a `Zip`.
  const isWithoutZip =
    parts.join() === "zip" && whole !== undefined && !halfOf(whole, (text) => ZIP_AT_END.test(text));
  const isCovered =
    (whole !== undefined && !isWithoutZip) ||
    (has(block, "cityStateZip") && parts.some((part) => part !== "street2"));
  return !isCovered && !has(block, ...parts);
}

/**
 * `City`, `State` and `Zip` without a street of their own belong to the one address that has a street and lacks them.
 * They are asked about where another one may be meant.
 */
function withOrphans(blocks: readonly Block[]): Block[] {
  const isOrphan = (block: Block) =>
    block.said === undefined && groupSaid(block) === undefined && !hasStreet(block) && !isDoubtful(block);
  const others = blocks.filter((block) => !isOrphan(block));
  const whole = others.filter(({ said }) => said === undefined);
  const hasProperty = others.some(({ said }) => said === "property" || said === undefined);
  const orphans = blocks.filter(isOrphan);
  const behind = orphans.map((orphan) => blockBefore(orphan, others));
  const isEachBehindItsOwn =
    orphans.length > 1 && new Set(behind).size === orphans.length && !behind.includes(undefined);
  const rest = orphans.filter((orphan, at) => {
    const parts = orphan.columns.map(({ part }) => part);
    const lacking = others.filter(
      (block) => (hasStreet(block) || block.said === "property") && lacks(block, parts),
    );
    const before = behind[at];
    const [only] = lacking;
    const isBehind = before !== undefined && lacking.includes(before);
    let home = isBehind && (isEachBehindItsOwn || groupSaid(before)) ? before : undefined;
    if (lacking.length === 1 && orphans.length === 1 && only) {
      // Where another address has such parts too, only their place says whose each are.
      const isAgain = whole.some((block) => block !== only && has(block, ...parts)) && before !== only;
      const isOfCatalogue = isNamed(only) && isNamed(orphan);
      if (!isAgain && isOfCatalogue && !hasProperty && before !== only) return true;
      if (!isAgain && (hasProperty || (before === only && !isOfCatalogue))) home = only;
    }
    if (home) home.columns.push(...orphan.columns);
    // Where an answer has just made one of a street, no other question comes after it.
    else if (lacking.some(isAnswered)) orphan.said = "others";
    else orphan.isOpen = lacking.length > 0;
    return !home;
  });
  return [...others, ...rest];
}

/**
 * A street of which no header says whose it is belongs to the address right beside it whose headers do, and which has
 * no street, where no other address is there. It is asked about where anything else may be meant, unless it has a town
 * of its own.
 */
function withStreetsOfTowns(blocks: readonly Block[], columns: readonly JudgedColumn[]): readonly Block[] {
  const street = blocks.find(
    (block) =>
      block.said === undefined &&
      groupSaid(block) === undefined &&
      has(block, "street") &&
      !isDoubtful(block),
  );
  const [home, another] = blocks.filter(({ said }) => said === "property" || said === "residence");
  if (!street || !home || another || hasStreet(home)) return blocks;
  if (has(street, "fullAddress", "cityStateZip")) return blocks;
  // Beside a home's ZIP code, a street with one of its own is the property's.
  if (overlap(street, home) && (has(street, "city") || home.said === "residence")) return blocks;
  const isAlone = blocks.length === 2 && !has(street, ...TOWN_PARTS);
  if (!isAlone || !areBeside(street, home, columns)) {
    street.isOpen = true;
    return blocks;
  }
  home.columns.push(...street.columns);
  return [home];
}

/** Whether nothing but parts of addresses stands between two blocks. */
function areBeside(one: Block, other: Block, columns: readonly JudgedColumn[]): boolean {
  const known = new Set(columns.flatMap(placesOf));
  const [a, b] = [one, other].map((block) => sources(block).flatMap(placesOf));
  const gaps = (a ?? []).flatMap((from) => (b ?? []).map((to) => [from, to].sort((x, y) => x - y)));
  return gaps.some(([from = 0, to = 0]) => {
    const between = Array.from({ length: to - from - 1 }, (_, at) => from + 1 + at);
    return between.every((place) => known.has(place));
  });
}

const placesOf = ({ index, around = [] }: JudgedColumn): number[] => [index, ...around];

function isAnswered({ columns }: Block): boolean {
  return columns.some(({ source }) => source.fixed?.reason === "answer");
}

function isDoubtful({ columns }: Block): boolean {
  return columns.some(({ source }) => source.meaning.certainty === "partial");
}

/** The block whose column stands directly before the first one of these. */
function blockBefore(orphan: Block, blocks: readonly Block[]): Block | undefined {
  const first = Math.min(...orphan.columns.map(({ source }) => source.index));
  return blocks.find(({ columns }) => columns.some(({ source }) => source.index === first - 1));
}

/** The column that a block is called by: its street, else the first of its parts. */
function leadOf({ columns }: Block): JudgedColumn | undefined {
  return PARTS.flatMap((part) => columns.filter((column) => column.part === part))[0]?.source;
}

/** Puts blocks that say the same in every row of the sample into one: in each row their columns must agree. */
function withoutTwins(blocks: readonly Block[]): Block[] {
  const kept: Block[] = [];
  const mayBeTwin = ({ said, isOpen, ...block }: Block) =>
    said !== "mailing" && said !== "others" && !isOpen && !isGiven(block);
  for (const block of blocks) {
    const twin = kept.find(
      (one) => [one, block].every(mayBeTwin) && one.said === block.said && isEqual(one, block),
    );
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
  return columns.every(({ source }) => source.meaning.certainty === "named");
}

/** Whether a person has said whose a block is. */
function isGiven({ answer }: Pick<Block, "answer">): boolean {
  return answer !== undefined;
}

/** Whose a block is, where its headers or a person say so. */
function ownerGiven({ said, answer = said }: Block): Owner | undefined {
  return answer === "property" || answer === "residence" ? answer : undefined;
}

/** Whether two blocks have a part in common, so that they cannot be one address. */
function overlap(one: Block, other: Block): boolean {
  const says = (block: Block, { columns }: Block) => columns.some(({ part }) => !lacks(block, [part]));
  return (hasStreet(one) && hasStreet(other)) || says(one, other) || says(other, one);
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
interface Owned extends Sign {
  block: Block;
  owner?: Owner | undefined;
  isAsked: boolean;
}

/** Tries all ways to give the blocks an owner; a block is sure where all ways that are as good as the best agree. */
function ownersOf(blocks: readonly Block[], isOwnerOccupied: boolean): Owned[] {
  const free = blocks.filter((block) => !isGiven(block));
  const signs = new Map(free.map((block) => [block, signsOf(block, blocks, isOwnerOccupied)]));
  const mayOwn = (owner: Owner): (Block | undefined)[] => {
    const taken = blocks.filter((block) => isGiven(block) && ownerGiven(block) === owner);
    const isFree = (block: Block) => !taken.some((other) => overlap(block, other));
    return [undefined, ...free.filter((block) => signs.get(block)?.[owner] && isFree(block))];
  };
  const ways = mayOwn("property").flatMap((property) =>
    mayOwn("residence").flatMap((residence) => {
      if (property && property === residence) return [];
      const grades = [
        property && signs.get(property)?.property,
        residence && signs.get(residence)?.residence,
      ];
      const [least = 0, highest = 0] = grades.map((sign) => sign?.grade ?? 0).sort();
      return { property, residence, grade: highest * GRADES + least };
    }),
  );
  const highest = Math.max(...ways.map(({ grade }) => grade));
  const best = ways.filter(({ grade }) => grade === highest);
  return blocks.map((block): Owned => {
    if (isGiven(block)) return { block, owner: ownerGiven(block), grade: 3, isAsked: false };
    const owners = best.map((way) => OWNERS.find((owner) => way[owner] === block));
    const [owner] = owners;
    const isSure = block.said ? new Set(owners).size === 1 : best.length === 1;
    const of = signs.get(block) ?? {};
    const sign = owner ? of[owner] : { grade: 0 as const, ...(of.none && { remark: of.none }) };
    return { block, owner, grade: 0, ...sign, isAsked: block.isOpen || of.isOpen === true || !isSure };
  });
}

const OWNERS: readonly Owner[] = ["property", "residence"];
const GRADES = 4;

function signsOf(block: Block, blocks: readonly Block[], isOwnerOccupied: boolean): Signs {
  const { said, isOpen } = block;
  const others = blocks.filter((one) => one !== block);
  const holder = (owner: Owner) => others.find((one) => ownerGiven(one) === owner && overlap(one, block));
  if (said === "property" || said === "residence")
    return { [said]: { grade: 3 }, none: remarkOn("address-elsewhere") };
  if (said === "mailing") {
    // Where no other address is there, one for letters may be the property's or the applicant's own.
    const isSent = (one: Block) => hasStreet(one) && one.said !== "mailing" && one.said !== "others";
    return { isOpen: hasStreet(block) && !others.some((one) => isSent(one) && one.answer !== LEAVE_OUT) };
  }
  if (said !== undefined || (isOpen && !hasStreet(block))) return {};
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
  const isOnly = others.every((one) => one.said !== undefined || one.isOpen || isGiven(one));
  const beside: Sign = { grade: 2, remark: remarkOn("address-beside-property") };
  return {
    property: assumed,
    residence: beside,
    ...(isOnly && doubtBeside(block, property, isOwnerOccupied)),
  };
}

/** What speaks against an address that nobody speaks for being the applicant's own, beside that of the property. */
function doubtBeside(block: Block, property: Block, isOwnerOccupied: boolean): Signs {
  const { both, same } = equality(block, property);
  const isAgain = both > 0 && same === both;
  const isWhole = hasStreet(block) && hasStreet(property);
  if (isAgain && !isWhole && hasStreet(property)) {
    return { residence: undefined, none: remarkOn("address-repeated", sources(property)) };
  }
  const isPropertyBare = lacks(property, TOWN_PARTS) && !lacks(block, TOWN_PARTS);
  const isLikely = isWhole
    ? !isPropertyBare && (!isAgain || isOwnerOccupied || both <= 2)
    : same < both && hasStreet(block);
  return isLikely ? {} : { residence: { grade: 0 } };
}

function isEqual(one: Block, other: Block): boolean {
  const { both, same } = equality(one, other);
  return both > 0 && both === same;
}

/** In how many rows of the sample both are filled, and how often they are one address. */
function equality(one: Block, other: Block): { both: number; same: number } {
  const [town] = TOWN_PARTS.filter(
    (part) => has(one, part) && (has(other, part) || has(other, "fullAddress")),
  );
  // Streets alone may be equal by chance: the ZIP code speaks too.
  const beside = hasStreet(one) && hasStreet(other) ? has(one, "zip") && has(other, "zip") && "zip" : town;
  const [left, right] = [one, other].map((block) =>
    joined(block, ["street", "fullAddress", beside || "street"]),
  );
  return left && right ? compare(left, right, isWithin) : { both: 0, same: 0 };
}

/** The cells of some parts of a block, those of a row together. */
function joined({ columns }: Block, parts: readonly Part[]): ColumnContent {
  const rows = new Map<number, string>();
  for (const { part, source } of columns) {
    if (!parts.includes(part)) continue;
    for (const { at, text } of source.content.cells) rows.set(at, `${rows.get(at) ?? ""} ${text}`);
  }
  return { cells: [...rows].map(([at, text]) => ({ at, row: 0, text })) };
}

/** Whether all words of one of two texts stand in the other. */
function isWithin(one: string, other: string): boolean {
  const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return a.every((word) => b.includes(word)) || b.every((word) => a.includes(word));
}

function contentOf({ columns }: Block, part: Part): ColumnContent | undefined {
  return columns.find((column) => column.part === part)?.source.content;
}

/** Decides what a block's columns feed, or asks whose address it is if nobody has said so. */
function decide({ block, owner, remark, isAsked }: Owned, decisions: Decisions): void {
  const lead = leadOf(block);
  if (isAsked && lead) {
    const options = [
      { answer: "property", label: "The property" },
      { answer: "residence", label: "The applicant's home" },
      LEFT_OUT,
    ];
    decisions.ask(lead, "address-whose", options, { of: sources(block), kind: "address" });
    return;
  }
  const isAnswered = block.answer !== undefined && block.answer !== block.said;
  const reason = isAnswered ? "answer" : remark ? "evidence" : undefined;
  for (const { source, part } of block.columns) {
    const rank = part === "fullAddress" || part === "cityStateZip" ? 1 : 0;
    if (owner) decisions.feed(source, `${GROUPS[owner]}.${part}`, { reason, rank, remark });
    else decisions.leave(source, "others", { rank, remark });
  }
}

const GROUPS = { property: "address", residence: "residentialAddress" } as const;

function sources({ columns }: Block): JudgedColumn[] {
  return columns.map(({ source }) => source).sort((one, other) => one.index - other.index);
}

/** Addresses that are not sent, told once. */
function tellWhatIsLeft(owned: readonly Owned[], { notices }: Decisions): void {
  const left = owned.filter(({ block, owner, isAsked }) => !owner && !isAsked && !isGiven(block));
  for (const { block, remark = remarkOn("address-of-others") } of left) {
    if (block.said === "mailing") continue;
    notices.push(columnNotice("address-left-out", { ...namedColumns(sources(block)), ...reasonOf(remark) }));
  }
  const mailing = left.flatMap(({ block }) => (block.said === "mailing" ? sources(block) : []));
  if (mailing.length > 0) notices.push(columnNotice("mailing-address", namedColumns(mailing)));
}

/** A unit or a county: the property's, unless it stands within another address. */
function judgeMinor(source: JudgedColumn, owned: readonly Owned[], decisions: Decisions): void {
  const isUnit = source.meaning.item === "unit";
  const path = isUnit ? "address.unitNumber" : "address.county";
  const ownPath = isUnit ? "residentialAddress.street2" : undefined;
  const place = placeOf(source);
  if (place !== undefined && place !== "property") {
    if (place === "residence" && ownPath !== undefined) decisions.feed(source, ownPath);
    else decisions.leave(source, "others");
    return;
  }
  const around = place ? undefined : blockAround(source, owned);
  const isAround = around !== undefined && around.owner !== "property" && !around.isAsked;
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
    const at = (place: number) => columns.find(({ source }) => source.index === place);
    const [before, after] = [at(index - 1), at(index + 1)];
    return before && (after || before.part === "street" || before.part === "fullAddress");
  });
}
