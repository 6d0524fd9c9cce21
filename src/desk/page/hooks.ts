import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { RoundEvent } from "../runs/rounds.ts";
import { type ApiError, asApiError, get, readLines } from "./api.ts";

type Listener = (event: { type: string }) => void;

/** Whether the desk is there. `count` grows with each new connection: load again what may have changed since. */
interface Connection {
  isConnected: boolean;
  count: number;
}

/** Told as what happens on the server is. */
const CONNECTION = { type: "connection" };
/** When it breaks, it is made anew after a while. */
const RETRY_MS = 2_000;

/**
 * One connection for the whole page, while the page can be seen: a browser has six for all tabs together, and where tabs in the
 * background held them all, no tab could ask for anything.
 */
let current: AbortController | undefined;
let connection: Connection = { isConnected: true, count: 0 };
const listeners = new Set<Listener>();

async function connect(): Promise<void> {
  if (current || document.hidden) return;
  const own = new AbortController();
  current = own;
  const open = (): void => tell({ isConnected: true, count: connection.count + 1 });
  const hear = (line: string): void => {
    const event = JSON.parse(line);
    for (const listener of listeners) listener(event);
  };
  await readLines("/api/events", own.signal, open, hear).catch(() => undefined);
  if (own.signal.aborted) return;
  current = undefined;
  tell({ ...connection, isConnected: false });
  setTimeout(connect, RETRY_MS);
}

function disconnect(): void {
  current?.abort();
  current = undefined;
}

document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : void connect()));

function tell(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener(CONNECTION);
}

/**
 * Calls the handler for each event of a type, for as long as the component is shown. What was missed while there was no
 * connection is not told again: see {@link useConnection}.
 */
export function useLive<T extends { type: string }>(type: T["type"], handler: (event: T) => void): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    void connect();
    const listener: Listener = (event) => {
      if (event.type === type) latest.current(event as T);
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [type]);
}

/** The connection as it is now. */
export function useConnection(): Connection {
  const [state, setState] = useState(connection);
  useLive(CONNECTION.type, () => setState(connection));
  useEffect(() => setState(connection), []);
  return state;
}

/** What was answered last; with an error, what was there before it. */
interface Shown<T> {
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
 * what happened before that was not heard. Answers are shown in the order in which they were asked for: one that comes after a
 * later one's is too late. What is here stays while the desk does not answer.
 *
 * @param path As in `/api/runs/x`.
 * @param asOf It is loaded again when this is another: what else tells that it may have changed.
 * @param ask Asks for it; the same function each time.
 */
export function useLoad<T>(path: string, asOf?: unknown, ask: (path: string) => Promise<T> = get): Loaded<T> {
  // Answers of another path are not shown.
  const [{ of, ...shown }, setShown] = useState<Shown<T> & { of: string }>({ of: path });
  const turns = useRef({ asked: 0, answered: 0 });
  const { count } = useConnection();
  const reload = useCallback(async () => {
    const mine = ++turns.current.asked;
    const answer = await ask(path).then(
      (data) => ({ data }),
      (error) => ({ error: asApiError(error) }),
    );
    if (mine < turns.current.answered) return;
    turns.current.answered = mine;
    setShown((before) => {
      const isAway = "error" in answer && answer.error.code === "no-server" && before.of === path;
      return { ...(isAway && before), ...answer, of: path };
    });
  }, [path, ask]);
  useEffect(() => void reload(), [reload, count, asOf]);
  return { ...(of === path && shown), reload };
}

/**
 * Loads what runs have a say in: again whenever a round of one has ended, and when a person comes back to the window, for another
 * process may have changed them.
 */
export function useLoadOfRuns<T>(path: string, ask?: (path: string) => Promise<T>): Loaded<T> {
  const loaded = useLoad<T>(path, undefined, ask);
  const { reload } = loaded;
  useLive<RoundEvent>("round", ({ round }) => {
    if (round.end) void reload();
  });
  useEffect(() => {
    const onFocus = (): void => void reload();
    addEventListener("focus", onFocus);
    return () => removeEventListener("focus", onFocus);
  }, [reload]);
  return loaded;
}

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

/**
 * Goes to another view of the page when something that was begun in this one is done. A person who has left this view meanwhile
 * stays where they are.
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
