import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../base/clock.ts";
import { CreateOperation } from "./answer-create.ts";
import { type Delivery, deliver, misdeliver } from "./delivery.ts";
import { seededFraction } from "./fault-plan.ts";
import { parseFaults } from "./fault-script.ts";
import { OwnResources } from "./own-resources.ts";
import { QuoteBook, refusedPage, signedInPage } from "./quotes.ts";
import { BearerKeys, routeOf } from "./read-request.ts";
import { entryOf, noteOf, type Redact, type RequestNote, redactorFor, SeenRequests } from "./request-log.ts";
import { messageAnswer, methodNotAllowed, NOT_FOUND, type SandboxAnswer } from "./sandbox-answer.ts";
import type { AnswerDelay, RequestLogEntry, ServiceSettings } from "./sandbox-types.ts";

export interface ServiceOptions {
  keys: readonly string[];
  keepLeads: boolean;
  keepRequests: number;
  clock: Clock;
  isAdminServed: boolean;
  /** The state at the start and after a reset. */
  initial: ServiceSettings;
  log?: (entry: RequestLogEntry) => void;
}

const DEFAULTS: ServiceSettings = {
  partners: null,
  faults: null,
  rateLimit: null,
  successStatus: 200,
  users: [],
  latency: null,
};

/** The service between HTTP and its operation: routes, login links, delays, the log. */
export class SandboxService {
  /** Its address. */
  url = "";
  requestCount = 0;
  readonly #options: ServiceOptions;
  readonly #redact: Redact;
  readonly seen: SeenRequests;
  readonly #own: OwnResources;
  readonly book = new QuoteBook();
  readonly #operation: CreateOperation;
  /** One for each waiting request: aborting it ends the wait. */
  readonly #waits = new Set<AbortController>();
  #settings: ServiceSettings = {};
  #isStopping = false;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.seen = new SeenRequests(options.keys, options.keepRequests);
    this.#redact = redactorFor(options.keys);
    const keys = new BearerKeys(options.keys);
    this.#operation = new CreateOperation({ ...options, keys, book: this.book });
    this.#own = new OwnResources(this, keys, options.isAdminServed);
    this.change(options.initial);
  }

  /** The settings in force. */
  get settings(): Readonly<ServiceSettings> {
    return this.#settings;
  }

  /** @throws CliError for faults that cannot be: then nothing is changed. */
  change(changes: ServiceSettings): void {
    const { partners, rateLimit, successStatus, users, latency } = changes;
    const faults = changes.faults && parseFaults(changes.faults, "The faults");
    const given = { partners, faults, rateLimit, successStatus, users, latency };
    const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    this.#settings = { ...this.#settings, ...settings };
    if (users) this.book.setUsers(users);
    this.#operation.change(settings);
  }

  reset(): void {
    this.book.clear();
    this.seen.clear();
    this.change({ ...DEFAULTS, ...this.#options.initial });
  }

  /** Ends every delay and fault under way; answers from now on are the last on their connections. */
  stop(): void {
    this.#isStopping = true;
    for (const wait of this.#waits) wait.abort();
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const own = this.#own.answer(request);
    if (own) {
      void own.then((answer) => deliver(response, answer, this.#isStopping));
      return;
    }
    const note = this.#begin(request, response);
    this.seen.add(note);
    void this.#respond(request, response, note);
  }

  /** Answers without looking at the request. */
  refuse(request: IncomingMessage, response: ServerResponse, answer: SandboxAnswer): void {
    this.#begin(request, response).outcome = answer.outcome;
    deliver(response, answer, true);
  }

  /** Counts and logs an answer that was given outside of node:http's responses. */
  note(request: IncomingMessage | null, { status, outcome }: SandboxAnswer): void {
    this.requestCount++;
    this.#log({ ...noteOf(request, this.#options.clock), status, outcome });
  }

  async #respond(request: IncomingMessage, response: ServerResponse, note: RequestNote): Promise<void> {
    try {
      const delivery = await this.#answer(request, note);
      note.outcome = delivery.answer?.outcome ?? "fault";
      if (this.#settings.latency || delivery.manner !== "whole")
        await this.#deliverInTime(response, delivery);
      else if (delivery.answer) deliver(response, delivery.answer, this.#isStopping);
    } catch (error) {
      // A bug of ours must neither hang a client nor end the process that a whole test run leans on.
      note.bug = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (response.headersSent) response.destroy();
      else deliver(response, messageAnswer(500, "Internal server error", "bug"), true);
    } finally {
      // Here, and not when the response is over: who has its answer may ask at once what was seen.
      this.#end(note, response);
    }
  }

  async #answer(request: IncomingMessage, note: RequestNote): Promise<Delivery> {
    const { method = "", url = "" } = request;
    const route = routeOf(url);
    if (route.kind === "create") return this.#operation.answer(request, route.partner, note);
    if (route.kind !== "login") return { manner: "whole", answer: NOT_FOUND };
    const isVisit = method === "GET" || method === "HEAD";
    return { manner: "whole", answer: isVisit ? this.#login(route.token) : methodNotAllowed("GET, HEAD") };
  }

  #login(token: string): SandboxAnswer {
    const quote = this.book.quoteOfToken(token);
    return quote ? signedInPage(quote) : refusedPage();
  }

  /** The work is done by now: a client that gives up while it waits still gets its lead created. */
  async #deliverInTime(response: ServerResponse, delivery: Delivery): Promise<void> {
    const { clock } = this.#options;
    const wait = new AbortController();
    this.#waits.add(wait);
    response.once("close", () => wait.abort());
    if (this.#isStopping) wait.abort();
    try {
      const { latency } = this.#settings;
      if (latency) await clock.sleep(this.#drawLatencyMs(latency), wait.signal);
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

  /** Counts a request, which is logged when its answer is over. */
  #begin(request: IncomingMessage, response: ServerResponse): RequestNote {
    this.requestCount++;
    const note = noteOf(request, this.#options.clock);
    if (this.#options.log)
      response.on("close", () => {
        this.#end(note, response);
        this.#log(note);
      });
    return note;
  }

  #end(note: RequestNote, response: ServerResponse): void {
    note.status = response.headersSent ? response.statusCode : null;
    note.durationMs = Math.round(this.#options.clock.now() - note.startedAtMs);
  }

  #log(note: RequestNote): void {
    this.#options.log?.(entryOf(note, this.#redact));
  }
}
