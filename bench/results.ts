import { existsSync, readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import type { Measured } from "./figure.ts";
import { median } from "./measure.ts";

/** Why some figures are missed: written by hand. */
const MISSES = "bench/misses.md";

/** The page that is kept: the table, what it was measured on, and what its lines mean. */
export function renderResults(all: readonly Measured[], facts: readonly string[], at: Date): string {
  const misses = existsSync(MISSES) ? `\n${readFileSync(MISSES, "utf8").trim()}\n` : "";
  return `# What leadctl costs

Measured by \`npm run bench\` on ${at.toISOString().slice(0, 10)}. Every figure but memory is a ratio to a baseline that
was measured in the same run, in turns; the median of the runs counts.

${facts.map((fact) => `- ${fact}`).join("\n")}

${renderTable(all)}

"missed" means that the weakest limit does not hold.

## The numbers behind the ratios

${all.map(({ name, detail }) => `- ${name}: ${detail}`).join("\n")}

## What each figure means

${all.map(({ name, meaning }) => `- **${name}.** ${meaning}`).join("\n")}
${misses}`;
}

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

/** The text of a figure that stands alone. */
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
  if (unit === "MB" || unit === "ms") return value.toFixed(0);
  return value.toFixed(unit === "s" ? 1 : value < 10 ? 2 : 1);
}

/** On what the figures were measured, a line a fact. */
export function describeMachine(dir: string): string[] {
  const processors = cpus();
  return [
    `processor: ${processors[0]?.model.trim()}, ${processors.length} cores`,
    `memory: ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `system: ${systemName()}, Linux ${release()}, Node ${process.version}`,
    `runs were written to: ${fileSystemOf(dir)}`,
  ];
}

function systemName(): string {
  return /^PRETTY_NAME="?(.*?)"?$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "unknown";
}

/** Type and device of the mount that a folder lies on. */
function fileSystemOf(dir: string): string {
  const mounts = readFileSync("/proc/mounts", "utf8").trimEnd().split("\n");
  const holding = mounts
    .map((line) => line.split(" "))
    .filter(([, point = ""]) => `${dir}/`.startsWith(point.endsWith("/") ? point : `${point}/`))
    .toSorted(([, a = ""], [, b = ""]) => a.length - b.length);
  const [device, , type] = holding.at(-1) ?? [];
  return `${type} on ${device}`;
}
