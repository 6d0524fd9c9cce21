// Bundles the program: `node build/bundle.mjs` into `dist`, which it empties first; `node build/bundle.mjs FOLDER` into
// another, beside what is there. Rolldown's own command lists every file that it writes, whatever its log level.
import { rolldown } from "rolldown";
import { loadConfig } from "rolldown/config";

const [, , folder] = process.argv;
const { output, ...input } = await loadConfig("rolldown.config.ts");
const bundle = await rolldown(input);
await bundle.write({ ...output, dir: folder ?? output.dir, cleanDir: folder === undefined });
await bundle.close();
