import { systemClock } from "../../../src/base/clock.ts";
import { type Answer, readAnswer } from "../../../src/outcome/answer.ts";
import type { Exchange } from "../../../src/outcome/exchange.ts";
import { decodeLine, encodeLine } from "../../../src/run/journal/journal-line.ts";
import type { ResultRecord } from "../../../src/run/journal/journal-record.ts";
import { createClient } from "../../../src/send/client.ts";
import { ApiKey } from "../../../src/settings/api-key.ts";
import { TEST_KEY } from "../../test-key.ts";
import { holdsSecret } from "../key-search/find-secret.ts";
import { type ComposingServer, composingServer } from "./composing-server.ts";

/** How often each thing came about. */
export type Tally = Record<string, number>;

export interface FuzzResult {
  exchangeCount: number;
  kinds: Tally;
  /** What must not happen, each with the seed that makes it happen again. */
  findings: string[];
}

const TIMEOUT_MS = 200;
/** Beyond its deadline, and spent computing: a process that is held up by its machine spends none. */
const COMPUTING_MS_MAX = 3_000;
const ROUNDS_AT_ONCE = 8;
const FINDINGS_MAX = 20;
const EMAILS = Array.from({ length: 8 }, (_, n) => `applicant-${n + 1}@example.com`);

/** Meets the client with composed answers, one seed after the other, for so long or until too much has gone wrong. */
export async function fuzzClient(firstSeed: number, durationMs: number): Promise<FuzzResult> {
  const result: FuzzResult = { exchangeCount: 0, kinds: {}, findings: [] };
  const endAtMs = performance.now() + durationMs;
  let seed = firstSeed;
  const line = async (): Promise<void> => {
    do await playRound(seed++, result);
    while (performance.now() < endAtMs && result.findings.length < FINDINGS_MAX);
  };
  await Promise.all(Array.from({ length: ROUNDS_AT_ONCE }, line));
  return result;
}

/** Several leads over one connection, so that what one answer leaves behind would meet the next lead. */
async function playRound(seed: number, result: FuzzResult): Promise<void> {
  const server = await composingServer(seed, () => false);
  const client = createClient({
    target: { baseUrl: server.url, partner: "acme" },
    key: new ApiKey(TEST_KEY),
    connections: 1,
    timeoutMs: TIMEOUT_MS,
    userAgent: "leadctl/test",
    clock: systemClock,
  });
  for (const email of EMAILS) {
    const before = process.cpuUsage();
    try {
      const exchange = await client.create(Buffer.from(JSON.stringify({ contactInfo: { email } })));
      const answer = readAnswer(exchange);
      result.exchangeCount += 1;
      result.kinds[answer.kind] = (result.kinds[answer.kind] ?? 0) + 1;
      const { user, system } = process.cpuUsage(before);
      const wrong = isTooLong(exchange, (user + system) / 1_000) ?? wrongIn(exchange, answer, email, server);
      if (wrong)
        result.findings.push(`seed ${seed}, ${email}: ${wrong} ${JSON.stringify(exchange).slice(0, 2_000)}`);
    } catch (error) {
      result.findings.push(`seed ${seed}, ${email}: ${(error as Error).stack}`);
    }
  }
  await client.close();
  server.close();
}

function isTooLong({ durationMs }: Exchange, computingMs: number): string | undefined {
  const isLate = durationMs > TIMEOUT_MS + COMPUTING_MS_MAX && computingMs > COMPUTING_MS_MAX;
  return isLate ? `It took ${durationMs} ms, ${computingMs} of them computing.` : undefined;
}

function wrongIn(
  exchange: Exchange,
  answer: Answer,
  email: string,
  server: ComposingServer,
): string | undefined {
  if (!exchange.sent && server.wasAsked(email)) return "A request that arrived counts as not sent.";
  if (answer.kind === "created" && !server.granted.holds(email, answer)) return "Nobody created that.";
  const line = encodeLine(recordOf(exchange, answer));
  if (holdsSecret(Buffer.from(line), [TEST_KEY])) return "The key stands in it.";
  const read = decodeLine(Buffer.from(line.slice(0, -1)));
  if (
    JSON.stringify(read) !==
    JSON.stringify({ ...recordOf(exchange, answer), crc: (read as { crc?: string } | undefined)?.crc })
  )
    return "The journal does not give it back.";
  return undefined;
}

function recordOf(
  { sent, httpStatus, body, bodyComplete, durationMs }: Exchange,
  answer: Answer,
): ResultRecord {
  const known = { type: "result", row: 2, attempt: 1, decision: "settled", answer, at: "" } as const;
  return { ...known, durationMs, sent, httpStatus, body, bodyComplete };
}
