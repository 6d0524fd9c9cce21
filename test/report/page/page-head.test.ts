import { readdirSync, readFileSync } from "node:fs";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import type { RunReport } from "../../../src/report/model/report-model.ts";
import { readPageAssets, reportPage } from "../../../src/report/page/render-html.tsx";
import { sampleRun } from "../../browser/sample-run.ts";
import { htmlNumbers } from "../report-numbers.ts";

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
