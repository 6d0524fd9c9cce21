import { filledWidth, type HeaderChoice, hasText, isFilled } from "./header-row.ts";
import { inputError } from "./input-error.ts";
import { type CellValue, cellText, columnLetters, type InputRow, type Notice } from "./table.ts";

/** A footer has at most this many cells with text, and stands under a sheet of more columns than that. */
const FOOTER_CELLS_MAX = 2;
const FOOTER_SHEET_WIDTH_MIN = 4;
const FOOTER_WORDS =
  /\d|total|sum\b|count|average|report|generated|exported|created|confidential|copyright|page|rows|records|end of|filter|source|printed|©/i;
const HELD_MAX = 20;
const NAMED_ROWS_MAX = 5;
/** What Excel holds; it opens the first rows of a longer file and says so once. */
const EXCEL_ROWS_MAX = 1_048_576;

/**
 * Makes input rows of a sheet's rows: drops blank ones and repeated headers, cuts what stands beyond the
 * header, and holds back what may be a footer until it is known whether a lead follows.
 */
export class SheetRows {
  readonly #header: HeaderChoice;
  readonly #joint: string;
  readonly #notices: Notice[];
  readonly #repeats: number[] = [];
  #held: InputRow[] = [];
  #count = 0;
  #lastRow = 0;

  /** @param joint What joins the text beyond the header to the last cell; the delimiter, if there is one. */
  constructor(header: HeaderChoice, joint: string, notices: Notice[]) {
    this.#header = header;
    this.#joint = joint;
    this.#notices = notices;
  }

  /** Whether rows wait to be handed on before the next one. */
  get hasHeld(): boolean {
    return this.#held.length > 0;
  }

  /** The row as it goes on, or nothing when it is blank, repeats the header, or is held back. */
  take(row: number, cells: CellValue[]): InputRow | undefined {
    if (!hasText(cells)) return undefined;
    const { columns } = this.#header;
    if (cells[0] === columns[0]?.name && this.#repeatsHeader(cells)) {
      this.#repeats.push(row);
      return undefined;
    }
    this.#count += 1;
    this.#lastRow = row;
    const shaped = cells.length <= columns.length ? { row, cells } : this.#shortened(row, cells);
    if (this.#held.length < HELD_MAX && this.#mayBeFooter(cells)) {
      this.#held.push(shaped);
      return undefined;
    }
    return shaped;
  }

  /** The rows held back, which were no footer: a lead follows. */
  release(): InputRow[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }

  /**
   * Says what was skipped. Rows still held back are a footer.
   *
   * @throws CliError when there was no row at all.
   */
  end(name: string): void {
    const footer = this.release();
    if (this.#count - footer.length === 0) {
      throw inputError(
        "input-no-rows",
        `${name} has a header and no lead below it`,
        "Put each lead in a row of its own below the header.",
      );
    }
    if (footer.length > 0) {
      const rows = namedRows(footer.map(({ row }) => row));
      const first = cellText(footer[0]?.cells.find(isFilled) ?? "").replace(/\p{C}/gu, "");
      const shown = first === "" ? "" : ` (“${first.slice(0, 40)}”)`;
      this.#notices.push({
        code: "footer-skipped",
        message: `${rows} below the last lead${shown} looks like a footer, not a lead, and is left out; if it is a lead, give it an e-mail`,
      });
    }
    if (this.#lastRow === EXCEL_ROWS_MAX) {
      const message = `The sheet ends at row ${EXCEL_ROWS_MAX}, where Excel cuts off: rows may be missing`;
      this.#notices.push({ code: "excel-limit", message });
    }
    if (this.#repeats.length > 0) {
      const message = `${namedRows(this.#repeats)} repeats the headers and is left out`;
      this.#notices.push({ code: "header-repeated", message });
    }
  }

  #repeatsHeader(cells: readonly CellValue[]): boolean {
    return this.#header.columns.every(({ name }, index) => String(cells[index] ?? "").trim() === name.trim());
  }

  #mayBeFooter(cells: readonly CellValue[]): boolean {
    if (this.#header.columns.length < FOOTER_SHEET_WIDTH_MIN) return false;
    let filled = 0;
    let hasFooterWord = false;
    for (const cell of cells) {
      if (!isFilled(cell)) continue;
      filled += 1;
      if (filled > FOOTER_CELLS_MAX || (typeof cell === "string" && cell.includes("@"))) return false;
      hasFooterWord ||= typeof cell !== "string" || FOOTER_WORDS.test(cell);
    }
    // Two words may be the names of somebody whose other cells are missing.
    return filled < 2 || hasFooterWord;
  }

  /** A row cut to the header's width. Text beyond it stays in sight in the last cell. */
  #shortened(row: number, cells: CellValue[]): InputRow {
    const width = this.#header.columns.length;
    const kept = cells.slice(0, width);
    const filled = filledWidth(cells);
    if (filled <= width) return { row, cells: kept };
    kept[width - 1] = cells
      .slice(width - 1, filled)
      .map(cellText)
      .join(this.#joint);
    const damage =
      this.#joint === " "
        ? `The row has text beyond the last header (up to column ${columnLetters(filled - 1)}): delete it, or give it a header`
        : `The row has ${filled} cells under ${width} headers: most often a cell with a comma in it is not in quotes. Put that cell in quotes, or delete what is too much`;
    return { row, cells: kept, damage };
  }
}

function namedRows(rows: readonly number[]): string {
  const named = rows.slice(0, NAMED_ROWS_MAX).join(", ");
  const more = rows.length - NAMED_ROWS_MAX;
  return `${rows.length === 1 ? "Row" : "Each of the rows"} ${named}${more > 0 ? ` and ${more} more` : ""}`;
}
