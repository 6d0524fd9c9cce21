/** Reads a CSV with csv-parse and does nothing with its rows. Argument: the file. */
import { createReadStream } from "node:fs";
import { parse } from "csv-parse";

const startedAtMs = performance.now();
let rowCount = 0;
for await (const _ of createReadStream(process.argv[2] ?? "").pipe(parse())) rowCount += 1;
console.log(JSON.stringify({ seconds: (performance.now() - startedAtMs) / 1_000, rowCount }));
