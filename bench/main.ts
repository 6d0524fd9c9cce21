/**
 * `npm run bench`: measures what the program costs beside what the same work costs at least, or did before.
 * docs/performance.md has its options and figures. Needs Linux: memory is read from /proc.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench, Figure } from "./figure.ts";
import { before } from "./figures/before.ts";
import { explain } from "./figures/explain.ts";
import { grid } from "./figures/grid.ts";
import { planning } from "./figures/planning.ts";
import { scale } from "./figures/scale.ts";
import { sending } from "./figures/sending.ts";
import { startUp } from "./figures/start-up.ts";
import { cells, describeMachine, type Result, renderResults } from "./results.ts";
import { startServer } from "./server.ts";

const FIGURES: readonly Figure[] = [sending, planning, scale, startUp, explain, before, grid];
const RESULTS = "bench/results.md";

const { values } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" }, before: { type: "string" } },
});

function chosenFigures(names: readonly string[] | undefined): readonly Figure[] {
  const isDue = (figure: Figure): boolean =>
    !figure.isExtra || (figure === before && values.before !== undefined);
  const stranger = names?.find((name) => !FIGURES.some(({ id }) => id === name));
  if (stranger !== undefined)
    throw new Error(`There is no figure "${stranger}", only ${FIGURES.map(({ id }) => id).join(", ")}`);
  return FIGURES.filter((figure) => names?.includes(figure.id) ?? isDue(figure));
}

async function measureAll(figures: readonly Figure[], bench: Bench): Promise<Result[]> {
  const results: Result[] = [];
  for (const figure of figures) {
    const startedAtMs = performance.now();
    const lines = await figure.measure(bench);
    results.push([figure, lines]);
    for (const line of lines) console.log(cells(line).filter(Boolean).join(" | "));
    console.log(`    (${figure.id}: ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s)`);
  }
  return results;
}

const figures = chosenFigures(values.only?.split(","));
const dir = mkdtempSync(join(tmpdir(), "leadctl-bench-"));
process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
const server = await startServer();
try {
  const size = (full: number, quick: number): number => (values.quick ? quick : full);
  const facts = describeMachine(dir);
  for (const fact of facts) console.log(fact);
  const results = await measureAll(figures, { dir, server, before: values.before, size });
  if (values.quick) console.log("\nThe limits are for full sizes: these were smaller, to see that it works.");
  if (!values.quick && values.only === undefined) {
    writeFileSync(RESULTS, renderResults(results, facts, new Date()));
    console.log(`\nwritten to ${RESULTS}`);
  }
} finally {
  server.stop();
}
