import { extname } from "node:path";
import { peekBytes } from "./byte-head.ts";
import { csvTable } from "./csv-table.ts";
import { inputError } from "./input-error.ts";
import { type InputSource, nameOf, readBytes } from "./input-source.ts";
import { jsonTable } from "./json-table.ts";
import type { InputFormat, InputTable } from "./table.ts";
import { utf8Text } from "./utf8-text.ts";

/** How to read an input, where its name and content do not tell. */
export interface InputOptions {
  format?: InputFormat;
  /** For delimited text; one character. */
  delimiter?: string;
  encoding?: string;
  /** For a workbook with several sheets: the name of the one to read. */
  sheet?: string;
  /** The spreadsheet row in which the headers stand, 1 for the first. */
  headerRow?: number;
}

const HEAD_BYTES = 64 * 1024;

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
    throw inputError(
      "format-missing",
      "What comes on stdin has no name to tell its format by",
      "Say --format csv, json or jsonl.",
    );
  }
  const { head, chunks } = await peekBytes(readBytes(source), HEAD_BYTES);
  if (head.length === 0) {
    throw inputError(
      "input-empty",
      `${name} is empty`,
      "Export it again, with a header row and a row for each lead.",
    );
  }
  if (head.includes(0)) {
    throw inputError(
      "input-binary",
      `${name} is not a text file`,
      "Save the sheet as CSV (UTF-8) and use that file.",
    );
  }
  const text = utf8Text(name, chunks);
  const format =
    options.format ?? FORMAT_BY_EXTENSION.get(extname(name).toLowerCase()) ?? formatByContent(head);
  if (format === "csv") return csvTable(name, text, options.delimiter ?? ",");
  if (format === "xlsx") {
    throw inputError(
      "format-not-read",
      `${name}: workbooks are not read`,
      "Save the sheet as CSV (UTF-8) and use that file.",
    );
  }
  return jsonTable(name, text, format);
}

function formatByContent(head: Buffer): InputFormat {
  return /^\s*[[{]/.test(head.toString("utf8")) ? "json" : "csv";
}
