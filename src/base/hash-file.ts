import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/** SHA-256 of a whole file, in hex. */
export async function hashFile(path: string): Promise<string> {
  const digest = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), digest);
  return digest.digest("hex");
}
