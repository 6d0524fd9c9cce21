import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../../src/report/files/render-markdown.ts";
import { sampleRun } from "../../browser/sample-run.ts";
import { hostileStory } from "../hostile-story.ts";
import { storyOf, storyRow } from "../sample-story.ts";
import { textOf } from "../text-of.ts";

describe("markdown", () => {
  it("stays short, however long the run is", async () => {
    const text = await textOf(renderMarkdown(sampleRun(20_000)));
    expect(text.length).toBeLessThan(20_000);
    expect(text).toContain("5,950 further rows");
  });

  it("asks nothing more of rows that a person took out, or of which the service's owner said that they exist", async () => {
    const rows = [
      storyRow(2, { status: "invalid", dismissed: true }),
      storyRow(3, { status: "unconfirmed", word: "created" }),
      storyRow(4, { status: "unconfirmed", maybeCreated: true }),
    ];
    const linesOf = async (count: number) =>
      (await textOf(renderMarkdown(storyOf(rows.slice(0, count), [])))).split("\n");
    expect(await linesOf(2)).toContainEqual(expect.stringMatching(/^\| unconfirmed \| 1 \|.*\| nothing \|$/));
    expect(await linesOf(3)).toContainEqual(
      expect.stringMatching(/^\| unconfirmed \| 2 \|.*\| 1: .*; 1: .* \|$/),
    );
    const taken = (await linesOf(3)).filter(
      (line) => line.startsWith("| not a lead | 1 |") || line.startsWith("| 2 | not a lead |"),
    );
    expect(taken).toHaveLength(2);
  });

  it("lets no text begin markup, a link, a mention or a line of its own", async () => {
    const text = await textOf(renderMarkdown(hostileStory()));
    const lines = text.split("\n").slice(1);
    expect(
      lines.filter(
        (line) =>
          !/^(?:$|## |### |\| |\*\*It stopped early:\*\* |Run <code>|- |\d+ issues of other kinds\.$)/.test(
            line,
          ),
      ),
    ).toEqual([]);
    const ours = text
      .replace("<!-- leadctl report -->", "")
      .replace(/<\/?code>|\*\*(?:It stopped early:|total)\*\*/g, "");
    expect(ours).not.toMatch(/[<>`*_~[\]@]|:\/\/|www\./);
    for (const row of lines.filter((line) => line.startsWith("|"))) expect(row).toMatch(/^\|(?: [^|]*\|)+$/);
  });
});
