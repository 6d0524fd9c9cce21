import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { KEY, startService } from "../program/run-program.ts";
import { blocksOf, readManual } from "./manual.ts";
import { readerDesk } from "./reader-desk.ts";
import { CAN_RUN_SLURM, logText, startCluster, until } from "./slurm-cluster.ts";

const ROW_COUNT = 1_200;
const SHARD_COUNT = 8;
const NODES = ["n1", "n2", "n3", "n4"];
/** Of one process; each may have as many leads under way when it dies. */
const CONCURRENCY = 8;
const TIMEOUT_MS = 240_000;

describe.skipIf(!CAN_RUN_SLURM)("the array job of docs/scale.md in Slurm", () => {
  it(
    "loses no lead and sends none twice: a node dies, another only looks dead, a task is queued again; what a dead node holds waits for a person",
    async () => {
      const emails: string[] = [];
      const service = await startService({
        latency: { meanMs: 400 },
        log: ({ email, method }) => {
          if (method === "POST" && email) emails.push(email);
        },
      });
      const desk = readerDesk(service.env);
      writeFileSync(join(desk.folder, "leads.csv"), csvOf(leads(ROW_COUNT)));
      writeFileSync(join(desk.folder, "leadctl.sbatch"), script());
      const cluster = await startCluster(join(desk.folder, "slurm"), NODES, 27_310);
      const variables = { SHEET: "leads.csv", RUNS: "runs", LEADCTL_API_KEY: KEY, ...cluster.env };
      const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
      const type = (line: string) => desk.type(`${given.join(" ")} ${line}`);
      const journal = (shard: number): string =>
        logText(join(desk.folder, `runs/shard-${shard}/journal.ndjson`));
      const results = (shard: number): number => journal(shard).split('"type":"result"').length - 1;
      const log = (shard: number): string => logText(join(desk.folder, `leadctl-monday-${shard}.log`));
      const shardsOn = async (node: string): Promise<number[]> =>
        (await cluster.queue()).filter((task) => task.node === node).map(({ index }) => index);

      const submitted = await type("sbatch leadctl.sbatch");
      expect(submitted.exitCode, submitted.output).toBe(0);
      const job = /batch job (\d+)/.exec(submitted.output)?.[1] ?? "";
      await until(() =>
        Array.from({ length: SHARD_COUNT }, (_, shard) => results(shard)).every((count) => count > 5),
      );

      const [lost = [], silent = [], [requeued = 0] = [], [told = 0] = []] = await Promise.all(
        NODES.map(shardsOn),
      );
      expect(lost.length + silent.length).toBeGreaterThan(1);
      cluster.kill("n1");
      await cluster.silence("n2");
      await cluster.call("scontrol", "requeue", `${job}_${requeued}`);
      // As Slurm does before the time limit: the script itself asks for another turn.
      await cluster.call("scancel", "--signal=TERM", "--batch", `${job}_${told}`);

      // All that can end by itself has ended; what the lock of another node holds is held.
      await until(async () => {
        const left = await cluster.queue();
        return (
          left.length > 0 && left.every(({ state, reason }) => state === "PENDING" && /held/i.test(reason))
        );
      }, 120_000);
      const held = (await cluster.queue()).map(({ index }) => index).toSorted();
      for (const shard of lost) expect(held).toContain(shard);
      for (const shard of held) expect([...lost, ...silent]).toContain(shard);
      for (const shard of lost) expect(log(shard)).toMatch(/leadctl resume ended with 6/);
      for (const shard of [requeued, told])
        expect(log(shard)).toMatch(/leadctl submit ended with 4[\s\S]*leadctl resume ended with 0/);

      // Nobody takes it over unasked; the person who knows that the node is gone does.
      for (const shard of lost) {
        expect((await type(`leadctl resume runs/shard-${shard}`)).exitCode).toBe(6);
        const resumed = await type(`leadctl resume runs/shard-${shard} --take-over`);
        expect([0, 5], resumed.output).toContain(resumed.exitCode);
      }
      for (const shard of held) await cluster.call("scontrol", "release", `${job}_${shard}`);
      await until(async () => (await cluster.queue()).length === 0, 60_000);

      const whole = await type("leadctl report runs/shard-* --format json --output whole.json");
      expect(whole.exitCode, whole.output).toBe(0);
      const { created, unknown, total } = JSON.parse(
        readFileSync(join(desk.folder, "whole.json"), "utf8"),
      ).summary;
      expect({ total, settled: created + unknown }).toStrictEqual({ total: ROW_COUNT, settled: ROW_COUNT });
      expect(unknown).toBeLessThanOrEqual(lost.length * CONCURRENCY);
      expect(new Set(emails).size).toBe(emails.length);
      expect(emails.length).toBeGreaterThanOrEqual(created);
      expect(existsSync(join(desk.folder, "runs/shard-8"))).toBe(false);
      console.log(
        `Slurm: ${created} created, ${unknown} unknown, held ${held}, lost ${lost}, silent ${silent}`,
      );
    },
    TIMEOUT_MS,
  );

  it("names as many shards as the array has tasks", () => {
    const [, last = ""] = /--array=0-(\d+)/.exec(script()) ?? [];
    expect(script()).toContain(`SHARDS=${Number(last) + 1}\n`);
    expect(Number(last) + 1).toBe(SHARD_COUNT);
  });
});

function script(): string {
  const found = blocksOf(readManual("docs/scale.md")).find(({ text }) =>
    text.startsWith("#!/bin/bash\n#SBATCH"),
  );
  if (!found) throw new Error("docs/scale.md has no array job");
  return found.text;
}
