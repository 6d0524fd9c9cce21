import type { ExitCode } from "./exit-codes.ts";

/** An input that a failure asks for: an option on the command line, a control on the desk. */
export type AsksFor = "sheet" | "header-row" | "hidden-rows" | "encoding";

/** The sentences of a failure, as a catalogue of errors has them. */
export interface ErrorText {
  /** What happened and where, without a full stop. */
  message: string;
  /** The remedy for people who type commands. */
  hint: string;
  /** The remedy on a page, if it differs: a page has no options and no commands. */
  pageHint?: string;
  asks?: AsksFor;
}

/**
 * The texts of a room's errors by finding. What stands before the slash of a finding is the error's code, which
 * scripts hold on to: `usage/unknown-choice` and `usage/rows` are both `usage`.
 */
export type ErrorTexts = Readonly<Record<string, (params: never) => ErrorText>>;

export interface CliErrorOptions {
  /** A stable kebab-case name for scripts, as in `"input-empty"`. */
  code: string;
  /** Its entry in a catalogue of errors, which one code may have several of. Default: the code. */
  finding?: string;
  /** The parameters of the finding's sentences. */
  params?: Readonly<Record<string, unknown>> | undefined;
  exitCode: ExitCode;
  /** The remedy, as a sentence. */
  hint: string;
  /** The hint of a page. Default: the hint. */
  pageHint?: string;
  asks?: AsksFor | undefined;
  /** The next command without the program's name: words, folders and files. It is shown after the hint. */
  command?: readonly (string | { readonly folder: string; readonly file?: string })[] | undefined;
  /** Commands and paths in message and hint that people copy: lines do not break at their spaces. */
  whole?: readonly string[];
  /** More of it, for people, in lines that fit: it is shown between message and hint. */
  lines?: readonly string[];
  /** More fields for the `--json` document, beside `code`, `message` and `hint`. */
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
  readonly finding: string;
  readonly params: Readonly<Record<string, unknown>> | undefined;
  readonly exitCode: ExitCode;
  readonly hint: string;
  readonly pageHint: string;
  readonly asks: AsksFor | undefined;
  readonly command: CliErrorOptions["command"];
  readonly whole: readonly string[];
  readonly lines: readonly string[];
  readonly document: Readonly<Record<string, unknown>>;

  constructor(message: string, options: CliErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.finding = options.finding ?? options.code;
    this.params = options.params;
    this.exitCode = options.exitCode;
    this.hint = options.hint;
    this.pageHint = options.pageHint ?? options.hint;
    this.asks = options.asks;
    this.command = options.command;
    this.whole = options.whole ?? [];
    this.lines = options.lines ?? [];
    this.document = options.document ?? {};
  }

  /** The same failure with something else about it. */
  with(changes: Partial<CliErrorOptions>): CliError {
    return new CliError(this.message, { ...this, ...changes });
  }
}

/** Whether two errors say the same. */
export function isSameError(a: CliError, b: CliError): boolean {
  return a.finding === b.finding && JSON.stringify(a.params) === JSON.stringify(b.params);
}

/** What stands in angle brackets in a sentence, by its name. */
type ParamsIn<S extends string> = S extends `${string}<${infer Name}>${infer Rest}`
  ? { [K in Name]: string | number } & ParamsIn<Rest>
  : unknown;

/** The sentences of an error in which a name in angle brackets stands for a parameter: `<name> is empty`. */
export function says<const M extends string, const H extends string>(message: M, hint: H, asks?: AsksFor) {
  return (params: ParamsIn<`${M} ${H}`>): ErrorText => {
    const texts = params as Readonly<Record<string, string | number>>;
    const filled = (text: string) => text.replace(/<(\w+)>/g, (_, name: string) => String(texts[name]));
    return { message: filled(message), hint: filled(hint), ...(asks && { asks }) };
  };
}

/** The parts of an error besides its finding. */
type More = Pick<CliErrorOptions, "command" | "whole" | "lines" | "document" | "cause"> & {
  exitCode?: ExitCode;
};

type Arguments<T extends (params: never) => ErrorText> =
  Parameters<T> extends [infer P]
    ? unknown extends P
      ? [params?: undefined, more?: More]
      : [params: P, more?: More]
    : [params?: undefined, more?: More];

/** Makes errors of a catalogue, whose exit code is this one unless an error says another. */
export function errorsOf<C extends ErrorTexts>(texts: C, exitCode: ExitCode) {
  return <F extends keyof C & string>(finding: F, ...[params, more]: Arguments<C[F]>): CliError => {
    const { message, ...text } = (texts[finding] as (params: unknown) => ErrorText)(params);
    const [code = finding] = finding.split("/", 1);
    return new CliError(message, {
      code,
      finding,
      params: params as Readonly<Record<string, unknown>> | undefined,
      exitCode,
      ...text,
      ...more,
    });
  };
}
