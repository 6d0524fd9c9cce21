import { draftPath } from "../../addresses.ts";
import type { GridAnswer, GridColumn, GridEdit, GridRow, WindowQuery } from "../../grid.ts";
import type { EditAnswer } from "../../grid-routes.ts";
import { ApiError, post } from "../api.ts";
import { asApiError } from "../load.ts";

/** Rows are fetched and kept in pages of so many. */
const PAGE_ROWS = 60;
const PAGES_MAX = 40;
/** While a file is being read, it is asked for at first so often, and then less and less. */
const READING_DELAY_MS = 200;
const READING_DELAY_MS_MAX = 2_000;

/** An edit on its way. */
interface Waiting {
  /** By which the desk knows it when it is asked for once more: what was done is not done again. */
  id: string;
  edit: GridEdit;
  answer(answer: EditAnswer | undefined): void;
}

/** Pages with edits that are not saved yet, by their drafts: whoever leaves the grid leaves them to go on. */
const unsettled = new Map<string, GridClient>();

// Whoever closes the tab is asked first.
addEventListener("beforeunload", (event) => {
  if (unsettled.size > 0) event.preventDefault();
});

/** The rows of a draft as this page has them: with edits that are not saved, where it was left with some. */
export function openGrid(draft: string, page: string): GridClient {
  return unsettled.get(draft) ?? new GridClient(draft, page);
}

/**
 * Waits until all that was changed in a draft's rows is saved.
 *
 * @throws ApiError where it could not be.
 */
export async function whenSaved(draft: string): Promise<void> {
  const client = unsettled.get(draft);
  await client?.idle();
  if (!client?.unsaved) return;
  const { message } = client.unsaved.error;
  throw new ApiError({
    code: "not-saved",
    message: `Not everything that was corrected is saved: ${message}`,
    hint: "Go back to the rows, and save it first.",
    draft,
  });
}

/** What is known of all rows. */
export type GridFacts = Omit<GridAnswer, "rows" | "from" | "view">;

/** The rows of a draft that this page has fetched, and what it asks the server to do with them. */
export class GridClient {
  readonly #draft: string;
  readonly #path: string;
  readonly #page: string;
  #query: Pick<WindowQuery, "tab" | "group"> = { tab: "all" };
  #view: string | undefined;
  #pages = new Map<number, GridRow[]>();
  readonly #asked = new Set<number>();
  /** Grows with every change: what was asked before may be stale. */
  #generation = 0;
  #wanted: [first: number, last: number] = [0, 0];
  /** How often other rows were asked for. */
  #showCount = 0;
  #isLeft = false;
  readonly #waiting: Waiting[] = [];
  #saving: Promise<void> | undefined;
  #timer = 0;
  #delayMs = READING_DELAY_MS;
  facts: GridFacts | undefined;
  /** What keeps the rows from being shown. */
  error: ApiError | undefined;
  /** Why edits wait: the first of them may not have reached the server, and may be tried again. The others come behind it. */
  unsaved: { count: number; error: ApiError } | undefined;
  /** Why an edit was refused: until another one is begun with none on its way. */
  refused: ApiError | undefined;
  /** Called with each change of what is here. */
  onChange: () => void = () => undefined;

  /** @param page By which the server knows this page from others. */
  constructor(draft: string, page: string) {
    this.#draft = draft;
    this.#path = draftPath(draft);
    this.#page = page;
  }

  get isSaving(): boolean {
    return this.#saving !== undefined;
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

  /**
   * Shows other rows, or the same ones as they are now, with all edits that are on their way; until there are some, or there is
   * none.
   *
   * @returns Whether they are shown: not where others were asked for meanwhile.
   */
  async show(query: Pick<WindowQuery, "tab" | "group">): Promise<boolean> {
    const mine = ++this.#showCount;
    this.#isLeft = false;
    const isCurrent = (): boolean => mine === this.#showCount;
    await this.idle();
    while (isCurrent()) {
      this.#query = query;
      this.#view = undefined;
      this.#forget();
      await this.#load(0);
      if (this.error || this.facts?.isWhole || this.total > 0) break;
      await new Promise((resolve) => setTimeout(resolve, READING_DELAY_MS));
    }
    return isCurrent();
  }

  /** Fetches what can be seen, and a little beyond. */
  need(first: number, last: number): void {
    this.#wanted = [first, last];
    if (this.error) return;
    for (let page = Math.floor(first / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page++)
      if (!this.#pages.has(page) && !this.#asked.has(page) && page * PAGE_ROWS < this.total)
        void this.#load(page);
  }

  /**
   * Changes rows, after all that was changed before.
   *
   * @returns What became of it; undefined where it is not done, which `error`, `unsaved` or `refused` tells.
   */
  edit(edit: GridEdit): Promise<EditAnswer | undefined> {
    if (this.#waiting.length === 0) this.refused = undefined;
    return new Promise((answer) => {
      this.#waiting.push({ id: crypto.randomUUID(), edit, answer });
      unsettled.set(this.#draft, this);
      if (this.unsaved) this.#halt(this.unsaved.error);
      else this.#save();
    });
  }

  /** Tries again to save what is not. */
  async saveAgain(): Promise<void> {
    this.unsaved = undefined;
    this.#save();
    await this.idle();
  }

  /** Resolves once no edit is on its way. */
  async idle(): Promise<void> {
    while (this.#saving) await this.#saving;
  }

  /** The texts of a block of which not all rows may be here. */
  async block(from: number, to: number, columns: GridColumn["key"][]): Promise<string[][]> {
    const ask = { page: this.#page, view: this.view, from, to, columns };
    return (await post<{ texts: string[][] }>(`${this.#path}/block`, ask)).texts;
  }

  /** Where the next row stands that has something to correct, as far as that is known here without asking. */
  nextHere(after: number): number | undefined {
    for (let at = after + 1; at < this.total; at++) {
      const row = this.row(at);
      if (!row) return undefined;
      if (row.marks.some(({ kind }) => kind !== "warning")) return at;
    }
    return undefined;
  }

  /** Where the next row stands that has something to correct, once all that was changed is saved. */
  async next(after: number): Promise<number | null> {
    await this.idle();
    const ask = { page: this.#page, view: this.view, after };
    return (await post<{ at: number | null }>(`${this.#path}/next`, ask)).at;
  }

  async takeOver(): Promise<void> {
    try {
      await post(`${this.#path}/hold`, { page: this.#page, does: "take-over" });
      this.error = undefined;
      await this.saveAgain();
    } catch (caught) {
      this.error = asApiError(caught);
    }
    await this.show(this.#query);
  }

  /** For a view that goes away: another page may go on once all is saved. */
  async leave(): Promise<void> {
    this.onChange = () => undefined;
    this.#showCount += 1;
    this.#isLeft = true;
    clearTimeout(this.#timer);
    await this.idle();
    if (!this.unsaved) this.release();
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

  #save(): void {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined;
      if (this.#waiting.length === 0) unsettled.delete(this.#draft);
      // Begun by whoever was told that the last one is done.
      else if (!this.unsaved) this.#save();
      this.onChange();
    });
    this.onChange();
  }

  async #saveAll(): Promise<void> {
    for (let next = this.#waiting[0]; next && !this.unsaved; next = this.#waiting[0]) {
      try {
        const answer = await this.#edit(next);
        this.#waiting.shift();
        next.answer(answer);
      } catch (caught) {
        const error = asApiError(caught);
        const isElsewhere = error.code === "draft-open-elsewhere";
        if (isElsewhere) this.error = error;
        if (isElsewhere || !error.isRefused) {
          this.#halt(error);
        } else {
          this.#waiting.shift();
          this.refused = error;
          next.answer(undefined);
          this.#dropSteps();
          // What was typed is not what is there.
          if (this.#waiting.length === 0) void this.show(this.#query);
        }
      }
    }
  }

  /** Leaves out the steps behind an edit that was refused: they were meant for it, and would take back what was done before. */
  #dropSteps(): void {
    while (this.#waiting[0]?.edit.do === "undo" || this.#waiting[0]?.edit.do === "redo")
      this.#waiting.shift()?.answer(undefined);
  }

  /** Lets what waits stay, until it is tried again. */
  #halt(error: ApiError): void {
    this.unsaved = { count: this.#waiting.length, error };
    for (const { answer } of this.#waiting) answer(undefined);
    this.onChange();
  }

  async #edit({ id, edit }: Waiting): Promise<EditAnswer> {
    const [first, last] = this.#wanted;
    const from = Math.floor(first / PAGE_ROWS) * PAGE_ROWS;
    const count = (Math.floor(last / PAGE_ROWS) + 1) * PAGE_ROWS - from;
    const window = this.#window(from, count);
    const answer = await post<EditAnswer>(`${this.#path}/edits`, { page: this.#page, id, window, edit });
    this.#forget();
    this.#take(answer);
    return answer;
  }

  /** Some of the rows that are shown, as the server is asked for them. */
  #window(from: number, count: number): WindowQuery {
    return { ...this.#query, ...(this.#view !== undefined && { view: this.#view }), from, count };
  }

  async #load(page: number): Promise<void> {
    const generation = this.#generation;
    this.#asked.add(page);
    try {
      const window = this.#window(page * PAGE_ROWS, PAGE_ROWS);
      const answer = await post<GridAnswer>(`${this.#path}/rows`, { page: this.#page, window });
      if (generation !== this.#generation) return;
      this.error = undefined;
      if (this.#view !== undefined && this.#view !== answer.view) this.#forget();
      this.#take(answer);
      if (!answer.isWhole && answer.total > 0) this.#comeBack();
    } catch (caught) {
      if (generation !== this.#generation) return;
      this.error = asApiError(caught);
      if (!this.error.isRefused) this.#comeBack();
    } finally {
      this.#asked.delete(page);
      this.onChange();
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

  /** While the file is still being read, there are more rows each time; and the desk may be back. */
  #comeBack(): void {
    clearTimeout(this.#timer);
    if (this.#isLeft) return;
    this.#timer = window.setTimeout(() => {
      const [first] = this.#wanted;
      const page = Math.floor(first / PAGE_ROWS);
      this.#generation += 1;
      this.#asked.clear();
      if (!this.facts?.isWhole && (this.#query.tab !== "all" || this.#query.group)) this.#view = undefined;
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
