import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../base/clock.ts";
import { CreateOperation } from "./create-operation.ts";
import { type Delivery, deliver, misdeliver } from "./delivery.ts";
import { seededFraction } from "./fault-plan.ts";
import { LoginTokens, QuoteBook, refusedPage, signedInPage } from "./quotes.ts";
import { BearerKeys, isFromHere, LOGIN_PATH, pathOf, routeOf } from "./read-request.ts";
import { type RequestTrace, scrub } from "./request-log.ts";
import {
  jsonAnswer,
  messageAnswer,
  methodNotAllowed,
  NOT_FOUND,
  type SandboxAnswer,
  UNAUTHORIZED,
} from "./sandbox-answer.ts";
import type { AnswerDelay, RequestLogEntry, ServiceSettings } from "./sandbox-types.ts";
import { type SeenNote, SeenRequests } from "./seen-requests.ts";

export interface ServiceOptions {
  keys: readonly string[];
  keepLeads: boolean;
  keepRequests: number;
  clock: Clock;
  log?: (entry: RequestLogEntry) => void;
}

/** The service between HTTP and its operation: routes, login links, delays, the log. */
export class SandboxService {
  linkBaseUrl = "";
  requestCount = 0;
  readonly #options: ServiceOptions;
  readonly seen: SeenRequests;
  readonly #keys: BearerKeys;
  readonly #tokens = new LoginTokens();
  readonly #book = new QuoteBook();
  readonly #operation: CreateOperation;
  /** Of every request that waits for something: aborting one ends its wait. */
  readonly #waits = new Set<AbortController>();
  #latency: AnswerDelay | null = null;
  #isStopping = false;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#keys = new BearerKeys(options.keys);
    this.seen = new SeenRequests(options.keys, options.keepRequests, options.clock);
    const loginUrl = (quoteId: string): string => this.#loginUrl(quoteId);
    this.#operation = new CreateOperation({ ...options, book: this.#book, loginUrl });
  }

  change(settings: ServiceSettings): void {
    if (settings.users) this.#book.setUsers(settings.users);
    if (settings.latency !== undefined) this.#latency = settings.latency;
    this.#operation.change(settings);
  }

  /** Ends every delay and fault under way; answers from now on are the last on their connections. */
  stop(): void {
    this.#isStopping = true;
    for (const wait of this.#waits) wait.abort();
  }

  quotes(): { quoteId: string; email: string; lead: unknown; loginUrl: string }[] {
    return this.#book.quotes().map(({ quoteId, email, leadText }) => ({
      quoteId,
      email,
      lead: leadText === null ? null : JSON.parse(leadText),
      loginUrl: this.#loginUrl(quoteId),
    }));
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const own = this.#ownAnswer(request);
    if (own) {
      deliver(response, own, this.#isStopping);
      return;
    }
    const trace: RequestTrace = { outcome: "aborted" };
    const seen = this.seen.begin(request, trace);
    this.#track(request, response, trace);
    void this.#respond(request, response, trace, seen);
  }

  /** What is asked of the sandbox itself: it is no request to the service, and so neither counted nor kept. */
  #ownAnswer(request: IncomingMessage): SandboxAnswer | undefined {
    const { kind } = routeOf(request.url ?? "");
    const { method = "" } = request;
    const isVisit = method === "GET" || method === "HEAD";
    if (kind === "health") return isVisit ? jsonAnswer({ status: "ok" }) : methodNotAllowed("GET, HEAD");
    if (kind !== "requests") return undefined;
    if (!isFromHere(request) && !this.#keys.accept(request.headers.authorization)) return UNAUTHORIZED;
    if (method === "DELETE") {
      this.seen.clear();
      return jsonAnswer({ total: 0, requests: [] });
    }
    return isVisit ? jsonAnswer(this.seen.list()) : methodNotAllowed("GET, HEAD, DELETE");
  }

  /** Answers without looking at the request. */
  refuse(request: IncomingMessage, response: ServerResponse, answer: SandboxAnswer): void {
    this.#track(request, response, { outcome: answer.outcome });
    deliver(response, answer, true);
  }

  /** Counts and logs an answer that was given outside of node:http's responses. */
  note(method: string | null, target: string | null, { status, outcome }: SandboxAnswer): void {
    this.requestCount++;
    this.#log({ method, path: target, status, outcome, durationMs: 0 });
  }

  async #respond(
    request: IncomingMessage,
    response: ServerResponse,
    trace: RequestTrace,
    seen: SeenNote | undefined,
  ): Promise<void> {
    const startedAtMs = this.#options.clock.now();
    try {
      const delivery = await this.#answer(request, trace, seen);
      trace.outcome = delivery.answer?.outcome ?? "fault";
      if (this.#latency || delivery.manner !== "whole") await this.#deliverInTime(response, delivery);
      else if (delivery.answer) deliver(response, delivery.answer, this.#isStopping);
    } catch (error) {
      // A bug of ours must neither hang a client nor end the process that a whole test run leans on.
      trace.bug = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (response.headersSent) response.destroy();
      else deliver(response, messageAnswer(500, "Internal server error", "bug"), true);
    } finally {
      // Here, and not when the response is over: who has its answer may ask at once what was seen.
      if (seen && response.headersSent) seen.status = response.statusCode;
      if (seen) seen.durationMs = Math.round(this.#options.clock.now() - startedAtMs);
    }
  }

  async #answer(
    request: IncomingMessage,
    trace: RequestTrace,
    seen: SeenNote | undefined,
  ): Promise<Delivery> {
    const { method = "", url = "" } = request;
    const route = routeOf(url);
    if (route.kind === "create") return this.#operation.answer(request, route.partner, trace, seen);
    if (route.kind !== "login") return { manner: "whole", answer: NOT_FOUND };
    const isVisit = method === "GET" || method === "HEAD";
    return { manner: "whole", answer: isVisit ? this.#login(route.token) : methodNotAllowed("GET, HEAD") };
  }

  #login(token: string): SandboxAnswer {
    const quoteId = this.#tokens.verify(token);
    const quote = quoteId === undefined ? undefined : this.#book.quoteById(quoteId);
    return quote ? signedInPage(quote) : refusedPage();
  }

  /** The work is done by now: a client that gives up while it waits has its lead created all the same. */
  async #deliverInTime(response: ServerResponse, delivery: Delivery): Promise<void> {
    const { clock } = this.#options;
    const wait = new AbortController();
    this.#waits.add(wait);
    response.once("close", () => wait.abort());
    if (this.#isStopping) wait.abort();
    try {
      if (this.#latency) await clock.sleep(this.#drawLatencyMs(this.#latency), wait.signal);
      if (delivery.manner !== "whole") await misdeliver(response, delivery, clock, wait.signal);
      else if (delivery.answer) deliver(response, delivery.answer, this.#isStopping);
    } finally {
      this.#waits.delete(wait);
    }
  }

  #drawLatencyMs({ meanMs, jitterMs = 0 }: AnswerDelay): number {
    const spread = 2 * seededFraction(this.requestCount, "latency") - 1;
    return Math.max(0, meanMs + spread * jitterMs);
  }

  #track(request: IncomingMessage, response: ServerResponse, trace: RequestTrace): void {
    this.requestCount++;
    if (!this.#options.log) return;
    const startedAtMs = this.#options.clock.now();
    response.on("close", () => {
      const { method = null, url = "" } = request;
      const id = request.headers["x-request-id"];
      if (typeof id === "string") trace.requestId = scrub(id, this.#options.keys);
      const status = response.headersSent ? response.statusCode : null;
      const durationMs = Math.round(this.#options.clock.now() - startedAtMs);
      this.#log({ method, path: url, status, ...trace, durationMs });
    });
  }

  #log(entry: RequestLogEntry): void {
    const path = entry.path === null ? null : scrub(pathOf(entry.path), this.#options.keys);
    const email = entry.email === undefined ? {} : { email: scrub(entry.email, this.#options.keys) };
    this.#options.log?.({ ...entry, path, ...email });
  }

  #loginUrl(quoteId: string): string {
    return `${this.linkBaseUrl}${LOGIN_PATH}?token=${this.#tokens.sign(quoteId)}`;
  }
}
