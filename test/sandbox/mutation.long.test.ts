import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { exchangeRaw, rawCreate } from "./raw-http.ts";
import { bodyArbitrary, expectAnswerInJson, oddRequest } from "./request-arbitrary.ts";
import { create } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

const REQUEST_COUNT = 20_000;
const WARM_UP_COUNT = 4_000;
const RAW_COUNT = 3_000;
const GROWTH_BYTES_MAX = 4 * 1024 * 1024;
const KEY = "mutation-key";

const bugs: string[] = [];
let sandbox: Sandbox;

beforeAll(async () => {
  const log = ({ bug }: { bug?: string }): void => {
    if (bug) bugs.push(bug);
  };
  sandbox = await startSandbox({ keys: [KEY], users: ["known@example.com"], keepLeads: false, log });
});

afterAll(async () => {
  await sandbox.stop();
});

describe("the service under mutated requests", () => {
  it("always answers in JSON, never with a 5xx, and does not grow", { timeout: 120_000 }, async () => {
    await ask(WARM_UP_COUNT);
    const beforeBytes = heapBytes();
    await ask(REQUEST_COUNT - WARM_UP_COUNT);
    expect(heapBytes() - beforeBytes).toBeLessThan(GROWTH_BYTES_MAX);
    await expectStillThere("after-requests@example.com");
  });

  it("survives bytes that are hardly HTTP, and answers in JSON whenever it answers", {
    timeout: 60_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(hardlyHttp(), expectJsonOrNothing), { numRuns: RAW_COUNT });
    await expectStillThere("after-bytes@example.com");
  });
});

async function ask(count: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(oddRequest(KEY), (odd) => expectAnswerInJson(sandbox, odd)),
    { numRuns: count },
  );
}

/** A create request with some of its bytes replaced, doubled or lost, in the head as well as in the body. */
function hardlyHttp(): fc.Arbitrary<Buffer> {
  const edit = fc.record({ at: fc.nat(), length: fc.nat(6), insert: fc.uint8Array({ maxLength: 4 }) });
  return fc.tuple(bodyArbitrary, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([body, edits]) => {
    const head = rawCreate({ ...sandbox, keys: [KEY] }, "").replace("Length: 0", `Length: ${body.length}`);
    return edits.reduce(
      (bytes, { at, length, insert }) => {
        const start = at % (bytes.length + 1);
        return Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + length)]);
      },
      Buffer.concat([Buffer.from(head), body]),
    );
  });
}

async function expectJsonOrNothing(bytes: Buffer): Promise<void> {
  const { text } = await exchangeRaw(sandbox, bytes, true);
  if (text === "") return;
  const heads = text.match(/HTTP\/1\.1 \d{3} /g) ?? [];
  expect(heads.length).toBeGreaterThan(0);
  expect(heads.filter((head) => head.startsWith("HTTP/1.1 5"))).toEqual([]);
  const finals = heads.filter((head) => head !== "HTTP/1.1 100 ");
  expect(text.match(/^content-type: application\/json; charset=utf-8\r$/gm) ?? []).toHaveLength(
    finals.length,
  );
}

async function expectStillThere(email: string): Promise<void> {
  expect((await create(sandbox, sampleLead(email))).status).toBe(200);
  expect(bugs).toEqual([]);
}

/** What is alive after a collection. */
function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
