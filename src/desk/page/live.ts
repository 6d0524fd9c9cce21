import { useEffect, useRef, useState } from "preact/hooks";

type Listener = (event: { type: string }) => void;

/** Whether the desk is there. `count` grows with each new connection: load again what may have changed since. */
interface Connection {
  isConnected: boolean;
  count: number;
}

/** The browser makes it anew by itself when it breaks, unless the desk refuses it: then it is tried again after a while. */
const RETRY_MS = 2_000;

/**
 * One connection for the whole page, while the page can be seen: a browser has six for all tabs together, and where tabs in the
 * background held them all, no tab could ask for anything.
 */
let source: EventSource | undefined;
let connection: Connection = { isConnected: true, count: 0 };
const listeners = new Set<Listener>();
const connectionListeners = new Set<(connection: Connection) => void>();

function connect(): void {
  if (source || document.hidden) return;
  const own = new EventSource("/api/events");
  source = own;
  own.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    for (const listener of listeners) listener(event);
  };
  own.onopen = () => tell({ isConnected: true, count: connection.count + 1 });
  own.onerror = () => {
    tell({ ...connection, isConnected: false });
    if (own.readyState !== EventSource.CLOSED) return;
    disconnect();
    setTimeout(connect, RETRY_MS);
  };
}

function disconnect(): void {
  source?.close();
  source = undefined;
}

document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));

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
    connect();
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
    connect();
    setState(connection);
    connectionListeners.add(setState);
    return () => void connectionListeners.delete(setState);
  }, []);
  return state;
}
