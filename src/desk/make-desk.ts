import type { Context } from "../base/context.ts";
import type { StartSandbox } from "../job/round/connect.ts";
import type { Desk, DeskValues } from "./desk.ts";
import { DraftReaders } from "./drafts/draft-reading.ts";
import { DraftStore } from "./drafts/draft-store.ts";
import { EventStream } from "./event-stream.ts";
import { KeptRuns } from "./runs/kept-runs.ts";
import { Places } from "./runs/places.ts";
import { Rounds } from "./runs/rounds.ts";
import { runEntry } from "./runs/run-list.ts";

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
  const events = new EventStream(context.scrub);
  return {
    context,
    folder,
    options,
    places: new Places(options, context),
    drafts: new DraftStore(folder, context.clock),
    readings: new DraftReaders(events, context.clock),
    rounds: new Rounds(events, context),
    runEntries: new KeptRuns(runEntry),
    events,
    startSandbox,
  };
}
