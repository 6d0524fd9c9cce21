import { describe, expect, it } from "vitest";
import { renderHeader } from "../../src/job/announce.ts";
import type { Reason } from "../../src/report/summary-text.ts";
import {
  type CheckSummaryData,
  type RunSummaryData,
  renderCheckSummary,
  renderRunSummary,
} from "../../src/report/summary-text.ts";
import { renderError } from "../../src/terminal/layout.ts";
import type { Style } from "../../src/terminal/style.ts";
import { styleFor } from "../../src/terminal/style.ts";
import { displayWidth } from "../../src/terminal/text-width.ts";
import { summaryOf } from "../job/sample-state.ts";

const DIR = "leadctl-runs/2026-01-02T030405Z-leads";

function styleAt(columns: number, env: Record<string, string> = { LANG: "C.UTF-8" }): Style {
  return styleFor({ isTTY: true, columns }, env, "linux");
}

const RUN: RunSummaryData = {
  summary: summaryOf({ total: 5000, created: 4911, rejected: 46, unknown: 5, invalid: 38 }),
  durationMs: 103_000,
  ratePerSecond: 48.2,
  latencyMs: { p50: 140, p95: 310, p99: 870 },
  reasons: {
    kinds: [
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
  },
  warnings: {
    kinds: [
      {
        message: "State is not a state that we know: it is sent as it is",
        column: "State",
        count: 1204,
        examples: ["K2", "K3", "K4"],
      },
    ],
  },
  files: [
    { label: "Report", path: `${DIR}/report.json` },
    { label: "Fix", path: `${DIR}/fix.csv`, note: "84 rows" },
  ],
  next: [
    { command: `leadctl replay ${DIR} --with ${DIR}/fix.csv`, note: "once it is corrected" },
    { command: `leadctl replay ${DIR} --status unknown`, note: "when the service is quiet" },
  ],
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

const CHECK: CheckSummaryData = {
  summary: summaryOf({ total: 5000, invalid: 120, pending: 4880 }),
  rowsRead: 5000,
  reading: { readings: [], changes: [] },
  durationMs: 840,
  reasons: { kinds: CHECK_KINDS },
  warnings: { kinds: [] },
  notices: ["Column Notes is not a field of a lead: it is not sent."],
  next: [{ command: "leadctl submit leads.csv" }],
};

describe("the summary of a run", () => {
  it.each([40, 80, 200])("reads well at %i columns", (columns) => {
    expect(`\n${renderRunSummary(RUN, styleAt(columns))}`).toMatchSnapshot();
  });

  it("needs neither colour nor UTF-8", () => {
    const text = renderRunSummary(RUN, styleAt(80, {}));
    expect(text).toMatch(/^[\x20-\x7E\n]*$/);
    expect(`\n${text}`).toMatchSnapshot();
  });

  it("says the same in colour", () => {
    const coloured = renderRunSummary(RUN, styleAt(80, { LANG: "C.UTF-8", FORCE_COLOR: "1" }));
    expect(coloured).toContain("\u001B[32m");
    expect(coloured.replace(/\u001B\[\d+m/g, "")).toBe(renderRunSummary(RUN, styleAt(80)));
  });

  it("says why a run stopped, and nothing of what there is not", () => {
    const data: RunSummaryData = {
      summary: summaryOf({ total: 3, pending: 3 }),
      durationMs: 900,
      reasons: { kinds: [] },
      warnings: { kinds: [] },
      stopReason: "The service refused the key (401).",
      next: [{ command: `leadctl resume ${DIR}` }],
    };
    expect(`\n${renderRunSummary(data, styleAt(80))}`).toMatchSnapshot();
  });

  it("counts together the kinds that it does not list", () => {
    const text = renderRunSummary({ ...RUN, reasons: { kinds: CHECK_KINDS } }, styleAt(80));
    expect(text).toContain("    55  issues of 10 other kinds");
    const many = renderRunSummary(
      { ...RUN, reasons: { kinds: CHECK_KINDS, uncountedKindsCount: 7 } },
      styleAt(80),
    );
    expect(many).toContain("    62  issues of many other kinds");
  });

  it("lists a last kind rather than saying that there is one more", () => {
    const text = renderRunSummary({ ...RUN, reasons: { kinds: CHECK_KINDS.slice(0, 6) } }, styleAt(80));
    expect(text).not.toContain("other kind");
    expect(text).toContain("Column 5: ");
  });

  it("keeps commands and paths in one piece, however narrow it is", () => {
    const text = renderRunSummary(RUN, styleAt(30));
    for (const { command } of RUN.next ?? []) expect(text).toContain(command);
    for (const { path } of RUN.files ?? []) expect(text).toContain(path);
  });

  it("stays within the width but for commands and paths", () => {
    for (let columns = 40; columns <= 200; columns++) {
      const lines = renderRunSummary({ ...RUN, files: [], next: [] }, styleAt(columns)).split("\n");
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    }
  });

  it("shows hostile text of sheet and service as text", () => {
    const hostile = "\u001B[2J\u009B1m\u202E\nCREATED";
    const text = renderRunSummary(
      {
        ...RUN,
        stopReason: hostile,
        reasons: { kinds: [{ message: hostile, column: hostile, count: 1, examples: [hostile] }] },
        files: [{ label: "Report", path: hostile, note: hostile }],
        next: [{ command: hostile, note: hostile }],
      },
      styleAt(80),
    );
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  });
});

describe("the summary of a check", () => {
  it.each([40, 80])("shows fifteen kinds of mistakes with their cells at %i columns", (columns) => {
    expect(`\n${renderCheckSummary(CHECK, styleAt(columns))}`).toMatchSnapshot();
  });

  it("is short when all is well", () => {
    const data = {
      ...CHECK,
      summary: summaryOf({ total: 12, pending: 12 }),
      rowsRead: 60,
      reasons: { kinds: [] },
      notices: [],
    };
    expect(`\n${renderCheckSummary(data, styleAt(80))}`).toMatchSnapshot();
  });
});

describe("the header", () => {
  const data = {
    target: { environment: "staging", baseUrl: "https://staging.example.test", partner: "acme" },
    input: { name: "leads.csv", rowsRead: 5000, readyCount: 4962, invalidCount: 38, dueCount: 4962 },
    limits: { concurrency: 8, ratePerSecond: 50, attemptsMax: 5 },
  };

  it.each([40, 80])("says at %i columns what is about to happen", (columns) => {
    expect(`\n${renderHeader(data, styleAt(columns))}`).toMatchSnapshot();
  });

  it("says how many rows go where that is not all that are ready", () => {
    const input = { ...data.input, dueCount: 12 };
    expect(renderHeader({ ...data, input }, styleAt(80))).toContain(
      "leads.csv  5,000 rows · 4,962 ready · 38 invalid · 12 to send now\n",
    );
  });

  it("speaks of the input alone where nothing is sent", () => {
    const { input } = data;
    expect(renderHeader({ input: { ...input, invalidCount: 0 } }, styleAt(80))).toBe(
      "  Input    leads.csv  5,000 rows · 4,962 ready\n",
    );
  });
});

describe("an error", () => {
  it("says what happened and what to do next, on lines that fit", () => {
    const error = {
      message:
        "leads.csv, line 17: a quote is opened and never closed, so that everything after it is one cell.",
      hint: "Close the quote, or export the sheet again.",
    };
    expect(`\n${renderError(error, styleAt(60))}`).toMatchSnapshot();
  });

  it("shows hostile text as text", () => {
    expect(renderError({ message: "bad\u001B[2J\nname", hint: "Look." }, styleAt(80, {}))).toBe(
      "x bad\\x1b[2J\n  name\n  Hint: Look.\n",
    );
  });
});
