import { personal } from "../../../base/finding.ts";
import { markedNumber, withMarkedNumbers } from "../../../base/marked-numbers.ts";
import { readHeader } from "../../headers/header-grammar.ts";
import { rowFinding } from "../../row-texts.ts";
import { inputError } from "../../sheet-errors.ts";
import { isOfTestLead } from "../../table/row-kinds.ts";
import { withSample } from "../../table/sheet-rows.ts";
import type { Damage } from "../../table.ts";
import {
  type CellValue,
  type Column,
  ColumnLimit,
  type InputRow,
  type InputTable,
  type Notice,
} from "../../table.ts";
import { EMAIL_KEY, type JsonItem, jsonItems } from "./json-items.ts";

/** An item may nest this deep; a lead needs two. */
const DEPTH_MAX = 16;

/**
 * JSON as a table: each item is a row, and each value in it, however deep, a cell of the column named by
 * its keys. Columns are added as new keys turn up; those of the first items are known from the beginning.
 *
 * @param text UTF-8 without a byte order mark.
 */
export async function jsonTable(
  name: string,
  text: AsyncGenerator<Buffer>,
  format: "json" | "jsonl",
  notices: Notice[],
): Promise<InputTable> {
  const columns: Column[] = [];
  const rows = rowsOf(name, jsonItems(name, text, format, notices), columns);
  return { name, format, columns, notices, ...(await withSample(rows)) };
}

async function* rowsOf(
  name: string,
  batches: AsyncGenerator<JsonItem[]>,
  columns: Column[],
): AsyncGenerator<InputRow, undefined> {
  const flattener = new Flattener(name, columns);
  let count = 0;
  for await (const items of batches) {
    for (const item of items) {
      const value = parsed(name, item);
      const mayBeLeads = item.ordinal === 1 && isObject(value) && keyCount(item.text) === pairsOf(value, 0);
      const leads = mayBeLeads ? leadsById(item.text, value) : undefined;
      for (const lead of leads ?? []) {
        count += 1;
        yield flattener.row({ ...item, ordinal: count }, lead);
      }
      if (leads) continue;
      count += 1;
      yield rowOf(item, value, flattener);
    }
  }
  if (count === 0) throw inputError("input-no-rows/json", { name });
  return undefined;
}

function rowOf(item: JsonItem, value: unknown, flattener: Flattener): InputRow {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const type = Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
    const damage = rowFinding("item-not-object", { item: item.ordinal, line: item.line, type });
    return { row: item.ordinal, cells: [], damage };
  }
  return flattener.row(item, value, keyCount(item.text));
}

const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"/gs;

/** How many keys the text of an item has, repeated ones included: each has a colon behind it. */
function keyCount(text: string): number {
  return text.replace(STRINGS, "").split(":").length - 1;
}

/** Keys that number leads, or are what systems number them by: `lead_1`, `1001`, a UUID, Firebase's, Salesforce's. */
const ID =
  /^(?:(?:lead|row|record|item|entry|submission|response|application|loan|deal)s?[ _-]?)?#?\d+$|^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$|^-[\w-]{19}$|^00Q\w{12}(?:\w{3})?$/i;
const WRAPPERS_MAX = 3;

/** Leads that stand under their ids, as in `{"lead_1": {…}, "lead_2": {…}}`, perhaps in other objects. */
function leadsById(text: string, value: object, depth = 0): object[] | undefined {
  const entries = Object.entries(value);
  const objects = entries.filter((entry): entry is [string, object] => isObject(entry[1]));
  const [only] = objects;
  if (only === undefined) return undefined;
  if (objects.length === entries.length && objects.every(([key]) => ID.test(key))) {
    const leads = inOrderOf(text, objects);
    return leads.some((lead) => EMAIL_KEY.test(JSON.stringify(lead))) ? leads : undefined;
  }
  const isWrapper = objects.length === 1 && depth < WRAPPERS_MAX;
  return isWrapper ? leadsById(text, only[1], depth + 1) : undefined;
}

const KEYS_OF_OBJECTS = /"([^"\\]*)"\s*:\s*\{/g;

/** As they stand in the text: an object of JavaScript has numbers first, in their own order. */
function inOrderOf(text: string, leads: readonly [id: string, lead: object][]): object[] {
  const ids = [...text.matchAll(KEYS_OF_OBJECTS)].map(([, id = ""]) => id);
  const places = new Map(ids.map((id, at): [string, number] => [id, at]).reverse());
  const placeOf = ([id]: readonly [string, object]): number => places.get(id) ?? 0;
  return leads.toSorted((one, other) => placeOf(one) - placeOf(other)).map(([, lead]) => lead);
}

function parsed(name: string, item: JsonItem): unknown {
  try {
    const value: unknown = JSON.parse(item.text);
    const marked = withMarkedNumbers(item.text);
    return marked === item.text ? value : JSON.parse(marked);
  } catch (error) {
    const line = item.line + lineWithin(item.text, error);
    throw inputError("json-broken/item", { name, ordinal: item.ordinal, line }, { cause: error });
  }
}

/** How many lines below the item's first the parser gave up; its last one when it does not say. */
function lineWithin(text: string, error: unknown): number {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  return text.slice(0, position === undefined ? text.length : Number(position)).split("\n").length - 1;
}

/** The first in a list of borrowers is the applicant, the second the co-applicant, as headers with such numbers are read. */
const BORROWERS = /^(?:borrowers|applicants)$/i;

/** Where a lead has its property. A list under it holds several, of which each is a lead's. */
const PROPERTIES = /^(?:subject_?)?propert(?:y|ies)$|^collaterals?$/i;

/** A key and what stands under it: a column, deeper keys, or both when items differ. */
interface Key {
  column?: number;
  deeper?: Map<string, Key>;
}

/** Flattens items into rows over one growing list of columns. */
class Flattener {
  readonly #limit: ColumnLimit;
  readonly #columns: Column[];
  readonly #root: Key = {};
  #cells: CellValue[] = [];
  /** The key under which several properties stand, and how many. */
  #several: { name: string; count: number } | undefined;

  constructor(name: string, columns: Column[]) {
    this.#limit = new ColumnLimit(name);
    this.#columns = columns;
  }

  /** @param keys How many the item's text has, where that is known: repeated ones count. */
  row({ ordinal, line }: Pick<JsonItem, "ordinal" | "line">, value: object, keys?: number): InputRow {
    this.#cells = new Array<CellValue>(this.#columns.length).fill(null);
    this.#several = undefined;
    const pairs = pairsOf(value, 0);
    const isTooDeep = pairs === Number.POSITIVE_INFINITY;
    this.#object(isTooDeep ? withoutDeepValues(value) : value, this.#root, []);
    const item = { item: ordinal, line };
    const damage = isTooDeep
      ? rowFinding("item-too-deep", { ...item, levels: DEPTH_MAX })
      : this.#damageOf(item, keys !== undefined && pairs !== keys);
    return { row: ordinal, cells: this.#cells, ...(damage && { damage }) };
  }

  #damageOf(item: { item: number; line: number }, isKeyTwice: boolean): Damage | undefined {
    if (this.#several) {
      const { name, count } = this.#several;
      return rowFinding("properties-several", { ...item, count, key: personal(name) });
    }
    if (this.#cells.some(isOfTestLead)) return rowFinding("test-lead", item);
    return isKeyTwice ? rowFinding("key-twice", item) : undefined;
  }

  #object(object: object, key: Key, keys: readonly string[]): void {
    key.deeper ??= new Map();
    for (const [name, value] of Object.entries(object)) {
      let under = key.deeper.get(name);
      if (!under) {
        under = {};
        key.deeper.set(name, under);
      }
      this.#value(value, under, keys, name);
    }
  }

  #value(value: unknown, key: Key, keys: readonly string[], name: string): void {
    if (value === null) return;
    const path = [...keys, name];
    const deeper = objectIn(value, path, name);
    if (deeper) {
      this.#object(deeper, key, path);
      return;
    }
    if (Array.isArray(value) && value.length > 1 && PROPERTIES.test(name) && value.every(isObject))
      this.#several = { name, count: value.length };
    key.column ??= this.#addColumn(path);
    this.#cells[key.column] = cellOf(value);
  }

  #addColumn(keys: readonly string[]): number {
    const column = { name: keys.join("."), keys };
    this.#limit.add(column);
    this.#cells.push(null);
    return this.#columns.push(column) - 1;
  }
}

/** Under what services put the name of an answer, and the answer itself; the first that is there. */
const NAME_KEYS = ["name", "key", "question", "field", "property", "column_id"];
/** Keys of a person's telephones and e-mails: `[{"type": "mobile", "number": "555-010-0100"}]`. */
const CHANNELS = /phone|mail|contact|identit/i;
const KIND_KEYS = ["label", "type"];
const ANSWER_KEYS = ["values", "value", "answer", "string_value", "number"];

/**
 * What answers say that come as a list: `[{"name": "email", "values": ["a@b.co"]}]` from Facebook, `column_id` and
 * `string_value` from Google, `[{"label": "work", "value": "a@b.co"}]` from Pipedrive.
 *
 * @returns `undefined` for any other list, and where a name stands there twice.
 */
function namedAnswers(list: readonly unknown[], under: string): Record<string, unknown> | undefined {
  const nameKeys = CHANNELS.test(under) ? [...NAME_KEYS, ...KIND_KEYS] : NAME_KEYS;
  const answers = new Map<string, unknown>();
  for (const item of list) {
    if (!isObject(item)) return undefined;
    const pairs = new Map<string, unknown>(Object.entries(item));
    const name = nameKeys.map((key) => pairs.get(key)).find((one) => one !== undefined);
    const said = ANSWER_KEYS.map((key) => pairs.get(key)).find((one) => one !== undefined);
    const answer = Array.isArray(said) && said.length === 1 ? said[0] : said;
    const isAnswer = answer !== undefined && pairsOf(answer, 0) === 0;
    if (typeof name !== "string" || name === "" || !isAnswer || answers.has(name)) return undefined;
    answers.set(name, answer);
  }
  return answers.size === 0 ? undefined : Object.fromEntries(answers);
}

function isObject(value: unknown): value is object {
  const isAny = typeof value === "object" && value !== null && !Array.isArray(value);
  return isAny && markedNumber(value) === undefined;
}

/** The object whose keys are columns of their own: a value, the only one of a list, or what a list says by names or numbers. */
function objectIn(value: unknown, path: readonly string[], name: string): object | undefined {
  if (!Array.isArray(value)) return isObject(value) && !isScalarField(path, value) ? value : undefined;
  const answers = namedAnswers(value, name);
  if (answers) return answers;
  if (BORROWERS.test(name) && value.every(isObject)) return { ...value };
  const [only] = value.length === 1 ? value : [];
  return isObject(only) && !isNamed(path) ? only : undefined;
}

function cellOf(value: unknown): CellValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  const [only] = Array.isArray(value) && value.length === 1 ? value : [];
  if (typeof only === "string" || typeof only === "number") return only;
  const number = markedNumber(value) ?? markedNumber(only);
  return { json: number ?? JSON.stringify(value, (_, one: unknown) => markedNumber(one) ?? one) };
}

/** Whether the path names a field that holds one value, and none of the object's own keys names one. */
function isScalarField(path: readonly string[], value: object): boolean {
  return isNamed(path) && !Object.keys(value).some((name) => isNamed([...path, name]));
}

function isNamed(keys: readonly string[]): boolean {
  return readHeader("", keys).certainty === "named";
}

/** Without what would overflow the stack. */
function withoutDeepValues(value: object): object {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => pairsOf(one, 1) < Number.POSITIVE_INFINITY),
  );
}

/** Keys in a value, deeper ones included; infinite when it nests too deep. */
function pairsOf(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null || markedNumber(value) !== undefined) return 0;
  if (depth >= DEPTH_MAX) return Number.POSITIVE_INFINITY;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + pairsOf(item, depth + 1), 0);
  return Object.values(value).reduce<number>((sum, item) => sum + 1 + pairsOf(item, depth + 1), 0);
}
