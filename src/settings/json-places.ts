/** Where the values of a JSON text stand, and which keys of an object stand there twice. */
export interface JsonPlaces {
  /** Line of a value or key, from 1, by its path as in `environments.staging.partner`. */
  lines: ReadonlyMap<string, number>;
  repeated: readonly { path: string; line: number }[];
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\n|[^\s{}[\],:"]+/g;

interface Level {
  /** Of the object or list itself. */
  path: string;
  /** Keys so far; null in a list. */
  keys: Set<string> | null;
  /** Items so far, in a list. */
  index: number;
  /** What the next value belongs to. */
  at: string;
}

/** @param text Valid JSON. The value of the later of two equal keys is the one that counts for `JSON.parse`. */
export function jsonPlaces(text: string): JsonPlaces {
  const lines = new Map<string, number>();
  const repeated: { path: string; line: number }[] = [];
  const levels: Level[] = [];
  let line = 1;
  let isKey = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === "\n") line += 1;
    else if (token === "{" || token === "[") {
      const path = level ? placeIn(level) : "";
      lines.set(path, lines.get(path) ?? line);
      levels.push({ path, keys: token === "{" ? new Set() : null, index: 0, at: path });
      isKey = token === "{";
    } else if (token === "}" || token === "]") {
      levels.pop();
      isKey = false;
    } else if (token === ",") {
      if (level) level.index += 1;
      isKey = level?.keys != null;
    } else if (token === ":") isKey = false;
    else if (level?.keys && isKey) {
      const key = JSON.parse(token) as string;
      level.at = joined(level.path, key);
      if (level.keys.has(key)) repeated.push({ path: level.at, line });
      level.keys.add(key);
      lines.set(level.at, line);
    } else if (level) lines.set(placeIn(level), line);
  }
  return { lines, repeated };
}

function placeIn({ keys, path, index, at }: Level): string {
  return keys ? at : joined(path, String(index));
}

function joined(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
