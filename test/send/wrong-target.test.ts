import { describe, expect, it } from "vitest";
import { WrongTargetDetector } from "../../src/send/wrong-target.ts";

describe("an answer such as 404", () => {
  it("stops the run while no lead has had an accepted or field-level answer", () => {
    const judge = new WrongTargetDetector(false);
    expect(judge.note(2, "server-error")).toBe(false);
    expect(judge.note(2, "refused")).toBe(false);
    expect(judge.note(2, "wrong-target")).toBe(true);
  });

  it.each(["created", "issues", "duplicate"] as const)("is about one odd lead after %s", (kind) => {
    const judge = new WrongTargetDetector(false);
    judge.note(2, kind);
    expect(judge.note(3, "wrong-target")).toBe(false);
  });

  it("stops the run at the third different lead in a row", () => {
    const judge = new WrongTargetDetector(true);
    expect([2, 3, 4].map((row) => judge.note(row, "wrong-target"))).toEqual([false, false, true]);
  });

  it("counts a lead once", () => {
    const judge = new WrongTargetDetector(true);
    expect([2, 2, 2, 3].map((row) => judge.note(row, "wrong-target"))).toEqual([false, false, false, false]);
  });

  it("begins to count anew after an answer about a lead, and not after a lost connection", () => {
    const judge = new WrongTargetDetector(true);
    judge.note(2, "wrong-target");
    judge.note(3, "wrong-target");
    judge.note(4, "created");
    expect(judge.note(5, "wrong-target")).toBe(false);
    judge.note(6, "wrong-target");
    judge.note(7, "no-answer");
    judge.note(8, "throttled");
    expect(judge.note(9, "wrong-target")).toBe(true);
  });

  it("is about one odd lead when an earlier round has reached the service", () => {
    expect(new WrongTargetDetector(true).note(2, "wrong-target")).toBe(false);
  });
});
