import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, get } from "./api.ts";
import { useConnection, useLive } from "./live.ts";

/** What was answered last; with an error, what was there before it. */
export interface Shown<T> {
  data?: T;
  error?: ApiError;
}

/** Something of the server's, on its way or here. */
export interface Loaded<T> extends Shown<T> {
  /** Asks again; what is here stays until the answer comes. */
  reload(): Promise<void>;
}

/**
 * Loads something for as long as the component is shown; again when the address changes, and after each new connection, since
 * what happened before that was not heard.
 *
 * @param path As in `/api/runs/x`.
 * @param asOf It is loaded again when this is another: what else tells that it may have changed.
 * @param ask Asks for it; the same function each time.
 */
export function useLoad<T>(path: string, asOf?: unknown, ask: (path: string) => Promise<T> = get): Loaded<T> {
  const { show, ...shown } = useAnswers<T>(path);
  const { count } = useConnection();
  const reload = useCallback(() => show(ask(path)), [path, ask, show]);
  useEffect(() => void reload(), [reload, count, asOf]);
  return { ...shown, reload };
}

/** Loads what is told of runs: again whenever a round of one has ended, for until then it is under way. */
export function useLoadOfRuns<T>(path: string): Loaded<T> {
  const loaded = useLoad<T>(path);
  useLive<{ type: "round"; round: { end: unknown } }>("round", ({ round }) => {
    if (round.end) void loaded.reload();
  });
  return loaded;
}

/**
 * Shows answers in the order in which they were asked for: one that comes after a later one's is too late. What is here stays
 * while the desk does not answer.
 *
 * @param path Of what is shown: answers of another one are not.
 */
export function useAnswers<T>(path: string): Shown<T> & { show(work: Promise<T>): Promise<void> } {
  const [{ of, ...shown }, setShown] = useState<Shown<T> & { of: string }>({ of: path });
  const turns = useRef({ asked: 0, answered: 0 });
  const show = useCallback(
    async (work: Promise<T>) => {
      const mine = ++turns.current.asked;
      const answer = await work.then(
        (data) => ({ data }),
        (error) => ({ error: asApiError(error) }),
      );
      if (mine < turns.current.answered) return;
      turns.current.answered = mine;
      setShown((before) => {
        const isAway = "error" in answer && answer.error.code === "no-server" && before.of === path;
        return { ...(isAway && before), ...answer, of: path };
      });
    },
    [path],
  );
  return { ...(of === path && shown), show };
}

/** What a view shows of an error, whatever it is. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ code: "bug", message: "Something went wrong on this page.", hint: String(error) });
}
