import type { Measured } from "./figure.ts";
import { median } from "./measure.ts";

const COLUMNS = ["figure", "measured", "least to most", "floor", "goal", "moonshot", "verdict"];

/** The figures as a Markdown table. */
export function renderTable(all: readonly Measured[]): string {
  const rows = [COLUMNS, ...all.map(cells)];
  const widths = COLUMNS.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" | ")} |`,
  );
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}

/** What a figure says when it stands alone. */
export function renderLine(measured: Measured): string {
  const [name, value, range, , , , verdict] = cells(measured);
  return `${name}: ${value} (${range}) ${verdict}\n    ${measured.detail}`;
}

function cells(measured: Measured): string[] {
  const { name, samples, floor, goal, moonshot } = measured;
  const show = (value: number | undefined): string => (value === undefined ? "" : withUnit(value, measured));
  if (samples.length === 0) return [name, "not measured", "", show(floor), show(goal), show(moonshot), ""];
  const range = `${amount(Math.min(...samples), measured)} to ${amount(Math.max(...samples), measured)}`;
  const runs = samples.length === 1 ? "1 run" : `${range}, ${samples.length} runs`;
  const value = withUnit(median(samples), measured);
  return [name, value, runs, show(floor), show(goal), show(moonshot), verdictOf(measured)];
}

function verdictOf(measured: Measured): string {
  const value = median(measured.samples);
  const limits = (["moonshot", "goal", "floor"] as const).filter((name) => measured[name] !== undefined);
  if (limits.length === 0) return "";
  const holds = (limit: number): boolean => (measured.better === "more" ? value >= limit : value <= limit);
  return limits.find((name) => holds(measured[name] ?? Number.NaN)) ?? "missed";
}

function withUnit(value: number, measured: Measured): string {
  return measured.unit === "times" ? amount(value, measured) : `${amount(value, measured)} ${measured.unit}`;
}

function amount(value: number, { unit }: Measured): string {
  if (unit === "MB") return value.toFixed(0);
  return value.toFixed(unit === "s" ? 1 : value < 10 ? 2 : 1);
}
