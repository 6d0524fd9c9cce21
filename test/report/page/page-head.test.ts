import { readdirSync, readFileSync } from "node:fs";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { actionFinding } from "../../../src/outcome/guidance-texts.ts";
import type { RunReport } from "../../../src/report/model/report-model.ts";
import { readPageAssets, reportPage } from "../../../src/report/page/render-html.tsx";
import { sampleRun } from "../../browser/sample-run.ts";
import { htmlNumbers } from "../report-numbers.ts";
import { type StoryFields, storyOf, storyRow } from "../sample-story.ts";

const MAYBE = { status: "unknown", maybeCreated: true, attempts: 1 } as const;
const REPORT = { name: "report.csv", note: "with login links" };
const FIX = { name: "fix.csv", note: "1 row to correct" };

/** What the first screen of a page says, a line for each thing, and which tab it opens. */
async function firstScreen(story: RunReport, hasFix = false): Promise<string> {
  const page = reportPage(story, false);
  for await (const batch of story.rows()) for (const row of batch) page.addRow(row);
  const files = hasFix ? [FIX, REPORT] : [REPORT];
  const text = [...page.render(story, { files, program: "npx leadctl" })].join("");
  const end = text.includes('<input id="query"') ? '<input id="query"' : '<p id="found"';
  const head = text.slice(text.indexOf("<header>"), text.indexOf(end));
  const shown = head
    .replace(/<button[^>]*aria-pressed="false"[\s\S]*?<\/button>/g, "")
    .replace(/<button[^>]*class="copy"[^>]*>.*?<\/button>/g, "")
    .replace(/<h2[\s\S]*?<\/h2>/g, "")
    .replace(/<p class="about">[\s\S]*?<\/p>/, "")
    .replace(/<\/(?:p|h1|summary|a|button)>/g, "\n")
    .replace(/<[^>]*>/g, "");
  const said = [actionFinding("check-corrected", { file: FIX.name }), actionFinding("submit-ready")];
  return said
    .reduce((text, { finding, message }) => text.replace(message, `(${finding})`), shown)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

function history(rows: readonly StoryFields[], run: Partial<RunReport["run"]> = {}): RunReport {
  const story = storyOf(
    rows.map((fields, index) => storyRow(index + 2, fields)),
    [],
  );
  const isOpen = run.complete === false;
  const evidence = (): ReturnType<RunReport["evidence"]> =>
    story.evidence().map((each) => (isOpen ? { ...each, condition: "interrupted" } : each));
  return { ...story, run: { ...story.run, ...run }, evidence };
}

const created = Array<StoryFields>(3).fill({});
const stopped = (code: string) => ({
  complete: false,
  stops: [{ code, message: "As the journal has it", hint: "Do as it says." }],
});

describe("the first screen of a page says whether it worked, and what to do", () => {
  it.each<[string, RunReport, boolean]>([
    ["all created", history(created), false],
    ["some to correct", history([...created, { status: "invalid" }]), true],
    ["wrong key", history([{ status: "pending" }, { status: "pending" }], stopped("unauthorized")), false],
    ["stopped by hand", history([...created, { status: "pending" }], stopped("interrupted")), false],
    ["an outage", history([...created, { status: "failed" }]), false],
    ["rows that may exist, and one to correct", history([...created, MAYBE, { status: "rejected" }]), true],
    ["known before", history([{ status: "duplicate" }, { status: "duplicate" }]), false],
    ["a single row", history([{}]), false],
    ["a single row to correct", history([{ status: "invalid" }]), true],
    ["a check", history([{ status: "pending" }, { status: "invalid" }], { isCheck: true }), true],
  ])("%s", async (_what, story, hasFix) => {
    expect(await firstScreen(story, hasFix)).toMatchSnapshot();
  });
});

/** The page of a run, with room for so many rows in its table. */
async function pageOf(story: RunReport, rowsMax: number): Promise<string> {
  const page = reportPage(story, false, rowsMax);
  for await (const batch of story.rows()) for (const row of batch) page.addRow(row);
  return [...page.render(story)].join("");
}

describe("a page with less room than the run has rows", () => {
  it("shows all rows that were not created, then as many others as fit, and says where the rest is", async () => {
    const text = await pageOf(sampleRun(100), 50);
    const { listed, statuses, told } = htmlNumbers(text);
    expect(statuses).toEqual({ created: 20, invalid: 10, rejected: 10, failed: 10 });
    expect(listed).toEqual(listed.toSorted((a, b) => a - b));
    expect(told).toEqual({ created: 70, invalid: 10, rejected: 10, failed: 10 });
    expect(text).toContain(
      "The table holds 50 of 100 rows: all 30 that were not created, and the first 20 that were.",
    );
    expect(text).toContain("The rest is in report.csv");
  });

  it("shows the first of those that were not created when even they do not fit", async () => {
    const text = await pageOf(sampleRun(100), 7);
    const { listed } = htmlNumbers(text);
    expect(listed).toEqual([3, 4, 5, 13, 14, 15, 23]);
    expect(text).toContain("The table holds 7 of 100 rows: the first 7 of the 30 that were not created.");
  });

  it("says nothing of a rest where there is none", async () => {
    expect(await pageOf(sampleRun(30), 30)).not.toContain("The table holds");
  });
});

describe("the page's script", () => {
  it("is one that runs without another, and names the licence of what is in it", async () => {
    const { script } = readPageAssets();
    expect(() => new Script(script)).not.toThrow();
    expect(script).toContain("Preact: MIT License");
  });

  it("uses nothing that makes text markup, asks for anything, or runs text", async () => {
    const { script } = readPageAssets();
    expect(script).not.toMatch(
      /outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|fetch\(|XMLHttp|localStorage|\.cookie/,
    );
    // Preact writes markup where a component hands it some. None of ours does, and the page's policy forbids it.
    const own = readdirSync("src/report/page").map((name) => readFileSync(`src/report/page/${name}`, "utf8"));
    expect(own.join("\n")).not.toMatch(/innerHTML/i);
  });
});
