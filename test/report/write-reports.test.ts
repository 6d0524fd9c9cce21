import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptySummary } from "../../src/outcome/status.ts";
import { writeReports } from "../../src/report/write-reports.ts";
import { freshFolder } from "../folders.ts";
import { sampleStory } from "./sample-story.ts";

describe("the reports of a run", () => {
  it("are a workbook too where the input was one, but not of a check, whose reading is one", async () => {
    const dir = freshFolder();
    const { run } = sampleStory();
    await writeReports(sampleStory({ format: "xlsx", run: { ...run, isCheck: true } }), dir);
    expect(readdirSync(dir)).not.toContain("report.xlsx");
    const { files } = await writeReports(sampleStory({ format: "xlsx" }), dir);
    expect(files).toContainEqual({ label: "Report", path: join(dir, "report.xlsx") });
    expect(statSync(join(dir, "report.xlsx")).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir).sort()).toEqual([
      "fix.xlsx",
      "report.csv",
      "report.html",
      "report.json",
      "report.xlsx",
    ]);
  });

  it("lead from the page to the files beside it that hold something for a person, the program called as it was", async () => {
    const dir = freshFolder();
    const page = async (format: "csv" | "xlsx"): Promise<string> => {
      await writeReports(sampleStory({ format }), dir, { program: "npx leadctl" });
      return readFileSync(join(dir, "report.html"), "utf8");
    };
    const linksOf = (text: string) =>
      [...text.matchAll(/<a class="button[^>]*href="([^"]*)"/g)].map(([, to]) => to);
    const text = await page("csv");
    expect(linksOf(text)).toEqual(["fix.csv", "report.csv"]);
    expect(text.includes("<code>npx leadctl ")).toBe(true);
    expect(linksOf(await page("xlsx"))).toEqual(["fix.xlsx", "report.xlsx", "report.csv"]);
  });

  it("say that the journal has everything when they cannot be written", async () => {
    const dir = freshFolder();
    mkdirSync(join(dir, "report.csv"));
    writeFileSync(join(dir, "report.csv", "inside"), "");
    await expect(writeReports(sampleStory(), dir)).rejects.toMatchObject({
      code: "report-write",
      exitCode: 6,
      command: ["resume", { folder: dir }],
    });
    expect(readdirSync(dir).sort()).toStrictEqual(["report.csv", "report.json"]);
  });
});

describe("reports that know less than those before", () => {
  it.each([false, true])("leave those beside them, the workbook too (a check: %s)", async (isCheck) => {
    const dir = freshFolder();
    await writeReports(sampleStory({ format: "xlsx" }), dir);
    const run = { ...sampleStory().run, ...(isCheck && { isCheck }) };
    const { older } = await writeReports(
      sampleStory({ format: "xlsx", run, summary: emptySummary(), async *rows() {}, outcomes: () => [] }),
      dir,
    );
    expect(older).toContain("report-older-1.xlsx");
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(["report-older-1.xlsx", "report.csv"]));
  });
});
