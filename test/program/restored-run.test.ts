import { cpSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { csvOf, leads } from "./lead-sheet.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

it.each([
  ["among the others", "leadctl-runs/monday"],
  ["that --out put elsewhere", "monday"],
])("a run %s, restored as a whole from an older copy, is known to be older", async (_where, dir) => {
  const script = { "applicant-3@example.com": Array(5).fill("500-before") };
  const service = await startService({ faults: { script } });
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(leads(4)));
  const call = async (...args: readonly string[]) => runProgram(args, { cwd, env: service.env });
  const sent = await call("submit", "leads.csv", "--out", dir, "--retry-base", "1ms");
  expect(sent.exitCode, sent.stderr).toBe(5);
  cpSync(join(cwd, dir), join(cwd, "copy"), { recursive: true });
  expect((await call("replay", dir)).exitCode).toBe(0);
  expect(service.quotes()).toHaveLength(4);

  rmSync(join(cwd, dir), { recursive: true });
  cpSync(join(cwd, "copy"), join(cwd, dir), { recursive: true });
  const replayed = await call("replay", dir, "--json");
  expect(replayed.exitCode, replayed.stderr).toBe(6);
  expect(JSON.parse(replayed.stdout).error.code).toBe("journal-behind");
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
  const script = { "applicant-3@example.com": Array(5).fill("500-before") };
  const service = await startService({ faults: { script } });
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(leads(4)));
  const call = async (...args: readonly string[]) => runProgram(args, { cwd, env: service.env });
  await call("submit", "leads.csv", "--out", "leadctl-runs/monday", "--retry-base", "1ms");
  cpSync(join(cwd, "leadctl-runs/monday"), join(cwd, "copy"), { recursive: true });
  expect((await call("runs", "--purge", "0d", "--force", "--yes")).exitCode).toBe(0);
  cpSync(join(cwd, "copy"), join(cwd, "leadctl-runs/monday"), { recursive: true });
  const replayed = await call("replay", "leadctl-runs/monday", "--json");
  expect(replayed.exitCode, replayed.stderr).toBe(6);
  expect(JSON.parse(replayed.stdout).error.code).toBe("journal-behind");
});
