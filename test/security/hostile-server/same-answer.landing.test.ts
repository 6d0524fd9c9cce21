import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { leads } from "../../program/lead-sheet.ts";
import { readReport } from "../../program/run-files.ts";
import { environmentFor, runProgram } from "../../program/run-program.ts";
import { sheetFolder } from "../../program/started.ts";
import { createdBody, whole } from "./attack.ts";
import { hostileServer } from "./hostile-server.ts";

const ONE_ANSWER = whole(200, createdBody({ email: "cached@example.com" }));

describe("something that answers every lead alike", () => {
  it.each([1, 8])(
    "(%i at once) stops the run as no service, and gives nobody its link",
    async (concurrency) => {
      const { end, report, cwd } = await submit(["--concurrency", String(concurrency)]);
      expect(end.exitCode).toBe(3);
      expect(end.stdout).toBe("");
      expect(report.summary.created).toBe(0);
      expect(report.summary.pending).toBeGreaterThan(60 - 3 * concurrency - 5);
      expect(report.leads.every(({ quoteId, loginUrl }) => quoteId === null && loginUrl === null)).toBe(true);
      expect(readFileSync(join(cwd, "run", "journal.ndjson"), "utf8")).toContain('"code":"same-answer"');
      const told = await runProgram(["explain", "run", "3", "--json"], { cwd });
      expect(JSON.parse(told.stdout).rows[0].rounds[0].attempts[0].doubts[0]).toMatchObject({
        because: "same-answer",
        before: [2],
      });
    },
  );

  it("is a mock by a person's word, who says so in a flag or of an environment", async () => {
    const flagged = await submit(["--repeated-ids"]);
    expect([flagged.end.exitCode, flagged.report.summary.created]).toEqual([0, 60]);
    const environment = await submit(["--env", "mock"], { repeatedIds: true });
    expect([environment.end.exitCode, environment.report.summary.created]).toEqual([0, 60]);
  });
});

async function submit(flags: readonly string[], environment?: object) {
  const server = await hostileServer({
    name: "a cache",
    kinds: [],
    isFromStart: true,
    answer: ({ socket }) => void socket.write(ONE_ANSWER),
  });
  const cwd = sheetFolder(leads(60));
  const { LEADCTL_API_KEY = "", ...place } = environmentFor(server.url);
  if (environment)
    writeFileSync(
      join(cwd, "leadctl.config.json"),
      JSON.stringify({ environments: { mock: { baseUrl: server.url, partner: "acme", ...environment } } }),
    );
  const end = await runProgram(["submit", "leads.csv", "--out", "run", ...flags], {
    cwd,
    env: { LEADCTL_API_KEY, ...(!environment && place) },
  });
  return { end, cwd, report: readReport(join(cwd, "run")) };
}
