import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { describe, expect, it } from "vitest";
import type { RequestLogEntry } from "../../src/sandbox/sandbox-types.ts";
import { REFUSED_FOR_COUNTY } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { csvOf, leads } from "./lead-sheet.ts";
import { runProgram, startService } from "./run-program.ts";
import { started } from "./started.ts";

const FIRST_LEADS = 6;

/** Row 3 is there and its answer lost; row 4 was answered 500 twice and never created; the others are created. */
async function doubtfulRun(...flags: string[]) {
  const log: RequestLogEntry[] = [];
  const lost = { side: "after", status: 502, headers: { "x-amzn-requestid": "gw-17" }, body: {} } as const;
  const failed = { side: "before", status: 500, body: {} } as const;
  const script = { "applicant-3@example.com": [lost], "applicant-4@example.com": [failed, failed] };
  const options = { faults: { script }, log: (entry: RequestLogEntry) => void log.push(entry) };
  const { cwd, call } = await started(leads(FIRST_LEADS), options);
  const fast = ["--attempts", "2", "--retry-base", "1ms"];
  const submit = await call("submit", "leads.csv", "--out", "run", ...fast, ...flags);
  return { cwd, call, log, submit };
}

/** A service that loses its answers to some people, and the program beside it. */
function losingTo(people: readonly number[]) {
  const lost = { side: "after", status: 502, body: {} } as const;
  const script = Object.fromEntries(people.map((n) => [`applicant-${n}@example.com`, [lost]]));
  return started(leads(FIRST_LEADS), { faults: { script } });
}

/** A list as it was written, to be filled in. */
function readList(cwd: string) {
  const path = join(cwd, "list.csv");
  const lines: Record<string, string>[] = parse(readFileSync(path, "utf8"), { bom: true, columns: true });
  const save = (change: (line: object, at: number) => Record<string, string>) => {
    const rows = lines.map((line, at) => ({ ...line, ...change(line, at) }));
    writeFileSync(path, stringify(rows, { header: true, quoted: true }));
  };
  return { lines, save };
}

describe("the hand-over to the service's owner", () => {
  it("names only requests with the e-mail that a row has now", async () => {
    const log: RequestLogEntry[] = [];
    const script = {
      "applicant-2@example.com": ["500-before", REFUSED_FOR_COUNTY],
      "new@example.org": ["502-before"],
    } as const;
    const { cwd, call } = await started(leads(2), {
      faults: { script },
      log: (entry) => void log.push(entry),
    });
    await call("submit", "leads.csv", "--out", "run", "--retry-base", "1ms");
    await call("resolve", "run", "--rows", "2", "--not-created");
    const end = await call(
      "replay",
      "run",
      "--with",
      correctFix(join(cwd, "run"), { 2: { Email: "new@example.org" } }),
    );
    expect(end.exitCode, end.stderr).toBe(5);
    await call("report", "run", "--format", "handover", "--output", "list.csv");
    const [sent] = log.filter(({ email }) => email === "new@example.org");
    expect(readList(cwd).lines).toMatchObject([{ email: "new@example.org", request_id: sent?.requestId }]);
  });

  it("names each request that may have created a row by an id that is in the service's own log", async () => {
    // The service's header has whole seconds.
    const beganAt = Math.floor(Date.now() / 1_000) * 1_000;
    const { cwd, call, log, submit } = await doubtfulRun();
    expect(submit.exitCode, submit.stderr).toBe(5);
    await call("report", "run", "--format", "handover", "--output", "handover.csv");
    const rows: Record<string, string>[] = parse(readFileSync(join(cwd, "handover.csv"), "utf8"), {
      bom: true,
      columns: true,
    });
    const idsOf = (row: number) =>
      rows.find((line) => line.leadctl_row === String(row))?.request_id?.split("; ");
    const logged = (email: string) =>
      log.filter((entry) => entry.email === email).map(({ requestId }) => requestId);
    expect(idsOf(3)).toStrictEqual(logged("applicant-3@example.com"));
    expect(idsOf(4)).toStrictEqual(logged("applicant-4@example.com"));
    expect(idsOf(4)).toHaveLength(2);
    expect(new Set(log.map(({ requestId }) => requestId)).size).toBe(log.length);
    const [lost] = rows;
    expect(lost?.answer_headers).toContain("x-amzn-requestid: gw-17");
    const saidAt = Date.parse(lost?.service_time ?? "");
    expect(saidAt).toBeGreaterThanOrEqual(beganAt);
    expect(saidAt).toBeLessThanOrEqual(Date.now());
    expect(lost?.seen).toContain("502");
  });

  it("is a letter in plain text where a text is asked for, replaced by another hand-over and by nothing else", async () => {
    const { cwd, call, log } = await doubtfulRun();
    const letter = await call("report", "run", "--format", "handover", "--output", "letter.txt");
    expect(letter.exitCode, letter.stderr).toBe(0);
    const text = readFileSync(join(cwd, "letter.txt"), "utf8");
    expect(text).toMatch(/^E-mail: applicant-3@example\.com$/m);
    expect(text).not.toMatch(/[<>`#]|&\w|&#/);
    const [id] = log
      .filter(({ email }) => email === "applicant-3@example.com")
      .map((entry) => entry.requestId);
    expect(text).toContain(id);
    expect(text).not.toContain("token");
    expect((await call("report", "run", "--format", "handover", "--output", "letter.txt")).exitCode).toBe(0);
    writeFileSync(join(cwd, "notes.txt"), "mine");
    const refused = await call("report", "run", "--format", "handover", "--output", "notes.txt");
    expect(refused.exitCode).toBe(2);
  });

  it("is not written over the answers in an earlier one, also as a spreadsheet program saved it", async () => {
    const { cwd, call } = await doubtfulRun();
    const write = () => call("report", "run", "--format", "handover", "--output", "run/handover.csv");
    const path = join(cwd, "run/handover.csv");
    await write();
    await write();
    expect(readdirSync(join(cwd, "run")).join()).not.toContain("as-given");
    const empty = readFileSync(path, "utf8");
    const filled = empty
      .replaceAll('"', "")
      .replaceAll(",", ";")
      .replace(/;;;(?=\r\n$)/, ";;;asked Ann");
    writeFileSync(path, filled);
    const end = await write();
    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stderr.replace(/\s+/g, " ")).toContain("run/handover-as-given-1.csv");
    expect(readFileSync(path, "utf8")).toBe(empty);
    expect(readFileSync(join(cwd, "run/handover-as-given-1.csv"), "utf8")).toBe(filled);
    const purged = await call("runs", "--runs", ".", "--purge", "0d", "--force", "--yes");
    expect(purged.exitCode, purged.stderr).toBe(0);
    expect(existsSync(join(cwd, "run"))).toBe(false);
  });

  it("has no ids where they are switched off, and the requests no header", async () => {
    const { cwd, call, log, submit } = await doubtfulRun("--request-ids", "none");
    expect(submit.exitCode).toBe(5);
    expect(log.every(({ requestId }) => requestId === undefined)).toBe(true);
    expect(readFileSync(join(cwd, "run/journal.ndjson"), "utf8")).not.toContain("requestId");
    const told = await call("report", "run", "--format", "handover");
    expect(told.stdout).toContain("applicant-3@example.com");
  });

  it.each([
    ["whose folders are called the same", ["0/run", "1/run"], ["0/run", "1/run"]],
    ["that lie in folders of one name", ["0/x/run", "1/x/s1"], ["run", "s1"]],
  ])("of shards %s is one list, which comes back as it is to each of them", async (_, dirs, ids) => {
    const { cwd, call } = await losingTo([3, 4, 6, 7]);
    for (const [shard, dir] of dirs.entries())
      await call("submit", "leads.csv", "--shard", `${shard}/2`, "--out", dir);
    await call("report", ...dirs, "--format", "handover", "--output", "list.csv");
    const list = readList(cwd);
    const ofRun = (id?: string) => list.lines.filter((line) => line.leadctl_run === id);
    expect(new Set(list.lines.map((line) => line.leadctl_run))).toStrictEqual(new Set(ids));
    const answer = (lines: readonly object[]) =>
      list.save((line) => (lines.includes(line) ? { result: "not-created" } : {}));
    answer(ofRun(ids[1]));
    const other = await call("resolve", dirs[0] ?? "", "--from", "list.csv", "--json");
    const { finding } = JSON.parse(other.stdout).error;
    expect([other.exitCode, finding]).toStrictEqual([2, "resolve-unusable/other-runs"]);
    answer(list.lines);
    for (const [at, id] of ids.entries()) {
      const taken = await call("resolve", dirs[at] ?? "", "--from", "list.csv", "--json");
      expect(taken.exitCode, taken.stderr).toBe(0);
      const run = id.replace(/^.*\//, "");
      const own = ofRun(id).map((line) => ({ run, row: Number(line.leadctl_row), word: "not-created" }));
      expect(JSON.parse(taken.stdout).resolved).toStrictEqual(own);
    }
  });

  it("of several runs of one service is one list, and its answers go back to all of them at once", async () => {
    const numbers = [2, 3, 8, 9];
    const { cwd, call } = await losingTo(numbers);
    for (const [name, rows] of Object.entries({ may: leads(6), june: leads(12).slice(6) })) {
      writeFileSync(join(cwd, `${name}.csv`), csvOf(rows));
      await call("submit", `${name}.csv`, "--out", name);
    }
    const told = await call(..."report may june --format handover --output list.csv --json".split(" "));
    expect(JSON.parse(told.stdout)).toMatchObject({ run: { id: "may + june", dir: null, rowsRead: 6 } });
    const list = readList(cwd);
    expect(list.lines.map((line) => [line.leadctl_run, line.email])).toStrictEqual(
      numbers.map((n) => [n < 8 ? "may" : "june", `applicant-${n}@example.com`]),
    );
    const fill = (...tokens: number[]) =>
      list.save((_, at) => ({
        result: "created",
        login_url: `https://lending.example/api/auth/callback/credentials?token=token-number-${tokens[at]}`,
      }));
    fill(1, 2, 3, 1);
    const resolve = ["resolve", "may", "june", "--from", "list.csv", "--json"];
    const refused = await call(...resolve);
    const { finding } = JSON.parse(refused.stdout).error;
    expect([refused.exitCode, finding]).toStrictEqual([2, "resolve-unusable/lines"]);
    for (const name of ["may", "june"])
      expect(readFileSync(join(cwd, name, "journal.ndjson"), "utf8")).not.toContain("resolved");
    fill(1, 2, 3, 4);
    const taken = await call(...resolve);
    expect(taken.exitCode, taken.stderr).toBe(0);
    expect(JSON.parse(taken.stdout)).toMatchObject({
      summary: { created: 12, maybeCreated: 0 },
      resolved: list.lines.map((line) => ({ run: line.leadctl_run, row: Number(line.leadctl_row) })),
    });
  });

  it("is not written for several services at once", async () => {
    const { cwd, call } = await doubtfulRun();
    const other = await startService();
    const sent = await runProgram(["submit", "leads.csv", "--out", "elsewhere"], { cwd, env: other.env });
    expect(sent.exitCode, sent.stderr).toBe(0);
    const args = ["report", "run", "elsewhere", "--output", "all.csv", "--format", "handover", "--json"];
    const end = await call(...args);
    expect([end.exitCode, JSON.parse(end.stdout).error.code]).toStrictEqual([2, "targets-differ"]);
  });
});
