import { personal } from "../../../base/finding.ts";
import { sheetNotice } from "../../notice-texts.ts";
import { inputError } from "../../sheet-errors.ts";
import type { Notice } from "../../table.ts";
import { peekBytes, withoutStart } from "../input-source.ts";

/** The text of one top-level item, cut out of its surroundings. */
export interface JsonItem {
  /** 1-based. */
  ordinal: number;
  /** 1-based line on which the item starts. */
  line: number;
  text: string;
}

const LEADS = "leads";
/** Keys under which services put their list: Zoho and Facebook, HubSpot, Airtable and Salesforce, OData, and others. */
const WRAPPER_KEYS: ReadonlySet<string> = new Set(
  `${LEADS} data results records items value values rows entries contacts people nodes edges docs objects submissions responses applications prospects customers clients opportunities loans deals`.split(
    " ",
  ),
);
export const EMAIL_KEY = /"[^"]*e-?mail[^"]*"\s*:/i;
const ITEM_MEBIBYTES_MAX = 1;
const ITEM_BYTES_MAX = ITEM_MEBIBYTES_MAX * 1024 * 1024;

/** How many objects deep a list is looked for. */
const WRAPPERS_MAX = 3;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const TAB = 0x09;
const SPACE = 0x20;

/** Bytes within a list or an object that nothing follows from: nearly all. */
const IS_PLAIN = new Uint8Array(256).fill(1);
for (const byte of [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, NEWLINE])
  IS_PLAIN[byte] = 0;

/**
 * Cuts JSON text into its top-level items without holding more than one of them. JSON is a list, one object,
 * objects one after the other, or a list under the key `leads`, or another that services use, of one object or of an
 * object in it; JSON Lines are items one after the other, each on lines of its own. Whether an item is sound is for
 * `JSON.parse` to say, which is faster at it than any parser in JavaScript.
 *
 * @throws CliError where the text around the items is broken, or an item is longer than 1 MiB.
 */
export async function* jsonItems(
  name: string,
  text: AsyncIterable<Buffer>,
  format: "json" | "jsonl",
  notices: Notice[],
): AsyncGenerator<JsonItem[]> {
  const { head, chunks } = await peekBytes(text, ITEM_BYTES_MAX);
  const wrapper = format === "json" ? wrapperIn(head.toString("utf8")) : undefined;
  const cutter = new JsonCutter(name, format, wrapper);
  for await (const chunk of wrapper ? withoutStart(chunks, Buffer.byteLength(wrapper.before) + 1) : chunks) {
    const items = cutter.add(chunk);
    if (items.length > 0) yield items;
  }
  const { itemCount, rest } = cutter.end();
  if (wrapper) notices.push(...wrapperNotices(name, wrapper, rest, itemCount));
}

/** An object in which the list of leads stands. */
interface Wrapper {
  /** The list's. */
  key: string;
  /** The text in front of the list's bracket. */
  before: string;
  /** How many objects it stands in. */
  depth: number;
  /** Whether the key leaves no doubt, whatever stands beside the list. */
  isNamedLeads: boolean;
}

/** Strings and brackets. The last string may be cut off. */
const MARKS = /"(?:[^"\\]|\\.?)*(?:"|$)|[{}[\]]/gs;

/** The list of leads that begins in a text: under a key wanted, not too deep, and not within another list. */
function wrapperIn(start: string): Wrapper | undefined {
  if (!/^\s*\{/.test(start)) return undefined;
  let [key, depth, openLists] = ["", 0, 0];
  for (const { 0: mark, index } of start.matchAll(MARKS)) {
    if (mark === "[" && openLists === 0 && depth <= WRAPPERS_MAX && WRAPPER_KEYS.has(key)) {
      const before = start.slice(0, index);
      const isNamedLeads = key === LEADS && depth === 1;
      // An object with an e-mail is a lead, and its lists are its own.
      return isNamedLeads || !EMAIL_KEY.test(before) ? { key, before, depth, isNamedLeads } : undefined;
    }
    if (mark === "[") openLists += 1;
    else if (mark === "]") openLists -= 1;
    else if (mark === "{") depth += 1;
    else if (mark === "}") depth -= 1;
    else if (openLists === 0) key = mark.slice(1, -1).toLowerCase();
    if (depth === 0) return undefined;
  }
  return undefined;
}

/** Bytes of one piece of text, gathered from the chunks that it comes in. */
class GatheredText {
  length = 0;
  #parts: Buffer[] = [];

  add(bytes: Buffer): void {
    if (bytes.length > 0) this.#parts.push(bytes);
    this.length += bytes.length;
  }

  /** Returns the text, and keeps none of it. */
  take(): string {
    const [first] = this.#parts;
    const bytes = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.length = 0;
    return bytes.toString("utf8");
  }
}

class JsonCutter {
  readonly #name: string;
  /** What the items stand in; of those one after the other nothing. What stands behind a wrapper's list is cut as an item is. */
  #place: "start" | "sequence" | "list" | "end" | "rest" = "start";
  /** What may come next in a list: before its first item, and behind a comma or an item. */
  #next: "any" | "item" | "comma" = "any";
  readonly #format: "json" | "jsonl";
  readonly #wrapper: Wrapper | undefined;
  /** Whether an item ended in the line at hand: JSON Lines have one a line. */
  #isLineTaken = false;
  #rest = "";
  #found: JsonItem[] = [];
  #ordinal = 0;

  #isInItem = false;
  readonly #text = new GatheredText();
  #line = 1;
  #startLine = 1;
  /** Where the item goes on in the chunk at hand. */
  #from = 0;

  /** Brackets of the item that are open. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** @param wrapper What the list of items stands in, where it is wrapped: the text then begins behind its bracket. */
  constructor(name: string, format: "json" | "jsonl", wrapper?: Wrapper) {
    this.#name = name;
    this.#format = format;
    this.#wrapper = wrapper;
    if (wrapper) this.#place = "list";
    this.#line += (wrapper?.before ?? "").split("\n").length - 1;
  }

  /** The items that end in this chunk. */
  add(chunk: Buffer): JsonItem[] {
    this.#found = [];
    this.#from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (IS_PLAIN[byte] === 1 && this.#depth > 0 && !this.#isEscaped) continue;
      if (byte === NEWLINE) this.#line += 1;
      if (this.#isInString) this.#inString(byte, chunk, at);
      else if (this.#isInItem) this.#within(byte, chunk, at);
      else this.#between(byte, chunk, at);
    }
    if (this.#isInItem) this.#keep(chunk, chunk.length);
    return this.#found;
  }

  /**
   * @returns How many items there were, and what stands behind a wrapper's list.
   * @throws CliError when the text is not whole.
   */
  end(): { itemCount: number; rest: string } {
    if (this.#place === "start") throw inputError("json-broken/empty", { name: this.#name });
    if (this.#isInItem || this.#place === "list") {
      const isItem = this.#isInItem && this.#place !== "rest";
      const item = isItem ? { ordinal: this.#ordinal + 1, line: this.#startLine } : undefined;
      throw inputError("json-broken/cut-off", { name: this.#name, item });
    }
    return { itemCount: this.#ordinal, rest: this.#rest };
  }

  #inString(byte: number, chunk: Buffer, at: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInString = false;
      if (this.#depth === 0) this.#finish(chunk, at + 1);
    }
  }

  #within(byte: number, chunk: Buffer, at: number): void {
    const isClosing = byte === CLOSE_OBJECT || byte === CLOSE_LIST;
    if (byte === QUOTE) this.#isInString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1;
    else if (this.#depth > 0) {
      if (isClosing) this.#depth -= 1;
      if (this.#depth === 0) this.#finish(chunk, at + 1);
    } else if (isClosing || byte === COMMA || byte <= SPACE) {
      // A number or a word ends in front of what is none of it.
      this.#finish(chunk, at);
      this.#between(byte, chunk, at);
    }
  }

  /** Nothing is under way: the text begins, an item begins, or the list of them ends. */
  #between(byte: number, chunk: Buffer, at: number): void {
    if (byte === NEWLINE) this.#isLineTaken = false;
    if (byte === NEWLINE || byte === SPACE || byte === RETURN || byte === TAB) return;
    const isLines = this.#format === "jsonl";
    if (this.#place === "start") {
      this.#place = byte === OPEN_LIST && !isLines ? "list" : "sequence";
      if (this.#place === "list") return;
      if (byte !== OPEN_OBJECT && !isLines) throw inputError("json-broken/beginning", { name: this.#name });
    } else if (this.#place === "list") {
      if (byte === CLOSE_LIST && this.#next !== "item") {
        this.#place = this.#wrapper ? "rest" : "end";
        if (this.#wrapper) this.#begin(at + 1, this.#wrapper.depth);
        return;
      }
      if (byte === COMMA && this.#next === "comma") {
        this.#next = "item";
        return;
      }
      if (this.#next === "comma") throw this.#stray(byte);
    } else if (this.#place === "end" || (byte !== OPEN_OBJECT && !isLines)) throw this.#stray(byte);
    if (byte < SPACE || BETWEEN_ITEMS.has(byte) || (isLines && this.#isLineTaken)) throw this.#stray(byte);
    this.#begin(at, 0);
    this.#within(byte, chunk, at);
  }

  #begin(from: number, depth: number): void {
    this.#isInItem = true;
    this.#from = from;
    this.#startLine = this.#line;
    this.#depth = depth;
  }

  #finish(chunk: Buffer, to: number): void {
    this.#keep(chunk, to);
    this.#isInItem = false;
    const text = this.#text.take();
    if (this.#place === "rest") {
      this.#place = "end";
      this.#rest = text;
      return;
    }
    this.#ordinal += 1;
    this.#found.push({ ordinal: this.#ordinal, line: this.#startLine, text });
    this.#next = "comma";
    this.#isLineTaken = true;
  }

  #keep(chunk: Buffer, to: number): void {
    this.#text.add(chunk.subarray(this.#from, to));
    this.#from = to;
    if (this.#text.length <= ITEM_BYTES_MAX) return;
    throw inputError("json-broken/item-too-long", {
      name: this.#name,
      line: this.#startLine,
      mebibytesMax: ITEM_MEBIBYTES_MAX,
    });
  }

  #stray(byte: number): Error {
    const character = byte > SPACE && byte < 0x7f ? String.fromCharCode(byte) : undefined;
    return inputError("json-broken/stray", { name: this.#name, line: this.#line, character });
  }
}

/** What no item begins with, nor does one with a control character. */
const BETWEEN_ITEMS: ReadonlySet<number> = new Set([CLOSE_LIST, COMMA, COLON, CLOSE_OBJECT]);

/**
 * What is to be said of the text around a list of leads.
 *
 * @throws CliError where it is not JSON, or leaves in doubt that the leads are there.
 */
function wrapperNotices(
  name: string,
  { key, before, isNamedLeads }: Wrapper,
  after: string,
  itemCount: number,
): Notice[] {
  let wrapper: unknown;
  try {
    wrapper = JSON.parse(`${before}0${after}`);
  } catch {
    throw inputError("json-broken/around-list", { name });
  }
  const again = new RegExp(`"${key}"\\s*:\\s*\\[`, "i").test(after);
  if (again) throw inputError("json-broken/several-lists", { name, key, other: key });
  const beside = listsIn(wrapper);
  const ofObjects = beside.find(({ list }) => list.some(mayBeLead));
  if (!isNamedLeads && (ofObjects || EMAIL_KEY.test(after)))
    throw inputError("json-broken/several-lists", { name, key, other: ofObjects?.key });
  const more = moreIn(wrapper, itemCount + beside.reduce((sum, { list }) => sum + list.length, 0));
  const others = beside.map((one) => personal(one.key));
  return [
    ...(more === undefined
      ? []
      : [sheetNotice("first-page", { name: personal(name), key: personal(more), items: itemCount })]),
    ...(others.length > 0 ? [sheetNotice("list-left-out", { key: personal(key), others })] : []),
  ];
}

/** Keys by which services say that a list goes on, and what they say of one that does. */
const MORE: readonly { key: RegExp; says(value: unknown, itemCount: number): boolean }[] = [
  { key: /^(?:is_?)?(?:done|last_?page)$/i, says: (value) => value === false },
  { key: /^(?:has_?)?(?:more|next(?:_?page)?)(?:_?records)?$/i, says: (value) => value === true },
  { key: /^(?:@odata\.)?next(?:_?(?:page|records|cursor|token|link|ur[li]|href|after))*$/i, says: namesOne },
  { key: /^offset$/i, says: (value) => typeof value === "string" && namesOne(value) },
  {
    key: /^(?:@odata\.count|(?:total|record)_?(?:count|size|records|items|results|elements|hits)?)$/i,
    says: (value, itemCount) => typeof value === "number" && value > itemCount,
  },
  { key: /^(?:total_?pages?|page_?count)$/i, says: (value) => typeof value === "number" && value > 1 },
];

function namesOne(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(namesOne);
  return typeof value === "number" ? value > 0 : typeof value === "string" && value !== "";
}

/** The key that says that there are more items than those of this text, as in `paging.next`. */
function moreIn(wrapper: unknown, itemCount: number): string | undefined {
  if (typeof wrapper !== "object" || wrapper === null || Array.isArray(wrapper)) return undefined;
  for (const [key, value] of Object.entries(wrapper)) {
    if (MORE.some((one) => one.key.test(key) && one.says(value, itemCount))) return key;
    const deeper = moreIn(value, itemCount);
    if (deeper !== undefined) return `${key}.${deeper}`;
  }
  return undefined;
}

/** Where every lead has an e-mail, a list of what has none is of something else: the columns, the pages. */
function mayBeLead(item: unknown): boolean {
  if (typeof item !== "object" || item === null) return false;
  const text = JSON.stringify(item);
  return text.includes("@") || EMAIL_KEY.test(text);
}

/** Lists under the keys of objects, however deep; not those within lists. */
function listsIn(value: unknown): { key: string; list: readonly unknown[] }[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, under]) =>
    Array.isArray(under) ? [{ key, list: under }] : listsIn(under),
  );
}
