import { type Attack, attack, DEPTH, deep, issuesBody, whole } from "./attack.ts";

/** Issues, as only somebody who means harm would write them. */
export const ISSUE_ATTACKS: readonly Attack[] = [
  attack("an issue whose path is JSON 100,000 deep", "issues", () =>
    whole(400, `{"error":{"issues":[{"code":"custom","message":"x","path":[${deep(DEPTH)}]}]}}`),
  ),
  attack("an issue whose path holds objects that cannot be text", "issues", () =>
    whole(
      400,
      issuesBody([
        {
          code: "custom",
          message: "x",
          path: [{ toString: 1, valueOf: 1 }, { toString: null }, null, [[]], 1e300, true],
        },
      ]),
    ),
  ),
  attack("issues that are none", "issues", () =>
    whole(
      400,
      issuesBody([null, 1, "x", [], {}, { code: {}, message: [], path: {}, validation: 1 }, { path: [{}] }]),
    ),
  ),
  attack("fifteen thousand issues", "issues", () =>
    whole(400, issuesBody(Array(15_000).fill({ code: "c", message: "m", path: ["address"] }))),
  ),
  attack("an issue with a path of ninety thousand parts", "issues", () =>
    whole(400, issuesBody([{ code: "custom", message: "m", path: Array(90_000).fill("address") }])),
  ),
  attack("an issue with a message of a megabyte", "issues", () =>
    whole(
      400,
      issuesBody([{ code: "c".repeat(9_000), message: "m".repeat(900_000), path: ["p".repeat(9_000)] }]),
    ),
  ),
  attack("issues under names that every object has", ["refused", "issues"], () =>
    whole(
      400,
      '{"__proto__":{"error":{"issues":[{}]}},"error":{"__proto__":{"issues":[{"code":"custom","message":"m","path":["__proto__","constructor"]}]}}}',
    ),
  ),
];
