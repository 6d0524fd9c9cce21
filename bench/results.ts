import { existsSync, readFileSync } from "node:fs";
import type { Measured } from "./figure.ts";
import { renderTable } from "./table.ts";

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
