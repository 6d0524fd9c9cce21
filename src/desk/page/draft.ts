import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { DraftEvent } from "../draft-reading.ts";
import type { DraftHead } from "../draft-view.ts";
import { type ApiError, get } from "./api.ts";
import { useConnection, useLive } from "./live.ts";
import { asApiError } from "./load.ts";

/** Sends a change, and shows what it made of the sheet. */
export type ChangeDraft = (route: "answers" | "columns" | "layout", body: unknown) => Promise<void>;

export interface LoadedDraft<T> {
  data?: T;
  error?: ApiError;
  /** Rows read so far while the sheet is read on; null when all are. */
  rowsSoFar: number | null;
  /** Shows what a change made of it. What was asked for before that comes too late. */
  show(work: Promise<T>): Promise<void>;
}

/** While a sheet is read on, what is known of it grows. */
const RELOAD_MS = 2_000;

/**
 * A view of a draft, which is loaded again when its sheet has been read to the end.
 *
 * @param path Of the view.
 */
export function useDraft<T extends DraftHead>(id: string, path: string): LoadedDraft<T> {
  const [shown, setShown] = useState<{ data?: T; error?: ApiError }>({});
  const [rowsSoFar, setRowsSoFar] = useState<number | null>(null);
  const { count } = useConnection();
  const turn = useRef(0);
  const askedAt = useRef(0);
  const show = useCallback(async (work: Promise<T>) => {
    const mine = ++turn.current;
    askedAt.current = performance.now();
    try {
      const data = await work;
      if (mine !== turn.current) return;
      setShown({ data });
      setRowsSoFar(data.rowsSoFar);
    } catch (error) {
      if (mine === turn.current)
        setShown(({ data }) => ({ ...(data && { data }), error: asApiError(error) }));
    }
  }, []);
  // Again after each new connection: what happened meanwhile was not heard.
  useEffect(() => void show(get<T>(path)), [path, show, count]);
  useLive<DraftEvent>("draft", (event) => {
    if (event.draft !== id) return;
    if (event.isWhole || performance.now() - askedAt.current > RELOAD_MS) void show(get<T>(path));
    else setRowsSoFar(event.rowsRead);
  });
  return { ...shown, rowsSoFar, show };
}
