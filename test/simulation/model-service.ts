import type { Exchange, RowAttempt, Service } from "../../src/outcome/exchange.ts";
import { Deadlines, type Timed } from "../../src/send/deadlines.ts";
import { failure, reply } from "./exchanges.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { ProgramClock, VirtualClock } from "./virtual-clock.ts";

/** What a request may meet besides an honest answer, each with its probability. */
export type ModelFault =
  | "500-before"
  | "500-after"
  | "503-before"
  | "503-after"
  | "502-before"
  | "502-after"
  | "408"
  | "429"
  | "418"
  | "reset-unsent"
  | "reset-before"
  | "reset-after"
  | "silence-before"
  | "silence-after"
  | "unreadable"
  | "truncated"
  /** The quote is created, and a 500 tells of it. */
  | "500-told"
  /** The answer is cut off after its object, or within it, behind the login link. */
  | "cut-after"
  | "cut-behind-link"
  | "307"
  | "404"
  | "401"
  | "302"
  | "tls";

/** A time in which the service is not itself. */
export interface Outage {
  fromMs: number;
  untilMs: number;
  kind: "refuse" | "no-host" | "reset" | "silence" | "502" | "500" | "429";
}

export interface ServiceModel {
  faults: ReadonlyMap<ModelFault, number>;
  outages: readonly Outage[];
  /** Requests taken in any second; may change with time. */
  rateLimit: ((nowMs: number) => number) | null;
  /** The Retry-After header of a 429 or 503. */
  retryAfter: (random: SeededRandom) => string | null;
  latencyMs: (random: SeededRandom) => number;
  /** Of the client. */
  timeoutMs: number;
  /** How likely an answer comes twice on its connection: the copy is taken for the answer to the next request. */
  twice?: number;
}

/** What a lead is, for the service. Any but the first two gets the same answer every time, whatever others get. */
export type LeadNature = "sound" | "faulty" | BadNature;
/** A lead that never gets anywhere: 404, 500, no answer, 429, 307. */
export type BadNature = (typeof BAD_NATURES)[number];
export const BAD_NATURES = ["odd", "broken", "silent", "throttled", "moved"] as const;

export interface Quote {
  quoteId: string;
  loginUrl: string;
  isOurs: boolean;
}

/** One request as the world saw it. */
export interface RequestTrace {
  row: number | null;
  round: number;
  startMs: number;
  /** When its answer, or the end of its connection, came to this machine. */
  arrivedMs: number | null;
  endMs: number | null;
  exchange: Exchange | null;
  /** Its deadline came before any answer was read. */
  isGivenUp: boolean;
}

const ISSUES = { error: { issues: [{ code: "custom", message: "Required", path: ["propertyUnits"] }] } };
const DUPLICATE = { error: "Email already in use" };

/** What each kind of bad lead gets; null is no answer at all. */
const MANNERS: Readonly<Record<BadNature, Exchange | null>> = {
  odd: reply(404, { message: "Not found" }),
  broken: reply(500, { message: "Internal server error" }),
  silent: null,
  throttled: reply(429, { message: "Too many requests" }),
  moved: reply(307, ""),
};

function isBad(nature: LeadNature): nature is BadNature {
  return nature !== "sound" && nature !== "faulty";
}

/** The whole of the service's side: it takes leads, and loses answers, as it is told to. */
export class ModelService {
  readonly traces: RequestTrace[] = [];
  /** Rows that got another's answer on a connection which the program did not live to rest. */
  readonly unfound = new Set<number>();
  /** Rows of connections that were found to be out of step in this round. */
  readonly #found = new Set<number>();
  readonly #quotes = new Map<string, Quote>();
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #natureOf: (row: number) => LeadNature;
  readonly #takenAtMs: number[] = [];
  #model: ServiceModel;
  #round = 0;
  #hasRecovered = false;
  #lines: ModelLines | null = null;

  constructor(
    model: ServiceModel,
    clock: VirtualClock,
    random: SeededRandom,
    natureOf: (row: number) => LeadNature,
  ) {
    this.#model = model;
    this.#clock = clock;
    this.#random = random;
    this.#natureOf = natureOf;
  }

  change(model: Partial<ServiceModel>): void {
    this.#model = { ...this.#model, ...model };
  }

  /** Nothing is wrong with the service any more, and it bears every lead; what is wrong with a lead stays wrong. */
  recover(): void {
    this.change({ faults: new Map(), outages: [], rateLimit: null, latencyMs: () => 50, twice: 0 });
    this.#hasRecovered = true;
  }

  /** A quote that somebody else created. */
  addForeignQuote(email: string): void {
    this.#quotes.set(email, { quoteId: `foreign-${email}`, loginUrl: "https://foreign", isOurs: false });
  }

  quote(email: string): Quote | undefined {
    return this.#quotes.get(email);
  }

  /** Whether a connection of the last program is out of step, and nobody waited to see. */
  get isUnrested(): boolean {
    return this.#lines?.isUnrested === true;
  }

  /** A round has ended. @param isWritten What was found in it is in the journal. */
  ended(isWritten: boolean): void {
    for (const row of isWritten ? this.#found : []) this.unfound.delete(row);
    this.#found.clear();
  }

  /** One program's way to the service; the deadlines are kept by the program's own code. */
  connect(round: number, clock: ProgramClock): ModelConnection {
    this.#round = round;
    const { timeoutMs } = this.#model;
    const active = new Set<(exchange: Exchange) => void>();
    const deadlines = new Deadlines<Timed>(clock);
    const lines = new ModelLines(this.unfound, this.#found, clock);
    this.#lines = lines;
    let isDead = false;
    const exchange = (row: number | null, email: string, attempt?: RowAttempt): Promise<Exchange> =>
      new Promise((resolve) => {
        const line = lines.take();
        const startMs = clock.now();
        const trace: RequestTrace = {
          row,
          round: this.#round,
          startMs,
          arrivedMs: null,
          endMs: null,
          exchange: null,
          isGivenUp: false,
        };
        this.traces.push(trace);
        const settle = (result: Exchange): void => {
          if (!active.delete(settle)) return;
          deadlines.remove(timed);
          trace.endMs = clock.now();
          const came = lines.answered(line, attempt, result, this.#random.chance(this.#model.twice ?? 0));
          trace.exchange = { ...came, durationMs: trace.endMs - startMs };
          if (!isDead) resolve(trace.exchange);
        };
        const timed: Timed = {
          deadlineMs: startMs + timeoutMs,
          timeoutMs,
          bytesRead: 0,
          get isSettled() {
            return !active.has(settle);
          },
          giveUp: () => {
            trace.isGivenUp = true;
            settle(failure(true, "DEADLINE"));
          },
        };
        active.add(settle);
        deadlines.add(timed);
        this.#meet(row, email, (result) => {
          trace.arrivedMs = clock.now();
          clock.arrive(() => settle(result));
        });
      });
    return {
      create: (body, _requestId, attempt) => {
        const { row, email } = JSON.parse(Buffer.from(body).toString()) as { row: number; email: string };
        return exchange(row, email, attempt);
      },
      probe: () => exchange(null, ""),
      onDoubt: (tell) => lines.onDoubt((attempts) => void (isDead || tell(attempts))),
      keepApart: () => lines.keepApart(),
      rest: async () => lines.rest(),
      abort: () => {
        for (const settle of [...active]) settle(failure(true, "ABORTED"));
      },
      close: async () => undefined,
      kill: () => {
        isDead = true;
        this.#clock.after(timeoutMs, () => {
          for (const settle of [...active]) settle(failure(true, "DEADLINE"));
        });
      },
    };
  }

  #meet(row: number | null, email: string, settle: (exchange: Exchange) => void): void {
    const wayMs = this.#model.latencyMs(this.#random) / 2;
    const later = (exchange: Exchange): void => {
      this.#clock.after(wayMs, () => settle(exchange));
    };
    const fault = row === null ? null : this.#drawFault();
    const code = this.#unsentCode(fault);
    if (code !== null) {
      later(failure(false, code));
      return;
    }
    // The request is on its way: what happens to it there happens whether or not anybody still waits.
    this.#clock.after(wayMs, () => {
      const answer = this.#answer(row, email, fault);
      if (answer) this.#clock.after(wayMs, () => settle(answer));
    });
  }

  /** Why nothing reaches the service, or null. */
  #unsentCode(fault: ModelFault | null): string | null {
    const outage = this.#outage();
    if (outage?.kind === "refuse") return "ECONNREFUSED";
    if (outage?.kind === "no-host") return "ENOTFOUND";
    if (fault === "reset-unsent") return "ECONNRESET";
    return fault === "tls" ? "CERT_HAS_EXPIRED" : null;
  }

  #answer(row: number | null, email: string, fault: ModelFault | null): Exchange | null {
    const outage = this.#outage();
    if (outage?.kind === "silence") return null;
    if (outage?.kind === "reset" || outage?.kind === "refuse") return failure(true, "ECONNRESET");
    if (outage?.kind === "502") return reply(502, "<html>Bad gateway</html>");
    if (outage?.kind === "500") return reply(500, { message: "Internal server error" });
    if (row === null) return reply(405, { message: "Method not allowed" });
    if (outage?.kind === "429" || fault === "429" || this.#isTooFast())
      return reply(429, { message: "Too many requests" }, this.#model.retryAfter(this.#random));
    const nature = this.#nature(row);
    if (isBad(nature)) return MANNERS[nature];
    return this.#faultBefore(fault) ?? this.#faultAfter(fault, this.#work(row, email));
  }

  #faultBefore(fault: ModelFault | null): Exchange | null {
    if (fault === "silence-before") return failure(true, "DEADLINE");
    if (fault === "reset-before") return failure(true, "ECONNRESET");
    if (fault === "500-before") return reply(500, { message: "Internal server error" });
    if (fault === "503-before") return reply(503, "", this.#model.retryAfter(this.#random));
    if (fault === "502-before") return reply(502, "");
    if (
      fault === "408" ||
      fault === "418" ||
      fault === "404" ||
      fault === "401" ||
      fault === "302" ||
      fault === "307"
    )
      return reply(Number(fault), { message: fault });
    return null;
  }

  #faultAfter(fault: ModelFault | null, answer: Exchange): Exchange | null {
    if (fault === "silence-after") return null;
    if (fault === "reset-after") return failure(true, "ECONNRESET");
    if (fault === "500-after") return reply(500, { message: "Internal server error" });
    if (fault === "503-after") return reply(503, "", this.#model.retryAfter(this.#random));
    if (fault === "502-after") return reply(502, "");
    const { httpStatus, body } = answer;
    if (httpStatus === 200 && body !== null) {
      if (fault === "500-told") return reply(500, body);
      const cutOff = { ...answer, bodyComplete: false, error: { code: "ECONNRESET", message: "cut off" } };
      if (fault === "cut-after") return cutOff;
      if (fault === "cut-behind-link") return { ...cutOff, body: body.slice(0, -1) };
    }
    if (fault === "unreadable") return { ...answer, body: "<html>Hello</html>" };
    if (fault === "truncated") return { ...answer, body: body?.slice(0, 20) ?? "", bodyComplete: false };
    return answer;
  }

  #work(row: number, email: string): Exchange {
    if (this.#nature(row) === "faulty") return reply(400, ISSUES);
    if (this.#quotes.has(email)) return reply(400, DUPLICATE);
    const quote = { quoteId: `quote-${row}`, loginUrl: `https://service/login?token=${row}`, isOurs: true };
    this.#quotes.set(email, quote);
    return reply(200, { success: true, quoteId: quote.quoteId, loginUrl: quote.loginUrl });
  }

  #nature(row: number): LeadNature {
    const nature = this.#natureOf(row);
    return this.#hasRecovered && isBad(nature) ? "sound" : nature;
  }

  #isTooFast(): boolean {
    if (!this.#model.rateLimit) return false;
    const nowMs = this.#clock.now();
    while (this.#takenAtMs[0] !== undefined && this.#takenAtMs[0] <= nowMs - 1_000) this.#takenAtMs.shift();
    if (this.#takenAtMs.length >= this.#model.rateLimit(nowMs)) return true;
    this.#takenAtMs.push(nowMs);
    return false;
  }

  #outage(): Outage | undefined {
    const nowMs = this.#clock.now();
    return this.#model.outages.find(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs);
  }

  #drawFault(): ModelFault | null {
    let fraction = this.#random.next();
    for (const [fault, probability] of this.#model.faults) {
      if (fraction < probability) return fault;
      fraction -= probability;
    }
    return null;
  }
}

/** A connection: what it answered since it was silent last, and the answers that come a step too late. */
interface ModelLine {
  late: Exchange[];
  answered: RowAttempt[];
  isAlone: boolean;
}

/** The connections of one program, by the contract of the client: each rests after some requests, and at the end of a round. */
class ModelLines {
  readonly #unfound: Set<number>;
  readonly #found: Set<number>;
  readonly #clock: ProgramClock;
  readonly #idle: ModelLine[] = [];
  #isApart = false;
  #tell: (attempts: readonly RowAttempt[]) => void = () => undefined;

  constructor(unfound: Set<number>, found: Set<number>, clock: ProgramClock) {
    this.#unfound = unfound;
    this.#found = found;
    this.#clock = clock;
  }

  onDoubt(tell: (attempts: readonly RowAttempt[]) => void): void {
    this.#tell = tell;
  }

  keepApart(): void {
    this.#isApart = true;
  }

  get isUnrested(): boolean {
    return this.#idle.some(({ late }) => late.length > 0);
  }

  take(): ModelLine {
    if (this.#isApart) return { late: [], answered: [], isAlone: true };
    return this.#idle.pop() ?? { late: [], answered: [], isAlone: false };
  }

  /** What comes as the answer. A connection that is a step out gives the one before. */
  answered(line: ModelLine, attempt: RowAttempt | undefined, own: Exchange, isTwice: boolean): Exchange {
    if (line.isAlone) return { ...own, isAlone: true };
    const isBroken = own.httpStatus === null || own.error !== null;
    if (!isBroken) line.late.push(own);
    if (!isBroken && isTwice) line.late.push(own);
    const came = line.late.shift() ?? own;
    if (attempt && came !== own) this.#unfound.add(attempt.row);
    // A connection ends with what goes wrong on it: that it was out of step stays unfound.
    if (isBroken) return came;
    if (attempt) line.answered.push(attempt);
    // The answer that has just come is with the journal by then.
    if (line.answered.length >= LINE_REQUESTS_MAX) this.#clock.after(0, () => this.#rest(line));
    else this.#idle.push(line);
    return came;
  }

  rest(): void {
    for (const line of this.#idle.splice(0)) this.#rest(line);
  }

  #rest({ late, answered }: ModelLine): void {
    if (late.length === 0) return;
    this.#isApart = true;
    for (const { row } of answered) this.#found.add(row);
    this.#tell(answered);
  }
}

/** A few, so that some connections rest within a round. */
const LINE_REQUESTS_MAX = 6;

export interface ModelConnection extends Service {
  /** The program died: what is under way goes on, but nobody hears of it. */
  kill(): void;
}
