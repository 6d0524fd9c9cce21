import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { csvOf, leads } from "./lead-sheet.ts";
import { type EventLine, readEvents } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

const ROWS = 4;
const FLAGS = ["--attempts", "2", "--retry-base", "10ms", "--progress", "json"];
/** Longer than an event waits for the next one: there is one during each attempt. */
const LATENCY = { meanMs: 1_200 };
const FAULTY = "applicant-3@example.com";

it("does not count a row as settled before its last attempt, in a submission and in a replay", async () => {
  const service = await startService({
    latency: LATENCY,
    faults: { script: { [FAULTY]: ["500-before", "500-before", "500-before"] } },
  });
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(leads(ROWS)));

  const first = await runProgram(["submit", "leads.csv", "--out", "run", ...FLAGS], {
    cwd,
    env: service.env,
  });
  const waiting = { created: ROWS - 1, failed: 0, pending: 1 };
  const tried = progressOf(first.stderr);
  expect(tried.map(({ summary }) => summary)).toContainEqual(expect.objectContaining(waiting));
  expect(tried.at(-1)).toMatchObject({
    settled: ROWS,
    summary: { created: ROWS - 1, failed: 1, pending: 0 },
  });

  const second = await runProgram(["replay", "run", ...FLAGS], { cwd, env: service.env });
  expect(readEvents(second.stderr)[0]).toMatchObject({ event: "start", input: { ready: ROWS, due: 1 } });
  const again = progressOf(second.stderr);
  expect(again[0]).toMatchObject({ settled: ROWS - 1, summary: waiting });
  expect(again.at(-1)).toMatchObject({ settled: ROWS, summary: { created: ROWS, failed: 0, pending: 0 } });
});

function progressOf(stderr: string): EventLine[] {
  return readEvents(stderr).filter(({ event }) => event === "progress");
}
