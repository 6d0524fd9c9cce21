import { describe, expect, it } from "vitest";
import { FaultPlan, type PlannedFault } from "../../src/sandbox/fault-plan.ts";

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

  it("gives others for another seed, and for another attempt", () => {
    const first = new FaultPlan({ probabilities, seed: 1 });
    const second = new FaultPlan({ probabilities, seed: 2 });
    const faults = kinds(EMAILS.map((email) => first.next(email)));
    expect(kinds(EMAILS.map((email) => second.next(email)))).not.toEqual(faults);
    expect(kinds(EMAILS.map((email) => first.next(email)))).not.toEqual(faults);
  });

  it("plays always at 1 and never at 0", () => {
    const plan = new FaultPlan({ probabilities: { "429": 0, redirect: 1 } });
    expect(new Set(kinds(EMAILS.map((email) => plan.next(email))))).toEqual(new Set(["redirect"]));
  });
});
