import { describe, expect, it } from "vitest";
import { CliError } from "../../../src/base/cli-error.ts";
import { EXIT } from "../../../src/base/exit-codes.ts";
import { writeText } from "../../../src/cli/commands/write-text.ts";
import { reportFailure } from "../../../src/cli/report-failure.ts";
import { renderReport } from "../../../src/report/formats.ts";
import { renderSummary } from "../../../src/report/text/summary-text.ts";
import { styleFor } from "../../../src/terminal/style.ts";
import { hostileStory } from "../../report/hostile-story.ts";
import { testContext } from "../test-context.ts";

const EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202etxt\u2028\u200b\ufeff";
const ACTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function expectInert(text: string): void {
  for (const line of text.split("\n")) expect(line).not.toMatch(ACTIVE);
}

describe("what is printed", () => {
  it("is inert in an error, its hint and the document of --json", () => {
    const { context, stderr, stdout } = testContext();
    const error = new CliError(`${EVIL}.csv is broken`, {
      code: "x",
      exitCode: EXIT.usage,
      hint: `Mend ${EVIL}`,
    });
    reportFailure(error, { document: "submit", isEvent: false }, context);
    expectInert(stderr.text);
    expect(stderr.text).toContain("\\x1b[2J");
    expect(stdout.text.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(stdout.text).error.message).toBe(`${EVIL}.csv is broken`);
  });

  it.each(["csv", "json", "junit", "markdown", "html"] as const)(
    "is inert in a %s report",
    async (format) => {
      const { stdout } = testContext();
      Object.assign(stdout, { isTTY: true });
      await writeText(stdout, renderReport(format, hostileStory(), true));
      expect(stdout.text).toContain("control");
      expectInert(stdout.text);
    },
  );

  it("is inert in everything that a summary repeats of a sheet", () => {
    const kind = { message: EVIL, column: EVIL, count: 1, examples: [EVIL] };
    const reasons = [kind];
    const data = {
      result: { text: EVIL, why: EVIL, tone: "bad" },
      reading: { readings: [] },
      reasons,
      warnings: reasons,
      changes: [kind],
      notices: [EVIL],
      files: [{ label: "Fix", path: EVIL, note: EVIL }],
      steps: [
        { does: EVIL, copy: EVIL },
        { does: EVIL, copy: EVIL },
      ],
      listAll: EVIL,
    } as const;
    expectInert(renderSummary(data, styleFor({}, { NO_COLOR: "1" })));
  });
});
