import { describe, expect, it } from "vitest";
import { FaultPlan, type PlannedFault } from "../../src/sandbox/fault-plan.ts";
import type { FaultRule } from "../../src/sandbox/sandbox-types.ts";

const EMAILS = Array.from({ length: 5_000 }, (_, index) => `lead-${index}@example.com`);

function kinds(planned: readonly PlannedFault[]): (string | null)[] {
  return planned.map(({ fault }) => (fault && "kind" in fault ? fault.kind : null));
}

describe("a scripted fault plan", () => {
  const script = {
    "Jane@example.com": ["500-after", null, { kind: "429", retryAfter: 2 }],
    "*": ["503-before"],
  } as const;

  it("gives each attempt its entry, however the address is spelt, and none beyond the last", () => {
    const plan = new FaultPlan({ script });
    const spellings = ["jane@example.com", "JANE@EXAMPLE.COM", " jane@example.com ", "jane@example.com"];
    expect(spellings.map((email) => plan.next(email))).toEqual([
      { attempt: 1, fault: { kind: "500-after" } },
      { attempt: 2, fault: null },
      { attempt: 3, fault: { kind: "429", retryAfter: 2 } },
      { attempt: 4, fault: null },
    ]);
  });

  it("gives every other address the entries of *", () => {
    const plan = new FaultPlan({ script });
    const addresses = ["joe@example.com", "__proto__", "constructor", "joe@example.com", "__proto__"];
    const faults = addresses.map((email) => plan.next(email));
    expect(kinds(faults)).toEqual(["503-before", "503-before", "503-before", null, null]);
  });

  it("goes before the probabilities where it speaks, also when it says none", () => {
    const plan = new FaultPlan({
      script: { "a@example.com": [null, "redirect"] },
      probabilities: { "429": 1 },
    });
    const faults = Array.from({ length: 3 }, () => plan.next("a@example.com"));
    expect(kinds(faults)).toEqual([null, "redirect", "429"]);
    expect(kinds([plan.next("b@example.com")])).toEqual(["429"]);
  });
});

describe("a fault plan by chance", () => {
  const probabilities = { "500-before": 0.1, "reset-after": 0.2, drip: 0.05 };

  it("keeps to the probabilities", () => {
    const plan = new FaultPlan({ probabilities, seed: 7 });
    const met = kinds(EMAILS.map((email) => plan.next(email)));
    const share = (kind: string | null): number => met.filter((one) => one === kind).length / met.length;
    expect(share("500-before")).toBeCloseTo(0.1, 1);
    expect(share("reset-after")).toBeCloseTo(0.2, 1);
    expect(share("drip")).toBeCloseTo(0.05, 1);
    expect(share(null)).toBeCloseTo(0.65, 1);
  });

  it("gives the same faults for the same seed, whatever the order", () => {
    const forwards = new FaultPlan({ probabilities, seed: 7 });
    const backwards = new FaultPlan({ probabilities, seed: 7 });
    const there = kinds(EMAILS.map((email) => forwards.next(email)));
    const back = kinds(EMAILS.toReversed().map((email) => backwards.next(email)));
    expect(back.toReversed()).toEqual(there);
  });
});

describe("rules of faults", () => {
  const emails = EMAILS.slice(0, 100);
  const metBy = (rule: Omit<FaultRule, "fault">): number[] => {
    const plan = new FaultPlan({ rules: [{ ...rule, fault: "500-before" }] });
    return emails.flatMap((email, index) => (plan.next(email).fault ? [index + 1] : []));
  };

  it("reach requests by their order, leads by theirs, and what all of a rule applies to", () => {
    expect(metBy({ requests: "1,3-4,98-" })).toEqual([1, 3, 4, 98, 99, 100]);
    expect(metBy({ leads: "2", attempts: "1" })).toEqual([2]);
    expect(metBy({ attempts: "2-" })).toEqual([]);
    expect(metBy({ every: 30, requests: "31-" })).toEqual([60, 90]);
  });

  it("keep a lead's number however often it comes", () => {
    const plan = new FaultPlan({ rules: [{ leads: "2", attempts: "2-3", fault: "429" }] });
    const faults = ["a@x.org", "b@x.org", "a@x.org", "B@x.org", "c@x.org", "b@x.org", "b@x.org"];
    expect(kinds(faults.map((email) => plan.next(email)))).toEqual([
      null,
      null,
      null,
      "429",
      null,
      "429",
      null,
    ]);
  });

  it("reach about the share that they name, and the same ones again", () => {
    const met = metBy({ share: 0.3 });
    expect(met.length).toBeGreaterThan(15);
    expect(met.length).toBeLessThan(45);
    expect(metBy({ share: 0.3 })).toEqual(met);
  });

  it("yield to the script, also where it says that there is surely no fault, and go before the probabilities", () => {
    const plan = new FaultPlan({
      script: { "a@x.org": [null] },
      rules: [{ fault: "503-before", requests: "2" }],
      probabilities: { "429": 1 },
    });
    const faults = ["a@x.org", "a@x.org", "a@x.org"].map((email) => plan.next(email));
    expect(kinds(faults)).toEqual([null, "503-before", "429"]);
  });
});
