import { setMaxListeners } from "node:events";
import type { Clock } from "../base/clock.ts";
import type { Exchange, Service } from "../outcome/exchange.ts";
import { LIMITS, type Policy } from "../settings/policy.ts";
import { Breaker, type Health } from "./breaker.ts";
import { RateControl } from "./rate-control.ts";
import { type RoundFinding, roundFinding } from "./round-texts.ts";
import { isOutOfFiles, STOPS, type StopReason, stopFromOutage, stopFromRetryAfter } from "./stop-reason.ts";

/** Leave to send one request. */
export interface Ticket {
  atMs: number;
  /** The one lead that is sent to see whether the service is healthy again. */
  isTrial: boolean;
}

/** A lead that waits for leave to go. */
interface Waiting {
  /** Attempts without a definite answer: whoever has the fewest goes on trial. */
  fruitlessAttempts: number;
  admit(ticket: Ticket | null): void;
}

/** The time in which the breaker is half open: nothing goes but one lead at a time, on trial. */
interface HalfOpen {
  /** Whether a trial waits for somebody to take it. */
  isTrialOffered: boolean;
  /** Called with whether the trial under way showed the service to be healthy. */
  settleTrial(isHealthy: boolean): void;
}

/** One for all, so that whoever shows it sees that it is still the same. */
const TRYING_AGAIN = roundFinding("trying-again");

/**
 * Lets requests go one by one: it keeps the run's pauses (Retry-After, breaker), the rate, and the one
 * reason for which the run stops. Every wait ends at once when the run stops.
 */
export class Gatekeeper {
  readonly #policy: Policy;
  readonly #clock: Clock;
  readonly #service: Pick<Service, "probe">;
  readonly #rate: RateControl;
  readonly #breaker = new Breaker();
  readonly #over = new AbortController();
  /** Called when something changes that those who wait may have waited for. */
  #onChange: () => void = () => undefined;
  /** In the order of asking. */
  #waiting: Waiting[] = [];
  #isServing = false;
  #inFlightCount = 0;
  /** Places that unknown attempts left, and when the last one did. */
  #vacantCount = 0;
  #vacantAtMs = Number.NEGATIVE_INFINITY;
  /** Whether the last trouble came of this computer, and says nothing of the service. */
  #isOutOfFiles = false;
  #pause: { reason: RoundFinding; untilMs: number } | null = null;
  #halfOpen: HalfOpen | null = null;
  #stop: StopReason | null = null;
  #onTrial: () => Promise<void> = async () => undefined;
  #isProven = false;
  #progressAtMs: number;
  #slowedAtMs = Number.NEGATIVE_INFINITY;

  constructor(policy: Policy, clock: Clock, service: Pick<Service, "probe">) {
    this.#policy = policy;
    this.#clock = clock;
    this.#service = service;
    this.#rate = new RateControl(policy.rate);
    this.#progressAtMs = clock.now();
    // Every lead that waits listens, up to --concurrency of them: that is not a leak.
    setMaxListeners(0, this.#over.signal);
  }

  get stopReason(): StopReason | null {
    return this.#stop;
  }

  /** Aborts when no request goes any more. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Whether the service has given a definite answer: before that only one lead goes. */
  get isProven(): boolean {
    return this.#isProven;
  }

  /** Requests that have leave to go and are not settled yet. */
  get inFlight(): number {
    return this.#inFlightCount;
  }

  /** Requests that went a second, lately. */
  get ratePerSecond(): number {
    return this.#rate.perSecond(this.#clock.now());
  }

  /** Why nothing is being sent at the moment; null when something may be. */
  get pauseReason(): RoundFinding | null {
    if (this.over.aborted) return null;
    if (this.#pause && this.#pause.untilMs > this.#clock.now()) return this.#pause.reason;
    return this.#halfOpen ? TRYING_AGAIN : null;
  }

  /** How long that lasts as far as it is known; null where nothing is waited for. */
  get pauseLeftMs(): number | null {
    const leftMs = (this.#pause?.untilMs ?? 0) - this.#clock.now();
    return this.over.aborted || leftMs <= 0 ? null : leftMs;
  }

  /** Requests a second that the service's refusals allow; null while they do not slow the run down. */
  get slowedTo(): number | null {
    const nowMs = this.#clock.now();
    return nowMs - this.#slowedAtMs <= SLOWED_SHOWN_MS ? this.#rate.limit(nowMs) : null;
  }

  /** Lets no request go from now on. The first reason counts. */
  stop(reason: StopReason): void {
    this.#stop ??= reason;
    this.close();
  }

  /** Ends every wait: no request goes from now on, be there a reason or simply nothing left to send. */
  close(): void {
    this.#over.abort();
    this.#onChange();
  }

  /** Called before each trial, so that a lead may ask for it that has not failed as often as those which wait. */
  onTrial(offer: () => Promise<void>): void {
    this.#onTrial = offer;
  }

  /**
   * Waits until one request may go, in the order of asking; null when the run has stopped instead.
   *
   * @param fruitlessAttempts Of its lead.
   */
  async admit(fruitlessAttempts = 0): Promise<Ticket | null> {
    const nowMs = this.#clock.now();
    if (this.#waiting.length === 0 && this.#mayGo(nowMs)) return this.#go(false, nowMs);
    return new Promise((admit) => {
      this.#waiting.push({ fruitlessAttempts, admit });
      if (!this.#isServing) void this.#serve();
      // Somebody with fewer attempts may take a trial that is offered.
      else if (this.#halfOpen) this.#onChange();
    });
  }

  /** Gives back a leave that was not used. */
  cancel(): void {
    this.#inFlightCount -= 1;
  }

  /**
   * Notes how the attempt of a ticket ended.
   *
   * @param errorCode Why there was no answer.
   */
  note(ticket: Ticket, health: Health, errorCode?: string): void {
    const nowMs = this.#clock.now();
    this.#isOutOfFiles = isOutOfFiles(errorCode);
    this.#inFlightCount -= 1;
    if (health === "unknown") {
      this.#vacantCount += 1;
      this.#vacantAtMs = nowMs;
    }
    if (health === "definite") {
      this.#progressAtMs = nowMs;
      this.#isProven = true;
      if (ticket.atMs >= this.#vacantAtMs) this.#vacantCount = 0;
    }
    if (ticket.isTrial) this.#halfOpen?.settleTrial(health === "definite" || health === "neutral");
    else if (!this.#halfOpen && this.#breaker.note(health)) void this.#recover();
    this.#onChange();
  }

  /** The service refused a request for coming too soon, and may have said how long to wait. */
  refuse(ticket: Ticket, retryAfterMs: number | undefined): void {
    this.#rate.refuse(ticket.atMs, this.#clock.now());
    if (retryAfterMs !== undefined) this.wait(retryAfterMs);
  }

  /** The service asks for a pause: the whole run takes it, or stops when it is too long. */
  wait(retryAfterMs: number): void {
    if (retryAfterMs > LIMITS.retryAfterMsMax) {
      this.stop(stopFromRetryAfter(this.#clock.date(), retryAfterMs));
      return;
    }
    const seconds = Math.ceil(retryAfterMs / 1_000);
    this.#pauseUntil(this.#clock.now() + retryAfterMs, roundFinding("asked-to-wait", { seconds }));
  }

  #mayGo(nowMs: number): boolean {
    return (
      !this.#over.signal.aborted &&
      !this.#halfOpen &&
      this.#waitMs(nowMs) <= 0 &&
      this.#hasRoom() &&
      !this.#isStalled(nowMs)
    );
  }

  #go(isTrial: boolean, atMs = this.#clock.now()): Ticket {
    this.#rate.send(atMs);
    this.#inFlightCount += 1;
    return { atMs, isTrial };
  }

  /** Gives leave to those who wait, one by one, until nobody does. */
  async #serve(): Promise<void> {
    this.#isServing = true;
    while (this.#waiting.length > 0 && !this.#over.signal.aborted) {
      if (this.#isStalled()) this.stop(STOPS.noProgress);
      else if (this.#waitMs() > 0) await this.#sleepUntilTurn();
      else if (this.#halfOpen?.isTrialOffered) this.#sendOnTrial(this.#halfOpen);
      else if (!this.#halfOpen && this.#hasRoom()) this.#waiting.shift()?.admit(this.#go(false));
      else
        await new Promise<void>((resolve) => {
          this.#onChange = resolve;
        });
    }
    this.#isServing = false;
    for (const { admit } of this.#waiting.splice(0)) admit(null);
  }

  #sendOnTrial(halfOpen: HalfOpen): void {
    halfOpen.isTrialOffered = false;
    this.#takeFewest().admit(this.#go(true));
  }

  /** Takes the waiting lead with the fewest attempts that came to nothing; the first of several. */
  #takeFewest(): Waiting {
    const fewest = this.#waiting.reduce((one, other) =>
      other.fruitlessAttempts < one.fruitlessAttempts ? other : one,
    );
    this.#waiting.splice(this.#waiting.indexOf(fewest), 1);
    return fewest;
  }

  async #sleepUntilTurn(): Promise<void> {
    if (this.#rate.isSlowed(this.#clock.now())) this.#slowedAtMs = this.#clock.now();
    await this.#clock.sleep(this.#waitMs(), this.over);
  }

  /**
   * A place that an unknown attempt leaves stays empty until a request that went later has a definite
   * answer: when the service goes down, what was under way is lost, and not what would have come after it.
   * Before the first definite answer there is one place, also for leads that waited for a trial.
   */
  #hasRoom(): boolean {
    const places = this.#isProven ? this.#policy.concurrency - this.#vacantCount : 1;
    return this.#inFlightCount < Math.max(1, places);
  }

  async #recover(): Promise<void> {
    const halfOpen: HalfOpen = { isTrialOffered: false, settleTrial: () => undefined };
    this.#halfOpen = halfOpen;
    let probe: Exchange | undefined;
    for (const pauseMs of LIMITS.breakerPausesMs) {
      const seconds = pauseMs / 1_000;
      this.#pauseUntil(
        this.#clock.now() + pauseMs,
        roundFinding(this.#isOutOfFiles ? "out-of-files" : "not-answering", { seconds }),
      );
      await this.#clock.sleep(pauseMs, this.over);
      if (this.over.aborted) return;
      this.#rate.send(this.#clock.now());
      probe = await this.#service.probe();
      this.#isOutOfFiles = isOutOfFiles(probe.error?.code);
      if (isThere(probe) && (await this.#try(halfOpen))) {
        this.#breaker.reset();
        this.#vacantCount = 0;
        this.#halfOpen = null;
        this.#onChange();
        return;
      }
      if (this.#isStalled()) this.stop(STOPS.noProgress);
    }
    if (probe) this.stop(stopFromOutage(probe));
  }

  /** One lead goes on trial. Whether its answer shows the service to be healthy. */
  async #try(halfOpen: HalfOpen): Promise<boolean> {
    await this.#onTrial();
    return new Promise((resolve) => {
      Object.assign(halfOpen, { isTrialOffered: true, settleTrial: resolve });
      this.#onChange();
    });
  }

  #waitMs(nowMs = this.#clock.now()): number {
    return Math.max(this.#pause?.untilMs ?? 0, this.#rate.nextAtMs) - nowMs;
  }

  /** At a rate of less than one request in minutes, a quiet while is not a sign of trouble. */
  #isStalled(nowMs = this.#clock.now()): boolean {
    const quietMsMax = Math.max(LIMITS.progressMsMax, (2 * 1_000) / (this.#policy.rate ?? Infinity));
    return nowMs - this.#progressAtMs > quietMsMax;
  }

  #pauseUntil(untilMs: number, reason: RoundFinding): void {
    if (this.#pause && this.#pause.untilMs >= untilMs) return;
    this.#pause = { untilMs, reason };
    this.#rate.pause(untilMs);
  }
}

/** A wait for the rate is shown for this long after it began, so that the display does not flicker. */
const SLOWED_SHOWN_MS = 1_000;

/** Whether anything of the service answers at all: the interface's answer to a GET is 405. */
function isThere(probe: Exchange): boolean {
  return probe.httpStatus !== null && probe.httpStatus < 500;
}
