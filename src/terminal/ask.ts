import type { Context } from "../base/context.ts";
import { withStopHandlers } from "../base/interruption.ts";

/** The typed text; empty at the end of the input, and when a signal stops the program. */
export async function ask(question: string, context: Context): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const prompt = createInterface({ input: context.stdin, output: context.stderr });
  const close = (): void => prompt.close();
  try {
    const ended = new Promise<string>((resolve) => prompt.once("close", () => resolve("")));
    // Newer releases of Node reject the promise of an answer when the prompt is closed first.
    const typed = (): Promise<string> => prompt.question(question).catch(() => "");
    const answer = (): Promise<string> => Promise.race([ended, typed()]);
    return await withStopHandlers({ onFirst: close, onSecond: () => undefined }, answer);
  } finally {
    prompt.close();
  }
}
