import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { sharedFolder } from "../folders.ts";
import { changed, csvOf, leadOf, leads } from "./lead-sheet.ts";
import { freshFolder, KEY, PARTNER, type ProgramEnd, runProgram } from "./run-program.ts";

export const ROW_COUNT = 60;

/** The runs of three parts of one sheet, of which each lead was created. */
export const SHARDS = ["shard-0", "shard-1", "shard-2"];

/** A folder of one's own with a run of which no two things are alike, the shards of another sheet, and one `other` run. */
export async function mixedRun(): Promise<{ cwd: string; report(...args: string[]): Promise<ProgramEnd> }> {
  const cwd = freshFolder();
  cpSync(sent, cwd, { recursive: true });
  return { cwd, report: (...args) => runProgram(["report", ...args], { cwd }) };
}

let sent: string;

/** To be called once in a file. Created, refused here and there, failed, and without an answer: sent once for all tests. */
export function sendMixedRun(): void {
  sent = sharedFolder();
  beforeAll(async () => {
    const service = await startSandbox({
      keys: [KEY],
      partners: [PARTNER],
      faults: { probabilities: { "500-before": 0.2, "502-after": 0.1 }, seed: 7 },
      users: ["applicant-9@example.com"],
    });
    const rows = leads(ROW_COUNT);
    rows[4] = changed(leadOf(6), "address.unitNumber", undefined);
    writeFileSync(join(sent, "leads.csv"), csvOf(rows));
    const flags = ["--out", "run", "--attempts", "2", "--retry-base", "1ms", "--quiet"];
    const env = { LEADCTL_BASE_URL: service.url, LEADCTL_PARTNER: PARTNER, LEADCTL_API_KEY: KEY };
    await runProgram(["submit", "leads.csv", ...flags], { cwd: sent, env });
    await service.stop();
    writeFileSync(join(sent, "whole.csv"), csvOf(leads(ROW_COUNT)));
    writeFileSync(join(sent, "other.csv"), csvOf(leads(3)));
    const practise = (sheet: string, ...more: string[]) =>
      runProgram(["submit", sheet, "--sandbox", "--quiet", "--out", ...more], { cwd: sent });
    await practise("other.csv", "other");
    for (const [index, dir] of SHARDS.entries())
      await practise("whole.csv", dir, "--shard", `${index}/${SHARDS.length}`);
  });
}
