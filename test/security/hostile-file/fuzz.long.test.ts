import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import { SeededRandom } from "../../simulation/seeded-random.ts";
import { examine } from "./examine.ts";
import { bytesOf, mutate, readSeeds } from "./mutate.ts";

/** In memory where that can be had: every file that is written is synced. */
const FOLDER = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const FIXTURES = fileURLToPath(new URL("../../../fixtures", import.meta.url));
const SECONDS = Number(process.env.LEADCTL_FUZZ_SECONDS ?? 60);
const SEED = Number(process.env.LEADCTL_FUZZ_SEED ?? Date.now() % 2 ** 31);
/** Besides the time that it is given: for its slowest case. */
const GRACE_MS = 60_000;
/** Of the processor's time. */
const CASE_MS_MAX = 5_000;
/** The tests' own machinery takes half of it. */
const PEAK_MIB_MAX = 600;
const CLOSE_LOOK_CHANCE = 0.5;
const BREACHES_MAX = 30;

/** Kills this process, whose own timers cannot run, when a case does not end: its file stays behind. */
const WATCHDOG = `let timer;
require("node:worker_threads").parentPort.on("message", (ms) => {
  clearTimeout(timer);
  timer = setTimeout(() => process.kill(process.pid, "SIGKILL"), ms);
});`;

it(
  `no file makes the program break a promise, hang, or take ${PEAK_MIB_MAX} MiB (seed ${SEED}, ${SECONDS} s)`,
  async () => {
    const work = mkdtempSync(join(FOLDER, "leadctl-fuzz-"));
    const watchdog = new Worker(WATCHDOG, { eval: true });
    onTestFinished(() => void watchdog.terminate());
    const random = new SeededRandom(SEED);
    const seeds = await readSeeds(["", "polluted", "sheets"].map((name) => join(FIXTURES, name)));
    const breaches = new Map<string, string>();
    const ends: Record<string, number> = {};
    let [caseCount, slowestMs] = [0, 0];
    const endsAtMs = performance.now() + SECONDS * 1_000;
    while (performance.now() < endsAtMs && breaches.size < BREACHES_MAX) {
      const mutant = mutate(random.pick(seeds), random.pick(seeds), random);
      const bytes = bytesOf(mutant, random);
      const path = join(work, `case${mutant.extension}`);
      writeFileSync(path, bytes);
      watchdog.postMessage(GRACE_MS);
      const start = process.cpuUsage();
      const isClose = random.chance(CLOSE_LOOK_CHANCE);
      const end = await examine(path, isClose ? join(work, "check") : undefined);
      const { user, system } = process.cpuUsage(start);
      const tookMs = (user + system) / 1_000;
      slowestMs = Math.max(slowestMs, tookMs);
      const late = tookMs > CASE_MS_MAX ? [`takes longer than ${CASE_MS_MAX} ms: ${tookMs}`] : [];
      const code = `${end.exitCode} ${end.errorCode ?? ""}`.trim();
      ends[code] = (ends[code] ?? 0) + 1;
      for (const breach of [...end.breaches, ...late]) {
        // One file for each kind, told by its first words.
        const kind = breach.replace(/[\d"].*/s, "").slice(0, 60);
        const folder = join(work, "kept");
        mkdirSync(folder, { recursive: true });
        if (!breaches.has(kind)) writeFileSync(join(folder, `${caseCount}${mutant.extension}`), bytes);
        breaches.set(kind, `${join(folder, String(caseCount))}: ${breach}`);
      }
      caseCount += 1;
    }
    const peakMib = Math.round(process.resourceUsage().maxRSS / 1_024);
    console.log(`Fuzzed: ${JSON.stringify({ caseCount, slowestMs, peakMib, ends })}`);
    // What broke stays in the folder that the message names.
    expect([...breaches.values()]).toStrictEqual([]);
    expect(peakMib).toBeLessThan(PEAK_MIB_MAX);
    rmSync(work, { recursive: true });
  },
  SECONDS * 1_000 + 2 * GRACE_MS,
);
