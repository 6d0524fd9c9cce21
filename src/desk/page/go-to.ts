import { useCallback, useEffect, useRef } from "preact/hooks";

/**
 * Goes to another view of the page, for what was begun in this one. Whoever has left it meanwhile is not taken away from where
 * they are.
 *
 * @returns What goes there; resolves when that view is shown.
 */
export function useGoTo(): (address: string) => Promise<void> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(async (address: string) => {
    if (!isShown.current || location.hash === address) return;
    const shown = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    location.hash = address;
    await shown;
  }, []);
}
