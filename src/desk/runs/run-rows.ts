import { redactTokens } from "../../base/redact.ts";
import { sentence } from "../../base/sentence.ts";
import { linkSecrets } from "../../lead/login-link.ts";
import { buildReport } from "../../report/model/build-report.ts";
import { type ReasonTally, RowTally } from "../../report/model/reason-tally.ts";
import { statusWordsOf } from "../../report/model/report-guidance.ts";
import type { ReportRow, RunReport } from "../../report/model/report-model.ts";
import type { PageData, PageRow } from "../../report/page/page-data.ts";
import { PageRows } from "../../report/page/page-rows.ts";
import { RowFinder, type TabName, type View } from "../../report/page/script/row-view.ts";
import { warningWords, whatWords } from "../../report/page/script/words.ts";
import { NO_CELLS } from "../../run/plan/kept-cells.ts";
import type { FoundRun } from "../../run/run.ts";
import { KeptRuns } from "./kept-runs.ts";

/** A row as the page lists it. It never holds a login link: the page asks for one. */
export interface ListedRow {
  row: number;
  status: string;
  sign: string;
  reference: string;
  name: string;
  email: string;
  quoteId: string;
  hasLink: boolean;
  /** What happened, and what is doubtful, in a line each; empty for nothing. */
  what: string;
  warning: string;
  /** What to do about it, where that is to wait: of a row without an answer. */
  next: string;
  maybeCreated: boolean;
}

/** A status, a reason or a warning that rows can be filtered by. */
export interface FilterKind {
  /** As the query of the rows names it: `failed`, or `3`. */
  name: string;
  /** Of a status; else empty. */
  sign: string;
  /** What it is of, where it is not of the whole row. */
  column: string;
  words: string;
  /** How many of the rows of the tab. */
  count: number;
}

/** What there is to choose among the rows of a tab. */
export interface RowFilters {
  statuses: FilterKind[];
  /** The most harmful first. */
  reasons: FilterKind[];
  warnings: FilterKind[];
}

/** A window of the rows that fit. */
export interface RowWindow {
  /** How many that fit stand before it. */
  from: number;
  rows: ListedRow[];
  /** How many fit, in the window or not. */
  found: number;
}

/** What stands for a link in the rows: that there is one. */
const LINK = "link";
const KINDS_MAX = 100;

/**
 * The rows of a run, to look through: found, filtered and sorted by the very code of the report's page, in memory as that
 * page has them, without links and cells.
 */
export class RunRows {
  readonly #data: PageData;
  readonly #tally: RowTally;
  readonly #finder: RowFinder;
  #last: { key: string; rows: readonly PageRow[] } | null = null;
  /** What to do about a row without an answer. */
  readonly #unknownNext: string;

  private constructor(report: RunReport, data: PageData, tally: RowTally) {
    this.#unknownNext = sentence(statusWordsOf(report)("unknown").next);
    this.#data = data;
    this.#tally = tally;
    this.#finder = new RowFinder(data);
  }

  static async read(report: RunReport): Promise<RunRows> {
    const tally = new RowTally();
    const pageRows = new PageRows(report, tally, () => [], true);
    for await (const batch of report.rows())
      for (const row of batch.map(withoutLink)) {
        tally.add(row);
        pageRows.add(row);
      }
    const data = JSON.parse([...pageRows.json()].join("")) as PageData;
    return new RunRows(report, data, tally);
  }

  /** @param count At most so many, from the first that fits and is not passed over. */
  window(view: View, from: number, count: number): RowWindow {
    const rows = this.#find(view);
    return { from, rows: rows.slice(from, from + count).map((row) => this.#listed(row)), found: rows.length };
  }

  /** What the rows of a tab can be filtered by. */
  filters(tab: TabName): RowFilters {
    const { counts } = this.#finder.contentsOf(tab);
    const occurring = (kinds: readonly FilterKind[], filter: string): FilterKind[] =>
      kinds.flatMap((kind) => {
        const count = counts.get(`${filter}:${kind.name}`) ?? 0;
        return count === 0 ? [] : [{ ...kind, count }];
      });
    const statuses = this.#data.statuses.map(({ name, sign }) => ({
      name,
      sign,
      column: "",
      words: name,
      count: 0,
    }));
    return {
      statuses: occurring(statuses, "status"),
      reasons: occurring(kindsOf(this.#tally.reasons), "issue"),
      warnings: occurring(kindsOf(this.#tally.warnings), "warning"),
    };
  }

  #find(view: View): readonly PageRow[] {
    const key = JSON.stringify({ ...view, statuses: [...view.statuses] });
    if (this.#last?.key !== key) this.#last = { key, rows: this.#finder.find(view) };
    return this.#last.rows;
  }

  #listed(page: PageRow): ListedRow {
    const [row, status, email, reference, quoteId, , , maybe] = page;
    const { name = "", sign = "" } = this.#data.statuses[status] ?? {};
    return {
      row,
      status: name,
      sign,
      reference,
      name: page[13] ?? "",
      email,
      quoteId,
      hasLink: page[14] === LINK,
      what: whatWords(this.#data, page),
      warning: warningWords(this.#data, page),
      next: name === "unknown" ? this.#unknownNext : "",
      maybeCreated: maybe === 1,
    };
  }
}

function kindsOf(tally: ReasonTally): FilterKind[] {
  return tally
    .numberedKinds()
    .slice(0, KINDS_MAX)
    .map(({ number, reason: { column = "", message, count } }) => ({
      name: String(number),
      sign: "",
      column,
      words: message,
      count,
    }));
}

/** A row in which nothing is its login link: what the service said of it may repeat it. */
function withoutLink(whole: ReportRow): ReportRow {
  const { loginUrl, error, issues } = whole;
  const row = { ...whole, cells: NO_CELLS, loginUrl: loginUrl === null ? null : LINK };
  if (loginUrl === null) return row;
  const hide = (text: string): string => redactTokens(text, [loginUrl, ...linkSecrets(loginUrl)]);
  return {
    ...row,
    error: error === null ? null : hide(error),
    issues: issues.map((issue) => ({ ...issue, message: hide(issue.message) })),
  };
}

/** A run that can be read, as it was when it was read. */
export interface ReadRun {
  found: FoundRun;
  report: RunReport;
  /** Read when they are asked for first: a run's head is there sooner. */
  rows(): Promise<RunRows>;
}

/** One that is looked at, and one to compare it with. */
const KEPT_MAX = 2;

/** The runs that were looked at last, as they were read. */
export function lookedAtRuns(): KeptRuns<ReadRun> {
  return new KeptRuns(readRun, KEPT_MAX);
}

/** @throws CliError with exit code 2 when there is no run, 6 when its record is damaged. */
function readRun(found: FoundRun): ReadRun {
  if (!found.run) throw found.problem;
  const report = buildReport(found.run);
  let rows: Promise<RunRows> | undefined;
  return { found, report, rows: () => (rows ??= RunRows.read(report)) };
}
