import type { Style } from "./style.ts";
import { padEnd } from "./text-width.ts";

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
