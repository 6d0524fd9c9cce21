import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The page of the desk, from `src/desk/page` to `dist/desk/page`. */
export default defineConfig({
  root: fileURLToPath(new URL("src/desk/page", import.meta.url)),
  // The same page however it is built: with NODE_ENV=test it would name its sources and their folder.
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    outDir: fileURLToPath(new URL("dist/desk/page", import.meta.url)),
    emptyOutDir: true,
    // The page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.md" },
  },
});
