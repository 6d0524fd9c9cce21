import { execFile } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { jsonNumbers, junitNumbers, markdownNumbers } from "../report/report-numbers.ts";
import { readFix } from "./fix-sheet.ts";
import type { HistoryWorld, RunHistory } from "./histories.ts";
import { countedStatuses, stepsOf } from "./run-files.ts";
import { freshFolder, type ProgramEnd, runProgram } from "./run-program.ts";

/** What `explain --json` tells of a row. */
interface ExplainedRow {
  status: string;
  maybeCreated: boolean;
  error: string | null;
  issues: object[];
  next: { text: string | null; command: string | null };
}

/** Runs a printed command in a folder. */
type Start = (line: string, cwd: string, world: HistoryWorld) => Promise<ProgramEnd>;

/** Makes a run, and looks at everything that is said of it: no surface may say more, less or something else. */
export async function expectSaid(history: RunHistory, start: Start): Promise<void> {
  const { world, last } = await history.make();
  if (last && history.exitCode !== null) expect(last.exitCode, last.stderr).toBe(history.exitCode);
  const json = jsonNumbers(await shown(world, "report", "run", "--format", "json"));
  expect(json.statuses).toEqual(history.counts);
  expect(json.summary.maybeCreated).toBe(history.maybeCreated ?? 0);
  await expectRunSaid(world, history, json.rows ?? {}, last);
  for (const [row, expected] of Object.entries(history.rows))
    await expectRowSaid(world, Number(row), expected);
  await expectCommandsRun(world, history, start);
}

async function shown(world: HistoryWorld, ...args: string[]): Promise<string> {
  const end = await world.call(args);
  expect(end.exitCode, end.stderr).toBe(0);
  return end.stdout;
}

/** The summary, the list of runs, the ticket, the page and the test report. */
async function expectRunSaid(
  world: HistoryWorld,
  { state, counts, maybeCreated = 0, dismissed = 0, next }: RunHistory,
  rows: Readonly<Record<number, string>>,
  last: ProgramEnd | null,
): Promise<void> {
  const [run] = JSON.parse(await shown(world, "runs", "--runs", ".", "--json")).runs;
  expect(run).toMatchObject({ state, next: next[0] ?? null });
  expect(countedStatuses(run.summary)).toEqual(counts);
  expect(run.summary.maybeCreated).toBe(maybeCreated);
  expect(run.summary.dismissed).toBe(dismissed);

  const ticket = await shown(world, "report", "run", "--format", "markdown");
  const page = await shown(world, "report", "run", "--format", "html");
  const shared = next.map((line) => line.replace(/(--with|--output) run\//, "$1 "));
  const inTicket = [...ticket.matchAll(/^- <code>(.*?)<\/code>/gm)].map(([, line]) => line);
  expect(inTicket).toEqual(shared);
  expect([...page.matchAll(/data-copy="(leadctl [^"]*)"/g)].map(([, line]) => line)).toEqual(shared);
  expect(markdownNumbers(ticket).statuses).toEqual(counts);
  const junit = junitNumbers(await shown(world, "report", "run", "--format", "junit"));
  expect(junit.statuses).toEqual(counts);
  for (const text of [ticket, page]) expect(text.includes("may exist")).toBe(maybeCreated > 0);
  for (const text of [ticket, page]) expect(/taken out as not/.test(text)).toBe(dismissed > 0);
  for (const text of [ticket, page]) if (state === "in progress") expect(text).not.toMatch(/stopped/);

  const fixes = readdirSync(world.dir).filter((name) => name.startsWith("fix."));
  const toFix = [...ticket.matchAll(/^\| (\d+) \| \w+ \|.*\| yes \|$/gm)].map(([, row]) => Number(row));
  const isDue = state === "complete" && existsSync(join(world.dir, "report.csv"));
  if (isDue) expect(fixes.length).toBe(Math.min(1, toFix.length));
  if (isDue) expect(fixRows(world.dir, fixes[0])).toEqual(toFix);
  expect(/fix the sheet/.test(ticket)).toBe(toFix.length > 0);
  for (const row of toFix) expect(["invalid", "rejected"]).toContain(rows[row]);
  if (!last) return;
  expect(stepsOf(last.stderr), last.stderr).toEqual(next);
  const isAll = Object.keys(counts).join() === "created";
  if (isAll) expect(last.stderr).toContain("rows created");
  else
    for (const [status, count] of Object.entries(counts)) expect(last.stderr).toContain(`${count} ${status}`);
  expect(/may exist/.test(last.stderr)).toBe(maybeCreated > 0);
  expect(/taken out as not/.test(last.stderr)).toBe(dismissed > 0);
}

function fixRows(dir: string, name: string | undefined): number[] {
  if (name === undefined) return [];
  const items: { leadctl_row: number | string }[] = name.endsWith(".json")
    ? JSON.parse(readFileSync(join(dir, name), "utf8"))
    : readFix(join(dir, name));
  return items.map(({ leadctl_row }) => Number(leadctl_row));
}

async function expectRowSaid(
  world: HistoryWorld,
  row: number,
  { says, not, command }: RunHistory["rows"][number],
): Promise<void> {
  const text = (await shown(world, "explain", "run", String(row))).replace(/\n */g, " ");
  expect(text).toMatch(says);
  const explained = await explain(world, row);
  expect(explained.next.command).toBe(command);
  if (command !== null) expect(text).toContain(command);
  const reported = JSON.parse(await shown(world, "report", "run", "--format", "json")).leads.find(
    (lead: { row: number }) => lead.row === row,
  );
  expect(reported).toMatchObject({ status: explained.status, maybeCreated: explained.maybeCreated });
  if (!not) return;
  // What the answers said is not ours; what we make of it is.
  const own = `${text.slice(0, text.indexOf(" Row "))} ${explained.error} ${reported.error}`;
  expect(own).not.toMatch(not);
}

async function explain(world: HistoryWorld, row: number): Promise<ExplainedRow> {
  return JSON.parse(await shown(world, "explain", "run", String(row), "--json")).rows[0];
}

/** Each printed command runs as it is pasted, from where it was printed: in a copy of the folder, one by one. */
async function expectCommandsRun(
  world: HistoryWorld,
  { state, exitCode, next, rows }: RunHistory,
  start: Start,
): Promise<void> {
  // Nothing goes from a copy of a run whose process was killed: its first command runs where the run is.
  const wasKilled = state === "interrupted" && exitCode === null;
  const all = [...next, ...Object.values(rows).flatMap(({ command }) => command ?? [])];
  for (const line of new Set(wasKilled ? next.slice(0, 1) : all)) {
    const cwd = wasKilled ? world.cwd : freshFolder();
    if (!wasKilled) cpSync(world.cwd, cwd, { recursive: true, verbatimSymlinks: true });
    const requestCount = world.service.requestCount();
    const end = await start(line, cwd, world);
    expect([0, 1, 4, 5], `${line}: ${end.stderr}`).toContain(end.exitCode);
    const sentCount = world.service.requestCount() - requestCount;
    const isSending = line.startsWith("leadctl replay") && !line.includes("--with");
    if (isSending) expect(sentCount, line).toBeGreaterThan(0);
    if (line.startsWith("leadctl report")) expect(sentCount, line).toBe(0);
    if (line.includes("--format handover"))
      expect(readFileSync(join(cwd, "run/handover.csv"), "utf8")).toMatch(/applicant-\d/);
    if (line === "leadctl report run") expect(readdirSync(join(cwd, "run"))).toContain("report.csv");
  }
}

/** As a person would, in a shell of its own. */
export function paste(line: string, cwd: string, { service }: HistoryWorld): Promise<ProgramEnd> {
  const env = { PATH: `${join(cwd, "bin")}:${process.env.PATH}`, HOME: cwd, ...service.env };
  return new Promise((resolve) => {
    execFile("sh", ["-c", line], { cwd, env }, (error, stdout, stderr) =>
      resolve({ exitCode: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

/** The same without a shell and a process for each, which take most of the time. */
export function call(line: string, cwd: string, { service }: HistoryWorld): Promise<ProgramEnd> {
  const [, ...args] = line.split(" ");
  return runProgram(args, { cwd, env: service.env });
}
