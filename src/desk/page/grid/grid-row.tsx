import { Component } from "preact";
import type { GridColumn, GridMark, GridRow } from "../../drafts/draft-grid.ts";
import type { RowQuery } from "../../drafts/draft-rows.ts";
import type { Cell } from "./grid-client.ts";

export const ROW_HEIGHT = 30;
export const HEAD_HEIGHT = 36;

const CHARACTER_WIDTH = 7.6;
const WIDTH_MIN = 84;
const WIDTH_MAX = 250;
/** Width of each row's number and owner, which stay in front of the first column: a share of the view, and a maximum. */
const OWNER_SHARE = 0.25;
const OWNER_WIDTH_MAX = 250;

/** Where columns stand, in pixels from the left edge of the first row's number. */
export type GridLayout = ReturnType<typeof layoutOf>;

/**
 * Widths by what stands in the columns.
 *
 * @param rows Some of them.
 * @param viewWidth What can be seen at once, in pixels.
 * @param chosen By the person, by the columns' keys.
 */
export function layoutOf(
  columns: readonly GridColumn[],
  rows: readonly GridRow[],
  viewWidth: number,
  chosen: ReadonlyMap<GridColumn["key"], number>,
) {
  const frozenWidth = Math.round(Math.min(OWNER_WIDTH_MAX, viewWidth * OWNER_SHARE));
  const widths = columns.map(({ key, header, choices = [] }, at) => {
    let longest = Math.max(header.length * 1.1 + 3, ...choices.map(({ length }) => length + 3));
    for (const { cells } of rows) longest = Math.max(longest, Math.min(cells[at]?.length ?? 0, 40) + 1);
    const fitting = Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, longest * CHARACTER_WIDTH + 16));
    return Math.round(Math.max(chosen.get(key) ?? fitting, WIDTH_MIN / 2));
  });
  const lefts: number[] = [];
  let left = frozenWidth;
  for (const width of widths) {
    lefts.push(left);
    left += width;
  }
  // Frozen is what stays in front of the columns.
  return { lefts, widths, frozenWidth, width: left };
}

/** The columns that can be seen: from the first to before the last. */
export function columnsInSight(
  { lefts, widths, frozenWidth }: GridLayout,
  scrollLeft: number,
  viewWidth: number,
) {
  const isInSight = (left: number, at: number): boolean =>
    left + (widths[at] ?? 0) > scrollLeft + frozenWidth && left < scrollLeft + viewWidth;
  const first = Math.max(0, lefts.findIndex(isInSight));
  return { first, end: Math.max(first, lefts.findLastIndex(isInSight) + 1) };
}

/** Signs stand beside the colour, for anybody who cannot tell one from another. */
export const SIGNS = { mistake: "✖", question: "?", warning: "!" } as const;

/** The cell that was pointed at; `at` is -1 among the headers, and `column` among the rows' numbers. */
export function cellAt({ target }: Event): Cell | undefined {
  const { id = "" } = (target as Element).closest("[id^=g-]") ?? {};
  const [, at, column] = /^g-(-?\d+)-(-?\d+)$/.exec(id) ?? [];
  return at === undefined ? undefined : { at: Number(at), column: Number(column) };
}

interface ColumnsProps {
  columns: readonly GridColumn[];
  layout: GridLayout;
  /** The columns that can be seen. */
  first: number;
  end: number;
}

export function Head({ columns, layout, first, end, sort }: ColumnsProps & { sort: RowQuery["sort"] }) {
  return (
    <div role="rowgroup" class="g-head" style={{ width: `${layout.width}px` }}>
      <div role="row" aria-rowindex={1} class="g-row">
        <div
          role="columnheader"
          aria-colindex={1}
          id="g--1--1"
          class="g-number g-header"
          style={{ width: `${layout.frozenWidth}px` }}
        >
          <span>Lead</span>
          <span>Row</span>
        </div>
        {columns.slice(first, end).map(({ key, header, letters, feeds, isAdded }, offset) => {
          const column = first + offset;
          const note = [feeds && `Goes as ${feeds}`, isAdded && "Your sheet has no such column; it is added"];
          return (
            <div
              key={key}
              role="columnheader"
              aria-colindex={column + 2}
              id={`g--1-${column}`}
              class={`g-header ${isAdded ? "g-added" : ""}`}
              style={placeIn(layout, column)}
              {...(sort?.column === key && { "aria-sort": sort.isDown ? "descending" : "ascending" })}
              title={note.filter(Boolean).join("\n")}
            >
              <span class="g-text">{header}</span>
              {sort?.column === key && (sort.isDown ? "▼" : "▲")}
              {letters !== undefined && <span class="note">{letters}</span>}
              <span class="g-edge" />
            </div>
          );
        })}
      </div>
    </div>
  );
}

export interface RowProps extends ColumnsProps {
  /** Its place in the view, from 0. */
  at: number;
  /** Undefined while it is on its way. */
  row: GridRow | undefined;
  /** Which column of it is the active one; -1 for none. */
  active: number;
  /** Which of its columns are selected; from the first to the last, or -1 for none. */
  from: number;
  to: number;
}

/** One row: drawn anew only when something of it is another. */
export class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const now: RowProps = this.props;
    return (Object.keys(next) as (keyof RowProps)[]).some((key) => next[key] !== now[key]);
  }

  render() {
    const { at, row, layout } = this.props;
    const own = row?.marks.filter(({ column }) => column < 0) ?? [];
    const [worst] = own;
    return (
      <div
        role="row"
        class={`g-row ${row?.isNotALead ? "g-out" : ""}`}
        aria-rowindex={at + 2}
        style={{ top: `${at * ROW_HEIGHT}px` }}
      >
        <div
          role="rowheader"
          aria-colindex={1}
          id={`g-${at}--1`}
          class={`g-number ${worst ? `g-${worst.kind}` : ""}`}
          style={{ width: `${layout.frozenWidth}px` }}
          title={[row?.who, textOf(own)].filter(Boolean).join("\n")}
        >
          {worst && <span class="g-sign">{SIGNS[worst.kind]}</span>}
          <span class="g-text">{row?.who}</span>
          <span>{row?.row ?? "…"}</span>
        </div>
        {this.#cells()}
      </div>
    );
  }

  #cells() {
    const { at, row, columns, layout, first, end, active, from, to } = this.props;
    return columns.slice(first, end).map(({ key }, offset) => {
      const column = first + offset;
      const marks = row?.marks.filter((mark) => mark.column === column) ?? [];
      const [worst] = marks;
      const isSelected = column >= from && column <= to;
      const classes = [
        "g-cell",
        worst && !row?.isNotALead ? `g-${worst.kind}` : "",
        row?.changed.includes(column) ? "g-changed" : "",
        isSelected ? "g-selected" : "",
        column === active ? "g-active" : "",
      ];
      return (
        <div
          key={key}
          role="gridcell"
          id={`g-${at}-${column}`}
          aria-colindex={column + 2}
          aria-selected={isSelected}
          {...(worst?.kind === "mistake" && { "aria-invalid": true })}
          class={classes.filter(Boolean).join(" ")}
          style={placeIn(layout, column)}
          title={textOf(marks)}
        >
          {worst && <span class="g-sign">{SIGNS[worst.kind]}</span>}
          <span class="g-text">{row?.cells[column] ?? ""}</span>
        </div>
      );
    });
  }
}

function placeIn({ lefts, widths }: GridLayout, column: number) {
  return { left: `${lefts[column] ?? 0}px`, width: `${widths[column] ?? 0}px` };
}

function textOf(marks: readonly GridMark[]): string {
  return marks.map(({ text }) => text).join("\n");
}
