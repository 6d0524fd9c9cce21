import type { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import type { Summary } from "../outcome/status.ts";
import { settle } from "../settings/option-values.ts";
import { OUTPUT, type OutputValues } from "../settings/options.ts";
import { jsonLine } from "../terminal/safe-text.ts";
import { type Shell, shellFor } from "../terminal/shell-command.ts";
import { type Style, styleFor } from "../terminal/style.ts";
import { type EventFields, eventLine } from "./progress/events.ts";
import { createProgress } from "./progress/progress.ts";
import type { ProgressView } from "./progress/progress-state.ts";

/** Where a command's words go: people's text to stderr, one JSON document to stdout. */
export interface CommandOutput {
  style: Style;
  /** What printed commands are made for. */
  shell: Shell;
  isJson: boolean;
  /** Whether summaries list everything, and not only the first of each. */
  isAll: boolean;
  /** Whether text on stderr is for people, and not for a program. */
  isForPeople: boolean;
  progress: ProgressView;
  /** Takes the progress away for something that needs the terminal, and shows it anew after it. */
  aside(work: () => Promise<void>): Promise<void>;
  /** Text for people; nothing with `--quiet`. */
  say(text: string): void;
  /** One event with `--progress json`; nothing without. */
  event(event: EventFields): void;
  /** The one document of `--json`; nothing without. */
  document(value: unknown): void;
}

export async function openOutput(options: OutputValues, context: Context): Promise<CommandOutput> {
  const { json: isJson, quiet: isQuiet, all: isAll, progress } = settle(OUTPUT, options);
  const mode = isQuiet ? "none" : progress;
  const open = (): Promise<ProgressView> => createProgress(mode, context.stderr, context.env);
  let current = await open();
  const style = styleFor(context.stderr, context.env);
  return {
    style,
    shell: shellFor(context),
    isJson,
    isAll,
    isForPeople: mode !== "json",
    progress: {
      update: (state) => current.update(state),
      note: (text) => {
        if (!isQuiet) current.note(text);
      },
      stop: () => current.stop(),
    },
    aside: async (work) => {
      current.stop();
      await work();
      current = await open();
    },
    say: (text) => {
      if (!isQuiet && mode !== "json") context.stderr.write(context.scrub(text));
    },
    event: (event) => {
      if (mode === "json") context.stderr.write(eventLine(event, context.scrub));
    },
    document: (value) => {
      if (isJson) context.stdout.write(jsonLine(value, context.scrub));
    },
  };
}

/** The document of a run for `--json`. A check that wrote nothing has neither id nor folder. */
export function runDocument(
  run: { id: string | null; dir: string | null; complete: boolean; rowsRead: number },
  summary: Summary,
): object {
  const { id, dir, complete, rowsRead } = run;
  return { run: { id, dir, complete, rowsRead }, summary };
}

/** The document of a failed command for `--json`. */
export function errorDocument(error: CliError): unknown {
  return { error: { code: error.code, message: error.message, hint: error.hint, ...error.document } };
}
