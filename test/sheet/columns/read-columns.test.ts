import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answersOnly } from "../../../src/sheet/columns/mapping.ts";
import { readColumns } from "../../../src/sheet/columns/read-columns.ts";
import { openInput } from "../../../src/sheet/open-input.ts";
import type { Question } from "../../../src/sheet/question.ts";
import { columnLetters } from "../../../src/sheet/table.ts";
import { smallSheets, tableOf } from "../../sheet-truth/small-sheets.ts";
import { readTruths, SHEETS } from "../../sheet-truth/truth.ts";

/** Which column is which stands in `fixtures/reading/columns.txt`; here is what is said of it, and what holds of any sheet. */

/** What headers are read as, over rows of cells. */
function read(headers: readonly string[], rows: readonly (readonly string[])[]) {
  const columns = headers.map((name, index) => ({ name, letters: columnLetters(index) }));
  const sample = rows.map((cells, at) => ({ row: at + 2, cells }));
  const { readings, questions, notices } = readColumns({ columns, sample });
  return { readings, asked: questions.map(({ question }) => question), notices };
}

const NAMES = ["First Name", "Last Name", "Email"];
const ANA = ["Ana", "Ng", "ana@x.com"];
const OTHERS = ["Co-Borrower First Name", "Co-Borrower Email", "LO Name", "LO Email"];
const TWO = ["Property Street", "Property City", "Home Street", "Home City"];

describe("what is said of columns", () => {
  it.each([
    ["others-columns", [...NAMES, ...OTHERS], [...ANA, "Bo", "bo@x.com", "Lou", "lou@bank.com"]],
    ["unknown-column", ["Email", "Notes", "", "Campaign"], ["a@b.co", "x", "", "y"]],
    ["column-left-out", [...TWO, "Address"], ["2 Rent Ave", "Reno", "1 Home St", "Ames", "9 Other Rd"]],
    ["column-left-out", ["Mailing Address", "Subj Prop Street"], ["PO Box 1", "2 Rent Ave"]],
    ["several-columns", ["Work Phone", "Cell Phone"], ["(555) 010-0001", "(555) 010-0002"]],
    ["rows-kept-back", [...NAMES, "Exclude"], [...ANA, "x"]],
  ])("is told once: %s", (code, headers, cells) => {
    expect(read(headers, [cells]).notices.map((notice) => notice.code)).toEqual([code]);
  });

  it("is told where first names hold whole ones, unless one cell does", () => {
    const codes = (...names: string[]) =>
      read(
        ["First Name"],
        names.map((name) => [name]),
      ).notices.map(({ code }) => code);
    expect(codes("Ana Ruiz", "Bo Oz", "Cy Doe")).toEqual(["whole-names"]);
    expect(codes("Ana", "Bo Oz", "Cy")).toEqual([]);
  });

  it("is who two people are, of whom a person is asked which is the applicant", () => {
    const { asked } = read([...NAMES, ...NAMES], [[...ANA, "Bo", "Oz", "bo@x.com"]]);
    expect(asked.map(({ options }) => options.map(({ label }) => label))).toEqual([
      [
        "Somebody else, left out: the applicant is First Name (A), Last Name (B) and Email (C)",
        "The applicant: First Name (A), Last Name (B) and Email (C) left out",
      ],
    ]);
  });
});

/** Every way to answer these questions, or the first hundreds of them. */
function waysToAnswer(questions: readonly Question[]): Map<string, string>[] {
  return questions.reduce<Map<string, string>[]>(
    (ways, { id, options }) =>
      ways.flatMap((way) => options.map(({ answer }) => new Map([...way, [id, answer]]))).slice(0, 300),
    [new Map()],
  );
}

it("asks everything at once: no answer raises another question", async () => {
  const tables = await Promise.all(
    Object.keys(readTruths()).map((file) =>
      openInput({ path: join(SHEETS, file) }, {}).catch(() => undefined),
    ),
  );
  const found: string[] = [];
  for (const { columns, sample } of [
    ...smallSheets().map(tableOf),
    ...tables.flatMap((table) => table ?? []),
  ]) {
    const questions = readColumns({ columns, sample }).questions.map(({ question }) => question);
    const ids = new Set(questions.map(({ id }) => id));
    for (const answers of waysToAnswer(questions)) {
      const again = readColumns({ columns, sample, mapping: answersOnly("answers", answers) });
      const raised = again.questions.filter(({ question: { id } }) => !ids.has(id));
      for (const { question } of raised) found.push(`${question.id} after ${[...answers].join(" ")}`);
    }
  }
  expect(found).toEqual([]);
}, 60_000);

/** A column of a generated sheet: its header, its cells, and the path that is true of it. */
interface Made {
  header: string;
  cells: readonly string[];
  path?: string;
}

type Style = (part: string) => string;

const ROWS = 3;
const CITIES = ["Reno", "Austin", "Boise"];
const STATES = ["NV", "TX", "ID"];

function address(style: Style, street: string, seed: number, group?: string): Made[] {
  const cells = {
    [street]: (row: number) => `${seed + row} ${["Elm", "Oak", "Pine"][row % 3]} St`,
    City: (row: number) => CITIES[(row + seed) % 3] ?? "",
    State: (row: number) => STATES[(row + seed) % 3] ?? "",
    Zip: (row: number) => String(10000 + seed * 10 + row),
  };
  return Object.entries(cells).map(([part, cell], at) => ({
    header: style(part),
    cells: Array.from({ length: ROWS }, (_, row) => cell(row)),
    ...(group && { path: `${group}.${["street", "city", "state", "zip"][at]}` }),
  }));
}

function readMade(columns: readonly Made[]) {
  const rows = Array.from({ length: ROWS }, (_, row) => columns.map(({ cells }) => cells[row] ?? ""));
  return read(
    columns.map(({ header }) => header),
    rows,
  );
}

/** Columns that feed what they must not, or nothing and nobody is asked. */
function faults(columns: readonly Made[]): string[] {
  const { readings, asked } = readMade(columns);
  return readings.flatMap(({ target, reason }, at) => {
    const made = columns[at];
    const path = target;
    const isRight = path === made?.path || (reason === "open" && asked.length > 0);
    return isRight ? [] : [`${made?.header}: ${path ?? reason} instead of ${made?.path ?? "nothing"}`];
  });
}

describe("whatever the sheet", () => {
  it("is right or asks where parts stand behind a street that says whose it is", () => {
    const parted = fc.record({
      home: fc.constantFrom("Home", "Mailing", "Property"),
      isFirst: fc.boolean(),
      isShuffled: fc.boolean(),
      seed: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
    });
    fc.assert(
      fc.property(parted, ({ home, isFirst, isShuffled, seed }) => {
        const group = { Home: "residentialAddress", Property: "address", Mailing: undefined }[home];
        const behind: Style = (part) => (part === "Address" ? `${home} Address` : part);
        const one = address(behind, "Address", 10, group);
        const other =
          home === "Property"
            ? address((part) => `Current ${part}`, "Address", 40, "residentialAddress")
            : address((part) => `Subject ${part}`, "Address", 40, "address");
        const columns = isFirst ? [...one, ...other] : [...other, ...one];
        if (isShuffled) {
          const keys = new Map(columns.map((column) => [column, seed.next().value as number]));
          columns.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
        }
        expect(faults(columns)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
