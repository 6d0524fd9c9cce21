import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFixable } from "../../../src/outcome/lead-state.ts";
import { STATUSES } from "../../../src/outcome/status.ts";
import { renderFixCsv } from "../../../src/report/files/render-fix.ts";
import { renderReport } from "../../../src/report/formats.ts";
import type { RunRow } from "../../../src/run/run-row.ts";
import { csvNumbers, htmlNumbers, jsonNumbers, junitNumbers, markdownNumbers } from "../report-numbers.ts";
import { storyOf, storyRow } from "../sample-story.ts";
import { textOf } from "../text-of.ts";

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const issue = fc.record({
  code: fc.constant("custom"),
  message: fc.oneof(text, fc.constantFrom("Required for condo properties", "Invalid email")),
  path: fc.array(fc.constantFrom("address", "unitNumber", "contactInfo", "email"), { maxLength: 2 }),
});

/** Any row that a fold could give, and many that it could not. */
const anyRow = fc.record({
  status: fc.constantFrom(...STATUSES),
  email: fc.option(text),
  firstName: fc.option(text),
  affiliateId: fc.option(text),
  quoteId: fc.option(text),
  loginUrl: fc.option(text),
  httpStatus: fc.option(fc.integer({ min: 200, max: 599 })),
  attempts: fc.nat(30),
  issues: fc.array(issue, { maxLength: 3 }),
  warnings: fc.array(issue, { maxLength: 2 }),
  error: fc.option(text),
  maybeCreated: fc.boolean(),
  unfixable: fc.option(fc.constant(true as const), { nil: undefined }),
  cells: fc.tuple(text, text),
});

const anyRows = fc
  .tuple(
    fc.array(anyRow, { maxLength: 25 }),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 25, maxLength: 25 }),
  )
  .map(([rows, steps]) => {
    let number = 1;
    return rows.map(({ unfixable, ...row }, index): RunRow => {
      number += steps[index] ?? 1;
      return storyRow(number, { ...row, ...(unfixable && { unfixable }) });
    });
  });

describe("the formats of one run", () => {
  it.each([false, true])(
    "say the same numbers, whatever the rows hold (revealing: %s)",
    async (isRevealing) => {
      await fc.assert(
        fc.asyncProperty(anyRows, async (rows) => {
          const story = storyOf(rows, [{ name: "A" }, { name: "B" }]);
          const render = (format: Parameters<typeof renderReport>[0]): Promise<string> =>
            textOf(renderReport(format, story, isRevealing));
          const json = jsonNumbers(await render("json"));
          expect(json.rows).toEqual(Object.fromEntries(rows.map(({ row, state }) => [row, state.status])));
          expect(json.summary.total).toBe(rows.length);

          const csv = csvNumbers(await render("csv"));
          expect(csv).toEqual({ statuses: json.statuses, rows: json.rows });

          const { verdicts, ...junit } = junitNumbers(await render("junit"));
          expect(junit).toEqual({ statuses: json.statuses, rows: json.rows });
          const { invalid, rejected, duplicate, unconfirmed, unknown, failed, pending, total } = json.summary;
          expect(verdicts).toEqual({
            tests: total,
            failures: invalid + rejected + duplicate,
            errors: unconfirmed + unknown + failed,
            skipped: pending,
          });

          expect(markdownNumbers(await render("markdown"))).toEqual({ statuses: json.statuses });

          const { told, listed, ...html } = htmlNumbers(await render("html"));
          expect(html).toEqual({ statuses: json.statuses, rows: json.rows });
          expect(told).toEqual(json.statuses);
          expect(listed).toEqual(rows.map(({ row }) => row));

          const fix = csvNumbers(await textOf(renderFixCsv(story, [])));
          const fixable = rows
            .filter(({ state }) => isFixable(state))
            .map(({ row, state }) => [row, state.status]);
          expect(fix.rows).toEqual(Object.fromEntries(fixable));
          const toFix = [...(await render("markdown")).matchAll(/^\| (\d+) \| (\w+) \|.*\| yes \|$/gm)];
          expect(toFix.map(([, row, status]) => [Number(row), status])).toEqual(fixable);
        }),
        { numRuns: 60 },
      );
    },
  );
});
