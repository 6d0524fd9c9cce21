import { describe, expect, it } from "vitest";
import type { Exchange } from "../../src/outcome/exchange.ts";
import { Gatekeeper, type Ticket } from "../../src/send/gatekeeper.ts";
import { roundFinding } from "../../src/send/round-texts.ts";
import { STOPS } from "../../src/send/stop-reason.ts";
import { LIMITS, type Policy } from "../../src/settings/policy.ts";
import { reply } from "../simulation/exchanges.ts";
import { ProgramClock, VirtualClock } from "../simulation/virtual-clock.ts";

const POLICY: Policy = { concurrency: 8, attemptsMax: 5, retryBaseMs: 500, retryMaxMs: 20_000 };

/** A gate in virtual time, with a service that answers probes in turn (then for ever with the last). */
function gateOf(policy: Partial<Policy> = {}, probes: readonly (number | null)[] = [405]) {
  const world = new VirtualClock();
  let probeCount = 0;
  const probe = async (): Promise<Exchange> =>
    reply(probes[Math.min(probeCount++, probes.length - 1)] ?? null, "");
  const gate = new Gatekeeper({ ...POLICY, ...policy }, new ProgramClock(world), { probe });
  const admit = async (): Promise<Ticket> => {
    const ticket = await world.run(gate.admit());
    if (!ticket) throw new Error("the gate is closed");
    return ticket;
  };
  return { gate, world, admit, probeCount: () => probeCount };
}

/** The service has answered once: from then on leads go at once. */
async function prove({ gate, admit }: ReturnType<typeof gateOf>): Promise<void> {
  gate.note(await admit(), "definite");
}

/** What an opened breaker looks like: five unknown attempts, each on its own ticket. */
async function openBreaker({ gate, admit }: ReturnType<typeof gateOf>): Promise<void> {
  for (let index = 0; index < 5; index++) gate.note(await admit(), "unknown");
}

describe("the gate", () => {
  it("lets requests go at once while nothing is wrong", async () => {
    const proven = gateOf();
    const { gate, admit, world } = proven;
    await prove(proven);
    for (let index = 0; index < 8; index++) await admit();
    expect(world.now()).toBe(0);
    expect([gate.pauseReason, gate.slowedTo, gate.isProven]).toEqual([null, null, true]);
  });

  it("lets one request go before the first definite answer, whoever waits", async () => {
    const { gate, admit, world } = gateOf();
    const first = await admit();
    const others = [gate.admit(), gate.admit()];
    const sleep = () => new ProgramClock(world).sleep(1_000);
    expect(await world.run(Promise.race([...others, sleep()]))).toBeUndefined();
    gate.note(first, "neutral");
    const second = await world.run(Promise.race(others));
    expect(await world.run(Promise.race([others[1], sleep()]))).toBeUndefined();
    if (second) gate.note(second, "definite");
    expect(await world.run(Promise.all(others))).not.toContain(null);
  });

  it("pauses everybody for a Retry-After, says so, and goes on after it", async () => {
    const proven = gateOf();
    const { gate, admit, world } = proven;
    await prove(proven);
    gate.refuse(await admit(), 30_000);
    expect([gate.pauseReason, gate.pauseLeftMs]).toEqual([
      roundFinding("asked-to-wait", { seconds: 30 }),
      30_000,
    ]);
    await admit();
    expect(world.now()).toBe(30_000);
    expect(gate.pauseReason).toBeNull();
  });

  it("keeps the longer of two pauses", async () => {
    const { gate, admit, world } = gateOf();
    gate.wait(30_000);
    gate.wait(2_000);
    await admit();
    expect(world.now()).toBe(30_000);
  });

  it("waits a minute, and stops for anything longer", async () => {
    const { gate } = gateOf();
    gate.wait(60_000);
    expect(gate.stopReason).toBeNull();
    gate.wait(60_001);
    expect(gate.stopReason).toMatchObject({ code: "retry-after", exitCode: 4 });
  });

  it("says to how many a second the service's refusals hold it", async () => {
    const { gate, admit } = gateOf();
    for (let index = 0; index < 4; index++) gate.note(await admit(), "definite");
    gate.refuse(await admit(), undefined);
    await admit();
    expect(gate.slowedTo).toBeGreaterThan(0);
    expect(gate.slowedTo).toBeLessThan(100);
  });

  it("does not call a person's own --rate a limit of the service", async () => {
    const proven = gateOf({ rate: 2 });
    const { gate, admit, world } = proven;
    await prove(proven);
    for (let index = 0; index < 5; index++) await admit();
    expect(world.now()).toBeGreaterThan(1_500);
    expect(gate.slowedTo).toBeNull();
  });

  it("ends every wait when the run stops, for the first reason", async () => {
    const { gate, world } = gateOf();
    gate.wait(50_000);
    const waiting = [gate.admit(), gate.admit(), gate.admit()];
    gate.stop(STOPS.interrupted);
    gate.stop(STOPS.noProgress);
    expect(await world.run(Promise.all(waiting))).toEqual([null, null, null]);
    expect(world.now()).toBe(0);
    expect(gate.stopReason).toBe(STOPS.interrupted);
    expect(gate.pauseReason).toBeNull();
  });

  it("can be waited at by as many as --concurrency allows without a warning of leaks", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const { gate, world } = gateOf({ concurrency: 256 });
    const clock = new ProgramClock(world);
    const sleeping = Array.from({ length: 256 }, () => clock.sleep(1_000, gate.over));
    gate.stop(STOPS.interrupted);
    await world.run(Promise.all(sleeping));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("stops after ten minutes without a definite answer", async () => {
    const { gate, world, admit } = gateOf();
    const ticket = await admit();
    await world.run(new ProgramClock(world).sleep(600_001));
    gate.note(ticket, "neutral");
    expect(await world.run(gate.admit())).toBeNull();
    expect(gate.stopReason).toBe(STOPS.noProgress);
  });
});

describe("places that unknown attempts left", () => {
  it("stay empty until a request that went later has a definite answer", async () => {
    const proven = gateOf({ concurrency: 3 });
    const { gate, admit, world } = proven;
    await prove(proven);
    const [first, second, third] = [await admit(), await admit(), await admit()];
    await world.run(new ProgramClock(world).sleep(10));
    gate.note(first, "unknown");
    const waiting = gate.admit();
    expect(await world.run(Promise.race([waiting, new ProgramClock(world).sleep(1_000)]))).toBeUndefined();
    gate.note(second, "definite");
    const later = await world.run(waiting);
    const held = gate.admit();
    expect(await world.run(Promise.race([held, new ProgramClock(world).sleep(1_000)]))).toBeUndefined();
    if (later) gate.note(later, "definite");
    expect(await world.run(held)).not.toBeNull();
    gate.note(third, "definite");
  });

  it("never are all of them", async () => {
    const { gate, admit } = gateOf({ concurrency: 2 });
    for (let index = 0; index < 4; index++) gate.note(await admit(), "unknown");
    expect(await admit()).toMatchObject({ isTrial: false });
  });
});

describe("the opened breaker", () => {
  it("pauses 5 s, probes, then sends one lead on trial, and closes when that is well", async () => {
    const opened = gateOf();
    const { gate, admit, world, probeCount } = opened;
    await openBreaker(opened);
    expect(gate.pauseReason).toStrictEqual(roundFinding("not-answering", { seconds: 5 }));
    const trial = await admit();
    expect({ isTrial: trial.isTrial, atMs: trial.atMs, probes: probeCount() }).toEqual({
      isTrial: true,
      atMs: 5_000,
      probes: 1,
    });
    expect(gate.pauseReason).toStrictEqual(roundFinding("trying-again"));
    const waiting = gate.admit();
    expect(await world.run(Promise.race([waiting, new ProgramClock(world).sleep(60_000)]))).toBeUndefined();
    gate.note(trial, "definite");
    expect(await world.run(waiting)).toMatchObject({ isTrial: false });
    expect(gate.pauseReason).toBeNull();
  });

  it("says so where this computer opens no more connections, and not that the service is at fault", async () => {
    const { gate, admit } = gateOf();
    for (let index = 0; index < LIMITS.breakerAttemptsMax; index++)
      gate.note(await admit(), "troubled", "EMFILE");
    expect(gate.pauseReason?.finding).toBe("out-of-files");
  });

  it("takes a 429 on trial for a sign of life", async () => {
    const opened = gateOf();
    await openBreaker(opened);
    opened.gate.note(await opened.admit(), "neutral");
    expect(await opened.admit()).toMatchObject({ isTrial: false });
  });

  it("pauses for longer each time, without costing a lead while the probe fails, and then stops", async () => {
    const opened = gateOf({}, [null, 502, null, 503, null]);
    await openBreaker(opened);
    expect(await opened.world.run(opened.gate.admit())).toBeNull();
    expect(opened.world.now()).toBe(5_000 + 10_000 + 20_000 + 40_000 + 80_000);
    expect(opened.probeCount()).toBe(5);
    expect(opened.gate.stopReason).toMatchObject({ code: "service-unwell", exitCode: 4 });
  });

  it("costs one lead for each trial that fails", async () => {
    const opened = gateOf();
    await openBreaker(opened);
    const at: number[] = [];
    for (let index = 0; index < 5; index++) {
      const trial = await opened.admit();
      at.push(trial.atMs);
      opened.gate.note(trial, "unknown");
    }
    expect(at).toEqual([5_000, 15_000, 35_000, 75_000, 155_000]);
    expect(await opened.world.run(opened.gate.admit())).toBeNull();
    expect(opened.gate.stopReason).toMatchObject({ code: "service-unwell", exitCode: 4 });
  });

  it("puts the lead on trial that had the fewest attempts for nothing, though others asked before", async () => {
    const opened = gateOf();
    await openBreaker(opened);
    const order: string[] = [];
    for (const [name, attempts] of [
      ["worn", 4],
      ["fresh", 0],
      ["tried", 1],
    ] as const)
      void opened.gate.admit(attempts).then((ticket) => order.push(`${name} ${ticket?.isTrial}`));
    opened.gate.onTrial(async () => {
      void opened.gate.admit(0).then((ticket) => order.push(`late ${ticket?.isTrial}`));
    });
    await opened.world.run(new ProgramClock(opened.world).sleep(6_000));
    expect(order).toEqual(["fresh true"]);
  });

  it("does not outlive the run", async () => {
    const opened = gateOf();
    await openBreaker(opened);
    opened.gate.close();
    await opened.world.run(new ProgramClock(opened.world).sleep(600_000));
    expect(opened.probeCount()).toBe(0);
    expect(opened.gate.stopReason).toBeNull();
  });
});
