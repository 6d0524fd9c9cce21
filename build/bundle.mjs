// Bundles the program as rolldown.config.ts says: into `dist`, which it empties first, or beside what is in the folder that is
// given. Rolldown's own command would list each of some 250 files to everybody who types `npm ci`, whatever its log level.
import { rolldown } from "rolldown";
import { loadConfig } from "rolldown/config";

const [, , folder = "dist"] = process.argv;
for (const { output, ...input } of await loadConfig("rolldown.config.ts")) {
  const bundle = await rolldown(input);
  await bundle.write({ ...output, dir: folder, cleanDir: output.cleanDir && folder === "dist" });
  await bundle.close();
}
