import { type Environment, isCi, type TerminalStream } from "./colour.ts";
import { createJsonProgress } from "./json-progress.ts";
import { createLiveProgress, type LiveStream } from "./live-progress.ts";
import { createPlainProgress } from "./plain-progress.ts";
import { type ProgressClock, systemProgressClock } from "./progress-clock.ts";
import type { ProgressView } from "./progress-state.ts";
import { safeText } from "./safe-text.ts";
import { styleFor } from "./style.ts";

/** What `--progress` takes. */
export const PROGRESS_MODES = ["auto", "live", "plain", "json", "none"] as const;

export type ProgressMode = (typeof PROGRESS_MODES)[number];

/**
 * The view that suits a mode and a stream. `auto` and `live` draw a live line where the terminal is sound, and
 * plain lines elsewhere. `none` shows nothing but notes.
 *
 * @param colorWanted The flag `--color` or `--no-color`; see `colorLevel`.
 */
export async function createProgress(
  mode: ProgressMode,
  stream: LiveStream,
  env: Environment,
  clock: ProgressClock = systemProgressClock,
  colorWanted?: boolean,
): Promise<ProgressView> {
  const write = (text: string): void => void stream.write(text);
  if (mode === "none") return notesOnly(write);
  if (mode === "json") return createJsonProgress(write, clock);
  if (mode === "plain" || !canDrawLive(stream, env)) return createPlainProgress(write, clock);
  return createLiveProgress(stream, styleFor(stream, env, colorWanted), clock);
}

/** Whether a line may redraw itself: on a terminal with a width, and not where its output ends up in a log. */
export function canDrawLive({ isTTY, columns }: TerminalStream, env: Environment): boolean {
  return isTTY === true && columns !== undefined && columns > 0 && env.TERM !== "dumb" && !isCi(env);
}

function notesOnly(write: (text: string) => void): ProgressView {
  return { update: () => {}, note: (text) => write(`${safeText(text)}\n`), stop: () => {} };
}
