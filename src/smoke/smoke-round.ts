import { isObject, parseJson } from "../base/json-value.ts";
import type { HttpRequest, HttpResponse } from "../send/client.ts";
import { carriesLead, post, type Step, type StepContext, type StepExchange } from "./check.ts";
import { isSuccess, isWhole, jsonBody } from "./expectations.ts";
import type { PatientSender } from "./patient-send.ts";

export const STOPPED_BY_HAND = "It was stopped by hand.";
const GONE = "The service has stopped answering.";
const FULL = "It makes quotes of leads that it has to refuse, and each is there for good.";

/** Requests in a row without an answer after which the environment counts as gone. */
const UNANSWERED_MAX = 3;

/** The exchanges of one round: every step is sent once, however many checks look at it. */
export class SmokeRound {
  readonly context: StepContext;
  readonly #sender: PatientSender;
  readonly #ledger: Ledger;
  readonly #signal: AbortSignal;
  readonly #exchanges = new Map<Step, Promise<StepExchange>>();
  readonly #counted = new Set<Step>();
  #unansweredInRow = 0;

  constructor(context: StepContext, sender: PatientSender, ledger: Ledger, signal: AbortSignal) {
    this.context = context;
    this.#sender = sender;
    this.#ledger = ledger;
    this.#signal = signal;
  }

  /** Why nothing more may be sent, as a sentence; null where something may. */
  get stopReason(): string | null {
    if (this.#signal.aborted) return STOPPED_BY_HAND;
    if (this.#unansweredInRow >= UNANSWERED_MAX) return GONE;
    return this.#quotesLeft > 0 ? null : FULL;
  }

  get #quotesLeft(): number {
    return this.#ledger.quotesMax - quoteCount(this.#ledger);
  }

  /** Sends a step, after the one that it comes after, or gives its exchange of before. */
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
    const look = post(this.context, null, { method: "GET" });
    const connected = Promise.all([this.#sender.send(look), this.#sender.send(look)]);
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

  async #send(step: Step, request: HttpRequest, isTakeable: boolean): Promise<StepExchange> {
    const exchange = await this.#sender.send(request, (answer) =>
      enter(this.#ledger, step, request, answer, isTakeable),
    );
    this.#unansweredInRow = isWhole(exchange.answer) ? 0 : this.#unansweredInRow + 1;
    const played = { step, ...exchange };
    if (hasMadeQuote(played)) this.#ledger.against.push(played);
    return played;
  }
}

/** What decides which steps are sent. */
export type CreateLimits = Pick<StepContext, "mayCreate" | "existingUser">;

/** Why a step is not sent under these options; null when it is. */
export function omission(step: Step, context: CreateLimits): string | null {
  const { mayCreate, existingUser } = context;
  if (step.after) {
    const reason = omission(step.after, context);
    if (reason !== null) return reason;
  }
  if (!mayCreate && (step.creates !== 0 || step.needsExistingUser)) return "left out: --no-create";
  if (step.needsExistingUser && existingUser === null) return "needs --existing-user";
  return null;
}

/** The first reason for which one of the steps is not sent; null when all are. */
export function omissionOf({ steps }: { steps: readonly Step[] }, context: CreateLimits): string | null {
  return steps.map((step) => omission(step, context)).find((note) => note !== null) ?? null;
}

/** All steps that are sent where these are wanted, each once. */
export function sentSteps(steps: Iterable<Step>, context: CreateLimits): Set<Step> {
  const sent = new Set<Step>();
  const add = (step: Step): void => {
    if (sent.has(step) || omission(step, context) !== null) return;
    if (step.after) add(step.after);
    sent.add(step);
    if (step.beside) add(step.beside);
  };
  for (const step of steps) add(step);
  return sent;
}

/** A quote that exists now, for good: the interface has no way to delete one. */
export interface CreatedQuote {
  quoteId: string;
  email: string | null;
  /** The step that created it. */
  by: string;
}

/** What the run has left behind in the environment, whether it was meant to or not. */
export interface Ledger {
  created: CreatedQuote[];
  /** Leads of which nobody knows whether they have become quotes. */
  maybeCreated: { email: string | null; by: string }[];
  /** Exchanges in which a quote was made of something that has to be refused. */
  against: StepExchange[];
  /** Requests that carried a lead, or anything else that a service might make one of. */
  leadsSent: number;
  /** With so many quotes, known and suspected, the run ends. */
  quotesMax: number;
}

export function emptyLedger(quotesMax = Number.POSITIVE_INFINITY): Ledger {
  return { created: [], maybeCreated: [], against: [], leadsSent: 0, quotesMax };
}

/** Known and suspected. */
export function quoteCount({ created, maybeCreated }: Ledger): number {
  return created.length + maybeCreated.length;
}

/** Whether a quote was made of what has to be refused. */
export function hasMadeQuote({ step, answer }: StepExchange): boolean {
  return step.creates === 0 && quoteIdIn(answer) !== null;
}

/**
 * Notes what an answer says of quotes.
 *
 * @param isTakeable Whether the lead is one that the interface takes: then an answer that was lost, or a 5xx,
 *   may hide a quote.
 */
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

/** Of a success that came whole; else null. */
function quoteIdIn(answer: HttpResponse): string | null {
  const body = isSuccess(answer) && isWhole(answer) ? jsonBody(answer) : undefined;
  return isObject(body) && typeof body.quoteId === "string" && body.quoteId.trim() !== ""
    ? body.quoteId
    : null;
}

function emailIn(body: string): string | null {
  const lead = parseJson(body);
  const contact = isObject(lead) ? lead.contactInfo : undefined;
  return isObject(contact) && typeof contact.email === "string" ? contact.email : null;
}
