import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder, type RunningService, runProgram, startService } from "./run-program.ts";

const HEADER = "firstName,lastName,email,phone,street,city,state,zip";

describe("an earlier copy of the journal, put back into a finished run", () => {
  it("sends nothing, tells what it can, and says what to do", async () => {
    const { cwd, service, program } = await finishedRun();
    putBack(cwd, 8);
    const count = service.requestCount();
    for (const command of [["resume"], ["replay"], ["replay", "--status", "unknown"]]) {
      const [name = "", ...options] = command;
      const end = await program([name, "run", ...options]);
      expect(end).toMatchObject({ exitCode: 6 });
      expect(end.stderr).toContain("journal.ndjson is older than the run");
      expect(end.stderr).toContain("leadctl resume run --older-journal");
    }
    const runs = await program(["runs", "--runs", "."]);
    expect(runs.stdout).toContain("older journal");
    expect(runs.stdout).toContain("resume run --older-journal");
    const explained = await program(["explain", "run", "9"]);
    expect(explained.exitCode).toBe(0);
    expect(explained.stdout).toContain("resume run --older-journal");
    const report = await program(["report", "run", "--format", "json"]);
    expect(report.exitCode).toBe(0);
    expect(report.stderr).toContain("older");
    expect(service.requestCount()).toBe(count);
  });

  it("goes on when a person says so: nothing is sent twice, and no report with links is lost", async () => {
    const { cwd, service, program } = await finishedRun();
    const links = readFileSync(join(cwd, "run/report.csv"), "utf8");
    putBack(cwd, 8);
    const count = service.requestCount();
    const end = await program(["resume", "run", "--older-journal"]);
    expect(end).toMatchObject({ exitCode: 5 });
    expect(end.stderr).toContain("report-older-1.csv");
    expect(service.requestCount()).toBe(count);
    expect(readFileSync(join(cwd, "run/report-older-1.csv"), "utf8")).toBe(links);
    expect(readFileSync(join(cwd, "run/report.csv"), "utf8")).toContain("unknown");
    const unsure = (await program(["explain", "run", "9"])).stdout;
    expect(unsure).toContain("older journal");
    expect(unsure).not.toContain("The program ended");
    // The service's own check of e-mails says that they are there.
    expect((await program(["replay", "run", "--status", "unknown"])).exitCode).toBe(5);
    expect(service.quotes()).toHaveLength(8);
    const { stdout } = await program(["explain", "run", "9", "--json"]);
    const attempts = JSON.parse(stdout).rows[0].rounds.flatMap(
      (round: { attempts: object[] }) => round.attempts,
    );
    expect(attempts.at(-1)).toMatchObject({ answer: "duplicate", statusAfter: "unconfirmed" });
    expect(existsSync(join(cwd, "run/report-older-2.csv"))).toBe(false);
  });

  it("loses no corrected row that was sent meanwhile", async () => {
    const { cwd, service, program } = await finishedRun("not-an-address");
    copyFileSync(join(cwd, "run/journal.ndjson"), join(cwd, "kept.ndjson"));
    const fixed = readFileSync(join(cwd, "run/fix.csv"), "utf8").replace(
      "not-an-address",
      "right@example.com",
    );
    writeFileSync(join(cwd, "fixed.csv"), fixed);
    expect((await program(["replay", "run", "--with", "fixed.csv"])).exitCode).toBe(0);
    const plan = readFileSync(join(cwd, "run/plan-2.ndjson"), "utf8");
    copyFileSync(join(cwd, "kept.ndjson"), join(cwd, "run/journal.ndjson"));
    expect((await program(["resume", "run"])).exitCode).toBe(6);
    expect((await program(["resume", "run", "--older-journal"])).exitCode).toBe(5);
    const explained = await program(["explain", "run", "2", "--reveal"]);
    expect(explained.stdout).toContain("Row 2 of leads.csv: unknown");
    expect(explained.stdout).toContain("right@example.com");
    expect((await program(["replay", "run", "--status", "unknown"])).exitCode).toBe(5);
    expect(readFileSync(join(cwd, "run/plan-2.ndjson"), "utf8")).toBe(plan);
    expect(service.quotes()).toHaveLength(8);
  });
});

it("a row whose lost correction may have been sent is in doubt, also where it was refused here", async () => {
  const { cwd, program } = await finishedRun("not-an-address");
  copyFileSync(join(cwd, "run/journal.ndjson"), join(cwd, "kept.ndjson"));
  const fix = readFileSync(join(cwd, "run/fix.csv"), "utf8");
  writeFileSync(join(cwd, "fixed.csv"), fix.replace("not-an-address", "right@example.com"));
  expect((await program(["replay", "run", "--with", "fixed.csv"])).exitCode).toBe(0);
  copyFileSync(join(cwd, "kept.ndjson"), join(cwd, "run/journal.ndjson"));
  rmSync(join(cwd, "run/plan-2.ndjson"));
  // Whoever asks for the corrected e-mail hears of the run that may have had it.
  const asked = await program(["explain", "right@example.com", "--runs", "."]);
  expect(asked.stdout + asked.stderr).toContain("It may be in the run that cannot be read");
  expect((await program(["resume", "run", "--older-journal"])).exitCode).toBe(5);
  const { stdout } = await program(["explain", "run", "2"]);
  expect(stdout).toMatch(/ may exist\. /);
  expect(stdout).not.toContain("Safe to send");
  const again = await program(["replay", "run", "--with", "fixed.csv", "--json"]);
  expect(JSON.parse(again.stdout)).toMatchObject({ correction: { corrected: 0, refused: [{ row: 2 }] } });
});

describe("an earlier copy of the journal whose mark is gone, beside reports that know more", () => {
  it("is told as older, sends nothing, and leaves no row safe to send, also after new reports", async () => {
    const { cwd, service, program } = await finishedRun();
    const links = readFileSync(join(cwd, "run/report.csv"), "utf8");
    putBack(cwd, 8);
    rmSync(join(cwd, "run/journal.mark"));
    rmSync(join(cwd, "leadctl-runs/runs.ndjson"));
    const count = service.requestCount();
    await program(["report", "run"]);
    expect(readFileSync(join(cwd, "run/report-older-1.csv"), "utf8")).toBe(links);
    for (const command of ["resume", "replay"]) {
      const end = await program([command, "run", "--json"]);
      expect(end.exitCode).toBe(6);
      expect(JSON.parse(end.stdout)).toMatchObject({ error: { code: "journal-behind" } });
    }
    for (const wanted of [
      ["run", "9"],
      ["lead9@example.com", "--runs", "."],
    ]) {
      const { stdout } = await program(["explain", ...wanted]);
      expect(stdout).toContain(" may exist");
      expect(stdout).not.toContain("Safe to send");
    }
    expect((await program(["runs", "--runs", "."])).stdout).toContain("older journal");
    const end = await program(["resume", "run", "--older-journal"]);
    expect(end.exitCode).toBe(5);
    expect((await program(["resume", "run"])).exitCode).toBe(5);
    expect(service.requestCount()).toBe(count);
  });

  it("is told so where the reports are of a run that was interrupted, and of a round of corrected rows", async () => {
    const { cwd, program } = await finishedRun("not-an-address", ["--concurrency", "1"]);
    const [journal, mark] = [join(cwd, "run/journal.ndjson"), join(cwd, "run/journal.mark")];
    const first = readFileSync(journal);
    const cutBehind = (start: string): void => {
      const at = first.indexOf(start);
      expect(at).toBeGreaterThan(0);
      writeFileSync(journal, first.subarray(0, first.indexOf("\n", at) + 1));
    };
    const explained = async (row: number) => (await program(["explain", "run", String(row)])).stdout;
    rmSync(mark);
    rmSync(join(cwd, "leadctl-runs/runs.ndjson"));
    for (const name of ["report.json", "report.csv", "report.html"]) rmSync(join(cwd, "run", name));
    cutBehind('{"type":"result","row":6');
    await program(["report", "run"]);
    expect(await explained(9)).toContain("Safe to send");
    cutBehind('{"type":"intent","row":6');
    expect(await explained(6)).toContain(" may exist");
    expect(await explained(9)).toContain("Safe to send");
    cutBehind('{"type":"result","row":5');
    expect(await explained(6)).toContain(" may exist");
    expect(await explained(9)).toContain(" may exist");

    writeFileSync(journal, first);
    await program(["resume", "run"]);
    const fixed = readFileSync(join(cwd, "run/fix.csv"), "utf8").replace("not-an-address", "a@example.com");
    writeFileSync(join(cwd, "fixed.csv"), fixed);
    expect((await program(["replay", "run", "--with", "fixed.csv"])).exitCode).toBe(0);
    writeFileSync(journal, first);
    rmSync(mark);
    expect((await program(["resume", "run", "--older-journal"])).exitCode).toBe(5);
    const corrected = await program(["explain", "run", "2", "--reveal"]);
    expect(corrected.stdout).toContain("Row 2 of leads.csv: unknown");
    expect(corrected.stdout).toContain("a@example.com");
  });

  it("is told so by the CSV report alone, which is kept", async () => {
    const { cwd, program } = await finishedRun("not-an-address");
    const links = readFileSync(join(cwd, "run/report.csv"), "utf8");
    for (const name of ["journal.mark", "report.json"]) rmSync(join(cwd, "run", name));
    const explained = async () => (await program(["explain", "lead9@example.com", "--runs", "."])).stdout;
    expect(await explained()).toContain(" exists: ");
    putBack(cwd, 8);
    expect(await explained()).toContain(" may exist");
    expect(await explained()).not.toContain("Safe to send");
    expect((await program(["resume", "run"])).exitCode).toBe(6);
    await program(["report", "run"]);
    expect(readFileSync(join(cwd, "run/report-older-1.csv"), "utf8")).toBe(links);
    expect(await explained()).toContain(" may exist");
  });

  it("is none where nothing is missing, and where a damaged result was taken out by hand", async () => {
    const { cwd, program } = await finishedRun();
    rmSync(join(cwd, "run/journal.mark"));
    expect((await program(["resume", "run"])).exitCode).toBe(0);
    const path = join(cwd, "run/journal.ndjson");
    const lines = readFileSync(path, "utf8").split("\n");
    const at = lines.findIndex((line) => line.startsWith('{"type":"result","row":9'));
    writeFileSync(path, lines.toSpliced(at, 1).join("\n"));
    expect((await program(["explain", "run", "9"])).stdout).toContain("Row 9 of leads.csv: unknown");
    expect((await program(["resume", "run"])).exitCode).toBe(5);
  });
});

describe("a settled run whose plan was edited", () => {
  it.each([
    ["report", "run"],
    ["report", "run", "--format", "csv"],
    ["explain", "run", "3"],
    ["resume", "run"],
    ["replay", "run"],
  ])("is refused by %s %s", async (...args) => {
    const { cwd, program } = await finishedRun();
    editPlan(cwd);
    const end = await program(args);
    expect(end.exitCode).toBe(6);
    expect(end.stderr).toContain("plan.ndjson");
    expect(end.stdout).not.toContain("Edited");
  });

  it("is named, and not shown, by a search over all runs", async () => {
    const { cwd, program } = await finishedRun();
    editPlan(cwd);
    const end = await program(["explain", "lead3@example.com", "--runs", "."]);
    expect(end.stderr).toContain("run could not be searched");
    expect(end.stdout).not.toContain("Edited");
    expect(end.exitCode).not.toBe(0);
  });
});

/** Eight leads, rows 2 to 9, all created but for a first one that is given another address. */
async function finishedRun(firstEmail = "lead2@example.com", flags: readonly string[] = []) {
  const service: RunningService = await startService();
  const cwd = freshFolder();
  const rows = [2, 3, 4, 5, 6, 7, 8, 9].map((row) => {
    const email = row === 2 ? firstEmail : `lead${row}@example.com`;
    return `Jo,Doe${row},${email},415555010${row},${row} Main St,Oakland,CA,94607`;
  });
  writeFileSync(join(cwd, "leads.csv"), `${[HEADER, ...rows].join("\n")}\n`);
  const program = (args: readonly string[]) => runProgram(args, { cwd, env: service.env });
  const end = await program(["submit", "leads.csv", "--out", "run", ...flags]);
  expect([0, 1], end.stderr).toContain(end.exitCode);
  return { cwd, service, program };
}

/** Keeps so many lines of the journal, as a backup made while the run went on. */
function putBack(cwd: string, count: number): void {
  const path = join(cwd, "run/journal.ndjson");
  const lines = readFileSync(path, "utf8").split("\n").slice(0, count);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
}

function editPlan(cwd: string): void {
  const path = join(cwd, "run/plan.ndjson");
  writeFileSync(path, readFileSync(path, "utf8").replaceAll("Doe3", "Edited"));
}
