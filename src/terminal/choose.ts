import { Writable } from "node:stream";
import type { Context, LiveStream } from "../base/context.ts";
import { type StopSignal, withStopHandlers } from "../base/interruption.ts";
import { colorLevel, lineColumns } from "./style.ts";

/** An option that a person can choose. */
export interface Choice {
  value: string;
  label: string;
}

/** The chosen option, or the key that ended the question: Ctrl-C, Ctrl-D or Escape. */
export type Choosing = { value: string } | { stoppedBy: StopSignal | "key" };

/**
 * Has one of several choices taken with the arrow keys, on stderr. To be called only where stdin and stderr are
 * terminals.
 *
 * @param message The question, of one or several lines. Like the labels, it must be safe to show.
 * @param initial The value that Enter alone takes; the first one's, where it is not given.
 */
export async function choose(
  message: string,
  choices: readonly Choice[],
  initial: string | undefined,
  context: Context,
): Promise<Choosing> {
  const { select } = await import("@clack/prompts");
  const { stdin, stderr } = context;
  const abort = new AbortController();
  let stoppedBy: StopSignal | "key" = "key";
  const stop = (): void => abort.abort();
  // The library takes the end of the input for no answer, and would wait for one for ever.
  const onKey = (_text: unknown, key?: { ctrl?: boolean; name?: string }): void => {
    if (key?.ctrl && key.name === "d") stop();
  };
  const onFirst = (signal: StopSignal): void => {
    stoppedBy = signal;
    stop();
  };
  stdin.on("keypress", onKey).once("end", stop).once("close", stop);
  const output = new PromptOutput(stderr, context);
  const onResize = (): boolean => output.emit("resize");
  stderr.on("resize", onResize);
  try {
    const value = await withStopHandlers({ onFirst, onSecond: () => undefined }, () =>
      select({
        message,
        options: [...choices],
        ...(initial !== undefined && { initialValue: initial }),
        input: stdin,
        output,
        signal: abort.signal,
      }),
    );
    if (typeof value === "string") return { value };
    output.write(SHOW_CURSOR);
    return { stoppedBy };
  } finally {
    stdin.off("keypress", onKey).off("end", stop).off("close", stop);
    stderr.off("resize", onResize);
  }
}

/** The library does so too, but for an input that has ended. */
const SHOW_CURSOR = "\u001b[?25h";
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");
const ROWS_UNKNOWN = 24;

/** A terminal as the library is to see it: of some width where it tells none, and coloured only as we colour it. */
class PromptOutput extends Writable {
  readonly isTTY = true;
  readonly #stream: LiveStream & { rows?: number };
  readonly #scrub: Context["scrub"];
  readonly #isColored: boolean;

  constructor(stream: LiveStream, { env, scrub }: Context) {
    super({ decodeStrings: false });
    this.#stream = stream;
    this.#scrub = scrub;
    this.#isColored = colorLevel(stream, env) > 0;
  }

  get columns(): number {
    return lineColumns(this.#stream);
  }

  get rows(): number {
    return this.#stream.rows || ROWS_UNKNOWN;
  }

  override _write(text: string | Buffer, _encoding: string, done: () => void): void {
    const shown = this.#scrub(String(text));
    this.#stream.write(this.#isColored ? shown : shown.replace(COLORS, ""));
    done();
  }
}
