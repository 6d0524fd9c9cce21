import type { CliError } from "../base/cli-error.ts";
import { safeLines, safeText } from "./safe-text.ts";
import type { Style } from "./style.ts";
import { padEnd, wrap } from "./text-width.ts";

const INDENT = "  ";
const LABEL_COLUMNS = 9;

/** A short label, and its lines beside it, as in `  Report   leadctl-runs/…/report.csv`. */
export function labelled(label: string, lines: readonly string[], { chalk }: Style): string[] {
  const margin = INDENT + " ".repeat(LABEL_COLUMNS);
  return lines.map(
    (line, index) => (index === 0 ? INDENT + chalk.dim(padEnd(label, LABEL_COLUMNS)) : margin) + line,
  );
}

/** The columns that remain beside a label. */
export function besideLabel({ columns }: Style): number {
  return columns - INDENT.length - LABEL_COLUMNS;
}

/** A sentence beside a short label, broken between words. */
export function sentenceLines(label: string, sentence: string, style: Style): string[] {
  const lines = safeLines(sentence).flatMap((line) => wrap(line, besideLabel(style)));
  return labelled(label, lines, style);
}

/** A sentence, and below it the command that it is about: on a line of its own, whole however long, to be copied. */
export function stepLines(
  label: string,
  sentence: string,
  command: string | undefined,
  style: Style,
): string[] {
  const { chalk, columns } = style;
  const text = `${label}: ${safeText(sentence)}${command === undefined ? "." : ":"}`;
  const lines = wrap(text, columns).map((line, index) =>
    index === 0 ? line.replace(label, chalk.bold(label)) : line,
  );
  return command === undefined ? lines : [...lines, INDENT + chalk.bold(safeText(command))];
}

/**
 * What happened and where, and what to do next, ending with a line feed.
 *
 * @param whole Commands and paths in it that are not broken at their spaces.
 */
export function renderError(
  error: Pick<CliError, "message" | "hint"> & Partial<Pick<CliError, "lines">>,
  style: Style,
  whole: readonly string[] = [],
): string {
  const { chalk, columns, signs } = style;
  const room = columns - 2;
  const kept = whole.map(safeText);
  const message = safeLines(error.message).flatMap((line) => wrap(line, room, kept));
  const hint = safeLines(`Hint: ${error.hint}`).flatMap((line) => wrap(line, room, kept));
  const lines = [
    ...message.map((line, index) =>
      index === 0 ? `${chalk.red(signs.failure)} ${chalk.bold(line)}` : `  ${chalk.bold(line)}`,
    ),
    ...(error.lines ?? []).map((line) => `  ${safeText(line)}`.trimEnd()),
    ...hint.map((line) => `  ${line}`),
  ];
  return `${lines.join("\n")}\n`;
}
