import type { Issue } from "../../lead/issue.ts";
import { timeText } from "../../terminal/time-text.ts";
import type { KeptRuns } from "./kept-runs.ts";
import type { RunEntry } from "./run-list.ts";

/** Calls runs as people know them: by the sheet, and when it was sent. Their folders' names are the program's own. */
export class RunNames {
  readonly #entries: KeptRuns<RunEntry>;

  constructor(entries: KeptRuns<RunEntry>) {
    this.#entries = entries;
  }

  /** @param dir The run's folder; also of one that cannot be read, or is gone. */
  async of(dir: string): Promise<string> {
    const { input, startedAt } = await this.#entries.of(dir).catch(() => ({ input: null, startedAt: null }));
    if (input === null) return dir;
    return startedAt === null ? input : `${input} of ${timeText(startedAt)}`;
  }

  /**
   * What names runs in texts in which they stand by their folders.
   *
   * @param texts To which it is put, and no others.
   */
  async naming(texts: readonly string[], dirs: readonly string[]): Promise<(text: string) => string> {
    const told = dirs.filter((dir) => texts.some((text) => text.includes(dir)));
    // The name of one may begin with that of another.
    told.sort((one, other) => other.length - one.length);
    const names = await Promise.all(told.map(async (dir) => [dir, await this.of(dir)] as const));
    return (text) => names.reduce((named, [dir, name]) => named.replaceAll(dir, () => name), text);
  }

  async within(text: string, dirs: readonly string[]): Promise<string> {
    return (await this.naming([text], dirs))(text);
  }

  /** Issues that may say which lead of another run a row may be. */
  inIssues(issues: readonly Issue[]): Promise<Issue[]> {
    return Promise.all(
      issues.map(async (issue) => {
        const { run } = issue.params ?? {};
        const isOfRun = typeof run === "string" && run !== "";
        return isOfRun ? { ...issue, message: await this.within(issue.message, [run]) } : issue;
      }),
    );
  }
}
