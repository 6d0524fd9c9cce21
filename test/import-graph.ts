import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

/** The program's own files by their path from the project's root, as in `src/lead/email.ts`. */
export type Sources = ReadonlyMap<string, string>;

/** How a file names another one. */
export interface ImportEdge {
  from: string;
  to: string;
  /** `type`: erased. `dynamic`: loaded when it is needed. */
  kind: "value" | "type" | "dynamic";
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Every TypeScript file below a folder of the project. */
export function readSources(folder: string): Map<string, string> {
  const files = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => /\.tsx?$/.test(path))
    .sort();
  return new Map(files.map((path) => [path, readFileSync(`${ROOT}${path}`, "utf8")]));
}

/** Every import of one project file by another, in each way that there is. */
export function importEdges(sources: Sources): ImportEdge[] {
  return [...sources].flatMap(([from, text]) => {
    const { staticImports, staticExports, dynamicImports } = parseSync(from, text).module;
    const edges = new Map<string, ImportEdge>();
    const add = (specifier: string | undefined, kind: ImportEdge["kind"]): void => {
      if (!specifier?.startsWith(".") || specifier.endsWith(".css")) return;
      edges.set(`${kind} ${specifier}`, { from, to: posix.join(posix.dirname(from), specifier), kind });
    };
    for (const { moduleRequest, entries } of staticImports) {
      const isErased = entries.length > 0 && entries.every(({ isType }) => isType);
      add(moduleRequest.value, isErased ? "type" : "value");
    }
    for (const { moduleRequest, isType } of staticExports.flatMap(({ entries }) => entries))
      add(moduleRequest?.value, isType ? "type" : "value");
    for (const { moduleRequest } of dynamicImports)
      add(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), "dynamic");
    return [...edges.values()];
  });
}

/** The source with its comments blanked out. Texts are kept, with what looks like a comment in them. */
export function withoutComments(source: string): string {
  return source.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (whole, text: string | undefined) => text ?? whole.replace(/[^\n]/g, " "),
  );
}

/** A ring of files that import one another, or undefined. Type imports count: they tie files just as well. */
export function findCycle(edges: readonly ImportEdge[]): string[] | undefined {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file];
    if (done.has(file)) return undefined;
    for (const target of targets.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of targets.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}
