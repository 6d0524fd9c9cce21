import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { compileFuzzer } from "./compiled-fuzzer.ts";
import type { FuzzResult } from "./fuzz-program.ts";

/** In memory where that can be had: every file that is written is synced. */
const FOLDER = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const FIXTURES = fileURLToPath(new URL("../../../fixtures", import.meta.url));
const SECONDS = Number(process.env.LEADCTL_FUZZ_SECONDS ?? 60);
const SEED = Number(process.env.LEADCTL_FUZZ_SEED ?? Date.now() % 2 ** 31);
/** Besides the time that it is given: for compiling, starting, and its slowest case. */
const GRACE_MS = 60_000;
const PEAK_MIB_MAX = 400;

it(
  `no file makes the program break a promise, hang, or take ${PEAK_MIB_MAX} MiB (seed ${SEED}, ${SECONDS} s)`,
  async () => {
    const work = mkdtempSync(join(FOLDER, "leadctl-fuzz-"));
    const result = await fuzz(compileFuzzer(join(work, "compiled")), join(work, "cases"));
    console.log(`Fuzzed: ${JSON.stringify(result)}`);
    // What broke stays in the folder that the message names.
    expect(result.breaches).toStrictEqual({});
    expect(result.peakMib).toBeLessThan(PEAK_MIB_MAX);
    expect(result.kept, "files that reached new code").toBeGreaterThan(0);
    rmSync(work, { recursive: true });
  },
  SECONDS * 1_000 + 2 * GRACE_MS,
);

function fuzz(program: string, work: string): Promise<FuzzResult> {
  const child = spawn(process.execPath, [program, String(SEED), String(SECONDS), FIXTURES, work]);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), SECONDS * 1_000 + GRACE_MS);
  return new Promise((resolve, reject) => {
    child.on("close", (exitCode, signal) => {
      clearTimeout(timer);
      if (exitCode === 0) return resolve(JSON.parse(stdout) as FuzzResult);
      const last = readdirSync(work).map((name) => join(work, name));
      reject(new Error(`The fuzzer ended with ${signal ?? exitCode}, at one of ${last}: ${stderr}`));
    });
  });
}
