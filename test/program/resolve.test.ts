import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "./lead-sheet.ts";
import { countedStatuses, readReport } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

const LINK = "https://service.example.test/api/auth/callback/credentials?token=TOLD-BY-OWNER";

/** Rows 2 to 5: two are created; 3 is there and its answer lost; 4 is refused by a proxy and not there. */
async function doubtfulRun() {
  const lost = { side: "after", status: 502, body: {} } as const;
  const absent = { side: "before", status: 502, body: {} } as const;
  const service = await startService({
    faults: { script: { "applicant-3@example.com": [lost], "applicant-4@example.com": [absent] } },
  });
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(leads(4)));
  const submit = await runProgram(["submit", "leads.csv", "--out", "run"], { cwd, env: service.env });
  const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
  const resolve = (...args: string[]) => call("resolve", "run", ...args);
  const summary = () => readReport(join(cwd, "run")).summary as Record<string, number>;
  return { service, cwd, submit, call, resolve, summary };
}

describe("resolve", () => {
  it("closes a row without its link: nothing about it is left to do, and it does not count for exit code 5", async () => {
    const { cwd, submit, call, resolve, summary } = await doubtfulRun();
    expect(submit.exitCode, submit.stderr).toBe(5);
    expect(countedStatuses(summary())).toStrictEqual({ created: 2, unknown: 2 });
    const end = await resolve("--rows", "3-4", "--created", "--note", "Ann, by phone", "--json");
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({
      run: { complete: true },
      summary: { created: 2, unconfirmed: 2, maybeCreated: 0 },
      resolved: [
        { row: 3, word: "created" },
        { row: 4, word: "created" },
      ],
    });
    expect(end.stderr).toContain("Row 3: created; closed without a login link.");
    const row = readReport(join(cwd, "run")).leads.find(({ row }) => row === 3);
    expect(row).toMatchObject({
      status: "unconfirmed",
      maybeCreated: false,
      resolved: { word: "created", loginUrl: null, note: "Ann, by phone", by: "a person" },
    });
    // What a person has closed is not sent by any status.
    const replayed = await call("replay", "run", "--status", "unconfirmed,unknown", "--json");
    expect(replayed.exitCode).toBe(1);
    const told = await call("explain", "run", "3");
    expect(told.stdout).toContain("By a person's word");
    expect(told.stdout).toContain("Note: Ann, by phone");
  });

  it("makes a row created where the link is known, and keeps the word apart from what was observed", async () => {
    const { cwd, call, resolve, summary } = await doubtfulRun();
    const end = await resolve("--rows", "3", "--created", "--quote-id", "q-77", "--login-url", LINK);
    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stderr + end.stdout).not.toContain("TOLD-BY-OWNER");
    expect(countedStatuses(summary())).toStrictEqual({ created: 3, unknown: 1 });
    const csv: Record<string, string>[] = parse(readFileSync(join(cwd, "run/report.csv"), "utf8"), {
      bom: true,
      columns: true,
    });
    expect(csv[1]).toMatchObject({
      leadctl_status: "created",
      leadctl_quote_id: "q-77",
      leadctl_login_url: LINK,
      leadctl_issues: expect.stringContaining("By a person's word"),
    });
    expect(readFileSync(join(cwd, "run/report.html"), "utf8")).not.toContain("TOLD-BY-OWNER");
    const found = await call("explain", "q-77");
    expect(found.exitCode).toBe(0);
    const told = await call("explain", "run", "3");
    expect(told.stdout).not.toContain("TOLD-BY-OWNER");
    expect((await call("explain", "run", "3", "--reveal")).stdout).toContain(LINK);
  });

  it("is taken back by --undo and by the opposite word; the row is then as it was observed", async () => {
    const { resolve, summary } = await doubtfulRun();
    await resolve("--rows", "3", "--created", "--login-url", LINK);
    expect(summary()).toMatchObject({ created: 3, maybeCreated: 1 });
    await resolve("--rows", "3", "--not-created");
    expect(summary()).toMatchObject({ created: 2, failed: 1, unknown: 1, maybeCreated: 2 });
    await resolve("--rows", "3", "--undo");
    expect(summary()).toMatchObject({ created: 2, unknown: 2, maybeCreated: 2 });
    const again = await resolve("--rows", "3", "--undo");
    expect(again.exitCode).toBe(2);
  });

  it("lets replay send again what is not there; what is there after all is unconfirmed, and not another's quote", async () => {
    const { call, resolve, summary } = await doubtfulRun();
    await resolve("--rows", "3,4", "--not-created");
    const end = await call("replay", "run");
    // Row 3 was there: the owner erred.
    expect(end.exitCode, end.stderr).toBe(5);
    expect(summary()).toMatchObject({ created: 3, unconfirmed: 1, duplicate: 0, maybeCreated: 1 });
  });

  it("takes the owner's sheet back, filled in, and says which lines it cannot use before anything is written", async () => {
    const { cwd, call, resolve, summary } = await doubtfulRun();
    const handover = await call("report", "run", "--format", "handover", "--output", "handover.csv");
    expect(handover.exitCode, handover.stderr).toBe(0);
    const text = readFileSync(join(cwd, "handover.csv"), "utf8");
    expect(text).toContain("applicant-3@example.com");
    expect(text).not.toContain("applicant-2@example.com");
    expect(text).not.toContain("token");
    const empty = await resolve("--from", "handover.csv");
    expect(empty.exitCode).toBe(2);
    expect(empty.stderr).toContain("no answer yet");

    const sheet = (lines: string[]): string =>
      `Row,E-mail,Result,Quote ID,Login URL,Note\n${lines.join("\n")}\n`;
    writeFileSync(
      join(cwd, "wrong.csv"),
      sheet([
        "3,applicant-4@example.com,created,,,",
        "2,applicant-2@example.com,created,,,",
        "4,applicant-4@example.com,maybe,,,",
      ]),
    );
    const before = readFileSync(join(cwd, "run/journal.ndjson"), "utf8");
    const wrong = await resolve("--from", "wrong.csv");
    expect(wrong.exitCode).toBe(2);
    for (const word of ["another e-mail", "row 2: it is created", '"maybe" is neither'])
      expect(wrong.stderr).toContain(word);
    expect(readFileSync(join(cwd, "run/journal.ndjson"), "utf8")).toBe(before);

    const filled = sheet([
      `3,applicant-3@example.com,Created,q-3,${LINK},`,
      ",applicant-4@example.com,not created,,,looked it up",
    ]);
    writeFileSync(join(cwd, "filled.csv"), filled);
    const end = await resolve("--from", "filled.csv");
    expect(end.exitCode, end.stderr).toBe(0);
    expect(summary()).toMatchObject({ created: 3, failed: 1, maybeCreated: 1 });
    const twice = await resolve("--from", "filled.csv");
    expect(twice.stderr).toContain("All of it was written down before");
  });

  it.each([
    ["no word", ["--rows", "3"], "Give --created"],
    ["two words", ["--rows", "3", "--created", "--undo"], "different things"],
    ["no row", ["--created"], "which rows"],
    ["a row outside", ["--rows", "3,9", "--created"], "row 9 is not in this run"],
    ["a row that cannot exist apart from its quote", ["--rows", "2", "--created"], "it is created"],
    ["a link for two rows", ["--rows", "3-4", "--created", "--login-url", LINK], "one row"],
    ["what is no link", ["--rows", "3", "--created", "--login-url", "javascript:1"], "no login link"],
    ["a link of what is not there", ["--rows", "3", "--not-created", "--login-url", LINK], "only of a lead"],
  ])("refuses %s, and writes nothing down", async (_what, args, words) => {
    const { cwd, resolve } = await doubtfulRun();
    const before = readFileSync(join(cwd, "run/journal.ndjson"), "utf8");
    const end = await resolve(...args);
    expect(end.exitCode).toBe(2);
    expect(end.stderr).toContain(words);
    expect(readFileSync(join(cwd, "run/journal.ndjson"), "utf8")).toBe(before);
    expect(existsSync(join(cwd, "run/run.lock"))).toBe(false);
  });
});
