import { describe, expect, it } from "vitest";
import { brokenLead, submitted } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { leadOf } from "./lead-sheet.ts";
import { Office } from "./office.ts";
import { runProgram, startService } from "./run-program.ts";
import { submitUntil } from "./stoppable-program.ts";

function explain(cwd: string, ...args: string[]) {
  return runProgram(["explain", ...args], { cwd });
}

describe("explain <run> <row>", () => {
  it("tells every attempt with time, status, body and backoff, and what to do", async () => {
    const faults = ["500-before", "503-before", "504-after"] as const;
    const office = await Office.openWith({ "applicant-3@example.com": [...faults] });
    await office.submit("one", [2, 3].map(leadOf), {}, "--quiet", "--retry-base", "10ms");
    const { leads, rows } = await office.json(["explain", "leadctl-runs/one", "3"]);
    expect(leads).toMatchObject([{ verdicts: [{ finding: "may-exist" }] }]);
    const command = "leadctl replay leadctl-runs/one --status unknown --rows 3";
    expect(rows).toMatchObject([{ row: 3, status: "unknown", next: { command } }]);
    expect(rows[0].rounds).toMatchObject([
      {
        command: "submit",
        attempts: [
          { attempt: 1, httpStatus: 500, backoffMs: expect.any(Number) },
          { attempt: 2, httpStatus: 503, backoffMs: expect.any(Number) },
          { attempt: 3, httpStatus: 504, backoffMs: null, answer: "gateway-error" },
        ],
      },
    ]);
    const { stdout, stderr } = await office.call(["explain", "leadctl-runs/one", "3"]);
    expect(stderr).toBe("");
    expect(stdout.match(/\d{4}-\d\d-\d\d .*status 50[034]\n/g)).toHaveLength(3);
    expect(stdout).toContain("<html><head><title>504 Gateway Timeout");
    expect(stdout).toContain(`    ${command}\n`);
    const sentences = stdout.split(/(?<=\.)\s+/).filter((sentence) => sentence.length > 30);
    expect(sentences).toStrictEqual([...new Set(sentences)]);
  });

  it("tells all rounds of a corrected row, and which cells were changed", async () => {
    const { cwd, dir, replay } = await submitted([leadOf(2), brokenLead(3)]);
    await replay("--with", correctFix(dir, { 3: { "Unit Number": "no" } }));
    await replay("--with", correctFix(dir, { 3: { "Unit Number": "12", City: "Boston" } }));
    const { stdout } = await explain(cwd, "run", "3", "--json");
    const [row] = JSON.parse(stdout).rows;
    expect(row).toMatchObject({ row: 3, status: "created", run: { dir: "run", state: "complete" } });
    const refused = [{ cell: "O3", finding: "unit-number-missing" }];
    expect(row.rounds).toMatchObject([
      { command: "submit", refused, attempts: [] },
      {
        command: "replay",
        plan: "plan-2.ndjson",
        changedColumns: ["Unit Number"],
        refused: [{ cell: "O3" }],
      },
      {
        command: "replay",
        plan: "plan-3.ndjson",
        changedColumns: ["City", "Unit Number"],
        refused: [],
        attempts: [{ attempt: 1, httpStatus: 200, answer: "created", statusAfter: "created" }],
      },
    ]);
    expect((await explain(cwd, "run", "3")).stdout).toContain("plan-3.ndjson");
  });

  it("shows neither the login link nor the whole address, unless they are asked for", async () => {
    const office = await Office.open();
    await office.submit("one", [2, 3].map(leadOf));
    const quote = office.service.quotes().find(({ email }) => email === "applicant-2@example.com");
    const token = new URL(quote?.loginUrl ?? "").searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThan(20);
    for (const args of [[], ["--json"]]) {
      const hidden = (await explain(office.cwd, "leadctl-runs/one", "2", ...args)).stdout;
      expect(hidden).toContain(quote?.quoteId);
      expect(hidden).not.toContain(token);
      expect(hidden).not.toContain("applicant-2@example.com");
      const shown = (await explain(office.cwd, "leadctl-runs/one", "2", "--reveal", ...args)).stdout;
      expect(shown).toContain(token);
      expect(shown).toContain("applicant-2@example.com");
    }
  });

  it("shows no beginning of a token where a long answer is cut off", async () => {
    const start = JSON.stringify({ success: true, quoteId: "q-1", loginUrl: "https://a.test/x?code=" }).slice(
      0,
      -2,
    );
    const secret = "K7fQ2mZx9LwP4tRb8VnC";
    const body = `${" ".repeat(1_990 - start.length)}${start}${secret}"}`;
    const office = await Office.openWith({
      "applicant-2@example.com": [{ side: "after", status: 200, body }],
    });
    await office.submit("one", [leadOf(2)]);
    const { stdout } = await explain(office.cwd, "leadctl-runs/one", "2");
    expect(stdout).toContain("Answer:");
    expect(stdout).not.toContain(secret.slice(0, 8));
  });

  it("says of a run under way that it is, and of an attempt that the program did not survive that nobody knows", async () => {
    const service = await startService({ latency: { meanMs: 60_000 } });
    const program = await submitUntil(service, 1, 3, ["--out", "leadctl-runs/run"]);
    const rowOf = async (row: number) =>
      JSON.parse((await explain(program.cwd, "leadctl-runs/run", `${row}`, "--json")).stdout).rows[0];
    const underWay = { status: "pending", run: { state: "in progress" }, next: { command: null } };
    for (const row of [2, 4]) expect(await rowOf(row)).toMatchObject(underWay);
    program.signal("SIGKILL");
    await program.exit;
    expect(await rowOf(2)).toMatchObject({
      ...{ status: "unknown", maybeCreated: true },
      run: { state: "interrupted" },
    });
    const next = { command: "leadctl resume leadctl-runs/run" };
    expect(await rowOf(4)).toMatchObject({ status: "pending", next });
    expect(service.requestCount()).toBe(1);
  });

  it("refuses with exit code 2 what names no row", async () => {
    const office = await Office.open();
    await office.submit("one", [leadOf(2)]);
    for (const [args, finding] of [
      [["leadctl-runs/one", "99"], "row-not-in-run"],
      [["leadctl-runs/one", "x"], "usage/row-number"],
      [["leadctl-runs/none", "2"], "no-run"],
      [["leadctl-runs/one"], "usage/row-missing"],
      [["  "], "usage/query"],
      [["x"], "usage/query"],
    ] as const) {
      const end = await office.call(["explain", ...args, "--json"]);
      expect([end.exitCode, JSON.parse(end.stdout).error.finding], args.join(" ")).toStrictEqual([
        2,
        finding,
      ]);
    }
  });
});
