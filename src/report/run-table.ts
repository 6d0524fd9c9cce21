import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, padEnd, truncate } from "../terminal/text-width.ts";

export interface RunTableRow {
  /** When the run began, as an ISO time; null when nobody knows. */
  at: string | null;
  state: string;
  input: string;
  target: string;
  counts: string;
  /** The run's folder. */
  dir: string;
  /** What else there is to say, a line each. */
  notes: readonly string[];
  /** The command to type next. */
  next: string | undefined;
}

const GAP = "  ";
const CELL_COLUMNS_MAX = 36;
const HEADER = ["Started (UTC)", "State", "Input", "Target", "Rows"];

/** A table of runs; below each its folder and the command that comes next. */
export function renderRunTable(rows: readonly RunTableRow[], { chalk, signs }: Style): string {
  const cells = rows.map((row) =>
    [timeText(row.at), row.state, row.input, row.target].map((cell) =>
      truncate(safeText(cell), CELL_COLUMNS_MAX, signs.ellipsis),
    ),
  );
  const widths = [0, 1, 2, 3].map((at) =>
    Math.max(...[HEADER, ...cells].map((line) => displayWidth(line[at] ?? ""))),
  );
  const line = (texts: readonly string[], last: string): string =>
    [...texts.map((text, at) => padEnd(text, widths[at] ?? 0)), last].join(GAP).trimEnd();
  const blocks = rows.flatMap((row, at) => [
    line(cells[at] ?? [], safeText(row.counts)),
    `${GAP}${chalk.dim(safeText(row.dir))}`,
    ...row.notes.map((note) => `${GAP}${safeText(note)}`),
    ...(row.next === undefined ? [] : [`${GAP}Next: ${chalk.bold(safeText(row.next))}`]),
  ]);
  return `${[chalk.bold(line(HEADER.slice(0, 4), HEADER[4] ?? "")), ...blocks].join("\n")}\n`;
}

/** `2026-01-02 03:04` */
function timeText(at: string | null): string {
  return at === null ? "" : at.slice(0, 16).replace("T", " ");
}
