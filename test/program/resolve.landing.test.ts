import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { roundFinding } from "../../src/send/round-texts.ts";
import { leadOf, leads } from "./lead-sheet.ts";
import { Office } from "./office.ts";
import { countedStatuses, readReport, readSheet } from "./run-files.ts";
import { startService } from "./run-program.ts";

const LINK = "https://service.example.test/api/auth/callback/credentials?token=TOLD-BY-OWNER";
const LOST = { side: "after", status: 502, body: {} } as const;
const ABSENT = { side: "before", status: 502, body: {} } as const;

/** Rows 2 to 5: two are created; 3 is there and its answer lost; 4 is refused by a proxy and not there. */
async function doubtfulRun() {
  const script = { "applicant-3@example.com": [LOST], "applicant-4@example.com": [ABSENT] };
  const office = await Office.openWith(script);
  const submit = await office.submit("run", leads(4));
  expect(submit.exitCode, submit.stderr).toBe(5);
  const dir = office.dir("run");
  return {
    office,
    dir,
    resolve: (...args: string[]) => office.call(["resolve", "run", ...args, "--json"]),
    summary: () => readReport(dir).summary,
    rowAt: (row: number) => readReport(dir).leads.find((lead) => lead.row === row),
  };
}

describe("resolve", () => {
  it("closes a row without its link: nothing about it is left to do, and it does not count for exit code 5", async () => {
    const { office, resolve, summary, rowAt } = await doubtfulRun();
    expect(countedStatuses(summary())).toStrictEqual({ created: 2, unknown: 2 });
    await resolve("--rows", "3", "--created", "--quote-id", "q-77");
    expect(rowAt(3)).toMatchObject({ status: "unconfirmed", quoteId: "q-77", loginUrl: null });
    const end = await resolve("--rows", "3-4", "--created", "--note", "Ann, by phone");
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({
      run: { complete: true },
      summary: { created: 2, unconfirmed: 2, maybeCreated: 0 },
      resolved: [
        { row: 3, word: "created" },
        { row: 4, word: "created" },
      ],
    });
    const resolved = { word: "created", loginUrl: null, note: "Ann, by phone", by: "a person" };
    expect(rowAt(3)).toMatchObject({ status: "unconfirmed", maybeCreated: false, resolved });
    // What a person has closed is not sent by any status.
    const requestCount = office.service.requestCount();
    const replay = ["replay", "run", "--status", "unconfirmed,unknown"];
    expect((await office.call(replay)).exitCode).toBe(1);
    expect(office.service.requestCount()).toBe(requestCount);
    expect((await office.call(["explain", "run", "3"])).stdout).toContain("Ann, by phone");
  });

  it("makes a row created where the link is known, and keeps the word apart from what was observed", async () => {
    const { office, dir, resolve, summary } = await doubtfulRun();
    const end = await resolve("--rows", "3", "--created", "--quote-id", "q-77", "--login-url", LINK);
    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stderr + end.stdout).not.toContain("TOLD-BY-OWNER");
    const { message: odd } = roundFinding("login-link-odd", { row: 3, fault: "other-host" });
    expect(end.stderr).toContain(odd);
    expect(countedStatuses(summary())).toStrictEqual({ created: 3, unknown: 1 });
    expect(readSheet(dir, "report.csv")[1]).toMatchObject({
      leadctl_status: "created",
      leadctl_quote_id: "q-77",
      leadctl_login_url: LINK,
    });
    expect(readFileSync(join(dir, "report.html"), "utf8")).not.toContain("TOLD-BY-OWNER");
    expect((await office.call(["explain", "q-77"])).exitCode).toBe(0);
    expect((await office.call(["explain", "run", "3"])).stdout).not.toContain("TOLD-BY-OWNER");
    expect((await office.call(["explain", "run", "3", "--reveal"])).stdout).toContain(LINK);
  });

  it("is taken back by --undo and by the opposite word; the row is then as it was observed", async () => {
    const { resolve, summary } = await doubtfulRun();
    await resolve("--rows", "3", "--created", "--login-url", LINK);
    expect(summary()).toMatchObject({ created: 3, maybeCreated: 1 });
    await resolve("--rows", "3", "--not-created");
    expect(summary()).toMatchObject({ created: 2, failed: 1, unknown: 1, maybeCreated: 2 });
    await resolve("--rows", "3", "--undo");
    expect(summary()).toMatchObject({ created: 2, unknown: 2, maybeCreated: 2 });
  });

  it("lets replay send again what is not there; what is there after all is unconfirmed, and not another's quote", async () => {
    const { office, resolve, summary } = await doubtfulRun();
    await resolve("--rows", "3,4", "--not-created");
    const end = await office.call(["replay", "run"]);
    // Row 3 was there: the owner erred.
    expect(end.exitCode, end.stderr).toBe(5);
    expect(summary()).toMatchObject({ created: 3, unconfirmed: 1, duplicate: 0, maybeCreated: 1 });
    expect(await office.ask("run", "3")).toMatch(/^known-quote by=attempt /);
  });

  it("takes the owner's sheet back, with the columns of others in it, and writes nothing of one that it cannot use", async () => {
    const { office, dir, resolve, summary } = await doubtfulRun();
    await office.call(["report", "run", "--format", "handover", "--output", "handover.csv"]);
    const text = readFileSync(join(office.cwd, "handover.csv"), "utf8");
    expect(text).toContain("applicant-3@example.com");
    expect(text).not.toContain("applicant-2@example.com");
    expect(text).not.toContain("token");
    const journal = () => readFileSync(join(dir, "journal.ndjson"), "utf8");
    const before = journal();
    const refused = async (finding: string, ...args: string[]): Promise<void> => {
      const end = await resolve(...args);
      expect([end.exitCode, JSON.parse(end.stdout).error.finding]).toStrictEqual([2, finding]);
      expect(end.stderr).not.toContain("TOLD-BY-OWNER");
      expect(journal()).toBe(before);
      expect(existsSync(join(dir, "run.lock"))).toBe(false);
    };
    await refused("resolve-unusable/empty", "--from", "handover.csv");
    const [header = "", ...lines] = text.trimEnd().split("\r\n");
    const filled = (...results: string[]): void => {
      const answers = lines.map(
        (line, at) => `${at + 1},done,${line.replace(/"","","",""$/, `"${results[at]}","","",""`)}`,
      );
      writeFileSync(
        join(office.cwd, "filled.csv"),
        [`Row,Outcome,${header.slice(1)}`, ...answers].join("\r\n"),
      );
    };
    filled("created", "maybe");
    await refused("resolve-unusable/lines", "--from", "filled.csv");
    await refused("resolve-unusable", "--rows", "3,9", "--created", "--login-url", LINK);
    await refused("usage/answer-missing", "--rows", "3");
    await refused("usage/answers-differ", "--rows", "3", "--created", "--undo");
    await refused("usage/answer-rows", "--created");
    filled("created", "not-created");
    for (const resolved of [[3, 4], []]) {
      const end = await resolve("--from", "filled.csv");
      expect(end.exitCode, end.stderr).toBe(0);
      const rows = JSON.parse(end.stdout).resolved.map(({ row }: { row: number }) => row);
      expect(rows).toStrictEqual(resolved);
    }
    expect(summary()).toMatchObject({ unconfirmed: 1, failed: 1, maybeCreated: 1 });
  });

  it("does not give one person the link that another run has of somebody else", async () => {
    const { office, resolve } = await doubtfulRun();
    await office.submit("others", [leadOf(7), leadOf(4)]);
    const [of7, of4] = ["applicant-7@example.com", "applicant-4@example.com"].map(
      (email) => office.service.quotes().find((quote) => quote.email === email)?.loginUrl ?? "",
    );
    const give = (row: string, link = "") => resolve("--rows", row, "--created", "--login-url", link);
    expect((await give("3", `${of7}&utm_source=mail`)).exitCode).toBe(2);
    // The same lead went there, too.
    expect((await give("4", of4)).exitCode).toBe(0);
    // What was taken back there is nobody's.
    expect((await give("3", LINK)).exitCode).toBe(0);
    await resolve("--rows", "3", "--undo");
    const other = await startService({ faults: { script: { "applicant-9@example.com": [LOST] } } });
    await office.submit("fifth", [leadOf(5), leadOf(9)], other.env);
    const free = ["resolve", "fifth", "--rows", "3", "--created", "--login-url", LINK];
    expect((await office.call(free)).exitCode).toBe(0);
  });
});
