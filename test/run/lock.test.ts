import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockRun, thisProcess } from "../../src/run/lock.ts";
import { freshFolder } from "./sample-run.ts";

const LOCKER = fileURLToPath(new URL("locker.mjs", import.meta.url));
const AT = new Date("2026-01-02T03:04:05Z");

describe("the lock of a run", () => {
  it("is held by one at a time, and leaves nothing behind", async () => {
    const dir = freshFolder();
    const lock = await lockRun(dir, AT, false);
    expect(readdirSync(dir)).toStrictEqual(["run.lock"]);
    await expect(lockRun(dir, AT, true)).rejects.toMatchObject({
      code: "run-locked",
      exitCode: 6,
      message: `${dir} is in use by process ${process.pid} since ${AT.toISOString()}`,
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
      message: `${dir} is in use on the host elsewhere since 2026-01-01T00:00:00.000Z (process 1)`,
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

/** The lock of a process that is no more. */
function holderText(fields: object): string {
  const at = "2026-01-01T00:00:00.000Z";
  return JSON.stringify({ id: "gone", host: hostname(), pid: 2 ** 22 + 1, processStart: "1", at, ...fields });
}

async function locker(dir: string, takeOver = "no"): Promise<ChildProcess> {
  const child = fork(LOCKER, [dir, takeOver], { stdio: "inherit" });
  onTestFinished(() => kill(child));
  await once(child, "message");
  return child;
}

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
