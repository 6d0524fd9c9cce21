import type { Context } from "../base/context.ts";
import type { StartSandbox } from "../job/round/connect.ts";
import type { CommandValues } from "../settings/options.ts";
import type { DraftReaders } from "./drafts/draft-reading.ts";
import type { DraftStore } from "./drafts/draft-store.ts";
import type { EventStream } from "./event-stream.ts";
import type { KeptRuns } from "./runs/kept-runs.ts";
import type { Places } from "./runs/places.ts";
import type { Rounds } from "./runs/rounds.ts";
import type { RunEntry } from "./runs/run-list.ts";

export type DeskValues = CommandValues<"desk">;

/** What every part of the desk works with. */
export interface Desk {
  context: Context;
  /** Where runs and drafts lie, for people. The process stands in it, since all that the engine names is relative to that. */
  folder: string;
  options: DeskValues;
  places: Places;
  drafts: DraftStore;
  /** How drafts are understood. */
  readings: DraftReaders;
  rounds: Rounds;
  /** Runs as lists show them. */
  runEntries: KeptRuns<RunEntry>;
  events: EventStream;
  /** Passed in, since nobody who speaks to the service knows how it is made. */
  startSandbox: StartSandbox;
}
