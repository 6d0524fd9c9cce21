import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changed, csvOf, leadOf } from "./lead-sheet.ts";
import { HAS_TERMINAL, runOnTerminal } from "./on-terminal.ts";
import { readReport, statusCounts } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

const UP = "\u001b[A";

describe.skipIf(!HAS_TERMINAL)("on a terminal, a row that may be somebody twice", () => {
  it.each([
    ["goes where a person says so", `${UP}\r`, { created: 2 }, 3],
    ["stays behind where a person says so", `${UP}${UP}\r`, { created: 1, invalid: 1 }, 2],
  ])("%s", async (_, keys, counts, quoteCount) => {
    const service = await startService();
    const cwd = freshFolder();
    writeFileSync(join(cwd, "first.csv"), csvOf([leadOf(2)]));
    await runProgram(["submit", "first.csv", "--out", "leadctl-runs/one"], { cwd, env: service.env });
    const again = changed(leadOf(2), "contactInfo.email", "again@example.org");
    writeFileSync(join(cwd, "second.csv"), csvOf([again, leadOf(3)]));
    const args = ["submit", "second.csv", "--out", "leadctl-runs/two"];
    const end = await runOnTerminal(args, { cwd, env: service.env }, { to: "I am not sure", with: keys });
    expect(end.text).toContain(
      "leadctl-runs/one, row 2 O'Neil Noor, which has a quote (same name and phone)",
    );
    expect(statusCounts(readReport(join(cwd, "leadctl-runs/two"))), end.text).toMatchObject(counts);
    expect(service.quotes().length).toBe(quoteCount);
  });

  it("sends nothing where a person is not sure", async () => {
    const service = await startService();
    const cwd = freshFolder();
    writeFileSync(
      join(cwd, "leads.csv"),
      csvOf([leadOf(2), changed(leadOf(2), "contactInfo.email", "b@example.org")]),
    );
    const answer = { to: "I am not sure", with: "\r" };
    const end = await runOnTerminal(
      ["submit", "leads.csv", "--out", "run"],
      { cwd, env: service.env },
      answer,
    );
    expect([end.exitCode, service.quotes().length], end.text).toStrictEqual([130, 0]);
  });
});
