import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The page of the desk, from `src/desk/page` to `dist/desk/page`. */
export default defineConfig({
  root: fileURLToPath(new URL("src/desk/page", import.meta.url)),
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: fileURLToPath(new URL("dist/desk/page", import.meta.url)),
    emptyOutDir: true,
    // The page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.md" },
  },
});
