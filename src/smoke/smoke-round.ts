import type { Clock } from "../base/clock.ts";
import { isObject, parseJson } from "../base/json-value.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "../send/client.ts";
import { backoffMs, retryAfterMs } from "../send/retry-delay.ts";
import { carriesLead, post, type Step, type StepContext, type StepExchange } from "./check.ts";
import { isSuccess, isWhole, quoteIdIn } from "./expectations.ts";

const STOPPED_BY_HAND = "It was stopped by hand.";
const GONE = "The service has stopped answering.";
const FULL = "It makes quotes of leads that it has to refuse, and each is there for good.";

/** Requests in a row without an answer after which the environment counts as gone. */
const UNANSWERED_MAX = 3;

/** Tries of one request besides the first one. */
const RETRIES_MAX = 3;
const THROTTLED_MS_DEFAULT = 1_000;
const THROTTLED_MS_MAX = 30_000;
const BACKOFF = { retryBaseMs: 500, retryMaxMs: 4_000 };
/** After these statuses a request may be sent again: 429 and 503 ask for it, and the interface allows it after a 500 (section 7). */
const AGAIN: ReadonlySet<number | null> = new Set([429, 500, 503]);

/** What the rounds of a run share. */
export interface SmokeTools {
  send: HttpClient["send"];
  clock: Clock;
  signal: AbortSignal;
  random(): number;
  ledger: Ledger;
}

/** The exchanges of one round: every step is sent once, however many checks look at it. */
export class SmokeRound {
  readonly context: StepContext;
  readonly tools: SmokeTools;
  readonly #exchanges = new Map<Step, Promise<StepExchange>>();
  readonly #counted = new Set<Step>();
  #unansweredInRow = 0;

  constructor(context: StepContext, tools: SmokeTools) {
    this.context = context;
    this.tools = tools;
  }

  /** Why nothing more may be sent, as a sentence; null where something may. */
  get stopReason(): string | null {
    if (this.tools.signal.aborted) return STOPPED_BY_HAND;
    if (this.#unansweredInRow >= UNANSWERED_MAX) return GONE;
    return this.#quotesLeft > 0 ? null : FULL;
  }

  get #quotesLeft(): number {
    const { created, maybeCreated, quotesMax } = this.tools.ledger;
    return quotesMax - created.length - maybeCreated.length;
  }

  /** Sends a step once, after the step that it needs. A second call gives the same exchange. */
  exchange(step: Step): Promise<StepExchange> {
    const before = this.#exchanges.get(step);
    if (before) return before;
    const exchange = step.beside ? this.#playBoth(step, step.beside) : this.#play(step);
    this.#exchanges.set(step, exchange);
    return exchange;
  }

  /** Sends a step, and once more where it was sent before: its last exchange is the one that checks look at. */
  look(step: Step): Promise<StepExchange> {
    this.#exchanges.delete(step);
    return this.exchange(step);
  }

  /** The exchanges of those steps that were sent, and of all as long as nothing stops the run. */
  async exchanges(steps: readonly Step[]): Promise<StepExchange[]> {
    const found: StepExchange[] = [];
    for (const step of steps) {
      // Two at once may both become quotes.
      const mayGo = this.stopReason === null && this.#quotesLeft >= (step.beside ? 2 : 1);
      if (mayGo || this.#exchanges.has(step)) found.push(await this.exchange(step));
    }
    return found;
  }

  /** Whether nobody has counted this step's time yet. */
  isFirstUse(step: Step): boolean {
    const isFirst = !this.#counted.has(step);
    this.#counted.add(step);
    return isFirst;
  }

  /** Two requests that open a connection each go before: else one of the two would wait for its own. */
  #playBoth(step: Step, beside: Step): Promise<StepExchange> {
    const { send } = this.tools;
    const look = post(this.context, null, { method: "GET" });
    const connected = Promise.all([send(look), send(look)]);
    this.#exchanges.set(
      beside,
      connected.then(() => this.#play(beside)),
    );
    return connected.then(() => this.#play(step));
  }

  async #play(step: Step): Promise<StepExchange> {
    if (step.after) await this.exchange(step.after);
    const first = await this.#send(step, step.request(this.context), step.creates !== 0);
    const again = step.again?.(first.answer, this.context);
    return again ? this.#send(step, again, true) : first;
  }

  /**
   * Sends as the interface's client guidance says: a 500 is answered by another try, after a while that grows. Where the
   * service asks for more patience than a test has, or all tries are used up, its answer stands.
   *
   * @param isTakeable Whether the lead is one that the interface takes: then an answer that was lost, or a 5xx,
   *   may hide a quote.
   */
  async #send(step: Step, request: HttpRequest, isTakeable: boolean): Promise<StepExchange> {
    const { send, ledger, clock, signal } = this.tools;
    const earlier: HttpResponse[] = [];
    for (;;) {
      const answer = await send(request);
      enter(ledger, step, request, answer, isTakeable);
      const waitMs = this.#waitAfter(answer, earlier.length);
      if (waitMs !== null) await clock.sleep(waitMs, signal);
      if (waitMs === null || signal.aborted) {
        const exchange = { step, request, answer, earlier };
        this.#unansweredInRow = isWhole(answer) ? 0 : this.#unansweredInRow + 1;
        if (hasMadeQuote(exchange)) ledger.against.push(exchange);
        return exchange;
      }
      ledger.retries.push(answer.httpStatus ?? 0);
      earlier.push(answer);
    }
  }

  /** How long to wait for another try; null: the answer stands. */
  #waitAfter({ httpStatus, retryAfter }: HttpResponse, retryIndex: number): number | null {
    const { ledger, clock, signal, random } = this.tools;
    const isOver = retryIndex >= RETRIES_MAX || ledger.retries.length >= ledger.retriesMax;
    if (isOver || signal.aborted || !AGAIN.has(httpStatus)) return null;
    const unasked = httpStatus === 429 ? THROTTLED_MS_DEFAULT : backoffMs(retryIndex, BACKOFF, random());
    const waitMs = retryAfterMs(retryAfter, clock.date()) ?? unasked;
    return waitMs > THROTTLED_MS_MAX ? null : waitMs;
  }
}

/** What the run has sent again, and has left behind in the environment, whether it was meant to or not. */
export interface Ledger {
  /** Quotes that exist now, for good: the interface has no way to delete one; each with the step that created it. */
  created: { quoteId: string; email: string | null; by: string }[];
  /** Leads of which nobody knows whether they have become quotes. */
  maybeCreated: { email: string | null; by: string }[];
  /** Exchanges in which a quote was made of something that has to be refused. */
  against: StepExchange[];
  /** Requests that carried a lead, or anything else that a service might make one of. */
  leadsSent: number;
  /** With so many quotes, known and suspected, the run ends. */
  quotesMax: number;
  /** The status of each answer after which a request was sent again, and how many there may be. */
  retries: number[];
  retriesMax: number;
}

export function emptyLedger(quotesMax = Number.POSITIVE_INFINITY, retriesMax = quotesMax): Ledger {
  return { created: [], maybeCreated: [], against: [], leadsSent: 0, quotesMax, retries: [], retriesMax };
}

/** Whether a quote was made of what has to be refused. */
export function hasMadeQuote({ step, answer }: StepExchange): boolean {
  return step.creates === 0 && quoteIdIn(answer) !== null;
}

/** Notes what an answer says of quotes. */
function enter(
  ledger: Ledger,
  { name: by }: Step,
  request: HttpRequest,
  answer: HttpResponse,
  isTakeable: boolean,
): void {
  const { httpStatus: status, sent } = answer;
  if (request.body === null) return;
  if (sent && carriesLead(request)) ledger.leadsSent += 1;
  const email = emailIn(request.body);
  const quoteId = quoteIdIn(answer);
  const others = ledger.maybeCreated.filter((lead) => lead.by !== by || lead.email !== email);
  const mayBe = isSuccess(answer) ? email !== null : isTakeable && sent && (status ?? 500) >= 500;
  // Another try with the same address is no other lead, and where it makes the quote, no earlier one has.
  if (quoteId !== null) ledger.created.push({ quoteId, email, by });
  if (quoteId !== null) ledger.maybeCreated = others;
  else if (mayBe) ledger.maybeCreated = [...others, { email, by }];
}

function emailIn(body: string): string | null {
  const lead = parseJson(body);
  const contact = isObject(lead) ? lead.contactInfo : undefined;
  return isObject(contact) && typeof contact.email === "string" ? contact.email : null;
}
