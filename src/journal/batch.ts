/** Lines that are written and synced together. Whoever appended one waits for all of them. */
export class Batch {
  readonly #lines: { line: string; isResult: boolean }[] = [];
  readonly #settled: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  byteCount = 0;
  resultCount = 0;

  constructor() {
    this.#settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Adds a line, newline included. Resolves once the whole batch is durable. */
  add(line: string, isResult: boolean): Promise<void> {
    this.#lines.push({ line, isResult });
    this.byteCount += Buffer.byteLength(line);
    if (isResult) this.resultCount += 1;
    return this.#settled;
  }

  text(): string {
    return this.#lines.map(({ line }) => line).join("");
  }

  /** The lines that must not be lost even when the others are worth nothing any more. */
  resultText(): string {
    return this.#lines.map(({ line, isResult }) => (isResult ? line : "")).join("");
  }

  resolve(): void {
    this.#resolve();
  }

  reject(error: unknown): void {
    this.#reject(error);
  }
}
