import type { CommandEvent } from "./event-schema.ts";

/** Raised when a field of an event changes its meaning or goes; new fields do not count. */
const EVENTS_VERSION = 1;

type WithoutVersion<T> = T extends unknown ? Omit<T, "v"> : never;

/** An event before its version is put in front. */
export type EventFields = WithoutVersion<CommandEvent>;

/** One line of pure ASCII, so that no text in it can act on a terminal. */
export function eventLine(fields: EventFields): string {
  const json = JSON.stringify({ v: EVENTS_VERSION, ...fields });
  return `${json.replace(/[\u007F-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}
