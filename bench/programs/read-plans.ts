/** Reads every plan in a folder of runs and does nothing with it. Argument: the folder. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2] ?? "";
const startedAtMs = performance.now();
let byteCount = 0;
for (const name of readdirSync(folder)) byteCount += readFileSync(join(folder, name, "plan.ndjson")).length;
console.log(JSON.stringify({ seconds: (performance.now() - startedAtMs) / 1_000, byteCount }));
