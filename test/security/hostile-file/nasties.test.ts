import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Examined, examine } from "./examine.ts";
import type { Nasty } from "./nasty.ts";
import { NASTY_ARCHIVES } from "./nasty-archives.ts";
import { NASTY_TEXTS } from "./nasty-texts.ts";
import { NASTY_WORKBOOKS } from "./nasty-workbooks.ts";

/** Of the processor's time; the slowest takes a tenth of it. */
const DEADLINE_MS = 5_000;

async function examined({ name, content }: Nasty): Promise<Examined & { tookMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), "leadctl-nasty-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, content());
  const start = process.cpuUsage();
  const end = await examine(path, join(folder, "check"));
  const { user, system } = process.cpuUsage(start);
  return { ...end, tookMs: (user + system) / 1_000 };
}

describe.each([
  ["archive", NASTY_ARCHIVES],
  ["workbook", NASTY_WORKBOOKS],
  ["text", NASTY_TEXTS],
])("a hostile %s", (_what, nasties) => {
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
