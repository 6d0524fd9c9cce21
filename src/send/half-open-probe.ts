import type { Notifier } from "./notifier.ts";

/** The time in which the breaker is open: nothing goes but one lead at a time, on trial. */
export class Recovery {
  readonly #changes: Notifier;
  #isTrialOffered = false;
  #settleTrial: ((isWell: boolean) => void) | null = null;

  /** @param changes Woken when a trial is offered, so that whoever waits looks again. */
  constructor(changes: Notifier) {
    this.#changes = changes;
  }

  /** Lets one lead go. Resolves with whether its attempt showed the service to be well. */
  offerTrial(): Promise<boolean> {
    this.#isTrialOffered = true;
    return new Promise((resolve) => {
      this.#settleTrial = resolve;
      this.#changes.wake();
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
}
