/** Wakes everybody who waits for the next change of something. */
export class WakeUp {
  #next: Promise<void> = Promise.resolve();
  #resolve: () => void = () => undefined;

  constructor() {
    this.#renew();
  }

  /** Resolves at the next `wake`. */
  next(): Promise<void> {
    return this.#next;
  }

  wake(): void {
    const resolve = this.#resolve;
    this.#renew();
    resolve();
  }

  #renew(): void {
    this.#next = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }
}
