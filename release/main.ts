import { statSync } from "node:fs";
import { join } from "node:path";
import { makeRelease } from "./release.ts";

/** `npm run release`: the executables for people without Node.js, each with what belongs to it, in `release/out`. */
const { folder, archives } = await makeRelease("release/out");
for (const { archive, program, hasCodeCache } of archives) {
  const [packed, unpacked] = [archive, program].map(
    (name) => `${(statSync(join(folder, name)).size / 1e6).toFixed(1)} MB`,
  );
  console.log(`${archive}  ${packed}, unpacked ${unpacked}${hasCodeCache ? "" : ", without a code cache"}`);
}
if (archives.some(({ target, hasCodeCache }) => target.runsBy === "wine" && !hasCodeCache)) {
  console.log("There is no Wine here: the program for Windows starts more slowly than it could.");
}
