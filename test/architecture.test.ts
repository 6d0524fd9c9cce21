import { describe, expect, it } from "vitest";
import {
  findCycle,
  type ImportEdge,
  importEdges,
  readSources,
  type Sources,
  withoutComments,
} from "./import-graph.ts";

/** The stages of a run from the bottom up: a file imports from its own stage or one further down. */
const STAGES: readonly string[] = [
  "base",
  "lead",
  "input",
  "mapping",
  "plan",
  "service",
  "outcome",
  "journal",
  "submission",
  "report",
];

/** What stands beside the stages, and what each may import besides itself. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  config: ["base", "service"],
  sandbox: ["base", "lead"],
  smoke: ["base", "lead", "service", "terminal"],
  terminal: ["base", "lead", "outcome"],
  page: ["report"],
  rim: [...STAGES, "config", "terminal"],
  runs: [...STAGES, "rim", "terminal"],
  round: [...STAGES, "config", "rim", "sandbox", "terminal"],
  commands: [...STAGES, "config", "rim", "round", "runs", "sandbox", "smoke", "terminal"],
  cli: ["base", "commands", "rim"],
  main: ["cli"],
};

/** Where the outside world may be touched: clock, randomness, environment, timers, console. */
const RIM = /^src\/(?:rim\/|terminal\/|page\/|cli\.ts$|main\.ts$|clock\.ts$)/;
const OUTSIDE_WORLD =
  /\bprocess\.env\b|\bDate\.now\b|\bMath\.random\b|\bconsole\.|\bset(?:Timeout|Interval)\(/;

const LINES_MAX = 250;

const sources = readSources("src");

describe("the direction of imports", () => {
  it("is from each stage to those below it", () => {
    expect(wrongImports(sources)).toStrictEqual([]);
  });

  it("has no ring of files that import one another", () => {
    expect(findCycle(importEdges(sources))).toBeUndefined();
  });

  it("was read from every file but those that import nothing of ours", () => {
    const edges = importEdges(sources);
    const importing = new Set(edges.map(({ from }) => from));
    const relative = [...sources].filter(([, text]) => /from "\.|import\("\./.test(text));
    expect(relative.map(([path]) => path).filter((path) => !importing.has(path))).toStrictEqual([]);
    expect(edges.filter(({ to }) => !sources.has(to))).toStrictEqual([]);
  });

  it.each([
    [
      "a stage that imports one above it",
      "src/lead/a.ts",
      'import { b } from "../plan/b.ts";',
      "src/plan/b.ts",
    ],
    [
      "a type from a stage above",
      "src/input/a.ts",
      'import type { B } from "../mapping/b.ts";',
      "src/mapping/b.ts",
    ],
    [
      "a stage that loads a command",
      "src/report/a.ts",
      'await import("../commands/b.ts");',
      "src/commands/b.ts",
    ],
    [
      "an export from a stage above",
      "src/plan/a.ts",
      'export { b } from "../journal/b.ts";',
      "src/journal/b.ts",
    ],
    ["a base file that knows a stage", "src/clock.ts", 'import { b } from "./lead/b.ts";', "src/lead/b.ts"],
    [
      "the sandbox that knows the client",
      "src/sandbox/a.ts",
      'import "../service/b.ts";',
      "src/service/b.ts",
    ],
    [
      "more than types of the outcome in the terminal",
      "src/terminal/a.ts",
      'import {\n  b,\n  type C,\n} from "../outcome/b.ts";',
      "src/outcome/b.ts",
    ],
    [
      "a command that is loaded with the program",
      "src/cli.ts",
      'import { b } from "./commands/b.ts";',
      "src/commands/b.ts",
    ],
    [
      "an entry that skips the command line",
      "src/main.ts",
      'import { b } from "./commands/b.ts";',
      "src/commands/b.ts",
    ],
    ["a folder that has no place yet", "src/misc/a.ts", 'import { b } from "../lead/b.ts";', "src/lead/b.ts"],
  ])("is violated by %s", (_what, from, statement, to) => {
    const planted = new Map([
      [from, statement],
      [to, ""],
    ]);
    expect(wrongImports(planted)).toHaveLength(1);
  });

  it("is not violated by an import that is commented out", () => {
    expect(wrongImports(new Map([["src/lead/a.ts", '// import { b } from "../plan/b.ts";']]))).toStrictEqual(
      [],
    );
  });

  it("finds a planted ring, through types and exports alike", () => {
    const planted = new Map([
      ["src/lead/a.ts", 'import type { B } from "./b.ts";'],
      ["src/lead/b.ts", 'export { c } from "./c.ts";'],
      ["src/lead/c.ts", 'const a = await import("./a.ts");'],
    ]);
    expect(findCycle(importEdges(planted))).toStrictEqual([
      "src/lead/a.ts",
      "src/lead/b.ts",
      "src/lead/c.ts",
      "src/lead/a.ts",
    ]);
  });
});

describe("the outside world", () => {
  it("is touched at the rim only", () => {
    expect(worldlyFiles(sources)).toStrictEqual([]);
  });

  it.each([
    "process.env.HOME",
    "Date.now()",
    "Math.random()",
    "console.log(1)",
    "setTimeout(done, 5)",
    "setInterval(done, 5)",
  ])("is found where %s stands in a stage", (text) => {
    expect(worldlyFiles(new Map([["src/submission/a.ts", `const a = ${text};`]]))).toStrictEqual([
      "src/submission/a.ts",
    ]);
  });

  it("is not found in a comment, nor at the rim", () => {
    const planted = new Map([
      ["src/submission/a.ts", "/** Never Math.random. */"],
      ["src/clock.ts", "Date.now();"],
      ["src/rim/a.ts", "process.env.A;"],
    ]);
    expect(worldlyFiles(planted)).toStrictEqual([]);
  });
});

describe("a file", () => {
  it(`has at most ${LINES_MAX} lines`, () => {
    const long = [...sources, ...readSources("test")]
      .map(([path, text]) => ({ path, lines: text.trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > LINES_MAX);
    expect(long).toStrictEqual([]);
  });
});

/** The imports that go against the order, as `from → to`. */
function wrongImports(files: Sources): string[] {
  return importEdges(files)
    .filter((edge) => !isAllowed(edge))
    .map(({ from, to }) => `${from} → ${to}`);
}

function isAllowed({ from, to, kind }: ImportEdge): boolean {
  const [importer, imported] = [placeOf(from), placeOf(to)];
  if (importer === "cli" && imported === "commands") return kind !== "value";
  if (importer === "terminal" && imported === "outcome" && kind !== "type") return isListOfStatuses(to);
  if (importer === imported) return true;
  const at = stageOf(importer);
  if (at >= 0) return stageOf(imported) >= 0 && stageOf(imported) <= at;
  return BESIDE[importer]?.includes(imported) ?? false;
}

/** The statuses and their order are as good as a type. */
function isListOfStatuses(path: string): boolean {
  return path === "src/outcome/status.ts";
}

function stageOf(place: string): number {
  return STAGES.indexOf(place);
}

/** The stage or folder that a file belongs to. */
function placeOf(path: string): string {
  const [, first = "", second] = path.split("/");
  if (second === undefined) return first === "cli.ts" || first === "main.ts" ? first.slice(0, -3) : "base";
  return first === "files" ? "base" : first;
}

function worldlyFiles(files: Sources): string[] {
  return [...files]
    .filter(([path, text]) => !RIM.test(path) && OUTSIDE_WORLD.test(withoutComments(text)))
    .map(([path]) => path);
}
