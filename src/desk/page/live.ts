import { useEffect, useRef, useState } from "preact/hooks";

type Listener = (event: { type: string }) => void;

/** One connection for the whole page; the browser makes it anew by itself when it breaks. */
let source: EventSource | undefined;
const listeners = new Set<Listener>();
const connectionListeners = new Set<(isConnected: boolean) => void>();

function connect(): void {
  if (source) return;
  source = new EventSource("/api/events");
  source.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    for (const listener of listeners) listener(event);
  };
  source.onopen = () => tellConnection(true);
  source.onerror = () => tellConnection(false);
}

function tellConnection(isConnected: boolean): void {
  for (const listener of connectionListeners) listener(isConnected);
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

/** Whether the desk is there. `count` grows with each new connection: load again what may have changed since. */
export function useConnection(): { isConnected: boolean; count: number } {
  const [state, setState] = useState({ isConnected: true, count: 0 });
  useEffect(() => {
    connect();
    const listener = (isConnected: boolean): void =>
      setState(({ count }) => ({ isConnected, count: isConnected ? count + 1 : count }));
    connectionListeners.add(listener);
    return () => void connectionListeners.delete(listener);
  }, []);
  return state;
}
