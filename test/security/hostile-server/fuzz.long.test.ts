import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Answer, readAnswer } from "../../../src/outcome/answer.ts";
import type { Exchange } from "../../../src/outcome/exchange.ts";
import { decodeLine, encodeLine } from "../../../src/run/journal/journal-line.ts";
import type { ResultRecord } from "../../../src/run/journal/journal-record.ts";
import { openClient } from "../../send/running-client.ts";
import { TEST_KEY } from "../../test-key.ts";
import { holdsSecret } from "../key-search/find-secret.ts";
import { takeLeaks } from "../key-search/watched-runs.ts";
import type { HostileRequest } from "./attack.ts";
import { type ComposingServer, composingServer } from "./composing-server.ts";
import { expectReadable, goOn, type OrdealOptions, sendAgain, submitTo } from "./ordeal.ts";

/**
 * A long run by hand:
 * `LEADCTL_HOSTILE_SECONDS=3600 npx vitest run --mode long test/security/hostile-server/fuzz`.
 * What was found comes again with `LEADCTL_HOSTILE_SEED` as it was told, and a second.
 */
const SECONDS = Number(process.env.LEADCTL_HOSTILE_SECONDS ?? 60);
const SEED = Number(process.env.LEADCTL_HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** For what is under way when the time is up: a run may be waiting for a service that does not answer. */
const SLACK_MS = 300_000;
const HALF_MS = (SECONDS * 1_000) / 2;
const FINDINGS_MAX = 10;

/** Of a request of the client. */
const TIMEOUT_MS = 200;
/** Beyond its deadline, and spent computing: a process that is held up by its machine spends none. */
const COMPUTING_MS_MAX = 3_000;
const ROUNDS_AT_ONCE = 8;
const EMAILS = Array.from({ length: 8 }, (_, n) => `applicant-${n + 1}@example.com`);

/** What came about how often, and what must not happen, with the seed that makes it happen again. */
interface Found {
  counts: Record<string, number>;
  findings: string[];
}

/** Plays rounds, one seed after the other, for half of the time or until too much has gone wrong. */
async function fuzz(play: (seed: number, found: Found) => Promise<void>, atOnce: number): Promise<Found> {
  const found: Found = { counts: {}, findings: [] };
  const endAtMs = performance.now() + HALF_MS;
  let seed = SEED;
  const line = async (): Promise<void> => {
    do {
      const own = seed++;
      await play(own, found).catch((error: Error) => found.findings.push(`seed ${own}: ${error.stack}`));
    } while (performance.now() < endAtMs && found.findings.length < FINDINGS_MAX);
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  console.info(`Seed ${SEED}: ${found.findings.length} findings`, found.counts);
  return found;
}

function count({ counts }: Found, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

describe("answers that chance has put together", () => {
  it(
    `harm neither the client nor what it keeps of them (seed ${SEED})`,
    async () => {
      const { counts, findings } = await fuzz(meetClient, ROUNDS_AT_ONCE);
      expect(findings).toEqual([]);
      expect(counts.exchanges).toBeGreaterThan(SECONDS);
    },
    HALF_MS + SLACK_MS,
  );

  it(
    `harm neither the program nor its files (seed ${SEED})`,
    async () => {
      const { counts, findings } = await fuzz(meetProgram, 1);
      expect(findings).toEqual([]);
      expect(counts.runs).toBeGreaterThan(0);
    },
    HALF_MS + SLACK_MS,
  );
});

/** Several leads over one connection, so that what one answer leaves behind would meet the next lead. */
async function meetClient(seed: number, found: Found): Promise<void> {
  const server = await composingServer(seed, () => false);
  const client = openClient(server.url, { connections: 1, timeoutMs: TIMEOUT_MS });
  for (const email of EMAILS) {
    const before = process.cpuUsage();
    const exchange = await client.create(Buffer.from(JSON.stringify({ contactInfo: { email } })));
    const answer = readAnswer(exchange);
    count(found, "exchanges");
    count(found, answer.kind);
    const { user, system } = process.cpuUsage(before);
    const wrong = isTooLong(exchange, (user + system) / 1_000) ?? wrongIn(exchange, answer, email, server);
    if (wrong)
      found.findings.push(`seed ${seed}, ${email}: ${wrong} ${JSON.stringify(exchange).slice(0, 2_000)}`);
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
  if (answer.kind === "created" && !server.hasGranted(email, answer)) return "Nobody created that.";
  const { sent, httpStatus, body, bodyComplete, durationMs } = exchange;
  const known = { type: "result", row: 2, attempt: 1, decision: "settled", answer, at: "" } as const;
  const record: ResultRecord = { ...known, durationMs, sent, httpStatus, body, bodyComplete };
  const line = Buffer.from(encodeLine(record));
  if (holdsSecret(line, [TEST_KEY])) return "The key stands in it.";
  const read = decodeLine(line.subarray(0, -1)) as { crc?: string } | undefined;
  const isBack = JSON.stringify(read) === JSON.stringify({ ...record, crc: read?.crc });
  return isBack ? undefined : "The journal does not give it back.";
}

/** Sends a sheet with the built program, and reads what is left. */
async function meetProgram(seed: number, found: Found): Promise<void> {
  const server = await composingServer(seed, isSpared);
  const options: OrdealOptions = {
    ...{ leadCount: 12, timeoutMs: 400, concurrency: 1 + (seed % 4) },
    isGranted: (email, ids) => server.hasGranted(email, ids),
  };
  try {
    const ordeal = await submitTo(server, options);
    count(found, "runs");
    count(found, `exit code ${ordeal.end.exitCode}`);
    for (const { status } of ordeal.report.leads) count(found, status);
    await expectReadable(ordeal);
    await goOn(ordeal, server, options);
    await sendAgain(ordeal, server, options);
    rmSync(ordeal.cwd, { recursive: true, force: true });
  } finally {
    found.findings.push(...takeLeaks().map((leak) => `seed ${seed}: ${leak}`));
    server.close();
  }
}

/** The first lead, so that the run goes on to the others, and every third, so that it need not pause for long. */
function isSpared({ index, email }: HostileRequest): boolean {
  return index === 0 || Number(/\d+/.exec(email)?.[0]) % 3 === 0;
}
