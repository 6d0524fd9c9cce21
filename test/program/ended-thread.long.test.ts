import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inputError } from "../../src/sheet/sheet-errors.ts";
import { csvOf, leads } from "./lead-sheet.ts";
import { LEAD_COUNT, longSheet } from "./long-sheet.ts";
import { freshFolder, runInOwnProcess, startService } from "./run-program.ts";

/** Ends the thread as soon as it is there, and the sheet is not read yet. */
const END = 'process.on("worker", (worker) => worker.once("message", () => worker.terminate()));';

/** Gives a thread, and not the program that starts it, so many megabytes of memory for what lives long. */
const LIMIT = `
  import { isMainThread } from "node:worker_threads";
  import { setFlagsFromString } from "node:v8";
  if (isMainThread) setFlagsFromString("--max-old-space-size=" + process.env.MEGABYTES);`;

/** Begins with too little to start a thread, which is no failure, and ends with enough to read all. */
const MEGABYTES = [3, 4, 5, 6, 32];

/** The same rows so many times. */
const COPIES = 4;

describe("where the thread that reads a sheet is ended in the middle", () => {
  it("nothing is sent, nothing is left behind, and a second time all of it is", async () => {
    const { env, requestCount } = await startService();
    const cwd = longSheet();
    const preload = preloadIn(cwd, END);
    const args = ["submit", "leads.csv", "--out", "run", "--concurrency", "32"];
    const end = await runInOwnProcess(args, { cwd, env, nodeArgs: ["--import", preload] });
    expect([end.exitCode, requestCount()]).toStrictEqual([2, 0]);
    expect(end.stderr).toContain(cutShort("ended"));
    expect(readdirSync(cwd).sort()).toStrictEqual(["leads.csv", "preload.mjs"]);
    const again = await runInOwnProcess(args, { cwd, env, timeoutMs: 60_000 });
    expect([again.exitCode, requestCount()]).toStrictEqual([0, LEAD_COUNT]);
  }, 90_000);

  it("for want of memory, that is said; with enough, and without a thread, all of it is read", async () => {
    const cwd = freshFolder();
    const [header, ...lines] = csvOf(leads(LEAD_COUNT)).trimEnd().split("\n");
    const rowCount = COPIES * LEAD_COUNT;
    writeFileSync(join(cwd, "leads.csv"), [header, ...Array(COPIES).fill(lines).flat()].join("\n"));
    const nodeArgs = ["--import", preloadIn(cwd, LIMIT)];
    const ends = await Promise.all(
      MEGABYTES.map(async (megabytes) => {
        const env = { MEGABYTES: String(megabytes) };
        const { exitCode, stdout } = await runInOwnProcess(["validate", "leads.csv", "--json"], {
          cwd,
          env,
          nodeArgs,
          timeoutMs: 60_000,
        });
        const { error, summary } = JSON.parse(stdout);
        return error === undefined ? summary.total : [exitCode, error.code, error.message];
      }),
    );
    const cut = [2, "input-cut-short", cutShort("memory")];
    for (const end of ends) expect([rowCount, cut]).toContainEqual(end);
    expect(ends).toContainEqual(cut);
    expect(ends.at(-1)).toBe(rowCount);
  }, 90_000);
});

function cutShort(why: "memory" | "ended"): string {
  return inputError("input-cut-short", { name: "leads.csv", why }).message;
}

function preloadIn(cwd: string, code: string): string {
  const path = join(cwd, "preload.mjs");
  writeFileSync(path, code);
  return path;
}
