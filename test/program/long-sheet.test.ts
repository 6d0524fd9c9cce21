import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LEAD_COUNT, longSheet } from "./long-sheet.ts";
import { runInOwnProcess } from "./run-program.ts";

it("reads a long sheet to its end", async () => {
  const { exitCode, stdout, stderr } = await runInOwnProcess(["validate", "leads.csv", "--json"], {
    cwd: longSheet(),
  });
  expect(exitCode, stderr).toBe(0);
  expect(JSON.parse(stdout).summary).toMatchObject({ total: LEAD_COUNT, invalid: 0 });
});

it("names the place of a fault at the end of a long sheet, leaves nothing behind, and ends", async () => {
  const cwd = longSheet('"never closed,a,b\n');
  const args = ["submit", "leads.csv", "--sandbox", "--out", "run", "--json"];
  const { exitCode, stdout } = await runInOwnProcess(args, { cwd });
  expect(exitCode).toBe(2);
  const { finding, message } = JSON.parse(stdout).error;
  expect(finding).toBe("csv-quote-not-closed");
  expect(message).toContain("6002");
  expect(existsSync(join(cwd, "run"))).toBe(false);
});
