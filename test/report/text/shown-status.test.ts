import { expect, it } from "vitest";
import { shownStatuses } from "../../../src/report/text/shown-status.ts";
import { storyOf, storyRow } from "../sample-story.ts";

it("never says that rows were never sent, or refused, of which an earlier attempt may have created one", () => {
  const meaningsOf = (...rows: Parameters<typeof storyRow>[1][]): string[] =>
    shownStatuses(
      storyOf(
        rows.map((fields, at) => storyRow(at + 2, fields)),
        [],
      ),
    ).map(({ means }) => means);
  const [alone = ""] = meaningsOf({ status: "invalid", maybeCreated: true });
  expect(alone).not.toMatch(/never sent|refused/);
  const [plain = ""] = meaningsOf({ status: "invalid" });
  const [both] = meaningsOf({ status: "invalid" }, { status: "invalid", maybeCreated: true });
  expect(both).toBe(`1: ${plain}; 1: ${alone}`);
});
