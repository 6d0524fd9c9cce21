import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DraftColumn } from "../../../src/desk/drafts/draft-edits.ts";
import type { DraftRows, RowQuery, RowTab } from "../../../src/desk/drafts/draft-rows.ts";
import type { Issue } from "../../../src/lead/issue.ts";
import { emptyTally, type Judging, planRows } from "../../../src/run/plan/judge-rows.ts";
import type { PlannedRow } from "../../../src/run/plan/plan-record.ts";
import type { MappedInput } from "../../../src/sheet/rows/mapped-input.ts";
import { looseDraft } from "../draft-source.ts";

const HEADER = "First Name,Email,Building Type,Property Usage,Phone";
const TABS: readonly RowTab[] = ["all", "correct", "asked", "changed", "warnings", "not-leads"];

async function plannedNow(input: MappedInput, judging: Judging): Promise<PlannedRow[]> {
  const planned: PlannedRow[] = [];
  for await (const row of planRows(input, { selection: {}, ...judging }, emptyTally())) planned.push(row);
  return planned;
}

/** What the rows say of themselves, as planning has it. */
function judgedNow(rows: DraftRows): PlannedRow[] {
  const all = Array.from({ length: rows.count }, (_, index) => rows.judged(index));
  return all.filter(({ isNotALead }) => !isNotALead).map(({ planned }) => planned);
}

/** Tabs and groups, by row number. */
async function viewsOf(rows: DraftRows) {
  const numbers = async (query: RowQuery) =>
    (await rows.found(query, 0, rows.count)).map((index) => rows.rowAt(index));
  const groups = (["correct", "asked", "warnings"] as const).flatMap((tab) =>
    rows.groups(tab).map(async ({ number, column, rowCount }) => {
      const found = await numbers({ tab, group: number });
      return { tab, column, rowCount, found: found.join() };
    }),
  );
  return {
    counts: rows.counts(),
    tabs: await Promise.all(TABS.map((tab) => numbers({ tab }))),
    groups: (await Promise.all(groups)).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  };
}

const EMAILS = ["a@x.com", "b@x.com", "A@X.com", "no mail", "", "c@x.com, d@x.com"];
const TYPES = ["Condo", "Single family", "multiUnit", "Duplexx", ""];
const values: Record<number, readonly string[]> = {
  0: ["Ann", "=1+1", "Null"],
  1: EMAILS,
  2: TYPES,
  3: ["Investment", "Primary residence", "Holiday", ""],
  4: ["555-123-4567", "1.5E+10", ""],
};
const line = fc.tuple(...Object.values(values).map((each) => fc.constantFrom(...each)));
const edit = (rowCount: number) =>
  fc.record({
    cells: fc.array(
      fc.tuple(
        fc.integer({ min: 2, max: rowCount + 1 }),
        fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom("address.unitNumber", "propertyUnits")),
        fc.nat(20),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    leads: fc.array(fc.tuple(fc.integer({ min: 2, max: rowCount + 1 }), fc.boolean()), { maxLength: 1 }),
  });

function textFor(column: DraftColumn, pick: number): string {
  const choices = typeof column === "string" ? ["4", "", "four"] : (values[column] ?? []);
  return choices[pick % choices.length] ?? "";
}

describe("rows of a draft", () => {
  it("are, after any edits and undos, judged as planning judges them, and as they are when opened anew", async () => {
    const cases = fc.array(line, { minLength: 3, maxLength: 9 }).chain((lines) =>
      fc.tuple(
        fc.constant(lines),
        fc.array(fc.oneof(edit(lines.length), fc.constantFrom("undo" as const, "redo" as const)), {
          minLength: 1,
          maxLength: 6,
        }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(cases, fc.boolean(), async ([lines, steps], isStrict) => {
        const sheet = [HEADER, ...lines.map((cells) => cells.map((cell) => `"${cell}"`).join())];
        const judging = { strict: isStrict };
        const draft = await looseDraft("leads.csv", sheet.join("\n"), judging);
        const rows = await draft.rows();
        await rows.whole();
        for (const step of steps) {
          if (typeof step === "string") await rows.change(step);
          else
            await rows.change({
              leads: step.leads,
              cells: step.cells.map(([row, column, pick]) => [row, column, textFor(column, pick)]),
            });
        }
        const fresh = await draft.rows();
        await fresh.whole();
        expect(withoutPlaces(judgedNow(rows))).toStrictEqual(
          withoutPlaces(await plannedNow(await draft.planned(), judging)),
        );
        expect(await viewsOf(rows)).toStrictEqual(await viewsOf(fresh));
        draft.close();
      }),
      { numRuns: 25 },
    );
  });
});

it("take a unit, and a number of units, in a column of its own where the cell that should have it says something else", async () => {
  const street = '"5 Bay Ct Unit 12B, Tampa, FL 33601"';
  const sheet = `Email,Building Type,Property Address\na@x.com,Condo,${street}\nb@x.com,2-4 units,${street}\n`;
  const draft = await looseDraft("leads.csv", sheet, { strict: false, isSandbox: false });
  const rows = await draft.rows();
  await rows.whole();
  const paths = ["address.unitNumber", "propertyUnits"];
  expect(rows.lackingFields.map(({ path }) => path).sort()).toStrictEqual(paths);
  expect(rows.counts().correct).toBe(2);
  const cells = paths.map((path, at) => [at + 2, path, "3"] as const);
  await rows.change({ cells });
  expect(rows.counts().correct).toBe(0);
  draft.close();
});

/** A column that was added, and taken back, is still named where the file has none. A draft keeps what is asked apart. */
function withoutPlaces(rows: PlannedRow[]) {
  const isAdded = ({ column }: Issue) => column === "Unit Number" || column === "Property Units";
  const bare = (issue: Issue) =>
    isAdded(issue) ? { ...issue, column: undefined } : { column: undefined, ...issue };
  return rows.map(({ cells: _, asked: _asked, issues, warnings, ...row }) => ({
    ...row,
    issues: issues.map(bare),
    warnings: warnings.map(bare),
  }));
}
