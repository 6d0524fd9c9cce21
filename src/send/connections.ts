import { setMaxListeners } from "node:events";
import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import type { Clock } from "../base/clock.ts";
import type { RowAttempt } from "../outcome/exchange.ts";
import { LIMITS } from "../settings/policy.ts";
import { InterimFilter } from "./interim-answers.ts";

/** What a dispatcher tells of its one connection. */
export interface ConnectionWatch {
  /** A connection to the service stands, through a proxy or not. */
  opened(socket: Socket): void;
  /** Undici's `disconnect` event. */
  ended(error: Error): void;
}

/** Makes what carries requests over one connection, and over another one when that has ended. */
export type OpenDispatcher = (watch: ConnectionWatch) => Dispatcher;

/** A handler of a request, which the connections tell on which of them it goes. */
export interface CarriedHandler extends Dispatcher.DispatchHandler {
  connection: ServiceConnection | null;
  /** Whether nobody waits for it any more. */
  readonly isSettled: boolean;
}

interface Waiting {
  request: Dispatcher.DispatchOptions;
  handler: CarriedHandler;
}

export interface ConnectionsOptions {
  /** At most this many requests are ever under way; others wait. */
  count: number;
  open: OpenDispatcher;
  clock: Clock;
}

/**
 * The connections to the service. Only its connection says which lead an answer belongs to, and one that is a step out
 * looks like one in step, as long as the next request follows: an answer that came twice is taken for the next one. So
 * each connection rests at last, while others take its place: bytes that come while nothing is due prove that the
 * answers before belong to others. From then on each request has a connection of its own.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  /** The one that was used last goes on. */
  readonly #idle: ServiceConnection[] = [];
  /** Whose requests were settled in this turn. */
  readonly #released: ServiceConnection[] = [];
  readonly #open = new Set<ServiceConnection>();
  readonly #resting = new Set<Promise<void>>();
  readonly #waiting: Waiting[] = [];
  readonly #over = new AbortController();
  #busyCount = 0;
  #longestMs = 0;
  #isApart = false;
  #onDoubt: (attempts: readonly RowAttempt[]) => void = () => undefined;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    // Every connection that rests listens: that is not a leak.
    setMaxListeners(0, this.#over.signal);
  }

  /** @param tell Called with what one connection answered, in order, once it is proven to have been out of step. */
  onDoubt(tell: (attempts: readonly RowAttempt[]) => void): void {
    this.#onDoubt = tell;
  }

  /** From now on each request has a connection of its own. */
  keepApart(): void {
    this.#isApart = true;
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: CarriedHandler): void {
    if (this.#busyCount < this.#options.count) this.#start(request, handler);
    else this.#waiting.push({ request, handler });
  }

  /** A request is settled: its connection is free, if it was answered. */
  release({ connection }: CarriedHandler, attempt: RowAttempt | undefined, durationMs: number): void {
    if (!connection) return;
    if (connection.isIdle) {
      connection.note(attempt, this.#options.clock.now());
      this.#longestMs = Math.max(this.#longestMs, durationMs);
    }
    // A server may end the connection behind its answer, and undici has not done with it yet.
    if (this.#released.push(connection) === 1) setImmediate(() => this.#takeBack());
  }

  #takeBack(): void {
    for (const connection of this.#released.splice(0)) {
      this.#busyCount -= 1;
      if (!connection.isIdle) this.#close(connection);
      else if (connection.isSpent) this.#rest(connection);
      else this.#idle.push(connection);
    }
    this.#startNext();
  }

  /** Resolves once every connection has been silent for long enough: no answer is in doubt that can be found to be. */
  async rest(): Promise<void> {
    await turn();
    for (const connection of this.#idle.splice(0)) this.#rest(connection);
    await Promise.all(this.#resting);
  }

  /** Ends every rest. */
  abort(): void {
    this.#over.abort();
  }

  async close(): Promise<void> {
    this.abort();
    await Promise.all([...this.#open].map((connection) => connection.close()));
  }

  #startNext(): void {
    while (this.#waiting.length > 0 && this.#busyCount < this.#options.count) {
      const next = this.#waiting.shift();
      if (next && !next.handler.isSettled) this.#start(next.request, next.handler);
    }
  }

  #start(request: Dispatcher.DispatchOptions, handler: CarriedHandler): void {
    this.#busyCount += 1;
    const connection = this.#take();
    connection.take();
    handler.connection = connection;
    try {
      connection.dispatcher.dispatch(connection.isAlone ? { ...request, reset: true } : request, handler);
    } catch (error) {
      handler.onResponseError?.(null as never, error as Error);
    }
  }

  #take(): ServiceConnection {
    for (let one = this.#idle.pop(); one; one = this.#idle.pop()) {
      if (this.#mayGoOn(one)) return one;
      this.#rest(one);
    }
    const { open, clock } = this.#options;
    const parts = { open, clock, restMs: () => this.#restMs(), onDoubt: () => this.#doubt(opened) };
    const opened: ServiceConnection = new ServiceConnection(parts, this.#isApart);
    this.#open.add(opened);
    return opened;
  }

  #restMs(): number {
    return Math.min(LIMITS.restMsMax, Math.max(LIMITS.restMsMin, this.#longestMs));
  }

  #doubt(connection: ServiceConnection): void {
    const attempts = connection.takeAnswered();
    if (attempts.length === 0) return;
    this.keepApart();
    this.#onDoubt(attempts);
  }

  /** Sends no requests until it was silent for long enough. Then it continues: opening another one takes longer than waiting. */
  #rest(connection: ServiceConnection): void {
    const resting = connection.silence(this.#over.signal).then((isInStep) => {
      this.#resting.delete(resting);
      if (isInStep && this.#mayGoOn(connection)) this.#idle.push(connection);
      else this.#close(connection);
    });
    this.#resting.add(resting);
  }

  #mayGoOn({ answeredAtMs }: ServiceConnection): boolean {
    return !this.#isApart && this.#options.clock.now() - answeredAtMs < IDLE_MS_MAX;
  }

  #close(connection: ServiceConnection): void {
    this.#open.delete(connection);
    void connection.close();
  }
}

/** A connection that was idle for as long is not used any more: servers wait longer before they close one. */
const IDLE_MS_MAX = 1_000;
/** A timer that is so late was held up, and what it waits for may have been, too. */
export const LATE_MS_MAX = 1_000;
/** Until what lies in a socket that was closed meanwhile is known to be its end. */
const TURNS_MAX = 100;

interface ConnectionParts {
  open: OpenDispatcher;
  clock: Clock;
  /** How long it has to be silent. */
  restMs(): number;
  /** Bytes came while nothing was due. */
  onDoubt(): void;
}

/** One connection, and what it answered since it was last silent for long enough. */
export class ServiceConnection implements ConnectionWatch {
  readonly dispatcher: Dispatcher;
  /** Whether it carries one request, and no other. */
  readonly isAlone: boolean;
  answeredAtMs = Number.NEGATIVE_INFINITY;
  readonly #parts: ConnectionParts;
  #socket: Socket | null = null;
  #interim: InterimFilter | null = null;
  #phase: "idle" | "taken" | "due" = "idle";
  #requestCount = 0;
  #answerCount = 0;
  /** The rows that it answered. Numbers: objects that live as long cost the collector more than all the rest. */
  #rows: number[] = [];
  #attempts: number[] = [];

  constructor(parts: ConnectionParts, isAlone: boolean) {
    this.#parts = parts;
    this.isAlone = isAlone;
    this.dispatcher = parts.open(this);
  }

  /** Whether its last request was answered. */
  get isIdle(): boolean {
    return this.#phase === "idle";
  }

  get bytesRead(): number {
    return this.#socket?.bytesRead ?? 0;
  }

  get isSpent(): boolean {
    return this.isAlone || this.#requestCount >= LIMITS.connectionRequestsMax;
  }

  opened(socket: Socket): void {
    this.#socket = socket;
    this.#interim = new InterimFilter(socket);
    this.#requestCount = 0;
    this.#forget();
  }

  ended(error: Error): void {
    const isOutOfStep = this.#phase !== "due" && this.#socket !== null && isAtBytes(error, this.#socket);
    this.#socket = null;
    if (isOutOfStep) this.#parts.onDoubt();
    this.#forget();
  }

  /** A request is to go on it. */
  take(): void {
    this.#phase = "taken";
  }

  /** The request's first byte is about to be handed to the socket; all that came before was read. */
  begin(): void {
    this.#phase = "due";
    this.#interim?.begin();
    this.#requestCount += 1;
    if (this.#answerCount > 0 && this.#idleMs() >= this.#parts.restMs()) this.#forget();
  }

  /** The answer is whole. */
  end(): void {
    this.#phase = "idle";
  }

  note(attempt: RowAttempt | undefined, nowMs: number): void {
    this.answeredAtMs = nowMs;
    this.#answerCount += 1;
    if (!attempt) return;
    this.#rows.push(attempt.row);
    this.#attempts.push(attempt.attempt);
  }

  takeAnswered(): RowAttempt[] {
    const answered = this.#rows.map((row, index) => ({ row, attempt: this.#attempts[index] ?? 0 }));
    this.#forget();
    return answered;
  }

  /**
   * Resolves once it was silent for long enough, or has ended. The first answer alone is in nobody's place.
   *
   * @returns Whether it is in step, and may go on.
   */
  async silence(signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#parts;
    while (this.#answerCount > 1 && this.#socket !== null && !signal.aborted) {
      const leftMs = this.#parts.restMs() - this.#idleMs();
      if (leftMs <= 0) {
        this.#forget();
        break;
      }
      const untilMs = clock.now() + leftMs;
      await clock.sleep(leftMs, signal);
      // A timer comes before what lies in the socket; what comes then closes it.
      await turn();
      for (let turns = 0; this.#socket?.destroyed && turns < TURNS_MAX; turns++) await turn();
      // It slept: what was on its way may have, too.
      if (clock.now() - untilMs > LATE_MS_MAX) this.answeredAtMs = clock.now();
    }
    this.#requestCount = 0;
    return this.#socket !== null && !signal.aborted;
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy().catch(() => undefined);
  }

  #idleMs(): number {
    return this.#parts.clock.now() - this.answeredAtMs;
  }

  #forget(): void {
    this.#rows = [];
    this.#attempts = [];
    this.#answerCount = 0;
  }
}

/** Lets everything happen that is ready to. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Whether bytes ended an idle connection, and neither its time, nor the other side, nor we. */
function isAtBytes(error: Error & { code?: unknown }, socket: Socket): boolean {
  const code = String(error.code);
  return !socket.readableEnded && (UNASKED.has(code) || code.startsWith("HPE_"));
}

/** What undici calls an answer that nobody waits for, and one whose headers are too long. */
const UNASKED: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "UND_ERR_HEADERS_OVERFLOW"]);
