import { expect, it } from "vitest";
import { latencyOf } from "../../src/smoke/smoke-report.ts";

it("tells percentiles of all requests by the nearest rank, to a tenth of a millisecond", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  const halves = [{ durationsMs: hundred.slice(0, 50) }, { durationsMs: hundred.slice(50) }];
  expect(latencyOf(halves)).toStrictEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
  expect(latencyOf([{ durationsMs: [7.04] }])).toStrictEqual({ count: 1, p50: 7, p95: 7, p99: 7, max: 7 });
  expect(latencyOf([{ durationsMs: [] }])).toBeNull();
});
