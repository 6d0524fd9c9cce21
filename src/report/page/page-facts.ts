import { BitSet } from "../../base/growable.ts";
import { AttemptLog } from "../model/attempt-log.ts";
import { RowTally } from "../model/reason-tally.ts";
import type { ReportRow, RunReport } from "../model/report-model.ts";
import { sharedRow } from "../model/share-safe.ts";
import { Timeline } from "../model/timeline.ts";
import { PageRows } from "./page-rows.ts";

/** From so many attempts on, rows are counted together. */
const ATTEMPTS_SHOWN_MAX = 10;

/** More would make a page that browsers are slow with. */
export const PAGE_ROWS_MAX = 50_000;

/**
 * What has to be known of a run before its page can be written: gathered from one pass over the journal, and then one
 * over the rows, which whoever writes other reports makes anyway.
 */
export class PageFacts {
  readonly tally = new RowTally();
  readonly timeline = new Timeline();
  /** Rows by number of attempts; the last entry counts all above. */
  readonly rowsByAttempts = new Array<number>(ATTEMPTS_SHOWN_MAX + 1).fill(0);
  /** Rows in the page's table, by whether they were created. */
  readonly shownCounts = { created: 0, others: 0 };
  readonly isRevealing: boolean;
  readonly rows: PageRows;
  readonly #shown = new BitSet();
  readonly #log: AttemptLog;

  private constructor(report: RunReport, isRevealing: boolean) {
    this.isRevealing = isRevealing;
    this.#log = new AttemptLog((row) => this.#shown.has(row), isRevealing);
    this.rows = new PageRows(report, this.tally, (row) => this.#log.attemptsOf(row), isRevealing);
  }

  /**
   * Chooses the rows of the page's table, and reads the journal. The rows themselves are to be added afterwards.
   *
   * @param rowsMax How many rows the table may hold. Those that were not created come first, then as many others as fit.
   */
  static async begin(report: RunReport, isRevealing: boolean, rowsMax = PAGE_ROWS_MAX): Promise<PageFacts> {
    const facts = new PageFacts(report, isRevealing);
    facts.#choose(report, rowsMax);
    await report.scanJournal((record) => {
      facts.timeline.add(record);
      facts.#log.add(record);
    });
    return facts;
  }

  /** Takes a row in; in input order. */
  addRow(row: ReportRow): void {
    const attempts = Math.min(row.attempts, ATTEMPTS_SHOWN_MAX);
    this.rowsByAttempts[attempts] = (this.rowsByAttempts[attempts] ?? 0) + 1;
    const isShown = this.#shown.has(row.row);
    if (!isShown && !hasText(row)) return;
    const rendered = this.isRevealing ? row : sharedRow(row);
    this.tally.add(rendered);
    if (isShown) this.rows.add(rendered);
  }

  get shownCount(): number {
    return this.shownCounts.created + this.shownCounts.others;
  }

  #choose(report: RunReport, rowsMax: number): void {
    const { created, total } = report.summary;
    const othersRoom = Math.min(rowsMax, total - created);
    const room = { created: rowsMax - othersRoom, others: othersRoom };
    for (const { row, status } of report.outcomes()) {
      const group = status === "created" ? "created" : "others";
      if (this.shownCounts[group] >= room[group]) continue;
      this.shownCounts[group] += 1;
      this.#shown.add(row);
    }
  }
}

/** Most rows have nothing to say. */
function hasText({ issues, warnings, error }: ReportRow): boolean {
  return issues.length > 0 || warnings.length > 0 || error !== null;
}
