/**
 * The time in which the breaker is open: nothing goes but one lead at a time, on trial. Whoever waits is
 * woken whenever something changes.
 */
export class Recovery {
  #isTrialOffered = false;
  #settleTrial: ((isWell: boolean) => void) | null = null;
  #wake: () => void = () => undefined;
  #changed: Promise<void> = Promise.resolve();

  constructor() {
    this.#renew();
  }

  /** Resolves at the next change. */
  changed(): Promise<void> {
    return this.#changed;
  }

  /** Lets one lead go. Resolves with whether its attempt showed the service to be well. */
  offerTrial(): Promise<boolean> {
    this.#isTrialOffered = true;
    this.#announce();
    return new Promise((resolve) => {
      this.#settleTrial = resolve;
    });
  }

  /** Claims the offered trial; false when there is none, or somebody else has it. */
  takeTrial(): boolean {
    const isMine = this.#isTrialOffered;
    this.#isTrialOffered = false;
    return isMine;
  }

  trialEnded(isWell: boolean): void {
    this.#settleTrial?.(isWell);
    this.#settleTrial = null;
  }

  /** Everybody may look again: the breaker is closed, or the run has stopped. */
  end(): void {
    this.#announce();
  }

  #announce(): void {
    const wake = this.#wake;
    this.#renew();
    wake();
  }

  #renew(): void {
    this.#changed = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
