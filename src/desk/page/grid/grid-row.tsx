import { Component } from "preact";
import type { GridColumn, GridMark, GridRow } from "../../drafts/draft-grid.ts";
import { type GridLayout, ROW_HEIGHT } from "./grid-layout.ts";

export interface RowProps {
  /** Its place in the view, from 0. */
  at: number;
  /** Undefined while it is on its way. */
  row: GridRow | undefined;
  columns: readonly GridColumn[];
  layout: GridLayout;
  /** The columns that can be seen. */
  first: number;
  end: number;
  /** Which column of it is the active one; -1 for none. */
  active: number;
  /** Which of its columns are selected; from the first to the last, or -1 for none. */
  from: number;
  to: number;
}

/** Signs stand beside the colour, for anybody who cannot tell one from another. */
export const SIGNS = { mistake: "✖", question: "?", warning: "!" } as const;

/** One row: drawn anew only when something of it is another. */
export class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const now: RowProps = this.props;
    return (Object.keys(next) as (keyof RowProps)[]).some((key) => next[key] !== now[key]);
  }

  render() {
    const { at, row, layout } = this.props;
    const { frozenWidth } = layout;
    const own = row?.marks.filter(({ column }) => column < 0) ?? [];
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
          class={`g-number ${own.length > 0 ? "g-mistake" : ""}`}
          style={{ width: `${frozenWidth}px` }}
          title={[row?.who, textOf(own)].filter(Boolean).join("\n")}
        >
          {own.length > 0 && <span class="g-sign">{SIGNS.mistake}</span>}
          <span class="g-text">{row?.who}</span>
          <span>{row?.row ?? "…"}</span>
        </div>
        <div role="none" class="g-clip" style={{ left: `${frozenWidth}px` }}>
          <div role="none" class="g-moving" style={{ left: `${-frozenWidth}px` }}>
            {this.#cells()}
          </div>
        </div>
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
          style={{ left: `${layout.lefts[column] ?? 0}px`, width: `${layout.widths[column] ?? 0}px` }}
          title={textOf(marks)}
        >
          {worst && <span class="g-sign">{SIGNS[worst.kind]}</span>}
          <span class="g-text">{row?.cells[column] ?? ""}</span>
        </div>
      );
    });
  }
}

function textOf(marks: readonly GridMark[]): string {
  return marks.map(({ text }) => text).join("\n");
}
