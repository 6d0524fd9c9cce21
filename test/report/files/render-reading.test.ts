import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { finder, personal } from "../../../src/base/finding.ts";
import { LEAD_TEXTS } from "../../../src/lead/lead-texts.ts";
import { ReadingFacts, renderReading } from "../../../src/report/files/render-reading.ts";
import { emptyTally, planRows } from "../../../src/run/plan/judge-rows.ts";
import type { PlannedRow } from "../../../src/run/plan/plan-record.ts";
import { CELL_TEXTS } from "../../../src/sheet/cell-texts.ts";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { collected } from "../../collected.ts";
import { openContent, readContent } from "../../sheet/columns/read-content.ts";
import { partsOf } from "../../sheet/formats/workbook-parts.ts";

const leadFinding = finder(LEAD_TEXTS);
const cellFinding = finder(CELL_TEXTS);

const SHEET = [
  "Full Name,E-mail,Property Address,City,ST,Zip,Type,Use,Units,Notes,Rent,Home Street,Home City,Home State,Home Zip",
  '"Doe, Jane",jane@example.com,12 Elm St Apt 4,Boston,Massachusetts,2139,SFR,Owner occ,,=1+1,,same as property,,,',
  'Bob Roe,not-an-email,14 Elm St,Boston,MA,02139,Duplex,Investor,,call,"$2,500.00",1 Oak Ave,Salem,MA,01970',
  "Ann Poe,ann@example.com,15 Elm St,Boston,MA,02139,singleFamily,Owner occ,,,,1 Oak Ave,Salem,MA,01970",
  "Total,3,,,,,,,,,,,,,",
].join("\n");

interface Read {
  /** Texts of a sheet's cells, by their address. */
  cells(sheet: number): Map<string, string>;
  /** Notes of the sheet, by cell. */
  notes(sheet: number): Map<string, string>;
  bytes: Buffer;
}

async function reading(sheet: string, isAsking = false): Promise<Read> {
  const input = mapInput(await openContent(sheet));
  const facts = new ReadingFacts();
  const rows = planRows(input, { selection: {}, strict: false }, emptyTally());
  const planned = await collected(facts.note(rows));
  async function* again(): AsyncGenerator<PlannedRow> {
    yield* planned;
  }
  const bytes = await buffer(renderReading(again(), input, facts, isAsking));
  const parts = await partsOf(bytes);
  const found = (part: string | undefined, pattern: RegExp): Map<string, string> =>
    new Map([...(part ?? "").matchAll(pattern)].map(([, at = "", text = ""]) => [at, text]));
  return {
    bytes,
    cells: (number) =>
      found(
        parts.get(`xl/worksheets/sheet${number}.xml`),
        /<c r="([A-Z]+\d+)"[^>]*>(?:<is><t[^>]*>|<v>)([^<]*)</g,
      ),
    notes: (number) =>
      found(parts.get(`xl/comments${number}.xml`), /<comment ref="([A-Z]+\d+)".*?<t [^>]*>([^<]*)</g),
  };
}

/** A cell of the first sheet by its header and row, with its note. */
async function cellsOf(sheet: string) {
  const { cells, notes } = await reading(sheet);
  const texts = cells(1);
  const letters = new Map(
    [...texts].filter(([at]) => /^[A-Z]+1$/.test(at)).map(([at, name]) => [name, at.slice(0, -1)]),
  );
  return (header: string, row: number): [text: string | undefined, note: string | undefined] => {
    const at = `${letters.get(header)}${row}`;
    return [texts.get(at), notes(1).get(at)];
  };
}

/** As a workbook's parts write it. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

describe("reading.xlsx", () => {
  it("shows each row as it would be sent, by labels, and what stood there instead", async () => {
    const cell = await cellsOf(SHEET);
    expect(cell("Row", 2)[0]).toBe("2");
    expect(cell("Building Type", 2)).toEqual(["Single family", "Type (G2): SFR"]);
    expect(cell("First Name", 2)).toEqual(["Jane", "Full Name (A2): Doe, Jane"]);
    expect(cell("State", 2)).toEqual(["MA", "ST (E2): Massachusetts"]);
    expect(cell("Monthly Rental Income", 3)).toEqual(["2500", "Rent (K3): $2,500.00"]);
    expect(cell("Residential City", 2)).toEqual(["Boston", expect.stringContaining("no cell of its own")]);
  });

  it("says nothing of what goes as it stands, nor of another spelling of the value", async () => {
    const cell = await cellsOf(SHEET);
    for (const header of ["Building Type", "Email", "Zip", "Residential Zip", "Residential City"])
      expect(cell(header, 4)[1], header).toBeUndefined();
    expect(cell("Building Type", 4)[0]).toBe("Single family");
  });

  it("tells rows that go from those that do not, and why at the cell", async () => {
    const cell = await cellsOf(SHEET);
    expect(cell("Status", 3)[0]).toBe("not ready");
    expect(cell("To look at", 3)[0]).toContain(`E-mail (B3): ${leadFinding("email-invalid").message}`);
    expect(cell("Email", 3)).toEqual([
      "not-an-email",
      `E-mail (B3): ${leadFinding("email-invalid").message}`,
    ]);
    expect(cell("Rental Occupancy", 3)).toEqual([
      undefined,
      `Rental Occupancy: ${leadFinding("occupancy-missing").message}`,
    ]);
    expect(cell("Property Units", 3)[1]).toContain(
      escaped(cellFinding("units-from-type", { text: personal("Duplex"), count: personal("2") }).message),
    );
  });

  it("shows of a value that cannot be read what stands in the sheet", async () => {
    const cell = await cellsOf(
      "Email,Rental Occupancy,Monthly Rental Income\na@example.com,longTerm,about two\nb@example.com,longTerm,2000",
    );
    const [text, note] = cell("Monthly Rental Income", 2);
    expect(text).toBe("about two");
    expect(note).toContain("Monthly Rental Income (C2): ");
  });

  it("has no column for a field of which nothing is known", async () => {
    const { cells } = await reading(SHEET);
    expect([...cells(1).values()]).not.toContain("County");
  });

  it("lists what is no lead, and what the colours mean", async () => {
    const notes = (await reading(SHEET)).cells(2);
    expect([...notes.values()]).toEqual(
      expect.arrayContaining(["red", "amber", "blue", "No lead: a total", "Total"]),
    );
  });

  it("calls no row ready while questions are open", async () => {
    const { cells } = await reading(SHEET, true);
    expect([...cells(1).values()]).toContain("waits for answers");
    expect([...cells(1).values()]).not.toContain("ready");
  });

  it("is a workbook that is read as any other", async () => {
    const { rows } = await readContent((await reading(SHEET)).bytes, { format: "xlsx", sheet: "Reading" });
    expect(rows.map(({ cells }) => cells[0])).toEqual([2, 3, 4]);
  });
});
