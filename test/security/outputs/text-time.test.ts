import { describe, expect, it } from "vitest";
import { renderReport } from "../../../src/report/formats.ts";
import { storyOf, storyRow } from "../../report/sample-story.ts";
import { textOf } from "../../report/text-of.ts";

/** Text that expressions for tokens, addresses and links begin anew in, again and again; and plain text of its length. */
const HOSTILE = "eyJ-token'token=\\token%3Dbearer eyJ-@a.b ";
const PLAIN = "lorem ipsum dolor sit amet, consetetur ..";
/** As many and as long as the program reads of an answer. */
const [ISSUES, CHARACTERS] = [100, 4_096];

/** Processor time of a report, a row of which is refused with a text, over and over. */
async function costOf(
  format: "json" | "csv" | "html" | "markdown" | "junit",
  piece: string,
): Promise<number> {
  const message = piece.repeat(Math.ceil(CHARACTERS / piece.length)).slice(0, CHARACTERS);
  const issues = Array.from({ length: ISSUES }, () => ({
    code: "custom",
    message,
    path: ["address", "street"],
  }));
  const row = storyRow(2, {
    status: "rejected",
    cells: ["x"],
    httpStatus: 400,
    attempts: 1,
    error: message,
    issues,
  });
  const start = process.cpuUsage();
  await textOf(renderReport(format, storyOf([row], [{ name: "Street" }]), false));
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

describe("a service's text that was made to be expensive", () => {
  it.each(["json", "csv", "html", "markdown", "junit"] as const)(
    "costs no more in report.%s than plain text of its length does, but for a small factor",
    async (format) => {
      await costOf(format, PLAIN);
      const [plain, hostile] = [await costOf(format, PLAIN), await costOf(format, HOSTILE)];
      expect(hostile).toBeLessThan(10 * plain + 500_000);
    },
  );
});
