import { describe, expect, it } from "vitest";
import { retryAfterMs } from "../../src/send/retry-after.ts";
import { stopFromRetryAfter } from "../../src/send/stop-reason.ts";

const NOW = new Date("2026-10-21T07:28:00Z");

describe("the Retry-After header", () => {
  it.each([
    ["0", 0],
    ["1", 1_000],
    [" 120 ", 120_000],
    ["00007", 7_000],
    ["Wed, 21 Oct 2026 07:28:30 GMT", 30_000],
    ["Wednesday, 21-Oct-26 07:28:30 GMT", 30_000],
    ["Wed Oct 21 07:28:30 2026", 30_000],
    ["Wed, 21 Oct 2026 07:27:00 GMT", 0],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ])("%j means a wait of %i ms", (header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected);
  });

  it.each([
    null,
    "",
    "soon",
    "-1",
    "-120",
    "1.5",
    "1e3",
    "0x10",
    "1s",
    "12 34",
    "∞",
    "2026-10-21T07:28:30Z",
    "Wed, 99 Foo 2026 99:99:99 GMT",
  ])("%j is unreadable, and means nothing", (header) => {
    expect(retryAfterMs(header, NOW)).toBeUndefined();
  });

  it.each(["99999999999", "9".repeat(40), "9".repeat(400)])(
    "%s is a long wait that still can be told",
    (header) => {
      const waitMs = retryAfterMs(header, NOW) ?? 0;
      expect(waitMs).toBeGreaterThan(60_000);
      expect(stopFromRetryAfter(NOW, waitMs)).toMatchObject({ code: "retry-after", exitCode: 4 });
    },
  );

  it("says when to resume", () => {
    expect(stopFromRetryAfter(NOW, 90_000).hint).toBe("Go on with resume after 2026-10-21T07:29:30.000Z.");
  });
});
