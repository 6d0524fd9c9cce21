import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { type Figure, LIMITS, type Line, median } from "./figure.ts";

/** A figure and what it yielded. */
export type Result = readonly [Figure, readonly Line[]];

/** Why some figures are missed: written by hand. */
const MISSES = "bench/misses.md";

/** The page that is kept: the table, what it was measured on, and what its lines mean. */
export function renderResults(results: readonly Result[], facts: readonly string[], at: Date): string {
  const lines = results.flatMap(([, all]) => all);
  return `# What leadctl costs

Measured by \`npm run bench\` on ${at.toISOString().slice(0, 10)}. Most figures are ratios to a baseline that was measured
in the same run, in turns; the median of the rounds counts.

${facts.map((fact) => `- ${fact}`).join("\n")}

${[COLUMNS, COLUMNS.map(() => "---"), ...lines.map(cells)].map((row) => `| ${row.join(" | ")} |`).join("\n")}

"missed" means that the weakest limit does not hold.

## What each figure means

${results.map(([{ id, meaning }]) => `- **${id}.** ${meaning}`).join("\n")}

${readFileSync(MISSES, "utf8").trim()}
`;
}

const COLUMNS = ["figure", "measured", "least to most", ...LIMITS, "verdict", "numbers behind it"];

/** A line as cells of the table. */
export function cells({ name, samples, limits = {}, unit, detail, isMoreBetter }: Line): string[] {
  const show = (value: number | undefined): string =>
    value === undefined ? "" : `${amount(value, unit)}${unit === "times" ? "" : ` ${unit}`}`;
  const value = median(samples);
  const holds = (limit = Number.NaN): boolean => (isMoreBetter ? value >= limit : value <= limit);
  const known = LIMITS.filter((limit) => limits[limit] !== undefined);
  const verdict = known.findLast((limit) => holds(limits[limit])) ?? (known.length > 0 ? "missed" : "");
  const range = `${amount(Math.min(...samples), unit)} to ${amount(Math.max(...samples), unit)}`;
  const rounds = samples.length === 1 ? "1 round" : `${range}, ${samples.length} rounds`;
  return [name, show(value), rounds, ...LIMITS.map((limit) => show(limits[limit])), verdict, detail];
}

function amount(value: number, unit: Line["unit"]): string {
  if (unit === "MB" || unit === "ms") return value.toFixed(0);
  return value.toFixed(unit === "s" ? 1 : value < 10 ? 2 : 1);
}

/** On what the figures were measured, a line a fact. */
export function describeMachine(dir: string): string[] {
  const disk = execFileSync("df", ["--output=fstype,source", dir], { encoding: "utf8" });
  return [
    `processor: ${cpus()[0]?.model.trim()}, ${cpus().length} cores`,
    `memory: ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `system: Linux ${release()}, Node ${process.version}`,
    `runs were written to: ${disk.trim().split("\n").at(-1)}`,
  ];
}
