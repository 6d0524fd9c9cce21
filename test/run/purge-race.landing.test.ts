import { existsSync, readdirSync, rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { purgeRun } from "../../src/job/purge-runs.ts";
import { Run } from "../../src/run/run.ts";
import { RunStore } from "../../src/run/run-store.ts";
import { writePeopleIndex } from "../../src/run/search/people-index.ts";
import { AT_DATE, end, intent, result, round, sampleRun } from "./sample-run.ts";

/** A run in which one lead was created. */
const sentRun = () => sampleRun(1, [round(), intent(2), result(2), end]);

describe("a run that vanishes while it is read", () => {
  it("is one that cannot be read, which stops nobody who reads others too", async () => {
    // A turn of the event loop later each time, so that it is met wherever the reader is.
    for (let turns = 0; turns < TURNS; turns++) {
      const { dir } = (await sentRun()).paths;
      const inspected = Run.inspect(dir);
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      rmSync(dir, { recursive: true });
      const { run, problem } = await inspected;
      expect(run === null).toBe(problem !== null);
    }
  });
});

describe("a run that is removed while another process uses it", () => {
  it.each<[string, (dir: string) => Promise<unknown>]>([
    [
      "opened for its reports",
      async (dir) => (await RunStore.open(dir, AT_DATE, { isAsItIs: true })).close(),
    ],
    ["opened to go on", async (dir) => (await RunStore.open(dir, AT_DATE)).close()],
    [
      "read",
      async (dir) => {
        const run = await Run.read(dir, { isVerified: true });
        for await (const rows of run.rows())
          expect(rows.map(({ state }) => state.status)).toEqual(["created"]);
      },
    ],
    [
      "inspected",
      async (dir) => {
        const { run, problem } = await Run.inspect(dir, { rows: [2] });
        if (problem) throw problem;
        expect(run?.state.summary.created).toBe(1);
      },
    ],
  ])("is %s, or is said to be removed, or in use", async (_what, use) => {
    const codes = new Set<string>();
    await duringPurges(async (dir) => {
      const code = use(dir).then(
        () => "used",
        (error) => error.code ?? error,
      );
      codes.add(await code);
    });
    expect([...codes].filter((code) => !["used", "run-purged", "run-locked"].includes(code))).toEqual([]);
    expect(codes).toContain("run-purged");
  });

  it("leaves nothing of itself where an index of it is just being made", async () => {
    const dirs = await duringPurges((dir) => writePeopleIndex(dir).catch(() => undefined));
    for (const dir of dirs) expect(existsSync(dir) ? readdirSync(dir) : []).toEqual([]);
  });
});

/** Does something while a run is removed, later each time, until the run is gone by then. @returns The runs' folders. */
async function duringPurges(work: (dir: string) => Promise<unknown>): Promise<string[]> {
  const dirs: string[] = [];
  for (let isGone = false; !isGone; ) {
    const { dir } = (await sentRun()).paths;
    const beginAtMs = performance.now() + dirs.length * STEP_MS;
    let isPurged = false;
    const purged = purgeRun(dir, AT_DATE, async () => null).then(() => {
      isPurged = true;
    });
    while (performance.now() < beginAtMs) await setImmediate();
    isGone = isPurged;
    await work(dir);
    await purged;
    dirs.push(dir);
  }
  return dirs;
}

const STEP_MS = 0.1;

/** More than a small run takes to be read. */
const TURNS = 60;
