import { CliError } from "../../base/cli-error.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import type { RoundTools } from "../../job/round/later-round.ts";
import type { TargetValues } from "../../settings/options.ts";
import type { Desk } from "../desk.ts";
import type { DeskPlace } from "../runs/places.ts";

/** What was begun, for the page to look at. */
export interface BegunRound {
  run: string;
}

/** What a job of the desk takes: where to, and no flag besides. */
export type RoundOptions = TargetValues & { json: false; all: false; quiet: false };

/**
 * Begins a round, and waits until it sends.
 *
 * @param order `run`: what the page calls it. `confirm`: the name of the place, where somebody typed it.
 * @throws CliError with what refused it: another process that works on the run; a key that is missing, or a name that is not
 *   confirmed, with their `place`, for the page to ask for them.
 */
export async function beginRound(
  desk: Desk,
  order: { run: string; place: DeskPlace; confirm: string | undefined },
  work: (options: RoundOptions, tools: RoundTools) => Promise<ExitCode>,
): Promise<BegunRound> {
  const { run, place, confirm } = order;
  const way = desk.places.wayTo(place);
  const options = {
    ...way.options,
    ...(confirm !== undefined && { confirm }),
    json: false,
    all: false,
    quiet: false,
  } as const;
  const { startSandbox } = desk;
  try {
    await desk.rounds.begin(run, (output) => work(options, { startSandbox, output, context: way.context }));
  } catch (error) {
    throw error instanceof CliError ? ofPlace(error, place) : error;
  }
  return { run };
}

/** The same failure, with the place that the page asks for a key or a name of. */
export function ofPlace(error: CliError, { id, name }: DeskPlace): CliError {
  return error.with({ document: { ...error.document, place: { id, name } }, cause: error });
}
