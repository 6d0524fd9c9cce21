import { useCallback, useRef, useState } from "preact/hooks";
import type { ApiError } from "./api.ts";
import { asApiError } from "./load.ts";

type Begin = (work: () => unknown) => Promise<void>;

/**
 * Work that is begun once at a time: what is pressed, dropped or submitted again meanwhile counts for nothing.
 *
 * @returns Whether it is under way, what begins it, and why it could not be done, until it is begun again.
 */
export function useBusy(): [isBusy: boolean, begin: Begin, error: ApiError | undefined] {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  // What is shown follows a moment later.
  const isUnderWay = useRef(false);
  const begin = useCallback(async (work: () => unknown) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (caught) {
      setError(asApiError(caught));
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }, []);
  return [isBusy, begin, error];
}
