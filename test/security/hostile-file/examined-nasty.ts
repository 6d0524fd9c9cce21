import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder } from "../../program/run-program.ts";
import { type Examined, examine } from "./examine.ts";
import type { Nasty } from "./nasty.ts";

/** Of the processor's time; the slowest takes a tenth of it. */
const DEADLINE_MS = 4_000;

/** Makes a test of each file: it ends as it should, in time, and no promise is broken on the way. */
export function testNasties(what: string, nasties: readonly Nasty[]): void {
  describe(what, () => {
    it.each(nasties.map((nasty) => [nasty.about, nasty] as const))(
      "(%s) ends in words and in time",
      async (_about, nasty) => {
        const { exitCode, errorCode, breaches, tookMs } = await examined(nasty);
        expect(breaches).toEqual([]);
        expect(errorCode ?? (exitCode === 0 ? "ready" : "invalid")).toBe(nasty.ends);
        expect(tookMs).toBeLessThan(DEADLINE_MS);
      },
    );
  });
}

async function examined({ name, content }: Nasty): Promise<Examined & { tookMs: number }> {
  const folder = freshFolder();
  const path = join(folder, name);
  writeFileSync(path, content());
  const start = process.cpuUsage();
  const end = await examine(path, join(folder, "check"));
  const { user, system } = process.cpuUsage(start);
  return { ...end, tookMs: (user + system) / 1_000 };
}
