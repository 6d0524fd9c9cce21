import type { CodedText } from "../../base/finding.ts";
import { normalized } from "../cells/cell-text.ts";
import { isCityLine, isWholeAddress } from "../cells/full-address.ts";
import type { Item } from "../headers/header-tags.ts";
import { LEAVE_OUT, type Question, questionText } from "../question.ts";
import { type ColumnContent, halfOf, isStreet, most } from "./column-content.ts";
import { type ColumnTarget, type ReadingReason, targetPath } from "./column-reading.ts";
import type { RemarkFinding } from "./column-texts.ts";
import { columnNotice, columnQuestion, reasonOf, remarkFinding } from "./column-texts.ts";
import {
  askAbout,
  compare,
  type JudgedColumn,
  type Judgement,
  judgedAs,
  leaveOut,
  namedColumns,
  noJudgement,
  samplesOf,
  target,
  together,
} from "./judged-column.ts";

/**
 * Whose the address columns are. A place that a header says is never overruled. Of the rest, those that belong
 * together make a block, and what is certain whatever the order of columns decides; where it does not, a person is
 * asked, once for a block.
 */

type Place = "property" | "residence" | "mailing" | "others";

type Part = "street" | "fullAddress" | "street2" | "cityStateZip" | "city" | "state" | "zip";

const PARTS: readonly Part[] = ["fullAddress", "street", "street2", "cityStateZip", "city", "state", "zip"];

interface AddressColumn {
  source: JudgedColumn;
  part: Part;
  /** Whether it is a whole address under the header of a second line: another one than that of the columns beside it. */
  isAnother: boolean;
}

interface Block {
  /** Undefined while nobody has said whose it is. */
  place?: Place;
  /** Number behind the headers, of a block that stands there again. */
  copy: number;
  columns: AddressColumn[];
  /** Why it was given its place, where that was not said. */
  reason?: ReadingReason;
  remark?: CodedText<RemarkFinding>;
}

const ITEMS: ReadonlySet<Item> = new Set([...PARTS, "county", "unit"]);

/** Whether a column is part of an address. */
export function isAddressItem(item: Item | undefined): boolean {
  return item !== undefined && ITEMS.has(item);
}

/**
 * Judges the columns of addresses.
 *
 * @param columns Those with an item of an address, none of them of somebody else, in the order of the sheet.
 * @param settled Answers by question id: `property`, `residence` or `leave-out`.
 */
export function judgeAddresses(
  columns: readonly JudgedColumn[],
  settled: ReadonlyMap<string, string>,
  isOwnerOccupied: boolean,
): Judgement {
  const found = columns.flatMap((source) => addressColumn(source) ?? []);
  const parts = found.map((part) =>
    isBesideItsParts(part, found) ? { ...part, part: "street" as const } : part,
  );
  const said = saidBlocks(parts.filter(({ source }) => placeOf(source) !== undefined));
  const free = parts.filter(({ source }) => placeOf(source) === undefined);
  const apart = townsApart(free, parts);
  const unsaid = [free.filter((part) => !apart.flat().includes(part)), ...apart].flatMap(unsaidBlocks);
  const open = joinOrphans(unsaid, said);
  for (const block of [...said, ...open]) {
    if (isDoubtful(block)) block.reason = "open";
    takeAnswer(block, settled);
  }
  const blocks = [...said, ...open];
  decide(blocks, isOwnerOccupied);
  askForOnly(blocks);
  const minor = columns.filter(
    ({ meaning: { item }, fixed }) => !fixed && (item === "unit" || item === "county"),
  );
  return together([...blocks.map(judged), noticed(blocks), ...minor.map((one) => judgeMinor(one, blocks))]);
}

function addressColumn(source: JudgedColumn): AddressColumn | undefined {
  const part = partOf(source);
  return part && { source, part, isAnother: source.meaning.item === "street2" && part === "fullAddress" };
}

/**
 * Whether a column such as `Property Address` holds whole addresses, and `City` and `Zip` beside it say the same or
 * nothing, and can be no other address's: it is read as their street, which each row takes apart by itself.
 */
function isBesideItsParts(whole: AddressColumn, parts: readonly AddressColumn[]): boolean {
  const { meaning, fixed, copy } = whole.source;
  const place = placeOf(whole.source);
  if (whole.part !== "fullAddress" || meaning.item !== "street" || fixed || place === undefined) return false;
  const isUnsaid = (one: AddressColumn) => one.source.copy === copy && placeOf(one.source) === undefined;
  const beside = parts.filter((one) => isUnsaid(one) && (one.part === "city" || one.part === "zip"));
  const streets = parts.filter(
    (one) => isUnsaid(one) && (one.part === "street" || one.part === "fullAddress"),
  );
  const isSame = (part: string, address: string) =>
    normalized(address).includes(normalized(part.replace(/-\d{4}$/, "")));
  return (
    beside.length > 0 &&
    streets.length === 0 &&
    beside.every(({ source }) => {
      const { both, same } = compare(source.content, whole.source.content, isSame);
      return both === same;
    })
  );
}

/** What the cells are, where the header allows for several: a street, or a whole address. */
function partOf({ meaning: { item }, content, fixed }: JudgedColumn): Part | undefined {
  if (fixed) {
    const part = fixed.target && targetPath(fixed.target).split(".")[1];
    return PARTS.find((known) => known === part);
  }
  switch (item) {
    case "street":
      return most(content, isWholeAddress) ? "fullAddress" : "street";
    case "fullAddress":
      return content.cells.length > 0 && !most(content, (text) => isWholeAddress(text) || /,/.test(text))
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

/** Whose the header says it is, where it says so certainly. */
function placeOf({ meaning: { place, whose, certainty }, fixed }: JudgedColumn): Place | undefined {
  if (certainty === "partial") return undefined;
  if (fixed?.target) return targetPath(fixed.target).startsWith("residential") ? "residence" : "property";
  if (place === "previous" || place === "other") return "others";
  return place ?? (whose === "applicant" ? "residence" : undefined);
}

/** Blocks of columns whose headers say whose they are; a part that is there twice begins another block. */
function saidBlocks(parts: readonly AddressColumn[]): Block[] {
  const blocks: Block[] = [];
  for (const part of parts) {
    const place = placeOf(part.source);
    const { copy } = part.source;
    const takesMore = (block: Block) =>
      block.place === place &&
      !isApart(part, block) &&
      (part.source.fixed !== undefined || part.source.column.keys !== undefined || !has(block, part.part));
    const block =
      blocks.find((one) => one.copy === copy && takesMore(one)) ??
      (copy === 0
        ? undefined
        : blocks.find((one) => one.copy === 0 && takesMore(one) && !hasCopies(parts, one)));
    if (block) block.columns.push(part);
    else blocks.push({ ...(place && { place }), copy, columns: [part] });
  }
  return blocks;
}

function isApart(part: AddressColumn, { columns }: Block): boolean {
  return part.isAnother || columns.some(({ isAnother }) => isAnother);
}

function hasCopies(parts: readonly AddressColumn[], { place }: Block): boolean {
  const copies = parts.filter(({ source }) => placeOf(source) === place).map(({ source }) => source.copy);
  return new Set(copies).size > 1;
}

/** Blocks of columns that do not say whose they are: by number, else the first of each part, then the second. */
function unsaidBlocks(parts: readonly AddressColumn[]): Block[] {
  const blocks: Block[] = [];
  const isSure = ({ source }: AddressColumn) => source.meaning.certainty !== "partial";
  for (const part of [...parts.filter(isSure), ...parts.filter((one) => !isSure(one))]) {
    const { copy, column } = part.source;
    const block = blocks.find(
      (one) =>
        one.copy === copy &&
        restOf(one) === restOf(part) &&
        !isApart(part, one) &&
        (column.keys !== undefined || !has(one, part.part)),
    );
    if (block) block.columns.push(part);
    else blocks.push({ copy, columns: [part] });
  }
  return blocks;
}

/**
 * City, state and zip that do not stand behind the only street, where they stand there twice: each time they are of the
 * address before, as in `Property Address, City, Zip, Street, City, Zip`, and nothing else says whose.
 */
function townsApart(free: readonly AddressColumn[], all: readonly AddressColumn[]): AddressColumn[][] {
  const [street, other] = free.filter(({ part }) => part === "street" || part === "fullAddress");
  const towns = free.filter(({ part, source }) => TOWN_PARTS.includes(part) && !source.column.keys);
  const isAgain = towns.some((one, at) => towns.findIndex(({ part }) => part === one.part) < at);
  if (!street || other || !isAgain) return [];
  const sorted = all.toSorted((one, next) => one.source.index - next.source.index);
  const sets: { before: AddressColumn | undefined; parts: AddressColumn[] }[] = [];
  for (const [at, one] of sorted.entries()) {
    if (!towns.includes(one)) continue;
    const before = sorted[at - 1];
    const set = sets.at(-1);
    const isNext = set && set.parts.at(-1) === before && !set.parts.some(({ part }) => part === one.part);
    if (isNext) set.parts.push(one);
    else sets.push({ before, parts: [one] });
  }
  const isBehindStreet = ({ before }: (typeof sets)[number]) =>
    before === street || (before?.part === "street2" && free.includes(before));
  return sets.filter((set) => !isBehindStreet(set)).map(({ parts }) => parts);
}

/** Words of its headers that are not known: what has other ones is another address. */
function restOf(part: Block | AddressColumn): string {
  const column = "columns" in part ? part.columns[0] : part;
  return column?.source.meaning.rest.join() ?? "";
}

function has({ columns }: Block, ...parts: Part[]): boolean {
  return columns.some(({ part }) => parts.includes(part));
}

function hasStreet(block: Block): boolean {
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
 * `City`, `State` and `Zip` without a street of their own belong to the one address that has a street and lacks
 * them. Gives back the blocks that stay on their own.
 */
function joinOrphans(unsaid: readonly Block[], said: readonly Block[]): Block[] {
  const isAlone = (block: Block) => hasStreet(block) || isDoubtful(block);
  const whole = unsaid.filter(isAlone);
  const orphans = unsaid.filter((block) => !isAlone(block));
  const rest: Block[] = [];
  const behind = orphans.map((orphan) => blockBefore(orphan, [...said, ...whole]));
  const isEachBehindItsOwn = new Set(behind).size === orphans.length && !behind.includes(undefined);
  for (const [at, orphan] of orphans.entries()) {
    const parts = orphan.columns.map(({ part }) => part);
    const lacking = [...said, ...whole].filter(
      (block) => (hasStreet(block) || block.place === "property") && lacks(block, parts),
    );
    const before = behind[at];
    const [only, ...more] = lacking;
    const hasProperty = said.some(({ place }) => place === "property") || whole.length > 0;
    if (only && more.length === 0 && orphans.length === 1) {
      const isOfCatalogue = isNamed(only) && isNamed(orphan);
      // Where another address has such parts too, only their place says whose each are.
      const isAgain = whole.some((block) => block !== only && parts.some((part) => has(block, part)));
      if (isAgain && before !== only) rest.push({ ...orphan, reason: "open" });
      else if (hasProperty || (before === only && !isOfCatalogue)) join(only, orphan);
      else if (isOfCatalogue && before !== only) rest.push(orphan);
      else rest.push({ ...orphan, reason: "open" });
    } else if (isEachBehindItsOwn && orphans.length > 1 && before && lacking.includes(before)) {
      join(before, orphan);
    } else if (only) {
      rest.push({ ...orphan, reason: "open" });
    } else {
      rest.push(orphan);
    }
  }
  return [...whole, ...rest];
}

function isDoubtful({ columns }: Block): boolean {
  return columns.some(({ source }) => source.meaning.certainty === "partial");
}

function join(block: Block, orphan: Block): void {
  block.columns.push(...orphan.columns);
}

/** The block whose column stands directly before the first one of these. */
function blockBefore(orphan: Block, blocks: readonly Block[]): Block | undefined {
  const first = Math.min(...orphan.columns.map(({ source }) => source.index));
  return blocks.find(({ columns }) => columns.some(({ source }) => source.index === first - 1));
}

/** The column that a block is called by: its street, else the first of its parts. */
function leadOf({ columns }: Block): JudgedColumn | undefined {
  for (const part of PARTS) {
    const found = columns.find((column) => column.part === part);
    if (found) return found.source;
  }
  return undefined;
}

function idOf(block: Block): string {
  return `address:${leadOf(block)?.key ?? ""}`;
}

function takeAnswer(block: Block, answers: ReadonlyMap<string, string>): void {
  const answer = answers.get(idOf(block));
  if (answer !== "property" && answer !== "residence" && answer !== LEAVE_OUT) return;
  block.place = answer === LEAVE_OUT ? "others" : answer;
  block.reason = "answer";
}

function of(blocks: readonly Block[], place: Place | undefined): Block[] {
  return blocks.filter((block) => block.place === place);
}

/** Gives each block its place, or leaves it open. */
function decide(blocks: readonly Block[], isOwnerOccupied: boolean): void {
  for (const place of ["property", "residence"] as const) settleTwins(of(blocks, place));
  const unsaid = of(blocks, undefined).filter(({ reason }) => reason !== "open");
  const isContested = blocks.some(
    (block) => block.place === undefined && block.reason === "open" && hasStreet(block),
  );
  const [first, ...others] = withoutEqual(unsaid);
  if (!first) return;
  const [property] = of(blocks, "property");
  const [residence] = of(blocks, "residence");
  if (property && others.length === 0 && isNamed(first) && isNamed(property)) {
    // All are of the catalogue, as keys of JSON may be: street and address.city.
    give(first, "property", undefined);
  } else if (property && residence) {
    for (const block of [first, ...others]) decideThird(block, property, residence);
  } else if (others.length > 0) {
    for (const block of [first, ...others]) block.reason = "open";
  } else if (property) {
    decideBesideProperty(first, property, isOwnerOccupied);
  } else if (isContested) {
    first.reason = "open";
  } else {
    give(first, "property", isNamed(first) ? undefined : remarkFinding("address-assumed"));
  }
}

/** Where no other address is there, one for letters may be the property's or the applicant's own. */
function askForOnly(blocks: readonly Block[]): void {
  if (blocks.some((block) => hasStreet(block) && block.place !== "mailing" && block.place !== "others"))
    return;
  for (const block of of(blocks, "mailing")) {
    if (!hasStreet(block)) continue;
    delete block.place;
    block.reason = "open";
  }
}

function give(
  block: Block,
  place: Place,
  remark: CodedText<RemarkFinding> | undefined,
  reason: ReadingReason = "evidence",
): void {
  block.place = place;
  if (remark === undefined) return;
  block.reason = reason;
  block.remark = remark;
}

function isNamed({ columns }: Block): boolean {
  return columns.every(({ source }) => source.meaning.certainty === "named");
}

/** Several blocks for one place: one that says the same again is left out, else a person says which it is. */
function settleTwins(blocks: readonly Block[]): void {
  const said = blocks.filter((block) => block.reason !== "answer" && !isFixed(block));
  if (blocks.length < 2) return;
  if (said.length < blocks.length) {
    for (const block of said) give(block, "others", remarkFinding("address-elsewhere"));
    return;
  }
  const different = withoutEqual(said);
  if (different.length < 2) return;
  for (const block of different) {
    delete block.place;
    block.reason = "open";
  }
}

/** Puts blocks that say the same in every row of the sample into one: in each row their columns must agree. */
function withoutEqual(blocks: readonly Block[]): Block[] {
  const kept: Block[] = [];
  for (const block of blocks) {
    const twin = kept.find((one) => isEqual(one, block));
    if (twin) join(twin, { ...block, columns: block.columns.splice(0) });
    else kept.push(block);
  }
  return kept;
}

function isFixed({ columns }: Block): boolean {
  return columns.some(({ source }) => source.fixed !== undefined);
}

function sources({ columns }: Block): JudgedColumn[] {
  return columns.map(({ source }) => source).sort((one, other) => one.index - other.index);
}

/** A third address, where the property's and the applicant's own are said. */
function decideThird(block: Block, property: Block, residence: Block): void {
  const isNeeded = hasStreet(block) && !(hasStreet(property) && hasStreet(residence));
  if (isNeeded) block.reason = "open";
  else give(block, "others", remarkFinding("address-of-neither"));
}

function decideBesideProperty(block: Block, property: Block, isOwnerOccupied: boolean): void {
  const rows = equality(block, property);
  const isAgain = rows.both > 0 && rows.same === rows.both;
  if (!hasStreet(block) || !hasStreet(property)) {
    if (isAgain && hasStreet(property))
      give(block, "others", remarkFinding("address-repeated", namedColumns(sources(property))));
    else if (rows.same < rows.both && hasStreet(block)) beside(block);
    else block.reason = "open";
    return;
  }
  const isPropertyBare = lacks(property, TOWN_PARTS) && !lacks(block, TOWN_PARTS);
  if (isPropertyBare || (isAgain && !isOwnerOccupied && rows.both > 2)) block.reason = "open";
  else beside(block);
}

const TOWN_PARTS: readonly Part[] = ["city", "state", "zip"];

function beside(block: Block): void {
  give(block, "residence", remarkFinding("address-beside-property"));
}

function isEqual(one: Block, other: Block): boolean {
  const { both, same } = equality(one, other);
  return both > 0 && both === same;
}

/** In how many rows of the sample both are filled, and how often they are one address. */
function equality(one: Block, other: Block): { both: number; same: number } {
  for (const [left, right] of COMPARED) {
    const [a, b] = [contentOf(one, left), contentOf(other, right)];
    if (!a || !b) continue;
    const rows = compare(a, b, left === right ? isSameText : isWithin);
    if (rows.both === 0 || left !== "street") return rows;
    // Streets alone may be equal by chance: the ZIP code speaks too.
    const [zip, otherZip] = [contentOf(one, "zip"), contentOf(other, "zip")];
    const zips = zip && otherZip ? compare(zip, otherZip, isSameText) : rows;
    return { both: rows.both, same: Math.min(rows.same, zips.both === 0 ? rows.same : zips.same) };
  }
  const whole = contentOf(other, "fullAddress");
  const [part] = TOWN_PARTS.flatMap((town) => contentOf(one, town) ?? []);
  return whole && part ? compare(part, whole, isWordsOf) : { both: 0, same: 0 };
}

/** Whether the words of a part stand in a whole address. */
const isWordsOf = (part: string, whole: string): boolean =>
  ` ${whole.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${part.toLowerCase()} `);

const COMPARED: readonly (readonly [Part, Part])[] = [
  ["street", "street"],
  ["fullAddress", "fullAddress"],
  ["street", "fullAddress"],
  ["fullAddress", "street"],
  ["zip", "zip"],
  ["city", "city"],
  ["state", "state"],
];

function contentOf({ columns }: Block, part: Part): ColumnContent | undefined {
  return columns.find((column) => column.part === part)?.source.content;
}

const isSameText = (one: string, other: string): boolean => normalized(one) === normalized(other);

const isWithin = (one: string, other: string): boolean => {
  const [a, b] = [normalized(one), normalized(other)];
  return a.startsWith(b) || b.startsWith(a);
};

/** Readings of a block's columns, and the question where nobody has said whose it is. */
function judged(block: Block): Judgement {
  const { place, reason, remark, columns } = block;
  if (columns.length === 0) return noJudgement;
  if (place === undefined) return asked(block);
  const readings = columns.filter(isFree).map(({ source, part }) => {
    const isFed = place === "property" || place === "residence";
    const why = isFed ? (reason ?? source.meaning.certainty) : "others";
    return judgedAs(source, why === "certain" || why === "partial" ? "header" : why, {
      target: isFed ? targetOf(place, part) : undefined,
      rank: part === "fullAddress" || part === "cityStateZip" ? 1 : 0,
      ...(remark && { remark }),
    });
  });
  return { readings, questions: [], notices: [] };
}

const isFree = ({ source }: AddressColumn): boolean => source.fixed === undefined;

function targetOf(place: "property" | "residence", part: Part): ColumnTarget {
  return target(`${place === "property" ? "address" : "residentialAddress"}.${part}`);
}

function asked(block: Block): Judgement {
  const lead = leadOf(block);
  const { columns } = block;
  if (!lead) return together([]);
  const question: Question = {
    id: idOf(block),
    kind: "address",
    column: lead.column.name,
    ...(lead.column.letters && { letters: lead.column.letters }),
    ...questionText(columnQuestion("address-whose", namedColumns(sources(block)))),
    samples: samplesOf(lead),
    rowCount: 0,
    options: [
      { answer: "property", label: "The property" },
      { answer: "residence", label: "The applicant's home" },
      leaveOut(),
    ],
    isAcceptable: false,
  };
  return {
    readings: columns.filter(isFree).map(({ source }) => judgedAs(source, "open")),
    questions: [{ question, index: lead.index, isOfBlock: true }],
    notices: [],
  };
}

/** Addresses that are not sent, told once. */
function noticed(blocks: readonly Block[]): Judgement {
  const notices = blocks.flatMap((block) => {
    if (block.place !== "others" || block.reason === "answer") return [];
    const why = reasonOf(block.remark ?? remarkFinding("address-of-others"));
    return columnNotice("address-left-out", { ...namedColumns(sources(block)), ...why });
  });
  const mailing = of(blocks, "mailing").flatMap(sources);
  const [first] = mailing;
  if (first) {
    notices.push(columnNotice("mailing-address", namedColumns(mailing)));
  }
  return { readings: [], questions: [], notices };
}

/** A unit or a county: the property's, unless it stands within another address. */
function judgeMinor(source: JudgedColumn, blocks: readonly Block[]): Judgement {
  const isUnit = source.meaning.item === "unit";
  const place = placeOf(source);
  const path = isUnit ? "address.unitNumber" : "address.county";
  const ownPath = isUnit ? "residentialAddress.street2" : undefined;
  const why = source.meaning.certainty === "named" ? "named" : "header";
  const settled = (path: string | undefined): Judgement => ({
    readings: [
      judgedAs(source, path === undefined ? "others" : why, {
        target: path === undefined ? undefined : target(path),
      }),
    ],
    questions: [],
    notices: [],
  });
  if (place === "property") return settled(path);
  if (place !== undefined) return settled(place === "residence" ? ownPath : undefined);
  const around = blockAround(source, blocks);
  if (!around || around.place === "property" || source.content.cells.length === 0) return settled(path);
  if (around.place === undefined || (why === "named" && isNamed(around))) return settled(path);
  return askAbout(source, {
    asked: columnQuestion("column-within-address", namedColumns([source])),
    paths: [path, ...(ownPath !== undefined && around.place === "residence" ? [ownPath] : [])],
    isAcceptable: false,
  });
}

/** The block in which a column stands: between two of its columns, or directly behind its street. */
function blockAround({ index }: JudgedColumn, blocks: readonly Block[]): Block | undefined {
  return blocks.find(({ columns }) => {
    const at = (place: number) => columns.find(({ source }) => source.index === place);
    const [before, after] = [at(index - 1), at(index + 1)];
    return before && (after || before.part === "street" || before.part === "fullAddress");
  });
}
