import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  comparePeople,
  EMAIL_LOW,
  isSomebodyElse,
  type PersonVerdict,
  personKeys,
} from "../../src/lead/person-keys.ts";
import type { Lead } from "../../src/lead/schema.ts";
import { drawnLead } from "./lead-arbitrary.ts";

type Part = "firstName" | "lastName" | "email" | "phone" | "affiliateId" | "street" | "zip";

const JANE = {
  firstName: "Jane",
  lastName: "Doe",
  email: "jane@example.com",
  phone: "206-555-0142",
  affiliateId: "HB-1",
  street: "12 Oak Street",
  zip: "98101",
};
/** Nothing of it is of Jane. */
const OTHER = {
  firstName: "Omar",
  lastName: "Reyes",
  email: "omar@example.org",
  phone: "(312) 555-0199",
  affiliateId: "HB-2",
  street: "9 Elm Ave",
  zip: "60601",
};

function lead(person: Partial<Record<Part, string>>, property: Lead["address"] = undefined): Lead {
  const { firstName, lastName, email, phone, affiliateId, street, zip } = { ...OTHER, ...person };
  return {
    affiliateId,
    contactInfo: { firstName, lastName, email, phone },
    residentialAddress: { street, zip },
    ...(property && { address: property }),
  };
}

function compared(one: Partial<Record<Part, string>>, other: Partial<Record<Part, string>>): PersonVerdict {
  return comparePeople(personKeys(lead(one)), personKeys(lead(other)));
}

function only(...parts: readonly Part[]): Partial<Record<Part, string>> {
  return Object.fromEntries(parts.map((part) => [part, JANE[part]]));
}

describe("two leads are of one person by", () => {
  it.each([
    [only("email"), "same", ["email"]],
    [only("firstName", "lastName", "phone"), "maybe", ["name-phone"]],
    [only("firstName", "lastName", "street", "zip"), "maybe", ["name-address"]],
    [only("firstName", "lastName", "affiliateId"), "maybe", ["name-reference"]],
    [only("affiliateId", "phone"), "maybe", ["reference-phone"]],
    [only("affiliateId", "street", "zip"), "maybe", ["reference-address"]],
    [only("firstName", "lastName"), "not", []],
    [only("lastName", "phone", "street", "zip"), "not", []],
    [only("phone", "street", "zip"), "not", []],
    [only("affiliateId"), "not", []],
    [only("street"), "not", []],
  ] as const)("%j: %s", (shared, verdict, reasons) => {
    expect(compared(JANE, shared)).toMatchObject({ verdict, reasons });
  });

  it("not by e-mails that share the hash of 32 bits by which they are looked up", () => {
    const [one = 0, other = 0] = ["person21473@example.com", "person44835@example.com"].map(
      (email) => personKeys({ contactInfo: { email } }).email,
    );
    expect(Math.floor(one / EMAIL_LOW)).toBe(Math.floor(other / EMAIL_LOW));
    expect(one).not.toBe(other);
  });
});

describe("two names are one person's:", () => {
  const isSame = (one: string, other: string): boolean => {
    const [first, second] = [one, other].map((name) => {
      const [firstName = "", lastName = ""] = name.split("/");
      return { ...only("phone"), firstName, lastName };
    });
    return compared({ ...first, email: JANE.email }, second ?? {}).reasons.includes("name-phone");
  };
  it.each([
    ["Bob/Lee", "Robert/Lee"],
    ["Bob/Lee", "Rob/LEE"],
    ["Jon/Lee", "Jonathan/Lee"],
    ["Liz/Lee", "Elizabeth/Lee"],
    ["Pepe/Muñoz", "José/Munoz"],
    ["Ana María/Ruiz", "Ana/Ruiz"],
    ["John Q./Lee", "John/Lee"],
    ["C Michael/Lee", "C/Lee"],
    ["C. Michael/Lee", "Carl Michael/Lee"],
    ["Mary/Smith-Jones", "Mary/Jones"],
    ["Mary/Jones Smith", "Mary/Smith-Jones"],
    ["Ana/de la Cruz", "Ana/Cruz"],
    ["Jun/Park-Le", "Jun/Le"],
    ["Sean/O’Brien", "Sean/OBrien"],
    ["Mr. John/Lee", "John/Lee"],
    ["John/Lee Jr.", "John/Lee"],
    ["明/李", "明/李"],
  ])("%s, %s", (one, other) => {
    expect([isSame(one, other), isSame(other, one)]).toStrictEqual([true, true]);
  });
  it.each([
    ["John/Lee Jr", "John/Lee Sr."],
    ["John/Lee", "Jane/Lee"],
    ["Alan/Lee", "Albert/Lee"],
    ["A/Lee", "Albert/Lee"],
    ["C Michael/Lee", "M/Lee"],
    ["Maria Elena/Ruiz", "Maria Luisa/Ruiz"],
    ["Ana/Garcia Lopez", "Ana/Garcia Martinez"],
    ["Ana/de la Rosa", "Ana/de la Cruz"],
    ["/Lee", "/Lee"],
    ["John/", "John/"],
  ])("not %s, %s", (one, other) => {
    expect([isSame(one, other), isSame(other, one)]).toStrictEqual([false, false]);
  });
});

describe("a key is the same however it is written:", () => {
  it.each([
    [{ phone: "+1 (206) 555-0142" }, "name-phone"],
    [{ phone: "2065550142 ext. 7" }, "name-phone"],
    [{ street: "12 OAK ST.", zip: "98101-1234" }, "name-address"],
    [{ affiliateId: " hb-1 " }, "name-reference"],
  ] as const)("%j", (written, reason) => {
    const same = compared(JANE, { ...only("firstName", "lastName"), ...written });
    expect(same.reasons).toStrictEqual([reason]);
  });

  it("a house is one address, whether its flat stands in the street, in a field of its own, or nowhere", () => {
    const shared = only("firstName", "lastName", "zip");
    const reasons = (street: string) =>
      compared({ ...JANE, street: "5 Elm Ave Apt 4" }, { ...shared, street }).reasons;
    const same = ["5 Elm Avenue #4", "5 Elm Ave"].map(reasons);
    expect([...same, reasons("6 Elm Ave Apt 4")]).toStrictEqual([["name-address"], ["name-address"], []]);
  });
});

it("takes two properties for two only where they differ in more than one part", () => {
  const shared = only("firstName", "lastName", "phone");
  const at = (address: Lead["address"]) => personKeys(lead(shared, address));
  const home = at({ street: "1 Main St", city: "Reno", state: "NV", zip: "89501" });
  const isOther = (address: Lead["address"]) => comparePeople(home, at(address)).hasOtherProperty;
  expect(isOther({ street: "1 Main St", city: "Reno", state: "NV", zip: "89502" })).toBe(false);
  expect(isOther({ street: "1 Main Street" })).toBe(false);
  expect(isOther(undefined)).toBe(false);
  expect(isOther({ street: "7 Hill Rd", city: "Reno", state: "NV", zip: "89509" })).toBe(true);
});

it("takes a correction for somebody else's where nothing of three things is the same, however it is written", () => {
  const isOther = (one: Partial<Record<Part, string>>, other: Partial<Record<Part, string>>): boolean =>
    isSomebodyElse(personKeys(lead(one)), personKeys(lead(other)));
  expect(isOther(JANE, OTHER)).toBe(true);
  expect(isOther(JANE, { ...OTHER, phone: "(206) 555-0142" })).toBe(false);
  const few = { firstName: "", lastName: "", affiliateId: "", phone: "" };
  expect(isOther({ ...JANE, ...few }, OTHER)).toBe(false);
});

it("asks nothing by a key that says nothing", () => {
  const [one, other] = [JANE, only("firstName", "lastName", "phone")].map((each) => personKeys(lead(each)));
  expect(one && other && comparePeople(one, other, (kind) => kind !== "phone").verdict).toBe("not");
});

describe("of any leads", () => {
  const leads = drawnLead.map(({ lead }) => lead);
  it("one is the same as itself, as far as it says who it is, and comparing has no order", () => {
    fc.assert(
      fc.property(leads, leads, (one, other) => {
        const [a, b] = [personKeys(one), personKeys(other)];
        expect(comparePeople(a, b)).toStrictEqual(comparePeople(b, a));
        if (a.email !== 0) expect(comparePeople(a, a).verdict).toBe("same");
        else if (a.name.given.length > 0 && a.name.last.length > 0 && a.phone + a.place + a.reference > 0)
          expect(comparePeople(a, a).verdict).toBe("maybe");
      }),
    );
  });

  it("a key that only one has never makes them one person", () => {
    fc.assert(
      fc.property(leads, ({ contactInfo, ...others }) => {
        const nameless = personKeys({ ...others, contactInfo: { email: contactInfo?.email } });
        const phoneless = personKeys({
          contactInfo: { ...contactInfo, email: "another@example.com", phone: undefined },
        });
        expect(comparePeople(nameless, phoneless).verdict).toBe("not");
      }),
    );
  });
});
