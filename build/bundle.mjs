// Bundles the program as rolldown.config.ts says, into `dist` or the folder that is given. Rolldown's own command would list
// each of some 250 files, whatever its log level: too much to read over for somebody who types `npm ci`.
import { rolldown } from "rolldown";
import { loadConfig } from "rolldown/config";

const { output, ...input } = await loadConfig("rolldown.config.ts");
const [, , dir = output.dir] = process.argv;
const bundle = await rolldown(input);
await bundle.write({ ...output, dir, cleanDir: dir === output.dir });
await bundle.close();
