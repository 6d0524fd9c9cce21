import { describe, expect, it } from "vitest";
import { sniffDelimiter } from "../../src/sheet/formats/csv/delimiter.ts";
import { openContent, readContent } from "./columns/read-content.ts";

const lines = (...rows: string[]) => `${rows.join("\r\n")}\r\n`;

describe("the delimiter", () => {
  it.each([
    [",", "Email,First Name\na@b.co,Ana\n"],
    [";", "Email;First Name;Rent\na@b.co;Ana;2,50\nb@b.co;Bob;3,50\n"],
    ["\t", "Email\tFirst Name\tStreet\na@b.co\tAna\t1 Elm, Apt 2\n"],
    ["|", "Email|Last Name\na@b.co|Smith, John, Jr\n"],
    [",", 'Leads; a list\n"Email","First Name"\na@b.co,"x;y;z"\n'],
    [",", "Email\na@b.co\n"],
    [",", ""],
    [";", '"Email";"First Name"'],
    [";", "Correo;Nombre\na@b.co;Ana\nb@b.co;Bob\n"],
  ])("is %j in %j", async (delimiter, text) => {
    expect(await sniffDelimiter(text)).toBe(delimiter);
  });

  it.each(["sep=;", '"sep=;"', "SEP=;"])("is taken from the line %s, which is no row", async (sep) => {
    const { table, rows } = await readContent(`${sep}\r\nEmail;First Name\r\na@b.co;Ana\r\n`);
    expect(table.delimiter).toBe(";");
    expect(rows).toEqual([{ row: 2, cells: ["a@b.co", "Ana"] }]);
  });

  it("may be named", async () => {
    const text = "Email~First Name\na@b.co~Ana\n";
    const { table } = await readContent(text, { format: "csv", delimiter: "~" });
    expect(table.columns).toHaveLength(2);
    const tab = await readContent("Email\tNotes, more\nx\ty\n", { format: "csv", delimiter: "tab" });
    expect(tab.table.columns).toHaveLength(2);
    const wrong = openContent(text, { format: "csv", delimiter: "~~" });
    await expect(wrong).rejects.toMatchObject({ code: "delimiter-unusable" });
  });
});

describe("the header", () => {
  it("may be named by its row", async () => {
    const text = lines("Email,First Name,Last Name", "Email,Street,City", "a@b.co,x,y");
    const { table } = await readContent(text, { format: "csv", headerRow: 2 });
    expect(table.columns.map(({ name }) => name)).toEqual(["Email", "Street", "City"]);
    const blank = openContent(text, { format: "csv", headerRow: 9 });
    await expect(blank).rejects.toMatchObject({ code: "header-row-blank" });
  });

  it("may be told by the headers of a mapping file", async () => {
    const text = lines("Report", "Correo,Nombre,Calle", "a@b.co,Ana,x");
    const { table } = await readContent(text, { format: "csv", knownHeaders: ["correo", "Nombre", "Calle"] });
    expect(table.columns.map(({ name }) => name)).toEqual(["Correo", "Nombre", "Calle"]);
  });
});

describe("rows that are no leads", () => {
  it("stop the file where they say that the leads below are not meant to go", async () => {
    const header = "First Name,Last Name,Email,Zip";
    const sheet = (section: string) =>
      readContent(lines(header, "Ana,Ng,a@b.co,1", `${section},,,`, "Bo,Li,b@b.co,2"));
    for (const section of ["DO NOT CONTACT", "Closed / Dead", "Duplicates"]) {
      await expect(sheet(section), section).rejects.toMatchObject({ code: "section-not-to-go" });
    }
    expect((await sheet("NEW LEADS")).rows).toHaveLength(2);
    const last = await readContent(lines(header, "Ana,Ng,a@b.co,1", "Closed: 2,,,"));
    expect(last.rows).toHaveLength(1);
  });
});

describe("a row merged from several by stray quotes", () => {
  it("is marked as damaged", async () => {
    const { rows } = await readContent(
      lines("Email,First,Last,Zip", 'a@b.co,"Ana,x,1', "b@b.co,Bob,y,2", 'c@b.co,"Cy,z,3', "d@b.co,Di,z,4"),
    );
    expect(rows.map(({ row, damage }) => [row, damage !== undefined])).toEqual([
      [2, true],
      [3, false],
    ]);
  });
});
