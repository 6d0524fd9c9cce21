import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { fromBufferPromise } from "yauzl";

/** A file to begin from, or one that a mutation made of another. */
export type Seed =
  | { kind: "text"; extension: string; bytes: Buffer }
  /** Texts of a package by path, to be packed anew. */
  | { kind: "workbook"; extension: string; parts: Record<string, string> };

const BYTES_MAX = 100_000;

/** The project's own fixtures, clean and polluted. */
export async function readSeeds(fixtures: string): Promise<Seed[]> {
  const paths = [fixtures, join(fixtures, "polluted")].flatMap((dir) =>
    readdirSync(dir)
      .filter((name) => !/\.expected\.json$|\.md$/.test(name))
      .map((name) => join(dir, name)),
  );
  const seeds: Seed[] = [];
  for (const path of paths.sort()) {
    const { size } = statSync(path, { throwIfNoEntry: true });
    if (!statSync(path).isFile() || size > BYTES_MAX || size === 0) continue;
    seeds.push(await seedOf(readFileSync(path), extname(path)));
  }
  return seeds;
}

async function seedOf(bytes: Buffer, extension: string): Promise<Seed> {
  const parts = await partsOf(bytes).catch(() => undefined);
  return parts ? { kind: "workbook", extension, parts } : { kind: "text", extension, bytes };
}

/** The texts of a small package; undefined when it is none. */
async function partsOf(bytes: Buffer): Promise<Record<string, string> | undefined> {
  if (bytes.toString("latin1", 0, 2) !== "PK") return undefined;
  const zip = await fromBufferPromise(bytes, { autoClose: false });
  const parts: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    if (entry.uncompressedSize > BYTES_MAX) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    parts[entry.fileName] = Buffer.concat(chunks).toString("utf8");
  }
  return parts;
}
