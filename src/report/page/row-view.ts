import type { PageData, PageRow } from "../page-data.ts";
import { whatWords } from "./words.ts";

export type PageColumn =
  | "row"
  | "status"
  | "reference"
  | "email"
  | "name"
  | "quote"
  | "link"
  | "answer"
  | "attempts"
  | "what";

/** What the person wants to see. */
export interface View {
  query: string;
  /** Names of statuses; none means all. */
  statuses: ReadonlySet<string>;
  /** Number of a kind of issue; null means all. */
  issue: number | null;
  warning: number | null;
  attempts: number | null;
  column: PageColumn;
  isDescending: boolean;
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Finds and sorts rows. What is searched is put together once, at the first search. */
export class RowFinder {
  readonly #data: PageData;
  readonly #statusOf: (row: PageRow) => string;
  #searched: Map<PageRow, string> | undefined;

  constructor(data: PageData) {
    this.#data = data;
    this.#statusOf = (row) => data.statuses[row[1]]?.name ?? "";
  }

  find(view: View): PageRow[] {
    const words = view.query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const found = this.#data.rows.filter((row) => this.#isWanted(row, view) && this.#holds(row, words));
    return this.#sorted(found, view);
  }

  #isWanted(row: PageRow, view: View): boolean {
    const [, , , , , , attempts, , issues, warnings, , errorKind] = row;
    if (view.statuses.size > 0 && !view.statuses.has(this.#statusOf(row))) return false;
    if (view.attempts !== null && Math.min(attempts, this.#data.attemptsShownMax) !== view.attempts)
      return false;
    if (view.issue !== null && errorKind !== view.issue && !this.#hasKind(issues, view.issue)) return false;
    return view.warning === null || this.#hasKind(warnings, view.warning);
  }

  #hasKind(issues: readonly number[], kind: number): boolean {
    return issues.some((index) => this.#data.issues[index]?.[4] === kind);
  }

  #holds(row: PageRow, words: readonly string[]): boolean {
    if (words.length === 0) return true;
    this.#searched ??= new Map(this.#data.rows.map((each) => [each, this.#searchText(each)]));
    const text = this.#searched.get(row) ?? "";
    return words.every((word) => text.includes(word));
  }

  #searchText(row: PageRow): string {
    const [number, , email, reference, quoteId] = row;
    const texts = [`row ${number}`, this.#statusOf(row), email, reference, quoteId, row[13]];
    return [...texts, whatWords(this.#data, row)].join("\n").toLowerCase();
  }

  #sorted(rows: PageRow[], { column, isDescending }: View): PageRow[] {
    const sign = isDescending ? -1 : 1;
    if (column === "row") return isDescending ? rows.reverse() : rows;
    const keyed = rows.map((row) => ({ row, key: this.#keyOf(row, column) }));
    // Equal ones stay in the order of the sheet.
    keyed.sort((a, b) => sign * compare(a.key, b.key) || a.row[0] - b.row[0]);
    return keyed.map(({ row }) => row);
  }

  #keyOf(row: PageRow, column: Exclude<PageColumn, "row">): string | number {
    switch (column) {
      case "status":
        return row[1];
      case "email":
        return row[2];
      case "reference":
        return row[3];
      case "quote":
        return row[4];
      case "link":
        return row[14];
      case "answer":
        return row[5];
      case "attempts":
        return row[6];
      case "name":
        return row[13];
      case "what":
        return whatWords(this.#data, row);
    }
  }
}

/** Empty cells come last, whichever way the column is sorted from small to large. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
  return COLLATOR.compare(String(a), String(b));
}
