import { expect, it } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { RoundMeter } from "../../../src/job/round/send-due-leads.ts";

it("measures a round up to its end, whatever is written after it", () => {
  let nowMs = 5_000;
  const meter = new RoundMeter({ ...systemClock, now: () => nowMs });
  nowMs += 2_000;
  expect(meter.durationMs).toBe(2_000);
  meter.end();
  nowMs += 60_000;
  expect(meter.durationMs).toBe(2_000);
});
