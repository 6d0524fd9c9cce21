import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePeople, personKeys } from "../../../src/lead/person-keys.ts";
import type { Lead } from "../../../src/lead/schema.ts";
import { type DuePeople, matchPeople, type OtherPeople } from "../../../src/run/plan/match-people.ts";
import { PeopleRegister } from "../../../src/run/plan/people-register.ts";
import { rowsAskedAbout } from "../../people/rows-asked-about.ts";

const NAMES = [
  "Bob Lee",
  "Robert Lee",
  "Ana Garcia Lopez",
  "Ana Lopez",
  "Omar Reyes",
  "Ida Berg",
  "Jo Fox",
  "Al Poe",
];

interface Person {
  name?: string;
  email: string;
  phone?: string;
  reference?: string;
  /** Of the property. */
  street?: string;
}

function leadOf({ name = "Bob Lee", email, phone = "", reference = "", street = "" }: Person): Lead {
  const [firstName = "", ...last] = name.split(" ");
  return {
    affiliateId: reference,
    contactInfo: { firstName, lastName: last.join(" "), email, phone },
    address: {
      street,
      city: street === "" ? "" : `City ${street.length}`,
      state: "WA",
      zip: street === "" ? "" : "98101",
    },
  };
}

/** The rows that are asked about, each with who it may be. */
async function asked(sheet: readonly Person[], earlier: readonly Person[] = []): Promise<string[]> {
  const rows = sheet.map((person, at) => ({ row: at + 2, lead: leadOf(person) }));
  const found = await rowsAskedAbout(rows, earlier.map(leadOf));
  return found.asked.map(
    ({ row, matches }) =>
      `${row}: ${matches.map(({ dir, row, reasons }) => `${dir ?? "row"} ${row} ${reasons.join()}`).join("; ")}`,
  );
}

const PHONE = "206-555-0142";

describe("a row is asked about", () => {
  it("however often the sheet has the person, each beside the first", async () => {
    const sheet = Array.from({ length: 1_500 }, (_, at) => ({ email: `bob${at}@example.com`, phone: PHONE }));
    expect(await asked(sheet)).toStrictEqual(sheet.slice(1).map((_, at) => `${at + 3}: row 2 name-phone`));
  });

  it("where the sheet has the person before it, and where an earlier run has", async () => {
    const [one, other] = [
      { email: "bob@example.com", phone: PHONE },
      { name: "Robert Lee", email: "rob@example.com", phone: PHONE },
    ];
    expect(await asked([one, other])).toStrictEqual(["3: row 2 name-phone"]);
    expect(await asked([other], [one])).toStrictEqual(["2: earlier 0 name-phone"]);
  });

  it("not by its e-mail: the service refuses that", async () => {
    const one = { email: "bob@example.com", phone: PHONE };
    expect(await asked([one], [one])).toStrictEqual([]);
  });

  it("not where the one before it stays behind", async () => {
    const [first, second, third] = [
      { email: "1@example.com", phone: PHONE },
      { email: "2@example.com", phone: PHONE, reference: "HB-1" },
      { email: "3@example.com", reference: "HB-1" },
    ];
    expect(await asked([first, second, third])).toStrictEqual(["3: row 2 name-phone"]);
  });

  it("not where its phone is an office's, nor its reference a campaign's", async () => {
    const people = NAMES.map((name, at) => ({
      name,
      email: `${at}@example.com`,
      phone: PHONE,
      reference: "SPRING",
    }));
    const again = { name: "Omar Reyes", email: "omar@example.org", phone: PHONE, reference: "SPRING" };
    expect(await asked([...people, again])).toStrictEqual([]);
    // Also where earlier runs tell that.
    expect(await asked([again], people)).toStrictEqual([]);
  });

  it("not where it is about another property", async () => {
    const sheet = [
      { email: "bob@example.com", phone: PHONE, street: "1 Main St" },
      { email: "bob+2@example.com", phone: PHONE, street: "22 Long Oak Ave" },
      { email: "bob+3@example.com", phone: PHONE, street: "7 Main St" },
    ];
    const rows = sheet.map((person, at) => ({ row: at + 2, lead: leadOf(person) }));
    const found = await rowsAskedAbout(rows, []);
    expect([found.noticed.map(({ row }) => row), found.asked.map(({ row }) => row)]).toStrictEqual([
      [3],
      [4],
    ]);
  });
});

describe("of a phone that runs have a thousand times", () => {
  const ROWS = 1_000;
  const ann = { row: 0, lead: leadOf({ name: "Ann Roe", email: "ann@example.com", phone: PHONE }) };

  /** Who a row may be. */
  async function matches(nameOf: (row: number) => string) {
    const earlier = Array.from({ length: ROWS }, (_, row) =>
      leadOf({ name: nameOf(row), email: `${row}@example.com`, phone: PHONE }),
    );
    const { asked } = await rowsAskedAbout([ann], earlier);
    return asked.flatMap(({ matches }) => matches.map(({ row }) => row));
  }

  it("nobody is asked about where it stands under many names", async () => {
    expect(await matches((row) => NAMES[row % NAMES.length] ?? "")).toStrictEqual([]);
  });

  it("all are looked at where it stands under few", async () => {
    expect(await matches((row) => (row === ROWS - 1 ? "Ann Roe" : "Omar Reyes"))).toStrictEqual([ROWS - 1]);
  });
});

it("knows an e-mail that a run's row has now, and asks where it had it before a correction", async () => {
  const [register, theirs] = [new PeopleRegister(), new PeopleRegister()];
  const emails = ["now@example.com", "before@example.com", "kept@example.com"];
  for (const [at, email] of emails.entries())
    register.add(at + 2, personKeys(leadOf({ name: "A B", email })));
  const versions: [row: number, email: string][] = [
    ...([
      [7, "other@example.com"],
      [8, "before@example.com"],
      [9, "kept@example.com"],
    ] as const),
    ...([
      [7, "now@example.com"],
      [8, "after@example.com"],
      [9, "kept@example.com"],
    ] as const),
  ].map(([row, email]) => [row, email]);
  for (const [row, email] of versions) theirs.add(row, personKeys(leadOf({ name: "C D", email })));
  const due: DuePeople = { register, fateOf: () => "due" };
  const other: OtherPeople = {
    dir: "earlier",
    peopleLike: async () => theirs,
    existing: async () => () => "created",
  };
  const { known, asked } = await matchPeople(due, [other]);
  expect(known).toStrictEqual([
    { row: 2, dir: "earlier", theirs: 7, existing: "created" },
    { row: 4, dir: "earlier", theirs: 9, existing: "created" },
  ]);
  expect(asked).toMatchObject([{ row: 3, matches: [{ dir: "earlier", row: 8, reasons: ["email"] }] }]);
});

it("tells of another property where the rows before it stay behind, however many", async () => {
  const others = ["1 Oak", "2 Elm", "3 Ash", "4 Fir", "5 Yew"];
  const bob = (street: string, at: number): Lead =>
    leadOf({ email: `bob+${at}@example.com`, phone: PHONE, street });
  const elsewhere = (lead: Lead): Lead => ({ ...lead, address: { ...lead.address, zip: "98225" } });
  const sheet = [...others.map((street, at) => bob(street, at)), elsewhere(bob("66 Long Beech", 6))];
  const found = await rowsAskedAbout(
    sheet.map((lead, row) => ({ row, lead })),
    [bob("7 Elk", 7)],
  );
  expect(found.asked.map(({ row }) => row)).toStrictEqual([0, 1, 2, 3, 4]);
  expect(found.noticed).toMatchObject([{ row: 5, matches: [{ dir: "earlier", row: 0 }] }]);
});

it("asks about each row of one person, however many there are", async () => {
  const rows = Array.from({ length: 1_500 }, (_, row) => ({
    row,
    lead: leadOf({ email: `bob+${row}@example.com`, phone: PHONE, street: `${1_000 + row} Main St` }),
  }));
  const { asked } = await rowsAskedAbout(rows, []);
  expect(asked).toHaveLength(rows.length - 1);
  expect(asked.at(-1)).toMatchObject({ row: 1_499, matches: [{ dir: null, row: 0 }] });
});

describe("of any sheet", () => {
  const person = fc.record({
    name: fc.constantFrom(...NAMES),
    phone: fc.constantFrom("", "2065550101", "2065550102"),
    reference: fc.constantFrom("", "HB-1", "HB-2"),
    street: fc.constantFrom("", "1 Main St", "22 Long Oak Ave"),
  });
  const people = (from: string) =>
    fc
      .array(person, { maxLength: 7 })
      .map((all) => all.map((each, at) => leadOf({ ...each, email: `${from}${at}@example.com` })));

  it("a row is asked about only with a reason that two leads have, and who it may be goes or has a quote", async () => {
    await fc.assert(
      fc.asyncProperty(people("new"), people("old"), async (leads, earlier) => {
        const sheet = leads.map((lead, at) => ({ row: at + 2, lead }));
        const found = await rowsAskedAbout(sheet, earlier);
        const held = new Set(found.asked.map(({ row }) => row));
        for (const { row, matches } of found.asked)
          for (const { dir, row: other, reasons } of matches) {
            const theirs = dir === null ? leads[other - 2] : earlier[other];
            const verdict = comparePeople(personKeys(leads[row - 2] ?? {}), personKeys(theirs ?? {}));
            expect(verdict).toMatchObject({ verdict: "maybe", hasOtherProperty: false });
            expect(verdict.reasons).toEqual(expect.arrayContaining([...reasons]));
            if (dir === null) expect([other < row, held.has(other)]).toStrictEqual([true, false]);
          }
      }),
    );
  });

  it("of two rows that go, none is somebody twice by a key of at most three names", async () => {
    const few = fc.array(person, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(few, async (all) => {
        const leads = all.map((each, at) => leadOf({ ...each, email: `${at}@example.com` }));
        const found = await rowsAskedAbout(
          leads.map((lead, at) => ({ row: at, lead })),
          [],
        );
        const held = new Set(found.asked.map(({ row }) => row));
        const going = leads.filter((_, at) => !held.has(at)).map(personKeys);
        for (const [at, one] of going.entries())
          for (const other of going.slice(at + 1)) {
            const { verdict, hasOtherProperty } = comparePeople(one, other);
            expect(verdict === "not" || hasOtherProperty).toBe(true);
          }
      }),
    );
  });
});
