import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderCsv } from "../../src/report/files/render-csv.ts";
import { renderFixCsv, renderFixJson } from "../../src/report/files/render-fix.ts";
import { renderJson } from "../../src/report/files/render-json.ts";
import { unescapeFormula } from "../../src/sheet/text/spreadsheet-text.ts";
import { sampleStory, storyOf, storyRow } from "./sample-story.ts";
import { textOf } from "./text-of.ts";

function recordsOf(text: string, delimiter = ","): string[][] {
  return parse(text, { bom: true, delimiter, record_delimiter: "\r\n" });
}

describe("report.json", () => {
  it("writes what acts on a terminal as escapes", async () => {
    const firstName = "\u202eJ\u009b31m\u2066";
    const text = await textOf(renderJson(storyOf([storyRow(2, { firstName })], [])));
    expect(text).not.toMatch(/[\x7f-\x9f\p{Cf}]/u);
    expect(JSON.parse(text).leads[0].firstName).toBe(firstName);
  });

  it("is so in a fix file too, where items come back as they were", async () => {
    const name = "\u202eJ\u009b31m\u2066";
    const rows = [storyRow(2, { status: "invalid", cells: [name, { json: '[\t"\u200b"\n]' }], error: "x" })];
    const columns = [
      { name: "a\u200f", keys: ["a\u200f"] },
      { name: "b", keys: ["b"] },
    ];
    const text = await textOf(renderFixJson(storyOf(rows, columns, { format: "json" })));
    expect(text).not.toMatch(/[\x7f-\x9f\p{Cf}]/u);
    expect(JSON.parse(text)[0]).toMatchObject({ "a\u200f": name, b: ["\u200b"] });
  });

  it("is valid without a target and without a lead", async () => {
    const story = storyOf([], []);
    const text = await textOf(renderJson({ ...story, run: { ...story.run, target: null } }));
    expect(JSON.parse(text)).toMatchObject({
      run: { baseUrl: null, partner: null },
      summary: { total: 0 },
      leads: [],
    });
  });
});

describe("report.csv", () => {
  it("holds the input's columns, then ours, with a byte order mark and CRLF", async () => {
    expect(await textOf(renderCsv(sampleStory()))).toMatchSnapshot();
  });

  it("always parts cells by commas, whatever the input did", async () => {
    const text = await textOf(renderCsv(sampleStory({ delimiter: ";" })));
    expect(recordsOf(text)[0]).toHaveLength(10);
  });

  it("never begins with the letters that Excel takes for SYLK", async () => {
    expect((await textOf(renderCsv(sampleStory()))).startsWith('\uFEFF"ID"')).toBe(true);
  });

  it("gives every text cell and header back through a CSV reader and the undoing of apostrophes", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom("'", "=", "+", '"', ",", ";", "\r", "\n", " ", "\t", "a") }),
    );
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((width) =>
        fc.tuple(
          fc.array(text, { minLength: width, maxLength: width }),
          fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 5 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(table, async ([names, rows]) => {
        const story = storyOf(
          rows.map((cells, index) => storyRow(index + 2, { cells })),
          names.map((name) => ({ name })),
        );
        const records = recordsOf(await textOf(renderCsv(story)));
        const given = records.map((record) => record.slice(0, names.length).map(unescapeFormula));
        expect(given).toEqual([names, ...rows]);
      }),
      { numRuns: 300 },
    );
  });

  it("replaces our columns of a report that is sent again", async () => {
    const columns = ["leadctl_row", "E-mail", "Leadctl_Status", "leadctl_login_url"].map((name) => ({
      name,
    }));
    const story = storyOf([storyRow(2, { cells: ["17", "a@example.test", "invalid", "old"] })], columns);
    expect(recordsOf(await textOf(renderCsv(story)))).toEqual([
      ["E-mail", "leadctl_row", "leadctl_status", "leadctl_quote_id", "leadctl_login_url", "leadctl_issues"],
      ["a@example.test", "2", "created", "", "", ""],
    ]);
  });

  it("keeps what the service says on one line and out of formulas", async () => {
    const issues = [{ code: "custom", message: "=HYPERLINK(\n\u001B[31m1)", path: [] }];
    const story = storyOf([storyRow(2, { status: "rejected", issues })], []);
    expect(recordsOf(await textOf(renderCsv(story)))[1]?.at(-1)).toBe("'=HYPERLINK( [31m1)");
  });

  it("comes in a piece for each batch of rows, complete and in order", async () => {
    const rows = Array.from({ length: 5000 }, (_, index) =>
      storyRow(index + 2, { cells: [`lead ${index}`] }),
    );
    const story = storyOf(rows, [{ name: "Name" }]);
    let [pieceCount, batchCount, text] = [0, 0, ""];
    for await (const _ of story.rows()) batchCount += 1;
    for await (const piece of renderCsv(story)) {
      pieceCount += 1;
      text += piece;
    }
    expect(batchCount).toBeGreaterThan(5);
    expect(pieceCount).toBe(batchCount + 2);
    expect(recordsOf(text).map(([name]) => name)).toEqual(["Name", ...rows.map(({ cells }) => cells[0])]);
  });
});

describe("fix.csv", () => {
  it("offers no row that may exist at the service", async () => {
    const rows = recordsOf(await textOf(renderFixCsv(sampleStory(), []))).slice(1);
    expect(rows.map((record) => record[5])).toEqual(["3", "4"]);
  });
});

describe("fix.json", () => {
  it("is an empty list when nothing is to be fixed", async () => {
    expect(JSON.parse(await textOf(renderFixJson(storyOf([], []))))).toEqual([]);
  });

  it("keeps typed values and lists, leaves out null, and replaces our keys", async () => {
    const columns = [
      ["units"],
      ["sale"],
      ["tags"],
      ["address", "county"],
      ["leadctl_status"],
      ["address", "zip"],
    ];
    const cells = [2, false, { json: '[1, {"a": 12345678901234567890}]' }, null, "rejected", "02134"];
    const story = storyOf(
      [storyRow(1, { status: "invalid", cells, error: "Broken." })],
      columns.map((keys) => ({ name: keys.join("."), keys })),
    );
    const text = await textOf(renderFixJson(story));
    expect(text).toContain("12345678901234567890");
    expect(JSON.parse(text)).toEqual([
      {
        units: 2,
        sale: false,
        tags: [1, { a: Number("12345678901234567890") }],
        address: { zip: "02134" },
        leadctl_row: 1,
        leadctl_status: "invalid",
        leadctl_issues: "Broken.",
      },
    ]);
  });

  it("writes hostile keys as keys and touches no prototype", async () => {
    const columns = [
      ["__proto__", "polluted"],
      ["constructor", "prototype", "polluted"],
    ];
    const story = storyOf(
      [storyRow(1, { status: "invalid", cells: ["yes", "yes"] })],
      columns.map((keys) => ({ name: keys.join("."), keys })),
    );
    const text = await textOf(renderFixJson(story));
    expect(text).toContain('"__proto__"');
    expect(JSON.parse(text)).toHaveLength(1);
    expect("polluted" in {}).toBe(false);
  });
});
