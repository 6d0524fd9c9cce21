import { Session } from "node:inspector/promises";

/** Code whose branches count: ours that reads files, and the parsers that it uses. */
const COUNTED =
  /\/src\/(?:files|input|lead|mapping|plan|report)\/|\/node_modules\/(?:csv-parse|saxes|yauzl)\//;

/** Tells whether a run of the program reached code, or reached it as often, as no run did before. */
export class CoverageFeedback {
  readonly #session = new Session();
  readonly #seen = new Set<string>();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post("Profiler.enable");
    await this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** Blocks reached so far, each with how often it was reached in one run, in powers of four. */
  get size(): number {
    return this.#seen.size;
  }

  /** Counts what ran since the last call. */
  async hasNew(): Promise<boolean> {
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    const before = this.#seen.size;
    for (const { url, functions } of result) {
      if (!COUNTED.test(url)) continue;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          if (count === 0) continue;
          this.#seen.add(`${url}:${startOffset}:${endOffset}:${Math.floor(Math.log2(count) / 2)}`);
        }
      }
    }
    return this.#seen.size > before;
  }

  stop(): void {
    this.#session.disconnect();
  }
}
