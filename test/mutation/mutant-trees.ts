import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { bundleProgram } from "../build-program.ts";
import { importEdges, readSources } from "../import-graph.ts";
import { ProgramSources, type SourceEdit } from "./source-edit.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** What the program needs to be built and to run, beside its sources. */
const PROGRAM_PARTS = [
  "test/program/program-host.mjs",
  "bin",
  "dist/desk/page",
  "dist/report/page",
  "package.json",
  "tsconfig.json",
  "rolldown.config.ts",
  "build",
];
/** A test that spawns the program needs it built; one that has another use for that helper does not. */
const SPAWNING = /\brun(?:Program|Line)\(|\bPROGRAM_FILE\b/;
const SPAWNER = "test/program/run-program.ts";

const WORKERS = 2;

const CONFIG = `export default {
  test: {
    include: ["*/test/**/*.test.ts"],
    setupFiles: ["first-failure.js"],
    testTimeout: 15_000,
    hookTimeout: 30_000,
    maxWorkers: ${WORKERS},
  },
};
`;

/** One failure shows that a file has noticed: its other tests need not run. */
const FIRST_FAILURE = `import { afterEach, beforeEach } from "vitest";
let hasFailed = false;
beforeEach(({ skip }) => skip(hasFailed));
afterEach(({ task }) => {
  hasFailed ||= task.result?.state === "fail";
});
`;

/** Whether a test file failed in a tree, if it ran: by `tree/test/...`. */
export type Failures = ReadonlyMap<string, boolean | undefined>;

/** Copies of the project side by side, each with one fault planted; the tests of all run at once. */
export class MutantTrees {
  readonly scratch = mkdtempSync(join(tmpdir(), "leadctl-mutants-"));
  readonly #program = new ProgramSources();
  readonly #tests = readSources("test");
  readonly #files: string[] = [];
  readonly #builds: Promise<void>[] = [];
  readonly #limit = pLimit(WORKERS);
  #child: ChildProcess | undefined;

  constructor() {
    symlinkSync(join(ROOT, "node_modules"), join(this.scratch, "node_modules"));
    writeFileSync(join(this.scratch, "vitest.config.js"), CONFIG);
    writeFileSync(join(this.scratch, "first-failure.js"), FIRST_FAILURE);
    writeFileSync(join(this.scratch, "package.json"), '{"type":"module"}');
  }

  /**
   * Plants a tree for some test files.
   *
   * @param edits The fault. None: the tree is as the project is.
   */
  plant(name: string, testFiles: readonly string[], edits: readonly SourceEdit[] = []): void {
    const tree = join(this.scratch, name);
    cpSync(join(ROOT, "src"), join(tree, "src"), { recursive: true });
    const needed = this.#neededBy(testFiles);
    const snapshots = testFiles.map(snapshotOf).filter((path) => existsSync(join(ROOT, path)));
    for (const path of [...needed, ...snapshots]) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      cpSync(join(ROOT, path), join(tree, path));
    }
    for (const part of PROGRAM_PARTS) cpSync(join(ROOT, part), join(tree, part), { recursive: true });
    symlinkSync(join(ROOT, "fixtures"), join(tree, "fixtures"));
    for (const [path, text] of this.#program.apply(edits)) writeFileSync(join(tree, path), text);
    const spawns = (path: string): boolean => path !== SPAWNER && SPAWNING.test(this.#tests.get(path) ?? "");
    if (needed.some(spawns)) this.#builds.push(this.#limit(() => bundleProgram(tree, join(tree, "dist"))));
    this.#files.push(...testFiles.map((file) => `${name}/${file}`));
  }

  /**
   * Runs the tests of all trees.
   *
   * @param variables Added to the environment of the tests.
   */
  async run(variables: Readonly<Record<string, string>> = {}): Promise<Failures> {
    await Promise.all(this.#builds);
    const output = join(this.scratch, "results.json");
    const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
    const args = [
      "run",
      "--root",
      this.scratch,
      "--reporter",
      "json",
      "--outputFile",
      output,
      ...this.#files,
    ];
    const { VITEST: _, ...inherited } = process.env;
    const env = { ...inherited, ...variables };
    const child = spawn(process.execPath, [vitest, ...args], { cwd: this.scratch, env, stdio: "ignore" });
    this.#child = child;
    await new Promise((resolve) => child.on("close", resolve));
    const { testResults }: Results = JSON.parse(readFileSync(output, "utf8"));
    return new Map(
      testResults.map(({ name, status, assertionResults }) => {
        const file = name.slice(name.indexOf(this.scratch) + this.scratch.length + 1);
        // A file that cannot even be loaded says nothing.
        return [file, assertionResults.length > 0 ? status === "failed" : undefined];
      }),
    );
  }

  /** Ends what still runs, and removes the trees. */
  async remove(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.kill()) await once(this.#child, "close");
    rmSync(this.scratch, { recursive: true, force: true });
  }

  /** The test files and everything of the tests that they import. */
  #neededBy(testFiles: readonly string[]): string[] {
    const edges = importEdges(this.#tests);
    const needed = new Set(testFiles);
    for (const file of needed) for (const { from, to } of edges) if (from === file) needed.add(to);
    return [...needed].filter((path) => path.startsWith("test/"));
  }
}

/** Where vitest keeps what a test file remembers. */
function snapshotOf(testFile: string): string {
  return join(dirname(testFile), "__snapshots__", `${basename(testFile)}.snap`);
}

interface Results {
  testResults: { name: string; status: string; assertionResults: unknown[] }[];
}
