import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { FIELDS } from "../../src/lead/field-catalogue.ts";
import type { InputOptions } from "../../src/sheet/table.ts";
import { encodeWindows1252 } from "../../src/sheet/text/windows-1252.ts";
import { workbookOf } from "./formats/workbook.ts";

/** A clean sheet: a column for each field, and rows of text that mean what they say. */
export interface CleanSheet {
  headers: string[];
  rows: string[][];
}

/** And is between two people, and worth a warning in any name. */
const word = fc
  .stringMatching(/^[A-Z][a-zé]{1,5}(’[A-Z][a-zü]{1,4})?$/)
  .filter((text) => !/^And(?:’|$)/.test(text));
const cellByType = {
  integer: fc.integer({ min: 1, max: 20 }).map(String),
  number: fc.integer({ min: 100, max: 999 }).map(String),
  boolean: fc.constantFrom("true", "false"),
  text: fc.tuple(word, word).map((words) => words.join(" ")),
};
const cellByPath: Record<string, fc.Arbitrary<string>> = {
  "contactInfo.email": fc.stringMatching(/^[a-z]{2,8}\.[a-z]{2,8}@[a-z]{2,8}\.com$/),
  "contactInfo.phone": fc.stringMatching(/^\+1-[2-9]\d\d-[2-9]\d\d-\d{4}$/),
  "address.state": fc.constantFrom("MA", "NV", "NY", "CA"),
  "residentialAddress.state": fc.constantFrom("MA", "NV", "NY", "CA"),
  "address.zip": fc.stringMatching(/^[1-9]\d{4}$/),
  "residentialAddress.zip": fc.stringMatching(/^[1-9]\d{4}$/),
};

const row = fc.tuple(
  ...FIELDS.map(({ path, type, shownValues }) => {
    const cell = shownValues ? fc.constantFrom(...shownValues) : (cellByPath[path] ?? cellByType[type]);
    return path === "contactInfo.email" ? cell : fc.oneof({ weight: 4, arbitrary: cell }, fc.constant(""));
  }),
);

export const cleanSheet: fc.Arbitrary<CleanSheet> = fc
  .array(row, { minLength: 1, maxLength: 5 })
  .map((rows) => ({ headers: FIELDS.map(({ path }) => path), rows }));

/** How a sheet was exported. Whichever it was, the leads are the same. */
export const exporting: fc.Arbitrary<(sheet: CleanSheet) => { content: Buffer; options: InputOptions }> = fc
  .record({
    style: fc.constantFrom("canonical", "label", "shouted", "snake"),
    order: fc.array(fc.nat(), { minLength: FIELDS.length, maxLength: FIELDS.length }),
    kind: fc.constantFrom("utf-8", "utf-8 bom", "utf-16", "windows-1252", "xlsx", "json"),
    delimiter: fc.constantFrom(",", ";", "\t", "|"),
    newline: fc.constantFrom("\n", "\r\n", "\r"),
    isQuoted: fc.boolean(),
    hasTitle: fc.boolean(),
    hasBlankRows: fc.boolean(),
    hasNotes: fc.boolean(),
    padding: fc.constantFrom("", " ", "\u00a0"),
  })
  .map((how) => (sheet) => {
    const order = sheet.headers
      .map((_, index) => index)
      .sort((a, b) => (how.order[a] ?? 0) - (how.order[b] ?? 0));
    const headers = order.map((index) => styled(how.style, index));
    const rows = sheet.rows.map((cells) => order.map((index) => padded(cells[index] ?? "", how.padding)));
    if (how.kind === "json") return { content: jsonOf(sheet), options: { format: "json" } };
    if (how.hasNotes) {
      headers.push("Internal Notes");
      for (const cells of rows) cells.push("x, y; z");
    }
    const lines = [...(how.hasTitle ? [["Leads export"], []] : []), headers];
    for (const cells of rows) lines.push(...(how.hasBlankRows ? [[""], cells] : [cells]));
    if (how.kind === "xlsx") {
      return {
        content: workbookOf({ sheets: [{ name: "Leads", rows: lines }] }),
        options: { format: "xlsx" },
      };
    }
    const text = stringify(lines, {
      delimiter: how.delimiter,
      record_delimiter: how.newline,
      quoted: how.isQuoted,
    });
    return { content: encoded(text, how.kind), options: { format: "csv" } };
  });

function styled(style: string, index: number): string {
  const field = FIELDS[index];
  if (!field) return "";
  if (style === "label") return field.label;
  if (style === "shouted") return ` ${field.label.toUpperCase()} `;
  return style === "snake" ? field.label.toLowerCase().replaceAll(" ", "_") : field.path;
}

function padded(cell: string, padding: string): string {
  return cell === "" ? cell : `${padding}${cell}${padding}`;
}

function encoded(text: string, kind: string): Buffer {
  if (kind === "utf-16") return Buffer.from(`\ufeff${text}`, "utf16le");
  if (kind === "utf-8 bom") return Buffer.from(`\ufeff${text}`);
  const western = kind === "windows-1252" ? encodeWindows1252(text) : undefined;
  return western ?? Buffer.from(text);
}

function jsonOf({ headers, rows }: CleanSheet): Buffer {
  const items = rows.map((cells) =>
    Object.fromEntries(
      headers.flatMap((header, index) => {
        const cell = cells[index] ?? "";
        if (cell === "") return [];
        const type = FIELDS[index]?.type;
        return [[header, type === "text" ? cell : JSON.parse(cell)]];
      }),
    ),
  );
  return Buffer.from(JSON.stringify(items));
}

/** Damage to one cell of a sheet that nobody could read as what was there. */
export const damage: fc.Arbitrary<string> = fc.constantFrom(
  "#REF!",
  "#N/A",
  "####",
  "=A2&B2",
  "1.55512E+10",
  "Jos\ufffd",
  "a\0b",
);

/** Damage to the text of a sheet: bytes lost, doubled or put in, as bad transfers and bad exporters do. */
export const textDamage: fc.Arbitrary<(text: string) => string> = fc
  .record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    kind: fc.constantFrom("quote", "comma", "newline", "cut", "lose a comma", "lose a newline"),
  })
  .map(({ at, kind }) => (text) => {
    const body = text.indexOf("\n") + 1;
    const place = body + Math.floor(at * (text.length - body));
    const insert = (piece: string) => text.slice(0, place) + piece + text.slice(place);
    const lose = (piece: string) => {
      const found = text.indexOf(piece, place);
      return found < 0 ? text : text.slice(0, found) + text.slice(found + piece.length);
    };
    switch (kind) {
      case "quote":
        return insert('"');
      case "comma":
        return insert(",");
      case "newline":
        return insert("\n");
      case "cut":
        return text.slice(0, place);
      case "lose a comma":
        return lose(",");
      default:
        return lose("\n");
    }
  });
