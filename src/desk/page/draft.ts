import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { DraftEvent } from "../drafts/draft-reading.ts";
import type { DraftHead } from "../drafts/draft-view.ts";
import { get } from "./api.ts";
import { whenSaved } from "./grid/grid-client.ts";
import { useConnection, useLive } from "./live.ts";
import { type Shown, useAnswers } from "./load.ts";

/** Sends a change, after those before it, and shows what it made of the sheet. @returns Whether it was made. */
export type ChangeDraft = (
  route: "answers" | "columns" | "constants" | "layout" | "only-new",
  body: unknown,
) => Promise<boolean>;

export interface LoadedDraft<T> extends Shown<T> {
  /** Rows read so far while the sheet is read on; null when all are. */
  rowsSoFar: number | null;
  /** Shows what a change made of it, unless something asked for later is shown already. */
  show(work: Promise<T>): Promise<void>;
}

/**
 * Asks for something of a draft, once all that was changed in its rows is saved.
 *
 * @throws ApiError also where that could not be saved.
 */
export async function getOfDraft<T>(id: string, path: string): Promise<T> {
  await whenSaved(id);
  return get<T>(path);
}

/** While a sheet is read on, what is known of it grows. */
const RELOAD_MS = 2_000;

/**
 * A view of a draft, which is loaded again when its sheet has been read to the end.
 *
 * @param path Of the view.
 */
export function useDraft<T extends DraftHead>(id: string, path: string): LoadedDraft<T> {
  const { data, error, show } = useAnswers<T>(path);
  const [rowsSoFar, setRowsSoFar] = useState<number | null>(null);
  const { count } = useConnection();
  const askedAt = useRef(0);
  const load = useCallback(() => {
    askedAt.current = performance.now();
    void show(getOfDraft<T>(id, path));
  }, [id, path, show]);
  useEffect(load, [load, count]);
  useEffect(() => setRowsSoFar(data?.rowsSoFar ?? null), [data]);
  useLive<DraftEvent>("draft", (event) => {
    if (event.draft !== id) return;
    if (event.isWhole || performance.now() - askedAt.current > RELOAD_MS) load();
    else setRowsSoFar(event.rowsRead);
  });
  return { ...(data && { data }), ...(error && { error }), rowsSoFar, show };
}
