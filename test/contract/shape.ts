import { parse } from "csv-parse/sync";
import { XMLParser } from "fast-xml-parser";

/** What a script may hold on to in what the program writes: kinds, keys, codes and counts; no sentence, id or time. */

export interface Shape {
  /** As in `json`, `csv`, `text` or `empty`. */
  kind: string;
  /** Lines that show it; none where its kind says all. */
  lines: string[];
}

const WIDTH = 118;
const CSV_COLUMNS_MIN = 5;
const TIME = /^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z| UTC)?$/;
const CODE = /^[\w*@./:?=,‹›-]*$/;
/** Keys of durations and rates, in JSON and in JUnit. */
const MEASURED = /(?:[a-z]Ms|PerSecond)$|^time$/;
const COMMAND_KEYS: readonly string[] = ["next", "command"];

/** The shape of what came on a stream. */
export function shapeOf(text: string): Shape {
  if (text === "") return { kind: "empty", lines: [] };
  if (/^[[{]/.test(text)) return { kind: "json", lines: rendered(shapeOfValue(jsonIn(text))) };
  if (text.startsWith("PK")) return { kind: "workbook", lines: [] };
  if (text.startsWith("<!doctype html>")) return { kind: "html", lines: [] };
  if (text.startsWith("<?xml")) return { kind: "xml", lines: rendered(shapeOfValue(xmlIn(text))) };
  if (/^\| -+:? \|/m.test(text)) return { kind: "markdown", lines: rendered(tablesIn(text)) };
  const csv = csvShape(text);
  if (csv) return { kind: "csv", lines: rendered(csv) };
  if (CODE.test(text.trim())) return { kind: "text", lines: rendered(text.trim()) };
  const commands = [...text.matchAll(/^ *(leadctl .*?)(?: {2}.*)?$/gm)].map(([, command]) => command);
  return { kind: "text", lines: commands.length === 0 ? [] : rendered(commands) };
}

/** A whole document; or one a line: the first of each event. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const events: { event: string }[] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    return events.filter(({ event }, index) => events.findIndex((other) => other.event === event) === index);
  }
}

function xmlIn(text: string): unknown {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    ignoreDeclaration: true,
    parseTagValue: false,
  });
  return parser.parse(text, true);
}

/** The headers of Markdown's tables. */
function tablesIn(text: string): string[] {
  const lines = text.split("\n");
  return lines.filter((_, index) => /^\| -+:? \|/.test(lines[index + 1] ?? ""));
}

/** A table's columns, and which statuses its rows have; null where it is none. */
function csvShape(text: string): object | null {
  try {
    const records: string[][] = parse(text, { bom: true });
    const [columns = [], ...rows] = records;
    if (columns.length < CSV_COLUMNS_MIN) return null;
    const statuses = rows.flatMap((cells) => cells[columns.indexOf("leadctl_status")] ?? []);
    return { columns, rows: rows.length, ...(statuses.length > 0 && { statuses: grouped(statuses) }) };
  } catch {
    return null;
  }
}

function shapeOfValue(value: unknown, key = ""): unknown {
  if (MEASURED.test(key)) return value === null ? null : "‹measured›";
  if (typeof value === "string") return shapeOfString(value, key);
  if (Array.isArray(value)) return grouped(value.map((item) => shapeOfValue(item)));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOfValue(item, name)]));
}

/** Codes, paths and commands stay; a sentence is a text, whatever it says. */
function shapeOfString(text: string, key: string): string {
  if (TIME.test(text)) return "‹time›";
  return CODE.test(text) || COMMAND_KEYS.includes(key) ? text : "‹text›";
}

/** Items that follow one another and look alike stand there once, with their number. */
function grouped(items: readonly unknown[]): unknown[] {
  const groups: { text: string; item: unknown; count: number }[] = [];
  for (const item of items) {
    const text = JSON.stringify(item);
    const last = groups.at(-1);
    if (last?.text === text) last.count++;
    else groups.push({ text, item, count: 1 });
  }
  return groups.flatMap(({ item, count }) => (count === 1 ? [item] : [`‹${count} times›`, item]));
}

/** As JSON without most of its quotes, with as many entries on a line as fit, and counts always on one. */
function rendered(value: unknown): string[] {
  const inOneLine = inline(value);
  if (typeof value !== "object" || value === null || inOneLine.length <= WIDTH || isCounts(value))
    return [inOneLine];
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const entries = Object.entries(value).map(([key, item]) => {
    const [first = "", ...rest] = rendered(item);
    return Array.isArray(value) ? [first, ...rest] : [`${key}: ${first}`, ...rest];
  });
  const lines: string[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    const [first = ""] = entry;
    const isShort = entry.length === 1 && last !== undefined && last.length + first.length + 2 <= WIDTH;
    if (isShort && !/[[{]$/.test(last)) lines[lines.length - 1] = `${last}, ${first}`;
    else lines.push(...entry);
  }
  return [`${open}`, ...lines.map((line) => `  ${line}`), `${close}`];
}

function isCounts(value: object): boolean {
  return Object.values(value).every((item) => typeof item === "number");
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value === "string") return value.startsWith("‹") ? value : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${inline(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
