import type { IncomingMessage } from "node:http";
import type { Clock } from "../base/clock.ts";
import { BearerKeys } from "./bearer-keys.ts";
import type { Delivery } from "./delivery.ts";
import { type Fault, faultName, faultSide, playFault } from "./fault.ts";
import { FaultPlan } from "./fault-plan.ts";
import { judgeBody, type LeadBody } from "./lead-body.ts";
import type { QuoteBook } from "./quote-book.ts";
import { RateWindow } from "./rate-limit.ts";
import { isJsonRequest, readRequestBody } from "./request-body.ts";
import type { RequestTrace } from "./request-log.ts";
import {
  ABORTED,
  type Answer,
  bodyIssue,
  createdAnswer,
  duplicateAnswer,
  issuesAnswer,
  methodNotAllowed,
  NOT_FOUND,
  TOO_LARGE,
  tooManyRequests,
  UNAUTHORIZED,
  UNSUPPORTED_TYPE,
} from "./sandbox-answer.ts";
import type { ChangeableSettings } from "./sandbox-settings.ts";

export interface CreateOptions {
  keys: readonly string[];
  keepLeads: boolean;
  clock: Clock;
  book: QuoteBook;
  loginUrl(quoteId: string): string;
}

/** The one operation of the interface, section 4: create a lead. */
export class CreateOperation {
  readonly #options: CreateOptions;
  readonly #keys: BearerKeys;
  #partners: ReadonlySet<string> | null = null;
  #rate: RateWindow | null = null;
  #faults: FaultPlan | null = null;

  constructor(options: CreateOptions) {
    this.#options = options;
    this.#keys = new BearerKeys(options.keys);
  }

  change({ partners, rateLimit, faults }: ChangeableSettings): void {
    if (partners !== undefined) this.#partners = partners && new Set(partners);
    if (rateLimit !== undefined) this.#rate = rateLimit && new RateWindow(rateLimit);
    if (faults !== undefined) this.#faults = faults && new FaultPlan(faults);
  }

  /** Which of several refusals comes first is not shown: ours go from the outside in. */
  async answer(request: IncomingMessage, partner: string, trace: RequestTrace): Promise<Delivery> {
    const refusal = this.#refuseUnread(request, partner);
    if (refusal) return whole(refusal);
    const body = await readRequestBody(request);
    if (body.kind === "aborted") return whole(ABORTED);
    if (body.kind === "too-large") return whole(TOO_LARGE);
    if (body.kind === "not-utf8") return whole(issuesAnswer([bodyIssue("Request body is not valid UTF-8")]));
    const judged = judgeBody(body.text);
    if (judged.email !== null) trace.email = judged.email;
    const fault = this.#nextFault(judged.email ?? "", trace);
    const target = request.url ?? "";
    if (fault && faultSide(fault) === "before") return playFault(fault, null, target);
    const answer = this.#create(judged, body.text, trace);
    return fault ? playFault(fault, answer, target) : whole(answer);
  }

  #refuseUnread({ method, headers }: IncomingMessage, partner: string): Answer | undefined {
    if (method !== "POST") return methodNotAllowed("POST");
    if (!this.#keys.accept(headers.authorization)) return UNAUTHORIZED;
    if (this.#partners && !this.#partners.has(partner)) return NOT_FOUND;
    const waitMs = this.#rate?.take(this.#options.clock.now()) ?? 0;
    if (waitMs > 0) return tooManyRequests(waitMs);
    return isJsonRequest(headers) ? undefined : UNSUPPORTED_TYPE;
  }

  #nextFault(email: string, trace: RequestTrace): Fault | null {
    const planned = this.#faults?.next(email);
    if (!planned) return null;
    trace.attempt = planned.attempt;
    if (planned.fault) trace.fault = faultName(planned.fault);
    return planned.fault;
  }

  #create({ email, issues }: LeadBody, text: string, trace: RequestTrace): Answer {
    if (issues.length > 0 || email === null) return issuesAnswer(issues);
    const { book, keepLeads, loginUrl } = this.#options;
    const booking = book.book(email, keepLeads ? text : null);
    if (booking.kind === "quote-exists") return duplicateAnswer("Email already in use");
    if (booking.kind === "user-exists") return duplicateAnswer("User with this email already exists");
    trace.quoteId = booking.quote.quoteId;
    return createdAnswer(booking.quote.quoteId, loginUrl(booking.quote.quoteId));
  }
}

function whole(answer: Answer): Delivery {
  return { manner: "whole", answer };
}
