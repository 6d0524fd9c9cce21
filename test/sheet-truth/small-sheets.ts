import { type Column, columnLetters, type InputRow } from "../../src/sheet/table.ts";
import { readingLines } from "./known-headers.ts";
import { unescaped } from "./reading-tables.ts";

/** A sheet of `fixtures/reading/columns.txt`. */
export interface SmallSheet {
  title: string;
  headers: string[];
  truths: string[];
  cells: string[][];
  answers: Map<string, string>;
}

function readSmallSheet(text: string): SmallSheet {
  const sheet: SmallSheet = { title: "", headers: [], truths: [], cells: [], answers: new Map() };
  for (const line of text.split("\n")) {
    const [first = "", second = "", ...cells] = line.split("\t").map(unescaped);
    if (line.startsWith("# ")) sheet.title = line.slice(2);
    else if (line.startsWith("= ")) sheet.answers.set(first.slice(2), second);
    else {
      sheet.headers.push(first);
      sheet.truths.push(second);
      sheet.cells.push(cells);
    }
  }
  return sheet;
}

/** Every sheet of `fixtures/reading/columns.txt`. */
export function smallSheets(): SmallSheet[] {
  return readingLines("columns.txt").join("\n").split("\n\n").map(readSmallSheet);
}

/** Its columns and rows, as they are judged. */
export function tableOf({ title, headers, cells }: SmallSheet): { columns: Column[]; sample: InputRow[] } {
  const columns = headers.map((name, index) =>
    title.startsWith("JSON > ") ? { name, keys: name.split(".") } : { name, letters: columnLetters(index) },
  );
  const rowCount = Math.max(...cells.map(({ length }) => length));
  const sample = Array.from({ length: rowCount }, (_, at) => ({
    row: at + 2,
    cells: cells.map((column) => column[at] ?? ""),
  }));
  return { columns, sample };
}
