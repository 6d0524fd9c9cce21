import { afterEach, describe, expect, it } from "vitest";
import { renderFixJson } from "../../../src/report/files/render-fix.ts";
import { formatOfName } from "../../../src/report/formats.ts";
import { placeOf } from "../../../src/run/plan/plan-record.ts";
import { storyOf, storyRow } from "../../report/sample-story.ts";
import { textOf } from "../../report/text-of.ts";
import { mapContent } from "../../sheet/columns/read-content.ts";

/** Names that every object answers to. */
const INHERITED = [
  "__proto__",
  "constructor",
  "constructor.prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
];

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

describe("a name that every object answers to", () => {
  it("is just an unknown column of a sheet", async () => {
    const sheet = [
      `Email,${INHERITED.join(",")}`,
      `a@example.com,${INHERITED.map(() => "polluted").join(",")}`,
    ];
    const { input, rows } = await mapContent(`${sheet.join("\n")}\n`);
    expect(rows[0]?.lead).toEqual({ contactInfo: { email: "a@example.com" } });
    expect(rows[0]?.unreadable).toEqual([]);
    expect(input.notices.map(({ code }) => code)).toEqual(["unknown-column", "absent-columns"]);
  });

  it("is just an unknown key of JSON, however deep", async () => {
    const json = `[{"email":"a@example.com","__proto__":{"polluted":1,"zip":"02134"},"constructor":{"prototype":{"polluted":1}},"address":{"__proto__":{"zip":"02134"}}}]`;
    const { input, rows } = await mapContent(json, { format: "json" });
    expect(rows[0]?.lead).toEqual({ contactInfo: { email: "a@example.com" } });
    expect(input.columns.map(({ name }) => name)).toEqual([
      "email",
      "__proto__.polluted",
      "__proto__.zip",
      "constructor.prototype.polluted",
      "address.__proto__.zip",
    ]);
  });

  it("is written back as a key", async () => {
    const columns = [["__proto__", "polluted"], ["constructor"], ["toString"]].map((keys) => ({
      name: keys.join("."),
      keys,
    }));
    const story = storyOf([storyRow(1, { status: "invalid", cells: ["x", "y", "z"] })], columns);
    const text = await textOf(renderFixJson(story));
    expect(text).toContain('"__proto__": {\n');
    expect(JSON.parse(text)[0].toString).toBe("z");
  });

  it.each(INHERITED)("(%s) is no place of the sheet when the service raises an issue there", (name) => {
    expect(placeOf([name], 2, { places: {}, columns: [] }, [])).toStrictEqual({});
  });

  it.each(["report.constructor", "report.tostring", "report.valueof"])("is no format of %s", (name) => {
    expect(formatOfName(name)).toBeUndefined();
  });
});
