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
const nameOf = (path: string): string => path.slice(SRC.length, -".ts".length).replaceAll("\\", "/");
const isOurs = (path: string): boolean => path.startsWith(SRC);

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
        { debugName: "packages", name: (path) => (isOurs(path) ? null : packageFile(path)) },
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

/** Each a file of its own, by whose name stacks tell what they are about. */
function packageFile(path: string): string | null {
  const name = /^.*[\\/]node_modules[\\/]([^\\/]+)/.exec(path)?.[1];
  return name === undefined ? null : `packages/${name}`;
}

/** At the very end: whatever the bundler prints after it would write characters as themselves again. */
function quicken(file: OutputAsset | OutputChunk): void {
  if (file.type === "chunk") file.code = plainExports(inAscii(file.code));
}

/** All modules of ours that the entries lead to. */
function readModules(graph: ModuleGraph): Map<string, Module> {
  const modules = new Map<string, Module>();
  const waiting = ENTRIES.map(pathOf);
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const info = graph.getModuleInfo(path);
    if (!info || modules.has(nameOf(path))) continue;
    const imports = info.importedIds.filter(isOurs);
    const lateImports = info.dynamicallyImportedIds.filter(isOurs);
    modules.set(nameOf(path), {
      imports: imports.map(nameOf),
      lateImports: lateImports.map(nameOf),
      characters: info.code?.length ?? 0,
      packages: info.importedIds.filter((id) => !isOurs(id) && !id.startsWith("node:")).length,
    });
    waiting.push(...imports, ...lateImports);
  }
  return modules;
}
