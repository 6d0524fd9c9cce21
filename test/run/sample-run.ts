import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashFile } from "../../src/base/durable-file.ts";
import type { Answer } from "../../src/outcome/answer.ts";
import { encodeLine } from "../../src/run/journal/journal-line.ts";
import type { JournalRecord, ResultRecord, RunRecord } from "../../src/run/journal/journal-record.ts";
import { draftPlanFile } from "../../src/run/plan/write-plan.ts";
import { Run } from "../../src/run/run.ts";
import { type RunPaths, runPaths } from "../../src/run/run-paths.ts";
import { freshFolder } from "../folders.ts";

export const AT = "2026-01-02T03:04:05.678Z";
export const AT_DATE = new Date(AT);

export { freshFolder };

export interface SampleRun {
  paths: RunPaths;
  run: RunRecord;
}

/** A run's folder with the plan of a few ready leads, rows 2 and on, and a journal of the records given. */
export async function sampleRun(
  leadCount: number,
  records: readonly JournalRecord[] = [],
  parent = freshFolder(),
): Promise<SampleRun> {
  const paths = runPaths(join(parent, `run-${randomUUID()}`));
  mkdirSync(paths.dir, { mode: 0o700 });
  await samplePlan(
    paths.plan,
    Array.from({ length: leadCount }, (_, at) => [at + 2, `row-${at + 2}@example.test`]),
  );
  const run: RunRecord = {
    type: "run",
    version: 1,
    id: "run",
    baseUrl: "http://127.0.0.1:1",
    partner: "acme",
    planSha256: await hashFile(paths.plan),
    at: AT,
  };
  if (records.length > 0) writeJournal(paths, [run, ...records]);
  return { paths, run };
}

/** A plan of ready leads, of which only the e-mails are known. */
export async function samplePlan(path: string, leads: readonly (readonly [number, string])[]): Promise<void> {
  const total = leads.length;
  const { file } = await draftPlanFile(
    path,
    { type: "plan", version: 1, name: "leads.csv", format: "csv", createdAt: AT },
    plannedRows(leads),
    () => ({ rowsRead: total, total, ready: total, columns: [], places: {}, notices: [] }),
  );
  await file.place();
}

async function* plannedRows(leads: readonly (readonly [number, string])[]) {
  for (const [row, email] of leads) {
    const lead = { contactInfo: { email } };
    yield { row, ready: true, issues: [], warnings: [], cells: [email], lead };
  }
}

export function writeJournal(paths: RunPaths, records: readonly JournalRecord[]): void {
  writeFileSync(paths.journal, records.map(encodeLine).join(""), { mode: 0o600 });
}

export function appendToJournal(paths: RunPaths, text: string | Uint8Array): void {
  appendFileSync(paths.journal, text);
}

export function journalRecords(paths: RunPaths): JournalRecord[] {
  const lines = readFileSync(paths.journal, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    const { crc, ...record } = JSON.parse(line);
    expectText(crc);
    return record;
  });
}

function expectText(value: unknown): void {
  if (typeof value !== "string") throw new Error("a line has no checksum");
}

export const round = (number = 1): JournalRecord => ({
  type: "round",
  round: number,
  command: number === 1 ? "submit" : "resume",
  at: AT,
  concurrency: 2,
  attemptsMax: 5,
});

export const intent = (row: number, attempt = 1): JournalRecord => ({ type: "intent", row, attempt, at: AT });

export const end: JournalRecord = { type: "end", round: 1, at: AT, stop: null };

export function result(row: number, fields: Partial<ResultRecord> = {}): ResultRecord {
  return {
    type: "result",
    row,
    attempt: 1,
    decision: "settled",
    at: AT,
    durationMs: 12.5,
    sent: true,
    httpStatus: 200,
    answer: createdAnswer(row),
    body: "{}",
    bodyComplete: true,
    ...fields,
  };
}

export function createdAnswer(row: number): Answer {
  return { kind: "created", quoteId: `quote-${row}`, loginUrl: `http://127.0.0.1:1/?token=${row}` };
}

/** Every row's status, attempts and whether it may exist, as the files of the run say. */
export async function statesOf({ paths }: SampleRun): Promise<Record<number, string>> {
  const { state } = await Run.read(paths.dir, { isOurs: true });
  const states: Record<number, string> = {};
  for (const row of state.rows()) {
    const { status, maybeCreated, resumable } = state.get(row);
    const marks = [status, maybeCreated && "maybe", resumable && "resumable", `x${state.attempts(row)}`];
    states[row] = marks.filter(Boolean).join(" ");
  }
  return states;
}

export function filesOf({ paths }: SampleRun): string[] {
  return readdirSync(paths.dir).sort();
}
