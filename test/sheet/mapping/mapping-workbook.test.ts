import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finder, personal } from "../../../src/base/finding.ts";
import { FIELDS } from "../../../src/lead/field-catalogue.ts";
import { CELL_TEXTS } from "../../../src/sheet/cell-texts.ts";
import { type ColumnReading, targetAt } from "../../../src/sheet/columns/column-reading.ts";
import { COLUMN_QUESTION_TEXTS } from "../../../src/sheet/columns/column-texts.ts";
import type { ColumnRule, Mapping } from "../../../src/sheet/columns/mapping.ts";
import { QuestionLog } from "../../../src/sheet/columns/question-log.ts";
import { readPlainSheets } from "../../../src/sheet/formats/plain-sheets.ts";
import { writeWorkbook } from "../../../src/sheet/formats/write/xlsx-writer.ts";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { readMappingFile } from "../../../src/sheet/mapping/mapping-file.ts";
import { mappingSheets } from "../../../src/sheet/mapping/mapping-sheets.ts";
import { type ShownColumns, showColumns } from "../../../src/sheet/mapping/shown-columns.ts";
import type { MappingProblem } from "../../../src/sheet/sheet-errors.ts";
import { columnLetters } from "../../../src/sheet/table.ts";
import { sharedFolder } from "../../folders.ts";
import { openContent } from "../columns/read-content.ts";
import { sheetOf, type TestCell, type TestSheet, workbookOf } from "../formats/workbook.ts";

const asked = finder(COLUMN_QUESTION_TEXTS);

const folder = sharedFolder();

let count = 0;
async function saved(content: string | Uint8Array | AsyncIterable<Buffer>, ending = "xlsx"): Promise<string> {
  count += 1;
  const path = join(folder, `mapping-${count}.${ending}`);
  await writeFile(path, content);
  return path;
}

const savedSheets = (...sheets: TestSheet[]): Promise<string> => saved(workbookOf({ sheets }));

/** The sheets of a mapping's workbook, as cells. */
async function sheetsOf(shown: ShownColumns, mapping?: Mapping): Promise<Map<string, string[][]>> {
  const path = await saved(writeWorkbook(mappingSheets(shown, mapping)));
  const sheets = await readPlainSheets(path);
  return new Map(sheets.map(({ name = "", rows }) => [name, rows.map(({ cells }) => [...cells])]));
}

async function shown(content: string, mapping?: Mapping): Promise<ShownColumns> {
  return showColumns(mapInput(await openContent(content), mapping, true), mapping);
}

/** Words, columns and addresses that are not understood. */
const SHEET = `Email,Building Type,Frist Name,Street,City,Street,City,Notes
a@b.co,Zome,Ana,1 Elm St,Salem,2 Oak St,Lynn,x
b@b.co,condo,Ben,3 Elm St,Salem,4 Oak St,Lynn,x
c@b.co,Zome,Ben,5 Elm St,Salem,6 Oak St,Lynn,x
`;

/** Answers by the letters of the column that is asked about. */
function fillIn(rows: string[][], answers: Readonly<Record<string, string>>): string[][] {
  return rows.map((cells) => {
    const answer = answers[cells[2] ?? ""];
    return answer === undefined ? cells : cells.map((cell, index) => (index === 1 ? answer : cell));
  });
}

const ANSWERS = {
  D: "The applicant's home",
  F: "the property",
  C: "First Name",
  B: "Townhouse",
};

const named = (...columns: string[]) => columns.map(personal);

const asCsv = (rows: readonly string[][], delimiter: string, end = "\r\n"): string =>
  rows
    .map((cells) => cells.map((cell) => (/[\s",;]/.test(cell) ? `"${cell}"` : cell)).join(delimiter))
    .join(end);

describe("a mapping's workbook", () => {
  it("asks each question in a line of its own, with the answers by their labels", async () => {
    const [header = [], ...rows] = (await sheetsOf(await shown(SHEET))).get("Questions") ?? [];
    expect(header.slice(0, 8).join("|")).toBe(
      "Question|Answer|Column|Header|Word|Examples|Rows|You can choose",
    );
    const unknown = {
      text: personal("Zome"),
      field: "buildingType",
      isConcept: false,
      why: "not-known",
    } as const;
    const whose = "The property · The applicant's home · Leave it out";
    expect(rows.map(([question = ""]) => question)).toStrictEqual([
      asked("address-whose", { columns: named("Street (D)", "City (E)") }).message,
      asked("address-whose", { columns: named("Street (F)", "City (G)") }).message,
      asked("column-unsure", { columns: named("Frist Name (C)") }).message,
      finder(CELL_TEXTS)("word-unknown", unknown).message,
    ]);
    expect(rows.map((cells) => cells.slice(1, 8).join("|"))).toStrictEqual([
      `|D|Street||D2 1 Elm St · D3 3 Elm St · D4 5 Elm St|3|${whose}`,
      `|F|Street||F2 2 Oak St · F3 4 Oak St · F4 6 Oak St|3|${whose}`,
      "|C|Frist Name||C2 Ana · C3 Ben|3|First Name · Leave it out",
      "|B|Building Type|Zome|B2 · B4|2|Send it as it is · Single family · Multi unit · Condo · Townhouse · Leave it out",
    ]);
  });

  it("has a line for each column, empty where it is asked about, and what every row may share", async () => {
    const sheets = await sheetsOf(await shown(SHEET));
    const columns = (sheets.get("Columns") ?? []).map((cells) => cells.slice(0, 5));
    expect(columns).toStrictEqual([
      ["Column", "Header", "Examples", "Field", "Remark"],
      ["A", "Email", "a@b.co · b@b.co · c@b.co", "Email", ""],
      ["B", "Building Type", "Zome · condo", "Building Type", ""],
      ["C", "Frist Name", "Ana · Ben", "", "Asked on the sheet Questions"],
      ["D", "Street", "1 Elm St · 3 Elm St · 5 Elm St", "", "Asked on the sheet Questions"],
      ["E", "City", "Salem", "", "Asked on the sheet Questions"],
      ["F", "Street", "2 Oak St · 4 Oak St · 6 Oak St", "", "Asked on the sheet Questions"],
      ["G", "City", "Lynn", "", "Asked on the sheet Questions"],
      ["H", "Notes", "x", "Leave it out", ""],
    ]);
    const fields = (sheets.get("All rows") ?? []).map(([field]) => field);
    expect(fields).toContain("Loan Purpose");
    expect(fields).not.toContain("Building Type");
  });

  it("is read back as it was written, whatever it said", async () => {
    await fc.assert(
      fc.asyncProperty(anyMapping, async (mapping) => {
        const path = await saved(writeWorkbook(mappingSheets(shownBy(mapping), mapping)));
        const { name, places, ...read } = await readMappingFile(path);
        const { name: _, ...given } = mapping;
        expect({ ...read, headers: [...read.headers].sort() }).toEqual({
          ...given,
          headers: [...given.headers].sort(),
        });
      }),
      { numRuns: 30 },
    );
  });

  it("changes nothing of how a sheet is read until somebody writes into it", async () => {
    const sheet = `Email,Phone,Work Phone,Property Street,City,Mailing Street,Mailing City,Co-Borrower First Name,Occupancy,Kind
a@b.co,555-010-0001,555-010-0002,1 Elm St Apt 4,Salem,PO Box 4,Lynn,Bo,Owner,manufactured
`;
    const before = await shown(sheet);
    const path = await saved(writeWorkbook(mappingSheets(before)));
    const after = await shown(sheet, await readMappingFile(path));
    // What a yes means is looked up when it is asked for: the columns are the same as far as they can be written down.
    expect(JSON.stringify(after.columns)).toBe(JSON.stringify(before.columns));
    expect(after.notices).toStrictEqual(before.notices);
    expect(after.questions.open).toStrictEqual(before.questions.open);
    expect(before.notices.map(({ code }) => code)).toContain("column-left-out");
  });

  it("answers by labels, and leaves open what is not answered", async () => {
    const sheets = await sheetsOf(await shown(SHEET));
    const rows = fillIn(sheets.get("Questions") ?? [], { ...ANSWERS, C: "" });
    const columnRows = sheets.get("Columns") ?? [];
    const path = await savedSheets(sheetOf("Questions", ...rows), sheetOf("Columns", ...columnRows));
    const mapping = await readMappingFile(path);
    const { questions, columns } = await shown(SHEET, mapping);
    expect(questions.open.map(({ id }) => id)).toStrictEqual(["column:fristname"]);
    expect(questions.answered.map(({ question, option }) => `${question.id} ${option.answer}`)).toStrictEqual(
      ["address:street residence", "address:street#2 property", "word:buildingType:zome townhouse"],
    );
    const paths = columns.map(({ reading: { target } }) => target);
    expect(paths).toStrictEqual([
      ...["contactInfo.email", "buildingType", undefined],
      ...["residentialAddress.street", "residentialAddress.city", "address.street", "address.city"],
      undefined,
    ]);
  });

  const changes: [string, (rows: string[][]) => TestCell[][] | string][] = [
    ["sorted", ([header = [], ...rows]) => [header, ...rows.reverse()]],
    ["with a column inserted", (rows) => rows.map(([first = "", ...rest]) => [first, "mine", null, ...rest])],
    ["below a title", (rows) => [["Filled in by Ana"], [], ...rows]],
    ["as CSV with commas", (rows) => asCsv(rows, ",")],
    ["as CSV with semicolons", (rows) => `\ufeff${asCsv(rows, ";")}`],
    ["as text with tabs", (rows) => asCsv(rows, "\t", "\n")],
  ];
  it.each(changes)("is read %s", async (_what, change) => {
    const rows = (await sheetsOf(await shown(SHEET))).get("Questions") ?? [];
    const changed = change(fillIn(rows, ANSWERS));
    const path =
      typeof changed === "string"
        ? await saved(changed, "csv")
        : await savedSheets(sheetOf("Tabelle1", ...changed));
    const { questions } = await shown(SHEET, await readMappingFile(path));
    expect(questions.open).toStrictEqual([]);
    expect(questions.answered).toHaveLength(4);
  });

  it("is read as CSV with semicolons where the columns that it names have commas", async () => {
    const path = await saved("Column;Header;Field\nA;First, Last, Email, Phone;Leave it out\n", "csv");
    const { columns } = await readMappingFile(path);
    expect([...(columns?.values() ?? [])]).toEqual([{ field: null }]);
  });

  it("is read where rows are filtered away, and by paths as well as labels", async () => {
    const hidden = (...cells: string[]) => ({ hidden: true as const, cells });
    const sheet = sheetOf(
      "x",
      ["Column", "Header", "Field"],
      hidden("A", "Mail", "contactInfo.email"),
      hidden("B", "Kind", "building type"),
      hidden("C", "Client", "first and last name"),
      hidden("D", "Memo", "leave-out"),
    );
    const { columns, headers } = await readMappingFile(await savedSheets(sheet));
    expect([...columns]).toStrictEqual([
      ["Mail", { field: "contactInfo.email" }],
      ["Kind", { field: "buildingType" }],
      ["Client", { field: "contactInfo.fullName" }],
      ["Memo", { field: null }],
    ]);
    expect(headers).toStrictEqual(["Mail", "Kind", "Client", "Memo"]);
  });

  it("lets a column that nobody changed be read as before, and takes one that was changed at a person's word", async () => {
    const rows =
      (await sheetsOf(await shown("Email,Kind of building,Memo\na@b.co,Condo,x\n"))).get("Columns") ?? [];
    const changed = rows.map((cells) =>
      cells.map((cell, at) => (cells[1] === "Memo" && at === 3 ? "Affiliate ID" : cell)),
    );
    const mapping = await readMappingFile(await savedSheets(sheetOf("Columns", ...changed)));
    expect([...mapping.columns]).toStrictEqual([["Memo", { field: "affiliateId" }]]);
    expect(mapping.headers).toStrictEqual(["Email", "Kind of building", "Memo"]);
  });

  it("is refused with every cell that cannot be used", async () => {
    const mails = ["A", "Mail", "Zipp"];
    const kinds = ["B", "Kind", "Building Type"];
    const questions = ["Question", "Answer", "Column", "Header", "Word"];
    const path = await savedSheets(
      sheetOf("Columns", ["Column", "Header", "Field"], mails, kinds, ["C", "Rent", "Fortress"]),
      sheetOf("Questions", questions, ["", "Condo", "B", "", "Flat"], ["", "Condo", "Z", "", "Flat"]),
      sheetOf(
        "All rows",
        ["Field", "In every row", "Where its cell is empty"],
        ["Liabilities In 4 Years", "perhaps"],
        ["Property Units", 2, 3],
        ["Mark of fractions in amounts", "dot"],
      ),
    );
    const refusal = await readMappingFile(path).catch((error) => error);
    expect(refusal).toMatchObject({ code: "mapping-invalid", exitCode: 2 });
    const { problems } = refusal.params as { problems: MappingProblem[] };
    expect(problems.map(({ place, finding }) => [place, finding])).toStrictEqual([
      ["Columns C2", "field-unknown"],
      ["Columns C4", "field-unknown"],
      ["All rows B4", "no-choice"],
      ["Questions B3", "column-of-word"],
      ["All rows B2", "value-of-other-kind"],
      ["All rows C3", "constant-and-default"],
    ]);
    await expect(readMappingFile(await saved("Email\na@b.co\n", "csv"))).rejects.toMatchObject({
      params: { problems: [{ finding: "no-mapping" }] },
    });
    await expect(readMappingFile(join(folder, "none.xlsx"))).rejects.toMatchObject({ exitCode: 2 });
  });
});

const trimmed = (text: string): boolean => text === text.trim() && text !== "";
const headerText = fc.stringMatching(/^[A-Z][a-z]{0,6}[ _]?[A-Za-z0-9=+#]{0,6}$/).filter(trimmed);
const word = fc.stringMatching(/^[A-Za-z=+@'-][A-Za-z0-9 _.'"-]{0,8}$/).filter(trimmed);

const valueFor = (path: string) => {
  const field = FIELDS.find((one) => one.path === path);
  if (field?.type === "boolean") return fc.boolean();
  if (field?.type === "integer") return fc.integer();
  if (field?.type === "number")
    return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0);
  return field?.shownValues ? fc.constantFrom(...field.shownValues) : word;
};
const anyPath = fc.constantFrom(...FIELDS.map(({ path }) => path));
const anyRule: fc.Arbitrary<ColumnRule> = fc.oneof(
  fc.record({ field: fc.constant(null) }),
  fc.record({ field: fc.option(anyPath) }),
  fc.record({
    field: fc.constantFrom("contactInfo.fullName", "address.fullAddress", "residentialAddress.street2"),
  }),
  anyPath.chain((field) =>
    fc.record({
      field: fc.constant(field),
      values: fc.dictionary(word, fc.oneof(fc.constant(null), valueFor(field)), {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      }),
    }),
  ),
);
const valuesOf = (paths: readonly string[]) =>
  fc
    .tuple(...paths.map(valueFor))
    .map((values) => new Map(paths.map((path, at) => [path, values[at] ?? ""] as const)));

const anyMapping: fc.Arbitrary<Mapping> = fc
  .record({
    columns: fc.dictionary(headerText, anyRule, { maxKeys: 6, noNullPrototype: true }),
    words: fc.dictionary(word, fc.constantFrom("condo", "townhouse", "as-it-stands", "leave-out"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    constants: fc
      .uniqueArray(fc.constantFrom("loanPurpose", "liabilitiesIn4Years", "contactInfo.lastName"), {
        maxLength: 2,
      })
      .chain(valuesOf),
    defaults: fc
      .uniqueArray(fc.constantFrom("propertyUnits", "statedInformation.monthlyRentalIncome"), {
        maxLength: 2,
      })
      .chain(valuesOf),
    decimalMark: fc.constantFrom(undefined, ".", ","),
    hiddenRows: fc.constantFrom(undefined, "include", "skip"),
  })
  .map(({ columns, words, constants, defaults, decimalMark, hiddenRows }) => ({
    name: "mapping.json",
    columns: new Map(Object.entries(columns)),
    headers: Object.keys(columns),
    answers: new Map(
      Object.entries(words).map(([text, answer]) => [`word:buildingType:${text}`, labelled(answer)]),
    ),
    constants: new Map([...constants].sort(byCatalogue)),
    defaults: new Map([...defaults].sort(byCatalogue)),
    ...(decimalMark && { decimalMark: decimalMark as "." | "," }),
    ...(hiddenRows && { hiddenRows: hiddenRows as "include" | "skip" }),
  }));

/** Answers come back by their labels, which are as good. */
const labelled = (answer: string): string =>
  ({ condo: "Condo", townhouse: "Townhouse", "as-it-stands": "Send it as it is" })[answer] ?? "Leave it out";

const byCatalogue = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  FIELDS.findIndex(({ path }) => path === one) - FIELDS.findIndex(({ path }) => path === other);

/** A sheet that was understood as a mapping says, and by nothing else. */
function shownBy({ columns }: Mapping): ShownColumns {
  const readings = [...columns].map(([name, rule], index): ColumnReading => {
    const target = rule.field === null ? undefined : targetAt(rule.field);
    const column = { name, letters: columnLetters(index) };
    return { column, index, rank: rule.rank ?? 0, rule, reason: "mapping", ...(target && { target }) };
  });
  return {
    columns: readings.map((reading) => ({ reading, samples: [] })),
    questions: new QuestionLog(),
    notices: [],
    missing: [],
  };
}
