import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect } from "vitest";
import { EXIT } from "../../../src/base/exit-codes.ts";
import { leads } from "../../program/lead-sheet.ts";
import { allFiles, type Report, readReport } from "../../program/run-files.ts";
import { environmentFor, freshFolder, type ProgramEnd, runProgram } from "../../program/run-program.ts";
import { sheetFolder } from "../../program/started.ts";
import { loginUrlFor, quoteIdFor, TOKEN } from "./attack.ts";
import type { HostileServer } from "./hostile-server.ts";

/** What people may tell scripts apart by; 70 would be a bug of ours. */
const DOCUMENTED: ReadonlySet<number | null> = new Set([
  EXIT.ok,
  EXIT.notAllCreated,
  EXIT.usage,
  EXIT.refusedTarget,
  EXIT.incomplete,
  EXIT.uncertain,
]);
const MEMORY_MB_MAX = 400;
/** Of the tests' machine, which may be busy with anything, to start the program and to write its reports. */
const SLACK_MS = 60_000;
/** All the pauses in which a run looks whether the service is well again, and what those looks may take. */
const PAUSES_MS = 155_000 + 5 * 10_000;
/** The only files of a run that hold login links. */
const LINK_FILES = /^(journal\.ndjson(\.torn-.*)?|report\.(json|csv))$/;

/** An address or a phone number of the sheet's people; smoke has its own, which is nobody's. */
const PERSONAL = /applicant-\d+@|617-555-(?!0100)/;

const METER = fileURLToPath(new URL("../../program/report-peak-memory.mjs", import.meta.url));

export interface OrdealOptions {
  leadCount: number;
  /** Of one request. */
  timeoutMs: number;
  concurrency?: number;
  /** Whether the server told an address these ids; default: they hold those that named attacks give it. */
  isGranted?(email: string, ids: Ids): boolean;
}

export interface Ids {
  quoteId: string;
  loginUrl: string;
}

/** One run against a hostile server, and the folder that it left. */
export interface Ordeal {
  cwd: string;
  dir: string;
  end: ProgramEnd;
  report: Report;
}

/** Sends a sheet to a hostile server, and makes sure that nothing came of it but an honest run. */
export async function submitTo(server: HostileServer, options: OrdealOptions): Promise<Ordeal> {
  const { leadCount, timeoutMs, concurrency = 2 } = options;
  const cwd = sheetFolder(leads(leadCount));
  const dir = join(cwd, "run");
  const flags = `--out run --attempts 2 --retry-base 1ms --concurrency ${concurrency}`.split(" ");
  const deadlineMs = (leadCount * 2 * timeoutMs) / concurrency + PAUSES_MS + SLACK_MS;
  const end = await run(
    ["submit", "leads.csv", "--timeout", `${timeoutMs}ms`, ...flags],
    server,
    cwd,
    deadlineMs,
  );
  expectHonestLeads(readReport(dir), options);
  return { cwd, dir, end, report: readReport(dir) };
}

/** Runs any command against a hostile server: it ends in time, with a code that is documented, in bounds, in silence. */
export async function run(
  args: readonly string[],
  server: HostileServer,
  cwd: string,
  deadlineMs: number,
): Promise<ProgramEnd> {
  const meter = join(freshFolder(), "peak");
  const end = await runProgram(args, {
    cwd,
    env: { ...environmentFor(server.url), PEAK_FILE: meter },
    nodeArgs: ["--import", METER],
    timeoutMs: deadlineMs,
  });
  const story = `leadctl ${args.join(" ")}\n${end.stdout}${end.stderr}`.slice(0, 5_000);
  expect(DOCUMENTED, `${end.exitCode} of ${story}`).toContain(end.exitCode);
  expect(Number(readFileSync(meter, "utf8")) / 1024, story).toBeLessThan(MEMORY_MB_MAX);
  expect(server.elsewhereCount(), "requests to where a redirect led").toBe(0);
  expectQuiet(end.stdout + end.stderr, story);
  return end;
}

/** Nothing that a terminal acts on, no credential, nobody's data. (The key is looked for after every run.) */
export function expectQuiet(text: string, story: string): void {
  expect(text, story).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/,
  );
  expect(text, story).not.toMatch(/bearer (?!\*\*\*|\[key\])[\w.]/i);
  expect(text, story).not.toContain(TOKEN);
  expect(text, story).not.toMatch(PERSONAL);
}

/** A lead counts as created only by ids that it was told, both whole. Of another one, what arrived may be kept, of nobody else. */
function expectHonestLeads({ leads: reported, summary }: Report, options: OrdealOptions): void {
  const { leadCount, isGranted = isOwn } = options;
  expect(reported).toHaveLength(leadCount);
  expect(summary.total).toBe(leadCount);
  for (const { status, email, quoteId, loginUrl } of reported) {
    if (status !== "created") {
      const own = email?.split("@")[0] ?? "";
      const others = `${quoteId} ${loginUrl}`
        .match(/applicant-\d+/g)
        ?.filter((name) => !own.startsWith(name));
      expect(others ?? [], `${email} is told to have ${quoteId} and ${loginUrl}`).toEqual([]);
    } else {
      const ids = { quoteId: quoteId ?? "", loginUrl: loginUrl ?? "" };
      expect(isGranted(email ?? "", ids), `${email} is told to have ${JSON.stringify(ids)}`).toBe(true);
    }
  }
}

/** An id may be a number, too; the link is the lead's own. */
function isOwn(email: string, { quoteId, loginUrl }: Ids): boolean {
  const isOwnId = quoteId.includes(quoteIdFor(email)) || /^\d+$/.test(quoteId);
  return isOwnId && loginUrl.includes(loginUrlFor(email));
}

/** What lies in the folder can be read by every command, and is safe to open and to share where it says so. */
export async function expectReadable({ cwd, dir }: Ordeal): Promise<void> {
  const read = async (...args: string[]): Promise<ProgramEnd> => {
    const end = await runProgram(args, { cwd });
    expect(end.exitCode, `${args.join(" ")}: ${end.stderr}`).toBe(0);
    expectQuiet(end.stderr, args.join(" "));
    return end;
  };
  const [told, junit] = await Promise.all([
    read("explain", "run", "3"),
    read("report", "run", "--format", "junit", "--output", "run.xml", "--quiet"),
    read("report", "run", "--format", "markdown", "--output", "run.md", "--quiet"),
    read("explain", "run", "3", "--json"),
  ]);
  expectQuiet(told.stdout.replace(/applicant-\d+@example\.com|\+1-617-555-\d+/g, ""), "explain");
  expect(junit.stdout).toBe("");
  const xml = readFileSync(join(cwd, "run.xml"), "utf8");
  expect(XMLValidator.validate(xml)).toBe(true);
  new XMLParser().parse(xml);
  for (const name of ["run.xml", "run.md", join("run", "report.html")]) expectShareSafe(join(cwd, name));
  for (const { path, text } of allFiles(dir)) {
    if (LINK_FILES.test(basename(path))) continue;
    expect(text.includes(TOKEN), `a login link in ${path}`).toBe(false);
  }
}

function expectShareSafe(path: string): void {
  const text = readFileSync(path, "utf8");
  expect(text, path).not.toMatch(PERSONAL);
  expect(text, path).not.toContain(TOKEN);
  // The page's own elements: everything else that looks like one has to be text.
  expect(text, path).not.toMatch(/<script>alert|<img src=x|<svg\/onload|<h1[^>]*>\s*<script/i);
}

/** Goes on with a run, as a person would who suspects nothing. */
export function goOn(ordeal: Ordeal, server: HostileServer, options: OrdealOptions): Promise<void> {
  return nextRound(["resume", "run"], ordeal, server, options);
}

/** Sends again what failed or is not known. */
export function sendAgain(ordeal: Ordeal, server: HostileServer, options: OrdealOptions): Promise<void> {
  return nextRound(["replay", "run", "--status", "failed,unknown"], ordeal, server, options);
}

async function nextRound(
  command: readonly string[],
  { cwd, dir }: Ordeal,
  server: HostileServer,
  options: OrdealOptions,
): Promise<void> {
  const { leadCount, timeoutMs } = options;
  const limits = ["--timeout", `${timeoutMs}ms`, "--attempts", "1", "--concurrency", "1"];
  await run([...command, ...limits], server, cwd, leadCount * timeoutMs + PAUSES_MS + SLACK_MS);
  expect(existsSync(join(dir, "run.lock"))).toBe(false);
  expectHonestLeads(readReport(dir), options);
}
