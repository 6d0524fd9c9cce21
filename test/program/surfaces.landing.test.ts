import { describe, it } from "vitest";
import { HISTORIES } from "./histories.ts";
import { call, expectSaid } from "./surfaces.ts";

/** One of each kind that is said differently. All others: `other-surfaces.landing.test.ts`. */
describe("every surface says the same true thing of", () => {
  const histories = HISTORIES.filter(({ isFirst }) => isFirst);
  it.each(histories.map((history) => [history.what, history] as const))("%s", (_what, history) =>
    expectSaid(history, call),
  );
});
