import { onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { ApiKey } from "../../src/service/api-key.ts";
import { type ClientOptions, createClient } from "../../src/service/client.ts";
import type { Service } from "../../src/service/exchange.ts";

/** Like no other text, so that it can be looked for wherever it must not be. */
export const KEY = "key-4f9Kq2Vx7Lw1Zr8T";

export const BODY = Buffer.from('{"contactInfo":{"email":"jane@example.com"},"note":"ünï"}');

/** A client of a base URL, closed after the test. */
export function clientOf(baseUrl: string, changes: Partial<ClientOptions> = {}): Service {
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
