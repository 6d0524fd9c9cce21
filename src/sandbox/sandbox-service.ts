import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import {
  type Answer,
  bodyIssue,
  createdAnswer,
  duplicateAnswer,
  issuesAnswer,
  messageAnswer,
  methodNotAllowed,
  NOT_FOUND,
  TOO_LARGE,
  UNAUTHORIZED,
  UNSUPPORTED_TYPE,
} from "./answer.ts";
import { BearerKeys } from "./bearer-keys.ts";
import { deliver } from "./delivery.ts";
import { judgeBody } from "./lead-body.ts";
import { refusedPage, signedInPage } from "./login-page.ts";
import { LoginTokens } from "./login-token.ts";
import { QuoteBook } from "./quote-book.ts";
import { isJsonRequest, readRequestBody } from "./request-body.ts";
import { type RequestLogEntry, scrub } from "./request-log.ts";
import { LOGIN_PATH, pathOf, routeOf } from "./route.ts";

/** What may be changed while the service runs. */
export interface ChangeableSettings {
  /** The partners that exist; default: any. */
  partners?: readonly string[];
  /** E-mail addresses of accounts that exist without a quote; default none. */
  users?: readonly string[];
}

export interface ServiceOptions {
  keys: readonly string[];
  keepLeads: boolean;
  clock: Clock;
  log?: (entry: RequestLogEntry) => void;
}

/** What a request leaves in the log. */
type Trace = Omit<RequestLogEntry, "method" | "path" | "status" | "durationMs">;

/** The one operation of the interface, and the page behind its login links. */
export class SandboxService {
  linkBaseUrl = "";
  requestCount = 0;
  readonly #options: ServiceOptions;
  readonly #keys: BearerKeys;
  readonly #tokens = new LoginTokens();
  readonly #book = new QuoteBook();
  #partners: ReadonlySet<string> | undefined;
  #isStopping = false;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#keys = new BearerKeys(options.keys);
  }

  change(settings: ChangeableSettings): void {
    if (settings.partners) this.#partners = new Set(settings.partners);
    if (settings.users) this.#book.setUsers(settings.users);
  }

  /** Answers under way are the last on their connections. */
  stop(): void {
    this.#isStopping = true;
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
    const trace: Trace = { outcome: "" };
    this.#track(request, response, trace);
    this.#answer(request, trace)
      .catch((error: unknown) => {
        trace.bug = error instanceof Error ? (error.stack ?? error.message) : String(error);
        return messageAnswer(500, "Internal server error", "bug");
      })
      .then((answer) => {
        trace.outcome = answer.outcome;
        deliver(response, answer, this.#isStopping);
      });
  }

  /** Answers without looking at the request. */
  refuse(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
    this.#track(request, response, { outcome: answer.outcome });
    deliver(response, answer, true);
  }

  /** Logs an answer that was given outside of node:http's responses. */
  note(method: string | null, target: string | null, answer: Answer): void {
    this.requestCount++;
    this.#log({ method, path: target, status: answer.status, outcome: answer.outcome, durationMs: 0 });
  }

  #track(request: IncomingMessage, response: ServerResponse, trace: Trace): void {
    this.requestCount++;
    if (!this.#options.log) return;
    const startedAtMs = this.#options.clock.now();
    response.on("close", () => {
      const { method = null, url = "" } = request;
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

  async #answer(request: IncomingMessage, trace: Trace): Promise<Answer> {
    const { method = "", url = "" } = request;
    const route = routeOf(url);
    if (route.kind === "create") return this.#create(request, route.partner, trace);
    if (route.kind === "unknown") return NOT_FOUND;
    return method === "GET" || method === "HEAD" ? this.#login(route.token) : methodNotAllowed("GET, HEAD");
  }

  #login(token: string): Answer {
    const quote = this.#book.quoteById(this.#tokens.verify(token) ?? "");
    return quote ? signedInPage(quote) : refusedPage();
  }

  /** Which of several refusals comes first is not shown: method, key, partner, headers, body, then duplicates. */
  async #create(request: IncomingMessage, partner: string, trace: Trace): Promise<Answer> {
    if (request.method !== "POST") return methodNotAllowed("POST");
    if (!this.#keys.accept(request.headers.authorization)) return UNAUTHORIZED;
    if (this.#partners && !this.#partners.has(partner)) return NOT_FOUND;
    if (!isJsonRequest(request)) return UNSUPPORTED_TYPE;
    const body = await readRequestBody(request);
    if (body.kind === "too-large" || body.kind === "aborted") return TOO_LARGE;
    if (body.kind === "not-utf8") return issuesAnswer([bodyIssue("Request body is not valid UTF-8")]);
    return this.#createFrom(body.text, trace);
  }

  #createFrom(text: string, trace: Trace): Answer {
    const { email, issues } = judgeBody(text);
    if (email !== null) trace.email = email;
    if (issues.length > 0 || email === null) return issuesAnswer(issues);
    const booking = this.#book.book(email, this.#options.keepLeads ? text : null);
    if (booking.kind === "quote-exists") return duplicateAnswer("Email already in use");
    if (booking.kind === "user-exists") return duplicateAnswer("User with this email already exists");
    const { quoteId } = booking.quote;
    trace.quoteId = quoteId;
    return createdAnswer(quoteId, this.#loginUrl(quoteId));
  }

  #loginUrl(quoteId: string): string {
    return `${this.linkBaseUrl}${LOGIN_PATH}?token=${this.#tokens.sign(quoteId)}`;
  }
}
