import { once } from "node:events";
import { readdirSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { freshFolder, runProgram, startService } from "../program/run-program.ts";
import { until } from "../program/stoppable-program.ts";
import { connectTo, startDesk } from "./running-desk.ts";
import { dropSheet, sendDraft } from "./sent-draft.ts";

const ROWS = 60;
const SHEET = `email,first name\n${Array.from({ length: ROWS }, (_, row) => `a${row}@example.com,Ann`).join("\n")}\n`;

/** A desk that has just begun to send. */
async function sendingDesk(latencyMs: number) {
  const service = await startService({ latency: { meanMs: latencyMs } });
  const folder = freshFolder();
  const id = await dropSheet(folder, SHEET);
  const desk = await startDesk(folder, [], service.env);
  const ask = await connectTo(desk);
  expect(await sendDraft(ask, id)).toMatchObject({ status: 200 });
  await until(() => service.requestCount() > 0, desk.stderr);
  return { desk, folder, service };
}

describe("Ctrl-C while the desk sends", () => {
  it("has what is under way finished and reported, and leaves the rest to resume", async () => {
    const { desk, folder, service } = await sendingDesk(400);
    desk.process.kill("SIGINT");
    expect(await once(desk.process, "exit")).toStrictEqual([0, null]);
    expect(desk.stderr()).toContain("What is under way is finished first. Ctrl-C again ends it at once.");
    const [run = ""] = readdirSync(`${folder}/leadctl-runs`);
    const { stdout } = await runProgram(["runs", "--json"], { cwd: folder });
    const { summary, state } = JSON.parse(stdout).runs[0];
    expect(state).toBe("interrupted");
    expect(summary.unknown).toBe(0);
    expect(summary.pending).toBeGreaterThan(0);
    expect(readdirSync(`${folder}/leadctl-runs/${run}`)).toContain("report.csv");
    const end = await runProgram(["resume", `leadctl-runs/${run}`], { cwd: folder, env: service.env });
    expect(end.exitCode).toBe(0);
    expect(end.stderr).toContain(`All ${ROWS} rows created`);
  });

  it("ends at once when it is pressed again", async () => {
    // Longer than anybody waits for what is under way.
    const { desk, folder } = await sendingDesk(600_000);
    // An echo of the first one is none: it has to come half a second later.
    const again = setInterval(() => desk.process.kill("SIGINT"), 100);
    onTestFinished(() => clearInterval(again));
    const [exitCode] = await once(desk.process, "exit");
    // On a busy machine, one more comes while the desk itself ends.
    expect([0, 130]).toContain(exitCode);
    const { stdout } = await runProgram(["runs", "--json"], { cwd: folder });
    expect(JSON.parse(stdout).runs[0]).toMatchObject({ state: "interrupted", summary: { created: 0 } });
  });
});
