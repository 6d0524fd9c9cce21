import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type RunningService, runProgram } from "./run-program.ts";

/** A run in `run` that was bound to the service and stopped at once by a refused key: all is pending. */
export async function stoppedRun(service: RunningService, cwd: string): Promise<void> {
  const env = { ...service.env, LEADCTL_API_KEY: "a-key-that-nobody-has" };
  const args = ["submit", "leads.csv", "--out", "run", "--config", "empty.json"];
  writeFileSync(join(cwd, "empty.json"), '{"environments": {}}');
  expect((await runProgram(args, { cwd, env })).exitCode).toBe(3);
}
