import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { writeCorrections } from "../../../src/run/corrections/write-corrections.ts";
import { emptyTally, planRows } from "../../../src/run/plan/judge-rows.ts";
import type { PlannedRow } from "../../../src/run/plan/plan-record.ts";
import { Plan } from "../../../src/run/plan/read-plan.ts";
import { draftPlan, NO_CHANGES, placePlan } from "../../../src/run/plan/write-plan.ts";
import { Run } from "../../../src/run/run.ts";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { openInput } from "../../../src/sheet/open-input.ts";
import { sharedFolder } from "../../folders.ts";
import { type TestCell, type TestSheet, workbookOf } from "../../sheet/formats/workbook.ts";

const HEADERS = [
  "Affiliate ID",
  "Building Type",
  "First Name",
  "Email",
  "Phone",
  "Zip",
  "Unit Number",
  "Purpose",
];
/** Row 2 goes; rows 3 and 4 lack a unit; row 5 is a test. */
const SHEET: readonly (readonly string[])[] = [
  ["0001", "Condo", "Ann", "ann@example.com", "+1 617 555 0101", "02139", "11", "debt consolidation"],
  ["0002", "Condo", "'Bob", "bob@example.com", "6175550102", "02140", "", "debt consolidation"],
  ["0003", "Condo", "Cy", "cy@example.com", "617-555-0103", "02141", "", "debt consolidation"],
  ["0004", "Condo", "Test", "test@example.com", "000", "00000", "", "debt consolidation"],
];
const OWN = ["leadctl_row", "leadctl_status", "leadctl_issues"];
/** The fix file after a person: row 3 has its unit, 4 is as it was, 5 is no lead. */
const CORRECTED: readonly (readonly string[])[] = [
  ["3", "invalid", "Unit Number (J2): …", ...(SHEET[1] ?? []).with(6, "7")],
  ["4", "invalid", "Unit Number (J3): …", ...(SHEET[2] ?? [])],
  ["5", "Not a lead", "Unit Number (J4): …", ...(SHEET[3] ?? [])],
];
const ALL = [[...OWN, ...HEADERS], ...CORRECTED];
const GUIDE: TestSheet = {
  name: "How to",
  rows: [["How to send these rows again"], ["Correct the red cells."]],
};

function fix(rows: TestSheet["rows"]): TestSheet {
  return { name: "Fix", rows };
}

/** What writers and people make of the file, each with its name and bytes. */
const SAVED: readonly (readonly [what: string, name: string, content: () => Buffer | string])[] = [
  [
    "texts in their cells, beside the sheet that says how",
    "fix.xlsx",
    () => workbookOf({ sheets: [fix(ALL.map((row) => [...row])), GUIDE] }),
  ],
  [
    "the guide first, and empty sheets behind",
    "fix.xlsx",
    () => workbookOf({ sheets: [GUIDE, fix(ALL.map((row) => [...row])), { name: "Sheet3", rows: [] }] }),
  ],
  ["shared and rich texts, and numbers as numbers", "fix.xlsx", () => sharedStrings()],
  [
    "rows sorted, some of them filtered away",
    "fix.xlsx",
    () => workbookOf({ sheets: [fix(sorted()), GUIDE] }),
  ],
  ["columns moved, and one put between", "fix.xlsx", () => workbookOf({ sheets: [fix(moved()), GUIDE] })],
  [
    "columns deleted that were as they were",
    "fix.xlsx",
    () => workbookOf({ sheets: [fix(ALL.map((row) => row.filter((_, at) => ![2, 3, 5, 7].includes(at))))] }),
  ],
  [
    "a column of our own, empty",
    "fix.xlsx",
    () => workbookOf({ sheets: [fix(ALL.map((row, at) => [...row, at === 0 ? "Property Units" : ""]))] }),
  ],
  ["semicolons", "fix.csv", () => `\uFEFF${ALL.map((row) => row.join(";")).join("\r\n")}\r\n`],
  [
    "tabs, in UTF-16",
    "fix.txt",
    () => Buffer.from(`\uFEFF${ALL.map((row) => row.join("\t")).join("\r\n")}`, "utf16le"),
  ],
  ["numbers detected by a program that then saved", "fix.csv", () => detected()],
];

/** As SheetJS, ExcelJS and Excel itself save: texts in a part of their own, with fonts in them. */
function sharedStrings(): Buffer {
  const strings = [...new Set(ALL.flat())];
  const cell = (text: string, at: number): TestCell => {
    if (at === 0 && /^\d+$/.test(text)) return Number(text);
    if (text === "7") return 7;
    return text === "" ? null : { xml: `<c t="s"><v>${strings.indexOf(text)}</v></c>` };
  };
  const xml = strings.map((text, index) =>
    index % 2 === 0
      ? `<si><t xml:space="preserve">${text}</t></si>`
      : `<si><r><rPr><b/></rPr><t xml:space="preserve">${text.slice(0, 1)}</t></r><r><t xml:space="preserve">${text.slice(1)}</t></r></si>`,
  );
  return workbookOf({ sheets: [fix(ALL.map((row) => row.map(cell))), GUIDE], strings: xml });
}

function sorted(): TestSheet["rows"] {
  const [header = [], ...rows] = ALL.map((row) => [...row]);
  return [
    header,
    ...rows.reverse().map((cells, at) => (at === 1 ? cells : { hidden: true as const, cells })),
  ];
}

function moved(): TestCell[][] {
  return ALL.map((row, at) => {
    const [number = "", status = "", reason = "", ...cells] = row;
    return [...cells.reverse(), at === 0 ? "Done?" : "x", number, reason, status];
  });
}

/** Zeros in front, a plus sign and the number's look are lost, as where a program takes texts for numbers. */
function detected(): string {
  const look = (text: string): string =>
    /^\+?0*\d[\d ]*$/.test(text) && text !== "7" ? String(Number(text.replaceAll(" ", ""))) : text;
  return ALL.map((row) => row.map(look).join(",")).join("\n");
}

describe("corrections come back the same from a file with", () => {
  const dir = sharedFolder();
  let run: Run;

  beforeAll(async () => {
    writeFileSync(
      join(dir, "leads.xlsx"),
      workbookOf({ sheets: [fix([HEADERS, ...SHEET].map((row) => [...row]))] }),
    );
    const input = mapInput(await openInput({ path: join(dir, "leads.xlsx") }, {}));
    const tally = emptyTally();
    const rows = planRows(input, { selection: {}, strict: false }, tally);
    const origin = { createdAt: new Date(0), strict: false };
    const path = join(dir, "plan.ndjson");
    await placePlan(path, await draftPlan(path, input, rows, tally, origin), async () => NO_CHANGES);
    run = await Run.read(dir);
  });

  it.each(SAVED)("%s", async (_what, name, content) => {
    const path = join(dir, name);
    writeFileSync(path, content());
    const table = await openInput({ path }, { hiddenRows: "include", keepsAll: true });
    const order = {
      isSelected: () => true,
      answers: new Map<string, string>(),
      acceptReading: false,
      settlePeople: async () => NO_CHANGES,
    };

    const { tally, correction } = await writeCorrections(run, table, order, new Date(0));

    expect(tally).toMatchObject({ rowsRead: 3, unchangedCount: 1, dismissed: [5], beside: { count: 0 } });
    const corrected: PlannedRow[] = [];
    if (correction) for await (const row of new Plan(correction).rows()) corrected.push(row);
    rmSync(correction?.path ?? "");
    expect(corrected.map(({ row, ready, lead }) => ({ row, ready, lead }))).toStrictEqual([
      {
        row: 3,
        ready: true,
        lead: {
          affiliateId: "0002",
          buildingType: "condo",
          loanPurpose: "debtConsolidation",
          contactInfo: { firstName: "'Bob", email: "bob@example.com", phone: "6175550102" },
          address: { zip: "02140", unitNumber: 7 },
        },
      },
    ]);
  });
});
