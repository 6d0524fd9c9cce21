import { type ChildProcess, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockRun } from "../../../src/run/folder/lock.ts";
import { freshFolder } from "../sample-run.ts";
import { holderText, kill, locker, tell } from "./lockers.ts";

const AT = new Date("2026-01-02T03:04:05Z");
const UNSHARE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child", process.execPath];
const CAN_UNSHARE =
  process.platform === "linux" && spawnSync("unshare", [...UNSHARE.slice(1, -1), "true"]).status === 0;
const NO_HARD_LINKS = new URL("../no-hard-links.mjs", import.meta.url).href;

if (!CAN_UNSHARE) console.warn("NOT CHECKED: locks of other PID namespaces. Making one needs root on Linux.");

describe("the lock of a run", () => {
  it.runIf(CAN_UNSHARE)("of a process in another PID namespace is in doubt on both sides", async () => {
    const dir = freshFolder();
    const inside = await locker(dir, "no", UNSHARE);
    expect(await tell(inside, "lock")).toBe("locked");
    await expect(lockRun(dir, AT, false)).rejects.toMatchObject({
      params: { doubt: "other-namespace" },
    });
    await kill(inside);
    const lock = await lockRun(dir, AT, true);
    const other = await locker(dir, "no", UNSHARE);
    expect(await tell(other, "lock")).toContain("other-namespace");
    lock.release();
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
