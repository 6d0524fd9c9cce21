import { draftPath } from "../../addresses.ts";
import type { GridAnswer, GridColumn, GridEdit, GridRow, WindowQuery } from "../../grid.ts";
import type { EditAnswer } from "../../grid-routes.ts";
import { type ApiError, post } from "../api.ts";
import { asApiError } from "../load.ts";

/** Rows are fetched and kept in pages of so many. */
const PAGE_ROWS = 60;
const PAGES_MAX = 40;
/** While a file is being read, it is asked for at first so often, and then less and less. */
const READING_DELAY_MS = 200;
const READING_DELAY_MS_MAX = 2_000;

/** What is known of all rows. */
export type GridFacts = Omit<GridAnswer, "rows" | "from" | "view">;

/** The rows of a draft that this page has fetched, and what it asks the server to do with them. */
export class GridClient {
  readonly #path: string;
  readonly #page: string;
  readonly #onChange: () => void;
  #query: Pick<WindowQuery, "tab" | "group"> = { tab: "all" };
  #view: string | undefined;
  #pages = new Map<number, GridRow[]>();
  readonly #asked = new Set<number>();
  /** Grows with every change: what was asked before may be stale. */
  #generation = 0;
  #wanted: [first: number, last: number] = [0, 0];
  #queue: Promise<unknown> = Promise.resolve();
  #timer = 0;
  #delayMs = READING_DELAY_MS;
  facts: GridFacts | undefined;
  /** What keeps the rows from being shown. */
  error: ApiError | undefined;
  /** An edit that did not reach the server, and may be tried again. */
  unsaved: { edit: GridEdit; error: ApiError } | undefined;
  savingCount = 0;

  /** @param page By which the server knows this page from others. */
  constructor(draft: string, page: string, onChange: () => void) {
    this.#path = draftPath(draft);
    this.#page = page;
    this.#onChange = onChange;
  }

  get columns(): readonly GridColumn[] {
    return this.facts?.columns ?? [];
  }

  get query(): Pick<WindowQuery, "tab" | "group"> {
    return this.#query;
  }

  get view(): string {
    return this.#view ?? "";
  }

  get total(): number {
    return this.facts?.total ?? 0;
  }

  row(at: number): GridRow | undefined {
    return this.#pages.get(Math.floor(at / PAGE_ROWS))?.[at % PAGE_ROWS];
  }

  /** Some rows that are here. */
  sample(): GridRow[] {
    return [...this.#pages.values()].flat().slice(0, 200);
  }

  /** Shows other rows, or the same ones as they are now; until there are some, or there is none. */
  async show(query: Pick<WindowQuery, "tab" | "group">): Promise<void> {
    this.#query = query;
    do {
      this.#view = undefined;
      this.#forget();
      await this.#load(0);
      if (this.error || this.facts?.isWhole || this.total > 0) return;
      await new Promise((resolve) => setTimeout(resolve, READING_DELAY_MS));
    } while (this.#query === query);
  }

  /** Fetches what can be seen, and a little beyond. */
  need(first: number, last: number): void {
    this.#wanted = [first, last];
    for (let page = Math.floor(first / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page++)
      if (!this.#pages.has(page) && !this.#asked.has(page) && page * PAGE_ROWS < this.total)
        void this.#load(page);
  }

  /** @returns What became of it; undefined where it could not be done, which `error` or `unsaved` tells. */
  edit(edit: GridEdit): Promise<EditAnswer | undefined> {
    const done = this.#queue.then(() => this.#edit(edit));
    this.#queue = done;
    return done;
  }

  /** The texts of a block of which not all rows may be here. */
  async block(from: number, to: number, columns: GridColumn["key"][]): Promise<string[][]> {
    const ask = { page: this.#page, view: this.view, from, to, columns };
    return (await post<{ texts: string[][] }>(`${this.#path}/block`, ask)).texts;
  }

  /** Where the next row stands that has something to correct. */
  async next(after: number): Promise<number | null> {
    const ask = { page: this.#page, view: this.view, after };
    return (await post<{ at: number | null }>(`${this.#path}/next`, ask)).at;
  }

  async takeOver(): Promise<void> {
    await post(`${this.#path}/hold`, { page: this.#page, does: "take-over" });
    this.error = undefined;
    await this.show(this.#query);
  }

  /** For a page that goes away. */
  release(): void {
    clearTimeout(this.#timer);
    void fetch(`${this.#path}/hold`, {
      method: "POST",
      keepalive: true,
      credentials: "same-origin",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ page: this.#page, does: "release" }),
    }).catch(() => undefined);
  }

  async #edit(edit: GridEdit): Promise<EditAnswer | undefined> {
    this.savingCount += 1;
    this.#onChange();
    try {
      const [first, last] = this.#wanted;
      const from = Math.floor(first / PAGE_ROWS) * PAGE_ROWS;
      const count = (Math.floor(last / PAGE_ROWS) + 1) * PAGE_ROWS - from;
      const window = { ...this.#query, ...(this.#view !== undefined && { view: this.#view }), from, count };
      const answer = await post<EditAnswer>(`${this.#path}/edits`, { page: this.#page, window, edit });
      this.unsaved = undefined;
      this.#forget();
      this.#take(answer);
      return answer;
    } catch (caught) {
      const error = asApiError(caught);
      if (error.code === "draft-open-elsewhere") this.error = error;
      else this.unsaved = { edit, error };
      if (error.code === "view-gone") void this.show(this.#query);
      return undefined;
    } finally {
      this.savingCount -= 1;
      this.#onChange();
    }
  }

  async #load(page: number): Promise<void> {
    const generation = this.#generation;
    this.#asked.add(page);
    try {
      const window = {
        ...this.#query,
        ...(this.#view !== undefined && { view: this.#view }),
        from: page * PAGE_ROWS,
        count: PAGE_ROWS,
      };
      const answer = await post<GridAnswer>(`${this.#path}/rows`, { page: this.#page, window });
      if (generation !== this.#generation) return;
      this.error = undefined;
      if (this.#view !== undefined && this.#view !== answer.view) this.#forget();
      this.#take(answer);
      if (!answer.isWhole && answer.total > 0) this.#comeBack();
    } catch (caught) {
      if (generation === this.#generation) this.error = asApiError(caught);
    } finally {
      this.#asked.delete(page);
      this.#onChange();
    }
  }

  #take({ rows, from, view, ...facts }: GridAnswer): void {
    this.#view = view;
    const isSame = JSON.stringify(this.columns) === JSON.stringify(facts.columns);
    // Rows are drawn anew where their columns are others.
    this.facts = isSame && this.facts ? { ...facts, columns: this.facts.columns } : facts;
    for (let start = 0; start < rows.length; start += PAGE_ROWS)
      this.#pages.set((from + start) / PAGE_ROWS, rows.slice(start, start + PAGE_ROWS));
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > PAGES_MAX && oldest !== undefined) this.#pages.delete(oldest);
  }

  /** While the file is still being read, there are more rows each time. */
  #comeBack(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const [first] = this.#wanted;
      const page = Math.floor(first / PAGE_ROWS);
      this.#generation += 1;
      this.#asked.clear();
      if (this.#query.tab !== "all" || this.#query.group) this.#view = undefined;
      void this.#load(page);
    }, this.#delayMs);
    this.#delayMs = Math.min(READING_DELAY_MS_MAX, this.#delayMs * 1.5);
  }

  #forget(): void {
    this.#generation += 1;
    this.#pages = new Map();
    this.#asked.clear();
  }
}
