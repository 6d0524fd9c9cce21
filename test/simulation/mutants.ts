import type { SourceEdit } from "../mutation/source-edit.ts";
import { FOLLOWING_CLIENT } from "../security/wire-defences.ts";

const SIMULATION = "simulation";

/** One small way to get the policy wrong, and the tests that must notice. */
export interface Mutant {
  what: string;
  edits: readonly SourceEdit[];
  /** Each must fail; see `findTest`. */
  tests: readonly string[];
}

/** Every mutant that the tests must notice: of the policy, of the client, and of how answers are read. */
export const MUTANTS: readonly Mutant[] = [
  {
    what: "the bit is not sticky",
    edits: [
      {
        symbol: "afterAnswer",
        source: "before.maybeCreated || line.mayCreate",
        mutant: "line.mayCreate",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "a 500 is taken for not created",
    edits: [
      {
        symbol: "OUTCOME_TABLE",
        source: '"server-error": line("failed", "failed", "retry", { mayCreate: true })',
        mutant: '"server-error": line("failed", "failed", "retry")',
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "a reset is sent again",
    edits: [
      {
        symbol: "OUTCOME_TABLE",
        source: '"no-answer": line("unknown", "unknown", "settle"',
        mutant: '"no-answer": line("unknown", "unknown", "retry"',
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "a 502 is sent again",
    edits: [
      {
        symbol: "OUTCOME_TABLE",
        source: '"gateway-error": line("unknown", "unknown", "settle"',
        mutant: '"gateway-error": line("unknown", "unknown", "retry"',
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "our own lead is called a duplicate",
    edits: [
      {
        symbol: "OUTCOME_TABLE",
        source: 'duplicate: line("duplicate", "unconfirmed"',
        mutant: 'duplicate: line("duplicate", "duplicate"',
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "an unknown lead is overwritten by a failure",
    edits: [
      {
        symbol: "keepUnknown",
        source: '? "unknown" : status;',
        mutant: "? status : status;",
      },
    ],
    tests: ["outcome-table", SIMULATION],
  },
  {
    what: "a crash is taken for nothing sent",
    edits: [
      {
        symbol: "AFTER_CRASH",
        source: '{ status: "unknown", maybeCreated: true, resumable: false }',
        mutant: "UNSENT",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "a request does not wait for its intent",
    edits: [
      {
        symbol: "submitLead",
        source: "await parts.journal.append(intentRecord(",
        mutant: "void parts.journal.append(intentRecord(",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "a request goes after the stop",
    edits: [
      {
        symbol: "submitLead",
        source: "const isTooLate = gate.over.aborted;",
        mutant: "const isTooLate = false;",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "a 429 uses up an attempt",
    edits: [
      {
        symbol: "submitLead",
        source: 'if (answer.kind === "throttled") waits += 1;\n    else attemptsUsed += 1;',
        mutant: "attemptsUsed += 1;\n    waits += 0;",
      },
    ],
    tests: ["submit-leads"],
  },
  {
    what: "attempts are not counted",
    edits: [
      {
        symbol: "decide",
        source: "attemptsUsed < policy.attemptsMax",
        mutant: "attemptsUsed < 1e9",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "Retry-After is ignored",
    edits: [
      {
        symbol: "Gatekeeper.wait",
        source: "this.#pauseUntil(this.#clock.now() + retryAfterMs,",
        mutant: "this.#pauseUntil(this.#clock.now(),",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "an enormous Retry-After is waited for",
    edits: [
      {
        symbol: "Gatekeeper.wait",
        source: "if (retryAfterMs > LIMITS.retryAfterMsMax) {",
        mutant: "if (retryAfterMs > 1e300) {",
      },
    ],
    tests: ["gatekeeper"],
  },
  {
    what: "there is no jitter",
    edits: [
      {
        symbol: "backoffMs",
        source: "return random *",
        mutant: "return (random * 0 + 1) *",
      },
    ],
    tests: ["retry-delay"],
  },
  {
    what: "the backoff has no cap",
    edits: [
      {
        symbol: "backoffMs",
        source: "Math.min(policy.retryMaxMs,",
        mutant: "Math.max(policy.retryMaxMs,",
      },
    ],
    tests: ["retry-delay"],
  },
  {
    what: "there is no canary",
    edits: [
      {
        symbol: "submitLeads",
        source: "!gate.isProven; triedCount++",
        mutant: "false; triedCount++",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "the canary goes on without an answer",
    edits: [
      {
        symbol: "stopFromCanary",
        source: "if (triedCount < LIMITS.canaryLeadsMax) return undefined;",
        mutant: "return undefined;",
      },
    ],
    tests: ["submit-leads"],
  },
  {
    what: "the canary goes on where nothing can be sent",
    edits: [
      {
        symbol: "canaryStop",
        source: "return stopFromUnsent(end.exchange, isKnownTarget, place);",
        mutant: "return undefined;",
      },
    ],
    tests: ["submit-leads"],
  },
  {
    what: "a page in place of an answer costs three leads",
    edits: [
      {
        symbol: "stopFromCanary",
        source: 'end.answer.reason === "not-json"',
        mutant: 'end.answer.reason === "never"',
      },
    ],
    tests: ["submit-leads"],
  },
  {
    what: "what a wrong address made of leads stays",
    edits: [
      {
        symbol: "RunState.result",
        source: 'if (decision === "stopped") this.#takeBackDoubted();',
        mutant: 'if (decision === "stopped") this.#doubted = [];',
      },
    ],
    tests: [SIMULATION, "submit-leads", "run-state"],
  },
  {
    what: "leads go by row alone",
    edits: [
      {
        symbol: "RunState.fruitlessAttempts",
        source: "return this.#fruitless[row] ?? 0;",
        mutant: "return this.#fruitless[row] === -1 ? 1 : 0;",
      },
    ],
    tests: ["submit-leads", "lead-queue", "liveness"],
  },
  {
    what: "a lead that is asked to wait holds up the others",
    edits: [
      {
        symbol: "submitLead",
        source: "waitsInARow >= LIMITS.throttledMax",
        mutant: "waitsInARow >= 1e9",
      },
    ],
    tests: ["liveness", "submit-leads"],
  },
  {
    what: "a trial goes to whoever asked first",
    edits: [
      {
        symbol: "Gatekeeper.#takeFewest",
        source: "other.fruitlessAttempts < one.fruitlessAttempts ? other : one",
        mutant: "one.fruitlessAttempts + other.fruitlessAttempts < 0 ? other : one",
      },
    ],
    tests: ["gatekeeper"],
  },
  {
    what: "a round forgets which rows it chose",
    edits: [
      {
        symbol: "RunState.round",
        source: "rows === undefined ? []",
        mutant: "rows !== null ? []",
      },
    ],
    tests: [SIMULATION, "run-state"],
  },
  {
    what: "the breaker never opens",
    edits: [
      {
        symbol: "Breaker.note",
        source: "return this.#unknownCount >= LIMITS.breakerUnknownsMax ||",
        mutant: "return this.#unknownCount >= 1e9 ||",
      },
    ],
    tests: ["gatekeeper"],
  },
  {
    what: "the breaker counts over definite answers",
    edits: [
      {
        symbol: "Breaker.note",
        source: "this.reset();",
        mutant: "",
      },
    ],
    tests: ["breaker"],
  },
  {
    what: "a lead goes on trial without a probe",
    edits: [
      {
        symbol: "Gatekeeper.#recover",
        source: "isThere(probe) &&",
        mutant: "isThere(probe) !== null &&",
      },
    ],
    tests: ["gatekeeper"],
  },
  {
    what: "all leads go on trial",
    edits: [
      {
        symbol: "HalfOpenProbe.takeTrial",
        source: "this.#isTrialOffered = false;\n    return isMine;",
        mutant: "return isMine;",
      },
    ],
    tests: ["breaker"],
  },
  {
    what: "the recovery outlives the run",
    edits: [
      {
        symbol: "Gatekeeper.#recover",
        source: "await this.#clock.sleep(pauseMs, this.over);\n      if (this.over.aborted) return;",
        mutant: "await this.#clock.sleep(pauseMs);",
      },
    ],
    tests: ["gatekeeper"],
  },
  {
    what: "lost places are filled at once",
    edits: [
      {
        symbol: "Gatekeeper.#hasRoom",
        source: "this.#policy.concurrency - this.#vacantCount",
        mutant: "this.#policy.concurrency",
      },
    ],
    tests: ["gatekeeper"],
  },
  {
    what: "a standstill is not noticed",
    edits: [
      {
        symbol: "Gatekeeper.#isStalled",
        source: "this.#progressAtMs > quietMsMax;",
        mutant: "this.#progressAtMs > 1e12;",
      },
    ],
    tests: ["gatekeeper"],
  },
  {
    what: "the rate is not cut by refusals",
    edits: [
      {
        symbol: "RateControl.refuse",
        source: "observed / 2",
        mutant: "observed * 2",
      },
    ],
    tests: ["rate-control"],
  },
  {
    what: "a lead is given up before its attempts are used up",
    edits: [
      {
        symbol: "decide",
        source: "attemptsUsed < policy.attemptsMax",
        mutant: "attemptsUsed < policy.attemptsMax - 1",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "some leads have no turn in a round",
    edits: [
      {
        symbol: "LeadQueue.#nextRow",
        source: "this.#next >= this.#order.length",
        mutant: "this.#next > 0 && this.#next >= this.#order.length - 1",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "a replay does not write down what it chose",
    edits: [
      { symbol: "RunState.chosenRows", source: "dueCount > 0 && !state.resumable", mutant: "dueCount < 0" },
    ],
    tests: [SIMULATION],
  },
  {
    what: "a login link in an answer that proves nothing is not kept",
    edits: [
      {
        symbol: "RunState.result",
        source: "if (answer.pieces) this.#notePieces(row, answer.pieces, offset);",
        mutant: "",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "a person's word that a lead is not there makes a later duplicate somebody else's quote",
    edits: [
      {
        symbol: "afterWord",
        source: '"failed", maybeCreated: true, word',
        mutant: '"failed", maybeCreated: false, word',
      },
    ],
    tests: ["persons-word", SIMULATION],
  },
  {
    what: "a person's word stands for what was observed when it is taken back",
    edits: [
      {
        symbol: "RunState.resolved",
        source: "word === null ? observed :",
        mutant: "word === null ? this.get(row) :",
      },
    ],
    tests: ["persons-word", SIMULATION],
  },
  {
    what: "a person's word outlives an attempt that may have created the lead",
    edits: [{ symbol: "RunState.result", source: "this.#said.delete(row)", mutant: "undefined" }],
    tests: ["persons-word", SIMULATION],
  },
  {
    what: "a person's word is forgotten when a round begins",
    edits: [
      {
        symbol: "RunState.round",
        source: "this.#doubted = [];",
        mutant: "this.#doubted = []; this.#said.clear();",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "a word that is taken back forgets what was observed after it",
    edits: [{ symbol: "RunState.result", source: "said.observed = observedNow", mutant: "void observedNow" }],
    tests: [SIMULATION],
  },
  {
    what: "a row that a person closed is left for resume",
    edits: [
      {
        symbol: "afterWord",
        source: "maybeCreated: false, resumable: false, word",
        mutant: "maybeCreated: false, resumable: before.resumable, word",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "explain sends a lead again that nobody knows of, in place of asking the service's own check",
    edits: [{ symbol: "COMMANDS", source: '"--status", "unknown",', mutant: "" }],
    tests: [SIMULATION],
  },
  {
    what: "a row whose request was refused is offered for fixing",
    edits: [{ symbol: "isFixable", source: "!unfixable &&", mutant: "" }],
    tests: ["outcome-table"],
  },
  {
    what: "no mark is left of how far the journal was written",
    edits: [
      { symbol: "markJournal", source: "await writeMark(", mutant: "await (async (..._: unknown[]) => {})(" },
    ],
    tests: ["journal-mark"],
  },
  {
    what: "a run is gone on with though its journal is behind its mark",
    edits: [
      {
        symbol: "recoverRun",
        source: "if (run.missing && !olderJournal) throw",
        mutant: "if (Number.isNaN(0)) throw",
      },
    ],
    tests: ["journal-mark"],
  },
  {
    what: "an older journal loses corrected rows that were sent with the newer",
    edits: [{ symbol: "RunState.take", source: "if (ready) this.#lose(row, AFTER_RESTORE);", mutant: "" }],
    tests: ["older-journal"],
  },
  {
    what: "the lock of a living process is taken over",
    edits: [
      {
        symbol: "requireGone",
        source: "if (doubt === null) throw",
        mutant: "if (doubt === null) return;\n  if (doubt === undefined) throw",
      },
    ],
    tests: ["run-store"],
  },
  {
    what: "a login link that arrived is not reported",
    edits: [{ symbol: "idsOf", source: "observed?.loginUrl ?? null", mutant: "null" }],
    tests: [SIMULATION],
  },
  {
    what: "nobody is told what to do with unknown leads",
    edits: [{ symbol: "sendUnknown", source: "count > 0 ?", mutant: "count > 1_000_000 ?" }],
    tests: [SIMULATION],
  },
  {
    what: "an interrupted run is taken for a complete one",
    edits: [
      {
        symbol: "KINDS",
        source: 'run.condition === "interrupted" ? resume(run) :',
        mutant: 'run.condition === "damaged" ? resume(run) :',
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "--rate is not kept to",
    edits: [
      {
        symbol: "RateControl.constructor",
        source: "this.#rateMax = rateMax ?? Number.POSITIVE_INFINITY;",
        mutant: "this.#rateMax = (rateMax ?? Number.POSITIVE_INFINITY) * 3;",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "one odd lead stops the run",
    edits: [
      {
        symbol: "WrongTargetDetector.note",
        source: "LIMITS.wrongTargetsMax;",
        mutant: "1;",
      },
    ],
    tests: ["stop-reason"],
  },
  {
    what: "a wrong address rejects every lead",
    edits: [
      {
        symbol: "WrongTargetDetector.note",
        source: "return this.#isWrong;",
        mutant: "return false;",
      },
    ],
    tests: ["submit-leads"],
  },
  {
    what: "a success without ids is created",
    edits: [
      {
        symbol: "readSuccess",
        source: "if (quoteId === undefined || loginUrl === undefined) return",
        mutant: "if (body.success !== true) return",
      },
    ],
    tests: ["answer"],
  },
  {
    what: "a success that was cut off is created",
    edits: [
      {
        symbol: "readSuccess",
        source: "const body = parseObject(text);",
        mutant: "const body = parseObject(text) ?? parseObject(text + String.fromCharCode(34, 125));",
      },
    ],
    tests: ["answer"],
  },
  {
    what: "a whole answer is not believed when its connection breaks",
    edits: [
      {
        symbol: "readSuccess",
        source: "const body = parseObject(text);",
        mutant: "const body = exchange.bodyComplete ? parseObject(text) : undefined;",
      },
    ],
    tests: ["answer", SIMULATION],
  },
  {
    what: "a redirect is followed",
    edits: [{ symbol: "openClient", source: "new Client(", mutant: FOLLOWING_CLIENT }],
    tests: ["misbehaving-server"],
  },
  {
    what: "an answer in doubt leaves its lead created",
    edits: [
      {
        symbol: "RunState.doubted",
        source: "else this.#set(row, afterDoubt(known), (this.#flags[row] ?? 0) & FLAG.open);",
        mutant: "",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "what an answer in doubt brought is lost",
    edits: [
      {
        symbol: "RunState.doubted",
        source: "if (isCreated) this.#notePieces(row, EVERY_PIECE, this.lastResultAt(row) ?? 0);",
        mutant: "",
      },
    ],
    tests: [SIMULATION],
  },
  {
    what: "connections do not rest at the end of a round",
    edits: [{ symbol: "submitLeads", source: "await service.rest();", mutant: "" }],
    tests: [SIMULATION],
  },
  {
    what: "a connection never ends",
    edits: [{ symbol: "LIMITS", source: "connectionRequestsMax: 100", mutant: "connectionRequestsMax: 1e9" }],
    tests: ["send/connections"],
  },
  {
    what: "a deadline is judged before what arrived is read",
    edits: [{ symbol: "Deadlines.#ring", source: "await this.#read(due, nowMs + LATE_MS_MAX);", mutant: "" }],
    tests: ["send/connections", SIMULATION],
  },
  {
    what: "a process that slept gets no time for it",
    edits: [
      { symbol: "Deadlines.#ring", source: "if (lateMs > LATE_MS_MAX) for", mutant: "if (lateMs < 0) for" },
    ],
    tests: ["send/connections", SIMULATION],
  },
  {
    what: "there is no total deadline",
    edits: [
      {
        symbol: "ExchangeHandler.giveUp",
        source: 'this.abort({ code: "DEADLINE",',
        mutant: 'void ({ code: "DEADLINE",',
      },
    ],
    tests: ["send/client"],
  },
  {
    what: "an error code decides what was sent",
    edits: [
      {
        symbol: "ExchangeHandler.#finish",
        source: "sent: this.#sent,",
        mutant: 'sent: this.#sent && error?.code !== "ECONNRESET",',
      },
    ],
    tests: ["sent"],
  },
  {
    what: "everything counts as sent",
    edits: [
      {
        symbol: "ExchangeHandler.#finish",
        source: "sent: this.#sent,",
        mutant: "sent: true,",
      },
    ],
    tests: ["sent"],
  },
  {
    what: "connections are kept for a minute",
    edits: [
      {
        symbol: "connectionOptions",
        source: "keepAliveTimeout: IDLE_TIMEOUT_MS, keepAliveMaxTimeout: IDLE_TIMEOUT_MS_MAX",
        mutant: "keepAliveTimeout: 60_000, keepAliveMaxTimeout: 60_000",
      },
      {
        symbol: "Connections.#mayGoOn",
        source: "answeredAtMs < IDLE_MS_MAX",
        mutant: "answeredAtMs < 60_000",
      },
    ],
    tests: ["sent"],
  },
  {
    what: "the key goes into what is kept",
    edits: [
      {
        symbol: "scrubAnswer",
        source: "const scrubbed = key.scrub(text);",
        mutant: "const scrubbed = text;",
      },
    ],
    tests: ["target"],
  },
  {
    what: "this machine is reached through a proxy",
    edits: [
      {
        symbol: "proxyFor",
        source: 'isLoopback(url.hostname) ? "" : variable',
        mutant: 'isLoopback("") ? "" : variable',
      },
    ],
    tests: ["proxy"],
  },
];
