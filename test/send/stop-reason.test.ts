import { describe, expect, it } from "vitest";
import { WrongTargetDetector } from "../../src/send/stop-reason.ts";

describe("an answer such as 404", () => {
  it("stops the run while no lead has had an accepted or field-level answer", () => {
    const detector = new WrongTargetDetector(false);
    expect(detector.note(2, "server-error")).toBe(false);
    expect(detector.note(2, "refused")).toBe(false);
    expect(detector.note(2, "wrong-target")).toBe(true);
  });

  it.each(["created", "issues", "duplicate"] as const)("is about one odd lead after %s", (kind) => {
    const detector = new WrongTargetDetector(false);
    detector.note(2, kind);
    expect(detector.note(3, "wrong-target")).toBe(false);
  });

  it("stops the run at the third different lead in a row", () => {
    const detector = new WrongTargetDetector(true);
    expect([2, 3, 4].map((row) => detector.note(row, "wrong-target"))).toEqual([false, false, true]);
  });

  it("counts a lead once", () => {
    const detector = new WrongTargetDetector(true);
    expect([2, 2, 2, 3].map((row) => detector.note(row, "wrong-target"))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("begins to count anew after an answer about a lead, and not after a lost connection", () => {
    const detector = new WrongTargetDetector(true);
    detector.note(2, "wrong-target");
    detector.note(3, "wrong-target");
    detector.note(4, "created");
    expect(detector.note(5, "wrong-target")).toBe(false);
    detector.note(6, "wrong-target");
    detector.note(7, "no-answer");
    detector.note(8, "throttled");
    expect(detector.note(9, "wrong-target")).toBe(true);
  });

  it("is about one odd lead when an earlier round has reached the service", () => {
    expect(new WrongTargetDetector(true).note(2, "wrong-target")).toBe(false);
  });
});
