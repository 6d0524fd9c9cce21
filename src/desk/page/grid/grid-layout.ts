import type { GridColumn, GridRow } from "../../drafts/draft-grid.ts";

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
): [first: number, end: number] {
  let first = 0;
  while (first < lefts.length && (lefts[first] ?? 0) + (widths[first] ?? 0) <= scrollLeft + frozenWidth)
    first += 1;
  let end = first;
  while (end < lefts.length && (lefts[end] ?? 0) < scrollLeft + viewWidth) end += 1;
  return [first, end];
}

/** The column at a distance from the left edge of what can be seen; -1 for the rows' numbers. */
export function columnAt({ lefts, frozenWidth }: GridLayout, x: number, scrollLeft: number): number {
  if (x < frozenWidth) return -1;
  const column = lefts.findIndex((left) => left > x + scrollLeft);
  return (column < 0 ? lefts.length : column) - 1;
}
