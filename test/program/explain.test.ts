import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LEAD_TEXTS } from "../../src/lead/lead-texts.ts";
import { FOUND_TEXTS } from "../../src/report/text/found-texts.ts";
import { brokenLead, submitted } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf } from "./lead-sheet.ts";
import { firstVerdict } from "./office.ts";
import { freshFolder, type RunningService, runProgram, startService } from "./run-program.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/leadctl.js", import.meta.url));

function explain(cwd: string, ...args: string[]) {
  return runProgram(["explain", ...args], { cwd });
}

/** Two runs below leadctl-runs: `one` holds rows 2 to 4, `two` rows 5 to 7. */
async function twoRuns(service: RunningService): Promise<string> {
  const cwd = freshFolder();
  for (const [name, first] of [
    ["one", 2],
    ["two", 5],
  ] as const) {
    const rows = [0, 1, 2].map((n) => changed(leadOf(first + n), "affiliateId", `REF-${first + n}`));
    writeFileSync(join(cwd, `${name}.csv`), csvOf(rows));
    const args = [
      "submit",
      `${name}.csv`,
      "--out",
      `leadctl-runs/${name}`,
      "--quiet",
      "--retry-base",
      "10ms",
    ];
    await runProgram(args, { cwd, env: service.env });
  }
  return cwd;
}

const UNIT_MISSING = LEAD_TEXTS["unit-number-missing"]();

describe("explain <run> <row>", () => {
  it("tells every attempt with time, duration, status, body, meaning and backoff, and what to do", async () => {
    const service = await startService({
      faults: { script: { "applicant-3@example.com": ["500-before", "503-before", "504-after"] } },
    });
    const cwd = await twoRuns(service);

    const end = await explain(cwd, "leadctl-runs/one", "3");

    expect(end).toMatchObject({ exitCode: 0, stderr: "" });
    const text = end.stdout
      .replace(/\d+(\.\d+)?( ms|s\b)/g, "<time>")
      .replace(/(\w)\n +(?=[a-z]+\.)/g, "$1 ");
    expect(text).toMatch(/^The lead of Siobhán Noor may exist\./);
    expect(text).toContain("\nRow 3 of one.csv: unknown; ");
    expect(text).toContain(`Target     ${service.url}, partner acme`);
    expect(text).toMatch(/Round 1: submit, \d{4}-\d\d-\d\d .*\d\d:\d\d:\d\d\.\d{3} UTC/);
    expect(text).toMatch(/Attempt 1: \d{4}-\d\d-\d\d [\d:.]+ .*UTC\)?, <time>, status 500\n/);
    expect(text).toMatch(/Attempt 2: .*, status 503\n/);
    expect(text).toMatch(/Attempt 3: .*, status 504\n/);
    expect(text.match(/The next attempt was due after <time>\./g)).toHaveLength(2);
    expect(text).toContain("Answer: <html><head><title>504 Gateway Timeout");
    expect(text).toContain("    leadctl replay leadctl-runs/one --status unknown --rows 3\n");
    const sentences = text.split(/(?<=\.)\s+/).filter((sentence) => sentence.length > 30);
    expect(sentences).toStrictEqual([...new Set(sentences)]);
  });

  it("tells all rounds of a corrected row, and which cells were changed", async () => {
    const { cwd, dir, replay } = await submitted([leadOf(2), brokenLead(3)]);
    await replay("--with", correctFix(dir, { 3: { "Unit Number": "no" } }));
    await replay("--with", correctFix(dir, { 3: { "Unit Number": "12", City: "Boston" } }));
    const { stdout } = await explain(cwd, "run", "3", "--json");
    const [row] = JSON.parse(stdout).rows;
    expect(row).toMatchObject({ row: 3, status: "created", run: { dir: "run", state: "complete" } });
    expect(row.rounds).toMatchObject([
      {
        command: "submit",
        refused: [{ cell: "O3", finding: "unit-number-missing" }],
        attempts: [],
      },
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
    const text = (await explain(cwd, "run", "3")).stdout;
    expect(text).toContain(`Held back here, and not sent:\n    Unit Number (O3): ${UNIT_MISSING}`);
    expect(text.split(UNIT_MISSING)).toHaveLength(2);
    expect(text).toContain("Corrected: City, Unit Number (plan-3.ndjson).");
  });

  it("shows neither the login link nor the whole address, unless they are asked for", async () => {
    const service = await startService();
    const cwd = await twoRuns(service);
    const [quote] = service.quotes();
    const token = new URL(quote?.loginUrl ?? "").searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThan(20);
    for (const args of [[], ["--json"]]) {
      const hidden = (await explain(cwd, "leadctl-runs/one", "2", ...args)).stdout;
      expect(hidden).toContain(quote?.quoteId);
      expect(hidden).not.toContain(token);
      expect(hidden).not.toContain("applicant-2@example.com");
      const shown = (await explain(cwd, "leadctl-runs/one", "2", "--reveal", ...args)).stdout;
      expect(shown).toContain(token);
      expect(shown).toContain("applicant-2@example.com");
    }
  });

  it("masks a token however the answer wrote it, and makes its characters inert", async () => {
    const body =
      '{"success":false,"link":"https://a.test/x?token\\u003dsecret-token-1","t":"\u001b[2J\u202e"}';
    const service = await startService({
      faults: { script: { "applicant-2@example.com": [{ side: "after", status: 200, body }] } },
    });
    const cwd = await twoRuns(service);
    const { stdout } = await explain(cwd, "leadctl-runs/one", "2");
    expect(stdout).toContain("token\\u003d***");
    expect(stdout).not.toContain("secret-token-1");
    expect(stdout).toContain("\\x1b[2J\\u{202e}");
    expect(stdout).not.toContain("\u001b");
  });

  it("says of a run under way that it is, and of an attempt that the program did not survive that nobody knows", async () => {
    const { cwd, service, child } = await startedRun();
    const under = JSON.parse((await explain(cwd, "leadctl-runs/run", "2", "--json")).stdout).rows[0];
    const waiting = JSON.parse((await explain(cwd, "leadctl-runs/run", "4", "--json")).stdout).rows[0];
    for (const row of [under, waiting])
      expect(row).toMatchObject({
        status: "pending",
        run: { state: "in progress" },
        next: { command: null },
      });
    child.kill("SIGKILL");
    await once(child, "exit");
    const broken = JSON.parse((await explain(cwd, "leadctl-runs/run", "2", "--json")).stdout).rows[0];
    expect(broken).toMatchObject({ status: "unknown", maybeCreated: true, run: { state: "interrupted" } });
    const never = JSON.parse((await explain(cwd, "leadctl-runs/run", "4", "--json")).stdout).rows[0];
    expect(never).toMatchObject({ status: "pending", next: { command: "leadctl resume leadctl-runs/run" } });
    expect(service.requestCount()).toBe(1);
  });

  it("refuses with exit code 2 what names no row", async () => {
    const cwd = await twoRuns(await startService());
    for (const [args, code] of [
      [["leadctl-runs/one", "99"], "row-not-in-run"],
      [["leadctl-runs/one", "x"], "usage"],
      [["leadctl-runs/none", "2"], "no-run"],
      [["leadctl-runs/one"], "usage"],
      [["  "], "usage"],
    ] as const) {
      const end = await explain(cwd, ...args, "--json");
      expect([end.exitCode, JSON.parse(end.stdout).error.code], args.join(" ")).toStrictEqual([2, code]);
    }
  });
});

describe("explain over all runs here", () => {
  it("finds a lead by e-mail in any case, quote id and affiliate id, and shows the e-mail asked for", async () => {
    const service = await startService();
    const cwd = await twoRuns(service);
    const quote = service.quotes().find(({ email }) => email === "applicant-6@example.com");
    const queries = ["Applicant-6@EXAMPLE.com", quote?.quoteId ?? "", "REF-6"];
    for (const query of queries) {
      const { stdout, exitCode } = await explain(cwd, query, "--json");
      expect(exitCode).toBe(0);
      const { rows } = JSON.parse(stdout);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ row: 3, run: { dir: "leadctl-runs/two" }, quoteId: quote?.quoteId });
      expect(rows[0].email === "applicant-6@example.com").toBe(query.includes("@"));
    }
  });

  it("finds an address that a correction brought, and the one that it replaced", async () => {
    const { cwd, dir, replay } = await submitted([leadOf(2), brokenLead(3)]);
    await replay("--with", correctFix(dir, { 3: { "Unit Number": "1", Email: "new@example.com" } }));
    for (const email of ["new@example.com", "applicant-3@example.com"]) {
      const { stdout } = await explain(cwd, email, "--runs", ".", "--json");
      expect(JSON.parse(stdout).rows).toMatchObject([{ row: 3, status: "created" }]);
    }
  });

  it("tells a corrected lead as one, with the address that was used, and what came of the one before", async () => {
    const refused = {
      status: 400,
      body: { error: { issues: [{ message: "No", path: ["address", "zip"] }] } },
    };
    const service = await startService({
      faults: { script: { "applicant-3@example.com": ["500-before", { side: "before", ...refused }] } },
    });
    const cwd = await twoRuns(service);
    const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    await call("resolve", "leadctl-runs/one", "--rows", "3", "--not-created");
    const corrected = correctFix(join(cwd, "leadctl-runs/one"), { 3: { Email: "new@example.com" } });
    await call("replay", "leadctl-runs/one", "--with", corrected);
    for (const email of ["applicant-3@example.com", "new@example.com"]) {
      expect(await firstVerdict((args) => call(...args), [email])).toBe(
        "created place=leadctl-runs/one, row 3",
      );
      const { stdout } = await explain(cwd, email, "--reveal");
      const change = { before: ["applicant-3@example.com"], now: "new@example.com" };
      expect(stdout).toContain(FOUND_TEXTS.corrected(change));
      expect(stdout).toContain("\nWith applicant-3@example.com, before the correction: ");
      const { leads } = JSON.parse((await explain(cwd, email, "--json")).stdout);
      expect(leads[1].verdicts[0]).toMatchObject({ finding: "denied-replaced", sendAgain: "no" });
    }
  });

  it("shows the same lead in every run, and says which runs it could not read", async () => {
    const service = await startService();
    const cwd = await twoRuns(service);
    writeFileSync(join(cwd, "again.csv"), csvOf([leadOf(6)]));
    const args = ["submit", "again.csv", "--out", "leadctl-runs/three", "--quiet"];
    await runProgram(args, { cwd, env: service.env });
    const journal = join(cwd, "leadctl-runs/one/journal.ndjson");
    writeFileSync(journal, readFileSync(journal, "utf8").replace('"result"', '"resulT"'));
    const { stdout, stderr } = await explain(cwd, "applicant-6@example.com");
    expect(stdout).toMatch(/^The lead of \S+ Noor exists: .* leadctl-runs\/two, row 3\./);
    const lines = stdout.split("\n").filter((line) => /^ {2}\d{4}-/.test(line));
    expect(lines.map((line) => line.replace(/^.*UTC\)? +/, "").replace(/ +/g, " "))).toStrictEqual([
      "duplicate Siobhán Noor applicant-6@example.com leadctl-runs/three, row 2",
      "created Siobhán Noor applicant-6@example.com leadctl-runs/two, row 3",
    ]);
    // It can be searched, and does not have the lead.
    expect(stderr).toBe("");
    const damaged = await explain(cwd, "applicant-3@example.com", "--json");
    expect(JSON.parse(damaged.stdout).leads[0].verdicts[0].finding).toBe("run-unreadable");
    expect(damaged.stderr).toContain("leadctl-runs/one could not be searched");
  });

  it("asks for a narrower question where more people match than anybody looks at", async () => {
    const service = await startService();
    const cwd = freshFolder();
    writeFileSync(join(cwd, "many.csv"), csvOf(Array.from({ length: 23 }, (_, at) => leadOf(at + 2))));
    const args = ["submit", "many.csv", "--out", "leadctl-runs/many", "--quiet"];
    await runProgram(args, { cwd, env: service.env });
    const { stdout, exitCode } = await explain(cwd, "noor");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^23 rows match, of too many people for a verdict each\. Ask with more of the name/,
    );
    expect(stdout).toContain("\n  and 3 more rows\n");
    const document = JSON.parse((await explain(cwd, "noor", "--json")).stdout);
    expect([document.leads, document.rows.length, document.notShown]).toStrictEqual([[], 20, 3]);
    const few = await explain(cwd, "applicant-2");
    expect(few.stdout).toMatch(/^6 leads match, each with its own verdict\./);
    expect(few.stdout.match(/: The lead of \S+ Noor exists: .*, row \d+\./g)).toHaveLength(6);
  });

  it("ends with 1 where nothing is found, and names what is nearly the same", async () => {
    const service = await startService();
    const cwd = await twoRuns(service);
    const nobody = await explain(cwd, "nobody-at-all@elsewhere.test");
    expect(nobody).toMatchObject({ exitCode: 1, stderr: "" });
    expect(nobody.stdout).toMatch(/^Nothing found: no lead in 2 runs has "nobody-at-all@elsewhere\.test"/);
    const typo = await explain(cwd, "applicant-6@exmaple.com");
    expect(typo.exitCode).toBe(1);
    expect(typo.stdout).toMatch(
      /^No applicant-6@exmaple\.com; applicant-6@example\.com is in leadctl-runs\/two\.\n/,
    );
    const document = JSON.parse((await explain(cwd, "applicant-6@exmaple.com", "--json")).stdout);
    expect(document).toMatchObject({
      leads: [],
      rows: [],
      near: [{ text: "applicant-6@example.com", runs: ["leadctl-runs/two"] }],
    });
  });
});

/** A run of which the first lead is on its way, and not answered. */
async function startedRun() {
  const service = await startService({ latency: { meanMs: 60_000 } });
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf([2, 3, 4].map(leadOf)));
  const env = { PATH: process.env.PATH, ...service.env };
  const args = [PROGRAM, "submit", "leads.csv", "--out", "leadctl-runs/run"];
  const child = spawn(process.execPath, args, { cwd, env, stdio: "ignore" });
  while (service.requestCount() < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  return { cwd, service, child };
}

it("names what is wrong with a lead that is asked for by its e-mail and is to be corrected", async () => {
  const { cwd } = await submitted([leadOf(2), brokenLead(3)]);
  const { email } = brokenLead(3).contactInfo as { email: string };
  const end = await explain(cwd, email, "--runs", ".");
  expect(end.stdout).toContain(UNIT_MISSING);
});
