import type { Context } from "../base/context.ts";
import type { StartSandbox } from "../job/round/connect.ts";
import type { CommandValues } from "../settings/options.ts";
import { type DraftReader, draftReaders } from "./drafts/draft-reading.ts";
import { type Draft, DraftStore } from "./drafts/draft-store.ts";
import { EventStream } from "./event-stream.ts";
import { KeptRuns } from "./runs/kept-runs.ts";
import { Places } from "./runs/places.ts";
import { Rounds } from "./runs/rounds.ts";
import { type RunEntry, runEntry } from "./runs/run-list.ts";
import { RunNames } from "./runs/run-names.ts";

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
  readingOf(draft: Draft): DraftReader;
  rounds: Rounds;
  /** Runs as lists show them. */
  runEntries: KeptRuns<RunEntry>;
  runNames: RunNames;
  events: EventStream;
  /** Passed in, since nobody who speaks to the service knows how it is made. */
  startSandbox: StartSandbox;
}

/**
 * Puts the parts of a desk together.
 *
 * @param folder That holds runs and drafts, whole; the process stands in it.
 */
export function makeDesk(
  folder: string,
  options: DeskValues,
  startSandbox: StartSandbox,
  context: Context,
): Desk {
  const { clock, scrub } = context;
  const events = new EventStream(scrub);
  const places = new Places(options, context);
  const runEntries = new KeptRuns(runEntry);
  return {
    context,
    folder,
    options,
    places,
    drafts: new DraftStore(folder, clock),
    readingOf: draftReaders({ events, clock, places }),
    rounds: new Rounds(events, context),
    runEntries,
    runNames: new RunNames(runEntries),
    events,
    startSandbox,
  };
}
