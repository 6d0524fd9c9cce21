import { type IncomingHttpHeaders, request } from "node:http";
import { expect } from "vitest";
import type { JsonObject } from "./contract-lead.ts";

/** A plain HTTP client for the contract tests: it knows HTTP and JSON, and nothing of leadctl. */

export interface PlainAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface PlainRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const TIMEOUT_MS = 10_000;

/** One exchange on a connection of its own; rejects after ten seconds, so that a hang is a failure. */
export function send(
  url: string,
  { method = "GET", headers = {}, body }: PlainRequest,
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const chunked = "Transfer-Encoding" in headers;
    const length = body === undefined || chunked ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const outgoing = request(
      url,
      { method, headers: { ...length, ...headers }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString("utf8"),
          });
        });
      },
    );
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

export interface CreateOptions {
  key?: string;
  partner?: string;
}

/** The create path of a partner under a base URL (section 4.1). */
export function createUrl(baseUrl: string, partner = "acme"): string {
  return `${baseUrl}/api/${partner}/lead/create`;
}

/** Posts a lead as section 4.1 says. */
export function createLead(
  baseUrl: string,
  lead: JsonObject,
  options: CreateOptions = {},
): Promise<PlainAnswer> {
  return send(createUrl(baseUrl, options.partner), {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${options.key ?? "k1"}` },
    body: JSON.stringify(lead),
  });
}

/** The body of an answer that must be JSON by its type and by its text. */
export function jsonOf(answer: PlainAnswer): unknown {
  expect(answer.headers["content-type"]).toMatch(/^application\/json\b/i);
  return JSON.parse(answer.text);
}

export interface SuccessBody {
  success: true;
  quoteId: string;
  loginUrl: string;
}

/** The body of section 2.2: exactly its three fields, of their types. The status is a 2xx, because which is not shown. */
export function successOf(answer: PlainAnswer): SuccessBody {
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(200);
  expect(answer.status, answer.text).toBeLessThan(300);
  const body = jsonOf(answer);
  if (!isSuccessBody(body)) throw new Error(`not a success body: ${answer.text}`);
  expect(Object.keys(body).sort()).toStrictEqual(["loginUrl", "quoteId", "success"]);
  expect(body.quoteId).not.toBe("");
  return body;
}

function isSuccessBody(body: unknown): body is SuccessBody {
  return (
    typeof body === "object" &&
    body !== null &&
    "success" in body &&
    body.success === true &&
    "quoteId" in body &&
    typeof body.quoteId === "string" &&
    "loginUrl" in body &&
    typeof body.loginUrl === "string"
  );
}
