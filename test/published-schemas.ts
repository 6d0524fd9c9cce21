import { readdirSync, readFileSync } from "node:fs";
import { registerSchema, validate } from "@hyperjump/json-schema/draft-2020-12";

const FOLDER = new URL("../docs/schemas/", import.meta.url);
const BASE = "https://leadctl.example/";

const NAMES = readdirSync(FOLDER).map((file) => file.replace(".schema.json", ""));
for (const name of NAMES) {
  const schema = JSON.parse(readFileSync(new URL(`${name}.schema.json`, FOLDER), "utf8"));
  registerSchema(closed(schema) as never, BASE + name);
}

const held = new Set<string>();

/** The published schemas that nothing has been held to in this file of tests. */
export function schemasNotHeld(): string[] {
  return NAMES.filter((name) => !held.has(name));
}

/**
 * Holds a document, or an event of each line, to its published schema, without a field that is not in it.
 *
 * @throws Error that names what differs.
 */
export async function holdToSchema(text: string): Promise<void> {
  for (const value of /^\{"v":/.test(text) ? text.trimEnd().split("\n").map(parsed) : [parsed(text)]) {
    const name = "v" in value ? "events" : String(value.schema).replace("leadctl/", "");
    if (!NAMES.includes(name)) throw new Error(`no schema of the name ${name}: ${text.slice(0, 200)}`);
    held.add(name);
    const output = await validate(BASE + name, value as never, "BASIC");
    if (output.valid) continue;
    const places = (output.errors ?? []).map(
      (error) => `${error.instanceLocation} ${error.absoluteKeywordLocation}`,
    );
    throw new Error(`${JSON.stringify(value).slice(0, 2_000)}\n${places.join("\n")}`);
  }
}

function parsed(text: string): Record<string, unknown> {
  return JSON.parse(text);
}

/** A schema that allows new fields, made one that allows none. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]));
  return "properties" in parts && !("additionalProperties" in parts)
    ? { ...parts, additionalProperties: false }
    : parts;
}
