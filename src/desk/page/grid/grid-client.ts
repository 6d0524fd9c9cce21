import { draftPath } from "../../addresses.ts";
import type { GridAnswer, GridColumn, GridEdit, GridRow, WindowQuery } from "../../drafts/draft-grid.ts";
import type { RowQuery } from "../../drafts/draft-rows.ts";
import type { EditAnswer } from "../../server/grid-routes.ts";
import { ApiError, asApiError, post } from "../api.ts";

/** So many rows are fetched with those in sight, before them and behind. */
const ROWS_AROUND = 60;
/** Undo and redo are about what was done on this page. */
const PAGE = crypto.randomUUID();
/** After so long, rows are asked for again: of a sheet that is read on there are more, and the desk may be back. */
const AGAIN_MS = 500;

/** A cell, by its row's place in the view and its column's in the grid. */
export interface Cell {
  at: number;
  column: number;
}

/** An edit on its way. */
interface Waiting {
  /** If the page sends the edit twice, the desk knows it by this id, and makes it once. */
  id: string;
  edit: GridEdit;
  /** The reading that the page showed when the edit was made. */
  reading: string;
  /** In words, by the columns as they were. */
  what: string;
  answer(answer: EditAnswer | undefined): void;
}

/** Pages with edits that are not saved yet, by their drafts: whoever leaves the grid leaves them to go on. */
const unsettled = new Map<string, GridClient>();

const unsavedListeners = new Set<(count: number) => void>();

/** Says how many edits this page has that are not saved yet, whenever that may be another. @returns What ends that. */
export function onUnsaved(listener: (count: number) => void): () => void {
  unsavedListeners.add(listener);
  return () => void unsavedListeners.delete(listener);
}

/** Tries again to save what is not, for when the desk is back. */
export function saveAllAgain(): void {
  for (const client of unsettled.values())
    if (client.unsaved && canTryAgain(client.unsaved)) void client.saveAgain();
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
  if (!client || client.waiting.length === 0) return;
  const why = client.unsaved ? `: ${client.unsaved.message}` : "";
  throw new ApiError({
    code: "not-saved",
    message: `Not everything that was corrected is saved${why}`,
    hint: "Go back to the rows, and save it first.",
    draft,
  });
}

/** What is known of all rows. */
export type GridFacts = Omit<GridAnswer, "rows" | "from">;

/** The rows of a draft that this page has fetched, and what it asks the server to do with them. */
export class GridClient {
  readonly #draft: string;
  readonly #path: string;
  #view: string | undefined;
  /** Those in sight and some around them, from one on. */
  #rows: GridRow[] = [];
  #from = 0;
  /** Grows with every change: what was asked before may be stale. */
  #generation = 0;
  #loading: { generation: number; done: Promise<void> } | undefined;
  #wanted: [first: number, last: number] = [0, 0];
  /** How often other rows were asked for. */
  #showCount = 0;
  #isLeft = false;
  #saving: Promise<void> | undefined;
  #timer = 0;
  query: RowQuery = { tab: "correct" };
  facts: GridFacts | undefined;
  /** Edits that are not saved yet, in their order. */
  readonly waiting: Waiting[] = [];
  /** What keeps the rows from being shown. */
  error: ApiError | undefined;
  /** Why edits wait: the first of them may not have reached the server, or cannot be done. The others come behind it. */
  unsaved: ApiError | undefined;
  /** Called with each change of what is here. */
  onChange: () => void = () => undefined;

  constructor(draft: string) {
    this.#draft = draft;
    this.#path = draftPath(draft);
  }

  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  get columns(): readonly GridColumn[] {
    return this.facts?.columns ?? [];
  }

  get view(): string {
    return this.facts?.view ?? "";
  }

  /** Names the way in which the sheet is read whose rows are here. */
  get reading(): string {
    return this.facts?.reading ?? "";
  }

  get total(): number {
    return this.facts?.total ?? 0;
  }

  /** Index of the column in which rows of the group have their mistake, where one is chosen. */
  get groupColumn(): number | undefined {
    const { column } = this.facts?.groups.find(({ number }) => number === this.query.group) ?? {};
    const at = this.columns.findIndex(({ header }) => header === column);
    return at < 0 ? undefined : at;
  }

  row(at: number): GridRow | undefined {
    return this.#rows[at - this.#from];
  }

  /** The rows that are here. */
  get rows(): readonly GridRow[] {
    return this.#rows;
  }

  /**
   * Shows other rows, or the same ones as they are now, with all edits that are on their way; until there are some, or there is
   * none.
   *
   * @returns Whether they are shown: not where others were asked for meanwhile.
   */
  async show(query: RowQuery): Promise<boolean> {
    const mine = ++this.#showCount;
    const isCurrent = (): boolean => mine === this.#showCount;
    this.#isLeft = false;
    await this.idle();
    if (!isCurrent()) return false;
    this.query = query;
    this.#view = undefined;
    this.#wanted = [0, 0];
    this.#forget();
    await this.#load();
    const isEmpty = (): boolean => !this.error && this.total === 0 && this.facts?.isWhole === false;
    while (isCurrent() && isEmpty()) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return isCurrent();
  }

  /** Fetches what can be seen, and a little beyond. */
  need(first: number, last: number): void {
    this.#wanted = [first, last];
    if (!this.error && !this.#isHere()) void this.#load();
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
      this.waiting.push({ id: crypto.randomUUID(), edit, reading, what, answer });
      unsettled.set(this.#draft, this);
      if (this.unsaved) this.#halt(this.unsaved);
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
    this.waiting.shift();
    while (this.waiting[0]?.edit.do === "undo" || this.waiting[0]?.edit.do === "redo") this.waiting.shift();
    await this.saveAgain();
    // What was typed is not what is there.
    await this.show(this.query);
  }

  /** Resolves once no edit is on its way. */
  async idle(): Promise<void> {
    while (this.#saving) await this.#saving;
  }

  /** The texts of a block, with all that was changed in it; not all of its rows may be here. */
  async block(from: number, to: number, columns: GridColumn["key"][]): Promise<string[][]> {
    await this.idle();
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
    this.#wanted = [at, at];
    if (!this.#isHere()) await this.#load();
    return { at, column: this.mistakesAt(at)[0] ?? after };
  }

  /** Fetches the rows that are shown anew: another window may have changed them, or the desk is back. */
  async refresh(): Promise<void> {
    await this.idle();
    if (this.unsaved || this.#isLeft || !(this.facts || this.error)) return;
    this.#generation += 1;
    await this.#load();
  }

  /** For a view that goes away. */
  leave(): void {
    this.onChange = () => undefined;
    this.#showCount += 1;
    this.#isLeft = true;
    clearTimeout(this.#timer);
  }

  #isHere(): boolean {
    const [first, last] = this.#wanted;
    return first >= this.#from && Math.min(last, this.total - 1) < this.#from + this.#rows.length;
  }

  #tell(): void {
    this.onChange();
    const count = [...unsettled.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
    for (const listener of unsavedListeners) listener(count);
  }

  #save(): void {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined;
      if (this.waiting.length === 0) unsettled.delete(this.#draft);
      // Begun by whoever was told that the last one is done.
      else if (!this.unsaved) this.#save();
      this.#tell();
    });
    this.#tell();
  }

  async #saveAll(): Promise<void> {
    for (let next = this.waiting[0]; next && !this.unsaved; next = this.waiting[0]) {
      try {
        const answer = await this.#edit(next);
        this.waiting.shift();
        next.answer(answer);
      } catch (caught) {
        const error = asApiError(caught);
        this.#halt(error);
        // Groups have other numbers now.
        if (!canTryAgain(error) && !this.#isLeft) void this.show({ tab: this.query.tab });
      }
    }
  }

  /** Lets what waits stay, until it is tried again. */
  #halt(error: ApiError): void {
    this.unsaved = error;
    for (const { answer } of this.waiting) answer(undefined);
    this.#tell();
  }

  async #edit({ id, reading, edit }: Waiting): Promise<EditAnswer> {
    const answer = await post<EditAnswer>(`${this.#path}/edits`, {
      id,
      reading,
      window: this.#window(),
      edit,
    });
    this.#forget();
    this.#take(answer);
    return answer;
  }

  /** The rows that are wanted and some around them, as the server is asked for them. */
  #window(): WindowQuery {
    const [first, last] = this.#wanted;
    const from = Math.max(0, first - ROWS_AROUND);
    const count = last + 1 + ROWS_AROUND - from;
    const view = this.#view !== undefined && { view: this.#view };
    return { ...this.query, ...view, from, count, page: PAGE };
  }

  #load(): Promise<void> {
    const generation = this.#generation;
    if (this.#loading?.generation !== generation) {
      const done = this.#fetch(generation).finally(() => {
        if (this.#loading?.generation === generation) this.#loading = undefined;
        this.#tell();
      });
      this.#loading = { generation, done };
    }
    return this.#loading.done;
  }

  /** Other rows may be wanted by the time that some are here. */
  async #fetch(generation: number): Promise<void> {
    try {
      do {
        const answer = await post<GridAnswer>(`${this.#path}/rows`, this.#window());
        if (generation !== this.#generation) return;
        this.error = undefined;
        this.#take(answer);
      } while (!this.#isHere());
      if (!this.facts?.isWhole) this.#comeBack();
    } catch (caught) {
      if (generation !== this.#generation) return;
      this.error = asApiError(caught);
      if (!this.error.isRefused) this.#comeBack();
    }
  }

  #comeBack(): void {
    clearTimeout(this.#timer);
    if (this.#isLeft) return;
    this.#timer = window.setTimeout(() => {
      this.#generation += 1;
      void this.#load();
    }, AGAIN_MS);
  }

  #take({ rows, from, ...facts }: GridAnswer): void {
    this.#view = facts.view;
    const isSame = JSON.stringify(this.columns) === JSON.stringify(facts.columns);
    // Rows are drawn anew where their columns are others.
    this.facts = isSame && this.facts ? { ...facts, columns: this.facts.columns } : facts;
    // The answer does not know what was typed since.
    for (const { edit } of this.waiting)
      for (const [number, key, text] of edit.do === "cells" ? edit.cells : []) {
        const row = rows.find((each) => each.row === number);
        const column = this.columns.findIndex((each) => each.key === key);
        if (row && column >= 0) row.cells[column] = text;
      }
    this.#rows = rows;
    this.#from = from;
  }

  #forget(): void {
    this.#generation += 1;
    this.#rows = [];
  }
}

/** Not what was of rows that are others now, as after a new start of the desk: a person has to see what is not saved. */
export function canTryAgain({ code }: ApiError): boolean {
  return code !== "draft-read-anew" && code !== "view-gone";
}

/** What an edit is, for who has to decide about it: with the text that was typed. */
function editWords(edit: GridEdit, columns: readonly GridColumn[]): string {
  const headerOf = (key: GridColumn["key"]): string =>
    columns.find((column) => column.key === key)?.header ?? String(key);
  switch (edit.do) {
    case "cells":
      return edit.cells.map(([row, key, text]) => `${headerOf(key)}, row ${row}: “${text}”`).join("; ");
    case "put": {
      const headers = edit.columns.map(headerOf).join(", ");
      const text = edit.texts?.map((row) => row.join(" ")).join(" / ");
      if (text === undefined) return `Filled down: ${headers}`;
      return text === "" ? `Emptied: ${headers}` : `Pasted in ${headers}: “${text}”`;
    }
    case "replace":
      return `Replaced in ${headerOf(edit.column)}: “${edit.find}” by “${edit.text}”`;
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
