import { useMemo, useRef, useState } from "preact/hooks";

/** A cell, by its row's place in the view and its column's in the grid. */
export interface Cell {
  at: number;
  column: number;
}

/** Which cells are selected: from where it began to where it goes. */
export interface Selection {
  /** The one that is typed into. */
  active: Cell;
  anchor: Cell;
  head: Cell;
  /** Whether whole rows or columns are. */
  isWide: boolean;
  /** Grows with each move that should be seen. */
  stamp: number;
  go(cell: Cell): void;
  extend(cell: Cell): void;
  /** Selects a block, without going to its end. */
  select(anchor: Cell, head: Cell): void;
}

interface State extends Pick<Selection, "active" | "anchor" | "head" | "isWide" | "stamp"> {}

const FIRST: Cell = { at: 0, column: 0 };

export function useSelection(): Selection {
  const [state, setState] = useState<State>({
    active: FIRST,
    anchor: FIRST,
    head: FIRST,
    isWide: false,
    stamp: 0,
  });
  const latest = useRef(state);
  latest.current = state;
  return useMemo(() => {
    const put = (next: State): void => {
      latest.current = next;
      setState(next);
    };
    const stamp = (): number => latest.current.stamp + 1;
    return {
      ...state,
      go: (cell) => put({ active: cell, anchor: cell, head: cell, isWide: false, stamp: stamp() }),
      extend: (head) => put({ ...latest.current, head, isWide: false, stamp: stamp() }),
      select: (anchor, head) =>
        put({ active: anchor, anchor, head, isWide: true, stamp: latest.current.stamp }),
    };
  }, [state]);
}

/** A selection from its top left to its bottom right cell, both included. */
export function cornersOf({ anchor, head }: Pick<Selection, "anchor" | "head">) {
  return {
    top: Math.min(anchor.at, head.at),
    bottom: Math.max(anchor.at, head.at),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}
