import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { DraftEvent } from "../drafts/draft-reading.ts";
import type { DraftHead } from "../drafts/draft-view.ts";
import { get } from "./api.ts";
import { whenSaved } from "./grid/grid-client.ts";
import { useLive, useLoadOfRuns } from "./hooks.ts";

/** Sends a change, after those before it, and shows what it made of the sheet. @returns Whether it was made. */
export type ChangeDraft = (
  route: "answers" | "columns" | "constants" | "layout",
  body: unknown,
) => Promise<boolean>;

/** While a sheet is read on, what is known of it grows. */
const RELOAD_MS = 2_000;

/**
 * A view of a draft, once all that was changed in its rows is saved. It is loaded again when its sheet has been read to the end.
 *
 * @param path Of the view.
 * @returns With the rows that were read so far while the sheet is read on; null when all are. An ApiError also where changes
 *   could not be saved.
 */
export function useDraft<T extends DraftHead>(id: string, path: string) {
  const ask = useCallback(
    async (asked: string) => {
      await whenSaved(id);
      return get<T>(asked);
    },
    [id],
  );
  const loaded = useLoadOfRuns<T>(path, ask);
  const { data, reload } = loaded;
  const [rowsSoFar, setRowsSoFar] = useState<number | null>(null);
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
    setRowsSoFar(data?.rowsSoFar ?? null);
  }, [data]);
  useLive<DraftEvent>("draft", (event) => {
    if (event.draft !== id) return;
    if (event.isWhole || performance.now() - shownAt.current > RELOAD_MS) void reload();
    else setRowsSoFar(event.rowsRead);
  });
  return { ...loaded, rowsSoFar };
}
