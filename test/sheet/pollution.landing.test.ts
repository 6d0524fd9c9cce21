import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CliError } from "../../src/base/cli-error.ts";
import type { Lead } from "../../src/lead/schema.ts";
import { validateLead } from "../../src/lead/validate.ts";
import type { MappedRow } from "../../src/sheet/rows/mapped-input.ts";
import { mapContent } from "./columns/read-content.ts";
import { type CleanSheet, cleanSheet, damage, textDamage } from "./pollution.ts";

const csvOf = ({ headers, rows }: CleanSheet) => stringify([headers, ...rows]);

async function leadsOf(content: string | Buffer): Promise<MappedRow[]> {
  return (await mapContent(content)).rows;
}

/** Whether a person is told that something is the matter with the row. */
function isFlagged({ lead, unreadable, warnings }: MappedRow): boolean {
  const verdict = validateLead(lead, unreadable);
  return verdict.issues.length + verdict.warnings.length + warnings.length > 0;
}

describe("a damaged cell", () => {
  it("makes its own row invalid and leaves the others as they were", async () => {
    await fc.assert(
      fc.asyncProperty(cleanSheet, fc.nat(), fc.nat(), damage, async (sheet, rowAt, columnAt, text) => {
        const clean = await leadsOf(csvOf(sheet));
        const row = rowAt % sheet.rows.length;
        const cells = sheet.rows[row] ?? [];
        cells[columnAt % cells.length] = text;
        const polluted = await leadsOf(csvOf(sheet));
        for (const [index, { lead, unreadable }] of polluted.entries()) {
          // The rent of a vacant property need not be there.
          const isRent = sheet.headers[columnAt % cells.length]?.endsWith("monthlyRentalIncome") === true;
          const isNeedless = isRent && lead.statedInformation?.rentalOccupancy === "vacant";
          if (index === row) expect(unreadable.length + judged(lead) + Number(isNeedless)).toBeGreaterThan(0);
          else expect(lead).toEqual(clean[index]?.lead);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function judged(lead: Lead): number {
  return validateLead(lead).issues.length;
}

describe("damage to a sheet's text", () => {
  it("never changes a lead without a word", async () => {
    await fc.assert(
      fc.asyncProperty(cleanSheet, textDamage, async (sheet, damaged) => {
        const clean = new Set((await leadsOf(csvOf(sheet))).map(({ lead }) => JSON.stringify(lead)));
        const text = damaged(csvOf(sheet));
        try {
          const rows = await leadsOf(text);
          for (const row of rows) {
            expect(
              clean.has(JSON.stringify(row.lead)) || isFlagged(row),
              `${text}\n${JSON.stringify(row)}`,
            ).toBe(true);
          }
        } catch (error) {
          if (!(error instanceof CliError)) throw error;
        }
      }),
      { numRuns: 150 },
    );
  });
});
