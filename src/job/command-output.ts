import type { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { type Summary, summed } from "../outcome/status.ts";
import { settle, wordsFor } from "../settings/option-values.ts";
import { OUTPUT, type OutputValues, PLACE, type PlaceValues } from "../settings/options.ts";
import { documentLine } from "../terminal/safe-text.ts";
import { type Shell, shellFor } from "../terminal/shell-command.ts";
import { type Style, styleFor } from "../terminal/style.ts";
import { toldFailure } from "./failure.ts";
import { type EventFields, eventLine } from "./progress/events.ts";
import { createProgress } from "./progress/progress.ts";
import type { ProgressView } from "./progress/progress-state.ts";
import type { FailureDocument, ReplayDocument, RoundDocument } from "./round-schemas.ts";

/** Where a command's words go: people's text to stderr, one JSON document to stdout. */
export interface CommandOutput {
  style: Style;
  /** What printed commands are made for. */
  shell: Shell;
  isJson: boolean;
  /** Whether summaries list everything, and not only the first of each. */
  isAll: boolean;
  /** Words that a command needs to find the same key and environment again. */
  placeWords: readonly string[];
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
  document(fields: RoundDocument & { correction?: ReplayDocument["correction"] }): void;
}

/** @param command Whose schema the document of `--json` has. */
export async function openOutput(
  command: string,
  options: OutputValues & Partial<PlaceValues>,
  context: Context,
): Promise<CommandOutput> {
  const { json: isJson, quiet: isQuiet, all: isAll, progress } = settle(OUTPUT, options);
  const { env, vars, config } = PLACE;
  const mode = isQuiet ? "none" : progress;
  const open = (): Promise<ProgressView> => createProgress(mode, context.stderr, context.env);
  let current = await open();
  const style = styleFor(context.stderr, context.env);
  return {
    style,
    shell: shellFor(context),
    isJson,
    isAll,
    placeWords: wordsFor({ env, vars, config }, options),
    isForPeople: mode !== "json",
    progress: {
      update: (state) => current.update(state),
      note: (told) => {
        if (!isQuiet) current.note(told);
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
    document: (fields) => {
      if (isJson) context.stdout.write(documentLine(command, fields, context.scrub));
    },
  };
}

/** Says where answers go that do not fit into a journal: not even `--quiet` may hide where login links lie. */
export function tellRescueFile({ stderr }: Context): (path: string) => void {
  return (path) =>
    void stderr.write(
      `The journal cannot be written, so answers are saved in ${path}: do not lose this file.\n`,
    );
}

/** The document of a run for `--json`. A check that wrote nothing has neither id nor folder. */
export function runDocument(run: RoundDocument["run"], summary: Summary): RoundDocument {
  const { id, dir, complete, rowsRead } = run;
  return { run: { id, dir, complete, rowsRead }, summary };
}

/** One document of several runs, as if they were one. */
export function runsTogether(documents: readonly RoundDocument[]): RoundDocument {
  const [only, ...others] = documents;
  if (only && others.length === 0) return runDocument(only.run, only.summary);
  const runs = documents.map(({ run }) => run);
  return {
    run: {
      id: runs.map(({ id }) => id).join(" + ") || null,
      dir: null,
      complete: runs.every(({ complete }) => complete),
      rowsRead: runs.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    },
    summary: summed(documents.map(({ summary }) => summary)),
  };
}

/** The document of a failed command for `--json`. */
export function errorDocument(error: CliError): FailureDocument {
  return { error: { ...toldFailure(error), ...error.document } };
}
