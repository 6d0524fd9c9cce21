import { extname } from "node:path";
import { csvTable } from "./formats/csv/csv-table.ts";
import { delimitedText } from "./formats/csv/delimiter.ts";
import { fileKind, looksBinary } from "./formats/file-kind.ts";
import {
  HEAD_BYTES,
  type InputSource,
  nameOf,
  type PeekedBytes,
  peekBytes,
  readBytes,
} from "./formats/input-source.ts";
import { decodedText } from "./formats/text-encoding.ts";
import { inputError } from "./sheet-errors.ts";
import { withoutMarkedRows } from "./table/marked-rows.ts";
import type { InputFormat, InputOptions, InputTable, Notice } from "./table.ts";

const FORMAT_BY_EXTENSION: ReadonlyMap<string, InputFormat> = new Map([
  [".csv", "csv"],
  [".tsv", "csv"],
  [".tab", "csv"],
  [".txt", "csv"],
  [".json", "json"],
  [".jsonl", "jsonl"],
  [".ndjson", "jsonl"],
]);

/**
 * Opens an input up to its first row. Its rows are read once, as they are asked for, in bounded memory.
 *
 * @throws CliError when the input as a whole cannot be used: missing, empty, binary, broken.
 */
export async function openInput(source: InputSource, options: InputOptions): Promise<InputTable> {
  const name = nameOf(source);
  if ("stdin" in source && !options.format) {
    throw inputError("format-missing");
  }
  const bytes = await peekBytes(readBytes(source), HEAD_BYTES);
  try {
    const table = await openBytes(name, bytes, options);
    return options.keepsAll ? table : withoutMarkedRows(table);
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

async function openBytes(name: string, bytes: PeekedBytes, options: InputOptions): Promise<InputTable> {
  if (bytes.head.length === 0) throw inputError("input-empty", { name });
  const notices: Notice[] = [];
  // A workbook is known by its content, not by its name. Its reader is loaded only when it is needed.
  if (fileKind(name, bytes.head) === "workbook") {
    const { workbookTable } = await import("./formats/workbook-table.ts");
    return workbookTable(name, bytes.chunks, { ...options, notices });
  }
  const text = await peekBytes(decodedText(name, bytes, notices, options.encoding), HEAD_BYTES);
  const start = text.head.toString("utf8");
  // A mark says that text follows: our own fix files have one, whatever cells they give back.
  if (!hasMark(bytes.head) && looksBinary(start)) {
    throw inputError("input-binary", { name });
  }
  const format = formatOf(name, start, options.format);
  if (format !== "csv") {
    const { jsonTable } = await import("./formats/json/json-table.ts");
    return jsonTable(name, text.chunks, format, notices);
  }
  const asked = options.delimiter === undefined ? undefined : namedDelimiter(options.delimiter);
  const { delimiter, chunks } = await delimitedText(text, { asked });
  return csvTable(name, chunks, { ...options, delimiter, notices });
}

const UTF_8_MARK = Buffer.from("\ufeff");

function hasMark(head: Buffer): boolean {
  return head.subarray(0, UTF_8_MARK.length).equals(UTF_8_MARK);
}

function namedDelimiter(asked: string): string {
  if (asked === "\\t" || asked.toLowerCase() === "tab") return "\t";
  if ([...asked].length === 1 && !/["\r\n]/.test(asked)) return asked;
  throw inputError("delimiter-unusable", { asked });
}

/** The format asked for, or told by the name, or by the content where that is plain. */
function formatOf(name: string, start: string, asked?: InputFormat): "csv" | "json" | "jsonl" {
  const format = asked ?? FORMAT_BY_EXTENSION.get(extname(name).toLowerCase());
  const isJson = /^\s*(?:\[\s*[[{\]"\d]|\{\s*["}])/.test(start);
  if (format === "xlsx") throw inputError("input-wrong-kind", { name, kind: "text" });
  if (format === "csv" && isJson) throw inputError("input-wrong-kind/json", { name });
  if (format === "csv" || (format === undefined && !isJson)) return "csv";
  return format === "jsonl" && startsWithLine(start) ? "jsonl" : "json";
}

/** Whether an object stands whole in the first line. A list, or an object over several lines, is plain JSON. */
function startsWithLine(start: string): boolean {
  const [line = ""] = start.trimStart().split("\n", 1);
  return line.startsWith("{") && line.trim() !== "{";
}
