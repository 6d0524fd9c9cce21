import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { readMappingFile } from "../../../src/sheet/mapping/mapping-file.ts";
import type { MappedInput, MappedRow } from "../../../src/sheet/rows/mapped-input.ts";
import { collected } from "../../collected.ts";
import { sharedFolder } from "../../folders.ts";
import { openContent } from "../columns/read-content.ts";

const folder = sharedFolder();

async function mappingOf(content: unknown) {
  const path = join(folder, "mapping.json");
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return readMappingFile(path);
}

async function mapWith(content: unknown, sheet: string): Promise<{ input: MappedInput; rows: MappedRow[] }> {
  const mapping = await mappingOf(content);
  const knownHeaders = [...mapping.columns.keys()];
  const input = mapInput(await openContent(sheet, { format: "csv", knownHeaders }), mapping);
  return { input, rows: await collected(input.rows) };
}

/** A refusal with just these problems, each at its place. */
const problems = (...all: [place: string, finding: string][]) => ({
  params: { problems: all.map(([place, finding]) => expect.objectContaining({ place, finding })) },
});

describe("a mapping file", () => {
  it("says which column feeds which field, and which feeds none", async () => {
    const { input, rows } = await mapWith(
      { columns: { Correo: "contactInfo.email", Street: null, Calle: "address.street" }, headers: ["Zip"] },
      "correo,Street,Calle,Zip\na@b.co,x,1 Elm,02134\n",
    );
    expect(rows[0]?.lead).toEqual({
      contactInfo: { email: "a@b.co" },
      address: { street: "1 Elm", zip: "02134" },
    });
    expect(input.notices.map(({ code }) => code)).toEqual(["absent-columns"]);
  });

  it("tells two columns of one name apart by their letters", async () => {
    const { rows } = await mapWith(
      { columns: { "C: Street": "residentialAddress.street" } },
      "Email,Street,Street\na@b.co,1 Elm,2 Oak\n",
    );
    expect(rows[0]?.lead.address?.street).toBe("1 Elm");
    expect(rows[0]?.lead.residentialAddress?.street).toBe("2 Oak");
  });

  it("names the streets of two addresses, and each town goes with its own", async () => {
    const sheet =
      "Email,Owner Address,Situs Address,Owner City,Situs City\na@b.co,1 Elm St,2 Oak St,Bath,Salem\n";
    const of = async (owner: string, situs: string) => {
      const { input, rows } = await mapWith(
        { columns: { "Owner Address": owner, "Situs Address": situs } },
        sheet,
      );
      expect(input.questions.open).toEqual([]);
      return [rows[0]?.lead.address?.city, rows[0]?.lead.residentialAddress?.city];
    };
    expect(await of("residentialAddress.street", "address.street")).toEqual(["Salem", "Bath"]);
    expect(await of("address.street", "residentialAddress.street")).toEqual(["Bath", "Salem"]);
  });

  it("gives cells their meaning, whatever their case", async () => {
    const { rows } = await mapWith(
      {
        columns: { Kind: { field: "buildingType", values: { Flat: "condo", "-": null, "1": "townhouse" } } },
      },
      "Email,Kind\na@b.co, FLAT \nb@b.co,-\nc@b.co,1\nd@b.co,Single Family\n",
    );
    expect(rows.map(({ lead }) => lead.buildingType)).toEqual([
      "condo",
      undefined,
      "townhouse",
      "singleFamily",
    ]);
  });

  it("sets constants, and defaults only where a cell is empty", async () => {
    const { input, rows } = await mapWith(
      { constants: { loanPurpose: "investment" }, defaults: { liabilitiesIn4Years: false } },
      "Email,Liabilities\na@b.co,yes\nb@b.co,\nc@b.co,maybe\n",
    );
    expect(rows.map(({ lead }) => lead.liabilitiesIn4Years)).toEqual([true, false, undefined]);
    expect(rows.map(({ lead }) => lead.loanPurpose)).toEqual(["investment", "investment", "investment"]);
    expect(input.notices[0]).toMatchObject({
      code: "default-used",
      params: { path: "liabilitiesIn4Years", value: false, mapping: "mapping.json" },
    });
  });

  it("fills a default for which the sheet has no column", async () => {
    const { rows } = await mapWith({ defaults: { liabilitiesIn4Years: false } }, "Email\na@b.co\n");
    expect(rows[0]?.lead.liabilitiesIn4Years).toBe(false);
  });

  it("names the decimal mark", async () => {
    const { rows } = await mapWith({ decimal: "," }, "Email,Rent\na@b.co,2.500\n");
    expect(rows[0]?.lead.statedInformation?.monthlyRentalIncome).toBe(2500);
  });

  it.each([
    ["a column that is not there", { columns: { Kind: "buildingType" } }, "mapping-mismatch", "Kind"],
    ["a header that is not there", { headers: ["Email", "Kind"] }, "mapping-mismatch", "Kind"],
    [
      "a constant beside a column",
      { constants: { "address.zip": "1" } },
      "mapping-mismatch/fed-twice",
      "Zip",
    ],
  ])("is refused for %s", async (_, mapping, finding, named) => {
    const error = await mapWith(mapping, "Email,Zip\na@b.co,02134\n").catch((thrown) => thrown);
    expect(error).toMatchObject({ finding, exitCode: 2 });
    expect(JSON.stringify(error.params)).toContain(named);
  });

  it("answers questions, and lists those that are still to be answered", async () => {
    const mapping = await mappingOf({
      answers: { "column:style": "buildingType", "word:buildingType:hut": "condo" },
      answeredAt: "2026-11-20T09:00:00.000Z",
      questions: { "column:style": "whatever stands here" },
    });
    expect([...mapping.answers]).toStrictEqual([
      ["column:style", "buildingType"],
      ["word:buildingType:hut", "condo"],
    ]);
    expect(mapping.answeredAt).toBe("2026-11-20T09:00:00.000Z");
    await expect(
      mappingOf('{"answers": {\n"column:style": "?",\n"address:street": "property",\n"column:kind": "?"}}'),
    ).rejects.toMatchObject(
      problems(
        ["line 2, answers.column:style", "answer-unsaid"],
        ["line 4, answers.column:kind", "answer-unsaid"],
      ),
    );
    await expect(mappingOf({ answers: { style: "buildingType" } })).rejects.toMatchObject(
      problems(["line 1, answers.style", "question-id"]),
    );
    await expect(mappingOf({ answers: { "column:style": null } })).rejects.toMatchObject(
      problems(["line 1, answers.column:style", "shape"]),
    );
  });

  it("may name several fields at once, whose cells have no meanings of their own", async () => {
    const mapping = await mappingOf({ columns: { Name: "contactInfo.fullName" } });
    expect(mapping.columns.get("Name")).toStrictEqual({ field: "contactInfo.fullName" });
    await expect(
      mappingOf({ columns: { Name: { field: "contactInfo.fullName", values: { x: "y" } } } }),
    ).rejects.toMatchObject(problems(["line 1, columns.Name", "values-of-several"]));
  });

  it("is refused with all that is wrong with it", async () => {
    const wrong = {
      columns: { A: "buildingTyp", B: { field: "liabilitiesIn4Years", values: { x: "yes" } } },
      constants: { propertyUnits: 2.5 },
      defaults: { propertyUnits: 2 },
    };
    await expect(mappingOf(wrong)).rejects.toMatchObject(
      problems(
        ["line 1, columns.A", "field-unknown"],
        ["line 1, columns.B.values.x", "value-of-other-kind"],
        ["line 1, constants.propertyUnits", "value-of-other-kind"],
        ["line 1, defaults.propertyUnits", "constant-and-default"],
      ),
    );
    await expect(mappingOf({ colums: {} })).rejects.toMatchObject({ code: "mapping-invalid", exitCode: 2 });
    await expect(mappingOf({ constants: { zip: "1" } })).rejects.toMatchObject(
      problems(["line 1, constants.zip", "field-unknown"]),
    );
    await expect(mappingOf({ constants: { "address.zip": "2139" } })).rejects.toMatchObject(
      problems(["line 1, constants.address.zip", "zip-without-zeros"]),
    );
    await expect(mappingOf('{\n"columns": {\n')).rejects.toMatchObject(problems(["line 3", "not-json"]));
    await expect(mappingOf('{"columns": {\n"A": "buildingType",\n"A": null}}')).rejects.toMatchObject(
      problems(["line 3, columns.A", "key-twice"]),
    );
    await expect(readMappingFile(join(folder, "none.json"))).rejects.toMatchObject({
      code: "mapping-missing",
    });
  });
});
