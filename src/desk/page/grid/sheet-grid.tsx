import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GridColumn, GridRow } from "../../drafts/draft-grid.ts";
import { CellEditor, type Move } from "./cell-editor.tsx";
import type { Cell, GridClient } from "./grid-client.ts";
import { cornersOf, type GridPage } from "./grid-page.ts";
import {
  cellAt,
  columnsInSight,
  type GridLayout,
  HEAD_HEIGHT,
  Head,
  layoutOf,
  ROW_HEIGHT,
  Row,
  SIGNS,
} from "./grid-row.tsx";

interface Editing extends Cell {
  /** The row itself, since another may stand at its place when the cell is done. */
  row: GridRow;
  key: GridColumn["key"];
  /** Under which the row was seen. */
  reading: string;
  before: string;
  text: string;
}

/** So many rows are drawn beside those in sight, for the browser scrolls before any are drawn anew. */
const ROWS_BESIDE = 6;

/**
 * The rows of a draft, as a spreadsheet that the browser scrolls. Only rows and columns in sight are drawn.
 */
export function SheetGrid({ grid }: { grid: GridPage }) {
  const { client, version, selection, say, next, step, put } = grid;
  const { columns, total } = client;
  const size: Size = { rows: total, columns: columns.length };
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ width: 900, height: 480 });
  const [scroll, setScroll] = useState({ top: 0, left: 0 });
  const [editing, setEditing] = useState<Editing | undefined>();
  /** While the next cell to correct is looked for: keys that are pressed then go nowhere. */
  const isSeeking = useRef(false);
  const [chosenWidths, setWidths] = useState<ReadonlyMap<GridColumn["key"], number>>(new Map());
  const layout = useLayout(client, columns, view.width, version, chosenWidths);
  useViewSize(box, setView);

  const rowsHeight = view.height - HEAD_HEIGHT;
  const firstRow = Math.max(0, Math.floor(scroll.top / ROW_HEIGHT) - ROWS_BESIDE);
  // As many at any time, so that rows that leave above come back below.
  const poolSize = Math.ceil(rowsHeight / ROW_HEIGHT) + 1 + 2 * ROWS_BESIDE;
  const endRow = Math.min(total, firstRow + poolSize);
  const { first, end } = columnsInSight(layout, scroll.left, view.width);
  useEffect(() => client.need(firstRow, Math.max(firstRow, endRow - 1)), [client, firstRow, endRow, version]);

  const { active } = selection;
  const corners = cornersOf(selection);
  useScrollTo(box, active, layout, view, selection.stamp);

  const focusGrid = (): void => box.current?.focus({ preventScroll: true });

  const begin = (cell: Cell, typed?: string): void => {
    const row = client.row(cell.at);
    const column = client.columns[cell.column];
    if (!row || !column || row.isNotALead) return;
    selection.go(cell);
    const before = row.cells[cell.column] ?? "";
    const { reading } = client;
    setEditing({ ...cell, row, key: column.key, reading, before, text: typed ?? before });
  };

  const commit = (text: string, move: Move): void => {
    setEditing(undefined);
    if (!editing) return;
    const { at, column, row, key, reading, before } = editing;
    if (move !== "stay") focusGrid();
    if (text !== before) {
      const shown = client.row(at);
      if (shown?.row === row.row) shown.cells[column] = text;
      // The words that stand there tell of an earlier change.
      say("");
      void client.edit({ do: "cells", cells: [[row.row, key, text]] }, reading);
    }
    if (move !== "stay") selection.go(moved(editing, move, size));
  };

  const seek = async (): Promise<void> => {
    isSeeking.current = true;
    await next();
    isSeeking.current = false;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || total === 0) return;
    const { key, shiftKey: isLonger, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const isTyped = key.length === 1;
    const pressed = [isCommand && "Ctrl", altKey && "Alt", isTyped ? key.toLowerCase() : key].filter(Boolean);
    const widen = (by: number): void => resize(active.column, (layout.widths[active.column] ?? 0) + by);
    const last = { at: total - 1, column: columns.length - 1 };
    const actions: Readonly<Record<string, () => unknown>> = {
      "Ctrl+z": () => step(isLonger ? "redo" : "undo"),
      "Ctrl+y": () => step("redo"),
      "Ctrl+a": () => selection.select({ at: 0, column: 0 }, last),
      "Ctrl+d": () => put(),
      Delete: () => put([[""]]),
      Backspace: () => put([[""]]),
      F2: () => begin(active),
      "Alt+ArrowDown": () => begin(active),
      ...(!isLonger && { Enter: () => begin(active) }),
      "Alt+ArrowLeft": () => widen(-24),
      "Alt+ArrowRight": () => widen(24),
      F8: seek,
      Escape: () => document.getElementById("after-grid")?.focus(),
      ...(isTyped && !isCommand && !altKey && { [key.toLowerCase()]: () => begin(active, key) }),
    };
    const action = actions[pressed.join("+")];
    if (isSeeking.current || action) {
      event.preventDefault();
      if (!isSeeking.current) void action?.();
      return;
    }
    const pageRows = Math.max(1, Math.floor(rowsHeight / ROW_HEIGHT) - 1);
    const next =
      key === "Tab" ? tabbed(active, isLonger, size) : walked(selection.head, key, isCommand, pageRows, size);
    // Behind the last cell, Tab goes on to what follows the grid.
    if (!next) return;
    event.preventDefault();
    if (isLonger && key !== "Tab") selection.extend(next);
    else selection.go(next);
  };

  const onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    void grid.copy(event.type === "cut");
  };

  const onPaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    void grid.paste(event.clipboardData?.getData("text/plain") ?? "");
  };

  const resize = (column: number, width: number): void => {
    const key = columns[column]?.key;
    if (key !== undefined) setWidths((now) => new Map(now).set(key, width));
  };

  /** The edge of a header that is dragged changes the width of its column. */
  const onEdge = (column: number, { clientX }: MouseEvent): void => {
    const before = layout.widths[column] ?? 0;
    const drag = (event: MouseEvent): void => resize(column, before + event.clientX - clientX);
    addEventListener("mousemove", drag);
    addEventListener("mouseup", () => removeEventListener("mousemove", drag), { once: true });
  };

  const onMouseDown = (event: MouseEvent): void => {
    const cell = event.button === 0 ? cellAt(event) : undefined;
    if (!cell) return;
    event.preventDefault();
    focusGrid();
    if ((event.target as HTMLElement).className === "g-edge") {
      onEdge(cell.column, event);
      return;
    }
    const last = { at: total - 1, column: columns.length - 1 };
    const isHead = cell.at < 0;
    if (!isHead && cell.column >= 0) {
      if (event.shiftKey) selection.extend(cell);
      else selection.go(cell);
      return;
    }
    // A header selects its column in all rows, and the corner all columns; a row number selects whole rows.
    const at = isHead ? 0 : event.shiftKey ? active.at : cell.at;
    selection.select(
      { at, column: Math.max(0, cell.column) },
      { at: isHead ? last.at : cell.at, column: cell.column < 0 ? last.column : cell.column },
    );
  };

  const onMouseMove = (event: MouseEvent): void => {
    if ((event.buttons & 1) === 0 || editing) return;
    const cell = cellAt(event);
    const { head } = selection;
    if (!cell || cell.at < 0 || cell.column < 0 || selection.isWide) return;
    if (cell.at !== head.at || cell.column !== head.column) selection.extend(cell);
  };

  const rows = [];
  for (let at = firstRow; at < endRow; at++) {
    const isIn = at >= corners.top && at <= corners.bottom;
    rows.push(
      <Row
        key={at % poolSize}
        at={at}
        row={client.row(at)}
        columns={columns}
        layout={layout}
        first={first}
        end={end}
        active={at === active.at ? active.column : -1}
        from={isIn ? corners.left : -1}
        to={isIn ? corners.right : -1}
      />,
    );
  }
  const isActiveDrawn =
    active.at >= firstRow && active.at < endRow && active.column >= first && active.column < end;
  const place = placeOf(active, layout, scroll);
  const isInSight = isActiveDrawn && place.top > 0 && place.top < view.height;
  return (
    <div class="g-wrap">
      <div
        ref={box}
        id="sheet"
        role="grid"
        tabIndex={0}
        class="g-grid"
        aria-label="Rows of the sheet"
        aria-describedby="grid-help"
        aria-multiselectable="true"
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        {...(isActiveDrawn && { "aria-activedescendant": `g-${active.at}-${active.column}` })}
        onScroll={({ currentTarget: { scrollTop, scrollLeft } }) =>
          setScroll({ top: scrollTop, left: scrollLeft })
        }
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onCut={onCopy}
        onPaste={onPaste}
        onMouseDown={onMouseDown}
        onMouseMove={onMouseMove}
        onDblClick={(event) => {
          const cell = cellAt(event);
          if (cell && cell.at >= 0 && cell.column >= 0) begin(cell);
        }}
      >
        <Head columns={columns} layout={layout} first={first} end={end} sort={client.query.sort} />
        <div
          role="rowgroup"
          class="g-rows"
          style={{ width: `${layout.width}px`, height: `${total * ROW_HEIGHT}px` }}
        >
          {rows}
        </div>
      </div>
      {editing && (
        <CellEditor
          key={`${editing.at} ${editing.column}`}
          label={`${columns[editing.column]?.header ?? ""}, row ${editing.row.row}`}
          text={editing.text}
          choices={columns[editing.column]?.choices ?? []}
          place={placeOf(editing, layout, scroll)}
          onCommit={commit}
          onCancel={() => {
            setEditing(undefined);
            focusGrid();
          }}
        />
      )}
      <Reason client={client} active={active} place={isInSight && place} />
    </div>
  );
}

/**
 * What is to be said of the active cell, in full, beside it.
 *
 * @param place Where the cell is; false where it is not in sight.
 */
function Reason(props: { client: GridClient; active: Cell; place: false | ReturnType<typeof placeOf> }) {
  const { client, active, place: at } = props;
  const row = client.row(active.at);
  const column = client.columns[active.column];
  if (!row || !column) return <p class="unseen" role="status" />;
  const marks = row.marks.filter((mark) => mark.column === active.column || mark.column < 0);
  const place = `${column.header}${column.letters === undefined ? "" : ` (${column.letters}${row.row})`}`;
  const isSilent = marks.length === 0 && !row.isNotALead;
  return (
    <p
      class={isSilent || !at ? "unseen" : `g-reason ${at.top > HEAD_HEIGHT ? "" : "g-below"}`}
      role="status"
      {...(at && { style: { left: `${at.left}px`, top: `${at.top}px` } })}
    >
      <span class="unseen">
        Row {row.row}, {place}
      </span>
      {row.isNotALead && <span>Left out: it is not sent</span>}
      {marks.map(({ kind, text }) => (
        <span key={text} class={`g-said g-${kind}`}>
          <span class="g-sign" aria-hidden="true">
            {SIGNS[kind]}
          </span>
          {text}
        </span>
      ))}
    </p>
  );
}

/** Widths are settled by the first rows that come, and stay. */
function useLayout(
  client: GridClient,
  columns: readonly GridColumn[],
  viewWidth: number,
  version: number,
  chosen: ReadonlyMap<GridColumn["key"], number>,
): GridLayout {
  const names = columns.map(({ key, header }) => `${key} ${header}`).join("\n");
  const hasRows = client.rows.length > 0;
  return useMemo(
    () => layoutOf(columns, client.rows, viewWidth, chosen),
    [names, hasRows, viewWidth, version === 0, chosen],
  );
}

function useViewSize(
  grid: { current: HTMLDivElement | null },
  setView: (view: { width: number; height: number }) => void,
): void {
  useLayoutEffect(() => {
    const { current } = grid;
    if (!current) return;
    const measure = (): void => setView({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [grid, setView]);
}

/** Brings the active cell into sight when it is another one. */
function useScrollTo(
  grid: { current: HTMLDivElement | null },
  { at, column }: Cell,
  layout: GridLayout,
  view: { width: number; height: number },
  stamp: number,
): void {
  useLayoutEffect(() => {
    const { current } = grid;
    if (!current || stamp === 0) return;
    const top = at * ROW_HEIGHT;
    const height = view.height - HEAD_HEIGHT;
    if (top < current.scrollTop) current.scrollTop = top;
    else if (top + ROW_HEIGHT > current.scrollTop + height) current.scrollTop = top + ROW_HEIGHT - height;
    const left = (layout.lefts[column] ?? 0) - layout.frozenWidth;
    const right = (layout.lefts[column] ?? 0) + (layout.widths[column] ?? 0);
    if (left < current.scrollLeft) current.scrollLeft = left;
    else if (right > current.scrollLeft + view.width) current.scrollLeft = Math.min(left, right - view.width);
  }, [stamp, view.width, view.height]);
}

function placeOf({ at, column }: Cell, layout: GridLayout, scroll: { top: number; left: number }) {
  return {
    left: Math.max(layout.frozenWidth, (layout.lefts[column] ?? 0) - scroll.left),
    top: HEAD_HEIGHT + at * ROW_HEIGHT - scroll.top,
    width: layout.widths[column] ?? 0,
    height: ROW_HEIGHT,
  };
}

interface Size {
  rows: number;
  columns: number;
}

function within({ at, column }: Cell, { rows, columns }: Size): Cell {
  return {
    at: Math.max(0, Math.min(rows - 1, at)),
    column: Math.max(0, Math.min(columns - 1, column)),
  };
}

function moved(cell: Cell, move: Exclude<Move, "stay">, size: Size): Cell {
  if (move === "left" || move === "right") return tabbed(cell, move === "left", size) ?? cell;
  return within({ ...cell, at: cell.at + (move === "up" ? -1 : 1) }, size);
}

function tabbed({ at, column }: Cell, isBack: boolean, { rows, columns }: Size): Cell | undefined {
  const place = at * columns + column + (isBack ? -1 : 1);
  if (place < 0 || place >= rows * columns) return undefined;
  return { at: Math.floor(place / columns), column: place % columns };
}

/** Where a key leads; undefined for one that leads nowhere. */
function walked(
  { at, column }: Cell,
  key: string,
  isFar: boolean,
  pageRows: number,
  size: Size,
): Cell | undefined {
  const [step, rowsOfEnd] = isFar ? [size.rows + size.columns, size.rows] : [1, 0];
  const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
    ArrowUp: [-step, 0],
    ArrowDown: [step, 0],
    ArrowLeft: [0, -step],
    ArrowRight: [0, step],
    Enter: [-1, 0],
    PageUp: [-pageRows, 0],
    PageDown: [pageRows, 0],
    Home: [-rowsOfEnd, -size.columns],
    End: [rowsOfEnd, size.columns],
  };
  const [rows, columns] = steps[key] ?? [];
  if (rows === undefined || columns === undefined) return undefined;
  return within({ at: at + rows, column: column + columns }, size);
}
