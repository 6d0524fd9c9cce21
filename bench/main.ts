/**
 * `npm run bench`: measures what the program costs beside what the same work costs at least, or costs otherwise.
 *
 *     npm run bench                            all figures; writes bench/results.md
 *     npm run bench -- --quick                 smaller sizes, to see that it works; writes nothing
 *     npm run bench -- --only sending,planning only these; writes nothing
 *     npm run bench -- --before ../older       also beside the build of another checkout
 *
 * Some figures are measured only when they are named: resume, grid.
 *
 * Needs Linux: memory and the server's load are read from /proc.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench, Figure, Measured } from "./figure.ts";
import { before } from "./figures/before.ts";
import { explain } from "./figures/explain.ts";
import { grid } from "./figures/grid.ts";
import { hostileText } from "./figures/hostile-text.ts";
import { latency } from "./figures/latency.ts";
import { naive } from "./figures/naive.ts";
import { newman } from "./figures/newman.ts";
import { planning } from "./figures/planning.ts";
import { resume } from "./figures/resume.ts";
import { scale } from "./figures/scale.ts";
import { sending } from "./figures/sending.ts";
import { startUp } from "./figures/start-up.ts";
import { workbook } from "./figures/workbook.ts";
import { inputsIn } from "./input.ts";
import { describeMachine, renderLine, renderResults, renderTable } from "./results.ts";
import { startConstantServer } from "./servers.ts";

const FIGURES: readonly Figure[] = [
  sending,
  naive,
  newman,
  planning,
  latency,
  scale,
  startUp,
  workbook,
  explain,
  before,
  resume,
  grid,
  hostileText,
];
const RESULTS = "bench/results.md";
const EXIT_STOPPED = 130;

const { values } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" }, before: { type: "string" } },
});

function chosenFigures(names: readonly string[] | undefined): readonly Figure[] {
  if (names === undefined)
    return FIGURES.filter((figure) => !figure.isExtra || (figure === before && values.before !== undefined));
  const stranger = names.find((name) => !FIGURES.some(({ id }) => id === name));
  if (stranger === undefined) return FIGURES.filter(({ id }) => names.includes(id));
  throw new Error(`There is no figure "${stranger}", only ${FIGURES.map(({ id }) => id).join(", ")}`);
}

async function measureAll(figures: readonly Figure[], bench: Bench): Promise<Measured[]> {
  const all: Measured[] = [];
  for (const figure of figures) {
    const startedAtMs = performance.now();
    const measured = await figure.measure(bench);
    all.push(...measured);
    for (const one of measured) console.log(renderLine(one));
    console.log(`    (${figure.id}: ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s)`);
  }
  return all;
}

const figures = chosenFigures(values.only?.split(","));
const dir = mkdtempSync(join(tmpdir(), "leadctl-bench-"));
process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(EXIT_STOPPED));
const server = await startConstantServer(dir);
try {
  const size = (full: number, quick: number): number => (values.quick ? quick : full);
  const serverFact =
    server.kind === "nginx"
      ? "the service: nginx with a constant answer, on loopback"
      : "the service: a Node server, since nginx is not installed: figures of sending are bound by it";
  const facts = [...describeMachine(dir), serverFact];
  for (const fact of facts) console.log(fact);
  const all = await measureAll(figures, { dir, inputs: inputsIn(dir), server, before: values.before, size });
  console.log(`\n${renderTable(all)}`);
  if (values.quick) console.log("\nThe limits are for full sizes: these were smaller, to see that it works.");
  if (!values.quick && values.only === undefined) {
    writeFileSync(RESULTS, renderResults(all, facts, new Date()));
    console.log(`\nwritten to ${RESULTS}`);
  }
} finally {
  await server.stop();
}
