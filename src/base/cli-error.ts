import type { ExitCode } from "./exit-codes.ts";

export interface CliErrorOptions {
  /** A stable kebab-case name for scripts, as in `"input-empty"`. */
  code: string;
  exitCode: ExitCode;
  /** What the person should do next, as a sentence. */
  hint: string;
  /** What to type next, without the program's name: words, folders and files. It is shown behind the hint. */
  command?: readonly (string | { readonly folder: string; readonly file?: string })[];
  /** Commands and paths in message and hint that somebody may copy: no line is broken at their spaces. */
  whole?: readonly string[];
  /** More of it, for people, in lines that fit: it is shown between message and hint. */
  lines?: readonly string[];
  /** More of it, for programs: what stands beside `code`, `message` and `hint` in the document of `--json`. */
  document?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/**
 * An expected end of the whole command: wrong usage, unreadable input, a refused key.
 * What happens to a single lead is never an error but a value, and anything that is neither is a bug.
 */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly hint: string;
  readonly command: CliErrorOptions["command"];
  readonly whole: readonly string[];
  readonly lines: readonly string[];
  readonly document: Readonly<Record<string, unknown>>;

  constructor(message: string, options: CliErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.exitCode = options.exitCode;
    this.hint = options.hint;
    this.command = options.command;
    this.whole = options.whole ?? [];
    this.lines = options.lines ?? [];
    this.document = options.document ?? {};
  }
}
