import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { leads } from "./lead-sheet.ts";
import { Office, withEmail } from "./office.ts";

const WRONG = "not-an-address";

/** Eight leads, rows 2 to 9, all created but for a first one that is given another address. */
async function finishedRun(firstEmail = "applicant-2@example.com", ...flags: string[]) {
  const office = await Office.open();
  const [first = {}, ...others] = leads(8);
  const end = await office.submit("run", [withEmail(first, firstEmail), ...others], {}, ...flags);
  expect([0, 1], end.stderr).toContain(end.exitCode);
  const dir = office.dir("run");
  const read = (name: string) => readFileSync(join(dir, name), "utf8");
  return {
    ...{ office, dir, read },
    /** As it is where nobody remembers how long the journal was. */
    forget: (...names: string[]) => {
      rmSync(join(office.cwd, "leadctl-runs/runs.ndjson"));
      for (const name of ["journal.mark", ...names]) rmSync(join(dir, name));
    },
    /** Keeps so many lines of the journal, as a backup made while the run went on. */
    putBack: (count: number) => {
      const lines = read("journal.ndjson").split("\n").slice(0, count);
      writeFileSync(join(dir, "journal.ndjson"), lines.map((line) => `${line}\n`).join(""));
    },
    /** Corrects the first row's address, and sends it. */
    correct: async (email: string) => {
      writeFileSync(join(office.cwd, "fixed.csv"), read("fix.csv").replace(WRONG, email));
      expect((await office.call(["replay", "run", "--with", "fixed.csv"])).exitCode).toBe(0);
    },
    exitOf: async (...args: string[]) => (await office.call(args)).exitCode,
    isRefused: async (command: string, ...flags: string[]) => {
      const end = await office.call([command, "run", ...flags, "--json"]);
      expect([end.exitCode, JSON.parse(end.stdout).error.code]).toStrictEqual([6, "journal-behind"]);
    },
    rowAt: async (row: number) => (await office.json(["explain", "run", `${row}`, "--reveal"])).rows[0],
  };
}

const RESUME = ["resume", "run", "--older-journal"];

describe("an earlier copy of the journal, put back into a finished run", () => {
  it("sends nothing, tells what it can, and says what to do", async () => {
    const { office, putBack, isRefused, exitOf } = await finishedRun();
    putBack(8);
    const count = office.service.requestCount();
    for (const command of [["resume"], ["replay"], ["replay", "--status", "unknown"]])
      await isRefused(...(command as [string]));
    const next = "leadctl resume leadctl-runs/run --older-journal";
    expect((await office.json(["runs"])).runs).toMatchObject([{ state: "older journal", next }]);
    expect((await office.json(["explain", "run", "9"])).rows[0].next.command).toBe(next);
    expect(await exitOf("report", "run", "--format", "json")).toBe(0);
    const { stdout: page } = await office.call(["report", "run", "--format", "markdown"]);
    expect(page).toContain("rows known to be created, ");
    expect(page).not.toMatch(/still to be sent|before it was sent|run stopped first/);
    expect(office.service.requestCount()).toBe(count);
  });

  it("goes on when a person says so: nothing is sent twice, and no report with links is lost", async () => {
    const { office, dir, read, putBack, exitOf, rowAt } = await finishedRun();
    const links = read("report.csv");
    putBack(8);
    const count = office.service.requestCount();
    const end = await office.call(RESUME);
    expect(end).toMatchObject({ exitCode: 5 });
    expect(end.stderr).toContain("report-older-1.csv");
    expect(office.service.requestCount()).toBe(count);
    expect(read("report-older-1.csv")).toBe(links);
    expect(await rowAt(9)).toMatchObject({ status: "unknown", maybeCreated: true });
    // The service's own check of e-mails says that they are there.
    expect(await exitOf("replay", "run", "--status", "unknown")).toBe(5);
    expect(office.service.quotes()).toHaveLength(8);
    const attempts = (await rowAt(9)).rounds.flatMap((round: { attempts: object[] }) => round.attempts);
    expect(attempts.at(-1)).toMatchObject({ answer: "duplicate", statusAfter: "unconfirmed" });
    expect(existsSync(join(dir, "report-older-2.csv"))).toBe(false);
  });

  it("loses no corrected row that was sent meanwhile", async () => {
    const { office, dir, read, correct, exitOf, rowAt } = await finishedRun(WRONG);
    copyFileSync(join(dir, "journal.ndjson"), join(office.cwd, "kept.ndjson"));
    await correct("right@example.com");
    const plan = read("plan-2.ndjson");
    copyFileSync(join(office.cwd, "kept.ndjson"), join(dir, "journal.ndjson"));
    expect(await exitOf("resume", "run")).toBe(6);
    expect(await exitOf(...RESUME)).toBe(5);
    expect(await rowAt(2)).toMatchObject({ status: "unknown", email: "right@example.com" });
    expect(await exitOf("replay", "run", "--status", "unknown")).toBe(5);
    expect(read("plan-2.ndjson")).toBe(plan);
    expect(office.service.quotes()).toHaveLength(8);
  });
});

it("a row whose lost correction may have been sent is in doubt, also where it was refused here", async () => {
  const { office, dir, correct, exitOf } = await finishedRun(WRONG);
  copyFileSync(join(dir, "journal.ndjson"), join(office.cwd, "kept.ndjson"));
  await correct("right@example.com");
  copyFileSync(join(office.cwd, "kept.ndjson"), join(dir, "journal.ndjson"));
  rmSync(join(dir, "plan-2.ndjson"));
  // Whoever asks for the corrected e-mail hears of the run that may have had it.
  const { unread } = await office.json(["explain", "right@example.com"]);
  expect(unread).toStrictEqual(["leadctl-runs/run"]);
  expect(await exitOf(...RESUME)).toBe(5);
  expect(await office.ask("run", "2")).toMatch(/^may-exist /);
  const again = await office.json(["replay", "run", "--with", "fixed.csv"]);
  expect(again).toMatchObject({ correction: { corrected: 0, refused: [{ row: 2 }] } });
});

describe("an earlier copy of the journal whose mark is gone, beside reports that know more", () => {
  const NOT_SAFE = /^(?:may-exist|run-unreadable) /;

  it("is told as older, sends nothing, and leaves no row safe to send, also after new reports", async () => {
    const { office, read, putBack, forget, isRefused, exitOf } = await finishedRun();
    const links = read("report.csv");
    putBack(8);
    forget();
    const count = office.service.requestCount();
    await office.call(["report", "run"]);
    expect(read("report-older-1.csv")).toBe(links);
    for (const command of ["resume", "replay"]) await isRefused(command);
    for (const asked of [["run", "9"], ["applicant-9@example.com"]])
      expect(await office.ask(...asked)).toMatch(NOT_SAFE);
    expect((await office.json(["runs"])).runs).toMatchObject([{ state: "older journal" }]);
    expect(await exitOf(...RESUME)).toBe(5);
    expect(await exitOf("resume", "run")).toBe(5);
    expect(office.service.requestCount()).toBe(count);
  });

  it("is told so where the reports are of a run that was interrupted, and of a round of corrected rows", async () => {
    const { office, dir, forget, correct, exitOf, rowAt } = await finishedRun(WRONG, "--concurrency", "1");
    const journal = join(dir, "journal.ndjson");
    const first = readFileSync(journal);
    const cutBehind = (start: string): void => {
      const at = first.indexOf(start);
      expect(at).toBeGreaterThan(0);
      writeFileSync(journal, first.subarray(0, first.indexOf("\n", at) + 1));
    };
    const asked = (row: number) => office.ask("run", `${row}`);
    forget("report.json", "report.csv", "report.html");
    cutBehind('{"type":"result","row":6');
    await office.call(["report", "run"]);
    expect(await asked(9)).toMatch(/^absent /);
    cutBehind('{"type":"intent","row":6');
    expect(await asked(6)).toMatch(NOT_SAFE);
    expect(await asked(9)).toMatch(/^absent /);
    cutBehind('{"type":"result","row":5');
    for (const row of [6, 9]) expect(await asked(row)).toMatch(NOT_SAFE);

    writeFileSync(journal, first);
    await office.call(["resume", "run"]);
    await correct("a@example.com");
    writeFileSync(journal, first);
    forget();
    expect(await exitOf(...RESUME)).toBe(5);
    expect(await rowAt(2)).toMatchObject({ status: "unknown", email: "a@example.com" });
  });

  it("is told so by the CSV report alone, which is kept", async () => {
    const { office, read, forget, putBack, exitOf } = await finishedRun(WRONG);
    const links = read("report.csv");
    forget("report.json");
    // An earlier copy from between two rounds ends in order, too.
    expect((await office.json(["runs"])).runs).toMatchObject([{ state: "older journal" }]);
    const asked = () => office.ask("applicant-9@example.com");
    expect(await asked()).toMatch(/^created /);
    putBack(8);
    expect(await asked()).toMatch(NOT_SAFE);
    expect(await exitOf("resume", "run")).toBe(6);
    await office.call(["report", "run"]);
    expect(read("report-older-1.csv")).toBe(links);
    expect(await asked()).toMatch(NOT_SAFE);
  });

  it("is none where nothing is missing, and where a damaged result was taken out by hand", async () => {
    const { dir, read, forget, exitOf, rowAt } = await finishedRun();
    forget();
    expect(await exitOf("resume", "run")).toBe(0);
    const lines = read("journal.ndjson").split("\n");
    const at = lines.findIndex((line) => line.startsWith('{"type":"result","row":9'));
    writeFileSync(join(dir, "journal.ndjson"), lines.toSpliced(at, 1).join("\n"));
    expect(await rowAt(9)).toMatchObject({ status: "unknown" });
    expect(await exitOf("resume", "run")).toBe(5);
  });
});

it("a settled run whose plan was edited is refused by every command, and named by a search over all runs", async () => {
  const { office, dir, read } = await finishedRun();
  writeFileSync(join(dir, "plan.ndjson"), read("plan.ndjson").replaceAll("3 Elm Close", "edited"));
  for (const args of [["report"], ["report", "--format", "json"], ["explain", "3"], ["resume"], ["replay"]]) {
    const [command = "", ...more] = args;
    const end = await office.call([command, "run", ...more]);
    expect([end.exitCode, end.stderr.includes("plan.ndjson")], command).toStrictEqual([6, true]);
    expect(end.stdout).not.toContain("edited");
  }
  const { unread, leads: found } = await office.json(["explain", "applicant-3@example.com"]);
  expect(unread).toStrictEqual(["leadctl-runs/run"]);
  expect(JSON.stringify(found)).not.toContain("edited");
});
