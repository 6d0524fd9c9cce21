/** Wakes everybody who waits for the next change of something. */
export class Notifier {
  #waiting: (() => void)[] = [];

  /** Resolves at the next `wake`. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  wake(): void {
    if (this.#waiting.length === 0) return;
    const woken = this.#waiting;
    this.#waiting = [];
    for (const resolve of woken) resolve();
  }
}
