import { isAbsolute } from "node:path";
import { defineConfig } from "rolldown";
import { licencesPage } from "./build/licences.ts";

/** Packages that are built in, so that Node.js finds and reads fewer files. npm installs the others, and undici's index. */
const BUILT_IN =
  /^(?:chalk|commander|csv-parse|get-east-asian-width|leven|numfmt|p-limit|preact(?:\/.+)?|preact-render-to-string|undici\/lib\/.+|yocto-queue|zod)$/;

const program = defineConfig({
  // `bin` and other programs load these by their paths.
  input: {
    main: "src/main.ts",
    "sandbox/start-sandbox": "src/sandbox/start-sandbox.ts",
    "smoke/smoke-api": "src/smoke/smoke-api.ts",
  },
  platform: "node",
  external: (id) => !/^[.#]/.test(id) && !isAbsolute(id) && !BUILT_IN.test(id),
  // We tell chalk how many colours there are. It opens stdin to find out by itself.
  resolve: { alias: { "#supports-color": "./vendor/supports-color/browser.js" } },
  plugins: [
    {
      name: "beside-the-code",
      generateBundle(_options, files) {
        const paths = Object.values(files).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
        this.emitFile({ type: "asset", fileName: "packages/licenses.md", source: licencesPage(paths) });
        this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
      },
    },
  ],
  output: {
    cleanDir: true,
    // Node.js loads a file of CommonJS in half the time of an ES module.
    format: "cjs",
    strict: true,
    sourcemap: true,
    chunkFileNames: "parts/[name].js",
  },
});

/** The script that is in each report.html, with what it needs. */
const page = defineConfig({
  input: { "report/page/page": "src/report/page/page-script.tsx" },
  platform: "browser",
  output: {
    format: "iife",
    minify: true,
    banner: "/*! Preact: MIT License, Copyright (c) 2015-present Jason Miller */",
  },
});

/** Bundles the program, and the script of its page, from `src` into `dist`. */
export default [program, page];
