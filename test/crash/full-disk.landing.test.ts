import { execFileSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CAN_MOUNT, mountOver } from "../mounts.ts";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { readReport } from "../program/run-files.ts";
import { freshFolder, type RunningService, runProgram, startService } from "../program/run-program.ts";
import { readJournalStory } from "./journal-story.ts";

const LEAD_COUNT = 600;
const CONCURRENCY = 16;
/** What the ballast takes, and beyond it so much that some answers fit and not all. */
const BALLAST_KIB = 4096;

describe.runIf(CAN_MOUNT)("a run whose disk fills up while it sends", () => {
  it("stops with exit code 6, keeps what had arrived, and is completed once there is room", async () => {
    const { dir, service, folder, disk } = await prepare();
    const first = await submitUntilFull(service, folder, dir, disk);
    expect(first.stderr).toContain("the disk is full");
    expect(first.stderr).toContain(`leadctl resume ${dir}`);
    const rescued = [folder, disk, dir]
      .flatMap((place) => readdirSync(place))
      .filter((name) => /rescue/.test(name));
    expect(rescued).toStrictEqual([]);
    const kept = readJournalStory(dir);
    const createdAtService = service.quotes().length;
    const created = [...kept.rows.values()].filter((row) => row.created).length;
    expect(created).toBeGreaterThan(0);
    expect(created).toBeLessThan(LEAD_COUNT);
    // Every answer that arrived was kept in the room of the ballast.
    expect(created).toBe(createdAtService);
    expect(JSON.parse(first.stdout)).toMatchObject({ error: { code: "journal-write" } });

    execFileSync("mount", ["-o", "remount,size=64m", disk]);
    const second = await runProgram(["resume", dir, "--json", "--quiet"], { cwd: folder, env: service.env });
    expect(second).toMatchObject({ exitCode: 0, stderr: "" });
    expectAllCreated(dir, service);
    const names = readdirSync(dir).filter((name) => !name.startsWith("report."));
    expect(names.sort()).toStrictEqual(["journal.mark", "journal.ndjson", "people.index", "plan.ndjson"]);
  }, 60_000);

  it("writes answers elsewhere when even the ballast's room is taken, says where, and takes them in again", async () => {
    const { dir, service, folder, disk } = await prepare();
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    const env = { ...service.env, TMPDIR: elsewhere };
    const args = ["submit", join(folder, "leads.csv"), "--out", dir, "--quiet", "--concurrency", "16"];
    const running = runProgram(args, { cwd: folder, env });
    while (service.quotes().length < 50) await setTimeout(5);
    rmSync(join(dir, ".ballast"));
    fillUp(disk);
    const first = await running;
    expect(first.exitCode, first.stderr).toBe(6);
    const [rescue = ""] = readdirSync(elsewhere);
    expect(first.stderr).toContain(join(elsewhere, rescue));
    expect(statSync(join(elsewhere, rescue)).mode & 0o777).toBe(0o600);

    rmSync(join(disk, "filler"));
    copyFileSync(join(elsewhere, rescue), join(dir, rescue));
    const second = await runProgram(["resume", dir, "--json", "--quiet"], { cwd: folder, env });
    expect(second).toMatchObject({ exitCode: 0, stderr: "" });
    expectAllCreated(dir, service);
    expect(readdirSync(dir)).not.toContain(rescue);
  }, 60_000);

  it("refuses a run that finds no room for the ballast, with nothing sent, and begins it later", async () => {
    const { dir, service, folder, disk } = await prepare();
    writeFileSync(join(disk, "filler"), Buffer.alloc(freeBytes(disk) - 1_500 * 1024));
    const args = ["submit", join(folder, "leads.csv"), "--out", dir, "--json", "--quiet"];
    const first = await runProgram(args, { cwd: folder, env: service.env });
    expect(first.exitCode).toBe(6);
    expect(service.requestCount()).toBe(0);
    expect(readdirSync(dir)).not.toContain(".ballast");

    rmSync(join(disk, "filler"));
    const second = await runProgram(["resume", dir, "--json", "--quiet"], { cwd: folder, env: service.env });
    expect(second).toMatchObject({ exitCode: 0, stderr: "" });
    expectAllCreated(dir, service);
  }, 60_000);

  it("says that reports are missing when only they find no room, and writes them later", async () => {
    const { dir, service, folder, disk } = await prepare();
    await runProgram(["submit", join(folder, "leads.csv"), "--out", dir, "--quiet"], {
      cwd: folder,
      env: service.env,
    });
    for (const name of readdirSync(dir)) if (name.startsWith("report.")) rmSync(join(dir, name));
    writeFileSync(join(disk, "filler"), Buffer.alloc(freeBytes(disk) - 64 * 1024));
    const refused = await runProgram(["resume", dir, "--json"], { cwd: folder, env: service.env });
    expect(refused.exitCode).toBe(6);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: "report-write" } });
    expect(readdirSync(dir).sort()).toStrictEqual([
      "journal.mark",
      "journal.ndjson",
      "people.index",
      "plan.ndjson",
    ]);

    rmSync(join(disk, "filler"));
    const done = await runProgram(["resume", dir, "--json"], { cwd: folder, env: service.env });
    expect(done.exitCode).toBe(0);
    expectAllCreated(dir, service);
  }, 60_000);
});

interface Stage {
  dir: string;
  service: RunningService;
  folder: string;
  disk: string;
}

async function prepare(): Promise<Stage> {
  const service = await startService({ latency: { meanMs: 8, jitterMs: 7 } });
  const folder = freshFolder();
  const disk = join(folder, "disk");
  mkdirSync(disk);
  mountOver(disk, "-t", "tmpfs", "-o", `size=${16 * 1024}k`, "leadctl-test");
  writeFileSync(join(folder, "leads.csv"), csvOf(leads(LEAD_COUNT)));
  return { dir: join(disk, "run"), service, folder, disk };
}

/** Submits on a disk with room for the plan, the ballast and a part of the journal. */
async function submitUntilFull(service: RunningService, folder: string, dir: string, disk: string) {
  const check = join(folder, "planned");
  const args = [
    "submit",
    join(folder, "leads.csv"),
    "--quiet",
    "--json",
    "--concurrency",
    String(CONCURRENCY),
  ];
  // How large the plan is: a submission that nobody answers leaves it behind.
  const nowhere = { ...service.env, LEADCTL_BASE_URL: "http://127.0.0.1:9" };
  await runProgram([...args, "--out", check, "--attempts", "1"], { cwd: folder, env: nowhere });
  const planBytes = statSync(join(check, "plan.ndjson")).size;
  const room = planBytes + (BALLAST_KIB + 220) * 1024;
  writeFileSync(join(disk, "filler"), Buffer.alloc(freeBytes(disk) - room));
  const end = await runProgram([...args, "--out", dir], {
    cwd: folder,
    env: { ...service.env, TMPDIR: folder },
  });
  expect(end.exitCode, end.stderr).toBe(6);
  return end;
}

function expectAllCreated(dir: string, service: RunningService): void {
  const report = readReport(dir);
  expect(report.summary).toMatchObject({ total: LEAD_COUNT, created: LEAD_COUNT });
  const links = new Map(service.quotes().map(({ email, loginUrl }) => [email, loginUrl]));
  for (const lead of report.leads) expect(lead.loginUrl).toBe(links.get(lead.email ?? ""));
  expect(readJournalStory(dir).wrongs).toStrictEqual([]);
}

/** Takes all room, to the last block. */
function fillUp(disk: string): void {
  const filler = openSync(join(disk, "filler"), "w");
  try {
    for (;;) writeSync(filler, Buffer.alloc(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(filler);
  }
}

function freeBytes(disk: string): number {
  const { bavail, bsize } = statfsSync(disk);
  return Number(bavail) * Number(bsize);
}
