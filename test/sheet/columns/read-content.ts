import { Readable } from "node:stream";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { openInput } from "../../../src/sheet/open-input.ts";
import type { MappedInput, MappedRow } from "../../../src/sheet/rows/mapped-input.ts";
import type { InputOptions, InputRow, InputTable } from "../../../src/sheet/table.ts";
import { collected } from "../../collected.ts";

/** An open input over content in memory, arriving in pieces of `chunkBytes`. */
export function openContent(
  content: string | Buffer,
  options: InputOptions = { format: "csv" },
  chunkBytes = 1 << 20,
): Promise<InputTable> {
  const bytes = Buffer.from(content);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  return openInput({ stdin: Readable.from(chunks), name: `leads.${options.format}` }, options);
}

export async function readContent(
  content: string | Buffer,
  options: InputOptions = { format: "csv" },
  chunkBytes = 1 << 20,
): Promise<{ table: InputTable; rows: InputRow[] }> {
  const table = await openContent(content, options, chunkBytes);
  return { table, rows: await collected(table.rows) };
}

export async function mapContent(
  content: string | Buffer,
  options: InputOptions = { format: "csv" },
): Promise<{ input: MappedInput; rows: MappedRow[] }> {
  const input = mapInput(await openContent(content, options));
  return { input, rows: await collected(input.rows) };
}
