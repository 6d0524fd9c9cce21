import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { commandEvent } from "../src/job/progress/event-schema.ts";
import { report } from "../src/report/files/report-schema.ts";
import { smokeDocumentSchema } from "../src/smoke/smoke-schema.ts";
import { csvOf, leads } from "./program/lead-sheet.ts";
import { readEvents } from "./program/run-files.ts";
import { freshFolder, runProgram } from "./program/run-program.ts";

const ROOT = new URL("..", import.meta.url).pathname;

describe("the published schema", () => {
  it.each([
    ["report", report],
    ["events", commandEvent],
    ["smoke", smokeDocumentSchema],
  ] as const)("of %s is what the definitions say (vitest -u writes it anew)", async (name, definition) => {
    const schema = z.toJSONSchema(definition, { io: "input" });
    const text = `${JSON.stringify({ title: `leadctl ${name}`, ...schema }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(ROOT, "docs", `${name}.schema.json`));
  });
});

describe("the definitions", () => {
  it("hold for every line of --progress json, of a round, of a check and of a failure", async () => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), csvOf(leads(12)));
    const flags = ["--progress", "json"];
    const round = await runProgram(["submit", "leads.csv", "--sandbox", ...flags], { cwd });
    const check = await runProgram(["validate", "leads.csv", "--out", "check", ...flags], { cwd });
    const failure = await runProgram(["submit", "none.csv", "--sandbox", ...flags], { cwd });
    const unread = await runProgram(["submit", "leads.csv", "--no-such-flag", "--progress=json"], { cwd });
    expect(namesOf(round.stderr)).toEqual(["start", "progress", "end"]);
    expect(namesOf(check.stderr)).toEqual(["end"]);
    expect(namesOf(failure.stderr)).toEqual(["error"]);
    expect(namesOf(unread.stderr)).toEqual(["error"]);
    const smoke = ["smoke", "--sandbox", "--only", "methods", ...flags];
    expect(namesOf((await runProgram(smoke, { cwd })).stderr)).toEqual(["check", "verdict"]);
    const refused = await runProgram([...smoke, "--repeat", "many"], { cwd });
    expect(namesOf(refused.stderr)).toEqual(["error", "verdict"]);
    expect(eventsOf(failure.stderr)[0]).toMatchObject({ code: "input-missing", exitCode: failure.exitCode });
  });
});

describe("the examples in docs/events.md", () => {
  it("are events", () => {
    const examples = readFileSync(join(ROOT, "docs", "events.md"), "utf8").match(/^\{.*\}$/gm) ?? [];
    expect(examples).toHaveLength(3);
    for (const example of examples) expect(namesOf(example)).toHaveLength(1);
  });
});

/** The events of a command, each held to its definition, without a field that is not in it. */
function eventsOf(stderr: string): { event: string }[] {
  return readEvents(stderr).map((value) => {
    const event = commandEvent.parse(value);
    expect(event).toEqual(value);
    return event;
  });
}

/** Their names in order, repeated ones once. */
function namesOf(stderr: string): string[] {
  const names = eventsOf(stderr).map(({ event }) => event);
  return names.filter((name, index) => name !== names[index - 1]);
}
