import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ReportedLead, readReport, readSheet, statusCounts } from "../program/run-files.ts";
import type { ProgramEnd } from "../program/run-program.ts";
import type { Troubles } from "./crash-service.ts";
import { CONCURRENCY, type RunHistory } from "./history-scenario.ts";
import { type JournalStory, type RowStory, readJournalStory } from "./journal-story.ts";

export const TROUBLES: Troubles = {
  leadCount: 48,
  refused: [9, 31],
  taken: [6, 20, 33, 47],
  invalid: [12, 40],
};
const { leadCount, invalid } = TROUBLES;

/** Everything that a run broke of what it promises, judged by the service's own books; empty when all holds. */
export function brokenPromises(crashed: RunHistory, last: ProgramEnd): string[] {
  const journal = readJournalStory(crashed.dir);
  const report = readReport(crashed.dir);
  const { leads } = report;
  return [
    ...journal.wrongs,
    ...wrongEnd(last, report.run.complete),
    ...wrongTotals(leads, report.summary),
    ...leads.flatMap((lead) => wrongLead(lead, crashed, journal.rows.get(lead.row))),
    ...wrongUnknowns(leads, journal),
    ...wrongRequests(leads, crashed, journal),
    ...wrongSheet(leads, crashed.dir),
    ...wrongFiles(crashed.dir),
  ];
}

function wrongEnd(last: ProgramEnd, isComplete: boolean): string[] {
  if (!isComplete) return [`the run never ended: ${last.exitCode} ${last.stderr}`];
  return [0, 1, 5].includes(last.exitCode ?? -1) ? [] : [`exit code ${last.exitCode}: ${last.stderr}`];
}

function wrongTotals(leads: readonly ReportedLead[], summary: Record<string, number>): string[] {
  const { total, maybeCreated, ...counts } = summary;
  const maybeCount = leads.filter((lead) => lead.maybeCreated).length;
  const counted = Object.entries(counts).filter(([, count]) => count > 0);
  const told = statusCounts({
    run: { id: "", dir: "", complete: true, rowsRead: 0, stopReason: null },
    summary,
    leads: [...leads],
  });
  const wrongs: string[] = [];
  if (leads.length !== leadCount || total !== leadCount) wrongs.push(`${leads.length} rows, total ${total}`);
  if (maybeCreated !== maybeCount)
    wrongs.push(`${maybeCreated} may exist by the summary, ${maybeCount} by the rows`);
  if (leads.some(({ row }, index) => row !== index + 2)) wrongs.push("the rows are not in input order");
  if (JSON.stringify(sorted(counted)) !== JSON.stringify(sorted(Object.entries(told))))
    wrongs.push(`the summary says ${JSON.stringify(counted)}, the rows ${JSON.stringify(told)}`);
  return wrongs;
}

function sorted(entries: [string, number][]): [string, number][] {
  return [...entries].sort(([a], [b]) => a.localeCompare(b));
}

/** One row of the report against the service's book and the journal. */
function wrongLead(lead: ReportedLead, crashed: RunHistory, told: RowStory | undefined): string[] {
  const { row, status, email, maybeCreated } = lead;
  const wrongs: string[] = [];
  const say = (wrong: string): void => void wrongs.push(`row ${row} is ${status}: ${wrong}`);
  const isTaken = crashed.takenEmails.has(email ?? "");
  const quotes = crashed.service.sandbox.quotes().filter((quote) => quote.email === email);
  const [quote] = quotes;
  const isOurs = quote !== undefined && !isTaken;

  if (quotes.length > 1) say(`${quotes.length} quotes with one e-mail`);
  if ((status === "invalid") !== invalid.includes(row)) say("wrong local verdict");
  if (status === "invalid" && told) say("it was sent");
  if (status === "pending") say("the run is over");
  if (status === "created") {
    if (!isOurs) say("the service has no such quote of ours");
    if (lead.quoteId !== quote?.quoteId || lead.loginUrl !== quote?.loginUrl)
      say("wrong quote or login link");
    if (maybeCreated) say("and may have been created as well");
  }
  if (told?.created && (status !== "created" || lead.loginUrl !== told.created.loginUrl))
    say("its login link had arrived");
  if (isOurs && status !== "created" && !maybeCreated) say("the service created it, and nothing says so");
  if (isOurs && status !== "created" && !told?.wasCrashed && !told?.hadUnclearAnswer)
    say("the service created it and said so, and the link is lost");
  if (isOurs && ["duplicate", "invalid", "pending"].includes(status)) say("it was created by this run");
  if (maybeCreated && !told?.wasCrashed && !told?.hadUnclearAnswer) say("nothing can have created it");
  if (lead.attempts !== (told?.intentCount ?? 0))
    say(`${lead.attempts} attempts, ${told?.intentCount} intents`);
  return wrongs;
}

/** Links are lost only of what was in flight when the program died. */
function wrongUnknowns(leads: readonly ReportedLead[], { rows, openCounts }: JournalStory): string[] {
  const wrongs = openCounts
    .filter((count) => count > CONCURRENCY)
    .map((count) => `${count} attempts were under way at once`);
  const crashed = leads.filter(({ row, status }) => status === "unknown" && !rows.get(row)?.hadUnclearAnswer);
  const openAtMost = openCounts.reduce((sum, count) => sum + count, 0);
  if (crashed.length > openAtMost)
    wrongs.push(`${crashed.length} unknown leads, ${openAtMost} were in flight`);
  return wrongs;
}

/** Requests at the service against intents in the journal. */
function wrongRequests(
  leads: readonly ReportedLead[],
  crashed: RunHistory,
  { rows }: JournalStory,
): string[] {
  const counts = new Map<string, number>();
  for (const { email = "" } of crashed.service.creates()) counts.set(email, (counts.get(email) ?? 0) + 1);
  const known = new Set(leads.map(({ email }) => email));
  const strange = [...counts.keys()].filter((email) => !known.has(email));
  return [
    ...strange.map((email) => `a request for ${email}, which no row has`),
    ...leads.flatMap(({ row, email }) => {
      const requests = counts.get(email ?? "") ?? 0;
      const sentCount = rows.get(row)?.sentCount ?? 0;
      return requests > sentCount
        ? [`row ${row}: ${requests} requests, the journal knows of ${sentCount}`]
        : [];
    }),
  ];
}

/** The sheet for people says the same as the report for programs. */
function wrongSheet(leads: readonly ReportedLead[], dir: string): string[] {
  const sheet = readSheet(dir, "report.csv");
  return leads.flatMap(({ row, status, loginUrl }, index) => {
    const cells = sheet[index];
    const isSame =
      cells?.leadctl_row === String(row) &&
      cells.leadctl_status === status &&
      cells.leadctl_login_url === (loginUrl ?? "");
    return isSame ? [] : [`report.csv says of row ${row}: ${JSON.stringify(cells)}`];
  });
}

/** Nothing temporary stays, and nobody else can read what does. */
function wrongFiles(dir: string): string[] {
  const lasting =
    /^(plan|journal)\.ndjson$|^journal\.mark$|^people\.index$|^journal\.ndjson\.torn-.*$|^(report|fix)\.(json|csv|html)$/;
  return readdirSync(dir).flatMap((name) => [
    ...(lasting.test(name) ? [] : [`${name} was left behind`]),
    ...((statSync(join(dir, name)).mode & 0o777) === 0o600 ? [] : [`${name} can be read by others`]),
  ]);
}
