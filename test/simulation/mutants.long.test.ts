import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MUTANTS } from "./mutants.ts";
import type { Mutant } from "./service-mutants.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RUN_MS_MAX = 280_000;
/** Enough that every mutant is caught by them, several times over. */
const SCHEDULE_COUNT = 300;
/** A tree without a change: what fails there proves nothing. */
const CONTROL = "control";

/** The tests that mutants meet, and what those need. */
const TEST_PARTS = [
  "outcome",
  "service",
  "submission",
  "simulation",
  "program",
  "sandbox/sample-lead.ts",
  "test-key.ts",
];

const CONFIG = `export default {
  test: { include: ["*/test/**/*.test.ts"], testTimeout: 6000, maxWorkers: 2 },
};
`;

let scratch: string;
let failedIn: Map<string, boolean>;

/** A test of the tests: the program with one fault each, side by side, in one run of the tests that must notice. */
describe("the tests", () => {
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), "leadctl-mutants-"));
    symlinkSync(join(ROOT, "node_modules"), join(scratch, "node_modules"));
    writeFileSync(join(scratch, "package.json"), '{"type":"module"}');
    writeFileSync(join(scratch, "vitest.config.js"), CONFIG);
    const suites = [...new Set(MUTANTS.map(({ caughtBy }) => caughtBy))];
    plant(CONTROL);
    for (const [index, mutant] of MUTANTS.entries()) plant(treeOf(index), mutant);
    const files = [
      ...suites.map((suite) => `${CONTROL}/test/${suite}.test.ts`),
      ...MUTANTS.map(({ caughtBy }, index) => `${treeOf(index)}/test/${caughtBy}.test.ts`),
    ];
    failedIn = await runTests(files);
  }, RUN_MS_MAX);
  afterAll(() => rmSync(scratch, { recursive: true, force: true }), RUN_MS_MAX);

  it("hold for the program as it is", () => {
    const suites = [...failedIn].filter(([file]) => file.startsWith(`${CONTROL}/`));
    expect(suites.length).toBeGreaterThan(5);
    expect(suites.filter(([, failed]) => failed)).toEqual([]);
  });

  it.each(MUTANTS.map((mutant, index) => ({ ...mutant, index })))(
    "notice when $what",
    ({ caughtBy, index }) => {
      expect(failedIn.get(`${treeOf(index)}/test/${caughtBy}.test.ts`)).toBe(true);
    },
  );
});

function treeOf(index: number): string {
  return `mutant-${index}`;
}

/** A copy of the sources and of the tests beside it, with one change. */
function plant(name: string, mutant?: Mutant): void {
  const tree = join(scratch, name);
  cpSync(join(ROOT, "src"), join(tree, "src"), { recursive: true });
  for (const part of TEST_PARTS)
    cpSync(join(ROOT, "test", part), join(tree, "test", part), { recursive: true });
  if (!mutant) return;
  const path = join(tree, "src", mutant.file);
  let text = readFileSync(path, "utf8");
  for (const [from, to] of mutant.changes) {
    if (text.split(from).length !== 2) throw new Error(`${mutant.file} no longer holds exactly one: ${from}`);
    text = text.replace(from, () => to);
  }
  writeFileSync(path, text);
}

/** Runs test files, and tells of each whether any of its tests failed. */
async function runTests(files: readonly string[]): Promise<Map<string, boolean>> {
  const output = join(scratch, "results.json");
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", "--root", scratch, "--reporter", "json", "--outputFile", output, ...files];
  const { VITEST: _, ...env } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: scratch,
    env: { ...env, SIMULATION_SCHEDULES: String(SCHEDULE_COUNT) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (words += chunk));
  await new Promise((resolve) => child.on("close", resolve));
  const results = readResults(output, words);
  return new Map(
    results.testResults.map(({ name, status, assertionResults }) => {
      // A file that cannot even be loaded has caught nothing.
      if (assertionResults.length === 0) throw new Error(`${name} has no tests`);
      return [name.slice(name.indexOf(scratch) + scratch.length + 1), status === "failed"];
    }),
  );
}

interface Results {
  testResults: { name: string; status: string; assertionResults: unknown[] }[];
}

function readResults(path: string, words: string): Results {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`vitest did not report: ${words}`, { cause: error });
  }
}
