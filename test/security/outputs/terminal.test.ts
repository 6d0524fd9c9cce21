import { describe, expect, it } from "vitest";
import { CliError } from "../../../src/cli-error.ts";
import { EXIT } from "../../../src/exit-codes.ts";
import { reportFailure } from "../../../src/rim/report-failure.ts";
import { styleFor } from "../../../src/terminal/style.ts";
import { renderCheckSummary } from "../../../src/terminal/summary.ts";
import { summaryOf } from "../../terminal/sample-state.ts";
import { testRim } from "../test-rim.ts";

const EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202etxt\u2028\u200b\ufeff";
const ACTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function expectInert(text: string): void {
  for (const line of text.split("\n")) expect(line).not.toMatch(ACTIVE);
}

describe("what is printed", () => {
  it("is inert in an error, its hint and the document of --json", () => {
    const { rim, stderr, stdout } = testRim();
    const error = new CliError(`${EVIL}.csv is broken`, {
      code: "x",
      exitCode: EXIT.usage,
      hint: `Mend ${EVIL}`,
    });
    reportFailure(error, { isJson: true, isEvent: false }, rim);
    expectInert(stderr.text);
    expect(stderr.text).toContain("\\x1b[2J");
    expect(stdout.text.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(stdout.text).error.message).toBe(`${EVIL}.csv is broken`);
  });

  it("is inert in everything that a summary repeats of a sheet", () => {
    const kind = { message: EVIL, column: EVIL, count: 1, examples: [EVIL] };
    const reasons = { kinds: [kind], otherKindCount: 0, otherCount: 0 };
    const data = {
      summary: summaryOf({ total: 1, invalid: 1 }),
      rowsRead: 1,
      durationMs: 1,
      reasons,
      warnings: reasons,
      notices: [EVIL],
      files: [{ label: "Fix", path: EVIL, note: EVIL }],
      next: [{ command: EVIL, note: EVIL }],
    };
    expectInert(renderCheckSummary(data, styleFor({}, { NO_COLOR: "1" })));
  });
});
