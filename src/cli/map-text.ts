import type { ColumnMatch, ColumnMatches } from "../sheet/column-matches.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, padEnd, truncate, wrap } from "../terminal/text-width.ts";

const GAP = "  ";
const HEADER_COLUMNS_MAX = 32;
const SAMPLE_COLUMNS_MAX = 24;

/** How columns match fields, a line each, and which fields have none. */
export function renderMatches(
  { columns, missing }: ColumnMatches,
  { chalk, signs, columns: width }: Style,
): string {
  const lines = columns.map((match) => [
    match.isSettled ? " " : "!",
    match.column.letters ?? "",
    truncate(safeText(match.column.name) || "(no header)", HEADER_COLUMNS_MAX, signs.ellipsis),
    match.field?.path ?? "left out",
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...lines.map((line) => displayWidth(line[at] ?? ""))));
  const rows = columns.map((match, index) => {
    const cells = (lines[index] ?? []).map((text, at) => padEnd(text, widths[at] ?? 0));
    const line = truncate(
      [...cells, samplesText(match, signs.ellipsis)].join(GAP).trimEnd(),
      width,
      signs.ellipsis,
    );
    const remark = match.remark === undefined ? "" : `\n${GAP.repeat(3)}${safeText(match.remark)}`;
    return (match.isSettled ? line : chalk.yellow(line)) + remark;
  });
  const absent = missing.map(({ label }) => label).join(", ");
  const rest = absent === "" ? [] : ["", ...wrap(`No column for: ${absent}`, width)];
  return `${[...rows, ...rest].join("\n")}\n`;
}

function samplesText({ samples }: ColumnMatch, ellipsis: string): string {
  return samples.map((sample) => truncate(safeText(sample), SAMPLE_COLUMNS_MAX, ellipsis)).join(" · ");
}
