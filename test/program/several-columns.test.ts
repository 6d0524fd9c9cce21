import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ScriptEntry } from "../../src/sandbox/sandbox-types.ts";
import { correctFix, readFix } from "./fix-sheet.ts";
import { readReport } from "./run-files.ts";
import { started } from "./started.ts";

/** The second row is without a house number and a cell phone. */
const SHEET = `First Name,Last Name,Email,House No,Street Name,City,State,Zip,Unit #,Property Type,Cell Phone,Home Phone
Ann,Lee,ann@example.com,0012,Elm St,Salem,MA,01970,4,Condo,(617) 555-0123,(617) 555-0199
Bob,Ray,bob@example.com,,Oak Ave,Lynn,MA,01901,5,Condo,n/a,(617) 555-0199
`;
const ISSUES = [
  { code: "custom", message: "No such street", path: ["address", "street"] },
  { code: "custom", message: "No such phone", path: ["contactInfo", "phone"] },
];

/** Two rows that the service refuses for their street and their phone. */
async function refusedRun() {
  const refused: ScriptEntry = {
    side: "before",
    status: 400,
    body: { success: false, error: { name: "ZodError", issues: ISSUES } },
  };
  const { service, cwd, call: run } = await started(SHEET, { faults: { script: { "*": [refused] } } });
  const submitted = await run("submit", "leads.csv", "--out", "run");
  return { dir: join(cwd, "run"), run, quotes: service.quotes, submitted };
}

describe("a field that several columns feed, and the service refuses", () => {
  it("is shown with each column of which its value in this row was made, and no other", async () => {
    const { dir, run, submitted } = await refusedRun();

    expect(submitted.stderr).toContain("Street Name and House No: No such street");
    const [ann, bob] = readReport(dir).leads;
    expect(ann?.issues).toMatchObject([
      { column: "Street Name", cell: "E2", alsoFrom: [{ column: "House No", cell: "D2" }] },
      { column: "Cell Phone", cell: "K2" },
    ]);
    expect(ann?.issues[1]).not.toHaveProperty("alsoFrom");
    expect(bob?.issues).toMatchObject([
      { column: "Street Name", cell: "E3" },
      { column: "Home Phone", cell: "L3" },
    ]);
    expect(bob?.issues[0]).not.toHaveProperty("alsoFrom");
    const said = "Street Name (E2) and House No (D2): No such street";
    expect(readFix(join(dir, "fix.csv"))[0]?.leadctl_issues).toContain(said);
    expect(readFix(join(dir, "report.csv"))[0]?.leadctl_issues).toContain(said);
    expect((await run("explain", "run", "2")).stdout).toContain(said);
    const page = readFileSync(join(dir, "report.html"), "utf8");
    expect(page).toContain('{"column":"Street","letters":"E"},{"column":"","letters":"D"}');
  });

  it("may be corrected in any of these, where the change looks like none too", async () => {
    const { dir, run, quotes } = await refusedRun();
    const corrected = correctFix(dir, { 2: { "House No": "12" } });
    const replayed = await run("replay", "run", "--with", corrected);
    expect(replayed.stderr).not.toContain("restored");
    expect(quotes()).toMatchObject([{ lead: { address: { street: "12 Elm St" } } }]);
  });
});
