import type { HttpRequest, HttpResponse } from "../send/client.ts";
import {
  carriesLead,
  type HttpExchange,
  post,
  type Step,
  type StepContext,
  type StepExchange,
} from "./check.ts";
import { isObject, isWhole, jsonBody } from "./expectations.ts";
import type { PatientSender } from "./patient-send.ts";

/** The exchanges of one round: every step is sent once, however many checks look at it. */
export class SmokeRound {
  readonly context: StepContext;
  readonly #sender: PatientSender;
  readonly #ledger: Ledger;
  readonly #exchanges = new Map<Step, Promise<StepExchange>>();
  #unansweredInRow = 0;

  constructor(context: StepContext, sender: PatientSender, ledger: Ledger) {
    this.context = context;
    this.#sender = sender;
    this.#ledger = ledger;
  }

  /** How many requests in a row have had no whole answer. */
  get unansweredInRow(): number {
    return this.#unansweredInRow;
  }

  /** Whether so many quotes exist, or may, that no lead may be sent any more. */
  get isFull(): boolean {
    return quoteCount(this.#ledger) >= this.#ledger.quotesMax;
  }

  /** Sends a step, after the one that it comes after, or gives its exchange of before. */
  exchange(step: Step): Promise<StepExchange> {
    const before = this.#exchanges.get(step);
    if (before) return before;
    const exchange = step.beside ? this.#playBoth(step, step.beside) : this.#play(step);
    this.#exchanges.set(step, exchange);
    return exchange;
  }

  has(step: Step): boolean {
    return this.#exchanges.has(step);
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
      enter(this.#ledger, { request, answer }, step.name, isTakeable),
    );
    this.#unansweredInRow = isWhole(exchange.answer) ? 0 : this.#unansweredInRow + 1;
    return { step, ...exchange };
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
  /** Requests that carried a lead, or anything else that a service might make one of. */
  leadsSent: number;
  /** With so many quotes, known and suspected, the run ends. */
  quotesMax: number;
}

export function emptyLedger(quotesMax = Number.POSITIVE_INFINITY): Ledger {
  return { created: [], maybeCreated: [], leadsSent: 0, quotesMax };
}

/** Known and suspected. */
export function quoteCount({ created, maybeCreated }: Ledger): number {
  return created.length + maybeCreated.length;
}

/**
 * Notes what an exchange has created.
 *
 * @param isTakeable Whether the lead is one that the interface takes: then an answer that was lost, or a 5xx,
 *   may hide a quote.
 */
export function enter(
  ledger: Ledger,
  { request, answer }: Omit<HttpExchange, "earlier">,
  by: string,
  isTakeable: boolean,
): void {
  const status = answer.httpStatus;
  const isTaken = status !== null && status >= 200 && status < 300;
  if (request.body === null) return;
  if (answer.sent && carriesLead(request)) ledger.leadsSent += 1;
  const email = emailIn(request.body);
  const quoteId = isTaken ? quoteIdIn(answer) : null;
  if (quoteId !== null) {
    ledger.created.push({ quoteId, email, by });
  } else if (isTaken ? email !== null : isTakeable && answer.sent && (status === null || status >= 500)) {
    // Another try with the same address is no other lead.
    const isKnown = ledger.maybeCreated.some((lead) => lead.by === by && lead.email === email);
    if (!isKnown) ledger.maybeCreated.push({ email, by });
  }
}

function quoteIdIn(answer: HttpResponse): string | null {
  const body = isWhole(answer) ? jsonBody(answer) : undefined;
  return isObject(body) && typeof body.quoteId === "string" && body.quoteId.trim() !== ""
    ? body.quoteId
    : null;
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
