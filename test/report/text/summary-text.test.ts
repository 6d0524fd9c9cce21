import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/base/text-width.ts";
import { renderHeader } from "../../../src/job/round/send-round.ts";
import type { Reason } from "../../../src/report/model/reason-tally.ts";
import { renderSummary, type SummaryData } from "../../../src/report/text/summary-text.ts";
import type { Style } from "../../../src/terminal/style.ts";
import { styleFor } from "../../../src/terminal/style.ts";
import { summaryOf } from "../../job/progress/sample-state.ts";

const DIR = "leadctl-runs/2026-01-02T030405Z-leads";

function styleAt(columns: number, env: Record<string, string> = { LANG: "C.UTF-8" }): Style {
  return styleFor({ isTTY: true, columns }, env, "linux");
}

const RUN: SummaryData = {
  result: {
    text: "4,911 of 5,000 rows created, 84 need corrections, 5 may exist all the same",
    why: null,
    tone: "attention",
  },
  steps: [
    {
      does: "Send the 5 unknown rows once more",
      copy: `leadctl replay ${DIR} --status unknown`,
    },
    {
      does: "Correct the 84 rows in fix.csv, save it, and send them back",
      copy: `leadctl replay ${DIR} --with ${DIR}/fix.csv`,
    },
  ],
  summary: summaryOf({ total: 5000, created: 4911, rejected: 46, unknown: 5, invalid: 38 }),
  timing: { durationMs: 103_000, attemptCount: 4962 },
  reasons: [
    {
      message: "Required for condo properties",
      column: "Unit #",
      count: 31,
      examples: ["O17", "O23", "O40"],
    },
    { message: "Invalid email", column: "E-mail", count: 9, examples: ["D5", "D77", "D90"] },
    {
      message: "No answer within 90 s: it may have been created",
      count: 2,
      examples: ["row 12", "row 13"],
    },
  ],
  changes: [
    { column: "Building Type", message: '"SFR" → Single family', count: 12, examples: [] },
    { column: "Building Type", message: '"2-4 unit" → Multi unit', count: 3, examples: [] },
  ],
  warnings: [
    {
      message: "4 is left out, as it was answered",
      column: "Rent",
      count: 1,
      examples: ["U9"],
      harm: "lost",
    },
    {
      message: "State is not a state that we know: it is sent as it is",
      column: "State",
      count: 1204,
      examples: ["K2", "K3", "K4"],
      harm: "doubtful",
    },
    { message: '"2139" was read as "02139"', column: "Zip", count: 1, examples: ["L2"], harm: "changed" },
    { message: "No value", column: "Phone", count: 4, examples: ["F2", "F3", "F4"] },
  ],
  files: [
    { label: "Report", path: `${DIR}/report.html`, note: "to look at; safe to share" },
    { label: "Fix", path: `${DIR}/fix.csv`, note: "84 rows" },
  ],
  listAll: `leadctl report ${DIR} --all`,
};

const CHECK_KINDS = Array.from({ length: 15 }, (_, index): Reason => {
  const count = 15 - index;
  const examples = ["A", "B", "C"].slice(0, count).map((letter) => `${letter}${index + 2}`);
  return {
    message: `Problem ${"of a kind ".repeat(index % 4)}no. ${index + 1}`,
    column: `Column ${index}`,
    count,
    examples,
  };
});

/** Says the same words in the same order, begins each line that the other begins, and none else at the margin. */
function expectSame(text: string, other: string): void {
  const atMargin = (all: string) => all.match(/^\S.{0,9}/gm);
  const words = (all: string) => all.split(/[\s·]+/);
  const begun = (all: string) => all.match(/^ {0,4}\S.{0,9}/gm) ?? [];
  expect(words(text)).toStrictEqual(words(other));
  expect(atMargin(text)).toStrictEqual(atMargin(other));
  expect(begun(text)).toStrictEqual(expect.arrayContaining(begun(other)));
}

describe("the summary of a run", () => {
  it("says the same at any width", () => {
    for (let columns = 40; columns <= 200; columns++) {
      expectSame(renderSummary(RUN, styleAt(columns)), renderSummary(RUN, styleAt(80)));
    }
  });

  it("needs neither colour nor UTF-8", () => {
    const text = renderSummary({ ...RUN, changes: [] }, styleAt(80, {}));
    expect(text).toMatch(/^[\x20-\x7E\n]*$/);
  });

  it("says the same in colour, and the result in the colour of how it went", () => {
    const colours = { LANG: "C.UTF-8", FORCE_COLOR: "1" };
    const coloured = renderSummary(RUN, styleAt(80, colours));
    expect(coloured.replace(/\u001B\[\d+m/g, "")).toBe(renderSummary(RUN, styleAt(80)));
    const firstOf = (tone: SummaryData["result"]["tone"]): string | undefined =>
      renderSummary({ ...RUN, result: { ...RUN.result, tone } }, styleAt(80, colours)).split("\n")[0];
    expect(firstOf("good")).toMatch(/^\u001B\[32m✔ /);
    expect(firstOf("attention")).toMatch(/^\u001B\[33m! /);
    expect(firstOf("bad")).toMatch(/^\u001B\[31m✖ /);
  });

  it("counts together the kinds that it does not list, and says how they are listed", () => {
    const text = renderSummary({ ...RUN, reasons: CHECK_KINDS }, styleAt(80));
    expect(text).toContain("    45  more, of 9 other kinds\n");
    expect(text).toContain(`\n  All of them are listed by:\n    leadctl report ${DIR} --all\n`);
  });

  it("lists every kind where that was asked for", () => {
    const { listAll: _listAll, ...all } = RUN;
    const text = renderSummary({ ...all, reasons: CHECK_KINDS }, styleAt(80));
    for (const { column } of CHECK_KINDS) expect(text).toContain(`${column}: `);
    expect(text).not.toMatch(/other kind|All of them/);
  });

  it("keeps commands and paths in one piece, however narrow it is", () => {
    const lines = renderSummary({ ...RUN, reasons: CHECK_KINDS }, styleAt(30)).split("\n");
    for (const { copy } of RUN.steps) expect(lines.map((line) => line.trim())).toContain(copy);
    expect(lines).toContain(`    ${RUN.listAll}`);
    for (const { path } of RUN.files ?? []) expect(lines.some((line) => line.endsWith(path))).toBe(true);
  });

  it("stays within the width but for commands and paths", () => {
    const copied = [
      ...RUN.steps.map(({ copy }) => copy),
      ...(RUN.files ?? []).map(({ path }) => path),
      RUN.listAll,
    ];
    for (let columns = 40; columns <= 200; columns++) {
      const lines = renderSummary(RUN, styleAt(columns)).split("\n");
      const prose = lines.filter((line) => !copied.some((text) => line.includes(text ?? "")));
      expect(Math.max(...prose.map(displayWidth))).toBeLessThanOrEqual(columns);
    }
  });
});

describe("the header", () => {
  const data = {
    target: { baseUrl: "https://staging.example.test", partner: "acme" },
    input: { name: "leads.csv", rowsRead: 5000, ready: 4962, invalid: 38, due: 4962 },
    limits: { concurrency: 8, ratePerSecond: 50, attempts: 5 },
  };

  it("says the same at any width", () => {
    const whole = renderHeader(data, "staging", 0, styleAt(80));
    for (let columns = 40; columns <= 80; columns++) {
      const text = renderHeader(data, "staging", 0, styleAt(columns));
      expectSame(text, whole);
      expect(Math.max(...text.split("\n").map(displayWidth))).toBeLessThanOrEqual(columns);
    }
  });

  it("says how many rows are selected, and how many go, where that is not all of them", () => {
    const input = { ...data.input, ready: 50, due: 12 };
    expect(renderHeader({ ...data, input }, undefined, 0, styleAt(100))).toContain(
      "leads.csv  5,000 rows · 88 selected · 50 ready · 38 invalid · 12 to send now\n",
    );
  });
});
