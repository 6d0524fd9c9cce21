/**
 * How long `resume` takes to send its first request, and how much memory it needs, for a run of a million rows
 * of which nearly all are settled. It makes the run's folder as the program would have left it, starts a
 * sandbox, and resumes.
 *
 * Run with `node bench/large-run.ts [rows] [settled rows]` (Node 22.18 or later), or through a TypeScript loader,
 * after `npm run build`. To hold: the first request within 15 s, never more than 400 MB.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "../src/files/durable-file.ts";
import { encodeLine } from "../src/journal/line.ts";
import type { JournalRecord, RunRecord } from "../src/journal/record.ts";
import type { PlannedRow } from "../src/plan/plan-record.ts";
import { writePlanFile } from "../src/plan/write-plan.ts";
import { startSandbox } from "../src/sandbox/sandbox.ts";

const ROW_COUNT = Number(process.argv[2] ?? 1_000_000);
const SETTLED_COUNT = Number(process.argv[3] ?? ROW_COUNT * 0.99);
const PROGRAM = join(process.cwd(), "bin", "leadctl.js");
const AT = "2026-01-02T03:04:05.678Z";
const POLL_MS = 50;

function plannedRow(row: number): PlannedRow {
  const email = `applicant-${row}@example.com`;
  const address = { street: `${row} Fern Hollow Way`, city: "Seattle", state: "WA", zip: "98115" };
  const lead = {
    affiliateId: `HB-${row}`,
    buildingType: "singleFamily",
    loanPurpose: "homeImprovement",
    propertyUsage: "primaryResidence",
    contactInfo: { firstName: "Jane", lastName: "Doe", email, phone: "+1-206-555-0100" },
    address: { ...address, county: "King" },
    residentialAddress: address,
    listedForSaleIn6Months: false,
    purchasedOrSubjectToMortgageIn6Months: false,
    liabilitiesIn4Years: false,
  };
  const home = Object.values(address);
  const { firstName, lastName, phone } = lead.contactInfo;
  const kinds = [lead.buildingType, "", lead.loanPurpose, lead.propertyUsage];
  const cells = [lead.affiliateId, ...kinds, firstName, lastName, email, phone, ...home, "King", "", ...home];
  const declarations = ["", "", "no", "no", "no"];
  const leadText = JSON.stringify(lead);
  return { row, ready: true, issues: [], warnings: [], cells: [...cells, ...declarations], leadText };
}

async function* plannedRows(): AsyncGenerator<PlannedRow> {
  for (let row = 2; row < ROW_COUNT + 2; row++) yield plannedRow(row);
}

function* settledRow(row: number): Generator<JournalRecord> {
  const token = Buffer.from(`quote-${row}`).toString("base64url").repeat(8);
  const loginUrl = `https://service.example.com/api/auth/callback/credentials?token=${token}`;
  const quoteId = `00000000-0000-4000-8000-${String(row).padStart(12, "0")}`;
  yield { type: "intent", row, attempt: 1, at: AT };
  yield {
    type: "result",
    row,
    attempt: 1,
    at: AT,
    durationMs: 123.4,
    sent: true,
    httpStatus: 200,
    answer: { kind: "created", quoteId, loginUrl },
    decision: "settled",
    body: JSON.stringify({ success: true, quoteId, loginUrl }),
    bodyComplete: true,
  };
}

async function* journalText(run: RunRecord): AsyncGenerator<string> {
  yield encodeLine(run);
  yield encodeLine({ type: "round", round: 1, command: "submit", at: AT, concurrency: 8, attemptsMax: 5 });
  for (let row = 2; row < SETTLED_COUNT + 2; row++) yield Array.from(settledRow(row), encodeLine).join("");
}

async function makeRun(dir: string, baseUrl: string): Promise<void> {
  const counts = { rowsRead: ROW_COUNT, total: ROW_COUNT, ready: ROW_COUNT };
  const columns = Array.from({ length: 24 }, (_, index) => ({ name: `Column ${index + 1}` }));
  const { sha256: planSha256 } = await writePlanFile(
    join(dir, "plan.ndjson"),
    { type: "plan", version: 1, name: "large.csv", format: "csv", delimiter: ",", createdAt: AT },
    plannedRows(),
    () => ({ ...counts, columns, places: {}, notices: [] }),
  );
  const run: RunRecord = {
    type: "run",
    version: 1,
    id: "large",
    baseUrl,
    partner: "bench",
    planSha256,
    at: AT,
  };
  await replaceFile(join(dir, "journal.ndjson"), journalText(run));
}

/** The most memory that a process had resident so far, in MB; 0 when it is gone. Linux only. */
function peakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function resume(dir: string, env: Record<string, string>, firstAnswer: () => number): Promise<void> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, [PROGRAM, "resume", dir, "--quiet", "--json"], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  let peak = 0;
  let peakBefore = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMegabytes(child.pid ?? 0));
    if (firstAnswer() === 0) peakBefore = peak;
  }, POLL_MS);
  const [exitCode] = await once(child, "exit");
  clearInterval(timer);
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  console.log(`exit code ${exitCode} after ${seconds(performance.now() - startedAtMs)}`);
  console.log(
    `first answer after ${seconds(firstAnswer() - startedAtMs)}, at most ${peakBefore.toFixed(0)} MB until then`,
  );
  console.log(`at most ${peak.toFixed(0)} MB in all`);
}

const dir = mkdtempSync(join(tmpdir(), "leadctl-large-"));
let firstAnswerAtMs = 0;
const sandbox = await startSandbox({
  keys: ["bench-key"],
  keepLeads: false,
  log: () => {
    firstAnswerAtMs ||= performance.now();
  },
});
try {
  await makeRun(dir, sandbox.url);
  for (const name of ["plan.ndjson", "journal.ndjson"]) {
    console.log(`${name}: ${(statSync(join(dir, name)).size / 2 ** 20).toFixed(0)} MB`);
  }
  await resume(dir, { LEADCTL_API_KEY: "bench-key" }, () => firstAnswerAtMs);
} finally {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
}
