import { isBuiltin } from "node:module";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type OutputAsset, type OutputChunk } from "rolldown";
import { drawParts, type Module } from "./build/draw-parts.ts";
import { inAscii } from "./build/in-ascii.ts";
import { licencesPage } from "./build/licences.ts";
import { plainExports } from "./build/plain-exports.ts";

const SRC = fileURLToPath(new URL("src/", import.meta.url));

/** What is loaded by its path: by `bin`, by others, and as a thread of its own. */
const ENTRIES = ["main", "sandbox/start-sandbox", "sheet/parser-thread-main", "smoke/smoke-api"];

/**
 * Packages that commands load, and that need no others; and what `require` could not load in an older Node.js. Of undici,
 * what is imported by its file.
 */
const BUNDLED =
  /^(?:chalk|commander|csv-parse|get-east-asian-width|leven|p-limit|undici\/lib\/.+|yocto-queue|zod)$/;

const pathOf = (name: string): string => `${SRC}${name}.ts`;
const isOurs = (path: string): boolean => path.startsWith(SRC);
/** `sheet/csv-table` for a module of ours, whatever folder of its room it lies in, `packages/chalk` for all of a package that is built in, else what it is imported as. */
function nameOf(path: string): string {
  if (isOurs(path)) {
    const [room, ...rest] = path.slice(SRC.length, -".ts".length).split(/[\\/]/);
    return [room, rest.at(-1)].filter(Boolean).join("/");
  }
  const name = /^.*[\\/]node_modules[\\/]([^\\/]+)/.exec(path)?.[1];
  return name === undefined ? path : `packages/${name}`;
}

interface ModuleGraph {
  getModuleInfo(path: string): {
    code: string | null;
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
  } | null;
}

let parts: ReadonlyMap<string, string> | undefined;

/** The program, from `src` to `dist`: in few files, since each takes time to load. Other packages stay where npm puts them. */
export default defineConfig({
  input: Object.fromEntries(ENTRIES.map((name) => [name, pathOf(name)])),
  platform: "node",
  external: (id) => !/^[.#]/.test(id) && !isAbsolute(id) && !BUNDLED.test(id),
  // Chalk gets its level from us: what it would find out by itself opens stdin.
  resolve: { alias: { "#supports-color": "./vendor/supports-color/browser.js" } },
  // It is loaded late by some, and is there already.
  checks: { ineffectiveDynamicImport: false },
  preserveEntrySignatures: "allow-extension",
  plugins: [
    {
      name: "without-the-unused",
      transform: (code, path) =>
        isOurs(path) ? null : { code: code.replace(UNUSED, "undefined"), map: null },
    },
    {
      name: "packages",
      generateBundle(_options, files) {
        const paths = Object.values(files).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
        this.emitFile({ type: "asset", fileName: "packages/licenses.md", source: licencesPage(paths) });
        this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
      },
    },
    { name: "quick-files", generateBundle: (_options, files) => Object.values(files).forEach(quicken) },
  ],
  output: {
    dir: "dist",
    // Node.js takes half as long to load a file of CommonJS as one of its own format.
    format: "cjs",
    strict: true,
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: ({ name, facadeModuleId }) => `${facadeModuleId ? nameOf(facadeModuleId) : name}.js`,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: "parts",
          name: (path, graph) => {
            parts ??= drawParts(readModules(graph), ENTRIES);
            return parts.get(nameOf(path)) ?? null;
          },
        },
      ],
    },
  },
});

/**
 * What packages load and would use if we asked for it: commander to start commands that are programs of their own, undici for
 * HTTP/2, and for bodies other than text. It takes long to load.
 */
const UNUSED = /require\('(?:node:child_process|\.\/client-h2\.js|\.\.\/web\/fetch\/body\.js)'\)/g;

/** At the very end: whatever the bundler prints after it would write characters as themselves again. */
function quicken(file: OutputAsset | OutputChunk): void {
  if (file.type === "chunk") file.code = plainExports(inAscii(file.code));
}

/** All modules of ours that the entries lead to, and the packages that are built in. */
function readModules(graph: ModuleGraph): Map<string, Module> {
  const modules = new Map<string, Module>();
  const paths = new Set(ENTRIES.map(pathOf));
  for (const path of paths) {
    const info = graph.getModuleInfo(path);
    if (!info) continue;
    const name = nameOf(path);
    const before = modules.get(name) ?? { imports: [], characters: 0 };
    const imports = info.importedIds.filter(isAbsolute);
    const lateImports = info.dynamicallyImportedIds.filter(isAbsolute);
    modules.set(name, {
      imports: [...before.imports, ...imports.map(nameOf).filter((other) => other !== name)],
      lateImports: lateImports.map(nameOf),
      characters: before.characters + (info.code?.length ?? 0),
      packages: info.importedIds.filter((id) => !isAbsolute(id) && !isBuiltin(id)).length,
    });
    for (const imported of [...imports, ...lateImports]) paths.add(imported);
  }
  return modules;
}
