import { useEffect, useRef, useState } from "preact/hooks";
import { readLines } from "./api.ts";

type Listener = (event: { type: string }) => void;

/** Whether the desk is there. `count` grows with each new connection: load again what may have changed since. */
interface Connection {
  isConnected: boolean;
  count: number;
}

/** When it breaks, it is made anew after a while. */
const RETRY_MS = 2_000;

/**
 * One connection for the whole page, while the page can be seen: a browser has six for all tabs together, and where tabs in the
 * background held them all, no tab could ask for anything.
 */
let current: AbortController | undefined;
let connection: Connection = { isConnected: true, count: 0 };
const listeners = new Set<Listener>();
const connectionListeners = new Set<(connection: Connection) => void>();

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
  for (const listener of connectionListeners) listener(next);
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
  useEffect(() => {
    void connect();
    setState(connection);
    connectionListeners.add(setState);
    return () => void connectionListeners.delete(setState);
  }, []);
  return state;
}
