import type { HttpClient, HttpRequest } from "../send/client.ts";
import type { HttpExchange, Step, StepContext, StepExchange } from "./check.ts";
import { isObject, isWhole, jsonBody } from "./expectations.ts";

/** Sends one request; never rejects. */
export type Send = HttpClient["send"];

/** The exchanges of one round: every step is sent once, however many checks look at it. */
export class SmokeRound {
  readonly context: StepContext;
  readonly #sendRequest: Send;
  readonly #ledger: Ledger;
  readonly #exchanges = new Map<Step, Promise<StepExchange>>();
  #unansweredInRow = 0;

  constructor(context: StepContext, send: Send, ledger: Ledger) {
    this.context = context;
    this.#sendRequest = send;
    this.#ledger = ledger;
  }

  /** How many requests in a row have had no whole answer. */
  get unansweredInRow(): number {
    return this.#unansweredInRow;
  }

  /** Sends a step, after the one that it comes after, or gives its exchange of before. */
  exchange(step: Step): Promise<StepExchange> {
    const before = this.#exchanges.get(step);
    if (before) return before;
    const exchange = this.#play(step);
    this.#exchanges.set(step, exchange);
    return exchange;
  }

  has(step: Step): boolean {
    return this.#exchanges.has(step);
  }

  async #play(step: Step): Promise<StepExchange> {
    if (step.after) await this.exchange(step.after);
    const first = await this.#send(step, step.request(this.context), step.creates !== 0);
    const again = step.again?.(first.answer, this.context);
    return again ? this.#send(step, again, true) : first;
  }

  async #send(step: Step, request: HttpRequest, isTakeable: boolean): Promise<StepExchange> {
    const answer = await this.#sendRequest(request);
    this.#unansweredInRow = isWhole(answer) ? 0 : this.#unansweredInRow + 1;
    const exchange = { step, request, answer };
    enter(this.#ledger, exchange, step.name, isTakeable);
    return exchange;
  }
}

/** Why a step is not sent under these options; null when it is. */
export function omission(step: Step, context: StepContext): string | null {
  const { mayCreate, existingUser } = context;
  if (step.after) {
    const reason = omission(step.after, context);
    if (reason !== null) return reason;
  }
  if (!mayCreate && (step.creates !== 0 || step.needsExistingUser)) return "left out: --no-create";
  if (step.needsExistingUser && existingUser === null) return "needs --existing-user";
  return null;
}

/** The quotes that sending these steps creates, and those that it may create besides. */
export function plannedQuotes(
  steps: Iterable<Step>,
  context: StepContext,
): { surely: number; perhaps: number } {
  const sent = new Set<Step>();
  const add = (step: Step): void => {
    if (omission(step, context) !== null) return;
    if (step.after) add(step.after);
    sent.add(step);
  };
  for (const step of steps) add(step);
  const count = (creates: Step["creates"]): number =>
    [...sent].filter((step) => step.creates === creates).length;
  return { surely: count(1), perhaps: count("perhaps") };
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
}

export function emptyLedger(): Ledger {
  return { created: [], maybeCreated: [] };
}

/**
 * Notes what an exchange has created.
 *
 * @param isTakeable Whether the lead is one that the interface takes: then an answer that was lost, or a 5xx,
 *   may hide a quote.
 */
export function enter(ledger: Ledger, exchange: HttpExchange, by: string, isTakeable: boolean): void {
  const { request, answer } = exchange;
  const status = answer.httpStatus;
  const isTaken = status !== null && status >= 200 && status < 300;
  if (request.body === null) return;
  const email = emailIn(request.body);
  const body = isTaken && isWhole(answer) ? jsonBody(answer) : undefined;
  if (isObject(body) && typeof body.quoteId === "string" && body.quoteId.trim() !== "") {
    ledger.created.push({ quoteId: body.quoteId, email, by });
  } else if (isTaken ? email !== null : isTakeable && answer.sent && (status === null || status >= 500)) {
    ledger.maybeCreated.push({ email, by });
  }
}

function emailIn(body: string): string | null {
  try {
    const lead: unknown = JSON.parse(body);
    const contact = isObject(lead) ? lead.contactInfo : undefined;
    return isObject(contact) && typeof contact.email === "string" ? contact.email : null;
  } catch {
    return null;
  }
}
