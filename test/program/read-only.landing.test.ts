import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { brokenLead } from "./corrected-run.ts";
import { leadOf } from "./lead-sheet.ts";
import { started } from "./started.ts";

const CAN_MOUNT = process.platform === "linux" && process.getuid?.() === 0 && canMount();

if (!CAN_MOUNT) console.warn("NOT CHECKED: runs in a folder that cannot be written. Mounting needs root.");

// To root, rights are no hindrance: only the file system itself can refuse it.
describe.runIf(CAN_MOUNT)("a run in a folder that nobody can write to", () => {
  it("is explained, listed and reported to elsewhere, and refuses in words what would change it", async () => {
    const faults = { script: { "applicant-3@example.com": ["500-before" as const] } };
    const { service, cwd, call } = await started([leadOf(2), leadOf(3), brokenLead(4)], { faults });
    await call("submit", "leads.csv", "--out", "share/one", "--quiet", "--attempts", "1");
    makeReadOnly(join(cwd, "share"));
    const before = readdirSync(join(cwd, "share/one"));

    for (const [asked, finding] of [
      [["applicant-2@example.com", "--runs", "share"], "created"],
      [["share/one", "3"], "may-exist"],
    ] as const) {
      const { stdout, stderr } = await call("explain", ...asked, "--json");
      expect(JSON.parse(stdout).leads[0].verdicts[0].finding, stderr).toBe(finding);
    }
    expect((await call("runs", "--runs", "share")).stdout).toContain("share/one");

    mkdirSync(join(cwd, "reports"));
    const report = await call("report", "share/one", "--format", "csv", "--output", "reports/one.csv");
    expect(report, report.stderr).toMatchObject({ exitCode: 0 });
    expect(readdirSync(join(cwd, "reports"))).toStrictEqual(["one.csv"]);

    for (const args of [
      ["replay", "share/one", "--status", "unknown"],
      ["resolve", "share/one", "--rows", "3", "--not-created"],
      ["runs", "--runs", "share", "--purge", "0d", "--yes", "--force"],
    ]) {
      const end = await call(...args);
      expect.soft(end.stderr, args.join(" ")).toMatch(/share\/one/);
      expect.soft(end.stderr, args.join(" ")).not.toMatch(/bug|\n {4}at /);
    }
    expect(service.quotes()).toHaveLength(1);
    expect(readdirSync(join(cwd, "share/one"))).toStrictEqual(before);
  }, 60_000);
});

function makeReadOnly(dir: string): void {
  expect(spawnSync("mount", ["--bind", dir, dir]).status).toBe(0);
  onTestFinished(() => void spawnSync("umount", [dir]));
  expect(spawnSync("mount", ["-o", "remount,ro,bind", dir]).status).toBe(0);
}

function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), "leadctl-mount-probe-"));
  const isMounted = spawnSync("mount", ["--bind", dir, dir]).status === 0;
  if (isMounted) spawnSync("umount", [dir]);
  rmdirSync(dir);
  return isMounted;
}
