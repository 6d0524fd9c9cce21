import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Params } from "../../src/base/finding.ts";

/** What a run leaves behind, read as an outsider would. */

export interface ReportedIssue {
  code: string;
  finding?: string;
  params?: Params;
  message: string;
  path: string[];
  validation?: string;
  column?: string;
  cell?: string;
}

export interface ReportedLead {
  row: number;
  status: string;
  affiliateId: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  quoteId: string | null;
  loginUrl: string | null;
  httpStatus: number | null;
  attempts: number;
  issues: ReportedIssue[];
  error: string | null;
  maybeCreated: boolean;
  resolved: { word: string; loginUrl: string | null } | null;
}

export interface Report {
  run: {
    id: string;
    dir: string;
    complete: boolean;
    rowsRead: number;
    baseUrl?: string;
    stopReason: string | null;
  };
  summary: Record<string, number>;
  leads: ReportedLead[];
}

export function readReport(dir: string): Report {
  return JSON.parse(readFileSync(join(dir, "report.json"), "utf8"));
}

/** A sheet of a run by its header's names. */
export function readSheet(dir: string, name: string, delimiter = ","): Record<string, string>[] {
  return parse(readFileSync(join(dir, name)), { bom: true, columns: true, delimiter });
}

export interface JournalLine {
  type: string;
  row?: number;
  attempt?: number;
  httpStatus?: number | null;
  body?: string | null;
}

export function readJournal(dir: string): JournalLine[] {
  const lines = readFileSync(join(dir, "journal.ndjson"), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

export interface EventLine {
  v: number;
  event: string;
  [field: string]: unknown;
}

/** What a command with `--progress json` wrote to stderr. */
export function readEvents(stderr: string): EventLine[] {
  const lines = stderr.trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** How many leads each status has, of those that occur. */
export function statusCounts(report: Report): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of report.leads) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The statuses of a summary that are not zero, without the total. */
export function countedStatuses({
  total: _total,
  maybeCreated: _maybe,
  dismissed: _out,
  ...counts
}: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** The only run below a folder's `leadctl-runs`. */
export function onlyRun(folder: string): string {
  const names = readdirSync(join(folder, "leadctl-runs"), { withFileTypes: true });
  const [name, ...others] = names.filter((each) => each.isDirectory()).map((each) => each.name);
  if (name === undefined || others.length > 0)
    throw new Error(`not one run: ${[name, ...others].join(", ")}`);
  return join(folder, "leadctl-runs", name);
}

/** Every file below a folder, with its bytes as text. */
export function allFiles(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, "latin1") }));
}

/** The commands that a summary tells to type next, in order: each stands alone on its line. */
export function stepsOf(stderr: string): string[] {
  const commands = [...stderr.matchAll(/^ {2,4}((?:npx )?leadctl .*)$/gm)].map(
    ([, command]) => command ?? "",
  );
  return commands.filter((command) => !command.endsWith(" --all"));
}
