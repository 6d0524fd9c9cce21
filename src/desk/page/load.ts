import { useCallback, useEffect, useState } from "preact/hooks";
import { ApiError, get } from "./api.ts";

/** Something of the server's, on its way or here. */
export interface Loaded<T> {
  data?: T;
  error?: ApiError;
  /** Asks again; what is here stays until the answer comes. */
  reload(): Promise<void>;
}

/**
 * Loads something for as long as the component is shown, and again when the address changes.
 *
 * @param path As in `/api/runs/x`.
 */
export function useLoad<T>(path: string): Loaded<T> {
  const [loaded, setLoaded] = useState<{ path: string; data?: T; error?: ApiError }>({ path });
  const reload = useCallback(async () => {
    const next = await get<T>(path).then(
      (data) => ({ path, data }),
      (error) => ({ path, error: asApiError(error) }),
    );
    setLoaded(next);
  }, [path]);
  useEffect(() => void reload(), [reload]);
  const { data, error } = loaded.path === path ? loaded : {};
  return { reload, ...(data !== undefined && { data }), ...(error && { error }) };
}

/** What a view shows of an error, whatever it is. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ code: "bug", message: "Something went wrong on this page.", hint: String(error) });
}
