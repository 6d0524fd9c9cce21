import { LineWindow } from "../files/line-window.ts";
import { decodeLine } from "../journal/line.ts";
import type { ResultRecord } from "../journal/record.ts";

/** Reads single results of a journal by their offset. Rows are settled roughly in input order. */
export class JournalWindow {
  readonly #lines: LineWindow;

  constructor(path: string) {
    this.#lines = new LineWindow(path);
  }

  /** The result whose line begins at an offset; undefined when there is none. */
  resultAt(offset: number): ResultRecord | undefined {
    const record = decodeLine(this.#lines.lineAt(offset));
    return record?.type === "result" ? record : undefined;
  }

  close(): void {
    this.#lines.close();
  }
}
