import { describe, expect, it } from "vitest";
import { FIELDS, type Field } from "../../../src/lead/field-catalogue.ts";
import { planRow } from "../../../src/run/plan/judge-rows.ts";
import { mapContent } from "../../sheet/columns/read-content.ts";

/** What expressions stumble over when it comes again and again. */
const PIECES = [" ", "\u00a0", "\u200b", "1 ", '"', ..."a 0 1, . - ( ' + @ a@ a. &a a? é Ã©".split(" ")];
const CHARACTERS = 12_000;
/** Of the processor's time, for all of them in one field; a linear reader takes a twentieth of it. */
const DEADLINE_MS = 2_500;

/** A row for each piece, its cell made of nothing else but a letter or digit at either end. */
function sheetOf({ path }: Field): string {
  const items = PIECES.flatMap((piece) =>
    ["a", "1"].map((end) => {
      const text = end + piece.repeat(CHARACTERS / piece.length) + end;
      const [group = "", key] = path.split(".");
      return { email: "a@example.com", ...(key ? { [group]: { [key]: text } } : { [group]: text }) };
    }),
  );
  return JSON.stringify(items);
}

describe("a cell of 12,000 characters", () => {
  it.each(FIELDS.map((field) => [field.path, field] as const))(
    "(%s) is read in time, whatever it repeats",
    async (_path, field) => {
      const content = sheetOf(field);
      const start = process.cpuUsage();
      const { input, rows } = await mapContent(content, { format: "json" });
      for (const row of rows) planRow(row, input, { strict: false });
      const { user, system } = process.cpuUsage(start);
      expect(rows).toHaveLength(2 * PIECES.length);
      expect((user + system) / 1_000).toBeLessThan(DEADLINE_MS);
    },
  );
});
