// Bundles the program as rolldown.config.ts says: into `dist`, which it empties first, or beside what is in the folder that is
// given. Rolldown's own command would list each of some 250 files to everybody who types `npm ci`, whatever its log level.
import { rolldown } from "rolldown";
import { loadConfig } from "rolldown/config";

const { output, ...input } = await loadConfig("rolldown.config.ts");
const [, , folder] = process.argv;
const bundle = await rolldown(input);
await bundle.write({ ...output, dir: folder ?? output.dir, cleanDir: folder === undefined });
await bundle.close();
