import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { endOf, freshFolder, PROGRAM_FILE, runProgram } from "../program/run-program.ts";
import { startCrashService } from "./crash-service.ts";

describe("a stop signal while the input is being read", () => {
  it.each([
    ["SIGINT", 130, "made by the program"],
    ["SIGTERM", 143, "made by the program"],
    ["SIGINT", 130, "there before"],
  ] as const)(
    "(%s) ends the program at once (%i), with nothing sent and nothing left in a folder %s",
    async (signal, exitCode, folderWas) => {
      const dir = join(freshFolder(), "run");
      if (folderWas === "there before") mkdirSync(dir);
      const service = await startCrashService();
      const args = ["submit", "-", "--format", "csv", "--out", dir, "--progress", "none"];
      const child = spawn(process.execPath, [PROGRAM_FILE, ...args], {
        env: { PATH: process.env.PATH, ...service.env },
        stdio: ["pipe", "ignore", "pipe"],
      });
      const ended = endOf(child, "leadctl submit -");
      child.stdin.on("error", () => undefined);
      // A pipe that says something, and then nothing for long.
      child.stdin.write(csvOf(leads(500)));
      await appeared(join(dir, ".plan.ndjson.tmp"));
      child.kill(signal);
      // One sentence, and no stack.
      expect(await ended).toMatchObject({ exitCode, stderr: expect.stringMatching(/^[^\n]+\.\n$/) });
      expect(existsSync(dir) && readdirSync(dir)).toStrictEqual(folderWas === "there before" && []);
      expect(service.sandbox.requestCount()).toBe(0);
      await service.sandbox.stop();
    },
    30_000,
  );

  it("counts as well when the last row has been read, and its plan is just being given its name", async () => {
    const { dir, end, requestCount } = await submittedWith(SIGNAL_AT_RENAME);
    expect(end.exitCode, end.stderr).toBe(130);
    expect(existsSync(dir)).toBe(false);
    expect(requestCount).toBe(0);
  }, 30_000);

  it("says so when a plan could not be taken back", async () => {
    const { dir, end, requestCount } = await submittedWith(SIGNAL_AT_RENAME + REMOVAL_REFUSED);
    expect(end.exitCode, end.stderr).toBe(6);
    expect(end.stderr).toContain("plan.ndjson");
    expect(end.stderr).not.toContain("left behind");
    expect(readdirSync(dir)).toContain("plan.ndjson");
    expect(requestCount).toBe(0);
  }, 30_000);
});

/** The signal comes while the system gives the plan its name. */
const SIGNAL_AT_RENAME = `
  import files from "node:fs/promises";
  import { syncBuiltinESMExports } from "node:module";
  const { rename } = files;
  files.rename = async (from, to) => {
    if (to.endsWith("plan.ndjson")) {
      // The program hears of it first: it listened before.
      const heard = new Promise((resolve) => process.once("SIGINT", resolve));
      process.kill(process.pid, "SIGINT");
      const busy = setInterval(() => undefined, 1_000);
      await heard;
      clearInterval(busy);
    }
    return rename(from, to);
  };
  syncBuiltinESMExports();
`;

const REMOVAL_REFUSED = `
  const { rm } = files;
  files.rm = async (path, options) => {
    if (path.endsWith("plan.ndjson")) throw Object.assign(new Error("refused"), { code: "EIO", syscall: "unlink", path });
    return rm(path, options);
  };
  syncBuiltinESMExports();
`;

/** A submission of five leads by a program that has run some code before. */
async function submittedWith(preload: string) {
  const cwd = freshFolder();
  const dir = join(cwd, "run");
  const service = await startCrashService();
  const end = await runProgram(["submit", "-", "--format", "csv", "--out", dir], {
    cwd,
    env: service.env,
    stdin: csvOf(leads(5)),
    nodeArgs: ["--import", `data:text/javascript,${encodeURIComponent(preload)}`],
  });
  const requestCount = service.sandbox.requestCount();
  await service.sandbox.stop();
  return { dir, end, requestCount };
}

async function appeared(path: string): Promise<void> {
  while (!existsSync(path)) await setTimeout(20);
}
