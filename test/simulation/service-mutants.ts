/** One small way to get the policy wrong, and the tests that must notice. */
export interface Mutant {
  what: string;
  /** Below `src`. */
  file: string;
  /** Each text occurs exactly once in the file. */
  changes: readonly (readonly [from: string, to: string])[];
  /** Below `test`, without `.test.ts`. */
  caughtBy: string;
}

/** Of the client and of the reading of answers. */
export const SERVICE_MUTANTS: readonly Mutant[] = [
  {
    what: "a success without ids is created",
    file: "outcome/answer.ts",
    changes: [
      ["success !== true || !isFilledText(quoteId) || !isFilledText(loginUrl)", "success !== true"],
      [
        '{ kind: "created", quoteId, loginUrl };',
        '{ kind: "created", quoteId: String(quoteId), loginUrl: String(loginUrl) };',
      ],
    ],
    caughtBy: "outcome/answer",
  },
  {
    what: "a success that was cut off is created",
    file: "outcome/answer.ts",
    changes: [["if (!exchange.bodyComplete || exchange.body === null)", "if (exchange.body === null)"]],
    caughtBy: "outcome/answer",
  },
  {
    what: "a redirect is followed",
    file: "send/client.ts",
    changes: [
      [
        'import { type Dispatcher, Pool } from "undici";',
        'import { type Dispatcher, interceptors, Pool } from "undici";',
      ],
      [
        "    options.dispatcher ?? new Pool(url.origin, poolOptions(options.connections, options.timeoutMs));",
        "    options.dispatcher ?? new Agent(poolOptions(options.connections, options.timeoutMs)).compose(interceptors.redirect({ maxRedirections: 3 }));",
      ],
      ["import type { Clock }", 'import { Agent } from "undici";\nimport type { Clock }'],
    ],
    caughtBy: "send/misbehaving-server",
  },
  {
    what: "there is no total deadline",
    file: "send/client.ts",
    changes: [['this.abort({ code: "DEADLINE", ', 'void ({ code: "DEADLINE", ']],
    caughtBy: "send/client",
  },
  {
    what: "an error code decides what was sent",
    file: "send/client.ts",
    changes: [["sent: this.#sent,", 'sent: this.#sent && error?.code !== "ECONNRESET",']],
    caughtBy: "send/sent",
  },
  {
    what: "everything counts as sent",
    file: "send/client.ts",
    changes: [["sent: this.#sent,", "sent: true,"]],
    caughtBy: "send/sent",
  },
  {
    what: "connections are kept for a minute",
    file: "send/client.ts",
    changes: [
      ["const IDLE_TIMEOUT_MS = 1_000;", "const IDLE_TIMEOUT_MS = 60_000;"],
      ["const IDLE_TIMEOUT_MS_MAX = 5_000;", "const IDLE_TIMEOUT_MS_MAX = 60_000;"],
    ],
    caughtBy: "send/sent",
  },
  {
    what: "the key goes into what is kept",
    file: "outcome/scrub-answer.ts",
    changes: [["  const scrubbed = key.scrub(text);", "  const scrubbed = text;"]],
    caughtBy: "settings/target",
  },
  {
    what: "this machine is reached through a proxy",
    file: "send/proxy.ts",
    changes: [['isLoopback(url.hostname) ? "" : variable', 'isLoopback("") ? "" : variable']],
    caughtBy: "send/proxy",
  },
];
