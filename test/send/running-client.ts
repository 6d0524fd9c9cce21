import { expect, onTestFinished, vi } from "vitest";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { type ClientOptions, createClient, type HttpClient } from "../../src/send/client.ts";
import { ApiKey } from "../../src/settings/api-key.ts";
import { TEST_KEY } from "../test-key.ts";

export const KEY = TEST_KEY;

export const BODY = Buffer.from('{"contactInfo":{"email":"jane@example.com"},"note":"ünï"}');

/** A client of a base URL, closed after the test. */
export function clientOf(baseUrl: string, changes: Partial<ClientOptions> = {}): HttpClient {
  const client = openClient(baseUrl, changes);
  onTestFinished(() => client.close());
  return client;
}

/** One that whoever opens it closes. */
export function openClient(baseUrl: string, changes: Partial<ClientOptions> = {}): HttpClient {
  return createClient({
    target: { baseUrl, partner: "acme" },
    key: new ApiKey(KEY),
    connections: 4,
    timeoutMs: 5_000,
    userAgent: "leadctl/test",
    clock: systemClock,
    ...changes,
  });
}

/** Time that passes only where a test says so. */
export class ManualClock implements Clock {
  readonly date = systemClock.date;
  readonly #timers = new Set<{ atMs: number; durationMs: number; fire: () => void }>();
  #nowMs = 0;

  now(): number {
    return this.#nowMs;
  }

  after(durationMs: number, fire: () => void): () => void {
    const timer = { atMs: this.#nowMs + durationMs, durationMs, fire };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  sleep(durationMs: number): Promise<void> {
    return new Promise((resolve) => this.after(durationMs, resolve));
  }

  advance(durationMs: number): void {
    this.#nowMs += durationMs;
    for (const timer of [...this.#timers]) {
      if (timer.atMs > this.#nowMs) continue;
      this.#timers.delete(timer);
      timer.fire();
    }
  }

  /** Resolves once something waits for so long. */
  hasTimer(durationMs: number): Promise<unknown> {
    return vi.waitFor(
      () => expect([...this.#timers].map((timer) => timer.durationMs)).toContain(durationMs),
      10_000,
    );
  }
}

/** A promise, and whether it is settled once everything that is due has happened. */
export function watched<T>(end: Promise<T>) {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  end.then(settle, settle);
  return {
    end,
    isSettled: async () => {
      await delay(0);
      return isSettled;
    },
  };
}

export function delay(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
