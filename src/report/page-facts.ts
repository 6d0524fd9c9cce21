import { AttemptLog, type LoggedAttempt } from "./attempt-log.ts";
import { maskedRow } from "./mask.ts";
import { RowTally } from "./row-tally.ts";
import type { RunStory, StoryRow } from "./story.ts";
import { Timeline } from "./timeline.ts";

/** More would make a page that browsers are slow with. */
export const PAGE_ROWS_MAX = 50_000;
const ATTEMPTS_TOLD_MAX = 10;

/**
 * What has to be known of a run before its page can be written: gathered from one pass over the rows, which
 * whoever writes other reports makes anyway, and one over the journal.
 */
export class PageFacts {
  readonly tally = new RowTally();
  readonly timeline = new Timeline();
  /** Rows by number of attempts; the last entry counts all above. */
  readonly rowsByAttempts = new Array<number>(ATTEMPTS_TOLD_MAX + 1).fill(0);
  /** Rows in the page's table, by whether they were created. */
  readonly shownCounts = { created: 0, others: 0 };
  readonly isRevealing: boolean;
  readonly #createdRoom: number;
  readonly #otherRoom: number;
  readonly #shown = new Set<number>();
  readonly #log = new AttemptLog((row) => this.#shown.has(row));

  /** @param rowsMax How many rows the page's table may hold. */
  constructor({ summary }: RunStory, isRevealing: boolean, rowsMax = PAGE_ROWS_MAX) {
    this.isRevealing = isRevealing;
    this.#otherRoom = Math.min(rowsMax, summary.total - summary.created);
    this.#createdRoom = rowsMax - this.#otherRoom;
  }

  /** Takes a row in; in input order. Rows that were not created come into the table first, then as many others as fit. */
  addRow(row: StoryRow): void {
    if (hasText(row)) this.tally.add(this.isRevealing ? row : maskedRow(row).row);
    const attempts = Math.min(row.attempts, ATTEMPTS_TOLD_MAX);
    this.rowsByAttempts[attempts] = (this.rowsByAttempts[attempts] ?? 0) + 1;
    const [group, room] =
      row.status === "created"
        ? (["created", this.#createdRoom] as const)
        : (["others", this.#otherRoom] as const);
    if (this.shownCounts[group] >= room) return;
    this.shownCounts[group] += 1;
    this.#shown.add(row.row);
  }

  /** To be called once, after the last row. */
  async readJournal(story: RunStory): Promise<void> {
    await story.scanJournal((record) => {
      this.timeline.add(record);
      this.#log.add(record);
    });
  }

  /** Whether a row is in the page's table. */
  isShown(row: number): boolean {
    return this.#shown.has(row);
  }

  get shownCount(): number {
    return this.#shown.size;
  }

  attemptsOf(row: number): LoggedAttempt[] {
    return this.#log.attemptsOf(row);
  }
}

/** Most rows have nothing to say, and masking costs. */
function hasText({ issues, warnings, error }: StoryRow): boolean {
  return issues.length > 0 || warnings.length > 0 || error !== null;
}
