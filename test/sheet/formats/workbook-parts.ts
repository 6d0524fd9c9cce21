import { text } from "node:stream/consumers";
import { XMLValidator } from "fast-xml-parser";
import { expect } from "vitest";
import { fromBufferPromise } from "yauzl";

/** The parts of a workbook, by their paths; each is XML that a strict reader takes. */
export async function partsOf(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const part = await text(await zip.openReadStreamPromise(entry));
    expect(XMLValidator.validate(part), entry.fileName).toBe(true);
    parts.set(entry.fileName, part);
  }
  return parts;
}
