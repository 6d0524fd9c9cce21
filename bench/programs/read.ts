/**
 * Reads something with the least that this takes, and does nothing with it: a CSV with csv-parse, or the plans in a
 * folder of runs as bytes. Argument: the file or the folder.
 */
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse";

const path = process.argv[2] ?? "";
const startedAtMs = performance.now();
if (path.endsWith(".csv")) for await (const _ of createReadStream(path).pipe(parse()));
else for (const run of readdirSync(path)) readFileSync(join(path, run, "plan.ndjson"));
console.log(JSON.stringify({ seconds: (performance.now() - startedAtMs) / 1_000 }));
