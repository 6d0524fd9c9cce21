import { expect } from "vitest";
import type { Issue } from "../../src/lead/issue.ts";
import type { Lead } from "../../src/lead/schema.ts";
import { answersOnly } from "../../src/sheet/columns/mapping.ts";
import { QuestionLog } from "../../src/sheet/columns/question-log.ts";
import type { MappedInput, MappedRow } from "../../src/sheet/rows/mapped-input.ts";

/** A lead that no rule and no warning speaks about. */
export function soundLead(email: string): Lead {
  return {
    buildingType: "townhouse",
    loanPurpose: "homeImprovement",
    propertyUsage: "primaryResidence",
    contactInfo: { firstName: "Jane", lastName: "Doe", email, phone: "+1-617-555-0100" },
    address: { street: "12 Elm St", city: "Cambridge", state: "MA", zip: "02139" },
    residentialAddress: { street: "2 Elm Close", city: "Somerville", state: "MA", zip: "02143" },
    listedForSaleIn6Months: false,
    purchasedOrSubjectToMortgageIn6Months: false,
    liabilitiesIn4Years: false,
  };
}

export function mappedRow(row: number, lead: Lead, more: Partial<MappedRow> = {}): MappedRow {
  return { row, lead, cells: [lead.contactInfo?.email ?? null], unreadable: [], warnings: [], ...more };
}

/** An input as the mapping hands it on: one column, the e-mail's, which is column D of a sheet. */
export function inputOf(rows: readonly MappedRow[]): MappedInput {
  return {
    name: "leads.csv",
    format: "csv",
    delimiter: ",",
    columns: [{ name: "E-mail", letters: "D" }],
    notices: [],
    readings: [],
    questions: new QuestionLog(),
    changes: [],
    rows: (async function* () {
      yield* rows;
    })(),
    map: () => expect.fail("its rows are mapped already"),
    checkColumns: () => undefined,
    resolvedMapping: () => answersOnly("the run's reading", new Map()),
    feeding: (path) => (path === "contactInfo.email" ? [{ column: { name: "E-mail", letters: "D" } }] : []),
    locate: (path, row) =>
      path.join(".") === "contactInfo.email" ? { column: "E-mail", cell: `D${row}` } : {},
  };
}

export function issueAt(path: string, message: string): Issue {
  return { code: "invalid_type", message, path: path === "" ? [] : path.split(".") };
}
