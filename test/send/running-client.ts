import { onTestFinished } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { type ClientOptions, createClient, type HttpClient } from "../../src/send/client.ts";
import { ApiKey } from "../../src/settings/api-key.ts";
import { TEST_KEY } from "../test-key.ts";

export const KEY = TEST_KEY;

export const BODY = Buffer.from('{"contactInfo":{"email":"jane@example.com"},"note":"ünï"}');

/** A client of a base URL, closed after the test. */
export function clientOf(baseUrl: string, changes: Partial<ClientOptions> = {}): HttpClient {
  const client = createClient({
    target: { baseUrl, partner: "acme" },
    key: new ApiKey(KEY),
    connections: 4,
    timeoutMs: 5_000,
    userAgent: "leadctl/test",
    clock: systemClock,
    ...changes,
  });
  onTestFinished(() => client.close());
  return client;
}

export function delay(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
