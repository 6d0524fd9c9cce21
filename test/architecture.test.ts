import { posix } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import {
  findCycle,
  type ImportEdge,
  importEdges,
  readSources,
  type Sources,
  withoutComments,
} from "./import-graph.ts";

/** The rooms of `src/`, bottom up: a file imports from its own room or a lower one. `docs/architecture.md` shows them. */
const ROOMS: readonly string[] = [
  "base",
  "lead",
  "sandbox",
  "terminal",
  "settings",
  "sheet",
  "outcome",
  "run",
  "send",
  "report",
  "job",
  "smoke",
  "desk",
  "cli",
  "main",
];

/**
 * The folders of a room, bottom up, as the rooms are: a file imports from its own folder or one before it. A file that stands
 * beside folders may be below some and above others, as `table.ts` and `open-input.ts` are, as long as that makes no ring.
 */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  sheet: [
    "text",
    "vocabulary",
    "headers",
    "table",
    "formats",
    "formats/csv",
    "formats/json",
    "formats/xlsx",
    "formats/ods",
    "formats/write",
    "cells",
    "columns",
    "rows",
    "mapping",
  ],
  run: ["journal", "plan", "folder", "corrections", "search"],
  report: ["model", "text", "files", "page"],
  job: ["progress", "ask", "round", "resolve"],
  smoke: ["checks", "discovery"],
  desk: ["drafts", "runs", "server", "page", "page/grid", "page/parts", "page/views"],
  cli: ["help", "completion", "commands"],
};

/** More in one folder are looked for by their names, or not found at all. */
const FILES_MAX = 30;

/** Rooms that know less than those below them. */
const NARROW: Readonly<Record<string, readonly string[]>> = {
  sandbox: ["base", "lead"],
  sheet: ["base", "lead"],
  terminal: ["base"],
  main: ["cli"],
};

/** The service itself: nobody who speaks to it knows how it is made. It is started by a command and passed in. */
const STARTS_SANDBOX: readonly string[] = ["cli"];

/** Names that stand for two things, until they are one. A command's file is called as the command, whatever else is. */
const KNOWN_TWINS: readonly string[] = ["report", "rules.ts"];

/** A program of its own, which runs in a browser: its names are its own, too. */
const DESK_PAGE = "src/desk/page/";

/** Where the outside world may be touched: clock, randomness, environment, timers, console. */
const OUTSIDE_WORLD_FILES =
  /^src\/(?:cli\/|terminal\/|report\/page\/[\w-]+\.tsx$|desk\/page\/|main\.ts$|base\/(?:clock|context|interruption)\.ts$|job\/progress\/)/;
const OUTSIDE_WORLD =
  /\bprocess\.env\b|\bDate\.now\b|\bMath\.random\b|\bconsole\.|\bset(?:Timeout|Interval)\(/;

/** Work with a file that another program may have open: `src/base/files.ts` waits for it. */
const PATIENT_WORK = /\b(?:open|readFile|rename|unlink|rm|rmdir|copyFile)\b/;
/** The one that waits, and who reads nothing but what is installed with the program. */
const FILE_OPENERS: readonly string[] = ["src/base/files.ts", "src/report/page/render-html.tsx"];

/** Of `--json`, of events and of `report.json`. That of the configuration file is read at run time. */
const SCHEMAS = /(?<!\/config)-schemas?\.ts$/;

const sources = readSources("src");

describe("the direction of imports", () => {
  it("is from each room to those below it", () => {
    expect(wrongImports(sources)).toStrictEqual([]);
  });

  it("has no ring of files that import one another", () => {
    expect(findCycle(importEdges(sources))).toBeUndefined();
  });

  it("is, within a room, from each folder to those below it, and makes no ring of folders", () => {
    expect(importsBetweenFolders(sources)).toStrictEqual([]);
    expect(findCycle(edgesOfFolders(sources))).toBeUndefined();
  });

  it("was read from every file but those that import nothing of ours", () => {
    const edges = importEdges(sources);
    const importing = new Set(edges.map(({ from }) => from));
    const relative = [...sources].filter(([, text]) => /from "\.|import\("\./.test(text));
    expect(relative.map(([path]) => path).filter((path) => !importing.has(path))).toStrictEqual([]);
    expect(edges.filter(({ to }) => !sources.has(to))).toStrictEqual([]);
  });

  it.each([
    ["a type from a room above", "src/sheet/a.ts", 'import type { B } from "../run/b.ts";', "src/run/b.ts"],
    ["a command that a room loads", "src/report/a.ts", 'await import("../cli/b.ts");', "src/cli/b.ts"],
    ["a client that knows the sandbox", "src/job/a.ts", 'import "../sandbox/b.ts";', "src/sandbox/b.ts"],
    [
      "a terminal that knows of leads",
      "src/terminal/a.ts",
      'export { b } from "../lead/b.ts";',
      "src/lead/b.ts",
    ],
    ["a room that has no place yet", "src/misc/a.ts", 'import { b } from "../lead/b.ts";', "src/lead/b.ts"],
  ])("is violated by %s", (_what, from, statement, to) => {
    const planted = new Map([
      [from, statement],
      [to, ""],
    ]);
    expect(wrongImports(planted)).toHaveLength(1);
  });

  it.each([
    ["a folder that imports one above it", "src/run/plan/a.ts", "../search/b.ts", "src/run/search/b.ts"],
    ["a folder that has no place yet", "src/run/misc/a.ts", "../plan/b.ts", "src/run/plan/b.ts"],
  ])("is violated by %s", (_what, from, name, to) => {
    const planted = new Map([
      [from, `import { b } from "${name}";`],
      [to, ""],
    ]);
    expect(importsBetweenFolders(planted)).toStrictEqual([`${from} → ${to}`]);
  });

  it("finds a ring that leads from a folder by a file beside it back to the folder", () => {
    const planted = new Map([
      ["src/run/plan/a.ts", 'import { b } from "../b.ts";'],
      ["src/run/b.ts", 'import { c } from "./plan/c.ts";'],
      ["src/run/plan/c.ts", ""],
    ]);
    expect(findCycle(importEdges(planted))).toBeUndefined();
    expect(findCycle(edgesOfFolders(planted))).toStrictEqual([
      "src/run/plan",
      "src/run/b.ts",
      "src/run/plan",
    ]);
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

describe("the schema of a document", () => {
  const ofDocuments = ({ from, to, kind }: ImportEdge): boolean =>
    kind !== "type" && SCHEMAS.test(to) && !SCHEMAS.test(from);

  it("is read by other schemas alone: the program gets nothing but types of it", () => {
    expect(importEdges(sources).filter(ofDocuments)).toStrictEqual([]);
  });

  it("is found where the program would load one", () => {
    const text = 'import { summary } from "../outcome/shared-schemas.ts";';
    expect(importEdges(new Map([["src/job/a.ts", text]])).filter(ofDocuments)).toHaveLength(1);
  });
});

describe("a folder", () => {
  it("holds no more files than can be looked through", () => {
    expect(crowdedFolders(sources)).toStrictEqual([]);
    const planted = new Map(Array.from({ length: FILES_MAX + 1 }, (_, at) => [`src/lead/${at}.ts`, ""]));
    expect(crowdedFolders(planted)).toStrictEqual(["src/lead"]);
  });
});

describe("a name", () => {
  it("is exported by one file", () => {
    const isOfPage = ([path]: readonly [string, string]): boolean => path.startsWith(DESK_PAGE);
    const files = [...sources];
    const found = [files.filter(isOfPage), files.filter((file) => !isOfPage(file))].map((part) =>
      twins(exportedNames(new Map(part))).filter((name) => !KNOWN_TWINS.includes(name)),
    );
    expect(found).toStrictEqual([[], []]);
  });

  it("is one file's", () => {
    const files = [...sources.keys()].filter((path) => !path.startsWith("src/cli/"));
    const names = files.map((path) => path.slice(path.lastIndexOf("/") + 1));
    expect(twins(names).filter((name) => !KNOWN_TWINS.includes(name))).toStrictEqual([]);
  });

  it("is found twice where it stands twice, whatever it names", () => {
    const planted = new Map([
      [
        "src/lead/a.ts",
        "export interface A {}\nexport class B {}\nexport function c() {}\nexport const d = 1;",
      ],
      ["src/run/a.ts", "export type A = 1;\nexport const B = 1, c = 2;\nconst d = 1;"],
    ]);
    expect(twins(exportedNames(planted))).toStrictEqual(["A", "B", "c"]);
  });
});

describe("the outside world", () => {
  it("is touched in few files only", () => {
    expect(worldlyFiles(sources)).toStrictEqual([]);
  });

  it("is not found in a comment, nor where it belongs", () => {
    const planted = new Map([
      ["src/send/a.ts", "/** Never Math.random. */"],
      ["src/base/clock.ts", "Date.now();"],
      ["src/send/b.ts", "const a = Math.random();"],
    ]);
    expect(worldlyFiles(planted)).toStrictEqual(["src/send/b.ts"]);
  });
});

describe("a file that others may have open", () => {
  it("is opened, replaced and removed by those who wait for it", () => {
    expect(impatientFiles(sources)).toStrictEqual([]);
    const planted = new Map([
      ["src/run/a.ts", 'import { readdir, unlink } from "node:fs/promises";'],
      ["src/run/b.ts", 'import { type FileHandle, stat } from "node:fs/promises";'],
    ]);
    expect(impatientFiles(planted)).toStrictEqual(["src/run/a.ts"]);
  });
});

function impatientFiles(files: Sources): string[] {
  return [...files]
    .filter(([path]) => !FILE_OPENERS.includes(path))
    .filter(([, text]) =>
      PATIENT_WORK.test(/import \{([^}]*)\} from "node:fs\/promises"/.exec(text)?.[1] ?? ""),
    )
    .map(([path]) => path);
}

/** The imports that go against the order, as `from → to`. */
function wrongImports(files: Sources): string[] {
  return importEdges(files)
    .filter((edge) => !isAllowed(edge))
    .map(({ from, to }) => `${from} → ${to}`);
}

function isAllowed({ from, to }: ImportEdge): boolean {
  const [importer, imported] = [roomOf(from), roomOf(to)];
  if (importer === imported) return true;
  if (imported === "sandbox" && !STARTS_SANDBOX.includes(importer)) return false;
  const narrow = NARROW[importer];
  if (narrow) return narrow.includes(imported);
  return ROOMS.includes(imported) && ROOMS.indexOf(imported) < ROOMS.indexOf(importer);
}

/** The imports between folders of one room that go against their order, as `from → to`. */
function importsBetweenFolders(files: Sources): string[] {
  return importEdges(files)
    .filter(({ from, to }) => roomOf(from) === roomOf(to))
    .filter(({ from, to }) => {
      const [importer, imported] = [folderOf(from), folderOf(to)];
      if (importer === imported || isBesideFolders(from) || isBesideFolders(to)) return false;
      const order = FOLDERS[roomOf(from)] ?? [];
      return !order.includes(imported) || order.indexOf(imported) > order.indexOf(importer);
    })
    .map(({ from, to }) => `${from} → ${to}`);
}

/** As if each folder without folders in it were one file. */
function edgesOfFolders(files: Sources): ImportEdge[] {
  const nodeOf = (path: string): string => (isBesideFolders(path) ? path : posix.dirname(path));
  return importEdges(files)
    .map((edge) => ({ ...edge, from: nodeOf(edge.from), to: nodeOf(edge.to) }))
    .filter(({ from, to }) => from !== to);
}

/** Whether a file stands in a folder that has folders in it, such as a room's own. */
function isBesideFolders(path: string): boolean {
  const folder = folderOf(path);
  const order = FOLDERS[roomOf(path)] ?? [];
  return folder === "" ? order.length > 0 : order.some((other) => other.startsWith(`${folder}/`));
}

/** Within its room, as in `formats/csv`; empty for the room's own files. */
function folderOf(path: string): string {
  return path.split("/").slice(2, -1).join("/");
}

function crowdedFolders(files: Sources): string[] {
  const folders = [...files.keys()].map((path) => posix.dirname(path));
  return [...new Set(folders)].filter((one) => folders.filter((other) => other === one).length > FILES_MAX);
}

function roomOf(path: string): string {
  const [, first = "", second] = path.split("/");
  return second === undefined ? "main" : first;
}

function worldlyFiles(files: Sources): string[] {
  return [...files]
    .filter(([path, text]) => !OUTSIDE_WORLD_FILES.test(path) && OUTSIDE_WORLD.test(withoutComments(text)))
    .map(([path]) => path);
}

/** What files export under a name of their own, each as often as it is exported. */
function exportedNames(files: Sources): string[] {
  return [...files].flatMap(([path, text]) => {
    const { staticExports } = parseSync(path, text).module;
    const own = staticExports.flatMap(({ entries }) => entries).filter(({ moduleRequest }) => !moduleRequest);
    return own.flatMap(({ exportName }) => exportName.name ?? []);
  });
}

function twins(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].sort();
}
