import { cpSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { leads } from "./lead-sheet.ts";
import { started } from "./started.ts";

/** A run that could go on, and a copy of it. */
async function copiedRun(dir: string) {
  const script = { "applicant-3@example.com": Array(5).fill("500-before") };
  const place = await started(leads(4), { faults: { script } });
  const { cwd, call } = place;
  const sent = await call("submit", "leads.csv", "--out", dir, "--retry-base", "1ms");
  expect(sent.exitCode, sent.stderr).toBe(5);
  cpSync(join(cwd, dir), join(cwd, "copy"), { recursive: true });
  const isRefused = async () => {
    const { exitCode, stdout, stderr } = await call("replay", dir, "--json");
    expect(exitCode, stderr).toBe(6);
    expect(JSON.parse(stdout).error.code).toBe("journal-behind");
  };
  return { ...place, isRefused };
}

it.each([
  ["among the others", "leadctl-runs/monday"],
  ["that --out put elsewhere", "monday"],
])("a run %s, restored as a whole from an older copy, is known to be older", async (_where, dir) => {
  const { service, cwd, call, isRefused } = await copiedRun(dir);
  expect((await call("replay", dir)).exitCode).toBe(0);
  expect(service.quotes()).toHaveLength(4);

  rmSync(join(cwd, dir), { recursive: true });
  cpSync(join(cwd, "copy"), join(cwd, dir), { recursive: true });
  await isRefused();
  const explained = JSON.parse((await call("explain", "applicant-3@example.com", "--json")).stdout);
  expect(explained.leads[0].verdicts[0]).toMatchObject({ sendAgain: "no" });
  expect((await call("runs", "--json")).stdout).toContain("older journal");

  // A link does not lead past it.
  symlinkSync(dir, join(cwd, "latest"));
  expect((await call("replay", "latest")).exitCode).toBe(6);

  // With a person's word it goes on, and is no longer behind.
  await call("resume", dir, "--older-journal");
  expect((await call("replay", dir, "--status", "unknown")).exitCode).not.toBe(6);
  expect(service.quotes()).toHaveLength(4);
});

it("a run that was removed by a purge, and is put back, sends nothing without a word", async () => {
  const { cwd, call, isRefused } = await copiedRun("leadctl-runs/monday");
  expect((await call("runs", "--purge", "0d", "--force", "--yes")).exitCode).toBe(0);
  cpSync(join(cwd, "copy"), join(cwd, "leadctl-runs/monday"), { recursive: true });
  await isRefused();
});
