/** Reads the XML of a workbook's cells and texts with saxes and does nothing with it. Argument: the file. */
import { readFileSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { SaxesParser } from "saxes";
import { fromBufferPromise } from "yauzl";

const PARTS = /^xl\/(?:worksheets\/sheet1|sharedStrings)\.xml$/;

const startedAtMs = performance.now();
const zip = await fromBufferPromise(readFileSync(process.argv[2] ?? ""), { autoClose: false });
for await (const entry of zip.eachEntry()) {
  if (!PARTS.test(entry.fileName)) continue;
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const decoder = new StringDecoder("utf8");
  for await (const chunk of await zip.openReadStreamPromise(entry)) parser.write(decoder.write(chunk));
  parser.close();
}
console.log(JSON.stringify({ seconds: (performance.now() - startedAtMs) / 1_000 }));
