import { type Mutant, SERVICE_MUTANTS } from "./service-mutants.ts";

const SIMULATION = "simulation/simulation.long";

/** Every mutant that the tests must notice. */
export const MUTANTS: readonly Mutant[] = [
  {
    what: "the bit is not sticky",
    file: "outcome/lead-state.ts",
    changes: [["before.maybeCreated || line.mayCreate", "line.mayCreate"]],
    caughtBy: SIMULATION,
  },
  {
    what: "a 500 is taken for not created",
    file: "outcome/outcome-table.ts",
    changes: [
      [
        '"server-error": line("failed", "failed", "retry", { mayCreate: true })',
        '"server-error": line("failed", "failed", "retry")',
      ],
    ],
    caughtBy: SIMULATION,
  },
  {
    what: "a reset is sent again",
    file: "outcome/outcome-table.ts",
    changes: [
      ['"no-answer": line("unknown", "unknown", "settle"', '"no-answer": line("unknown", "unknown", "retry"'],
    ],
    caughtBy: SIMULATION,
  },
  {
    what: "a 502 is sent again",
    file: "outcome/outcome-table.ts",
    changes: [
      [
        '"gateway-error": line("unknown", "unknown", "settle"',
        '"gateway-error": line("unknown", "unknown", "retry"',
      ],
    ],
    caughtBy: SIMULATION,
  },
  {
    what: "our own lead is called a duplicate",
    file: "outcome/outcome-table.ts",
    changes: [['duplicate: line("duplicate", "unconfirmed"', 'duplicate: line("duplicate", "duplicate"']],
    caughtBy: SIMULATION,
  },
  {
    what: "an unknown lead is overwritten by a failure",
    file: "outcome/lead-state.ts",
    changes: [['? "unknown" : status;', "? status : status;"]],
    caughtBy: "outcome/outcome-table",
  },
  {
    what: "a crash is taken for nothing sent",
    file: "outcome/lead-state.ts",
    changes: [['{ status: "unknown", maybeCreated: true, resumable: false }', "UNSENT"]],
    caughtBy: SIMULATION,
  },
  {
    what: "a request does not wait for its intent",
    file: "send/submit-lead.ts",
    changes: [['await parts.journal.append({ type: "intent"', 'void parts.journal.append({ type: "intent"']],
    caughtBy: SIMULATION,
  },
  {
    what: "a request goes after the stop",
    file: "send/submit-lead.ts",
    changes: [["const isTooLate = gate.over.aborted;", "const isTooLate = false;"]],
    caughtBy: SIMULATION,
  },
  {
    what: "a 429 uses up an attempt",
    file: "send/submit-lead.ts",
    changes: [
      [
        'if (answer.kind === "throttled") waits += 1;\n    else attemptsUsed += 1;',
        "attemptsUsed += 1;\n    waits += 0;",
      ],
    ],
    caughtBy: "send/submit-leads",
  },
  {
    what: "attempts are not counted",
    file: "send/submit-lead.ts",
    changes: [["attemptsUsed < policy.attemptsMax", "attemptsUsed < 1e9"]],
    caughtBy: SIMULATION,
  },
  {
    what: "Retry-After is ignored",
    file: "send/gatekeeper.ts",
    changes: [
      ["    this.#pauseUntil(this.#clock.now() + retryAfterMs,", "    this.#pauseUntil(this.#clock.now(),"],
    ],
    caughtBy: SIMULATION,
  },
  {
    what: "an enormous Retry-After is waited for",
    file: "send/gatekeeper.ts",
    changes: [["if (retryAfterMs > LIMITS.retryAfterMsMax) {", "if (retryAfterMs > 1e300) {"]],
    caughtBy: "send/gatekeeper",
  },
  {
    what: "there is no jitter",
    file: "send/backoff.ts",
    changes: [["return random * ", "return (random * 0 + 1) * "]],
    caughtBy: "send/backoff",
  },
  {
    what: "the backoff has no cap",
    file: "send/backoff.ts",
    changes: [["Math.min(policy.retryMaxMs, ", "Math.max(policy.retryMaxMs, "]],
    caughtBy: "send/backoff",
  },
  {
    what: "there is no canary",
    file: "send/submit-leads.ts",
    changes: [["while (!gate.isProven) {", "while (false) {"]],
    caughtBy: SIMULATION,
  },
  {
    what: "the canary goes on without an answer",
    file: "send/submit-leads.ts",
    changes: [
      [
        'if (sent.end.kind === "open" && sent.end.exchange)',
        'if (sent.end.kind === "open" && sent.end.exchange?.body === "never")',
      ],
    ],
    caughtBy: "send/submit-leads",
  },
  {
    what: "the breaker never opens",
    file: "send/breaker.ts",
    changes: [
      ["return this.#unknownCount >= LIMITS.breakerUnknownsMax ||", "return this.#unknownCount >= 1e9 ||"],
    ],
    caughtBy: "send/gatekeeper",
  },
  {
    what: "the breaker counts over definite answers",
    file: "send/breaker.ts",
    changes: [["      this.reset();\n", ""]],
    caughtBy: "send/breaker",
  },
  {
    what: "a lead goes on trial without a probe",
    file: "send/gatekeeper.ts",
    changes: [
      ["isThere(await this.#service.probe()) &&", "isThere(await this.#service.probe()) !== null &&"],
    ],
    caughtBy: "send/gatekeeper",
  },
  {
    what: "all leads go on trial",
    file: "send/half-open-probe.ts",
    changes: [["    this.#isTrialOffered = false;\n    return isMine;", "    return isMine;"]],
    caughtBy: "send/half-open-probe",
  },
  {
    what: "the recovery outlives the run",
    file: "send/gatekeeper.ts",
    changes: [
      [
        "await this.#clock.sleep(pauseMs, this.over);\n      if (this.over.aborted) return;",
        "await this.#clock.sleep(pauseMs);",
      ],
    ],
    caughtBy: "send/gatekeeper",
  },
  {
    what: "lost places are filled at once",
    file: "send/gatekeeper.ts",
    changes: [["this.#policy.concurrency - this.#heldCount", "this.#policy.concurrency"]],
    caughtBy: "send/gatekeeper",
  },
  {
    what: "a standstill is not noticed",
    file: "send/gatekeeper.ts",
    changes: [["this.#progressAtMs > quietMsMax;", "this.#progressAtMs > 1e12;"]],
    caughtBy: "send/gatekeeper",
  },
  {
    what: "the rate is not cut by refusals",
    file: "send/rate-control.ts",
    changes: [["observed / 2", "observed * 2"]],
    caughtBy: "send/rate-control",
  },
  {
    what: "--rate is not kept to",
    file: "send/rate-control.ts",
    changes: [
      [
        "this.#rateMax = rateMax ?? Number.POSITIVE_INFINITY;",
        "this.#rateMax = (rateMax ?? Number.POSITIVE_INFINITY) * 3;",
      ],
    ],
    caughtBy: SIMULATION,
  },
  {
    what: "one odd lead stops the run",
    file: "send/wrong-target.ts",
    changes: [["LIMITS.wrongTargetsMax;", "1;"]],
    caughtBy: "send/wrong-target",
  },
  {
    what: "a wrong address rejects every lead",
    file: "send/wrong-target.ts",
    changes: [["return !this.#isProven || this.#oddRows.size >= LIMITS.wrongTargetsMax;", "return false;"]],
    caughtBy: "send/submit-leads",
  },
  ...SERVICE_MUTANTS,
];
