import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockRun, readLockOwner } from "../../src/run/lock.ts";
import { thisProcess } from "../../src/run/lock-owner.ts";
import { freshFolder } from "./sample-run.ts";

const LOCKER = fileURLToPath(new URL("locker.mjs", import.meta.url));
const AT = new Date("2026-01-02T03:04:05Z");
const BOOT = "00000000-0000-4000-8000-000000000000";
const ON_LINUX = process.platform === "linux";
const UNSHARE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child", process.execPath];
const CAN_UNSHARE = ON_LINUX && spawnSync("unshare", [...UNSHARE.slice(1, -1), "true"]).status === 0;
const NO_HARD_LINKS = new URL("no-hard-links.mjs", import.meta.url).href;

if (!CAN_UNSHARE) console.warn("NOT CHECKED: locks of other PID namespaces. Making one needs root on Linux.");

describe("the lock of a run", () => {
  it("is held by one at a time, and leaves nothing behind", async () => {
    const dir = freshFolder();
    const lock = await lockRun(dir, AT, false);
    expect(readdirSync(dir)).toStrictEqual(["run.lock"]);
    await expect(lockRun(dir, AT, true)).rejects.toMatchObject({
      code: "run-locked",
      exitCode: 6,
      message: expect.stringContaining(
        `${dir} is in use by process ${process.pid} since ${AT.toISOString()}, started by `,
      ),
    });
    await lock.release();
    expect(readdirSync(dir)).toStrictEqual([]);
    await (await lockRun(dir, AT, false)).release();
  });

  it("of a living process is not taken over, not even by --take-over", async () => {
    const dir = freshFolder();
    const holder = await locker(dir);
    expect(await tell(holder, "lock")).toBe("locked");
    for (const takeOver of [false, true]) {
      await expect(lockRun(dir, AT, takeOver)).rejects.toMatchObject({
        message: expect.stringContaining(`in use by process ${holder.pid} since`),
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
    await lock.release();
  });

  it("of an earlier process whose number another one has now is taken over", async () => {
    const dir = freshFolder();
    writeFileSync(join(dir, "run.lock"), holderText({ pid: process.pid, processStart: "another start" }));
    await (await lockRun(dir, AT, false)).release();
  });

  it.runIf(ON_LINUX)("of a killed process whose parent has not asked for its end is taken over", async () => {
    const dir = freshFolder();
    const { pid, parent } = await zombie(dir);
    expect(readFileSync(`/proc/${pid}/stat`, "latin1")).toMatch(/\) Z /);
    expect(JSON.parse(readFileSync(join(dir, "run.lock"), "utf8"))).toMatchObject({ pid });
    // Its other threads may need a moment longer.
    await expect.poll(() => readLockOwner(dir)).toBeUndefined();
    await (await lockRun(dir, AT, false)).release();
    await kill(parent);
  });

  it.runIf(ON_LINUX)("of this host before it was started anew is taken over", async () => {
    const dir = freshFolder();
    const boot = "00000000-0000-4000-8000-000000000000";
    // The process number is that of a living process: it means nothing by now.
    for (const ids of [{ boot }, { boot, machine: undefined, processStart: `${boot} 1` }]) {
      writeFileSync(join(dir, "run.lock"), JSON.stringify({ ...thisProcess(AT), id: "before", ...ids }));
      await (await lockRun(dir, AT, false)).release();
    }
  });

  it.runIf(ON_LINUX).each([
    ["another machine that has our name", { machine: "0".repeat(32) }, "nobody here can say"],
    [
      "another machine before it was started anew",
      { machine: "0".repeat(32), boot: BOOT },
      "nobody here can say",
    ],
    ["another container of this host", { pidNamespace: "pid:[1]" }, "another container (PID namespace)"],
    [
      "another container that has a name of its own",
      { host: "pod-1", pidNamespace: "pid:[1]" },
      "another container",
    ],
    ["a clone of this machine", { host: "clone", boot: BOOT }, "nobody here can say"],
    ["a process of which the system said too little", { processStart: "" }, "another program's"],
  ])("of %s is in doubt, until --take-over", async (_whose, ids, doubt) => {
    const dir = freshFolder();
    writeFileSync(join(dir, "run.lock"), JSON.stringify({ ...thisProcess(AT), id: "doubtful", ...ids }));
    await expect(lockRun(dir, AT, false)).rejects.toMatchObject({
      code: "run-locked",
      exitCode: 6,
      message: expect.stringContaining(doubt),
      hint: expect.stringContaining("--take-over"),
    });
    expect(await readLockOwner(dir)).toMatchObject({
      pid: process.pid,
      doubt: expect.stringContaining(doubt),
    });
    await (await lockRun(dir, AT, true)).release();
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
        message: expect.stringContaining(`in use by process ${holder.pid} since`),
      });
      await kill(holder);
      await (await lockRun(dir, AT, false)).release();
    },
  );

  it.runIf(CAN_UNSHARE)("of a process in another PID namespace is in doubt on both sides", async () => {
    const dir = freshFolder();
    const inside = await locker(dir, "no", UNSHARE);
    expect(await tell(inside, "lock")).toBe("locked");
    await expect(lockRun(dir, AT, false)).rejects.toMatchObject({
      message: expect.stringContaining("another container (PID namespace)"),
    });
    await kill(inside);
    const lock = await lockRun(dir, AT, true);
    const other = await locker(dir, "no", UNSHARE);
    expect(await tell(other, "lock")).toContain("another container (PID namespace)");
    await lock.release();
  });

  it.each(["", "{", '{"pid":1}', "null"])("that a power cut emptied (%j) holds nobody off", async (text) => {
    const dir = freshFolder();
    writeFileSync(join(dir, "run.lock"), text);
    await (await lockRun(dir, AT, false)).release();
    expect(readdirSync(dir)).toStrictEqual([]);
  });

  it("of another host is refused, naming it, until --take-over", async () => {
    const dir = freshFolder();
    writeFileSync(join(dir, "run.lock"), holderText({ host: "elsewhere", pid: 1 }));
    await expect(lockRun(dir, AT, false)).rejects.toMatchObject({
      code: "run-locked",
      exitCode: 6,
      message: `${dir} is in use on the host elsewhere since 2026-01-01T00:00:00.000Z (process 1): nobody here can say whether it still runs there`,
      hint: expect.stringContaining("--take-over"),
    });
    const lock = await lockRun(dir, AT, true);
    expect(JSON.parse(readFileSync(join(dir, "run.lock"), "utf8"))).toMatchObject({ host: hostname() });
    await lock.release();
  });

  it("is not removed by a holder from whom it was taken over", async () => {
    const dir = freshFolder();
    const lock = await lockRun(dir, AT, false);
    const others = holderText({ host: "elsewhere", pid: 1 });
    writeFileSync(join(dir, "run.lock"), others);
    await lock.release();
    expect(readFileSync(join(dir, "run.lock"), "utf8")).toBe(others);
  });

  it("can be taken over after a taker-over died in the middle of it", async () => {
    const dir = freshFolder();
    writeFileSync(join(dir, "run.lock"), holderText({ id: "dead" }));
    writeFileSync(join(dir, "run.lock.claim-0-dead"), holderText({ id: "dead-too" }));
    writeFileSync(join(dir, "run.lock.claim-1-dead-too"), "");
    const lock = await lockRun(dir, AT, false);
    expect(readdirSync(dir)).toStrictEqual(["run.lock"]);
    await lock.release();
  });

  it("is busy while another process takes a dead one over", async () => {
    const dir = freshFolder();
    const dead = holderText({ id: "dead" });
    writeFileSync(join(dir, "run.lock"), dead);
    writeFileSync(join(dir, "run.lock.claim-0-dead"), JSON.stringify(thisProcess(AT)));
    await expect(lockRun(dir, AT, false)).rejects.toMatchObject({ code: "run-locked" });
    expect(readFileSync(join(dir, "run.lock"), "utf8")).toBe(dead);
  });

  it("of a dead process is won by exactly one of several that race for it", async () => {
    const dir = freshFolder();
    const takeOvers = ["no", "take-over", "no"];
    for (let turn = 0; turn < 5; turn++) {
      writeFileSync(join(dir, "run.lock"), holderText(turn % 2 === 0 ? {} : { id: `dead-${turn}` }));
      const racers = await Promise.all(takeOvers.map((takeOver) => locker(dir, takeOver)));
      const words = await Promise.all(racers.map((racer) => tell(racer, "lock")));
      expect(words.filter((word) => word === "locked")).toHaveLength(1);
      expect(words.filter((word) => word.startsWith("run-locked: "))).toHaveLength(takeOvers.length - 1);
      await Promise.all(racers.map(kill));
    }
  }, 60_000);
});

describe.each(["EPERM", "EISDIR"])("the lock of a run where no hard link can be made (%s)", (code) => {
  const env = { ...process.env, LEADCTL_TEST_LINK_ERROR: code };
  const command = [process.execPath, "--import", NO_HARD_LINKS];

  it("is one process's, which nobody takes over while it lives", async () => {
    const dir = freshFolder();
    const holder = await locker(dir, "no", command, env);
    expect(await tell(holder, "lock")).toBe("locked");
    expect(JSON.parse(readFileSync(join(dir, "run.lock"), "utf8"))).toMatchObject({ pid: holder.pid });
    for (const takeOver of ["no", "take-over"]) {
      const other = await locker(dir, takeOver, command, env);
      expect(await tell(other, "lock")).toContain(`in use by process ${holder.pid} since`);
    }
    expect(readdirSync(dir)).toStrictEqual(["run.lock"]);
    await kill(holder);
    expect(await tell(await locker(dir, "no", command, env), "lock")).toBe("locked");
  });

  it("is won by exactly one of several that race for it, be it free or a dead one's", async () => {
    const dir = freshFolder();
    let holder: ChildProcess | undefined;
    for (let turn = 0; turn < 3; turn++) {
      const racers = await Promise.all(
        ["no", "take-over", "no"].map((each) => locker(dir, each, command, env)),
      );
      if (holder) await kill(holder);
      const words = await Promise.all(racers.map((racer) => tell(racer, "lock")));
      expect(words.filter((word) => word === "locked")).toHaveLength(1);
      expect(words.filter((word) => word.startsWith("run-locked: "))).toHaveLength(2);
      holder = racers[words.indexOf("locked")];
      await Promise.all(racers.filter((racer) => racer !== holder).map(kill));
    }
  }, 60_000);
});

/** The lock of a process that is no more. */
function holderText(fields: object): string {
  const at = "2026-01-01T00:00:00.000Z";
  return JSON.stringify({ id: "gone", host: hostname(), pid: 2 ** 22 + 1, processStart: "1", at, ...fields });
}

/** @param command How Node is called. */
async function locker(
  dir: string,
  takeOver = "no",
  command: readonly string[] = [process.execPath],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ChildProcess> {
  const [file = "", ...args] = [...command, LOCKER, dir, takeOver];
  const child = spawn(file, args, { stdio: ["ignore", "inherit", "inherit", "ipc"], env });
  onTestFinished(() => kill(child));
  await once(child, "message");
  return child;
}

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
import { lockRun } from ${JSON.stringify(new URL("../../dist-tests/run/lock.js", import.meta.url).href)};
await lockRun(process.argv.at(-1), new Date(), false);
console.log(process.pid);
setInterval(() => undefined, 60_000);
`;

async function tell(child: ChildProcess, message: string): Promise<string> {
  const answer = once(child, "message");
  child.send(message);
  return String((await answer)[0]);
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
