import type { IncomingMessage } from "node:http";
import type { Clock } from "../base/clock.ts";
import type { Delivery } from "./delivery.ts";
import { faultName, faultSide, playFault } from "./fault.ts";
import { FaultPlan } from "./fault-plan.ts";
import { judgeBody, type LeadBody } from "./lead-body.ts";
import type { QuoteBook } from "./quotes.ts";
import { type BearerKeys, isJsonRequest, readRequestBody } from "./read-request.ts";
import type { RequestNote } from "./request-log.ts";
import {
  ABORTED,
  bodyIssue,
  createdAnswer,
  duplicateAnswer,
  issuesAnswer,
  methodNotAllowed,
  NOT_FOUND,
  type SandboxAnswer,
  TOO_LARGE,
  tooManyRequests,
  UNAUTHORIZED,
  UNSUPPORTED_TYPE,
} from "./sandbox-answer.ts";
import type { Fault, RateLimit, ServiceSettings } from "./sandbox-types.ts";

export interface CreateOptions {
  keys: BearerKeys;
  keepLeads: boolean;
  clock: Clock;
  book: QuoteBook;
}

/** The one operation of the interface, section 4: create a lead. */
export class CreateOperation {
  readonly #options: CreateOptions;
  #partners: ReadonlySet<string> | null = null;
  #rate: RateWindow | null = null;
  #faults: FaultPlan | null = null;
  #successStatus = 200;

  constructor(options: CreateOptions) {
    this.#options = options;
  }

  change({ partners, rateLimit, faults, successStatus }: ServiceSettings): void {
    if (successStatus !== undefined) this.#successStatus = successStatus;
    if (partners !== undefined) this.#partners = partners && new Set(partners);
    if (rateLimit !== undefined) this.#rate = rateLimit && new RateWindow(rateLimit);
    if (faults !== undefined) this.#faults = faults && new FaultPlan(faults);
  }

  /** Which of several refusals comes first is not shown: ours go from the outside in. */
  async answer(request: IncomingMessage, partner: string, note: RequestNote): Promise<Delivery> {
    const refusal = this.#refuseUnread(request, partner);
    if (refusal) return whole(refusal);
    const body = await readRequestBody(request);
    if (body.kind === "aborted") return whole(ABORTED);
    if (body.kind === "too-large") return whole(TOO_LARGE);
    if (body.kind === "not-utf8") return whole(issuesAnswer([bodyIssue("Request body is not valid UTF-8")]));
    note.bodyText = body.text;
    const judged = judgeBody(body.text);
    if (judged.email !== null) note.email = judged.email;
    const fault = this.#nextFault(judged.email ?? "", note);
    const target = request.url ?? "";
    if (fault && faultSide(fault) === "before") return playFault(fault, null, target);
    const answer = this.#create(judged, body.text, note);
    return fault ? playFault(fault, answer, target) : whole(answer);
  }

  #refuseUnread({ method, headers }: IncomingMessage, partner: string): SandboxAnswer | undefined {
    if (method !== "POST") return methodNotAllowed("POST");
    if (!this.#options.keys.accept(headers.authorization)) return UNAUTHORIZED;
    if (this.#partners && !this.#partners.has(partner)) return NOT_FOUND;
    const waitMs = this.#rate?.take(this.#options.clock.now()) ?? 0;
    if (waitMs > 0) return tooManyRequests(waitMs);
    return isJsonRequest(headers) ? undefined : UNSUPPORTED_TYPE;
  }

  #nextFault(email: string, note: RequestNote): Fault | null {
    const planned = this.#faults?.next(email);
    if (!planned) return null;
    note.attempt = planned.attempt;
    if (planned.fault) note.fault = faultName(planned.fault);
    return planned.fault;
  }

  #create({ email, issues }: LeadBody, text: string, note: RequestNote): SandboxAnswer {
    if (issues.length > 0 || email === null) return issuesAnswer(issues);
    const { book, keepLeads } = this.#options;
    const booking = book.book(email, keepLeads ? text : null);
    if (booking.kind === "quote-exists") return duplicateAnswer("Email already in use");
    if (booking.kind === "user-exists") return duplicateAnswer("User with this email already exists");
    const { quoteId } = booking.quote;
    note.quoteId = quoteId;
    return createdAnswer(quoteId, book.loginUrl(quoteId), this.#successStatus);
  }
}

function whole(answer: SandboxAnswer): Delivery {
  return { manner: "whole", answer };
}

/** Counts exactly: a sliding window over the times of the requests that were taken. */
export class RateWindow {
  readonly #takenAtMs: Float64Array;
  readonly #perMs: number;
  #next = 0;

  constructor({ requests, perMs }: RateLimit) {
    this.#takenAtMs = new Float64Array(requests).fill(Number.NEGATIVE_INFINITY);
    this.#perMs = perMs;
  }

  /** Takes a request and returns 0, or returns after how many milliseconds one will be taken. */
  take(nowMs: number): number {
    const oldest = this.#takenAtMs[this.#next] ?? Number.NEGATIVE_INFINITY;
    const waitMs = oldest + this.#perMs - nowMs;
    if (waitMs > 0) return waitMs;
    this.#takenAtMs[this.#next] = nowMs;
    this.#next = (this.#next + 1) % this.#takenAtMs.length;
    return 0;
  }
}
