import type { PageData, PageRow } from "../page-data.ts";
import { warningWords, whatWords } from "./words.ts";

export type PageColumn = "row" | "status" | "reference" | "name" | "email" | "quote" | "link" | "what";

/** Which rows are looked at: those that need something, all of them, or those that are done. */
export type TabName = "attention" | "all" | "done";

/** What the person wants to see. */
export interface View {
  tab: TabName;
  query: string;
  /** Names of statuses; none means all. */
  statuses: ReadonlySet<string>;
  /** Number of a kind of issue; null means all. */
  issue: number | null;
  warning: number | null;
  column: PageColumn;
  isDescending: boolean;
}

/** What the rows of a tab have. */
export interface TabContents {
  /** Rows by filter, as in `status:failed` or `issue:3`. */
  counts: ReadonlyMap<string, number>;
  /** Columns in which any of them has something. */
  columns: ReadonlySet<PageColumn>;
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Finds and sorts rows. What is searched is put together once, at the first search. */
export class RowFinder {
  readonly #data: PageData;
  readonly #contents = new Map<TabName, TabContents>();
  #searched: Map<PageRow, string> | undefined;

  constructor(data: PageData) {
    this.#data = data;
  }

  /** What there is to choose among the rows of a tab. */
  contentsOf(tab: TabName): TabContents {
    const known = this.#contents.get(tab);
    if (known) return known;
    const counts = new Map<string, number>();
    const columns = new Set<PageColumn>(["row", "status"]);
    for (const row of this.#data.rows) {
      if (!this.#isIn(row, tab)) continue;
      for (const filter of this.#filtersOf(row)) counts.set(filter, (counts.get(filter) ?? 0) + 1);
      for (const column of TEXT_COLUMNS)
        if (!columns.has(column) && this.#has(row, column)) columns.add(column);
    }
    const contents = { counts, columns };
    this.#contents.set(tab, contents);
    return contents;
  }

  find(view: View): PageRow[] {
    const words = view.query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const found = this.#data.rows.filter((row) => this.#isWanted(row, view) && this.#holds(row, words));
    return this.#sorted(found, view);
  }

  #statusOf(row: PageRow): string {
    return this.#data.statuses[row[1]]?.name ?? "";
  }

  #isIn(row: PageRow, tab: TabName): boolean {
    return tab === "all" || this.#data.statuses[row[1]]?.tab === tab;
  }

  #isWanted(row: PageRow, view: View): boolean {
    if (!this.#isIn(row, view.tab)) return false;
    if (view.statuses.size > 0 && !view.statuses.has(this.#statusOf(row))) return false;
    if (view.issue !== null && !this.#kindsOf(row[8], row[11]).has(view.issue)) return false;
    return view.warning === null || this.#kindsOf(row[9]).has(view.warning);
  }

  /** The filters that a row fits, each once. */
  #filtersOf(row: PageRow): string[] {
    const named = (name: string, kinds: ReadonlySet<number>): string[] =>
      kinds.size === 0 ? [] : [...kinds].map((kind) => `${name}:${kind}`);
    return [
      `status:${this.#statusOf(row)}`,
      ...named("issue", this.#kindsOf(row[8], row[11])),
      ...named("warning", this.#kindsOf(row[9])),
    ];
  }

  #kindsOf(issues: readonly number[], errorKind = -1): ReadonlySet<number> {
    if (issues.length === 0 && errorKind < 0) return NONE;
    return new Set([errorKind, ...issues.map((index) => this.#data.issues[index]?.[4] ?? -1)]);
  }

  #has(row: PageRow, column: (typeof TEXT_COLUMNS)[number]): boolean {
    if (column === "what") return row[8].length > 0 || row[9].length > 0 || row[10] >= 0;
    return this.#keyOf(row, column) !== "";
  }

  #holds(row: PageRow, words: readonly string[]): boolean {
    if (words.length === 0) return true;
    this.#searched ??= new Map(this.#data.rows.map((each) => [each, this.#searchText(each)]));
    const text = this.#searched.get(row) ?? "";
    return words.every((word) => text.includes(word));
  }

  #searchText(row: PageRow): string {
    const [number, , email, reference, quoteId] = row;
    const texts = [`row ${number}`, this.#statusOf(row), email, reference, quoteId, row[13] ?? ""];
    return [...texts, whatWords(this.#data, row), warningWords(this.#data, row)].join("\n").toLowerCase();
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
      case "name":
        return row[13] ?? "";
      case "link":
        return row[14] ?? "";
      case "what":
        return whatWords(this.#data, row) || warningWords(this.#data, row);
    }
  }
}

const TEXT_COLUMNS = ["reference", "name", "email", "quote", "link", "what"] as const;
const NONE: ReadonlySet<number> = new Set();

/** Empty cells come last, whichever way the column is sorted from small to large. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
  return COLLATOR.compare(String(a), String(b));
}
