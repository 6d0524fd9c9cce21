/**
 * How much of a client's speed the sandbox hides: its throughput beside that of a bare node:http server that
 * returns a constant body. Each runs in a process of its own, and both get the same creates, every one with a
 * new e-mail address, over keep-alive connections of undici.
 *
 * Every round starts its servers anew, and the best round of each counts: where client and server share a core
 * by the scheduler's whim, the numbers say nothing of either.
 *
 * Run with `node bench/sandbox.ts` (Node 22.18 or later), or through a TypeScript loader. The ratio to hold
 * is 2.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { startSandbox } from "../src/sandbox/sandbox.ts";

const CONNECTIONS = 16;
const ROUND_COUNT = 7;
const REQUESTS_PER_ROUND = 20_000;
const KEY = "bench-key";
const BARE_BODY = JSON.stringify({ success: true, quoteId: "0".repeat(36), loginUrl: "x".repeat(180) });

type Kind = "bare" | "sandbox";

interface Round {
  perSecond: number;
  /** Processor time of the server, the system's part included. */
  cpuMicrosPerRequest: number;
}

async function serve(kind: Kind): Promise<void> {
  const url =
    kind === "bare"
      ? await startBare()
      : await startSandbox({ keys: [KEY], keepLeads: false }).then((it) => it.url);
  process.on("message", () => process.send?.(process.cpuUsage()));
  process.send?.(url);
}

async function startBare(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": BARE_BODY.length });
    response.end(BARE_BODY);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function compare(): Promise<void> {
  const kinds: readonly Kind[] = ["bare", "sandbox"];
  const rounds: Record<Kind, Round[]> = { bare: [], sandbox: [] };
  for (let round = 0; round < ROUND_COUNT; round++) {
    for (const kind of kinds) rounds[kind].push(await measureAnew(kind));
  }
  const best = kinds.map((kind) => Math.max(...rounds[kind].map(({ perSecond }) => perSecond)));
  for (const [index, kind] of kinds.entries()) {
    const all = rounds[kind].map(({ perSecond }) => Math.round(perSecond)).join(", ");
    const cpuMicros = Math.min(...rounds[kind].map(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest));
    const perSecond = Math.round(best[index] ?? 0);
    console.log(
      `${kind.padEnd(8)} ${perSecond} requests/s, ${cpuMicros.toFixed(0)} µs of processor each (${all})`,
    );
  }
  const [bare = 0, sandbox = 0] = best;
  console.log(
    `ratio    ${(bare / sandbox).toFixed(2)} (best of ${ROUND_COUNT} rounds of ${REQUESTS_PER_ROUND})`,
  );
}

async function measureAnew(kind: Kind): Promise<Round> {
  const server = fork(fileURLToPath(import.meta.url), [kind]);
  const [url] = (await once(server, "message")) as [string];
  await measure(server, url, "warm-up");
  const round = await measure(server, url, "round");
  server.kill();
  return round;
}

async function measure(server: ChildProcess, url: string, name: string): Promise<Round> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const beforeMicros = await cpuMicros(server);
  const startedAtMs = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < REQUESTS_PER_ROUND) await create(pool, `${name}-${next++}@example.com`);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const durationMs = performance.now() - startedAtMs;
  const usedMicros = (await cpuMicros(server)) - beforeMicros;
  await pool.close();
  return {
    perSecond: (REQUESTS_PER_ROUND / durationMs) * 1_000,
    cpuMicrosPerRequest: usedMicros / REQUESTS_PER_ROUND,
  };
}

async function create(pool: Pool, email: string): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: "POST",
    path: "/api/sandbox/lead/create",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: leadText(email),
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
}

function leadText(email: string): string {
  const address = { street: "19 Brattle Mews", city: "Cambridge", state: "MA", zip: "02139" };
  return JSON.stringify({
    affiliateId: "PARTNER-REF-17",
    buildingType: "condo",
    loanPurpose: "debtConsolidation",
    propertyUsage: "investment",
    contactInfo: { firstName: "Jane", lastName: "Roe", email, phone: "+1-617-555-0100" },
    address: { ...address, county: "Middlesex", unitNumber: 304 },
    residentialAddress: address,
    statedInformation: { rentalOccupancy: "longTerm", monthlyRentalIncome: 2500 },
    listedForSaleIn6Months: false,
    purchasedOrSubjectToMortgageIn6Months: false,
    liabilitiesIn4Years: false,
  });
}

async function cpuMicros(server: ChildProcess): Promise<number> {
  const answer = once(server, "message");
  server.send("cpu");
  const [usage] = (await answer) as [NodeJS.CpuUsage];
  return usage.user + usage.system;
}

const [, , kind] = process.argv;
if (kind === "bare" || kind === "sandbox") await serve(kind);
else await compare();
