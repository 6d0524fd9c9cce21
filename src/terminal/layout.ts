import type { CliError } from "../base/cli-error.ts";
import { displayWidth, padEnd, wrap } from "../base/text-width.ts";
import { safeLines, safeText } from "./safe-text.ts";
import type { Style } from "./style.ts";

const INDENT = "  ";
const LABEL_COLUMNS = 9;

/** A short label, and its lines beside it, as in `  Report   leadctl-runs/…/report.csv`. */
export function labelled(label: string, lines: readonly string[], { chalk }: Style): string[] {
  const margin = INDENT + " ".repeat(LABEL_COLUMNS);
  return lines.map(
    (line, index) => (index === 0 ? INDENT + chalk.dim(padEnd(label, LABEL_COLUMNS)) : margin) + line,
  );
}

/** Rows as lines, with their cells below one another. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const cells of rows)
    for (const [at, cell] of cells.entries()) widths[at] = Math.max(widths[at] ?? 0, displayWidth(cell));
  return rows.map((cells) =>
    cells
      .map((cell, at) => padEnd(cell, widths[at] ?? 0))
      .join(INDENT)
      .trimEnd(),
  );
}

/** The width that is left beside a label. */
export function besideLabel({ columns }: Style): number {
  return columns - INDENT.length - LABEL_COLUMNS;
}

/**
 * Our own words, made inert and broken between words into lines that fit. Commands in them stay whole.
 *
 * @param whole Texts that must not be broken, such as a path with spaces.
 */
export function proseLines(text: string, columns: number, whole: readonly string[] = []): string[] {
  return safeLines(text).flatMap((line) => {
    const commands = [...line.matchAll(COMMAND_AT_END), ...line.matchAll(COMMAND)].map(
      ([command]) => command,
    );
    return wrap(line, columns, [...commands, ...whole.map(safeText)]);
  });
}

/** Paragraphs of our own words, a line each; what goes on below keeps the indentation. Ends with a line feed, but for nothing. */
export function proseText(text: string, { columns }: Pick<Style, "columns">): string {
  const lines = text.split("\n").flatMap((paragraph) => {
    if (displayWidth(paragraph) <= columns) return [safeText(paragraph)];
    const [indent = ""] = /^ */.exec(paragraph) ?? [];
    return proseLines(paragraph.trim(), columns - indent.length).map((line) => indent + line);
  });
  const whole = lines.join("\n").trimEnd();
  return whole === "" ? "" : `${whole}\n`;
}

/** A command among words: its name, and what cannot be prose: flags, and words with a point, a slash or quotes. */
const COMMAND =
  /(?:npx )?leadctl(?: [a-z]+)?(?: (?:--?[a-z][\w-]*|'[^']*'|"[^"]*"|<[a-z]+>|[\w@%+:,-]*[./\\=][\w@%+=:,./\\-]*(?<![.,:])))*/g;
const COMMAND_AT_END = /(?<=: )(?:npx )?leadctl .*$/g;

/** A sentence beside a short label, broken between words. */
export function sentenceLines(label: string, sentence: string, style: Style): string[] {
  return labelled(label, proseLines(sentence, besideLabel(style)), style);
}

/** A sentence, and below it the command that it is about: on a line of its own, whole however long, to be copied. */
export function stepLines(
  label: string,
  sentence: string,
  command: string | undefined,
  style: Style,
): string[] {
  const { chalk, columns } = style;
  const text = `${label}: ${sentence.replaceAll("\n", " ")}${command === undefined ? "." : ":"}`;
  const lines = proseLines(text, columns).map((line, index) =>
    index === 0 ? line.replace(label, chalk.bold(label)) : line,
  );
  return command === undefined ? lines : [...lines, INDENT + chalk.bold(safeText(command))];
}

/** Says what happened, where, and what to do next; ends with a line feed. */
export function renderError(
  error: Pick<CliError, "message" | "hint"> & Partial<Pick<CliError, "lines" | "whole">>,
  style: Style,
): string {
  const { chalk, columns, signs } = style;
  const room = columns - 2;
  const message = proseLines(error.message, room, error.whole);
  const hint = proseLines(`Hint: ${error.hint}`, room, error.whole);
  const lines = [
    ...message.map((line, index) =>
      index === 0 ? `${chalk.red(signs.failure)} ${chalk.bold(line)}` : `  ${chalk.bold(line)}`,
    ),
    ...(error.lines ?? []).map((line) => `  ${safeText(line)}`.trimEnd()),
    ...hint.map((line) => `  ${line}`),
  ];
  return `${lines.join("\n")}\n`;
}
