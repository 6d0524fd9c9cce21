import { expect, it } from "vitest";
import * as z from "zod";
import { shapeText } from "../../src/base/shape-text.ts";

const rule = z.union([z.null(), z.string(), z.strictObject({ field: z.string() })]);
const schema = z.strictObject({
  rule: rule.optional(),
  list: z.array(z.string()).optional(),
  one: z.enum(["a", "b"]).optional(),
  whole: z.int().min(1).max(9).optional(),
  named: z.record(z.string(), z.string().min(1)).optional(),
});

it.each([
  [7, "it must be an object in { }"],
  [{ colour: 1 }, '"colour" is not known here'],
  [{ rule: 7 }, "it must be null, text in quotes or an object in { }"],
  [{ rule: { field: 7 } }, "field: it must be text in quotes"],
  [{ rule: {} }, "field: it is missing"],
  [{ rule: { field: "a", feld: "b" } }, '"feld" is not known here'],
  [{ list: "a" }, "it must be a list in [ ]"],
  [{ one: "c" }, 'it must be "a" or "b"'],
  [{ whole: 1.5 }, "it must be a whole number"],
  [{ whole: 0 }, "it must be at least 1"],
  [{ whole: 10 }, "it must be at most 9"],
  [{ named: { a: "" } }, "it must not be empty"],
])("says plainly what is wrong with %j", (content, text) => {
  const { error } = schema.safeParse(content, { error: shapeText });
  expect(error?.issues.map(({ message }) => message)).toStrictEqual([text]);
});
