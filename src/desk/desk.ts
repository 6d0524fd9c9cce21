import type { Context } from "../base/context.ts";
import type { StartSandbox } from "../job/connect.ts";
import type { CommandValues } from "../settings/options.ts";
import type { EventStream } from "./event-stream.ts";
import type { Places } from "./places.ts";

export type DeskValues = CommandValues<"desk">;

/** What every part of the desk works with. */
export interface Desk {
  context: Context;
  /** Where runs and drafts lie, as a person would name it. The process stands in it: all that the engine names is relative to it. */
  folder: string;
  options: DeskValues;
  places: Places;
  events: EventStream;
  /** Passed in, since nobody who speaks to the service knows how it is made. */
  startSandbox: StartSandbox;
}
