import { personal } from "../../../base/finding.ts";
import { sheetNotice } from "../../notice-texts.ts";
import { inputError } from "../../sheet-errors.ts";
import type { Notice } from "../../table.ts";

/** The text of one top-level item, cut out of its surroundings. */
export interface JsonItem {
  /** 1-based. */
  ordinal: number;
  /** 1-based line on which the item starts. */
  line: number;
  text: string;
  /** What the values of an item that is a list are called, where the text in front of it says so. */
  names?: readonly string[];
}

const LEADS = "leads";
/** Keys under which services put their list: Zoho and Facebook, HubSpot, Airtable and Salesforce, OData, and others. */
const WRAPPER_KEYS: ReadonlySet<string> = new Set(
  `${LEADS} data results records items value values rows entries contacts people nodes edges docs objects submissions responses applications prospects customers clients opportunities loans deals`.split(
    " ",
  ),
);
export const EMAIL_KEY = /"[^"]*e-?mail[^"]*"\s*:/i;
/** `"columns": ["Email", …]` in front of rows that are lists: data frames, and tables of services. */
const NAMES = /"(columns|headers?|fields|names|cols|schema)"\s*:\s*(\[[^[\]]*\])/gi;
const ITEM_MEBIBYTES_MAX = 1;
const ITEM_BYTES_MAX = ITEM_MEBIBYTES_MAX * 1024 * 1024;

/** How many objects deep a list is looked for. */
const WRAPPERS_MAX = 3;
/** One character more than the longest key wanted has is enough to tell that it is another. */
const KEY_CHARACTERS_MAX = 20;

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
 * Cuts JSON text into its top-level items without holding more than one of them: a list, one object,
 * objects one after the other, or a list under the key `leads`, or another that services use, of one object or of an
 * object in it. Whether an item is sound is for `JSON.parse` to say, which is faster at it than any parser in JavaScript.
 *
 * @throws CliError where the text around the items is broken, or an item is longer than 1 MiB.
 */
export async function* jsonItems(
  name: string,
  chunks: AsyncIterable<Buffer>,
  notices: Notice[],
): AsyncGenerator<JsonItem[]> {
  const cutter = new JsonCutter(name, notices);
  for await (const chunk of chunks) {
    const items = cutter.add(chunk);
    if (items.length > 0) yield items;
  }
  cutter.end();
}

/** Bytes of one piece of text, gathered from the chunks that it comes in. */
class GatheredText {
  length = 0;
  #parts: Buffer[] = [];

  add(bytes: Buffer): void {
    if (bytes.length > 0) this.#parts.push(bytes);
    this.length += bytes.length;
  }

  /** The text, which is let go of. */
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
  readonly #notices: Notice[];
  /** What the items stand in; of objects one after the other nothing. Of an object, until it is read, its list is looked for. */
  #place: "start" | "top-object" | "sequence" | "list" | "wrapper" | "wrapper-rest" | "end" = "start";
  #found: JsonItem[] = [];
  #ordinal = 0;

  /** What is under way: an item, or text around the list of items. */
  #isGathering = false;
  readonly #text = new GatheredText();
  #line = 1;
  #startLine = 1;
  /** Where it goes on in the chunk at hand. */
  #from = 0;

  /** Brackets that are open, and those around the items. */
  #depth = 0;
  #itemDepth = 0;
  #isInString = false;
  #isEscaped = false;
  #needsComma = false;
  #isAfterComma = false;

  /** While a list is looked for: lists that are open, and the last string outside of them, as far as it may be a key wanted. */
  #openLists = 0;
  #key = "";

  /** The wrapper's text up to its list, and how deep that stands, once there is one. */
  #wrapperStart = "";
  #wrapperDepth = 0;
  /** What its rows' values are called, and under which key that stands. */
  #names: { key: string; names: readonly string[] } | undefined;

  constructor(name: string, notices: Notice[]) {
    this.#name = name;
    this.#notices = notices;
  }

  /** The items that end in this chunk. */
  add(chunk: Buffer): JsonItem[] {
    this.#found = [];
    this.#from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (IS_PLAIN[byte] === 1 && this.#depth > this.#itemDepth && !this.#isEscaped && !this.#mayBeKey)
        continue;
      if (byte === NEWLINE) this.#line += 1;
      if (this.#isInString) this.#inString(byte, chunk, at);
      else if (this.#isGathering) this.#within(byte, chunk, at);
      else this.#between(byte, chunk, at);
    }
    if (this.#isGathering) this.#keep(chunk, chunk.length);
    return this.#found;
  }

  /** @throws CliError when the text is not whole. */
  end(): void {
    if (this.#place === "start") throw inputError("json-broken/empty", { name: this.#name });
    if (this.#place === "end" || (this.#place === "sequence" && !this.#isGathering)) return;
    const isInItem = this.#isGathering && this.#text.length > 0;
    const item = isInItem ? { ordinal: this.#ordinal + 1, line: this.#startLine } : undefined;
    throw inputError("json-broken/cut-off", { name: this.#name, item });
  }

  #inString(byte: number, chunk: Buffer, at: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInString = false;
      if (this.#depth === this.#itemDepth) this.#finish(chunk, at + 1);
      return;
    }
    if (this.#mayBeKey && this.#key.length <= KEY_CHARACTERS_MAX)
      this.#key += String.fromCharCode(byte).toLowerCase();
  }

  /** Whether a string may be the key of the list that is looked for. */
  get #mayBeKey(): boolean {
    return this.#place === "top-object" && this.#openLists === 0;
  }

  /** Goes on with what is under way. @param isFirst Whether it begins with this byte. */
  #within(byte: number, chunk: Buffer, at: number, isFirst = false): void {
    if (this.#depth === this.#itemDepth && !isFirst) {
      // A number or a word ends in front of what is none of it.
      if (byte > SPACE && byte !== COMMA && byte !== CLOSE_LIST && byte !== CLOSE_OBJECT) return;
      this.#finish(chunk, at);
      this.#between(byte, chunk, at);
    } else if (byte === QUOTE) {
      this.#isInString = true;
      if (this.#mayBeKey) this.#key = "";
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (byte === OPEN_LIST && this.#isWanted() && this.#openWrapper(chunk, at)) return;
      this.#depth += 1;
      if (byte === OPEN_LIST) this.#openLists += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      this.#depth -= 1;
      if (byte === CLOSE_LIST) this.#openLists -= 1;
      if (this.#depth === this.#itemDepth) this.#finish(chunk, at + 1);
    }
  }

  /** Nothing is under way: the text begins, an item begins, or the list of them ends. */
  #between(byte: number, chunk: Buffer, at: number): void {
    if (byte === NEWLINE || byte === SPACE || byte === RETURN || byte === TAB) return;
    switch (this.#place) {
      case "start":
        if (byte === OPEN_LIST) {
          this.#place = "list";
          this.#depth = 1;
          this.#itemDepth = 1;
          return;
        }
        if (byte !== OPEN_OBJECT) throw inputError("json-broken/beginning", { name: this.#name });
        this.#place = "top-object";
        break;
      case "sequence":
        if (byte !== OPEN_OBJECT) throw this.#stray(byte);
        break;
      case "end":
        throw this.#stray(byte);
      default:
        if (byte === CLOSE_LIST && !this.#isAfterComma) {
          this.#closeList(at);
          return;
        }
        if (this.#needsComma) {
          if (byte !== COMMA) throw this.#stray(byte);
          this.#needsComma = false;
          this.#isAfterComma = true;
          return;
        }
        if (byte === CLOSE_LIST || byte === COMMA || byte === COLON || byte === CLOSE_OBJECT)
          throw this.#stray(byte);
    }
    this.#begin(at);
    this.#within(byte, chunk, at, true);
  }

  #begin(from: number): void {
    this.#isGathering = true;
    this.#from = from;
    this.#startLine = this.#line;
    this.#openLists = 0;
  }

  /** Whether the list that opens stands under a key wanted, not too deep, and not within another list. */
  #isWanted(): boolean {
    return this.#mayBeKey && this.#depth <= WRAPPERS_MAX && WRAPPER_KEYS.has(this.#key);
  }

  /** @returns Whether the list is that of the items. An object with an e-mail is a lead, and its lists are its own. */
  #openWrapper(chunk: Buffer, list: number): boolean {
    this.#keep(chunk, list);
    const before = this.#text.take();
    this.#wrapperDepth = this.#depth;
    if (!this.#isNamedLeads() && EMAIL_KEY.test(before)) {
      this.#place = "sequence";
      this.#text.add(Buffer.from(before));
      return false;
    }
    this.#wrapperStart = before;
    this.#names = namesIn(before);
    this.#place = "wrapper";
    this.#isGathering = false;
    this.#depth += 1;
    this.#itemDepth = this.#depth;
    return true;
  }

  #closeList(at: number): void {
    if (this.#place === "list") {
      this.#place = "end";
      return;
    }
    this.#place = "wrapper-rest";
    this.#depth = this.#wrapperDepth;
    this.#itemDepth = 0;
    this.#begin(at + 1);
  }

  #finish(chunk: Buffer, to: number): void {
    this.#keep(chunk, to);
    this.#isGathering = false;
    const text = this.#text.take();
    if (this.#place === "wrapper-rest") {
      this.#finishWrapper(this.#wrapperStart, text);
      this.#place = "end";
      return;
    }
    this.#ordinal += 1;
    const names = this.#names && { names: this.#names.names };
    this.#found.push({ ordinal: this.#ordinal, line: this.#startLine, text, ...names });
    if (this.#place === "top-object") this.#place = "sequence";
    this.#needsComma = true;
    this.#isAfterComma = false;
  }

  /** Whether the list's key leaves no doubt, whatever stands beside it. */
  #isNamedLeads(): boolean {
    return this.#key === LEADS && this.#wrapperDepth === 1;
  }

  /** The text around a list of leads must be JSON, and leave no doubt that the leads are there. */
  #finishWrapper(before: string, after: string): void {
    const key = this.#key;
    let wrapper: unknown;
    try {
      wrapper = JSON.parse(`${before}0${after}`);
    } catch {
      throw inputError("json-broken/around-list", { name: this.#name });
    }
    const again = new RegExp(`"${key}"\\s*:\\s*\\[`, "i").test(after);
    if (again) throw inputError("json-broken/list-twice", { name: this.#name, key });
    const beside = listsIn(wrapper).filter((one) => one.key !== this.#names?.key);
    const ofObjects = beside.find(({ list }) => list.some(mayBeLead));
    if (!this.#isNamedLeads() && (ofObjects || EMAIL_KEY.test(after))) {
      throw inputError("json-broken/several-lists", { name: this.#name, key, other: ofObjects?.key });
    }
    const otherCount = beside.reduce((sum, { list }) => sum + list.length, 0);
    const more = moreIn(wrapper, this.#ordinal + otherCount);
    if (more !== undefined) {
      const page = { name: personal(this.#name), key: personal(more), items: this.#ordinal };
      this.#notices.push(sheetNotice("first-page", page));
    }
    if (beside.length === 0) return;
    const others = beside.map((one) => personal(one.key));
    this.#notices.push(sheetNotice("list-left-out", { key: personal(key), others }));
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

function namesIn(before: string): { key: string; names: readonly string[] } | undefined {
  for (const [, key = "", list = ""] of before.matchAll(NAMES)) {
    let found: unknown;
    try {
      found = JSON.parse(list);
    } catch {
      continue;
    }
    const names = Array.isArray(found) ? found.map(nameOf) : [];
    const areNames = names.length > 1 && names.every((name) => name !== "");
    if (areNames && new Set(names).size === names.length) return { key, names };
  }
  return undefined;
}

/** `"Email"`, or the name in what a service says of the column: `{"name": "email", "type": "string"}`. */
function nameOf(column: unknown): string {
  if (typeof column === "string") return column;
  if (typeof column !== "object" || column === null) return "";
  const { name, label, title, header } = column as Record<string, unknown>;
  return [name, label, title, header].find((one) => typeof one === "string") ?? "";
}

/** Lists under the keys of objects, however deep; not those within lists. */
function listsIn(value: unknown): { key: string; list: readonly unknown[] }[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, under]) =>
    Array.isArray(under) ? [{ key, list: under }] : listsIn(under),
  );
}

/**
 * Cuts JSON Lines into their items: one a line, blank lines skipped.
 *
 * @throws CliError when a line is longer than 1 MiB.
 */
export async function* jsonLines(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonItem[]> {
  const gathered = new GatheredText();
  let [line, ordinal] = [0, 0];
  const itemsOf = (): JsonItem[] => {
    line += 1;
    const text = gathered.take().trim();
    if (text === "") return [];
    ordinal += 1;
    return [{ ordinal, line, text }];
  };
  for await (const chunk of chunks) {
    const items: JsonItem[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      gathered.add(chunk.subarray(from, end));
      items.push(...itemsOf());
      from = end + 1;
    }
    gathered.add(chunk.subarray(from));
    if (gathered.length > ITEM_BYTES_MAX) {
      const [longLine, mebibytesMax] = [line + 1, ITEM_MEBIBYTES_MAX];
      throw inputError("json-broken/line-too-long", { name, line: longLine, mebibytesMax });
    }
    if (items.length > 0) yield items;
  }
  const last = itemsOf();
  if (last.length > 0) yield last;
}
