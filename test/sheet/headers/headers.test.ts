import { describe, expect, it } from "vitest";
import { FIELDS } from "../../../src/lead/field-catalogue.ts";
import { readHeader } from "../../../src/sheet/headers/header-grammar.ts";
import { headerKey, isOwnColumn, nearestField } from "../../../src/sheet/headers/header-meaning.ts";
import { mapContent } from "../columns/read-content.ts";

describe("the catalogue's headers", () => {
  it("each name one field", () => {
    const owners = new Map<string, string>();
    for (const { path, label, otherHeaders } of FIELDS) {
      for (const header of [path, label, ...otherHeaders]) {
        const owner = owners.get(headerKey(header));
        expect(owner === undefined || owner === path, `${header}: ${owner} and ${path}`).toBe(true);
        owners.set(headerKey(header), path);
        const { item, place, certainty } = readHeader(header);
        const { item: itemOfPath, place: placeOfPath } = readHeader(path);
        expect([header, item, place ?? "property"]).toEqual([
          header,
          itemOfPath,
          placeOfPath ?? place ?? "property",
        ]);
        expect([header, certainty]).not.toContain("partial");
      }
    }
  });
});

describe("a header near to a known one", () => {
  it.each([
    ["Frist Name", "contactInfo.firstName"],
    ["Emial", "contactInfo.email"],
    ["Lone Purpose", "loanPurpose"],
    ["Notes", undefined],
    ["Id", undefined],
    ["Class", undefined],
    ["Vorname", undefined],
  ])("%s is told", (header, path) => {
    expect(nearestField(header)?.path).toBe(path);
  });

  it("is asked about and never taken", async () => {
    const { input, rows } = await mapContent("Email,Frist Name\na@b.co,Ana\n");
    expect(rows[0]?.lead).toEqual({ contactInfo: { email: "a@b.co" } });
    expect(input.questions.open).toMatchObject([
      {
        id: "column:fristname",
        finding: "column-unsure",
        params: { columns: [{ personal: "Frist Name (B)" }] },
        samples: [{ cell: "B2", text: "Ana" }],
        options: [{ answer: "contactInfo.firstName" }, { answer: "leave-out" }],
      },
    ]);
    await expect(mapContent("Emial,Zip\nx,1\n")).rejects.toMatchObject({
      code: "no-email-column",
    });
  });
});

describe("a header that may mean two things", () => {
  it("is no trouble as the name of a nested object", async () => {
    const { rows } = await mapContent(
      '[{"email":"a@b.co","address":{"street":"1 Elm"},"statedInformation":{}}]',
      {
        format: "json",
      },
    );
    expect(rows[0]?.lead.address).toEqual({ street: "1 Elm" });
  });
});

describe("a sheet without headers", () => {
  it("is told from one with unknown headers", async () => {
    const opened = mapContent("a@b.co,Ana\nc@d.co,Bob\n");
    await expect(opened).rejects.toMatchObject({
      finding: "no-known-column/no-header",
      params: { row: 1 },
    });
  });

  it("has a notice for each column without one", async () => {
    const { input } = await mapContent("Email,,Zip\na@b.co,x,02134\n");
    expect(input.notices[0]).toMatchObject({
      code: "unknown-column",
      params: { columns: [{ personal: "B (no header)" }] },
    });
  });
});

describe("a row that ends early", () => {
  const header = "Email,First Name,State,Zip,Liabilities\n";
  it("is read when its cells stand under the right headers", async () => {
    const { rows } = await mapContent(`${header}a@b.co,Ana,NV,89501\n`);
    expect(rows[0]).toMatchObject({ unreadable: [], lead: { address: { state: "NV", zip: "89501" } } });
  });

  it.each(["a@b.co,NV,89501,yes", "Ana,NV,89501,yes", "a@b.co,Ana,89501,yes"])(
    "is damaged when not: %s",
    async (row) => {
      const { rows } = await mapContent(`${header}${row}\n`);
      expect(rows[0]?.unreadable).toMatchObject([
        { code: "custom", path: [], finding: "row-shifted", params: { cells: 4, columns: 5 } },
      ]);
    },
  );
});

it("knows our columns whatever a spreadsheet did to case and space", () => {
  expect(isOwnColumn("leadctl_row")).toBe(true);
  expect(isOwnColumn(" LEADCTL_Issues ")).toBe(true);
  expect(isOwnColumn("leadctl")).toBe(false);
  expect(isOwnColumn("row")).toBe(false);
});
