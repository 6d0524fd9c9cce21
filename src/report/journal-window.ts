import { LineWindow } from "../base/read-lines.ts";
import { journalError } from "../run/journal-error.ts";
import { decodeScannedLine } from "../run/journal-line.ts";
import type { ResultRecord } from "../run/journal-record.ts";

/** Reads single results of a journal by their offset. Rows are settled roughly in input order. */
export class JournalWindow {
  readonly #path: string;
  readonly #lines: LineWindow;

  constructor(path: string) {
    this.#path = path;
    this.#lines = new LineWindow(path);
  }

  /**
   * The result whose line begins at an offset.
   *
   * @throws CliError with exit code 6 when it is not there: a report must not say less than the journal held.
   */
  resultAt(offset: number): ResultRecord {
    const record = decodeScannedLine(this.#lines.lineAt(offset));
    if (record?.type === "result") return record;
    throw journalError(
      "journal-changed",
      `${this.#path} has changed since it was read: there is no answer at byte ${offset}`,
      "Something else writes to the run's folder. Stop it, then try again.",
    );
  }

  close(): void {
    this.#lines.close();
  }
}
