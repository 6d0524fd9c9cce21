import { useCallback, useRef, useState } from "preact/hooks";

/**
 * Work that is begun once at a time: what is pressed, dropped or submitted again meanwhile counts for nothing.
 *
 * @returns Whether it is under way, and what begins it.
 */
export function useBusy(): [isBusy: boolean, begin: (work: () => unknown) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  // What is shown follows a moment later.
  const isUnderWay = useRef(false);
  const begin = useCallback(async (work: () => unknown) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }, []);
  return [isBusy, begin];
}
