import type { PageData, PageRow } from "../page-data.ts";
import { button, byId, element } from "./elements.ts";
import type { PageColumn, TabContents, View } from "./row-view.ts";
import { countWords, warningWords, whatWords } from "./words.ts";

/** Draws one page of rows at a time, so that 50,000 of them cost no more than a hundred. */
export class RowTable {
  readonly #data: PageData;
  readonly #open: (row: PageRow) => void;
  readonly #body: HTMLTableSectionElement;
  readonly #headers: HTMLTableCellElement[];
  #columns: readonly PageColumn[] = [];
  #rows: readonly PageRow[] = [];
  #page = 0;
  /** A phone shows rows as cards, which are as high as five lines. */
  #size = matchMedia("(max-width: 44rem)").matches ? 20 : 50;

  constructor(data: PageData, open: (row: PageRow) => void) {
    this.#data = data;
    this.#open = open;
    const table = byId("table", HTMLTableElement);
    this.#body = table.tBodies[0] ?? table.createTBody();
    this.#headers = [...table.querySelectorAll<HTMLTableCellElement>("th[data-column]")];
    this.#body.addEventListener("click", (event) => this.#clicked(event));
  }

  /** Calls back when a header is pressed. */
  onSort(sort: (column: PageColumn) => void): void {
    for (const header of this.#headers) {
      header
        .querySelector("button")
        ?.addEventListener("click", () => sort(header.dataset.column as PageColumn));
    }
  }

  /** @param contents Columns that have nothing in it are left out. */
  show(rows: readonly PageRow[], view: View, { columns }: TabContents): void {
    this.#rows = rows;
    this.#page = 0;
    this.#columns = this.#headers
      .map(({ dataset }) => dataset.column as PageColumn)
      .filter((column) => columns.has(column));
    for (const header of this.#headers) {
      header.hidden = !columns.has(header.dataset.column as PageColumn);
      const direction = view.isDescending ? "descending" : "ascending";
      header.setAttribute("aria-sort", header.dataset.column === view.column ? direction : "none");
    }
    this.#draw();
  }

  #draw(): void {
    const from = this.#page * this.#size;
    const shown = this.#rows.slice(from, from + this.#size);
    this.#body.replaceChildren(...shown.map((row) => this.#line(row)));
    byId("found", HTMLElement).textContent = this.#foundWords(from, shown.length);
    this.#drawPages(byId("pages", HTMLElement));
  }

  #foundWords(from: number, count: number): string {
    const all = this.#rows.length;
    if (count === 0) return "No row fits. Take a filter away.";
    if (count === all) return all === 1 ? "1 row" : `${countWords(all)} rows`;
    return `Rows ${countWords(from + 1)} to ${countWords(from + count)} of ${countWords(all)}`;
  }

  #drawPages(place: HTMLElement): void {
    const last = Math.max(0, Math.ceil(this.#rows.length / this.#size) - 1);
    if (last === 0) {
      place.replaceChildren();
      return;
    }
    const turn = (text: string, page: number): HTMLButtonElement => {
      const made = button(text);
      made.disabled = page < 0 || page > last || page === this.#page;
      made.addEventListener("click", () => this.#turn(page, text));
      return made;
    };
    const here = element("span", {}, [`Page ${countWords(this.#page + 1)} of ${countWords(last + 1)}`]);
    const made = [turn("First", 0), turn("Previous", this.#page - 1), here];
    place.replaceChildren(...made, turn("Next", this.#page + 1), turn("Last", last));
  }

  /** Keeps the keyboard where it was, or on a button beside it that still does something. */
  #turn(page: number, text: string): void {
    this.#page = page;
    this.#draw();
    const buttons = [...byId("pages", HTMLElement).querySelectorAll("button")];
    const same = buttons.find((made) => made.textContent === text && !made.disabled);
    (same ?? buttons.find((made) => !made.disabled))?.focus({ preventScroll: true });
    byId("rows", HTMLElement).scrollIntoView();
  }

  #line(row: PageRow): HTMLTableRowElement {
    const cells = this.#columns.map((column) => {
      const cell = element(column === "row" ? "th" : "td", { class: `c-${column}` });
      if (column === "row") cell.setAttribute("scope", "row");
      cell.append(...this.#content(row, column));
      return cell;
    });
    return element("tr", { "data-row": String(row[0]) }, cells);
  }

  #content(row: PageRow, column: PageColumn): (Node | string)[] {
    const [number, status, email, reference, quoteId, , , , , , , , , name = "", loginUrl = ""] = row;
    switch (column) {
      case "row":
        return [button(String(number), { class: "open", "aria-label": `Row ${number}, details` })];
      case "status": {
        const { name: word = "", sign = "" } = this.#data.statuses[status] ?? {};
        const mark = element("span", { class: `sign s-${word}`, "aria-hidden": "true" }, [sign]);
        return [mark, " ", word];
      }
      case "email":
        return [email];
      case "reference":
        return [reference];
      case "name":
        return [name];
      case "quote":
        return [quoteId];
      case "link": {
        const label = { "data-copy": loginUrl, "aria-label": `Copy link of row ${number}` };
        return loginUrl === "" ? [] : [button("Copy link", label)];
      }
      case "what":
        return this.#what(row);
    }
  }

  /** What happened; where nothing did, what is doubtful of it. */
  #what(row: PageRow): (Node | string)[] {
    const words = whatWords(this.#data, row);
    if (words !== "") return [words];
    const doubts = warningWords(this.#data, row);
    return doubts === "" ? [] : [element("span", { class: "note" }, [doubts])];
  }

  /** A click anywhere on a line opens it, unless it is meant for a button or selects text. */
  #clicked(event: Event): void {
    const target = event.target instanceof Element ? event.target : null;
    const pressed = target?.closest("button");
    if (pressed && !pressed.classList.contains("open")) return;
    if (!pressed && (getSelection()?.toString() ?? "") !== "") return;
    const number = Number(target?.closest("tr")?.dataset.row);
    const row = this.#rows.find(([each]) => each === number);
    if (row) this.#open(row);
  }
}
