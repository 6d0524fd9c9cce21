import { zipOf } from "../../sheet/formats/workbook.ts";
import type { SeededRandom } from "../../simulation/seeded-random.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { mutateTokens } from "./mutate-tokens.ts";
import type { Seed } from "./seeds.ts";

const ROUNDS_MAX = 4;
const TEXT_CHARACTERS_MAX = 150_000;

/** A file like another, with something wrong in it. The same random numbers make the same file. */
export function mutate(seed: Seed, other: Seed, random: SeededRandom): Seed {
  let mutant = seed;
  for (let round = random.whole(1, ROUNDS_MAX); round > 0; round--)
    mutant = mutateOnce(mutant, other, random);
  return mutant;
}

function mutateOnce(seed: Seed, other: Seed, random: SeededRandom): Seed {
  if (seed.kind === "workbook") return { ...seed, parts: mutateParts(seed.parts, other, random) };
  const spliced = other.kind === "text" ? other.bytes : Buffer.alloc(0);
  if (random.chance(0.4)) return { ...seed, bytes: mutateBytes(seed.bytes, spliced, random) };
  const dialect = /json|ndjson/.test(seed.extension) ? "json" : "csv";
  const text = mutateTokens(seed.bytes.toString("latin1"), dialect, random).slice(0, TEXT_CHARACTERS_MAX);
  return { ...seed, bytes: Buffer.from(text, "latin1") };
}

function mutateParts(
  parts: Record<string, string>,
  other: Seed,
  random: SeededRandom,
): Record<string, string> {
  const names = Object.keys(parts);
  if (names.length === 0) return { "xl/workbook.xml": "" };
  const name = random.pick(names);
  const text = parts[name] ?? "";
  const { [name]: _, ...rest } = parts;
  switch (random.whole(0, 11)) {
    case 0:
      return rest;
    case 1:
      return { ...rest, [name.toUpperCase()]: text, [name]: text };
    case 2:
      return {
        ...rest,
        [random.pick(["../evil.xml", "/abs.xml", "xl\\x.xml", "C:/x.xml", `${name}/`])]: text,
      };
    case 3:
      return other.kind === "workbook" ? { ...parts, [name]: other.parts[name] ?? text } : parts;
    case 4:
      return { ...parts, [name]: mutateBytes(Buffer.from(text), Buffer.from(text), random).toString("utf8") };
    default:
      return { ...parts, [name]: mutateTokens(text, "xml", random).slice(0, TEXT_CHARACTERS_MAX) };
  }
}

/** The file itself. Now and then a package lies about its sizes, or has bytes of its directory changed. */
export function bytesOf(seed: Seed, random: SeededRandom): Buffer {
  if (seed.kind === "text") return seed.bytes;
  const liar = random.chance(0.05) ? random.pick([0, 1, 100, 2 ** 31, 2 ** 32 - 1]) : undefined;
  const bytes = zipOf(seed.parts, () => liar);
  return random.chance(0.1) ? mutateBytes(bytes, bytes, random) : bytes;
}
