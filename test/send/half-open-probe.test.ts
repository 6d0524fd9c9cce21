import { describe, expect, it } from "vitest";
import { Recovery } from "../../src/send/half-open-probe.ts";
import { Notifier } from "../../src/send/notifier.ts";

describe("a recovery", () => {
  it("lets exactly one lead go on trial", () => {
    const recovery = new Recovery(new Notifier());
    expect(recovery.takeTrial()).toBe(false);
    void recovery.offerTrial();
    expect([recovery.takeTrial(), recovery.takeTrial()]).toEqual([true, false]);
  });

  it("wakes who waits when a trial is offered, and tells how it ended", async () => {
    const changes = new Notifier();
    const recovery = new Recovery(changes);
    const woken = changes.next();
    const trial = recovery.offerTrial();
    await woken;
    expect(recovery.takeTrial()).toBe(true);
    recovery.trialEnded(false);
    expect(await trial).toBe(false);
    const second = recovery.offerTrial();
    recovery.takeTrial();
    recovery.trialEnded(true);
    expect(await second).toBe(true);
  });
});
