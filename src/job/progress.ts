import type { LiveStream, Variables } from "../base/context.ts";
import type { ProgressMode } from "../settings/options.ts";
import { safeText } from "../terminal/safe-text.ts";
import { isCi, styleFor, type TerminalStream } from "../terminal/style.ts";
import { createJsonProgress } from "./json-progress.ts";
import { createLiveProgress } from "./live-progress.ts";
import { createPlainProgress } from "./plain-progress.ts";
import { type ProgressClock, systemProgressClock } from "./progress-clock.ts";
import type { ProgressView } from "./progress-state.ts";

/**
 * The view that suits a mode and a stream. `auto` and `live` draw a live line where the terminal is sound, and
 * plain lines elsewhere. `none` shows nothing but notes.
 */
export async function createProgress(
  mode: ProgressMode,
  stream: LiveStream,
  env: Variables,
  clock: ProgressClock = systemProgressClock,
): Promise<ProgressView> {
  const write = (text: string): void => void stream.write(text);
  if (mode === "none") return notesOnly(write);
  if (mode === "json") return createJsonProgress(write, clock);
  if (mode === "plain" || !canDrawLive(stream, env)) return createPlainProgress(write, clock);
  return createLiveProgress(stream, styleFor(stream, env), clock);
}

/** Whether a line may redraw itself: on a terminal with a width, and not where its output ends up in a log. */
export function canDrawLive({ isTTY, columns }: TerminalStream, env: Variables): boolean {
  return isTTY === true && columns !== undefined && columns > 0 && env.TERM !== "dumb" && !isCi(env);
}

function notesOnly(write: (text: string) => void): ProgressView {
  return { update: () => {}, note: (text) => write(`${safeText(text)}\n`), stop: () => {} };
}
