import { addTo } from "../../base/growable.ts";
import { type IssuePlace, placesText } from "../../lead/issue.ts";
import { SHOWN_SIGNS, type ShownName } from "../text/status-mark.ts";

/** A row as the table of results shows it, on the desk and in `report.html`. What cannot be seen in a text is shown in it already. */
export interface ListedRow {
  row: number;
  status: ShownName;
  email?: string | undefined;
  /** What happened. */
  issues?: readonly ListedIssue[] | undefined;
  /** Its doubtful values. */
  warnings?: readonly ListedIssue[] | undefined;
  reference?: string | undefined;
  name?: string | undefined;
  quote?: string | undefined;
  /** Its login link; where links are asked for one by one, only that there is one. */
  link?: string | undefined;
}

/** How a row stands in a page, as a list: what is missing is null, or cut off at the end. */
export const PACKED = [
  ...(["row", "status", "email", "issues", "warnings", "reference", "name", "quote", "link"] as const),
];

/** Something to be said of a row, without the row: many rows have the same. */
export interface ListedIssue {
  /** Columns, and the letters that make their cells with the row's number. */
  places: readonly { column: string; letters: string }[];
  message: string;
  path: string;
  /** The filter that finds its like, as in `reason:3`; null where there are too many kinds. */
  filter: string | null;
}

/** In the order of the table. */
export const COLUMN_TITLES = {
  row: "Row",
  status: "Status",
  reference: "Reference",
  name: "Name",
  email: "E-mail",
  quote: "Quote",
  link: "Login link",
  what: "What happened",
} as const;

export type ColumnName = keyof typeof COLUMN_TITLES;

/** Which rows are looked at: those that need something, all of them, or those that are done. */
export const TABS = ["attention", "all", "done"] as const;

/** What the person wants to see. */
export interface View {
  tab: (typeof TABS)[number];
  text: string;
  /** As in `status:failed` or `reason:3`. Of one group, rows need to fit one only. */
  filters: readonly string[];
  sort: ColumnName;
  isDescending: boolean;
  /** How many that fit are passed over. */
  from: number;
}

/** A status, a reason or a warning that rows can be filtered by. */
export interface ListFilter {
  name: string;
  /** The column, unless it is about the whole row. */
  column: string;
  words: string;
}

/** The same, and how many of the rows of a tab fit. */
export interface CountedFilter extends ListFilter {
  count: number;
}

/** A window of the rows that fit, and what there is to choose among all rows of its tab. */
export interface RowWindow {
  /** Those that occur; the most harmful reasons first. */
  filters: CountedFilter[];
  /** Columns in which any of them has something. */
  columns: ColumnName[];
  /** How many that fit stand before it. */
  from: number;
  rows: ListedRow[];
  /** How many fit, in the window or not. */
  found: number;
}

/** Where an issue is, as one finds it in the sheet. */
export function listedPlace({ places }: ListedIssue, row: number): string {
  const cells = places.map(({ column, letters }): IssuePlace => {
    return letters === "" ? { column } : { column, cell: `${letters}${row}` };
  });
  return placesText(cells);
}

/** Issues of a row, on one line. */
export function issuesText({ row }: ListedRow, issues: readonly ListedIssue[] = []): string {
  const texts = issues.map((issue) => {
    const place = listedPlace(issue, row);
    return place === "" ? issue.message : `${place}: ${issue.message}`;
  });
  return texts.join("; ");
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The rows of a run in memory: found, filtered and sorted. What is searched is put together once, at the first search. */
export class RowList {
  readonly #rows: readonly ListedRow[];
  readonly #filters: readonly ListFilter[];
  readonly #contents = new Map<View["tab"], Pick<RowWindow, "filters" | "columns">>();
  #searched: Map<ListedRow, string> | undefined;
  #last: { key: string; rows: readonly ListedRow[] } | undefined;

  /** @param filters Reasons and warnings, in the order in which they are offered. */
  constructor(rows: readonly ListedRow[], filters: readonly ListFilter[]) {
    this.#rows = rows;
    const statuses = SHOWN_NAMES.map((name) => ({ name: `status:${name}`, column: "", words: name }));
    this.#filters = [...statuses, ...filters];
  }

  /** @param count At most so many, from the first that fits and is not passed over. */
  window({ from, ...view }: View, count: number): RowWindow {
    const key = JSON.stringify(view);
    if (this.#last?.key !== key) this.#last = { key, rows: this.#find(view) };
    const { rows } = this.#last;
    return {
      ...this.#contentsOf(view.tab),
      from,
      rows: rows.slice(from, from + count),
      found: rows.length,
    };
  }

  find(number: number): ListedRow | undefined {
    return this.#rows.find(({ row }) => row === number);
  }

  #contentsOf(tab: View["tab"]): Pick<RowWindow, "filters" | "columns"> {
    const known = this.#contents.get(tab);
    if (known) return known;
    const counts = new Map<string, number>();
    const columns = new Set<string>(["row", "status"]);
    for (const row of this.#rows) {
      if (!isIn(row, tab)) continue;
      for (const filter of filtersOf(row)) counts.set(filter, (counts.get(filter) ?? 0) + 1);
      for (const column of COLUMNS)
        if (!columns.has(column) && keyOf(row, column) !== "") columns.add(column);
    }
    const filters = this.#filters.map((filter) => ({ ...filter, count: counts.get(filter.name) ?? 0 }));
    const contents = {
      filters: filters.filter(({ count }) => count > 0),
      columns: COLUMNS.filter((column) => columns.has(column)),
    };
    this.#contents.set(tab, contents);
    return contents;
  }

  #find({ tab, text, filters, sort, isDescending }: Omit<View, "from">): ListedRow[] {
    const groups = new Map<string | undefined, string[]>();
    for (const filter of filters) addTo(groups, filter.split(":", 1)[0], filter);
    const words = text.toLowerCase().split(/\s+/);
    const found = this.#rows.filter((row) => {
      if (!isIn(row, tab) || !this.#holds(row, words)) return false;
      const own = groups.size === 0 ? [] : filtersOf(row);
      return [...groups.values()].every((group) => group.some((filter) => own.includes(filter)));
    });
    if (sort === "row") return isDescending ? found.reverse() : found;
    const sign = isDescending ? -1 : 1;
    const keyed = found.map((row) => ({ row, key: keyOf(row, sort) }));
    // Equal ones stay in the order of the sheet.
    keyed.sort((a, b) => sign * compare(a.key, b.key) || a.row.row - b.row.row);
    return keyed.map(({ row }) => row);
  }

  #holds(row: ListedRow, words: readonly string[]): boolean {
    if (words.every((word) => word === "")) return true;
    this.#searched ??= new Map(this.#rows.map((each) => [each, searchText(each)]));
    const text = this.#searched.get(row) ?? "";
    return words.every((word) => text.includes(word));
  }
}

const SHOWN_NAMES = Object.keys(SHOWN_SIGNS) as ShownName[];
const COLUMNS = Object.keys(COLUMN_TITLES) as ColumnName[];

function isIn({ status }: ListedRow, tab: View["tab"]): boolean {
  if (tab === "all") return true;
  if (status === "not a lead") return false;
  return (tab === "done") === ["created", "ready", "doubtful"].includes(status);
}

/** The filters that a row fits, each once. */
function filtersOf({ status, issues = NO_ISSUES, warnings = NO_ISSUES }: ListedRow): string[] {
  const filters = [`status:${status}`];
  for (const all of [issues, warnings])
    for (const { filter } of all) if (filter !== null && !filters.includes(filter)) filters.push(filter);
  return filters;
}

const NO_ISSUES: readonly ListedIssue[] = [];

function searchText(row: ListedRow): string {
  const { status, email, reference, name, quote, issues, warnings } = row;
  const texts = [`row ${row.row}`, status, email, reference, name, quote];
  return [...texts, issuesText(row, issues), issuesText(row, warnings)].join("\n").toLowerCase();
}

function keyOf(row: ListedRow, column: ColumnName): string | number {
  if (column === "status") return SHOWN_NAMES.indexOf(row.status);
  if (column === "what") return issuesText(row, row.issues) || issuesText(row, row.warnings);
  return row[column] ?? "";
}

/** Empty cells come last, whichever way the column is sorted from small to large. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
  return COLLATOR.compare(String(a), String(b));
}
