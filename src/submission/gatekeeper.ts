import type { Clock } from "../clock.ts";
import type { Exchange, Service } from "../service/exchange.ts";
import { Breaker, type Health } from "./breaker.ts";
import { LIMITS, type Policy } from "./policy.ts";
import { RateControl } from "./rate-control.ts";
import { Recovery } from "./recovery.ts";
import { STOPS, type StopReason, stopFromRetryAfter } from "./stop-reason.ts";

/** Why nothing is being sent at the moment, for people. */
export interface Pause {
  reason: string;
  untilMs: number;
}

/** Leave to send one request. */
export interface Ticket {
  atMs: number;
  /** The one lead that is sent to see whether the service is well again. */
  isTrial: boolean;
}

/**
 * Lets requests go one by one: it holds the run's pauses (Retry-After, breaker), the rate, and the one
 * reason for which the run stops. Every wait ends at once when the run stops.
 */
export class Gatekeeper {
  readonly #clock: Clock;
  readonly #service: Pick<Service, "probe">;
  readonly #rate: RateControl;
  readonly #breaker = new Breaker();
  readonly #stopping = new AbortController();
  #queue: Promise<unknown> = Promise.resolve();
  #waitingCount = 0;
  #pause: Pause | null = null;
  #recovery: Recovery | null = null;
  #stop: StopReason | null = null;
  #progressAtMs: number;

  constructor(policy: Policy, clock: Clock, service: Pick<Service, "probe">) {
    this.#clock = clock;
    this.#service = service;
    this.#rate = new RateControl(policy.rate);
    this.#progressAtMs = clock.now();
  }

  get stopReason(): StopReason | null {
    return this.#stop;
  }

  /** Aborts when the run stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get pause(): Pause | null {
    return this.#pause && this.#pause.untilMs > this.#clock.now() ? this.#pause : null;
  }

  /** Requests a second that are allowed now. */
  get rateLimit(): number {
    return this.#rate.limit(this.#clock.now());
  }

  /** No request goes from now on. The first reason counts. */
  stop(reason: StopReason): void {
    if (this.#stop) return;
    this.#stop = reason;
    this.#stopping.abort();
  }

  /** Waits until one request may go, in the order of asking; null when the run has stopped instead. */
  async admit(): Promise<Ticket | null> {
    if (this.#waitingCount === 0 && this.#mayGoNow()) return this.#go(false);
    this.#waitingCount += 1;
    const turn = this.#queue.then(() => this.#waitTurn());
    this.#queue = turn;
    try {
      return await turn;
    } finally {
      this.#waitingCount -= 1;
    }
  }

  /** Notes how the attempt of a ticket ended. */
  note(ticket: Ticket, health: Health): void {
    if (health === "definite") this.#progressAtMs = this.#clock.now();
    if (ticket.isTrial) this.#recovery?.trialEnded(health === "definite" || health === "neutral");
    else if (!this.#recovery && this.#breaker.note(health)) void this.#recover();
  }

  /** The service refused a request for coming too soon, and may have said how long to wait. */
  refuse(ticket: Ticket, retryAfterMs: number | undefined): void {
    const nowMs = this.#clock.now();
    this.#rate.refuse(ticket.atMs, nowMs);
    if (retryAfterMs === undefined) return;
    if (retryAfterMs > LIMITS.retryAfterMsMax) {
      this.stop(stopFromRetryAfter(new Date(this.#clock.date().getTime() + retryAfterMs)));
      return;
    }
    this.#pauseUntil(nowMs + retryAfterMs, "the service asks to wait");
  }

  #mayGoNow(): boolean {
    return !this.#stop && !this.#recovery && this.#waitMs() <= 0 && !this.#isStalled();
  }

  #go(isTrial: boolean): Ticket {
    const atMs = this.#clock.now();
    this.#rate.send(atMs);
    return { atMs, isTrial };
  }

  async #waitTurn(): Promise<Ticket | null> {
    while (!this.#stop) {
      if (this.#isStalled()) this.stop(STOPS.noProgress);
      else if (this.#waitMs() > 0) await this.#clock.sleep(this.#waitMs(), this.stopping);
      else if (!this.#recovery) return this.#go(false);
      else if (this.#recovery.takeTrial()) return this.#go(true);
      else await this.#recovery.changed();
    }
    return null;
  }

  async #recover(): Promise<void> {
    const recovery = new Recovery();
    this.#recovery = recovery;
    this.stopping.addEventListener("abort", () => recovery.end(), { once: true });
    for (const pauseMs of LIMITS.breakerPausesMs) {
      this.#pauseUntil(this.#clock.now() + pauseMs, "the service is not answering");
      await this.#clock.sleep(pauseMs, this.stopping);
      if (this.#stop) return;
      if (!isThere(await this.#service.probe())) continue;
      if (await recovery.offerTrial()) {
        this.#breaker.reset();
        this.#recovery = null;
        recovery.end();
        return;
      }
    }
    this.stop(STOPS.breaker);
  }

  #waitMs(): number {
    return Math.max(this.#pause?.untilMs ?? 0, this.#rate.nextAtMs) - this.#clock.now();
  }

  #isStalled(): boolean {
    return this.#clock.now() - this.#progressAtMs > LIMITS.progressMsMax;
  }

  #pauseUntil(untilMs: number, reason: string): void {
    if (this.#pause && this.#pause.untilMs >= untilMs) return;
    this.#pause = { untilMs, reason };
    this.#rate.hold(untilMs);
  }
}

/** Whether anything of the service answers at all: the interface's answer to a GET is 405. */
function isThere(probe: Exchange): boolean {
  return probe.httpStatus !== null && probe.httpStatus < 500;
}
