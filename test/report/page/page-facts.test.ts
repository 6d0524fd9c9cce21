import { describe, expect, it } from "vitest";
import type { RunReport } from "../../../src/report/model/report-model.ts";
import { PageFacts } from "../../../src/report/page/page-facts.ts";
import { renderPage } from "../../../src/report/page/render-html.ts";
import { sampleRun } from "../../browser/sample-run.ts";
import { htmlNumbers } from "../report-numbers.ts";
import { textOf } from "../text-of.ts";

/** The page of a run, with room for so many rows in its table. */
async function pageOf(story: RunReport, rowsMax: number): Promise<string> {
  const facts = await PageFacts.begin(story, false, rowsMax);
  for await (const batch of story.rows()) for (const row of batch) facts.addRow(row);
  return textOf(renderPage(story, facts));
}

describe("a page with less room than the run has rows", () => {
  it("shows all rows that were not created, then as many others as fit, and says where the rest is", async () => {
    const text = await pageOf(sampleRun(100), 50);
    const { data, told } = htmlNumbers(text);
    const names = data.rows.map((row) => data.statuses[row[1]]?.name);
    expect(names.filter((name) => name !== "created")).toHaveLength(30);
    expect(names.filter((name) => name === "created")).toHaveLength(20);
    expect(data.rows.map(([row]) => row)).toEqual(data.rows.map(([row]) => row).toSorted((a, b) => a - b));
    expect(told).toEqual({ created: 70, invalid: 10, rejected: 10, failed: 10 });
    expect(text).toContain(
      "The table holds 50 of 100 rows: all 30 that were not created, and the first 20 that were.",
    );
    expect(text).toContain("The rest is in report.csv");
  });

  it("shows the first of those that were not created when even they do not fit", async () => {
    const text = await pageOf(sampleRun(100), 7);
    const { data } = htmlNumbers(text);
    expect(data.rows.map(([row]) => row)).toEqual([3, 4, 5, 13, 14, 15, 23]);
    expect(text).toContain("The table holds 7 of 100 rows: the first 7 of the 30 that were not created.");
  });

  it("says nothing of a rest where there is none", async () => {
    expect(await pageOf(sampleRun(30), 30)).not.toContain("The table holds");
  });

  it("tells every attempt of the rows that it shows", async () => {
    const { data } = htmlNumbers(await pageOf(sampleRun(100), 50));
    for (const row of data.rows) expect(row[12]).toHaveLength(row[6]);
  });
});
