import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { csvOf, leads } from "./lead-sheet.ts";
import { freshFolder } from "./run-program.ts";

export const LEAD_COUNT = 6_000;

/** A folder with `leads.csv`, longer than a megabyte. */
export function longSheet(ending = ""): string {
  const cwd = freshFolder();
  const text = csvOf(leads(LEAD_COUNT)) + ending;
  expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024);
  writeFileSync(join(cwd, "leads.csv"), text);
  return cwd;
}
