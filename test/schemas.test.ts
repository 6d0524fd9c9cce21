import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SCHEMAS } from "../src/cli/document-schemas.ts";
import { COMMAND_OPTIONS } from "../src/settings/options.ts";
import { leads } from "./program/lead-sheet.ts";
import { readEvents } from "./program/run-files.ts";
import { runProgram } from "./program/run-program.ts";
import { sheetFolder } from "./program/started.ts";
import { holdToSchema } from "./published-schemas.ts";

const ROOT = new URL("..", import.meta.url).pathname;

const PUBLISHED = join(ROOT, "docs/schemas");

describe("the published schemas", () => {
  const cases = Object.entries(SCHEMAS);

  it.each(cases)("are what the definitions say: %s (vitest -u writes it anew)", async (name, definition) => {
    const schema = z.toJSONSchema(definition, { io: "input", override: withoutLargest });
    const text = `${JSON.stringify({ title: `leadctl ${name}`, ...schema }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(PUBLISHED, `${name}.schema.json`));
  });

  it("are one for each command that has --json, and those of the files", () => {
    const having = Object.entries(COMMAND_OPTIONS).flatMap(([name, options]) =>
      "json" in options ? name : [],
    );
    expect(Object.keys(SCHEMAS).sort()).toEqual([...having, "error", "report-json", "events"].sort());
    expect(readdirSync(PUBLISHED).sort()).toEqual(
      Object.keys(SCHEMAS)
        .map((name) => `${name}.schema.json`)
        .sort(),
    );
  });
});

/** Zod says of each whole number that JavaScript can count it. */
function withoutLargest({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

describe("the schemas", () => {
  it("hold for every line of --progress json, of a round, of a check and of a failure", async () => {
    const cwd = sheetFolder(leads(12));
    const flags = ["--progress", "json"];
    const round = await runProgram(["submit", "leads.csv", "--sandbox", ...flags], { cwd });
    const check = await runProgram(["validate", "leads.csv", "--out", "check", ...flags], { cwd });
    const failure = await runProgram(["submit", "none.csv", "--sandbox", ...flags], { cwd });
    const unread = await runProgram(["submit", "leads.csv", "--no-such-flag", "--progress=json"], { cwd });
    expect(await namesOf(round.stderr)).toEqual(["start", "progress", "end"]);
    expect(await namesOf(check.stderr)).toEqual(["end"]);
    expect(await namesOf(failure.stderr)).toEqual(["error"]);
    expect(await namesOf(unread.stderr)).toEqual(["error"]);
    const smoke = ["smoke", "--sandbox", "--only", "methods", ...flags];
    expect(await namesOf((await runProgram(smoke, { cwd })).stderr)).toEqual(["check", "verdict"]);
    const refused = await runProgram([...smoke, "--repeat", "many"], { cwd });
    expect(await namesOf(refused.stderr)).toEqual(["error", "verdict"]);
    expect((await eventsOf(failure.stderr))[0]).toMatchObject({
      code: "input-missing",
      exitCode: failure.exitCode,
    });
  });
});

describe("the examples in docs/json.md", () => {
  it("are what the schemas say", async () => {
    const examples = readFileSync(join(ROOT, "docs", "json.md"), "utf8").match(/^\{.*\}$/gm) ?? [];
    expect(examples).toHaveLength(4);
    for (const example of examples) await holdToSchema(example);
  });
});

/** The events of a command, each held to its schema. */
async function eventsOf(stderr: string): Promise<{ event: string }[]> {
  await holdToSchema(stderr);
  return readEvents(stderr);
}

/** Their names in order, repeated ones once. */
async function namesOf(stderr: string): Promise<string[]> {
  const names = (await eventsOf(stderr)).map(({ event }) => event);
  return names.filter((name, index) => name !== names[index - 1]);
}
