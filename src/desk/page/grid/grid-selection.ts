import { useState } from "preact/hooks";

/** A cell, by its row's place in the view and its column's in the grid. */
export interface Cell {
  at: number;
  column: number;
}

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

export function useSelection() {
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
