import * as z from "zod";
import { count, text } from "../outcome/shared-schemas.ts";
import { CHECK_STATUSES, type CheckStatus, STATUS_NAMES } from "./check.ts";

/** The document of `leadctl smoke --json`. */

const ms = z.number().nonnegative();
const statusCounts = Object.fromEntries(
  STATUS_NAMES.map((status) => [CHECK_STATUSES[status].count, count]),
) as Record<(typeof CHECK_STATUSES)[CheckStatus]["count"], typeof count>;

const latency = z
  .object({ count, p50: ms, p95: ms, p99: ms, max: ms })
  .nullable()
  .describe("Milliseconds; null where nothing was sent.");

const headers = z.record(text, text).describe("Without secrets.");

const exchange = z.object({
  request: z.object({ method: text, path: text, headers, body: text.nullable() }),
  answer: z.object({
    httpStatus: z.int().nullable().describe("Null: none came."),
    headers,
    body: text,
    error: z.object({ code: text, message: text }).nullable(),
    durationMs: ms,
  }),
  tries: count.describe(
    "How often the request was sent: 429, 500 and 503 are tried again. The last answer counts.",
  ),
  earlier: z.array(z.int()).describe("The statuses of earlier tries."),
});

const check = z.object({
  id: text.describe("As in rules.v1: what --only, --skip and --accept take."),
  group: text,
  section: text.describe("Section of the interface; empty for a limit of yours."),
  title: text,
  status: z.enum(STATUS_NAMES),
  note: text.nullable().describe("Why it is left out or not judged, or why it may differ."),
  differences: z.array(text),
  rounds: z.object({ judged: count, differing: count }),
  latencyMs: latency,
  durationMs: ms.describe("Of all its requests together."),
  retries: z.array(z.int()).describe("The statuses after which one of its requests was sent again."),
  exchanges: z.array(exchange).describe("The requests and answers that differ."),
  curl: text.nullable().describe("The first of them for a POSIX shell; null where nothing differs."),
});

const fact = z.object({
  id: text,
  section: text,
  question: text,
  observed: text.nullable().describe("Null: not asked, or not answered; the note says which."),
  note: text.nullable(),
  asked: z.boolean(),
  before: text.nullable().describe("The baseline's answer; null where it has none."),
});

export const smokeDocumentSchema = z
  .object({
    verdict: z
      .enum(["pass", "fail", "incomplete"])
      .describe(
        "pass: exit code 0. fail: 1, something differs. incomplete: any other, it could not be told.",
      ),
    exitCode: z.int(),
    error: z
      .object({ code: text, finding: text, message: text, hint: text })
      .nullable()
      .describe("Why it did not begin, or could not be written; null if neither happened."),
    smoke: z.object({
      baseUrl: text.nullable().describe("Null if the run ended before it was known."),
      host: text.nullable(),
      environment: text.nullable().describe("Its name in leadctl.config.json, or sandbox."),
      partner: text.nullable(),
      startedAt: z.iso.datetime().describe("UTC."),
      durationMs: ms,
      leadctl: text.describe("Version."),
      node: text.describe("Version."),
      complete: z.boolean().describe("Every check that was asked for was reached."),
      stopReason: text.nullable().describe("Why it ended early; text for people."),
      rounds: count.describe("Rounds that were completed."),
      roundsWanted: count,
    }),
    summary: z.object({
      total: count,
      ...statusCounts,
      changed: count.describe("Answers that are not those of the baseline; no checks."),
      retries: count.describe("Requests that were sent again, those of no check among them."),
    }),
    causes: z
      .array(
        z.object({
          status: z.enum(STATUS_NAMES),
          differences: z.array(text),
          created: z.boolean().describe("A quote was made of something that must be refused."),
          checks: z.array(text),
        }),
      )
      .describe(
        "What did not pass, once for all checks in which it is the same; what created a quote comes first.",
      ),
    checks: z.array(check).describe("Those that were asked for."),
    creates: z.object({
      planned: count.describe("Quotes if the service does what the interface says."),
      perhaps: count.describe("Further quotes, where the interface is silent."),
      quotesMax: count.describe("It stops at so many quotes, known and suspected."),
      leadsMax: count.describe("The most leads that it sends, whatever the answers are."),
      leadsSent: count,
    }),
    created: z.array(z.object({ quoteId: text, email: text.nullable(), by: text })),
    maybeCreated: z.array(z.object({ email: text.nullable(), by: text })),
    retries: z.array(z.int()).describe("The statuses after which a request was sent again."),
    latencyMs: latency,
    connection: z
      .object({
        address: text.nullable(),
        dnsMs: ms.nullable(),
        connectMs: ms.nullable(),
        tls: z
          .object({
            protocol: text.nullable(),
            cipher: text.nullable(),
            subject: text.nullable(),
            issuer: text.nullable(),
            validTo: text.nullable().describe("When the certificate ends, as an ISO time."),
          })
          .nullable(),
      })
      .nullable(),
    discovery: z
      .object({
        obstacle: text.nullable().describe("Why nothing was asked."),
        complete: z.boolean().describe("Every question that is asked here has an answer."),
        facts: z.array(fact),
        baseline: z
          .object({ baseUrl: text, partner: text, takenAt: text })
          .nullable()
          .describe("Where and when it was made; null without one."),
        compared: count.nullable().describe("Null without a baseline."),
        changes: z
          .array(z.object({ id: text, section: text, question: text, before: text, now: text }))
          .nullable(),
      })
      .nullable()
      .describe("Null where nobody asked for it."),
  })
  .describe("What leadctl smoke found out about an environment.");

export type SmokeDocument = z.infer<typeof smokeDocumentSchema>;
export type CheckDocument = SmokeDocument["checks"][number];
export type Discovery = NonNullable<SmokeDocument["discovery"]>;
/** What an environment was seen to do. */
export type Fact = Discovery["facts"][number];
