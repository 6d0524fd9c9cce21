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
const ITEM_CHARACTERS_MAX = ITEM_MEBIBYTES_MAX * 1024 * 1024;

/** How many objects deep a list is looked for. */
const WRAPPERS_MAX = 3;

/**
 * Cuts JSON text into its top-level items without holding more than one of them. JSON is a list, one object,
 * objects one after the other, or a list under the key `leads`, or another that services use, of one object or of an
 * object in it; JSON Lines are items one after the other, each on lines of its own. Whether an item is sound is for
 * `JSON.parse` to say, which is faster at it than any parser in JavaScript.
 *
 * @param text UTF-8, each chunk ending between two characters.
 * @throws CliError where the text around the items is broken, or an item is longer than 1 MiB.
 */
export async function* jsonItems(
  name: string,
  text: AsyncGenerator<Buffer>,
  format: "json" | "jsonl",
  notices: Notice[],
): AsyncGenerator<JsonItem[]> {
  const { head, chunks } = await peekBytes(text, ITEM_CHARACTERS_MAX);
  const wrapper = format === "json" ? wrapperIn(head.toString("utf8")) : undefined;
  const cutter = new JsonCutter(name, format, wrapper);
  for await (const chunk of wrapper ? withoutStart(chunks, Buffer.byteLength(wrapper.before) + 1) : chunks) {
    const items = cutter.add(chunk.toString("utf8"));
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

/** What may stand between two items. */
const GAP = /[ \t\r\n,]*/y;
/** A bracket, or a string, with the quotation mark that ends it. */
const WITHIN_ITEM = /"[^"\\]*(?:\\.[^"\\]*)*("?)|[{}[\]]/gs;
/** An item that is neither a list nor an object, with the character behind it: a string, or a word, which may go on. */
const SCALAR = /"[^"\\]*(?:\\.[^"\\]*)*("?)|[^ \t\r\n,\]}"]+(?=(.?))/sy;

class JsonCutter {
  readonly #name: string;
  readonly #format: "json" | "jsonl";
  readonly #wrapper: Wrapper | undefined;
  /** What the items stand in; of those one after the other nothing. What stands behind a wrapper's list is cut as an item is. */
  #place: "start" | "sequence" | "list" | "end" | "rest" = "start";
  #found: JsonItem[] = [];
  #ordinal = 0;
  #rest = "";

  /** What is not cut yet, and how far it was looked at. */
  #text = "";
  #at = 0;
  /** Where the item under way begins. */
  #from: number | undefined;
  /** Its brackets that are open. */
  #depth = 0;
  /** What stands between the item before and the next one. */
  #commas = "";
  #isNewLine = true;
  /** In which the item under way begins. */
  #line: number;

  /** @param wrapper What the list of items stands in, where it is wrapped: the text then begins behind its bracket. */
  constructor(name: string, format: "json" | "jsonl", wrapper?: Wrapper) {
    this.#name = name;
    this.#format = format;
    this.#wrapper = wrapper;
    if (wrapper) this.#place = "list";
    this.#line = 1 + newlinesIn(wrapper?.before ?? "");
  }

  /** The items that end in this piece of text. */
  add(piece: string): JsonItem[] {
    const cut = this.#from ?? this.#at;
    this.#text = this.#text.slice(cut) + piece;
    this.#at -= cut;
    if (this.#from !== undefined) this.#from = 0;
    this.#found = [];
    while (this.#from === undefined ? this.#begin() : this.#finish(this.#from));
    if (this.#from !== undefined) this.#requireShort(this.#text.length - this.#from);
    return this.#found;
  }

  /**
   * @returns How many items there were, and what stands behind a wrapper's list.
   * @throws CliError when the text is not whole.
   */
  end(): { itemCount: number; rest: string } {
    if (this.#place === "start") throw inputError("json-broken/empty", { name: this.#name });
    if (this.#from !== undefined || this.#place === "list") {
      const isItem = this.#from !== undefined && this.#place !== "rest";
      const item = isItem ? { ordinal: this.#ordinal + 1, line: this.#line } : undefined;
      throw inputError("json-broken/cut-off", { name: this.#name, item });
    }
    if (this.#commas !== "") throw this.#stray(",");
    return { itemCount: this.#ordinal, rest: this.#rest };
  }

  /** Looks for the next item, or the end of their list. @returns Whether it is there; else it comes with the next piece. */
  #begin(): boolean {
    GAP.lastIndex = this.#at;
    const [gap = ""] = GAP.exec(this.#text) ?? [];
    this.#at += gap.length;
    this.#line += newlinesIn(gap);
    this.#isNewLine ||= gap.includes("\n");
    this.#commas += gap.replace(/[^,]/g, "");
    const isNext = this.#place === "list" && this.#ordinal > 0;
    if (this.#commas.length > (isNext ? 1 : 0)) throw this.#stray(",");
    if (this.#at === this.#text.length) return false;
    const character = this.#text.charAt(this.#at);
    const isLines = this.#format === "jsonl";
    if (this.#place === "start") {
      this.#place = character === "[" && !isLines ? "list" : "sequence";
      if (this.#place === "sequence" && character !== "{" && !isLines)
        throw inputError("json-broken/beginning", { name: this.#name });
      if (this.#place === "list") {
        this.#at += 1;
        return true;
      }
    }
    if (this.#place === "list" && character === "]" && this.#commas === "") {
      this.#place = this.#wrapper ? "rest" : "end";
      this.#at += 1;
      if (this.#wrapper) [this.#from, this.#depth] = [this.#at, this.#wrapper.depth];
      return true;
    }
    const mayBegin =
      this.#place === "list"
        ? isNext === (this.#commas !== "")
        : this.#place === "sequence" && (isLines ? this.#isNewLine : character === "{");
    if (!mayBegin || character < " " || "],:}".includes(character)) throw this.#stray(character);
    const isScalar = character !== "{" && character !== "[";
    [this.#from, this.#depth] = [this.#at, isScalar ? 0 : 1];
    if (!isScalar) this.#at += 1;
    return true;
  }

  /** Looks for the end of the item under way. @returns Whether it is there; else it comes with the next piece. */
  #finish(from: number): boolean {
    const marks = this.#depth > 0 ? WITHIN_ITEM : SCALAR;
    marks.lastIndex = this.#at;
    for (let mark = marks.exec(this.#text); mark; mark = marks.exec(this.#text)) {
      const [text, quote, behind] = mark;
      // A string that is not closed, or a word at the end.
      if (quote === "" || behind === "") {
        this.#at = mark.index;
        return false;
      }
      if (text === "{" || text === "[") this.#depth += 1;
      else if (text === "}" || text === "]") this.#depth -= 1;
      if (this.#depth > 0) continue;
      this.#at = marks.lastIndex;
      this.#keep(this.#text.slice(from, this.#at));
      return true;
    }
    this.#at = this.#text.length;
    return false;
  }

  #keep(text: string): void {
    this.#requireShort(text.length);
    this.#from = undefined;
    [this.#commas, this.#isNewLine] = ["", false];
    const line = this.#line;
    this.#line += newlinesIn(text);
    if (this.#place === "rest") {
      this.#place = "end";
      this.#rest = text;
      return;
    }
    this.#ordinal += 1;
    this.#found.push({ ordinal: this.#ordinal, line, text });
  }

  #requireShort(characters: number): void {
    if (characters <= ITEM_CHARACTERS_MAX) return;
    const place = { name: this.#name, line: this.#line, mebibytesMax: ITEM_MEBIBYTES_MAX };
    throw inputError("json-broken/item-too-long", place);
  }

  #stray(found: string): Error {
    const character = /[!-~]/.test(found) ? found : undefined;
    return inputError("json-broken/stray", { name: this.#name, line: this.#line, character });
  }
}

const newlinesIn = (text: string): number => text.split("\n").length - 1;

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

/** Keys with which services say that a list continues, and the values that say so. */
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
