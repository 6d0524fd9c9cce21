import { describe, expect, it } from "vitest";
import { brokenLead, leadAt, submitted } from "./corrected-run.ts";
import { correctFix, type FixRow } from "./fix-sheet.ts";
import { changed, leadOf, type NestedLead } from "./lead-sheet.ts";
import { readSheet } from "./run-files.ts";

/** A lead with what spreadsheet programs rewrite, in cells that nothing is wrong with. */
function fragile(n: number, lead = brokenLead(n)): NestedLead {
  const named = changed(changed(lead, "affiliateId", `0001${n}`), "contactInfo.lastName", "May-05");
  return changed(named, "contactInfo.phone", "+12065550100");
}

/** What programs make of it. */
function rewritten(n: number): FixRow {
  return { "Affiliate ID": `1${n}`, "Last Name": "5-May", Phone: "1.20656E+10", Zip: "2139" };
}

describe("a fix file that a spreadsheet program has saved", () => {
  it("changes nothing but the cells that were corrected, and tells which it has put back", async () => {
    const { dir, service, replay } = await submitted([leadOf(2), fragile(3), fragile(4)]);
    const path = correctFix(dir, {
      3: { ...rewritten(3), "Unit Number": "31", City: "Boston" },
      4: rewritten(4),
    });

    const end = await replay("--with", path);

    expect(end.stderr).toContain("1 row corrected; 1 row unchanged and skipped.");
    expect(end.stderr).toContain(
      "8 cells were rewritten, as spreadsheet programs do. They keep their old values:",
    );
    expect(end.stderr).toContain('  Row 3, Affiliate ID (A3): "#####", not "##"');
    expect(end.stderr).toContain("1 cell was changed without an issue. Its new value counts:");
    expect(end.stderr).toContain('  Row 3, City (K3): "B***", not "C***"');
    const document = JSON.parse(end.stdout);
    expect(document).toMatchObject({
      summary: { created: 2, invalid: 1 },
      correction: {
        corrected: 1,
        unchanged: 1,
        restored: { count: 8 },
        changedBeside: {
          count: 1,
          cells: [{ row: 3, column: "City", cell: "K3", before: "C***", after: "B***" }],
        },
      },
    });
    expect(end.stdout + end.stderr).not.toContain("2065550100");
    const corrected = changed(changed(fragile(3), "address.unitNumber", 31), "address.city", "Boston");
    expect(service.quotes().map(({ lead }) => lead)).toStrictEqual([leadOf(2), corrected]);
    expect(leadAt(dir, 4)).toMatchObject({ status: "invalid", attempts: 0 });
    expect(
      readSheet(dir, "report.csv").map((row) => [row["Affiliate ID"], row["Last Name"], row.Zip]),
    ).toStrictEqual([
      ["REF-2", "Noor", "02139"],
      ["00013", "May-05", "02139"],
      ["00014", "May-05", "02139"],
    ]);
  });

  it("restores no cell that the service complained about, nor any where nobody knows which it meant", async () => {
    const issue = { code: "custom", message: "Not known", path: ["affiliateId"] };
    const refusal = (body: object) => ({ side: "before" as const, status: 400, body });
    const script = {
      "applicant-2@example.com": [refusal({ error: { issues: [issue] } })],
      "applicant-3@example.com": [refusal({ error: { message: "No." } })],
    };
    const leads = [2, 3].map((n) => fragile(n, leadOf(n)));
    const { dir, service, replay } = await submitted(leads, { faults: { script } });
    const path = correctFix(dir, { 2: rewritten(2), 3: { ...rewritten(3), Zip: "02139" } });

    const end = await replay("--with", path);

    const { correction } = JSON.parse(end.stdout);
    expect(correction.restored.cells.map(({ cell }: { cell: string }) => cell)).toStrictEqual([
      "G2",
      "I2",
      "M2",
    ]);
    expect(correction.changedBeside.cells.map(({ cell }: { cell: string }) => cell)).toStrictEqual([
      "A3",
      "G3",
      "I3",
    ]);
    expect(service.quotes().map(({ lead }) => lead)).toStrictEqual([
      changed(fragile(2, leadOf(2)), "affiliateId", "12"),
    ]);
  });
});
