import * as z from "zod";
import type { CliError } from "../../base/cli-error.ts";
import { literalPattern } from "../../base/literal-pattern.ts";
import { type Field, fieldAt, valueLabels } from "../../lead/field-catalogue.ts";
import type { Issue } from "../../lead/issue.ts";
import { isHeld } from "../../run/plan/plan-record.ts";
import { isOwnColumn } from "../../sheet/headers/header-meaning.ts";
import { cellText } from "../../sheet/table.ts";
import { deskError } from "../desk-errors.ts";
import type { DraftColumn, DraftEdits, Edit, EditStep } from "./draft-edits.ts";
import {
  columnSchema,
  type DraftRows,
  fieldsOf,
  type MarkKind,
  type RowQuery,
  rowQuerySchema,
  saidOf,
} from "./draft-rows.ts";

/** A column as the grid shows it. */
export interface GridColumn {
  /** An edit names the column by this key. */
  key: DraftColumn;
  header: string;
  letters?: string;
  /** What it feeds, in words, where its header says it in others. */
  feeds?: string;
  /** Words that may be chosen in its cells; others may be typed. */
  choices?: string[];
  /** Whether the sheet lacks it, and rows need it. */
  isAdded?: true;
  /** Whether no two rows may have the same in it. */
  isOfOne?: true;
}

export type GridRow = GridAnswer["rows"][number];
/** What there is to say of a cell. */
export type GridMark = GridRow["marks"][number];

const count = z.int().min(0).max(10_000_000);
const columns = z.array(columnSchema).min(1).max(2_000);
const text = z.string().max(1_000_000);
const view = z.string().max(100);
/** Rows of a view, from one to another. */
const range = { view, from: count, to: count };

export const windowSchema = rowQuerySchema.extend({
  /** The view of an earlier answer: its rows keep their places while somebody corrects them. */
  view: view.optional(),
  from: count,
  count,
  /** Names the page that asks; absent for any. */
  page: z.string().max(100).optional(),
});

/** Which rows are shown, and of these which window. */
export type WindowQuery = z.infer<typeof windowSchema>;

export const blockSchema = z.strictObject({ ...range, columns });

/** Where something to correct is looked for: behind a row of a view. */
export const nextSchema = z.strictObject({ view, after: count });

/** What a person does to cells. Rows are named by their place in a view, single cells by their row. */
export const editSchema = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("cells"),
    cells: z.array(z.tuple([count, columnSchema, text])).max(10_000),
  }),
  /** A block, from its first cell on; one text for all cells; or, where there is none, what the first row has. */
  z.strictObject({ do: z.literal("put"), ...range, columns, texts: z.array(z.array(text)).optional() }),
  /** In the rows of a view that belong there still: all of a cell, or what is found in it. */
  z.strictObject({ do: z.literal("replace"), view, column: columnSchema, find: text, text }),
  z.strictObject({ do: z.enum(["leads", "sends"]), ...range, isMarked: z.boolean() }),
  /** `isOfAll`: of the edits of every page, and not only of the page that asks. */
  z.strictObject({ do: z.enum(["undo", "redo"]), isOfAll: z.boolean().optional() }),
]);

export type GridEdit = z.infer<typeof editSchema>;

/** What the rows are of. */
export interface GridSubject {
  /** Name of the sheet, for people. */
  name: string;
  /** The run that refused these rows; null where they are a sheet of their own. */
  corrects: string | null;
  /** Names the way in which the sheet is read. Under another one, a row and a column may be others. */
  reading: string;
}

/** A window of rows, and what is known of all of them. */
export type GridAnswer = Awaited<ReturnType<Grid["window"]>>;

interface View extends RowQuery {
  /** Of its rows, in their order. */
  indexes: readonly number[];
  /** How many rows were read when it was made: those behind them come to it. */
  readCount: number;
}

const WINDOW_ROWS_MAX = 500;
const CELLS_MAX = 200_000;
const GROUPS_MAX = 200;
const VIEWS_MAX = 16;
const ALL = "all";
const EMAIL_PATH = "contactInfo.email";

/** The rows of a draft as a page shows and changes them. */
export class Grid {
  readonly rows: DraftRows;
  readonly #edits: DraftEdits;
  readonly #all: View = { tab: "all", indexes: [], readCount: 0 };
  readonly #views = new Map<string, View>();
  readonly #subject: GridSubject;
  readonly #newId: () => string;
  #columns: GridColumn[] = [];

  /** @param newId Names that no other desk has given out. */
  constructor(rows: DraftRows, edits: DraftEdits, subject: GridSubject, newId: () => string) {
    this.rows = rows;
    this.#subject = subject;
    this.#edits = edits;
    this.#newId = newId;
    this.#readColumns();
  }

  get columns(): readonly GridColumn[] {
    return this.#columns;
  }

  get reading(): string {
    return this.#subject.reading;
  }

  /** All rows as they are now, for a file of them. */
  *allRows(): Generator<GridRow> {
    this.#readColumns();
    for (let index = 0; index < this.rows.count; index++) yield this.#row(index);
  }

  /** @throws CliError when the file is broken further down. */
  async window(query: WindowQuery) {
    this.rows.throwFault();
    const [id, view] = await this.#viewOf(query);
    this.#readColumns();
    const total = view.indexes.length;
    const from = Math.min(query.from, total);
    const shown = view.indexes.slice(from, from + Math.min(query.count, WINDOW_ROWS_MAX));
    return {
      ...this.#subject,
      /** Names the rows that are shown, in their order, as long as the desk runs. */
      view: id,
      total,
      /** How many of them belong in the tab and the group no longer. */
      leftCount: view.indexes.filter((index) => !this.rows.isWithin(index, view)).length,
      from,
      rows: shown.map((index) => this.#row(index)),
      columns: this.#columns,
      counts: this.rows.counts(),
      changes: this.rows.changes(),
      /** Those of the tab, the most frequent first. */
      groups: this.rows.groups(query.tab).slice(0, GROUPS_MAX),
      /** Whose edit these steps would take. */
      undo: this.#edits.ownerOf("undo", query.page),
      redo: this.#edits.ownerOf("redo", query.page),
      /** Whether all rows are read; until then there are more to come, and changes wait. */
      isWhole: this.rows.isWhole,
    };
  }

  /**
   * The texts of a block, for the clipboard.
   *
   * @throws CliError when the view is gone, or the block is too large.
   */
  block(view: string, from: number, to: number, columns: readonly DraftColumn[]): string[][] {
    return this.#range(view, from, to, columns.length).map((index) => {
      const cells = this.rows.cells(index);
      return columns.map((column) =>
        typeof column === "number" ? cellText(cells[column]) : this.rows.textAt(index, column),
      );
    });
  }

  /**
   * Where the next row stands that has something to correct or is asked about, after one of a view and round from its beginning.
   *
   * @returns Undefined where there is none.
   */
  next(view: string, after: number): number | undefined {
    const { indexes } = this.#held(view);
    const isWrong = (index: number): boolean =>
      this.rows.isWithin(index, { tab: "correct" }) || this.rows.isWithin(index, { tab: "asked" });
    const behind = indexes.findIndex((index, at) => at > after && isWrong(index));
    const at = behind < 0 ? indexes.findIndex(isWrong) : behind;
    return at < 0 ? undefined : at;
  }

  /**
   * Does what a person did, once it is durable. All rows have to be read.
   *
   * @param id See `DraftEdits`, as of `page`.
   * @returns How many rows are other than before, or judged in another way.
   * @throws CliError when the view is gone, the edit is too large, or it cannot be written.
   */
  async edit(edit: GridEdit, id: string, page: string | undefined): Promise<number> {
    const meant = this.#meant(edit);
    for (const [row, column] of (typeof meant === "object" && meant.cells) || []) this.#require(row, column);
    const isOfAll = "isOfAll" in edit && edit.isOfAll === true;
    const requested = { id, ...(page !== undefined && !isOfAll && { page }) };
    return (await this.rows.change(meant, requested)).length;
  }

  #meant(edit: GridEdit): Edit | EditStep {
    switch (edit.do) {
      case "undo":
      case "redo":
        return edit.do;
      case "cells":
        return { cells: edit.cells };
      case "put":
        return this.#put(edit);
      case "replace":
        return this.#replaced(edit);
      case "leads":
      case "sends": {
        const indexes = this.#range(edit.view, edit.from, edit.to, 1);
        return { [edit.do]: indexes.map((index) => [this.rows.rowAt(index), edit.isMarked] as const) };
      }
    }
  }

  #put({ view, from, to, columns, texts }: Extract<GridEdit, { do: "put" }>): Edit {
    const indexes = this.#range(view, from, to, columns.length);
    const [first = 0] = indexes;
    const block = texts ?? [columns.map((column) => this.rows.textAt(first, column))];
    const isOne = block.length === 1 && block[0]?.length === 1;
    const cells = indexes.flatMap((index, line) =>
      columns.flatMap((column, at): [number, DraftColumn, string][] => {
        const text = block[texts && !isOne ? line : 0]?.[isOne ? 0 : at];
        return text === undefined ? [] : [[this.rows.rowAt(index), column, text]];
      }),
    );
    return { cells };
  }

  #replaced({ view: id, column, find, text }: Extract<GridEdit, { do: "replace" }>): Edit {
    const view = this.#held(id);
    const cells: [number, DraftColumn, string][] = [];
    for (const index of view.indexes) {
      if (!this.rows.isWithin(index, view)) continue;
      const before = this.rows.textAt(index, column);
      // A search does not distinguish capitals, and neither does Replace.
      const after = find === "" ? text : before.replace(new RegExp(literalPattern(find), "gi"), () => text);
      if (after !== before) cells.push([this.rows.rowAt(index), column, after]);
    }
    if (cells.length > CELLS_MAX) throw tooLarge();
    return { cells };
  }

  #range(id: string, from: number, to: number, columnCount: number): number[] {
    const indexes = this.#held(id).indexes.slice(from, to + 1);
    if (indexes.length === 0) throw deskError("no-such-cell");
    if (indexes.length * columnCount > CELLS_MAX) throw tooLarge();
    return indexes;
  }

  #require(row: number, column: DraftColumn): void {
    const isKnown = this.#columns.some(({ key }) => key === column);
    if (!isKnown || this.rows.indexOf(row) === undefined) throw deskError("no-such-cell");
  }

  /** The view of an earlier answer, as long as it is of the same rows, with those that were read since; else a new one. */
  async #viewOf({ tab, group, text = "", sort, view = "" }: WindowQuery): Promise<[id: string, view: View]> {
    const query: RowQuery = { tab, group, text, sort };
    if (sort) await this.rows.whole();
    const isAll = tab === "all" && text === "" && !sort;
    const known = isAll ? this.#all : this.#views.get(view);
    const isKnown = known !== undefined && (isAll || isSameQuery(known, query));
    const held = isKnown ? known : { ...query, indexes: [], readCount: 0 };
    const { readCount } = held;
    const end = this.rows.count;
    held.readCount = end;
    if (readCount < end) held.indexes = held.indexes.concat(await this.rows.found(held, readCount, end));
    if (isKnown) return [isAll ? ALL : view, held];
    const id = this.#newId();
    this.#views.set(id, held);
    const [oldest] = this.#views.keys();
    if (this.#views.size > VIEWS_MAX && oldest !== undefined) this.#views.delete(oldest);
    return [id, held];
  }

  #held(id: string): View {
    const view = id === ALL ? this.#all : this.#views.get(id);
    if (view) return view;
    throw deskError("view-gone");
  }

  #row(index: number) {
    const { planned, isNotALead } = this.rows.judged(index);
    const { row } = planned;
    const said: Partial<Record<MarkKind, Issue[]>> = isNotALead ? {} : saidOf(planned);
    const marks = Object.entries(said).flatMap(([kind, issues]) =>
      issues.flatMap((issue) =>
        this.#placesOf(issue).map((column) => ({
          /** Index among the grid's columns; -1 for the row as a whole. */
          column,
          kind: kind as MarkKind,
          /** As an issue has it; none of the service's own, and of a question. */
          ...(issue.finding !== undefined && { finding: issue.finding }),
          text: issue.message,
        })),
      ),
    );
    const changed = this.#columns.flatMap(({ key }, at) =>
      this.#edits.textAt(row, key) === undefined ? [] : [at],
    );
    const isToGo = this.#edits.isToGo(row);
    const { firstName, lastName, email } = planned.lead.contactInfo ?? {};
    return {
      /** As in the sheet. */
      row,
      /** Whose it is: the lead's name and e-mail. */
      who: [firstName, lastName, email].filter(Boolean).join(" "),
      cells: this.#columns.map(({ key }) =>
        typeof key === "number" ? cellText(planned.cells[key]) : this.rows.textAt(index, key),
      ),
      marks,
      /** Indexes of the cells that a person has changed. */
      changed,
      ...(isNotALead && { isNotALead }),
      /** It is held back until a person says that it goes; `true` where somebody has. */
      ...((isToGo || isHeld(planned)) && { isToGo }),
    };
  }

  #placesOf({ alsoFrom = [], ...issue }: Issue): number[] {
    const { path } = issue;
    return [
      ...new Set([issue, ...alsoFrom.map((other) => ({ ...other, path }))].map((one) => this.#placeOf(one))),
    ];
  }

  /** By its letters, else by its header or its field. */
  #placeOf({ column, cell, path }: Pick<Issue, "column" | "cell" | "path">): number {
    const wanted = cell?.replace(/\d+$/, "");
    const isIt = ({ header, letters }: GridColumn): boolean =>
      wanted === undefined ? header === column : letters === wanted;
    const at = column === undefined ? -1 : this.#columns.findIndex(isIt);
    return at < 0 ? this.#columns.findIndex(({ key }) => key === path.join(".")) : at;
  }

  #readColumns(): void {
    const { input, lackingFields } = this.rows;
    const added = new Set(lackingFields.flatMap(({ label, path }) => [label, path]));
    const own = input.columns.flatMap((column, index): GridColumn[] => {
      const { name, letters } = column;
      const isLackingOne = letters === undefined && added.has(name);
      const isEmpty = name.trim() === "" && letters === undefined;
      if (isOwnColumn(name) || isLackingOne || isEmpty) return [];
      const fields = fieldsOf(input, index).flatMap((path) => fieldAt(path) ?? []);
      return [
        { key: index, header: name, ...(letters !== undefined && { letters }), ...wordsOf(fields, name) },
      ];
    });
    const lacking = lackingFields.map(
      (field): GridColumn => ({
        key: field.path,
        header: field.label,
        isAdded: true,
        ...wordsOf([field], field.label),
      }),
    );
    this.#columns = [...own, ...lacking];
  }
}

function wordsOf(
  fields: readonly Field[],
  header: string,
): Pick<GridColumn, "feeds" | "choices" | "isOfOne"> {
  const feeds = fields.map(({ label }) => label).join(", ");
  const [field] = fields;
  const choices = field && fields.length === 1 ? valueLabels(field) : [];
  return {
    ...(feeds !== "" && feeds.toLowerCase() !== header.trim().toLowerCase() && { feeds }),
    ...(choices.length > 0 && { choices }),
    ...(fields.some(({ path }) => path === EMAIL_PATH) && { isOfOne: true as const }),
  };
}

function isSameQuery(one: RowQuery, other: RowQuery): boolean {
  const parts = ({ tab, group, text, sort }: RowQuery) => [tab, group, text, sort?.column, sort?.isDown];
  return JSON.stringify(parts(one)) === JSON.stringify(parts(other));
}

function tooLarge(): CliError {
  return deskError("edit-too-large", { cellsMax: CELLS_MAX });
}
