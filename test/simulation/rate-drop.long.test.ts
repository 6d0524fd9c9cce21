import { describe, it } from "vitest";
import { expectRateKept, RETRY_AFTER } from "./play-scenario.ts";

describe("a limit that drops from 1,000 to 10 a second for a minute, at 64 requests at once,", () => {
  it.each(RETRY_AFTER)("is kept to %s, and the old rate comes back", (_how, retryAfter) =>
    expectRateKept(64, 70_000, retryAfter),
  );
});
