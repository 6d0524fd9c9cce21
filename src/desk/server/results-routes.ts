import * as z from "zod";
import { redactTokens, tokenPattern } from "../../base/redact.ts";
import { emailKey } from "../../lead/email.ts";
import { linkSecrets } from "../../lead/login-link.ts";
import { deskActionText, statusText } from "../../outcome/guidance-texts.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import { buildReport } from "../../report/model/build-report.ts";
import { type Explanation, explainFound, redactionFor, rowDocument } from "../../report/model/explanation.ts";
import { doneText, resultOf } from "../../report/model/headline.ts";
import type { RunReport } from "../../report/model/report-model.ts";
import { RowLister } from "../../report/page/fill-row-list.ts";
import {
  COLUMN_TITLES,
  type ColumnName,
  type RowList,
  type RowWindow,
  TABS,
} from "../../report/page/row-list.ts";
import { shownStatuses } from "../../report/text/shown-status.ts";
import { type FoundRun, Run } from "../../run/run.ts";
import type { RunRow } from "../../run/run-row.ts";
import type { Target } from "../../settings/target.ts";
import { safeLines, safeText } from "../../terminal/safe-text.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import { KeptRuns } from "../runs/kept-runs.ts";
import { pageSteps } from "../runs/page-steps.ts";
import type { DeskPlace } from "../runs/places.ts";
import { runEntry } from "../runs/run-list.ts";
import { findRunHere, runsHere } from "../runs/runs-here.ts";
import { type DeskRoute, onGet, onPost } from "./router.ts";

/** A run, as its page begins. */
export type RunHead = Awaited<ReturnType<typeof headOf>>;
/** What a run came to. */
export type RunResults = ReturnType<typeof resultsOf>;
/** The links of some rows. */
export type RowLinks = Awaited<ReturnType<typeof linksOf>>;

/** More rows than that are not a window. */
const WINDOW_MAX = 500;

const RowsQuery = z.object({
  from: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(1).max(WINDOW_MAX).default(100),
  tab: z.enum(TABS).default("all"),
  text: z.string().max(1_000).default(""),
  filters: z.array(z.string().max(100)).max(100),
  sort: z.enum(Object.keys(COLUMN_TITLES) as [ColumnName]).default("row"),
  isDescending: z.stringbool().default(false),
});

const LinksRequest = z.strictObject({
  confirmed: z.literal(true),
  rows: z.array(z.int().positive()).min(1).max(WINDOW_MAX),
});

/** What a run came to: its head, its rows in windows, a row's story, and login links, where somebody asks for them. */
export function resultsRoutes(desk: Desk): DeskRoute[] {
  const shelf = new KeptRuns((found) => readRun(found, desk), KEPT_MAX);
  const open = async ({ params }: { params: { run: string } }): Promise<ReadRun> =>
    shelf.of(await findRunHere(params.run, desk));
  return [
    onGet("/api/runs/:run", ({ params }) => headOf(params.run, shelf, desk)),
    onGet("/api/runs/:run/rows", async (request) => windowOf(await open(request), request.query)),
    onGet("/api/runs/:run/rows/:row", ({ params }) => rowStory(params.run, params.row, desk)),
    revealing(
      onPost("/api/runs/:run/links", LinksRequest, async ({ rows }, request) =>
        linksOf(await open(request), new Set(rows)),
      ),
    ),
  ];
}

/** A person has asked for login links: they stay in its answer. */
function revealing(route: DeskRoute): DeskRoute {
  return { ...route, handle: async (request) => ({ ...(await route.handle(request)), reveals: true }) };
}

/** While the desk sends it, only the round is told: under way in this desk, or the last one of it that ended here. */
async function headOf(run: string, shelf: KeptRuns<ReadRun>, desk: Desk) {
  const round = desk.rounds.lastOf(run);
  // To read all of it while it grows would slow the sending down.
  if (round?.start && !round.end)
    return { run, round, place: await placeOf(round.start?.target ?? null, desk), results: null };
  const read = await shelf.of(await findRunHere(run, desk));
  // Another process may have sent a later round of it.
  const isLast = !round?.end || round.end.at >= (read.found.run?.rounds.at(-1)?.at ?? "");
  return {
    run,
    round: isLast ? round : null,
    place: await placeOf(read.report.run.target, desk),
    results: resultsOf(read),
  };
}

/** By the name that it has here; null where it is not known yet. */
async function placeOf(target: Target | null, { places }: Desk): Promise<DeskPlace | null> {
  return target && places.placeOf(target);
}

async function windowOf(run: ReadRun, asked: URLSearchParams): Promise<RowWindow> {
  const query = { ...Object.fromEntries(asked), filters: asked.getAll("filter") };
  const { count, ...view } = RowsQuery.parse(query);
  return (await run.rows()).window(view, count);
}

function resultsOf({ found, report }: ReadRun) {
  const { run, summary } = report;
  const entry = runEntry(found);
  const isDone = summary.total > 0 && entry.steps.length === 0;
  return {
    ...entry,
    input: safeText(run.input),
    result: resultOf(report),
    action: entry.action ?? (isDone ? `${doneText(summary, false)}.` : null),
    summary,
    statuses: shownStatuses(report),
  };
}

/** Read from the run's files each time: no link lies in memory. */
async function linksOf({ report }: ReadRun, rows: ReadonlySet<number>) {
  const links: { row: number; loginUrl: string }[] = [];
  for await (const batch of report.rows((row) => rows.has(row)))
    for (const { row, loginUrl } of batch) if (loginUrl !== null) links.push({ row, loginUrl });
  return { links };
}

/** A row's whole story, as `explain --json` tells it, and what to do. It holds no login link. */
export type RowStory = ReturnType<typeof storyOf>["told"];

/**
 * Explains one row of a run.
 *
 * @param number As it stands in an address.
 * @throws CliError where the run cannot be read, or has no such row.
 */
async function rowStory(run: string, number: string, desk: Desk): Promise<RowStory> {
  const row = Number(number);
  const found = await Run.inspect(await findRunHere(run, desk), { rows: [row] });
  if (found.problem) throw found.problem;
  const isThere = Number.isSafeInteger(row) && row > 0 && found.run?.state.has(row);
  const [explanation] = isThere ? explainFound(found) : [];
  if (!explanation) throw deskError("row-not-in-run", { row: number });
  const { told, redact } = storyOf(explanation);
  const texts: string[] = [];
  JSON.stringify(told, (_key, part: unknown) => {
    if (typeof part === "string") texts.push(part);
    return part;
  });
  const named = await desk.runNames.naming(texts, (await runsHere(desk)).dirs);
  return inert(told, (text) => named(redact(text)));
}

/** What stands for a thing, and is read by nobody. */
const ADDRESSES: ReadonlySet<string> = new Set(["dir", "path", "to"]);

function storyOf(explanation: Explanation) {
  const { guidance, row } = explanation;
  const redaction = { reveal: false, known: new Set([emailKey(row.applicant.email ?? "")]) };
  const { meaning, action, nextSteps } = guidance;
  const { firstName, lastName } = row.applicant;
  const story = rowDocument(explanation, redaction);
  const told = {
    /** What happened, in a few words. */
    headline: statusText(row.state),
    meaning: toldText(meaning),
    // Where the link of a created lead is: beside it.
    action: row.state.status === "created" ? null : deskActionText(action) || null,
    steps: pageSteps(nextSteps),
    name: [firstName, lastName].filter((part) => part !== null).join(" "),
    /** There is a login link, to be asked for. */
    hasLink: story.loginUrlWithheld,
    story,
  };
  return { told, redact: redactionFor([explanation], redaction) };
}

/** The same with every text redacted, inert and visible, whoever wrote it; what the service said keeps its lines. */
function inert<T>(value: T, redact: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) => {
    if (typeof part !== "string") return part;
    if (ADDRESSES.has(key)) return part;
    const text = redact(part);
    return key === "body" ? safeLines(text).join("\n") : safeText(text);
  });
}

/** What stands for a link in the rows: that there is one. */
const LINK = "link";

/** The rows of a run, to look through, without links and cells. */
async function listRows(report: RunReport, { runNames }: Desk): Promise<RowList> {
  const lister = new RowLister(false);
  for await (const batch of report.rows())
    for (const whole of batch) {
      const row = withoutLink(whole);
      lister.add(row.issues.length === 0 ? row : { ...row, issues: await runNames.inIssues(row.issues) });
    }
  return lister.list();
}

/** A row in which nothing is its login link: what the service said of it may repeat it. */
function withoutLink(whole: RunRow): RunRow {
  const { loginUrl, error, issues } = whole;
  const row = { ...whole, cells: [], loginUrl: loginUrl === null ? null : LINK };
  if (loginUrl === null) return row;
  const tokens = error === null && issues.length === 0 ? [] : [loginUrl, ...linkSecrets(loginUrl)];
  const known = tokens.map(tokenPattern);
  const hide = (text: string): string => redactTokens(text, known);
  return {
    ...row,
    error: error === null ? null : hide(error),
    issues: issues.map((issue) => ({ ...issue, message: hide(issue.message) })),
  };
}

/** A run that can be read, as it was when it was read. */
interface ReadRun {
  found: FoundRun;
  report: RunReport;
  /** Read when they are asked for first: a run's head is there sooner. */
  rows(): Promise<RowList>;
}

/** One that is looked at, and one to compare it with. */
const KEPT_MAX = 2;

/** @throws CliError with exit code 2 when there is no run, 6 when its record is damaged. */
function readRun(found: FoundRun, desk: Desk): ReadRun {
  if (!found.run) throw found.problem;
  const report = buildReport(found.run);
  let rows: Promise<RowList> | undefined;
  return { found, report, rows: () => (rows ??= listRows(report, desk)) };
}
