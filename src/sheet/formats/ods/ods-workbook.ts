import { inputError } from "../../sheet-errors.ts";
import { HEAD_ROWS, type SheetRow, type Workbook, type WorkbookSheet } from "../workbook.ts";
import { readXml } from "../xml-reader.ts";
import type { ZipArchive } from "../zip-archive.ts";
import { OdsReader } from "./ods-reader.ts";

const CONTENT = "content.xml";
const MANIFEST = "meta-inf/manifest.xml";
const MIME_TYPE = "mimetype";
const SHEET_TYPE = "application/vnd.oasis.opendocument.spreadsheet";
const SMALL_PART_BYTES_MAX = 1024 * 1024;
/** A row that stands for a million ones is handed on in pieces. */
const BATCH_ROWS_MAX = 1_000;

/**
 * Opens a workbook of the OpenDocument format, as LibreOffice and Google Sheets write it. All of its sheets are in
 * one part, which is read once for what they are and once for the rows of the one that is wanted.
 *
 * @throws CliError when it is encrypted or no workbook.
 */
export async function openOds(name: string, archive: ZipArchive): Promise<Workbook> {
  const type = await smallText(archive, MIME_TYPE);
  if (type !== undefined && !type.startsWith(SHEET_TYPE))
    throw inputError("input-wrong-kind", { name, kind: "document" });
  if (/encryption-data/.test((await smallText(archive, MANIFEST)) ?? ""))
    throw inputError("input-wrong-kind", { name, kind: "password" });
  const heads = new Map<WorkbookSheet, SheetRow[]>();
  for await (const { reader } of read(archive)) {
    for (const { sheet, row } of reader.take()) {
      const head = heads.get(sheet);
      if (row === undefined) heads.set(sheet, []);
      else if (head && row.row <= HEAD_ROWS) head.push(row);
    }
  }
  const sheets = [...heads.keys()];
  return {
    sheets,
    heads: async () => heads,
    rows: (sheet) => rowsOf(archive, sheets.indexOf(sheet)),
  };
}

async function* rowsOf(archive: ZipArchive, wanted: number): AsyncGenerator<SheetRow[]> {
  for await (const { reader } of read(archive, wanted)) {
    for (const { row, count } of reader.take()) {
      if (row === undefined) continue;
      for (let at = 0; at < count; at += BATCH_ROWS_MAX) {
        yield Array.from({ length: Math.min(BATCH_ROWS_MAX, count - at) }, (_, index) =>
          at + index === 0 ? row : { ...row, row: row.row + at + index, cells: [...row.cells] },
        );
      }
    }
    if (reader.isPast) return;
  }
}

/** Goes through the part that holds the sheets, piece by piece. @param wanted The only sheet to be read. */
async function* read(archive: ZipArchive, wanted?: number): AsyncGenerator<{ reader: OdsReader }> {
  const stream = await archive.open(CONTENT);
  if (!stream) throw new Error("no content");
  const reader = new OdsReader(wanted);
  for await (const _turn of readXml(stream, reader)) yield { reader };
}

async function smallText(archive: ZipArchive, path: string): Promise<string | undefined> {
  const stream = await archive.open(path, SMALL_PART_BYTES_MAX).catch(() => undefined);
  if (!stream) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}
