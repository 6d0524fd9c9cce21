import { describe, expect, it } from "vitest";
import { maskedRow } from "../../../src/report/model/mask.ts";
import { storyRow } from "../../report/sample-story.ts";

/** Of the processor's time; it takes a few milliseconds. */
const DEADLINE_MS = 1_000;

describe("masking", () => {
  it.each(["a", "@", "a@", "a@.", "a ", '"', "token", "token=", "Ana "])(
    "takes no longer than its text, of %j over and over",
    (piece) => {
      // Where no @ stands, no address is looked for.
      const text = `${piece.repeat(Math.ceil(40_000 / piece.length))} @`;
      const issues = [{ code: "custom", message: text, path: ["contactInfo", "email"] }];
      const start = process.cpuUsage();
      maskedRow(
        storyRow(2, { email: "a@example.com", firstName: "Ana", error: text, affiliateId: text, issues }),
      );
      const { user, system } = process.cpuUsage(start);
      expect((user + system) / 1_000).toBeLessThan(DEADLINE_MS);
    },
  );
});
