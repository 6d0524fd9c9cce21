import type { GridColumn, GridRow } from "../../drafts/draft-grid.ts";

export const ROW_HEIGHT = 30;
export const HEAD_HEIGHT = 36;
/** Of the rows' numbers, in front of the first column. */
export const NUMBER_WIDTH = 68;

const CHARACTER_WIDTH = 7.6;
const WIDTH_MIN = 84;
const WIDTH_MAX = 250;
const FROZEN_COLUMNS = 2;
/** Of the view, which columns that stay may take. */
const FROZEN_SHARE = 0.45;

/** Where columns stand, in pixels from the left edge of the first row's number. */
export interface GridLayout {
  lefts: readonly number[];
  widths: readonly number[];
  /** How many of the first columns stay where they are. */
  frozenCount: number;
  /** Up to where they reach. */
  frozenWidth: number;
  width: number;
}

/**
 * Widths by what stands in the columns.
 *
 * @param rows Some of them.
 * @param viewWidth What can be seen at once, in pixels.
 */
export function layoutOf(
  columns: readonly GridColumn[],
  rows: readonly GridRow[],
  viewWidth: number,
): GridLayout {
  const widths = columns.map(({ header, choices = [] }, at) => {
    let longest = Math.max(header.length * 1.1 + 3, ...choices.map(({ length }) => length + 3));
    for (const { cells } of rows) longest = Math.max(longest, Math.min(cells[at]?.length ?? 0, 40) + 1);
    return Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, longest * CHARACTER_WIDTH + 16)));
  });
  const lefts: number[] = [];
  let left = NUMBER_WIDTH;
  for (const width of widths) {
    lefts.push(left);
    left += width;
  }
  let frozenCount = Math.min(FROZEN_COLUMNS, columns.length);
  const edge = (count: number): number => lefts[count] ?? left;
  while (frozenCount > 0 && edge(frozenCount) > viewWidth * FROZEN_SHARE) frozenCount -= 1;
  return { lefts, widths, frozenCount, frozenWidth: edge(frozenCount), width: left };
}

/** The columns that can be seen, those that stay apart: from the first to before the last. */
export function columnsInSight(
  { lefts, widths, frozenCount, frozenWidth }: GridLayout,
  scrollLeft: number,
  viewWidth: number,
): [first: number, end: number] {
  let first = frozenCount;
  while (first < lefts.length && (lefts[first] ?? 0) + (widths[first] ?? 0) <= scrollLeft + frozenWidth)
    first += 1;
  let end = first;
  while (end < lefts.length && (lefts[end] ?? 0) < scrollLeft + viewWidth) end += 1;
  return [first, end];
}

/** The column at a distance from the left edge of what can be seen; -1 for the rows' numbers. */
export function columnAt(layout: GridLayout, x: number, scrollLeft: number): number {
  const { lefts, frozenWidth } = layout;
  const at = x < frozenWidth ? x : x + scrollLeft;
  let column = -1;
  while (column + 1 < lefts.length && (lefts[column + 1] ?? 0) <= at) column += 1;
  return column;
}
