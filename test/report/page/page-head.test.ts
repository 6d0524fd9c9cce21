import { describe, expect, it } from "vitest";
import { actionFinding } from "../../../src/outcome/guidance-texts.ts";
import type { RunReport } from "../../../src/report/model/report-model.ts";
import { reportPage } from "../../../src/report/page/render-html.tsx";
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
