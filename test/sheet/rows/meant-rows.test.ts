import { describe, expect, it } from "vitest";
import type { ReadingReason } from "../../../src/sheet/columns/column-reading.ts";
import { withRole } from "../../../src/sheet/columns/column-role.ts";
import { MeantRows } from "../../../src/sheet/rows/meant-rows.ts";

/** What keeps each of these cells' rows back, below one header; the first is row 2. */
function keptBack(header: string, cells: readonly string[], reason: ReadingReason = "irrelevant") {
  const column = { name: header, letters: "B" };
  const rows = new MeantRows();
  rows.take([withRole({ column, index: 1, rank: 0, reason })]);
  return cells.map((cell, at) => rows.keptBack(at + 2, ["Ann", cell]));
}

const isKept = (header: string, cells: readonly string[], reason?: ReadingReason) =>
  keptBack(header, cells, reason).map((issue) => issue !== undefined);

describe("a status", () => {
  it.each([
    "Do Not Contact",
    "DNC",
    "Dead - do not call",
    "Do not contact again.",
    "Duplicate",
    "duplicate lead",
    "Closed - Duplicate",
    "Junk Lead",
    "Test",
    "Spam",
    "Deceased",
    "No contactar",
    "DO_NOT_CONTACT",
    "do-not-contact",
    "DoNotContact",
    "Don’t Contact",
    "D.N.C.",
    "⛔ Do Not\u00a0Contact!!",
    "99 - DNC",
    "DNC Requested",
    "Do not contact - customer request",
    "Do Not Contact;New",
    "Do not call/text/email",
    "Test Lead 2",
    "test123",
    "TEST - DO NOT SEND",
    "Duplicate (see #123)",
    "Duplicate/Merged",
    "Unqualified: Junk",
    "Deleted",
    "Borrower Deceased",
    "Prueba",
  ])("keeps its row back: %s", (status) => {
    for (const header of [
      "Status",
      "Lead Status",
      "lead_stage",
      "Call Disposition",
      "Dispo",
      "Call Outcome",
      "Tags",
      "Estatus",
    ])
      expect(isKept(header, [status])).toEqual([true]);
  });

  it.each([
    "New",
    "Working - Contacted",
    "No contact yet",
    "Attempted to contact",
    "Closed - Converted",
    "Lost",
    "Unqualified",
    "Test drive",
    "Duplicate check done",
    "Not DNC",
    "DNC clear",
    "Do not call before 5 pm",
    "Do not call - before 5 pm",
    "DNC: cleared",
    "Duplicate - resolved",
    "Do not email",
    "Opted Out",
    "Invalid",
    "Not Interested",
    "Nurture",
    "",
  ])("says nothing against its row: %j", (status) => {
    expect(isKept("Lead Status", [status])).toEqual([false]);
  });

  it("is no status below another header, nor in a column of ours or of somebody else", () => {
    for (const header of [
      ...[
        "Notes",
        "Postage",
        "Email Status",
        "Phone Status",
        "Mailing Status",
        "Appraisal Status",
        "Document Status",
      ],
      ...["Marital Status", "Marketing Status", "Opt-in Status", "Lead Source", "A/B Group"],
    ])
      expect(isKept(header, ["Duplicate"]), header).toEqual([false]);
    for (const reason of ["own", "open", "others"] as const)
      expect(isKept("Status", ["Duplicate"], reason)).toEqual([false]);
  });

  it("is one also where a mapping file leaves the column out, as those do that map writes", () => {
    expect(isKept("Status", ["Duplicate"], "mapping")).toEqual([true]);
  });

  it("names its cell, and says what to do", () => {
    expect(keptBack("Status", ["New", "Duplicate"])).toEqual([
      undefined,
      {
        code: "custom",
        finding: "row-not-meant",
        params: { text: { personal: "Duplicate" } },
        message: expect.any(String),
        path: [],
        column: "Status",
        cell: "B3",
      },
    ]);
  });
});

describe("a mark", () => {
  it("keeps its row back also where the first rows had none", () => {
    expect(isKept("Exclude", ["", "no", "x", "Yes"])).toEqual([false, false, true, true]);
    expect(isKept("Send?", ["yes", "", "No"])).toEqual([false, false, true]);
  });

  it("is known by its header in the ways that systems write it, and by what cells say for yes", () => {
    const stays = [
      "Do_Not_Contact__c",
      "Exclude (Y/N)",
      "DNC Flag",
      "Is_Duplicate__c",
      "Exclude this lead",
      "On DNC List",
    ];
    const yes = ["Y", "yes (asked us)", "✔️", "checked", "Exclude", "DNC"];
    for (const header of stays) expect(isKept(header, yes), header).toEqual(yes.map(() => true));
    const no = ["N", "none", "clear", "OK", "n/a", ""];
    for (const header of stays) expect(isKept(header, no), header).toEqual(no.map(() => false));
    for (const header of ["Send (Y/N)", "Send to lender", "Upload?", "OK to send?", "Should send"])
      expect(isKept(header, ["No", "Yes", "ok"]), header).toEqual([true, false, false]);
    for (const header of ["Sent", "Submitted", "Imported", "Valid", "Do Not Email", "Opt Out", "Test Score"])
      expect(isKept(header, ["No", "Yes"]), header).toEqual([false, false]);
  });

  it("is a number only where the first rows hold nothing else than marks", () => {
    expect(isKept("Test", ["1"])).toEqual([false]);
    expect(isKept("Test", ["1", "0"], "rows")).toEqual([true, false]);
  });

  it("that a row lacks keeps it back where the first rows are told by it", () => {
    const [marked, blank] = keptBack("Ready to send", ["x", ""], "rows");
    expect(marked).toBeUndefined();
    expect(blank?.finding).toBe("row-not-marked");
  });

  it("is none where the column holds something else", () => {
    expect(isKept("Test", ["2026-01-02", "FHA"])).toEqual([false, false]);
  });
});
