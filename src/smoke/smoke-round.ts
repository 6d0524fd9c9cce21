import type { StepExchange } from "./check.ts";
import { type HttpClient, type HttpRequest, isWhole } from "./http-client.ts";
import { enter, type Ledger } from "./ledger.ts";
import type { Step, StepContext } from "./step.ts";

/** The exchanges of one round: every step is sent once, however many checks look at it. */
export class Round {
  readonly context: StepContext;
  readonly #wire: HttpClient;
  readonly #ledger: Ledger;
  readonly #exchanges = new Map<Step, Promise<StepExchange>>();
  #unansweredInRow = 0;

  constructor(context: StepContext, wire: HttpClient, ledger: Ledger) {
    this.context = context;
    this.#wire = wire;
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
    const answer = await this.#wire.send(request);
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
