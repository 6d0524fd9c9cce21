import { type Attack, answered, DEPTH, deep, issuesBody } from "./attack.ts";

/** Issues, as only somebody who means harm would write them. */
export const ISSUE_ATTACKS: readonly Attack[] = [
  {
    name: "an issue whose path is JSON 100,000 deep",
    kinds: ["issues"],
    answer: answered(
      400,
      () => `{"error":{"issues":[{"code":"custom","message":"x","path":[${deep(DEPTH)}]}]}}`,
    ),
  },
  {
    name: "an issue whose path holds objects that cannot be text",
    kinds: ["issues"],
    answer: answered(400, () =>
      issuesBody([
        {
          code: "custom",
          message: "x",
          path: [{ toString: 1, valueOf: 1 }, { toString: null }, null, [[]], 1e300, true],
        },
      ]),
    ),
  },
  {
    name: "issues that are none",
    kinds: ["issues"],
    answer: answered(400, () =>
      issuesBody([null, 1, "x", [], {}, { code: {}, message: [], path: {}, validation: 1 }, { path: [{}] }]),
    ),
  },
  {
    name: "fifteen thousand issues",
    kinds: ["issues"],
    answer: answered(400, () =>
      issuesBody(Array(15_000).fill({ code: "c", message: "m", path: ["address"] })),
    ),
  },
  {
    name: "an issue with a path of ninety thousand parts",
    kinds: ["issues"],
    answer: answered(400, () =>
      issuesBody([{ code: "custom", message: "m", path: Array(90_000).fill("address") }]),
    ),
  },
  {
    name: "an issue with a message of a megabyte",
    kinds: ["issues"],
    answer: answered(400, () =>
      issuesBody([{ code: "c".repeat(9_000), message: "m".repeat(900_000), path: ["p".repeat(9_000)] }]),
    ),
  },
  {
    name: "issues under names that every object has",
    kinds: ["refused", "issues"],
    answer: answered(
      400,
      () =>
        '{"__proto__":{"error":{"issues":[{}]}},"error":{"__proto__":{"issues":[{"code":"custom","message":"m","path":["__proto__","constructor"]}]}}}',
    ),
  },
];
