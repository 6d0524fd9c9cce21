import { useEffect, useMemo, useState } from "preact/hooks";
import { amountText } from "../../../terminal/number-text.ts";
import type { EditStep } from "../../drafts/draft-edits.ts";
import type { GridColumn } from "../../drafts/draft-grid.ts";
import type { RowQuery } from "../../drafts/draft-rows.ts";
import { asApiError } from "../api.ts";
import { useConnection } from "../hooks.ts";
import { type Cell, openGrid } from "./grid-client.ts";

/** Which cells are selected: from where it began to where it goes. */
interface Selected {
  /** The one that is typed into, where it began. */
  active: Cell;
  head: Cell;
  /** Whether whole rows or columns are. */
  isWide: boolean;
  /** Grows with each move that should be seen. */
  stamp: number;
}

export type Selection = ReturnType<typeof useSelection>;

const FIRST: Cell = { at: 0, column: 0 };

function useSelection() {
  const [state, setState] = useState<Selected>({ active: FIRST, head: FIRST, isWide: false, stamp: 0 });
  return {
    ...state,
    go: (cell: Cell): void =>
      setState(({ stamp }) => ({ active: cell, head: cell, isWide: false, stamp: stamp + 1 })),
    extend: (head: Cell): void => setState((now) => ({ ...now, head, isWide: false, stamp: now.stamp + 1 })),
    /** Selects a block, without going to its end. */
    select: (active: Cell, head: Cell): void => setState((now) => ({ ...now, active, head, isWide: true })),
  };
}

/** A selection from its top left to its bottom right cell, both included. */
export function cornersOf({ active, head }: Pick<Selection, "active" | "head">) {
  return {
    top: Math.min(active.at, head.at),
    bottom: Math.max(active.at, head.at),
    left: Math.min(active.column, head.column),
    right: Math.max(active.column, head.column),
  };
}

/** `done`: what the page says once a step is done. */
export const STEPS = [
  { does: "undo", label: "Undo", sign: "↶", done: "Undone" },
  { does: "redo", label: "Redo", sign: "↷", done: "Done again" },
] as const;
/** What the page says where a step leaves an edit alone. */
const STEP_LEFT = {
  undo: "The last change was not made in this table: the Undo button takes it back",
  redo: "The last change that was taken back is not of this table: the Redo button does it again",
} as const;

/** The rows of a draft on its page: what is fetched of them, which cells are selected, and what a person can do with them. */
export type GridPage = ReturnType<typeof useGridPage>;

export function useGridPage(draft: string) {
  const client = useMemo(() => openGrid(draft), [draft]);
  const [version, setVersion] = useState(0);
  const [said, say] = useState("");
  const [isBegun, setBegun] = useState(false);
  const { count } = useConnection();
  const selection = useSelection();
  /** To where something is to be corrected, else to what there is only to say of. */
  const goToFirst = (): void => {
    const marked = client.row(0)?.marks.find(({ column }) => column >= 0)?.column;
    const column = client.groupColumn ?? client.mistakesAt(0)[0] ?? marked;
    selection.go({ at: 0, column: column ?? 0 });
  };
  useEffect(() => {
    client.onChange = () => setVersion((now) => now + 1);
    void client.show({ tab: "correct" }).then(async (isShown) => {
      if (!isShown) return;
      // A person with nothing to correct sees what is there.
      const { isWhole, counts } = client.facts ?? {};
      if (isWhole && client.total === 0) await client.show({ tab: counts?.asked ? "asked" : "all" });
      goToFirst();
      setBegun(true);
    });
    // Another window may have corrected the same rows meanwhile.
    const refresh = (): void => void client.refresh();
    addEventListener("focus", refresh);
    return () => {
      removeEventListener("focus", refresh);
      client.leave();
    };
  }, [client]);
  useEffect(() => {
    if (count > 0) void client.refresh();
  }, [count]);
  /** The columns that are selected, or so many from the first of them on. */
  const keysOf = (count?: number): GridColumn["key"][] => {
    const { left, right } = cornersOf(selection);
    const end = count === undefined ? right + 1 : left + count;
    return client.columns.slice(left, end).map(({ key }) => key);
  };
  const shownNow = () => ({ view: client.view, reading: client.reading });
  /** @param texts Written into what is selected; absent: what its first row has. */
  const put = async (texts?: string[][], { view, reading } = shownNow()): Promise<void> => {
    const { top: from, bottom: to } = cornersOf(selection);
    const edit = { do: "put", view, from, to, columns: keysOf(), ...(texts && { texts }) } as const;
    if (await client.edit(edit, reading)) say(texts ? "Emptied" : "Filled down");
  };
  return {
    client,
    /** Grows when the client has something new. */
    version,
    selection,
    /** Whether rows were shown. */
    isBegun,
    said,
    /** Tells what was done, also to who cannot see it. */
    say,
    /** Shows other rows. After a search or a sort, the cursor stays in its column. */
    show: async (part: Partial<RowQuery>): Promise<void> => {
      const query = { ...client.query, ...part };
      if (!(await client.show(query))) return;
      if (part.tab) goToFirst();
      else selection.go({ ...selection.active, at: 0 });
    },
    /** @param isOfAll Whether it may be of an edit that another page made. */
    step: async (does: EditStep, isOfAll = false): Promise<void> => {
      const done = await client.edit({ do: does, isOfAll });
      const { done: words } = STEPS.find((each) => each.does === does) ?? STEPS[0];
      if (done && done.rowCount > 0) say(words);
      else if (done?.[does] === "other") say(STEP_LEFT[does]);
      else if (done) say(`Nothing to ${does}`);
    },
    put,
    /** Takes what is selected to the clipboard; and away, where it is cut. */
    copy: async (isCut: boolean): Promise<void> => {
      const shown = shownNow();
      const { top, bottom } = cornersOf(selection);
      try {
        await navigator.clipboard.writeText(toTabbedText(await client.block(top, bottom, keysOf())));
      } catch {
        say("Could not be copied: choose fewer rows");
        return;
      }
      say("Copied");
      if (isCut) await put([[""]], shown);
    },
    /** Writes what is on the clipboard from the first selected cell on. One cell fills what is selected. */
    paste: async (text: string): Promise<void> => {
      const texts = fromTabbedText(text);
      const { top, left, bottom: last, right: end } = cornersOf(selection);
      const isOne = texts.length === 1 && texts[0]?.length === 1;
      const bottom = isOne ? last : Math.min(client.total, top + texts.length) - 1;
      const width = Math.max(...texts.map(({ length }) => length));
      const right = isOne ? end : Math.min(client.columns.length, left + width) - 1;
      // At once: whoever goes on meanwhile is not taken back.
      selection.select({ at: top, column: left }, { at: bottom, column: right });
      const columns = keysOf(right + 1 - left);
      const edit = { do: "put", view: client.view, from: top, to: bottom, columns, texts } as const;
      if (!(await client.edit(edit))) return;
      const inside = texts.slice(0, bottom - top + 1).map((row) => row.slice(0, columns.length));
      const [count, all] = [inside, texts].map((block) => block.flat().length);
      const cutCount = (all ?? 0) - (count ?? 0);
      const cut =
        cutCount > 0 ? `; ${amountText(cutCount, "cell")} beyond the last row or column left out` : "";
      const pasted = isOne ? (bottom - top + 1) * columns.length : (count ?? 0);
      say(`Pasted ${amountText(pasted, "cell")}${cut}`);
    },
    /** Goes to the next cell to correct. */
    next: async (): Promise<void> => {
      try {
        const cell = await client.next(selection.active);
        if (cell) selection.go(cell);
        else say("Nothing is left to correct here.");
      } catch (caught) {
        say(asApiError(caught).message);
      }
    },
  };
}

/** A block of cells as spreadsheet programs put it on the clipboard: cells apart by tabs, rows by line ends. */
function toTabbedText(block: readonly (readonly string[])[]): string {
  return block.map((row) => row.map(quoted).join("\t")).join("\r\n");
}

/** Cells that hold a tab, a line end or a quote at their beginning stand in quotes. */
function quoted(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell with what ends it. A quote that opens it is closed at its end; else it is one that somebody typed. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g;

/** The block that a text on the clipboard is; every row as long as it is there. */
function fromTabbedText(text: string): string[][] {
  const rows: string[][] = [[]];
  // A line end behind the last row begins no other one.
  const block = text.replace(/(?:\r\n|\r|\n)$/, "");
  for (const [, inQuotes, plain = "", end] of block.matchAll(CELL)) {
    rows.at(-1)?.push(inQuotes?.replaceAll('""', '"') ?? plain);
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  return rows;
}
