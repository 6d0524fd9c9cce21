import { draftPath } from "../../addresses.ts";
import type { GridAnswer, GridColumn, GridEdit, GridRow, WindowQuery } from "../../drafts/draft-grid.ts";
import type { RowQuery } from "../../drafts/draft-rows.ts";
import type { EditAnswer } from "../../server/grid-routes.ts";
import { ApiError, post } from "../api.ts";
import { asApiError } from "../load.ts";
import type { Cell } from "./grid-selection.ts";

/** Rows are fetched and kept in pages of so many. */
const PAGE_ROWS = 60;
const PAGES_MAX = 40;
/** While a file is being read, it is asked for at first so often, and then less and less. */
const READING_DELAY_MS = 200;
const READING_DELAY_MS_MAX = 2_000;

/** More that wait are only counted. */
const EDITS_TOLD = 5;

/** An edit on its way. */
interface Waiting {
  /** By which the desk knows it when it is asked for once more: what was done is not done again. */
  id: string;
  edit: GridEdit;
  /** Under which it was seen what is changed. */
  reading: string;
  /** In words, by the columns as they were. */
  what: string;
  answer(answer: EditAnswer | undefined): void;
}

/** Why edits wait behind the first of them. */
export interface Unsaved {
  count: number;
  error: ApiError;
  /** The first of them. */
  what: readonly string[];
  /** Whether it may be saved when it is tried again. */
  canTryAgain: boolean;
  /** Whether it may be given up for those behind it. */
  canLeaveOut: boolean;
}

/** Pages with edits that are not saved yet, by their drafts: whoever leaves the grid leaves them to go on. */
const unsettled = new Map<string, GridClient>();

/** How many edits this page has that are not saved yet. */
export function unsavedCount(): number {
  return [...unsettled.values()].reduce((sum, { waitingCount }) => sum + waitingCount, 0);
}

const unsavedListeners = new Set<() => void>();

/** Calls back when {@link unsavedCount} may be another. @returns What ends that. */
export function onUnsaved(listener: () => void): () => void {
  unsavedListeners.add(listener);
  return () => void unsavedListeners.delete(listener);
}

/** Tries again to save what is not, for when the desk is back. */
export function saveAllAgain(): void {
  for (const client of unsettled.values()) if (client.unsaved?.canTryAgain) void client.saveAgain();
}

// A person who closes the tab is asked first.
addEventListener("beforeunload", (event) => {
  if (unsettled.size > 0) event.preventDefault();
});

/** The rows of a draft as this page has them: with edits that are not saved, where it was left with some. */
export function openGrid(draft: string): GridClient {
  return unsettled.get(draft) ?? new GridClient(draft);
}

/**
 * Waits until all that was changed in a draft's rows is saved.
 *
 * @throws ApiError where it could not be.
 */
export async function whenSaved(draft: string): Promise<void> {
  const client = unsettled.get(draft);
  await client?.idle();
  if (!client || client.waitingCount === 0) return;
  const why = client.unsaved ? `: ${client.unsaved.error.message}` : "";
  throw new ApiError({
    code: "not-saved",
    message: `Not everything that was corrected is saved${why}`,
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
  #query: RowQuery = { tab: "all" };
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
  /** Why edits wait: the first of them may not have reached the server, or cannot be done. The others come behind it. */
  unsaved: Unsaved | undefined;
  /** Called with each change of what is here. */
  onChange: () => void = () => undefined;

  constructor(draft: string) {
    this.#draft = draft;
    this.#path = draftPath(draft);
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  get columns(): readonly GridColumn[] {
    return this.facts?.columns ?? [];
  }

  get query(): RowQuery {
    return this.#query;
  }

  get view(): string {
    return this.#view ?? "";
  }

  /** Names the way in which the sheet is read whose rows are here. */
  get reading(): string {
    return this.facts?.reading ?? "";
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
  async show(query: RowQuery): Promise<boolean> {
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
      if (!this.#isHere(page) && !this.#asked.has(page)) void this.#load(page);
  }

  /**
   * Changes rows, after all that was changed before.
   *
   * @param reading Under which the person has seen them, where that may be an earlier one than that of the rows here.
   * @returns What became of it; undefined where it is not done, which `error` or `unsaved` tells.
   */
  edit(edit: GridEdit, reading = this.reading): Promise<EditAnswer | undefined> {
    return new Promise((answer) => {
      const what = editWords(edit, this.columns);
      this.#waiting.push({ id: crypto.randomUUID(), edit, reading, what, answer });
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

  /**
   * Gives up the edit that cannot be saved, and saves those behind it; but not the steps that were meant for it, which would
   * take back what was done before.
   */
  async leaveOut(): Promise<void> {
    this.#waiting.shift();
    while (this.#waiting[0]?.edit.do === "undo" || this.#waiting[0]?.edit.do === "redo")
      this.#waiting.shift();
    await this.saveAgain();
    // What was typed is not what is there.
    await this.show(this.#query);
  }

  /** Resolves once no edit is on its way. */
  async idle(): Promise<void> {
    while (this.#saving) await this.#saving;
  }

  /** The texts of a block of which not all rows may be here. */
  async block(from: number, to: number, columns: GridColumn["key"][]): Promise<string[][]> {
    const ask = { view: this.view, from, to, columns };
    return (await post<{ texts: string[][] }>(`${this.#path}/block`, ask)).texts;
  }

  /** The columns of a row in which something is to be corrected, in their order; what is wrong with all of it is at the first. */
  mistakesAt(at: number): number[] {
    const marks = this.row(at)?.marks.filter(({ kind }) => kind !== "warning") ?? [];
    return marks.map(({ column }) => Math.max(0, column)).sort((one, other) => one - other);
  }

  /**
   * Where the next cell stands that is to be corrected, and round from the beginning: found here as far as the rows are here, else
   * asked for once all that was changed is saved.
   */
  async next({ at: from, column: after }: Cell): Promise<Cell | undefined> {
    for (let at = from; this.row(at); at++) {
      const column = this.mistakesAt(at).find((each) => at > from || each > after);
      if (column !== undefined) return { at, column };
    }
    await this.idle();
    const { at } = await post<{ at: number | null }>(`${this.#path}/next`, { view: this.view, after: from });
    if (at === null) return undefined;
    if (!this.row(at)) await this.#load(Math.floor(at / PAGE_ROWS));
    return { at, column: this.mistakesAt(at)[0] ?? after };
  }

  /** Fetches the rows that are shown anew: another window may have changed them. */
  async refresh(): Promise<void> {
    await this.idle();
    // Rows that are being fetched right now are new anyway.
    if (this.unsaved || this.#isLeft || this.#view === undefined) return;
    this.#asked.clear();
    this.#generation += 1;
    const [first, last] = this.#wanted.map((at) => Math.floor(at / PAGE_ROWS));
    const shown = [first ?? 0, last ?? 0];
    for (const page of this.#pages.keys()) if (!shown.includes(page)) this.#pages.delete(page);
    for (const page of new Set(shown)) void this.#load(page);
  }

  /** For a view that goes away. */
  leave(): void {
    this.onChange = () => undefined;
    this.#showCount += 1;
    this.#isLeft = true;
    clearTimeout(this.#timer);
  }

  /** The last page of a sheet that is read on has more rows later. */
  #isHere(page: number): boolean {
    return (this.#pages.get(page)?.length ?? 0) >= Math.min(PAGE_ROWS, this.total - page * PAGE_ROWS);
  }

  #tell(): void {
    this.onChange();
    for (const listener of unsavedListeners) listener();
  }

  #save(): void {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined;
      if (this.#waiting.length === 0) unsettled.delete(this.#draft);
      // Begun by whoever was told that the last one is done.
      else if (!this.unsaved) this.#save();
      this.#tell();
    });
    this.#tell();
  }

  async #saveAll(): Promise<void> {
    for (let next = this.#waiting[0]; next && !this.unsaved; next = this.#waiting[0]) {
      try {
        const answer = await this.#edit(next);
        this.#waiting.shift();
        next.answer(answer);
      } catch (caught) {
        const error = asApiError(caught);
        this.#halt(error);
        // Groups have other numbers now.
        if (isOfOtherRows(error) && !this.#isLeft) void this.show({ tab: this.#query.tab });
      }
    }
  }

  /** Lets what waits stay, until it is tried again. */
  #halt(error: ApiError): void {
    this.unsaved = {
      count: this.#waiting.length,
      error,
      what: this.#waiting.slice(0, EDITS_TOLD).map(({ what }) => what),
      canTryAgain: !isOfOtherRows(error),
      canLeaveOut: error.code !== "no-server",
    };
    for (const { answer } of this.#waiting) answer(undefined);
    this.#tell();
  }

  async #edit({ id, reading, edit }: Waiting): Promise<EditAnswer> {
    const [first, last] = this.#wanted;
    const from = Math.floor(first / PAGE_ROWS) * PAGE_ROWS;
    const count = (Math.floor(last / PAGE_ROWS) + 1) * PAGE_ROWS - from;
    const window = this.#window(from, count);
    const answer = await post<EditAnswer>(`${this.#path}/edits`, { id, reading, window, edit });
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
      const answer = await post<GridAnswer>(`${this.#path}/rows`, window);
      if (generation !== this.#generation) return;
      this.error = undefined;
      const isOther = this.#view !== answer.view || this.reading !== answer.reading;
      if (this.#view !== undefined && isOther) this.#forget();
      this.#take(answer);
      if (!answer.isWhole && answer.total > 0) this.#comeBack();
    } catch (caught) {
      if (generation !== this.#generation) return;
      this.error = asApiError(caught);
      if (!this.error.isRefused) this.#comeBack();
    } finally {
      this.#asked.delete(page);
      this.#tell();
    }
  }

  #take({ rows, from, view, ...facts }: GridAnswer): void {
    this.#view = view;
    const isSame = JSON.stringify(this.columns) === JSON.stringify(facts.columns);
    // Rows are drawn anew where their columns are others.
    this.facts = isSame && this.facts ? { ...facts, columns: this.facts.columns } : facts;
    // What is typed while a sheet is read on is saved once it is read.
    for (const { edit } of this.#waiting)
      for (const [number, key, text] of edit.do === "cells" ? edit.cells : []) {
        const row = rows.find((each) => each.row === number);
        const column = this.columns.findIndex((each) => each.key === key);
        if (row && column >= 0) row.cells[column] = text;
      }
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

/** Whether an edit was of rows that are others now, as after a new start of the desk: a person has to see what is not saved. */
function isOfOtherRows({ code }: ApiError): boolean {
  return code === "draft-read-anew" || code === "view-gone";
}

/** What an edit is, for who has to decide about it: with the text that was typed. */
function editWords(edit: GridEdit, columns: readonly GridColumn[]): string {
  const headerOf = (key: GridColumn["key"]): string =>
    columns.find((column) => column.key === key)?.header ?? String(key);
  switch (edit.do) {
    case "cells":
      return edit.cells.map(([row, key, text]) => `${headerOf(key)}, row ${row}: “${text}”`).join("; ");
    case "block":
      return `Pasted in ${headerOf(edit.column)}: “${edit.texts.map((row) => row.join(" ")).join(" / ")}”`;
    case "replace":
      return `Replaced in ${headerOf(edit.column)}: “${edit.find}” by “${edit.text}”`;
    case "clear":
      return `Emptied: ${edit.columns.map(headerOf).join(", ")}`;
    case "fill":
      return `Filled down: ${edit.columns.map(headerOf).join(", ")}`;
    case "leads":
      return edit.isMarked ? "Left out" : "Taken back in";
    case "sends":
      return edit.isMarked
        ? "Sent although it may be a test, or the same person as another lead"
        : "Held back";
    case "undo":
      return "Undo";
    case "redo":
      return "Redo";
  }
}
