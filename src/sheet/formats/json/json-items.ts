import { personal } from "../../../base/finding.ts";
import { sheetNotice } from "../../notice-texts.ts";
import { inputError } from "../../sheet-errors.ts";
import type { Notice } from "../../table.ts";
import { JsonScanner } from "./json-scanner.ts";

/** The text of one top-level item, cut out of its surroundings. */
export interface JsonItem {
  /** 1-based. */
  ordinal: number;
  /** 1-based line on which the item starts. */
  line: number;
  text: string;
  /** Colons outside strings: as many as the item has keys, repeated ones included. */
  pairs: number;
  /** What the values of an item that is a list are called, where the text in front of it says so. */
  names?: readonly string[];
}

type State = "start" | "top-object" | "before-item" | "nested" | "scalar" | "wrapper-rest" | "done";

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
const ITEM_BYTES_MAX = 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NEWLINE = 0x0a;
const SPACE = 0x20;

/**
 * Cuts JSON text into its top-level items without holding more than one of them: a list, one object,
 * objects one after the other, or a list under the key `leads`, or another that services use, of one object or of an
 * object in it. Whether an item is sound is for `JSON.parse` to say.
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
  const last = cutter.end();
  if (last.length > 0) yield last;
}

class JsonCutter {
  readonly #name: string;
  readonly #notices: Notice[];
  #state: State = "start";
  #container: "list" | "wrapper" | "sequence" = "sequence";
  #line = 1;
  #found: JsonItem[] = [];
  #ordinal = 0;

  readonly #scanner = new JsonScanner();
  #needsComma = false;
  #isAfterComma = false;

  /** The wrapper's text up to its list, once there is one. */
  #wrapperStart = "";
  #wrapperKey = "";
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
    let at = 0;
    while (at < chunk.length) at = this.#advance(chunk, at);
    return this.#found;
  }

  /** What is left at the end of the text. */
  end(): JsonItem[] {
    this.#found = [];
    if (this.#state === "scalar" && this.#container === "sequence") this.#finish();
    const isBetween = this.#state === "before-item" && this.#container === "sequence";
    if (this.#state === "start") throw inputError("json-broken/empty", { name: this.#name });
    if (this.#state !== "done" && !isBetween) {
      const item =
        this.#scanner.length > 0 ? { ordinal: this.#ordinal + 1, line: this.#scanner.startLine } : undefined;
      throw inputError("json-broken/cut-off", { name: this.#name, item });
    }
    return this.#found;
  }

  #advance(chunk: Buffer, at: number): number {
    switch (this.#state) {
      case "start":
        return this.#start(chunk, at);
      case "before-item":
        return this.#beforeItem(chunk, at);
      case "top-object":
      case "nested":
      case "wrapper-rest":
        return this.#nested(chunk, at);
      case "scalar":
        return this.#scalar(chunk, at);
      case "done":
        return this.#done(chunk, at);
    }
  }

  #start(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (this.#isBlank(byte)) return at + 1;
    if (byte === OPEN_LIST) {
      this.#container = "list";
      this.#state = "before-item";
      return at + 1;
    }
    if (byte !== OPEN_OBJECT) throw inputError("json-broken/beginning", { name: this.#name });
    this.#begin("top-object");
    return at;
  }

  #beforeItem(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (this.#isBlank(byte)) return at + 1;
    if (this.#container === "sequence") {
      if (byte !== OPEN_OBJECT) throw this.#stray(byte);
    } else if (byte === CLOSE_LIST && !this.#isAfterComma) {
      return this.#closeList(at);
    } else if (this.#needsComma) {
      if (byte !== COMMA) throw this.#stray(byte);
      this.#needsComma = false;
      this.#isAfterComma = true;
      return at + 1;
    } else if (byte === CLOSE_LIST || byte === COMMA || byte === COLON || byte === CLOSE_OBJECT) {
      throw this.#stray(byte);
    }
    this.#begin(byte === OPEN_OBJECT || byte === OPEN_LIST || byte === QUOTE ? "nested" : "scalar");
    return at;
  }

  #closeList(at: number): number {
    if (this.#container === "list") this.#state = "done";
    else this.#begin("wrapper-rest", this.#wrapperDepth);
    return at + 1;
  }

  /** An object, a list or a string, up to its last byte; a wrapper up to its list of leads. */
  #nested(chunk: Buffer, from: number): number {
    const scanner = this.#scanner;
    const newlines = scanner.newlines;
    const end = scanner.scan(chunk, from);
    this.#line += scanner.newlines - newlines;
    if (end < 0) return this.#keep(chunk, from, chunk.length);
    return this.#state === "top-object" && scanner.depth > 0
      ? this.#openWrapper(chunk, from, end)
      : this.#close(chunk, from, end);
  }

  #openWrapper(chunk: Buffer, from: number, list: number): number {
    this.#keep(chunk, from, list);
    const scanner = this.#scanner;
    const before = scanner.take();
    this.#wrapperStart = before;
    this.#wrapperKey = scanner.listKey;
    this.#wrapperDepth = scanner.depth;
    // An object with an e-mail is a lead, and its lists are its own.
    if (!this.#isNamedLeads() && EMAIL_KEY.test(before)) {
      scanner.passLists();
      const bytes = Buffer.from(before);
      this.#keep(bytes, 0, bytes.length);
      return list;
    }
    this.#names = namesIn(before);
    this.#container = "wrapper";
    this.#state = "before-item";
    return list + 1;
  }

  #scalar(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte <= SPACE || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        return this.#close(chunk, from, at);
      }
    }
    return this.#keep(chunk, from, chunk.length);
  }

  #done(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (!this.#isBlank(byte)) throw this.#stray(byte);
    return at + 1;
  }

  #begin(state: State, depth = 0): void {
    this.#state = state;
    this.#scanner.begin(this.#line, depth, state === "top-object" ? WRAPPER_KEYS : undefined);
  }

  #close(chunk: Buffer, from: number, to: number): number {
    this.#keep(chunk, from, to);
    this.#finish();
    return to;
  }

  #finish(): void {
    if (this.#state === "wrapper-rest") {
      this.#finishWrapper(this.#wrapperStart, this.#scanner.take());
      this.#state = "done";
      return;
    }
    this.#ordinal += 1;
    this.#found.push({
      ordinal: this.#ordinal,
      line: this.#scanner.startLine,
      text: this.#scanner.take(),
      pairs: this.#scanner.pairs,
      ...(this.#names && { names: this.#names.names }),
    });
    this.#state = "before-item";
    this.#needsComma = true;
    this.#isAfterComma = false;
  }

  /** Whether the list's key leaves no doubt, whatever stands beside it. */
  #isNamedLeads(): boolean {
    return this.#wrapperKey === LEADS && this.#wrapperDepth === 1;
  }

  /** The text around a list of leads must be JSON, and leave no doubt that the leads are there. */
  #finishWrapper(before: string, after: string): void {
    const key = this.#wrapperKey;
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

  #keep(chunk: Buffer, from: number, to: number): number {
    this.#scanner.keep(chunk, from, to);
    if (this.#scanner.length > ITEM_BYTES_MAX) {
      throw inputError("json-broken/item-too-long", {
        name: this.#name,
        line: this.#scanner.startLine,
        mebibytesMax: ITEM_BYTES_MAX / 1024 / 1024,
      });
    }
    return to;
  }

  #isBlank(byte: number): boolean {
    if (byte === NEWLINE) this.#line += 1;
    return byte === NEWLINE || byte === SPACE || byte === 0x0d || byte === 0x09;
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
  const scanner = new JsonScanner();
  let line = 1;
  let ordinal = 0;
  const finish = (items: JsonItem[]) => {
    const text = scanner.take().trim();
    if (text !== "") items.push({ ordinal: ++ordinal, line, text, pairs: scanner.pairs });
    line += 1;
    scanner.begin(line);
  };
  for await (const chunk of chunks) {
    const items: JsonItem[] = [];
    for (let from = 0; from < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, from);
      const end = newline < 0 ? chunk.length : newline;
      const part = chunk.subarray(from, end);
      scanner.scan(part, 0);
      scanner.keep(chunk, from, end);
      if (newline >= 0) finish(items);
      else if (scanner.length > ITEM_BYTES_MAX) {
        const mebibytesMax = ITEM_BYTES_MAX / 1024 / 1024;
        throw inputError("json-broken/line-too-long", { name, line, mebibytesMax });
      }
      from = end + 1;
    }
    if (items.length > 0) yield items;
  }
  const last: JsonItem[] = [];
  finish(last);
  if (last.length > 0) yield last;
}
