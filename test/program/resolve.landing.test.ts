import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { csvOf, leadOf, leads } from "./lead-sheet.ts";
import { countedStatuses, readReport } from "./run-files.ts";
import { freshFolder, type ProgramEnd, runProgram, startService } from "./run-program.ts";

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
    expect(told.stdout).toContain("Recorded by hand");
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
      leadctl_issues: expect.stringContaining("Somebody recorded"),
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
    expect((await call("explain", "run", "3")).stdout).toMatch(/ exists\. Perhaps run, row 3 /);
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
    expect(twice.stderr).toContain("All of these answers were recorded before");
  });

  it("goes by its own columns in a sheet to which others of the same meaning were added", async () => {
    const { cwd, call, resolve, summary } = await doubtfulRun();
    await call("report", "run", "--format", "handover", "--output", "handover.csv");
    const [header = "", ...lines] = readFileSync(join(cwd, "handover.csv"), "utf8").trimEnd().split("\r\n");
    const answered = lines.map(
      (line, at) => `${at + 1},done,${line.replace(/"","","",""$/, '"created","","",""')}`,
    );
    writeFileSync(join(cwd, "filled.csv"), [`Row,Outcome,${header.slice(1)}`, ...answered].join("\r\n"));
    const end = await resolve("--from", "filled.csv");
    expect(end.exitCode, end.stderr).toBe(0);
    expect(summary()).toMatchObject({ unconfirmed: lines.length });
  });

  it("does not give one person the quote or the link of another", async () => {
    const { cwd, service, resolve } = await doubtfulRun();
    const before = readFileSync(join(cwd, "run/journal.ndjson"), "utf8");
    const [quote] = service.quotes();
    const refused = async (...args: string[]): Promise<string> => {
      const end = await resolve(...args);
      expect(end.exitCode, end.stderr).toBe(2);
      expect(readFileSync(join(cwd, "run/journal.ndjson"), "utf8")).toBe(before);
      return end.stderr.replace(/\s+/g, " ");
    };
    // As a spreadsheet fills a column down.
    const line = (row: number): string => `${row},applicant-${row}@example.com,created,q-3,${LINK}`;
    writeFileSync(join(cwd, "filled.csv"), `row,email,result,quote_id,login_url\n${line(3)}\n${line(4)}\n`);
    expect(await refused("--from", "filled.csv")).toContain(
      "row 4: this quote id or login link belongs to row 3",
    );
    const link = quote?.loginUrl ?? "";
    expect(await refused("--rows", "3", "--created", "--login-url", link)).toContain(
      "row 3: this quote id or login link belongs to row 2",
    );
    expect(await refused("--rows", "3", "--created", "--login-url", `${link}&utm_source=mail`)).toContain(
      "row 3: this quote id or login link belongs to row 2",
    );
    expect(await refused("--rows", "3", "--created", "--quote-id", quote?.quoteId ?? "")).toContain(
      "belongs to row",
    );
  });

  it("does not give one person the link that another run has of somebody else", async () => {
    const { cwd, service, call, resolve } = await doubtfulRun();
    writeFileSync(join(cwd, "others.csv"), csvOf([leadOf(7), leadOf(4)]));
    await call("submit", "others.csv", "--out", "others");
    const [of7, of4] = ["applicant-7@example.com", "applicant-4@example.com"].map(
      (email) => service.quotes().find((quote) => quote.email === email)?.loginUrl ?? "",
    );
    const give = (row: string, link = "") => resolve("--rows", row, "--created", "--login-url", link);
    const refused = await give("3", `${of7}&utm_source=mail`);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr.replace(/\s+/g, " ")).toContain(
      "row 3: this login link is that of others, row 2, another lead",
    );
    // The same lead went there, too.
    const taken = await give("4", of4);
    expect(taken.exitCode, taken.stderr).toBe(0);
    // What was taken back there is nobody's.
    expect((await give("3", LINK)).exitCode).toBe(0);
    await resolve("--rows", "3", "--undo");
    writeFileSync(join(cwd, "fifth.csv"), csvOf([leadOf(5), leadOf(9)]));
    const lost = { side: "after", status: 502, body: {} } as const;
    const other = await startService({ faults: { script: { "applicant-9@example.com": [lost] } } });
    await runProgram(["submit", "fifth.csv", "--out", "fifth"], { cwd, env: other.env });
    const free = await call("resolve", "fifth", "--rows", "3", "--created", "--login-url", LINK);
    expect(free.exitCode, free.stderr).toBe(0);
  });

  it("takes a link as it was pasted", async () => {
    const { cwd, resolve } = await doubtfulRun();
    const end = await resolve("--rows", "3", "--created", "--login-url", `<${LINK}>.`);
    expect(end.exitCode, end.stderr).toBe(0);
    const row = readReport(join(cwd, "run")).leads.find(({ row }) => row === 3);
    expect(row).toMatchObject({ loginUrl: LINK });
  });

  it("refuses the sheet that was made of another run of the same people", async () => {
    const { cwd, call } = await doubtfulRun();
    const other = await startService({
      faults: { script: { "applicant-3@example.com": [{ side: "after", status: 502, body: {} }] } },
    });
    const again = await runProgram(["submit", "leads.csv", "--out", "other"], { cwd, env: other.env });
    expect(again.exitCode, again.stderr).toBe(5);
    const handOver = async (run: string): Promise<void> => {
      await call("report", run, "--format", "handover", "--output", "handover.csv");
      const text = readFileSync(join(cwd, "handover.csv"), "utf8");
      const answered = text.replace(/"","","",""(?=\r?\n)/g, `"not-created","","",""`);
      expect(answered).not.toBe(text);
      writeFileSync(join(cwd, "handover.csv"), answered);
    };
    await handOver("run");
    const wrong = await call("resolve", "other", "--from", "handover.csv");
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr.replace(/\s+/g, " ")).toContain("row 3 of this run was sent by other requests");
    await handOver("other");
    const right = await call("resolve", "other", "--from", "handover.csv");
    expect(right.exitCode, right.stderr).toBe(0);
  });

  it("refuses that it is not there where a request went after the question, and takes that it is there", async () => {
    // Both get through the first time without an answer; only the second request of row 4 creates it.
    const [lost, absent] = [
      { side: "after", status: 502, body: {} },
      { side: "before", status: 502, body: {} },
    ] as const;
    const script = { "applicant-3@example.com": [lost, lost], "applicant-4@example.com": [absent, lost] };
    const service = await startService({ faults: { script } });
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), csvOf(leads(4)));
    const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    await call("submit", "leads.csv", "--out", "run");
    await call("report", "run", "--format", "handover", "--output", "handover.csv");
    await call("replay", "run", "--status", "unknown");
    const answer = async (row3: string, row4: string): Promise<ProgramEnd> => {
      const lines = readFileSync(join(cwd, "handover.csv"), "utf8").split("\r\n");
      const results = ["result", row3, row4];
      const filled = lines.map((line, index) => line.replace(/"","","",""$/, `"${results[index]}","","",""`));
      writeFileSync(join(cwd, "filled.csv"), filled.join("\r\n"));
      return call("resolve", "run", "--from", "filled.csv");
    };
    const isRefused = async (): Promise<void> => {
      const refused = await answer("created", "not-created");
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr.replace(/\s+/g, " ")).toContain("line 3: row 4 was sent again since this list");
    };
    await isRefused();
    // A spreadsheet program writes times in its own way.
    const list = join(cwd, "handover.csv");
    writeFileSync(
      list,
      readFileSync(list, "utf8").replace(/(\d{4})-(\d\d)-(\d\d)T([\d:]+)[.\d]*Z/g, "$3.$2.$1 $4"),
    );
    await isRefused();
    expect((await call("explain", "applicant-4@example.com")).stdout).toMatch(/ may exist\. /);
    const taken = await answer("created", "");
    expect(taken.exitCode, taken.stderr).toBe(0);
  });

  it.each([
    ["a question", ["not-created?", "", "", ""], '"not-created?" is neither'],
    ["a link without a result", ["", "", LINK, ""], "it has a quote id or login link, and no result"],
    ["a quote id without its digits", ["created", "1.2E+17", "", ""], "the quote id has lost digits"],
  ])("refuses %s in the owner's sheet, and says what to do", async (_what, cells, words) => {
    const { cwd, call, resolve } = await doubtfulRun();
    await call("report", "run", "--format", "handover", "--output", "handover.csv");
    const lines = readFileSync(join(cwd, "handover.csv"), "utf8").split("\r\n");
    const answers = ["", ...[cells, ["created", "", "", ""]].map((each) => `"${each.join('","')}"`)];
    const filled = lines.map((line, index) => line.replace(/"","","",""$/, answers[index] ?? ""));
    writeFileSync(join(cwd, "filled.csv"), filled.join("\r\n"));
    const end = await resolve("--from", "filled.csv");
    expect(end.exitCode).toBe(2);
    const text = end.stderr.replace(/\s+/g, " ");
    expect(text).toContain(words);
    expect(text).toContain("empty their result");
  });

  it("repeats no token that a person wrote into the note", async () => {
    const { cwd, call, resolve } = await doubtfulRun();
    const secret = "TOLD-BY-OWNER";
    await resolve("--rows", "3", "--created", "--login-url", LINK, "--note", `it signs in with ${secret}`);
    const alone = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJUT0xEIn0.c2lnbmF0dXJlMDEyMw";
    await resolve("--rows", "4", "--created", "--note", `the token ${alone}`);
    const texts = [readFileSync(join(cwd, "run/report.html"), "utf8")];
    for (const format of ["junit", "markdown", "html"])
      texts.push((await call("report", "run", "--format", format)).stdout);
    for (const row of ["3", "4"]) texts.push((await call("explain", "run", row)).stdout);
    for (const text of texts) expect(text).not.toMatch(/TOLD-BY-OWNER|eyJhbGci/);
  });

  it("takes no other quote id than the one that arrived, in a sheet neither, and takes that one", async () => {
    const cut = { side: "after", status: 200, body: { success: true, quoteId: "q-1" } } as const;
    const service = await startService({ faults: { script: { "applicant-2@example.com": [cut] } } });
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), csvOf(leads(2)));
    const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    await call("submit", "leads.csv", "--out", "run");
    const answers = (id: string) =>
      writeFileSync(join(cwd, "answers.csv"), `leadctl_row,result,quote_id\n2,created,${id}\n`);
    answers("q-2");
    for (const words of [
      ["--from", "answers.csv"],
      ["--rows", "2", "--created", "--quote-id", "q-2"],
    ]) {
      const other = await call("resolve", "run", ...words);
      expect([other.exitCode, other.stderr], words[0]).toStrictEqual([2, expect.stringContaining("q-1")]);
    }
    answers("q-1");
    expect((await call("resolve", "run", "--from", "answers.csv")).exitCode).toBe(0);
  });

  it.each([
    ["no word", ["--rows", "3"], "Give --created"],
    ["two words", ["--rows", "3", "--created", "--undo"], "different things"],
    ["no row", ["--created"], "which rows"],
    ["a row outside", ["--rows", "3,9", "--created"], "row 9: it is not in this run"],
    ["a row that cannot exist apart from its quote", ["--rows", "2", "--created"], "it is created"],
    ["a link for two rows", ["--rows", "3-4", "--created", "--login-url", LINK], "one row"],
    ["what is no link", ["--rows", "3", "--created", "--login-url", "javascript:1"], "not a login link"],
    [
      "a link without a token",
      ["--rows", "3", "--created", "--login-url", "https://service.test/"],
      "a token",
    ],
    [
      "a link as the quote's id",
      ["--rows", "3", "--created", "--quote-id", LINK, "--login-url", LINK],
      "is a login link or its token",
    ],
    [
      "a link of what is not there",
      ["--rows", "3", "--not-created", "--login-url", LINK],
      "only a created lead",
    ],
  ])("refuses %s, and writes nothing down", async (_what, args, words) => {
    const { cwd, resolve } = await doubtfulRun();
    const before = readFileSync(join(cwd, "run/journal.ndjson"), "utf8");
    const end = await resolve(...args);
    expect(end.exitCode).toBe(2);
    expect(end.stderr.replace(/\s+/g, " ")).toContain(words);
    expect(end.stderr).not.toContain("TOLD-BY-OWNER");
    expect(readFileSync(join(cwd, "run/journal.ndjson"), "utf8")).toBe(before);
    expect(existsSync(join(cwd, "run/run.lock"))).toBe(false);
  });
});
