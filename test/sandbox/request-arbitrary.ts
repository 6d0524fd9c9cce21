import { Agent, request } from "node:http";
import fc from "fast-check";
import { expect } from "vitest";
import type { Sandbox } from "../../src/sandbox/start-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

/** A request that HTTP allows, whatever the service thinks of it. */
export interface OddRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

const SEGMENT_UNITS = [..."aB7-._%/?#@:;=&", "%2F", "%00"];
const CREATE_PATH = "/api/sandbox/lead/create";
const EMAILS = [
  "jane@example.com",
  "JOE@example.com",
  "known@example.com",
  "doe@exämple.com",
  "",
  "@",
  "a@b",
];

/** Paths under which a JSON value of the lead can be replaced or removed. */
const FIELD_PATHS = `
  affiliateId buildingType propertyUnits propertyUsage contactInfo contactInfo.email address
  address.unitNumber residentialAddress.zip statedInformation statedInformation.rentalOccupancy
  liabilitiesIn4Years __proto__ constructor.prototype`
  .trim()
  .split(/\s+/);

const shownValue = fc.constantFrom("condo", "multiUnit", "investment", "vacant", "longTerm", 7, 1.5, null);
const fieldValue = fc.oneof(shownValue, fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined));
const mutation = fc.tuple(fc.constantFrom(...FIELD_PATHS), fieldValue);

/** Few enough that most leads are duplicates in the end, and memory has no reason to grow. */
const email = fc.oneof(
  fc.constantFrom(...EMAILS),
  fc.nat(500).map((index) => `lead-${index}@example.com`),
);

const leadText = fc.tuple(email, fc.array(mutation, { maxLength: 4 })).map(([address, mutations]) => {
  const lead = sampleLead(address);
  for (const [path, value] of mutations) replaceAt(lead, path.split("."), value);
  return Buffer.from(JSON.stringify(lead));
});

const bodyArbitrary: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: leadText },
  { weight: 1, arbitrary: fc.json().map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);

const method = fc.oneof(
  { weight: 12, arbitrary: fc.constant("POST") },
  { weight: 2, arbitrary: fc.constantFrom("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE") },
  { weight: 1, arbitrary: fc.constantFrom("PROPFIND", "PURGE", "M-SEARCH", "LINK", "REPORT", "LOCK") },
);

const path = fc.oneof(
  { weight: 16, arbitrary: fc.constant(CREATE_PATH) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("/", "/api//lead/create", `${CREATE_PATH}/`, `${CREATE_PATH}?a=%`, "*", "//x"),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: fc.constantFrom(...SEGMENT_UNITS), maxLength: 30 })
      .map((text) => `/api/${text}/lead/create`),
  },
);

const visible = fc.string({ unit: "grapheme-ascii", maxLength: 60 }).map((text) => text.trim());

/** @param key The key that opens the sandbox. */
export function oddRequest(key: string): fc.Arbitrary<OddRequest> {
  const authorization = fc.oneof(
    { weight: 16, arbitrary: fc.constant(`Bearer ${key}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "Bearer", `Basic ${key}`, `bearer  ${key}`, `Bearer ${key} ${key}`),
    },
    { weight: 1, arbitrary: visible },
  );
  const contentType = fc.oneof(
    { weight: 16, arbitrary: fc.constant("application/json") },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "text/plain", "application/json;", "application/json; charset"),
    },
    { weight: 1, arbitrary: visible },
  );
  return fc
    .record({ method, path, authorization, contentType, body: bodyArbitrary })
    .map(({ authorization: auth, contentType: type, ...request }) => ({
      ...request,
      headers: { authorization: auth, "content-type": type },
    }));
}

function replaceAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = "", ...rest] = path;
  const child = target[key];
  const isInner = rest.length > 0 && typeof child === "object" && child !== null;
  if (isInner && key !== "__proto__") replaceAt(child as Record<string, unknown>, rest, value);
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

const ANSWER_MS_MAX = 5_000;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Whatever is asked: an answer in JSON that is no fault of the service. */
export async function expectAnswerInJson(sandbox: Sandbox, odd: OddRequest): Promise<void> {
  const { status, contentType, text } = await send(sandbox, odd);
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  expect(contentType).toBe("application/json; charset=utf-8");
  if (odd.method === "HEAD") expect(text).toBe("");
  else expect(typeof JSON.parse(text)).toBe("object");
}

interface PlainAnswer {
  status: number;
  contentType: string | undefined;
  text: string;
}

function send(sandbox: Sandbox, { method, path, headers, body }: OddRequest): Promise<PlainAnswer> {
  const { hostname, port } = new URL(sandbox.url);
  const length = { "content-length": String(body.length) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const contentType = answer.headers["content-type"];
          resolve({ status: answer.statusCode ?? 0, contentType, text: Buffer.concat(chunks).toString() });
        });
      },
    );
    outgoing.setTimeout(ANSWER_MS_MAX, () => outgoing.destroy(new Error("no answer")));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
