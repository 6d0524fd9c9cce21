import { finder } from "../base/finding.ts";

/** What is wrong with one place of faults, besides what the validation library finds. */
export const FAULT_TEXTS = {
  "fault-unknown": ({ name, kinds }: { name: string; kinds: readonly string[] }) =>
    `there is no fault "${name}"; choose from ${kinds.join(", ")}`,
  "header-framing": ({ name }: { name: string }) => `the sandbox sets ${name} itself`,
  "header-malformed": ({ why }: { why: string }) => why,
  "shares-above-1": ({ sum }: { sum: number }) => `they sum up to ${sum}; keep to 1`,
  "list-malformed": () => "write it as 3, 2,5-7 or 10-",
};

export const faultFinding = finder(FAULT_TEXTS);
