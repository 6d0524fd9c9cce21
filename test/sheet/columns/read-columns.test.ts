import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { targetPath } from "../../../src/sheet/columns/column-reading.ts";
import { readColumns } from "../../../src/sheet/columns/read-columns.ts";
import { LEAVE_OUT } from "../../../src/sheet/question.ts";
import { columnLetters } from "../../../src/sheet/table.ts";

/** What headers are read as, over rows of cells. */
function read(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  answers: Record<string, string> = {},
) {
  const columns = headers.map((name, index) => ({ name, letters: columnLetters(index) }));
  const sample = rows.map((cells, at) => ({ row: at + 2, cells }));
  const mapping = {
    name: "mapping.json",
    columns: new Map(),
    headers: [],
    answers: new Map(Object.entries(answers)),
    constants: new Map(),
    defaults: new Map(),
  };
  const { readings, questions, notices } = readColumns({ columns, sample, mapping });
  return {
    paths: readings.map(({ target, reason }) => (target ? targetPath(target) : reason)),
    asked: questions.filter(({ question }) => !(question.id in answers)).map(({ question }) => question),
    notices,
    readings,
  };
}

const HOME = ["1 Home St", "Hometown", "TX", "75001"];
const PROPERTY = ["2 Rent Ave", "Proptown", "NV", "89501"];
const PARTS = ["Street", "City", "State", "Zip"];
const PROPERTY_PATHS = ["street", "city", "state", "zip"].map((part) => `address.${part}`);
const HOME_PATHS = ["street", "city", "state", "zip"].map((part) => `residentialAddress.${part}`);
const PERSON = ["First Name", "Last Name", "Email"];
const PERSON_PATHS = ["contactInfo.firstName", "contactInfo.lastName", "contactInfo.email"];
const ANA = ["Ana", "Ng", "ana@x.com"];

const marked = (mark: string) => PARTS.map((part) => `${mark} ${part}`);

describe("two addresses", () => {
  it.each([
    ["Street (Property)", (part: string) => `${part} (Property)`],
    ["Subject Property Street", (part: string) => `Subject Property ${part}`],
    ["Prop_Street", (part: string) => `Prop_${part}`],
  ])("of which one is marked as in %s leave the other to the applicant, whatever comes first", (_, named) => {
    const property = PARTS.map(named);
    expect(read([...PERSON, ...PARTS, ...property], [[...ANA, ...HOME, ...PROPERTY]]).paths).toEqual([
      ...PERSON_PATHS,
      ...HOME_PATHS,
      ...PROPERTY_PATHS,
    ]);
    expect(read([...PERSON, ...property, ...PARTS], [[...ANA, ...PROPERTY, ...HOME]]).paths).toEqual([
      ...PERSON_PATHS,
      ...PROPERTY_PATHS,
      ...HOME_PATHS,
    ]);
  });

  it("of which the applicant's is marked leave the other to the property", () => {
    const { paths } = read([...marked("Present"), ...PARTS], [[...HOME, ...PROPERTY]]);
    expect(paths).toEqual([...HOME_PATHS, ...PROPERTY_PATHS]);
  });

  it("without a mark are asked about, once each, and never passed over", () => {
    const { paths, asked } = read([...PERSON, ...PARTS, ...PARTS], [[...ANA, ...HOME, ...PROPERTY]]);
    expect(paths.slice(3)).toEqual(Array(8).fill("open"));
    expect(asked.map(({ id, isAcceptable }) => [id, isAcceptable])).toEqual([
      ["address:street", false],
      ["address:street#2", false],
    ]);
  });

  it("are settled by one answer where the other follows", () => {
    const { paths, asked } = read([...PARTS, ...PARTS], [[...HOME, ...PROPERTY]], {
      "address:street": "residence",
    });
    expect(paths).toEqual([...HOME_PATHS, ...PROPERTY_PATHS]);
    expect(asked).toEqual([]);
  });

  it("that an exporter numbered are two, not one", () => {
    const headers = [...PARTS, ...PARTS.map((part) => `${part}.1`)];
    expect(read(headers, [[...HOME, ...PROPERTY]]).asked.map(({ text }) => text)).toEqual([
      "Whose address is Street (A), City (B), State (C) and Zip (D)?",
      "Whose address is Street.1 (E), City.1 (F), State.1 (G) and Zip.1 (H)?",
    ]);
    const numbered = ["Address 1", "City 1", "State 1", "Zip 1", "Address 2", "City 2", "State 2", "Zip 2"];
    expect(read(numbered, [[...HOME, ...PROPERTY]]).asked).toHaveLength(2);
  });

  it("are two where a second line holds whole ones", () => {
    const rows = [["1 Home St, Homeville, TX 78701", "2 Rent Ave, Proptown, NV 89501"]];
    const { paths, asked } = read(["Address 1", "Address 2"], rows);
    expect(paths).toEqual(["open", "open"]);
    expect(asked.map(({ kind }) => kind)).toEqual(["address", "address"]);
  });

  it.each([
    ["1 A St", ["Address", "Address 2"], []],
    ["1 A St", ["Address", "Address 2", "City", "State", "Zip"], ["Reno", "NV", "89501"]],
  ])("are never made one of two: %s, %j", (street, headers, town) => {
    const row = [street, "9 C Ave, Dallas, TX 75001", ...town];
    const { paths, asked } = read(headers, [row]);
    expect(paths[1]).toBe("open");
    expect(asked.map(({ id }) => id)).toContain("address:address2");
  });

  it.each([
    [
      ["Street", "City", "State", "Zip", "Property"],
      ["2 B St", "Reno", "NV", "89501", "Reno, NV"],
      "irrelevant",
    ],
    [["Property Address", "Property"], ["2 B St, Reno, NV 89501", "Dallas, TX"], "irrelevant"],
    [["City", "Address"], ["Reno", "Maple Court"], "address.street"],
    [["City", "Address"], ["Reno", "Urb Las Lomas"], "address.street"],
    [["Street", "City", "Property"], ["2 B St", "Reno", "Lakeview"], "irrelevant"],
  ])("take nothing of a town beside a street: %j over %j", (headers, cells, path) => {
    const { paths, asked } = read(["Email", ...headers], [["a@b.co", ...cells]]);
    expect(paths.at(-1)).toBe(path);
    expect(asked).toEqual([]);
  });

  it("are asked about where a town stands beside all of another one", () => {
    const headers = ["Location", "Street", "City", "State"];
    const { paths } = read(headers, [["Austin, TX", "2 B St", "Reno", "NV"]]);
    expect(paths[0]).toBe("open");
  });

  it("that say the same in every row are one, and have to agree in all", () => {
    const { paths, asked } = read([...PARTS, ...PARTS], [[...HOME, ...HOME]]);
    expect(paths).toEqual([...PROPERTY_PATHS, ...PROPERTY_PATHS]);
    expect(asked).toEqual([]);
  });

  it("that are both said to be the property's are asked about", () => {
    const { asked } = read([...marked("Property"), ...marked("Subject")], [[...HOME, ...PROPERTY]]);
    expect(asked.map(({ kind }) => kind)).toEqual(["address", "address"]);
  });

  it("leave a third one out, and say so", () => {
    const headers = [...marked("Property"), ...marked("Home"), "Address"];
    const { paths, notices } = read(headers, [[...PROPERTY, ...HOME, "9 Other Rd"]]);
    expect(paths.at(-1)).toBe("others");
    expect(notices.map(({ message }) => message)).toEqual([
      "Address (I) left out: neither the property's address nor the applicant's own",
    ]);
  });

  it("are asked about with their parts where a header says something that is not known", () => {
    const parts = ["City", "State", "Zip"];
    expect(read(["Primary Address", ...parts], [HOME]).asked.map(({ text }) => text)).toEqual([
      "Whose address is Primary Address (A), City (B), State (C) and Zip (D)?",
    ]);
    expect(read(["New Address", ...PARTS], [["9 Elm St", ...HOME]]).asked.map(({ id }) => id)).toEqual([
      "address:street",
      "address:newaddress",
    ]);
  });

  it("are asked about once where headers name their parts beside words that are not known", () => {
    const headers = PARTS.map((part) => `Qz ${part}`);
    expect(read(headers, [HOME]).asked.map(({ id }) => id)).toEqual(["address:qzstreet"]);
  });

  it("are asked about where the marked one is a state only, and the same", () => {
    const headers = ["Property State", ...PARTS];
    expect(read(headers, [["TX", ...HOME]]).asked.map(({ id }) => id)).toEqual(["address:street"]);
    expect(read(headers, [["NV", ...HOME]]).paths).toEqual(["address.state", ...HOME_PATHS]);
  });
});

describe("parts of an address without a word on whose they are", () => {
  it("belong to the one address that lacks them", () => {
    const headers = ["Mailing Address", "City", "State", "Zip", ...marked("Subj Prop")];
    const { paths, notices } = read(headers, [["PO Box 1", ...HOME.slice(1), ...PROPERTY]]);
    expect(paths).toEqual(["others", "others", "others", "others", ...PROPERTY_PATHS]);
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Mailing Address \(A\), City \(B\), State \(C\), Zip \(D\) left out: a mailing address may/,
      ),
    ]);
  });

  it("follow the street that they stand behind, twice", () => {
    const headers = ["Home Address", "City", "State", "Zip", "Property Address", "City", "State", "Zip"];
    expect(read(headers, [[...HOME, ...PROPERTY]]).paths).toEqual([...HOME_PATHS, ...PROPERTY_PATHS]);
  });

  it("are the applicant's behind the only street, and asked about elsewhere", () => {
    const cells = [...HOME.slice(1), HOME[0] ?? ""];
    expect(read(["Home Address", "City", "State", "Zip"], [HOME]).paths).toEqual(HOME_PATHS);
    expect(read(["City", "State", "Zip", "Home Address"], [cells]).asked.map(({ id }) => id)).toEqual([
      "address:city",
    ]);
  });

  it("are asked about behind two streets", () => {
    const headers = ["Property Address", "Home Address", "City", "State", "Zip"];
    const { asked } = read(headers, [["2 Rent Ave", ...HOME]]);
    expect(asked.map(({ id }) => id)).toEqual(["address:city"]);
  });

  it("may be a unit within the applicant's own, which is asked about", () => {
    const headers = ["Current Address", "Apt", "Current City", "Property Address"];
    const { asked } = read(headers, [["1 Main St", "4", "Boston", "2 Elm St"]]);
    expect(asked).toMatchObject([
      { id: "column:apt", options: [{ answer: "address.unitNumber" }, {}, {}], isAcceptable: false },
    ]);
  });
});

it("takes telephones under the word for their kind alone, behind the one that goes first", () => {
  const headers = [...PERSON, "Home", "Work", "Cell"];
  const { readings, asked } = read(headers, [
    [...ANA, "(555) 010-1234", "", "555-010-1235"],
    [...ANA, "5550101236", "555-010-1237", ""],
  ]);
  const phones = readings.slice(3).map(({ target, rank }) => [target && targetPath(target), rank]);
  expect(asked).toEqual([]);
  expect(phones).toEqual([
    ["contactInfo.phone", 1],
    ["contactInfo.phone", 2],
    ["contactInfo.phone", 0],
  ]);
  const homes = read([...PERSON, "Home", "Cell"], [[...ANA, "12 Elm St, Ames, IA 50010", "555-010-1235"]]);
  expect(homes.paths[3]).toBe("residentialAddress.fullAddress");
});

it("takes nobody's e-mail for another's where clients are numbered", () => {
  const headers = ["Client #1 Name", "Client #1 Email", "Client #2 Name", "Client #2 Email"];
  const { paths, asked } = read(headers, [["Ana Ng", "ana@x.com", "Bo Ng", "bo@x.com"]]);
  expect([paths, asked]).toEqual([["contactInfo.fullName", "contactInfo.email", "others", "others"], []]);
});

it.each([
  ["Prospect 1", "Prospect 2"],
  ["", "Alt"],
  ["Primary", "Secondary"],
])("takes the e-mail of a second person for nobody's other one: %s, %s", (first, second) => {
  const headers = [first, second].flatMap((mark) => [`${mark} Name`, `${mark} Email`, `${mark} Phone`]);
  const { paths, asked } = read(headers, [["Ana Ng", "", "", "Bo Ng", "bo@x.com", "555-010-1234"]]);
  expect([paths, asked]).toEqual([
    ["contactInfo.fullName", "contactInfo.email", "contactInfo.phone", "others", "others", "others"],
    [],
  ]);
  const own = read([...PERSON, `${second} Email`], [[...ANA, "other@x.com"]]);
  expect(own.paths.at(-1)).toBe("contactInfo.email");
});

it("asks once about a second address, whose street is no second line", () => {
  const headers = [1, 2].flatMap((number) => PARTS.map((part) => `Address ${number} - ${part}`));
  const { paths, asked } = read(headers, [[...HOME, ...PROPERTY]]);
  expect(asked.map(({ id }) => id)).toEqual(["address:address1street", "address:address2street"]);
  expect(paths).not.toContain("address.street2");
  expect(read(headers, [[...HOME, "", "", "", ""]]).asked).toEqual([]);
});

describe("an address in one cell", () => {
  const WHOLE = "2 Rent Ave, Proptown, NV 89501";
  it.each(["Address", "Property Address", "Subject Property", "Property", "Full Address"])(
    "is told by the cells of %s",
    (header) => {
      expect(read(["Email", header], [["a@b.co", WHOLE]]).paths[1]).toBe("address.fullAddress");
    },
  );

  it("is a street where most cells are", () => {
    const rows = [["2 Rent Ave"], ["3 Rent Ave"], [WHOLE]];
    expect(read(["Property Address"], rows).paths).toEqual(["address.street"]);
  });

  it.each([
    ["Location", ["Austin, TX", "Denver CO 80202"], "address.cityStateZip"],
    ["Address", ["Austin/TX", "Winston-Salem - NC", "NV"], "address.cityStateZip"],
    ["Property", ["Austin TX", "Denver, CO"], "address.cityStateZip"],
    ["Property Address", ["TX", "Colorado"], "address.state"],
    ["Location", ["78701", "80202-1234"], "address.zip"],
    ["Home Address", ["Austin TX", "Denver, CO"], "residentialAddress.cityStateZip"],
  ])("is no street where its cells name a town: %s over %j", (header, cells, path) => {
    const rows = cells.map((cell) => ["a@b.co", cell]);
    expect(read(["Email", header], rows).paths[1]).toBe(path);
  });

  it.each(["Address", "Location", "Property Address"])(
    "may be a town or a street: %s over words alone",
    (header) => {
      const { asked } = read(
        ["Email", header],
        [
          ["a@b.co", "Austin"],
          ["c@d.co", "Fort Collins"],
        ],
      );
      expect(asked.map(({ options }) => options[0]?.answer)).toEqual(["address.city"]);
      const road = read(
        ["Email", header],
        [
          ["a@b.co", "Elm St"],
          ["c@d.co", "Oak Avenue"],
        ],
      );
      expect(road.paths[1]).toBe("address.street");
    },
  );

  it.each([
    ["the same", ["Proptown", "NV", "89501-1234"]],
    ["nothing", ["", "", ""]],
  ])("is a street where the parts beside it say %s", (_, parts) => {
    const headers = ["Property Address", "City", "State", "Zip"];
    const { paths, asked } = read(headers, [[WHOLE, ...parts]]);
    expect([paths, asked]).toEqual([PROPERTY_PATHS, []]);
    const home = read(["Street", ...headers], [["9 Home Rd", WHOLE, ...parts]]);
    expect(home.paths[1]).toBe("address.fullAddress");
    expect(read(headers, [[WHOLE, "Reno", "NV", "89502"]]).asked).toHaveLength(1);
  });

  it("says again what stands beside it", () => {
    const { paths, asked } = read(["Property Address", "State"], [[WHOLE, "NV"]]);
    expect(paths).toEqual(["address.fullAddress", "others"]);
    expect(asked).toEqual([]);
  });

  it("goes beside its own parts, which go first", () => {
    const { readings } = read(["Property Address", ...marked("Property")], [[WHOLE, ...PROPERTY]]);
    expect(readings.map(({ rank }) => rank)).toEqual([1, 0, 0, 0, 0]);
  });
});

describe("people", () => {
  it("who are not the applicant are left out, and told once", () => {
    const headers = [...PERSON, "Co-Borrower First Name", "Co-Borrower Email", "LO Name", "LO Email"];
    const { paths, notices } = read(headers, [[...ANA, "Bo", "bo@x.com", "Lou", "lou@bank.com"]]);
    expect(paths).toEqual([...PERSON_PATHS, "others", "others", "others", "others"]);
    expect(notices.map(({ message }) => message)).toEqual([
      "Not the applicant's, left out: Co-Borrower First Name (D), Co-Borrower Email (E), LO Name (F), LO Email (G)",
    ]);
  });

  it("without a word on who is who are asked about once, and never passed over", () => {
    const { paths, asked } = read([...PERSON, ...PERSON], [[...ANA, "Bo", "Oz", "bo@x.com"]]);
    expect(paths).toEqual([...PERSON_PATHS, "open", "open", "open"]);
    expect(asked).toMatchObject([{ id: "column:firstname#2", kind: "column", isAcceptable: false }]);
    expect(asked[0]?.options.map(({ label }) => label)).toEqual([
      "Somebody else, left out: the applicant is First Name (A), Last Name (B) and Email (C)",
      "The applicant: First Name (A), Last Name (B) and Email (C) left out",
    ]);
  });

  it.each([
    [LEAVE_OUT, [...PERSON_PATHS, "others", "others", "others"]],
    ["contactInfo.firstName", ["others", "others", "others", ...PERSON_PATHS]],
  ])("are told apart by the answer %s", (answer, expected) => {
    const { paths } = read([...PERSON, ...PERSON], [[...ANA, "Bo", "Oz", "bo@x.com"]], {
      "column:firstname#2": answer,
    });
    expect(paths).toEqual(expected);
  });

  it.each([
    ["two people in a cell", ["Ana & Bo Ruiz", "Ruiz, Cy"]],
    ["small letters", ["ana ruiz", "cy"]],
    ["marks of a file", ["1. Ana Ruiz", "2. Cy Oz"]],
  ])("who are numbered are never another one for the words of the first: %s", (_, [one, other]) => {
    const rows = [
      [one ?? "", ""],
      [other ?? "", "Dee Oz"],
    ];
    const { paths, asked } = read(["Client (1)", "Client (2)"], rows);
    expect(paths).toEqual(["contactInfo.fullName", "open"]);
    expect(asked).toMatchObject([{ id: "column:client2", isAcceptable: false }]);
  });

  it.each([
    [["Contact", "Contact", "Phone"], ["Ana Ruiz", "ana@x.com", "512-555-0134"], "contactInfo.email"],
    [["Client", "Client_2"], ["Ana Ruiz", "ana@x.com"], "contactInfo.email"],
    [["Contact (1)", "Contact (2)"], ["Ana Ruiz", "512-555-0134"], "contactInfo.phone"],
  ])("may be numbered, and what is under the second number no name: %j over %j", (headers, cells, path) => {
    const { asked } = read(headers, [cells]);
    expect(asked.map(({ options }) => options[0]?.answer)).toEqual([path]);
  });

  it("who are numbered are nobody where the second number is a source", () => {
    expect(read(["Contact (1)", "Contact (2)"], [["Ana Ruiz", "Zillow"]]).asked).toEqual([]);
  });

  it("are the ones whom a header names, not those whom none does", () => {
    const headers = ["Name", "Borrower First Name", "Borrower Last Name", "Borrower Email", "LO Name"];
    const { paths } = read(headers, [["Lou Bank", ...ANA, "Lou"]]);
    expect(paths).toEqual(["others", ...PERSON_PATHS, "others"]);
  });

  it("are reached by e-mail and telephone in one cell, where the header or the cells say so", () => {
    const rows = [
      ["Ana Ng", "951-555-0142 / ana@b.co"],
      ["Bo Li", "bo@b.co"],
      ["Cy Po", "cy@b.co, (951) 555-0143"],
    ];
    for (const header of ["Phone/Email", "Email & Phone", "Contact Info", "Contact", "Teléfono y correo"]) {
      const { asked, paths } = read(["Borrower", header], rows);
      expect(asked, header).toEqual([]);
      expect(paths[1], header).toBe("contactInfo.contact");
    }
    const { asked } = read(["Borrower", "Blah"], rows);
    expect(asked).toMatchObject([{ id: "column:blah", options: [{ answer: "contactInfo.contact" }, {}] }]);
    expect(read(["Borrower", "Agent Contact"], rows).paths[1]).toBe("others");
  });

  it("are asked about where two e-mails differ that nothing tells apart", () => {
    const rows = [["a@b.co", "c@d.co"]];
    const { asked } = read(["Email", "E-mail Address"], rows);
    expect(asked).toMatchObject([{ id: "column:emailaddress", isAcceptable: false }]);
    const answers = { "column:emailaddress": "contactInfo.email" };
    expect(read(["Email", "E-mail Address"], rows, answers).paths).toEqual(["others", "contactInfo.email"]);
    expect(read(["Email", "Secondary Email"], rows).asked).toEqual([]);
    expect(read(["Email 1", "Email 2"], rows).asked).toEqual([]);
  });

  it("have no e-mail in a column without any, as forms have that ask nobody to sign in", () => {
    const headers = ["Email", "What is your email address?"];
    const rows = [
      ["anonymous", "a@b.co"],
      ["anonymous", "c@d.co"],
    ];
    const { asked, paths } = read(headers, rows);
    expect(asked).toEqual([]);
    expect(paths).toEqual(["others", "contactInfo.email"]);
    expect(read(headers, [...rows, ["e@f.co", "g@h.co"]]).asked).toMatchObject([
      { id: "column:whatisyouremailaddress" },
    ]);
  });

  it("may be called contacts, where no other column names an applicant", () => {
    expect(read(["Contact Name", "Email"], [["Ana Ng", "a@b.co"]]).paths[0]).toBe("contactInfo.fullName");
    expect(read(["Client", ...PERSON], [["Jim Beam", ...ANA]]).paths).toEqual(["others", ...PERSON_PATHS]);
    expect(read(["Contact Name", "Borrower Name"], [["Jim Beam", "Ana Ng"]]).paths).toEqual([
      "others",
      "contactInfo.fullName",
    ]);
  });

  it("in rows of their own are asked about, and never passed over", () => {
    const rows = [
      [...ANA, "Borrower"],
      ["Bo", "Oz", "bo@x.com", "Co-Borrower"],
    ];
    const { asked } = read([...PERSON, "Role"], rows);
    expect(asked).toMatchObject([{ id: "column:role", isAcceptable: false }]);
    expect(read([...PERSON, "Role"], rows, { "column:role": "as-it-stands" }).asked).toEqual([]);
  });

  it.each([
    ["Borrower Type", ["Primary Borrower", "Non-Occ Co-Borrower"]],
    ["Borr Seq", ["1", "2", "1"]],
    ["Applicant #", ["1", "2", "1", "2"]],
    ["Contact Type", ["Client", "Realtor"]],
    ["Is Co-Borrower", ["No", "Yes"]],
  ])("in rows of their own are asked about, however told: %s", (header, roles) => {
    const rows = roles.map((role, at) => ["Bo", "Oz", `${at}@x.com`, role]);
    expect(read([...PERSON, header], rows).asked).toMatchObject([
      {
        id: expect.stringMatching(/^column:/),
        isAcceptable: false,
        text: expect.stringMatching(/^Is each row/),
      },
    ]);
  });

  it.each([
    ["Exclude", ["x", "", ""]],
    ["Do Not Contact", ["0", "1"]],
    ["Test?", ["false", "true"]],
    ["Send?", ["Yes", "No"]],
    ["Ready to send", ["x", "", "x"]],
    // Where none of the first rows is marked, a later one may be.
    ["Exclude", ["", "", "No"]],
    ["Send?", ["Yes", "Yes"]],
  ])("that are not meant to go are kept back, and nothing is asked: %s", (header, marks) => {
    const rows = marks.map((mark, at) => ["Bo", "Oz", `${at}@x.com`, mark]);
    const { asked, paths, notices } = read([...PERSON, header], rows);
    expect([asked, paths.at(-1)]).toEqual([[], "rows"]);
    expect(notices).toMatchObject([{ code: "rows-kept-back", message: expect.stringContaining(header) }]);
  });

  it.each([
    ["Send", ["Email", "SMS"]],
    ["Sent", ["Yes", "No"]],
    ["Test", ["2026-01-02", "FHA"]],
    ["Co-Borrower?", ["Yes", "No"]],
    ["Lead Source Type", ["Past Client", "Realtor"]],
    ["Contact Type", ["Client", "Client"]],
  ])("are not asked about where no row is marked: %s", (header, marks) => {
    const rows = marks.map((mark, at) => ["Bo", "Oz", `${at}@x.com`, mark]);
    const { asked, paths } = read([...PERSON, header], rows);
    expect(asked).toEqual([]);
    expect(paths).not.toContain("rows");
  });

  it("are not asked about where leads are only counted", () => {
    const rows = ["1", "2", "3"].map((count) => ["Bo", "Oz", `${count}@x.com`, count]);
    expect(read([...PERSON, "Borrower No"], rows).asked).toEqual([]);
  });

  it("have a first name beside a last name, or a whole one", () => {
    expect(read(["Name", "Surname"], [["Ana", "Ng"]]).paths).toEqual(PERSON_PATHS.slice(0, 2));
    expect(read(["Name", "Surname"], [["Mary Ann", "Ng"]]).paths).toEqual(PERSON_PATHS.slice(0, 2));
    expect(read(["Name", "Surname"], [["Ana Ng", "Ng"]]).paths).toEqual(["contactInfo.fullName", "others"]);
  });

  it("have their name in parts where both stand there", () => {
    const { paths, notices } = read(["Full Name", ...PERSON, "Middle Name"], [["Ana Q Ng", ...ANA, "Quinn"]]);
    expect(paths).toEqual(["others", ...PERSON_PATHS, "others"]);
    expect(notices).toHaveLength(2);
  });

  it("have several telephone numbers, in an order that no order of columns changes", () => {
    const phones = ["Work Phone", "Phone", "Home Phone", "Cell Phone"];
    const rows = [["1", "2", "3", "4"].map((digit) => `(555) 010-000${digit}`)];
    const ranks = (headers: string[]) =>
      Object.fromEntries(read(headers, rows).readings.map(({ column, rank }) => [column.name, rank]));
    expect(ranks(phones)).toEqual(ranks([...phones].reverse()));
    expect(read(phones, rows).notices.map(({ message }) => message)).toEqual([
      "Of Cell Phone (D), Phone (B), Home Phone (C), Work Phone (A) the first that is filled is sent, in this order",
    ]);
  });
});

describe("a column whose header says too little", () => {
  it("is asked about under one that means nothing, where the cells say what no other column does", () => {
    const headers = [...PERSON, "Own/Rent/2nd"];
    const rows = [
      [...ANA, "Own - live in"],
      ["Bo", "Oz", "bo@x.com", "Second home"],
    ];
    expect(read(headers, rows).asked).toMatchObject([
      { id: "column:ownrent2nd", isAcceptable: true, options: [{ answer: "propertyUsage" }, {}] },
    ]);
    const used = rows.map((row) => [...row, "Primary"]);
    expect(read([...headers, "Occupancy"], used).asked).toEqual([]);
    expect(read(headers, [[...ANA, "Own"]]).asked).toEqual([]);
    for (const header of [
      "MLS 6 mo",
      "Active MLS",
      "Owned < 6 months",
      "Housing events",
      "Ch 7/13",
      "Selling?",
    ]) {
      const { asked: declared } = read([...PERSON, header], [[...ANA, "N"]]);
      const answers = declared[0]?.options.map(({ answer }) => answer);
      expect(answers, header).toContain("listedForSaleIn6Months");
      expect(answers, header).toContain("liabilitiesIn4Years");
    }
    expect(read([...PERSON, "MLS 6 mo"], [[...ANA, "A-1234"]]).asked).toEqual([]);
  });

  it.each([
    ["Type", ["SFR", "Condo"], "buildingType"],
    ["Use", ["Owner occupied", "NOO"], "propertyUsage"],
    ["Occupancy", ["Vacant", "Vacant"], "statedInformation.rentalOccupancy"],
    ["Occupancy", ["Primary", "Investment"], "propertyUsage"],
    [
      "Client",
      ["Ana Ruiz", "ANA RUIZ", "Ana & Bo Ruiz", "Ruiz, Ana/Bo", "Ana Ruiz and Bo Oz"],
      "contactInfo.fullName",
    ],
  ])("is what its cells say: %s over %j", (header, cells, path) => {
    expect(
      read(
        [header],
        cells.map((cell) => [cell]),
      ).paths,
    ).toEqual([path]);
  });

  it.each([
    ["Occupancy", ["Vacant", "Primary"], ["propertyUsage", "statedInformation.rentalOccupancy"]],
    ["Liabilities", ["$45,000", "0"], ["liabilitiesIn4Years"]],
    ["Frist Name", ["Ana"], ["contactInfo.firstName"]],
    ["Client", ["ana ruiz", "bo oz"], ["contactInfo.fullName"]],
    ["Contact", ["1. Ana Ruiz", "Oz, Bo 2nd file"], ["contactInfo.fullName"]],
    ["Lead", ["Ana", "bo"], ["contactInfo.firstName"]],
    ["First", ["Ana Ruiz", "Bo Oz"], ["contactInfo.fullName", "contactInfo.firstName"]],
    ["Surname", ["Ana Ruiz", "Oz, Bo"], ["contactInfo.fullName", "contactInfo.lastName"]],
    ["Name", ["Ana", "Bo"], ["contactInfo.firstName", "contactInfo.lastName", "contactInfo.fullName"]],
    ["Reach at", ["ana@x.com"], ["contactInfo.email"]],
    ["Qzx", ["(555) 010-0001"], ["contactInfo.phone"]],
    ["Qzx", ["SFR", "Condo"], ["buildingType"]],
    ["Qzx", ["Purchase", "Cash out"], ["loanPurpose"]],
    ["Field 7", ["1 Elm St"], ["address.street", "residentialAddress.street"]],
    ["Field 7", ["NV", "TX"], ["address.state", "residentialAddress.state"]],
    ["BK/FC", ["BK 2019", "Chapter 7"], ["liabilitiesIn4Years"]],
    ["Any judgments, liens, BK?", ["No", "Yes - lien"], ["liabilitiesIn4Years"]],
    ["BK in last 4 yrs", ["x", "No"], ["liabilitiesIn4Years"]],
  ])("is asked about: %s over %j", (header, cells, paths) => {
    const { asked } = read(
      [header],
      cells.map((cell) => [cell]),
    );
    expect(asked.map(({ options }) => options.map(({ answer }) => answer))).toEqual([[...paths, LEAVE_OUT]]);
  });

  it("is not asked about where it is empty, or other columns say it", () => {
    expect(read(["Email", "Reach at"], [["a@b.co", "c@d.co"]]).asked).toEqual([]);
    expect(read(["Frist Name", "Email"], [["", "a@b.co"]]).asked).toEqual([]);
  });

  it.each([
    ["Client", ["C-1", "LD-17"]],
    ["Client", ["10021", "10022"]],
    ["Contact", ["Yes", "No"]],
    ["Liens", ["Yes", "No"]],
    ["Bankruptcy", ["2019", "45,000"]],
  ])("is nothing of a lead, and not asked about: %s over %j", (header, cells) => {
    const rows = cells.map((cell) => [cell]);
    expect(read([header], rows).asked).toEqual([]);
  });

  it("is a first name where the last name stands beside it, however many words it has", () => {
    const { paths, asked } = read(["First", "Last"], [["Ana Lia", "Ruiz Oz"]]);
    expect(paths).toEqual(["contactInfo.firstName", "contactInfo.lastName"]);
    expect(asked).toEqual([]);
  });

  it("is taken at its word where it is a field's own, with a word about whole names", () => {
    const rows = [["Ana Ruiz"], ["Bo Oz"], ["Cy Doe"]];
    const { paths, asked, notices } = read(["First Name"], rows);
    expect(paths).toEqual(["contactInfo.firstName"]);
    expect(asked).toEqual([]);
    expect(notices.map(({ code }) => code)).toEqual(["whole-names"]);
    expect(read(["First Name"], [["Ana"], ["Bo Oz"], ["Cy"]]).notices).toEqual([]);
  });

  it("is asked about where a column for the rest stands there and is empty", () => {
    const rows = [["Ana Ruiz", ""]];
    const { paths, asked } = read(["First Name", "Last Name"], rows);
    expect(paths).toEqual(["contactInfo.firstName", "contactInfo.lastName"]);
    expect(asked.map(({ id }) => id)).toEqual(["column:firstname"]);
    const answers = { "column:firstname": "contactInfo.fullName" };
    expect(read(["First Name", "Last Name"], rows, answers).paths[0]).toBe("contactInfo.fullName");
    expect(read(["First Name", "Last Name"], [["Ana", ""]]).asked).toEqual([]);
    expect(read(["First Name", "Last Name"], [["", ""]]).asked).toEqual([]);
  });

  it("is nothing of a lead, and not asked about, where it holds the last digits of a ZIP code or a loan's program", () => {
    for (const name of ["Zip4", "Zip Plus 4", "Zip+4"]) {
      const { paths, asked } = read(["Property Zip", name], [["50010", "1234"]]);
      expect([paths[0], asked]).toEqual(["address.zip", []]);
    }
    expect(read(["Loan Type"], [["Conventional"], ["FHA 30 yr fixed"], ["Jumbo (7/1 ARM)"]]).asked).toEqual(
      [],
    );
    expect(read(["Loan Type"], [["FHA"], ["Purchase"]]).asked).toHaveLength(1);
    expect(read(["Property Zip", "Zip+4"], [["50010", "50010-1234"]]).paths[0]).toBe("address.zip");
  });

  it.each([
    "Property NOT listed for sale in last 6 months",
    "No purchase or mortgage in last 6 months?",
    "No bankruptcies or foreclosures in 4 years",
  ])("is never sent as the declaration whose opposite it asks for: %s", (header) => {
    const { paths, asked } = read([header], [["Yes"], ["No"]]);
    expect(paths).toEqual(["open"]);
    expect(asked.map(({ options }) => options.map(({ answer }) => answer))).toEqual([[LEAVE_OUT]]);
  });

  it("is listed once with all that is no part of a lead", () => {
    const { notices } = read(["Email", "Notes", "", "Campaign"], [["a@b.co", "x", "", "y"]]);
    expect(notices.map(({ message }) => message)).toEqual([
      "Not part of a lead, left out: Notes (B), Campaign (D)",
    ]);
  });

  it("is what a person answers", () => {
    const answers = { "column:qzx": "buildingType" };
    expect(read(["Qzx"], [["SFR"]], answers).paths).toEqual(["buildingType"]);
  });
});

it("asks which of two columns is meant where they differ, and passed over sends neither", () => {
  const headers = ["Property Type", "Building Type"];
  const rows = [["SFR", "Condo"]];
  const { paths, asked } = read(headers, rows);
  expect(paths).toEqual(["open", "open"]);
  expect(asked.map(({ text }) => text)).toEqual([
    "Which one is Building Type: Building Type (B) or Property Type (A)?",
  ]);
  expect(read(headers, rows, { [asked[0]?.id ?? ""]: "buildingType" }).paths).toEqual([
    "buildingType",
    "irrelevant",
  ]);
  expect(read(headers, [["SFR", "Single Family"]]).paths).toEqual(["buildingType", "buildingType"]);
});

it("takes the rent that is a month's, beside one that may be a year's", () => {
  const { paths } = read(["Gross Rent", "Mo. Rent"], [["24000", "2000"]]);
  expect(paths).toEqual(["irrelevant", "statedInformation.monthlyRentalIncome"]);
});

/** A column of a generated sheet: its header, its cells, and the path that is true of it. */
interface Made {
  header: string;
  cells: readonly string[];
  path?: string;
}

type Style = (part: string) => string;

const plain: Style = (part) => part;
const STYLES: Readonly<Record<"property" | "home" | "mailing" | "other", readonly Style[]>> = {
  property: [
    (part) => `Property ${part}`,
    (part) => `${part} (Property)`,
    (part) => `Subject Prop ${part}`,
    (part) => `subject_${part.toLowerCase()}`,
    (part) => `Collateral ${part}`,
  ],
  home: [
    (part) => `Home ${part}`,
    (part) => `Present ${part}`,
    (part) => `Borrower ${part}`,
    (part) => `current_${part.toLowerCase()}`,
  ],
  mailing: [(part) => `Mailing ${part}`, (part) => `${part} (mailing)`],
  other: [(part) => `Previous ${part}`, (part) => `Co-Borrower ${part}`, (part) => `Employer ${part}`],
};

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

function person(style: Style, seed: string, isApplicant: boolean): Made[] {
  return (["firstName", "lastName", "email", "phone"] as const).map((part) => ({
    header: style({ firstName: "First Name", lastName: "Last Name", email: "Email", phone: "Phone" }[part]),
    cells: Array.from({ length: ROWS }, (_, row) =>
      part === "email"
        ? `${seed.toLowerCase()}${row}@x.com`
        : part === "phone"
          ? `(555) 010-${seed.charCodeAt(0)}${row}${row}`
          : `${seed}${"abc"[row]}`,
    ),
    ...(isApplicant && { path: `contactInfo.${part}` }),
  }));
}

const IRRELEVANT: readonly Made[] = [
  { header: "Notes", cells: ["call back", "", "left a message"] },
  { header: "Campaign", cells: ["Fall", "Fall", "Spring"] },
  { header: "Loan Amount", cells: ["$100,000", "200000", "1.2M"] },
  { header: "Lead Owner", cells: ["Sam", "Sam", "Kim"] },
];

const styleOf = (kind: keyof typeof STYLES) => fc.constantFrom(...STYLES[kind]);

/** Sheets in which nothing is in doubt as they stand: each column's truth is known. */
const sheets = fc
  .record({
    street: fc.constantFrom("Street", "Address"),
    property: fc.option(styleOf("property"), { nil: plain }),
    home: fc.option(styleOf("home")),
    mailing: fc.option(styleOf("mailing")),
    other: fc.option(styleOf("other")),
    applicant: fc.constantFrom(plain, (part: string) => `Borrower ${part}`),
    second: fc.option(
      fc.constantFrom(
        (part: string) => `Co-Borrower ${part}`,
        (part: string) => `LO ${part}`,
      ),
    ),
    isHomePlain: fc.boolean(),
    isHomeFirst: fc.boolean(),
  })
  .map(({ street, property, home, mailing, other, applicant, second, isHomePlain, isHomeFirst }) => {
    const homeStyle = home && isHomePlain && property !== plain ? plain : home;
    const blocks = [
      address(property, street, 10, "address"),
      homeStyle ? address(homeStyle, street, 40, "residentialAddress") : [],
    ];
    if (isHomeFirst) blocks.reverse();
    return [
      ...person(applicant, "Ann", true),
      ...(second ? person(second, "Zoe", false) : []),
      ...blocks.flat(),
      ...(mailing ? address(mailing, street, 70) : []),
      ...(other ? address(other, street, 90) : []),
    ];
  });

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
    const path = target && targetPath(target);
    const isRight = path === made?.path || (reason === "open" && asked.length > 0);
    return isRight ? [] : [`${made?.header}: ${path ?? reason} instead of ${made?.path ?? "nothing"}`];
  });
}

describe("whatever the sheet", () => {
  it("understands all columns as they usually stand, and asks nothing", () => {
    fc.assert(
      fc.property(sheets, (columns) => {
        expect(faults(columns)).toEqual([]);
        expect(readMade(columns).asked).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("never makes another answer of another order of columns", () => {
    fc.assert(
      fc.property(
        sheets.chain((columns) => fc.shuffledSubarray(columns, { minLength: columns.length })),
        (columns) => {
          expect(faults(columns)).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("changes nothing for a column that is no part of a lead", () => {
    fc.assert(
      fc.property(sheets, fc.constantFrom(...IRRELEVANT), fc.nat(), (columns, added, place) => {
        const at = place % (columns.length + 1);
        const more = [...columns.slice(0, at), added, ...columns.slice(at)];
        expect(faults(more)).toEqual([]);
        expect(readMade(more).asked.length).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

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

const SITUS = ["Situs City", "Situs State", "Situs Zip"];

describe("an address that would go without its street", () => {
  const asks = (
    headers: readonly string[],
    cells: readonly string[],
    answers: Record<string, string> = {},
  ) => {
    const { asked, paths } = read(
      headers,
      [1, 2, 3].map(() => cells),
      answers,
    );
    return { paths, asked: asked.map(({ id, isAcceptable }) => [id, isAcceptable]) };
  };

  it.each([
    ["House Number", "Street Name"],
    ["STREET #", "STREET NAME"],
    ["House_Number__c", "Street_Name__c"],
  ])("is put together where the street stands in two columns: %s, %s", (number, name) => {
    const headers = [number, name, "City", "State", "Zip"];
    const cells = ["1440", "S Temple St", "Ogden", "UT", "84111"];
    const { asked, paths } = asks(headers, cells);
    expect([asked, paths]).toEqual([
      [],
      ["address.houseNumber", "address.street", ...PROPERTY_PATHS.slice(1)],
    ]);
    const beside = asks(["Street", ...headers], ["1440 S Temple St", ...cells]);
    expect([beside.asked, beside.paths[0], beside.paths[1]]).toEqual([[], "address.street", "irrelevant"]);
  });

  it.each([
    ["House no", "Street"],
    ["Num. Ext.", "Calle"],
    ["Street Number", "Street"],
    ["Property House Number", "Property Street"],
  ])("is put together where the street in its column lacks the number: %s, %s", (number, street) => {
    const { asked, paths } = asks(
      [number, street, "City", "State", "Zip"],
      ["7", "Elm St", "Ogden", "UT", "84111"],
    );
    expect([asked, paths]).toEqual([
      [],
      ["address.houseNumber", "address.street", ...PROPERTY_PATHS.slice(1)],
    ]);
    // Others may lack it: a row is put together by its own cells.
    const whole = asks([number, street, "City", "State", "Zip"], ["7", "7 Elm St", "Ogden", "UT", "84111"]);
    expect(whole.paths.slice(0, 2)).toEqual(["address.houseNumber", "address.street"]);
    const others = asks([number, street, "City", "State", "Zip"], ["3", "7 Elm St", "Ogden", "UT", "84111"]);
    expect(others.paths.slice(0, 2)).toEqual(["irrelevant", "address.street"]);
  });

  it("is put together with the direction between number and name", () => {
    const headers = ["House #", "Dir", "Street", "City", "State", "Zip"];
    const { asked, paths } = asks(headers, ["1440", "S", "Temple St", "Ogden", "UT", "84111"]);
    expect(asked).toEqual([]);
    expect(paths.slice(0, 3)).toEqual(["address.houseNumber", "address.houseNumber", "address.street"]);
  });

  it("is put together for the address that the headers name", () => {
    const headers = ["Subject Street No", "Subject Street Name", "Subject City", "Home Street", "Home City"];
    const { asked, paths } = asks(headers, ["1440", "S Temple St", "Ogden", "4 Oak Ave", "Lynn"]);
    expect([asked, paths]).toEqual([
      [],
      [
        "address.houseNumber",
        "address.street",
        "address.city",
        "residentialAddress.street",
        "residentialAddress.city",
      ],
    ]);
    const { paths: mailed } = asks(
      ["Mailing Street No", "Mailing Street Name", ...headers.slice(3)],
      ["1440", "S Temple St", "4 Oak Ave", "Lynn"],
    );
    expect(mailed.slice(0, 2)).toEqual(["others", "others"]);
  });

  const WHOLE = ["houseNumber", "houseNumber", "street", "streetSuffix", "streetSuffix"];
  it.each([
    [["StreetNumber", "StreetDirPrefix", "StreetName", "StreetSuffix", "StreetDirSuffix"], WHOLE],
    [["House No", "Dir", "Street Name", "Street Type", "Post Dir"], WHOLE],
    [["Street #", "Pre Direction", "Street", "Type", "PostDir"], WHOLE],
  ])("is put together of all its parts: %j", (headers, parts) => {
    const all = [...headers, "City", "State", "Zip"];
    for (const cells of [
      ["1440", "S", "Temple", "Ave", "E"],
      ["1440", "", "Temple", "Ave", ""],
    ]) {
      const { asked, paths } = asks(all, [...cells, "Ogden", "UT", "84111"]);
      expect([asked, paths.slice(0, 5)]).toEqual([[], parts.map((part) => `address.${part}`)]);
    }
  });

  it("is put together of a number that its header calls the property's", () => {
    for (const number of ["SitusNum", "Property No."]) {
      const headers = [number, number.startsWith("S") ? "SitusStreet" : "Property Street", ...SITUS];
      expect(asks(headers, ["12", "ELM ST", "SALEM", "MA", "01970"]).paths[0]).toBe("address.houseNumber");
      expect(asks(headers, ["12", "7 ELM ST", "SALEM", "MA", "01970"]).paths[0]).toBe("irrelevant");
    }
  });

  it("is asked about where another column holds a part of it that is not understood", () => {
    const headers = ["House Number", "Street Name", "Street Type", "City", "State", "Zip"];
    const cells = ["1440", "Temple", "Paved", "Ogden", "UT", "84111"];
    const { asked, paths } = asks(headers, cells);
    expect(asked).toContainEqual(["column:housenumber", false]);
    expect(paths.slice(0, 2)).toEqual(["open", "open"]);
    const settled = asks(headers, cells, { "column:housenumber": LEAVE_OUT });
    expect(settled.asked).not.toContainEqual(["column:housenumber", false]);
  });

  it("is asked about where addresses stand under a header of other words", () => {
    const headers = [...PERSON, "Address of the home you would like to tap equity from"];
    expect(asks(headers, [...ANA, "55 Monument Ave, Richmond, VA 23220"]).asked).toEqual([
      [expect.stringMatching(/^column:address/), false],
    ]);
  });

  it.each(["Billing", "Mailing", "Shipping"])("is asked about where %s alone is there", (mark) => {
    expect(asks([...PERSON, ...marked(mark)], [...ANA, ...HOME]).asked).toEqual([
      [`address:${mark.toLowerCase()}street`, false],
    ]);
  });

  it("is asked about where a word that means something else stands before its parts", () => {
    const headers = [
      "Listing Address",
      "Listing City",
      "Listing State",
      "Listing Zip",
      ...marked("Residence"),
    ];
    const { asked, paths } = asks(headers, [...PROPERTY, ...HOME]);
    expect(asked).toEqual([["address:listingaddress", false]]);
    expect(paths.slice(4)).toEqual(HOME_PATHS);
    expect(asks(headers, [...PROPERTY, ...HOME], { "address:listingaddress": "property" }).paths).toEqual([
      ...PROPERTY_PATHS,
      ...HOME_PATHS,
    ]);
  });
});

describe("an owner of what is not said", () => {
  it("is asked about where nobody else is named, and is left out where somebody is", () => {
    for (const header of ["Owner", "Owner 1", "Property Owners"]) {
      const alone = read([header, "Email"], [["ENG BO", "a@b.co"]]);
      expect(alone.asked.map(({ id }) => id)).toEqual([expect.stringMatching(/^column:(?:property)?owner/)]);
      const beside = read([header, "Name", "Email"], [["Tom Lee", "Bo Eng", "a@b.co"]]);
      expect([beside.asked, beside.paths[0]]).toEqual([[], "irrelevant"]);
    }
  });
});

describe("a ZIP code beside a whole address", () => {
  it("belongs to it where it has none, and is asked about where it has one", () => {
    const headers = ["Property Address", "Zip"];
    const without = read(headers, [["12 Elm St, Salem, MA", "01970"]]);
    expect([without.asked, without.paths]).toEqual([[], ["address.fullAddress", "address.zip"]]);
    const beside = read(headers, [["12 Elm St, Salem, MA 01970", "02108"]]);
    expect(beside.asked.map(({ id }) => id)).toEqual(["address:zip"]);
  });
});

describe("words of a field under a header that does not name it", () => {
  const PURPOSES = ["Debt consolidation", "Home improvement", "Cash out"].map((cell) => [cell]);
  it.each(["Goal", "Motivo", "Reason for Request", "Main Goal"])(
    "are read where most are known: %s",
    (header) => {
      const { asked, paths } = read([header], PURPOSES);
      expect([asked, paths]).toEqual([[], ["loanPurpose"]]);
    },
  );

  it("are asked about where few are known, or another column has the field", () => {
    expect(read(["Goal"], [["Cash out"], ["Refi"], ["Investment"]]).asked.map(({ id }) => id)).toEqual([
      "column:goal",
    ]);
    const beside = PURPOSES.map(([cell = ""]) => [cell, "Refinance"]);
    expect(read(["Goal", "Loan Purpose"], beside).paths).toEqual(["irrelevant", "loanPurpose"]);
  });
});

describe("cells that say more than their header", () => {
  const cell = (header: string, ...cells: string[]) =>
    read(
      [...PERSON, ...PARTS, header],
      cells.map((text) => [...ANA, ...PROPERTY, text]),
    );

  it.each([
    ["Using for", ["Home improvement", "Debt consolidation"], "loanPurpose"],
    ["Prop", ["SFR", "Condo"], "buildingType"],
  ])("make the column what they are: %s over %j", (header, cells, path) => {
    expect(cell(header, ...cells).paths[7]).toBe(path);
  });

  it.each([
    ["Judgments last 4 yrs", ["N", "T", "None"], ["liabilitiesIn4Years"]],
    ["Kind", ["House", "Condo 7"], ["buildingType"]],
    ["Rental Property", ["1 Elm St", "2 Oak Ave"], ["residentialAddress.street"]],
  ])("are asked about: %s over %j", (header, cells, paths) => {
    const { asked } = cell(header, ...cells);
    expect(asked.map(({ options }) => options.map(({ answer }) => answer))).toEqual([[...paths, LEAVE_OUT]]);
  });

  it("make Current Residence a street, where the town has its own columns", () => {
    const headers = [...PARTS, "Current Residence", "Residence City", "Residence State", "Residence Zip"];
    const rows = [
      [...PROPERTY, ...HOME],
      [...PROPERTY, "same as subject", "", "", ""],
    ];
    expect(read(headers, rows).paths).toEqual([...PROPERTY_PATHS, ...HOME_PATHS]);
  });
});

describe("an e-mail that several rows share, beside somebody else's name", () => {
  const HEADERS = ["Agent", "Email", "Client", "Address"];
  const rows = (...emails: string[]) =>
    emails.map((email, at) => ["Ag Ent", email, `Dan Poe${"abc"[at]}`, `${at + 1} Sea Rd`]);

  it("is asked about: it may be the other's", () => {
    const { asked, paths } = read(HEADERS, rows("agent@example.com", "agent@example.com"));
    expect(asked).toMatchObject([{ id: "column:email", isAcceptable: false }]);
    expect(paths[1]).toBe("open");
    const answered = read(HEADERS, rows("agent@example.com", "agent@example.com"), {
      "column:email": "contactInfo.email",
    });
    expect([answered.asked, answered.paths[1]]).toEqual([[], "contactInfo.email"]);
  });

  it("is the applicant's where it is another in each row, or where nobody else is named", () => {
    expect(read(HEADERS, rows("dan@example.com", "eli@example.com")).asked).toEqual([]);
    const headers = ["Status", "Email", "Client", "Address"];
    expect(read(headers, rows("dan@example.com", "dan@example.com")).asked).toEqual([]);
  });
});

describe("an e-mail or a telephone beside somebody else's name", () => {
  const ROW = ["Ann Grey", "ann.grey@x.com", "Jon York", "1 Sea Rd"];

  it.each([
    ["in a sheet of one lead", ["Loan Officer", "Email", "Borrower Name", "Address"], [ROW]],
    [
      "behind the lead",
      ["Client", "Address", "LO Name", "Email"],
      [["Zia Ohm", "1 Sea Rd", "Lo Two", "two@x.com"]],
    ],
    [
      "after whom it is called, wherever it stands",
      ["Client", "Agent", "Address", "Status", "Contact Email"],
      [
        ["Ali Pratt", "Gus Lind", "1 Sea Rd", "New", "gus.lind@x.com"],
        ["Bea Ames", "Una Hull", "2 Sea Rd", "New", "una.hull@x.com"],
      ],
    ],
  ])("is asked about %s", (_, headers, rows) => {
    const at = headers.findIndex((header) => header.includes("Email"));
    const { asked, paths } = read(headers, rows);
    expect(asked.map(({ text, isAcceptable }) => [text.slice(0, 8), isAcceptable])).toEqual([
      ["Whose is", false],
    ]);
    expect(paths[at]).toBe("open");
  });

  it("is asked about where it is a telephone", () => {
    const headers = ["Agent", "Phone", "Client", "Client Email"];
    const { asked } = read(headers, [["Ann Grey", "505-555-0190", "Jon York", "jon@x.com"]]);
    expect(asked.map(({ id }) => id)).toEqual(["column:phone"]);
  });

  it.each([
    [["Loan Officer", "Email", "Borrower Name"], [["Ann Grey", "jon.york@x.com", "Jon York"]]],
    [
      ["Loan Officer", "Email", "Borrower Name", "Borrower Email"],
      [["Ann Grey", "a@x.com", "Jon York", "j@x.com"]],
    ],
    [["Borrower Name", "Email", "Loan Officer"], [["Jon York", "jy7@x.com", "Ann Grey"]]],
    [
      ["Lead Owner", "Email", "Client"],
      [
        ["Ann Grey", "q1@x.com", "Jon York"],
        ["Ann Grey", "q2@x.com", "Ida Mott"],
      ],
    ],
  ])("is the applicant's under %j", (headers, rows) => {
    expect(read(headers, rows).asked).toEqual([]);
  });
});

it("leaves the telephone of an alternate contact out, and keeps an alternate telephone", () => {
  const cells = ["Oz", "oz@x.com", "", "Mia Cole", "912-555-0101", "912-555-0102"];
  const named = [
    "First Name",
    "Email",
    "Phone",
    "Alternate Contact",
    "Alternate Contact Phone",
    "Alternate Phone",
  ];
  expect(read(named, [cells]).paths.slice(2)).toEqual([
    "contactInfo.phone",
    "others",
    "others",
    "contactInfo.phone",
  ]);
});

describe("columns of an owner", () => {
  const OWNER = ["Owner First Name", "Owner Last Name", "Property Owner Email", "Owner Phone"];
  const CELLS = ["Eda", "Sax", "eda@x.com", "765-555-0101"];

  it("are the applicant's where nobody else is named", () => {
    const { asked, paths } = read([...OWNER, "Site Address"], [[...CELLS, "1 Oak St"]]);
    expect([asked, paths.slice(0, 4)]).toEqual([[], [...PERSON_PATHS, "contactInfo.phone"]]);
  });

  it.each([
    ["Owner First", "Owner Last", "Owner Email", "Owner Phone"],
    ["OWNER 1 FIRST", "OWNER 1 LAST", "EMAIL", "WIRELESS"],
  ])("are so without the word name: %s, %s, %s, %s", (...owner) => {
    const headers = [...owner, "OWNER 2 FIRST", "Site Address"];
    const { asked, paths } = read(headers, [[...CELLS, "Bo", "1 Oak St"]]);
    expect([asked, paths.slice(0, 5)]).toEqual([[], [...PERSON_PATHS, "contactInfo.phone", "others"]]);
  });

  it("are no first names where they are yes and no", () => {
    expect(read(["Email", "First Owner?"], [["eda@x.com", "Yes"]]).paths[1]).not.toContain("contactInfo");
  });

  it("are asked about or left out beside an applicant", () => {
    const { paths } = read(["First Name", "Last Name", ...OWNER], [["Gil", "Utz", ...CELLS]]);
    expect(paths.slice(2)).not.toContain("contactInfo.firstName");
    expect(paths.slice(2)).not.toContain("contactInfo.email");
  });
});

it("takes no name from Primary Borrower? over yes and no", () => {
  const { asked, paths } = read([...PERSON, "Primary Borrower?"], [[...ANA, "Yes"]]);
  expect([asked, paths]).toEqual([[], [...PERSON_PATHS, "irrelevant"]]);
});

it("reads the number of a condo beside an address in one cell", () => {
  const headers = [
    ...PERSON,
    "Property Address (street, city, state, zip)",
    "If a condo, what is the unit number?",
  ];
  const { asked, paths } = read(headers, [[...ANA, "8 Palm Ave, Mesa, AZ 85201", "4"]]);
  expect([asked, paths.slice(3)]).toEqual([[], ["address.fullAddress", "address.unitNumber"]]);
});

it("takes the numbers of Client # for telephones where they look like them", () => {
  const headers = ["Client", "Client #", "Client Email"];
  const at = (number: string, name = "Client #") =>
    read(headers.with(1, name), [["Ana Ng", number, "ana@x.com"]]).paths[1];
  expect(at("702-555-0100")).toBe("contactInfo.phone");
  expect(at("7025550100")).toBe("irrelevant");
  expect(at("10-4417")).toBe("irrelevant");
  expect(at("702-555-0100", "Agent #")).not.toBe("contactInfo.phone");
  expect(at("702-555-0100", "Client Fax")).toBe("irrelevant");
});

it("asks about names with remarks beside them where no other column has any", () => {
  const rows = [
    ["Kay Lund (and hubby Jim)", "kay@x.com"],
    ["Max Nye", "max@x.com"],
  ];
  expect(read(["who", "Email"], rows).asked.map(({ id }) => id)).toEqual(["column:who"]);
  expect(read(["who", "Email"], [["call before noon please", "kay@x.com"]]).asked).toEqual([]);
  expect(read([...PERSON, "who"], [[...ANA, "Kay Lund"]]).asked).toEqual([]);
});

it("leaves out the last four digits of a ZIP code beside its first five", () => {
  const headers = [...PERSON, ...PARTS];
  const cells = [...ANA, ...PROPERTY];
  const { asked, paths } = read([...headers, "Zip4"], [[...cells, "2231"]]);
  expect([asked, paths.slice(6)]).toEqual([[], ["address.zip", "irrelevant"]]);
  expect(
    read([...headers.slice(0, -1), "Zip+4"], [[...cells.slice(0, -1), "98101-2231"]]).asked,
  ).toHaveLength(1);
});

it("asks nothing about a township beside the city", () => {
  const headers = [...PERSON, "Street", "Township", "City", "State", "Zip"];
  const { asked, paths } = read(headers, [[...ANA, "69 Mill Rd", "Lower Merion", "Ardmore", "PA", "19003"]]);
  expect([asked, paths.slice(3)]).toEqual([[], ["address.street", "irrelevant", ...PROPERTY_PATHS.slice(1)]]);
  const alone = headers.filter((header) => header !== "City");
  expect(read(alone, [[...ANA, "69 Mill Rd", "Lower Merion", "PA", "19003"]]).paths[4]).toBe("address.city");
});

it.each([
  ["Rental", ["Long Term", "Vacant"], "statedInformation.rentalOccupancy"],
  ["Type", ["Condo #5", "SFR"], "buildingType"],
  ["Loan Purpose (pick one)", ["Home Improvement"], "loanPurpose"],
])("reads %s over %j without asking", (header, cells, path) => {
  const { asked, paths } = read(
    [...PERSON, header],
    cells.map((cell) => [...ANA, cell]),
  );
  expect([asked, paths[3]]).toEqual([[], path]);
});

it("asks about telephones under a header that does not say so, however they are written", () => {
  const cells = ["c: 505-555-0106 / h: 505-555-0107", "(505)555-0109", "505.555.0108"];
  const { asked } = read(
    ["Email", "Client Name", "Contact"],
    cells.map((cell, at) => [`dan${at}@example.com`, "Dan Poe", cell]),
  );
  expect(asked.map(({ id }) => id)).toEqual(["column:contact"]);
});
