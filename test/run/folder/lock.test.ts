import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockRun, readLockOwner } from "../../../src/run/folder/lock.ts";
import { thisProcess } from "../../../src/run/folder/lock-owner.ts";
import { freshFolder } from "../sample-run.ts";
import { holderText, kill, locker, tell } from "./lockers.ts";

const AT = new Date("2026-01-02T03:04:05Z");
const BOOT = "00000000-0000-4000-8000-000000000000";
const ON_LINUX = process.platform === "linux";

describe("the lock of a run", () => {
  it("is held by one at a time, and leaves nothing behind", async () => {
    const dir = freshFolder();
    const lock = await lockRun(dir, AT, false);
    expect(readdirSync(dir)).toStrictEqual(["run.lock"]);
    await expect(lockRun(dir, AT, true)).rejects.toMatchObject({
      finding: "run-locked",
      params: { dir, pid: process.pid, since: AT.toISOString() },
      exitCode: 6,
    });
    lock.release();
    expect(readdirSync(dir)).toStrictEqual([]);
    (await lockRun(dir, AT, false)).release();
  });

  it("of a living process is not taken over, not even by --take-over", async () => {
    const dir = freshFolder();
    const holder = await locker(dir);
    expect(await tell(holder, "lock")).toBe("locked");
    for (const takeOver of [false, true]) {
      await expect(lockRun(dir, AT, takeOver)).rejects.toMatchObject({
        finding: "run-locked",
        params: { pid: holder.pid },
      });
    }
  });

  it("of a killed process is taken over, with all that it left", async () => {
    const dir = freshFolder();
    const holder = await locker(dir);
    await tell(holder, "lock");
    await kill(holder);
    writeFileSync(join(dir, `run.lock.${holder.pid}-00000000`), readFileSync(join(dir, "run.lock")));
    const lock = await lockRun(dir, AT, false);
    expect(readdirSync(dir)).toStrictEqual(["run.lock"]);
    lock.release();
  });

  it("of an earlier process whose number another one has now is taken over", async () => {
    const dir = freshFolder();
    writeFileSync(join(dir, "run.lock"), holderText({ pid: process.pid, processStart: "another start" }));
    (await lockRun(dir, AT, false)).release();
  });

  it.runIf(ON_LINUX)("of a killed process whose parent has not asked for its end is taken over", async () => {
    const dir = freshFolder();
    const { pid, parent } = await zombie(dir);
    expect(readFileSync(`/proc/${pid}/stat`, "latin1")).toMatch(/\) Z /);
    expect(JSON.parse(readFileSync(join(dir, "run.lock"), "utf8"))).toMatchObject({ pid });
    // Its other threads may need a moment longer.
    await expect.poll(() => readLockOwner(dir)).toBeUndefined();
    (await lockRun(dir, AT, false)).release();
    await kill(parent);
  });

  it.runIf(ON_LINUX)("of this host before it was started anew is taken over", async () => {
    const dir = freshFolder();
    const boot = "00000000-0000-4000-8000-000000000000";
    // The process number is that of a living process: it means nothing by now.
    for (const ids of [{ boot }, { boot, machine: undefined, processStart: `${boot} 1` }]) {
      writeFileSync(join(dir, "run.lock"), JSON.stringify({ ...thisProcess(AT), id: "before", ...ids }));
      (await lockRun(dir, AT, false)).release();
    }
  });

  it.runIf(ON_LINUX).each([
    ["another machine that has our name", { machine: "0".repeat(32) }, "other-host"],
    ["another machine before it was started anew", { machine: "0".repeat(32), boot: BOOT }, "other-host"],
    ["another container", { pidNamespace: "pid:[1]" }, "other-namespace"],
    ["another container with its own name", { host: "pod-1", pidNamespace: "pid:[1]" }, "other-container"],
    ["a clone of this machine", { host: "clone", boot: BOOT }, "other-host"],
    ["a process of which the system said too little", { processStart: "" }, "reused-number"],
  ])("of %s is in doubt, until --take-over", async (_whose, ids, doubt) => {
    const dir = freshFolder();
    writeFileSync(join(dir, "run.lock"), JSON.stringify({ ...thisProcess(AT), id: "doubtful", ...ids }));
    await expect(lockRun(dir, AT, false)).rejects.toMatchObject({
      finding: "run-locked/in-doubt",
      params: { doubt },
      exitCode: 6,
    });
    expect(await readLockOwner(dir)).toMatchObject({
      pid: process.pid,
      doubt,
    });
    (await lockRun(dir, AT, true)).release();
  });

  it.runIf(ON_LINUX)(
    "of a living process of ours is none to take over, whatever the host is called now",
    async () => {
      const dir = freshFolder();
      const holder = await locker(dir);
      await tell(holder, "lock");
      const path = join(dir, "run.lock");
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), host: "renamed" }));
      await expect(lockRun(dir, AT, true)).rejects.toMatchObject({
        finding: "run-locked",
        params: { pid: holder.pid },
      });
      await kill(holder);
      (await lockRun(dir, AT, false)).release();
    },
  );

  it("that a power cut emptied holds nobody off", async () => {
    const dirs = ["", "{", '{"pid":1}', "null"].map((text) => {
      const dir = freshFolder();
      writeFileSync(join(dir, "run.lock"), text);
      return dir;
    });
    await Promise.all(dirs.map(async (dir) => (await lockRun(dir, AT, false)).release()));
    expect(dirs.flatMap((dir) => readdirSync(dir))).toStrictEqual([]);
  });

  it("is not removed by a holder from whom it was taken over", async () => {
    const dir = freshFolder();
    const lock = await lockRun(dir, AT, false);
    const others = holderText({ host: "elsewhere", pid: 1 });
    writeFileSync(join(dir, "run.lock"), others);
    lock.release();
    expect(readFileSync(join(dir, "run.lock"), "utf8")).toBe(others);
  });

  it("can be taken over after a taker-over died in the middle of it", async () => {
    const dir = freshFolder();
    writeFileSync(join(dir, "run.lock"), holderText({ id: "dead" }));
    writeFileSync(join(dir, "run.lock.claim-0-dead"), holderText({ id: "dead-too" }));
    writeFileSync(join(dir, "run.lock.claim-1-dead-too"), "");
    const lock = await lockRun(dir, AT, false);
    expect(readdirSync(dir)).toStrictEqual(["run.lock"]);
    lock.release();
  });

  it("is busy while another process takes a dead one over", async () => {
    const dir = freshFolder();
    const dead = holderText({ id: "dead" });
    writeFileSync(join(dir, "run.lock"), dead);
    writeFileSync(join(dir, "run.lock.claim-0-dead"), JSON.stringify(thisProcess(AT)));
    await expect(lockRun(dir, AT, false)).rejects.toMatchObject({ code: "run-locked" });
    expect(readFileSync(join(dir, "run.lock"), "utf8")).toBe(dead);
  });
});

/** A process that locked the run and was killed, below a parent that does not ask for its end. */
async function zombie(dir: string): Promise<{ pid: number; parent: ChildProcess }> {
  const script = `"$@" & trap '' TERM; exec sleep 60`;
  const args = ["-c", script, "sh", process.execPath, "--input-type=module", "-e", LOCK_AND_STAY, dir];
  const parent = spawn("sh", args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => kill(parent));
  const [line] = (await once(parent.stdout ?? parent, "data")) as [Buffer];
  const pid = Number(line.toString());
  process.kill(pid, "SIGKILL");
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"))) await setTimeout(10);
  return { pid, parent };
}

const LOCK_AND_STAY = `
import { lockRun } from ${JSON.stringify(new URL("../../../dist-tests/alone/lock.js", import.meta.url).href)};
await lockRun(process.argv.at(-1), new Date(), false);
console.log(process.pid);
setInterval(() => undefined, 60_000);
`;
