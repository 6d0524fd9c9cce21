import { describe, expect, it } from "vitest";
import { proseLines, renderError, stepLines } from "../../src/terminal/layout.ts";
import { styleFor } from "../../src/terminal/style.ts";

const NARROW = styleFor({ isTTY: true, columns: 40 }, { LANG: "C.UTF-8" }, "linux");

describe("words for people", () => {
  it.each([
    "leadctl map leads.csv --save mapping.xlsx",
    "npx leadctl map 'my leads.csv' --save mapping.xlsx",
    "leadctl resume",
    "leadctl --help",
  ])("are broken between words, and not within %s", (command) => {
    const lines = proseLines(
      `Type this: ${command} writes a workbook with an amber cell for each answer.`,
      20,
    );
    expect(lines.filter((line) => line.includes("leadctl"))).toStrictEqual([
      expect.stringContaining(command),
    ]);
    for (const line of lines.filter((line) => !line.includes("leadctl")))
      expect(line.length).toBeLessThan(21);
  });

  it("keep a command at the end of a line whole, whatever words it has", () => {
    expect(proseLines("Go on, as in: leadctl explain jane doe 17", 12)).toContain(
      "leadctl explain jane doe 17",
    );
  });

  it("keep the full stop of a sentence out of a command", () => {
    expect(proseLines("See leadctl report. It is there.", 16)).toStrictEqual([
      "See",
      "leadctl report.",
      "It is there.",
    ]);
  });

  it("put the command of a step alone on its line, whole however long", () => {
    const command = "leadctl replay leadctl-runs/the-upload-of-monday --with leadctl-runs/fix.csv";
    expect(stepLines("Next", "Correct the 12 rows in fix.csv, and send them back", command, NARROW)).toEqual([
      "Next: Correct the 12 rows in fix.csv,",
      "and send them back:",
      `  ${command}`,
    ]);
  });

  it("keep names that were typed with spaces whole in an error", () => {
    const path = "the leads of monday, the fourth of may.csv";
    const error = { message: `There is no file ${path}`, hint: "Check the name.", whole: [path] };
    expect(renderError(error, NARROW)).toBe(`✖ There is no file\n  ${path}\n  Hint: Check the name.\n`);
  });
});
