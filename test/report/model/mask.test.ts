import { describe, expect, it } from "vitest";
import { maskedRow, rowText, shareSafe } from "../../../src/report/model/mask.ts";
import { storyOf, storyRow } from "../sample-story.ts";

const PERSON = { email: "jane.doe@example.com", firstName: "Jane", lastName: "Li" };

describe("a row that is shared", () => {
  it("has its address masked, and neither names, login link nor cells", () => {
    const { row } = maskedRow(
      storyRow(2, { ...PERSON, cells: ["Jane"], quoteId: "q-1", loginUrl: "https://x/?token=t" }),
    );
    expect(row).toMatchObject({
      email: "j***@example.com",
      firstName: null,
      lastName: null,
      loginUrl: null,
      quoteId: "q-1",
    });
    expect(row.cells.values).toStrictEqual([]);
  });

  it.each([
    ["the row's own address", "No user JANE.DOE@example.com here", "No user *** here"],
    ["anybody's address", "See bob+x@mail.example.test.", "See ***"],
    ["the row's names, as words", "jane Li is in Liability (Jane's)", "*** *** is in Liability (***'s)"],
    ["the token of a link", "https://x.test/a?token=abc.def&b=1", "https://x.test/a?token=***&b=1"],
    ["a signed token alone", "Use eyJhbGciOiJ9.eyJzdWIiOiJ9.c2ln-_0, or not", "Use ***, or not"],
    ["what is named a token", 'Token: "a8f0a8f0a8f0a8f0a8f0a8.zz"', 'Token: "***"'],
    ["no word that a token is", "The token is missing", "The token is missing"],
  ])("has %s masked in every text", (_what, text, masked) => {
    const issue = { code: "custom", message: text, path: ["loanPurpose"] };
    const { row } = maskedRow(
      storyRow(2, { ...PERSON, affiliateId: text, error: text, issues: [issue], warnings: [issue] }),
    );
    expect(row.error).toBe(masked);
    expect(row.affiliateId).toBe(masked);
    expect(row.issues[0]?.message).toBe(masked);
    expect(row.warnings[0]?.message).toBe(masked);
  });

  it("has them masked wherever an issue of the service's repeats them, and keeps the fields' names", () => {
    const echo = 'POST {"firstName":"Jane","email":"jane.doe@example.com"}';
    const issues = [
      { code: echo, message: "Required", path: ["contactInfo", echo], validation: echo },
      { code: "custom", message: "Required", path: ["address", "street"] },
    ];
    const { row } = maskedRow(storyRow(2, { ...PERSON, lastName: "Street", issues }));
    const masked = 'POST {"firstName":"***","email":"***"}';
    expect(row.issues).toStrictEqual([
      { code: masked, message: "Required", path: ["contactInfo", masked], validation: masked },
      { code: "custom", message: "Required", path: ["address", "street"] },
    ]);
  });

  it("has its phone number and streets masked where the service gives back what it was sent", () => {
    const cells = ["+1 (617) 555-0123", "12b Main St.", "condo", "2026", 3];
    const error = 'Refused: {"phone":"+1 (617) 555-0123","street":"12b Main St.","type":"condo","year":2026}';
    expect(maskedRow(storyRow(2, { ...PERSON, cells, error })).row.error).toBe(
      'Refused: {"phone":"***","street":"***","type":"condo","year":2026}',
    );
  });

  it("has them masked, too, in what the service said before it created the lead, and in the quote's id", () => {
    const cells = ["+1 (617) 555-0123", "12b Main St.", "condo", "2026", 3];
    const said = "Failed for jane.doe@example.com, +1 (617) 555-0123, 12b Main St., condo";
    const { row, mask } = maskedRow(
      storyRow(2, { ...PERSON, cells, quoteId: said, loginUrl: "https://x/?token=t" }),
    );
    expect(mask(said)).toBe("Failed for ***, ***, ***, condo");
    expect(row.quoteId).toBe("Failed for ***, ***, ***, condo");
    expect(mask("+1 (617) 555-0123")).toBe("***");
  });

  it.each([
    ["an address", 'Refused: {"email":"jane.d...', 'Refused: {"email":"***...'],
    ["an address, in a sentence", 'It said "jane.doe@exam…".', 'It said "***…".'],
    ["a phone number", "Call +1 (617) 55…", "Call ***…"],
    ["a street", "of 12b Ma...", "of ***..."],
    ["what is no word of it", "at Main St. in Ja... and more…", "at Main St. in ***... and more…"],
    ["one letter", "for J...", "for J..."],
    ["a part of another word", "Ninja...", "Ninja..."],
  ])("has %s masked where the text was cut within", (_what, error, masked) => {
    const cells = ["+1 (617) 555-0123", "12b Main St."];
    expect(maskedRow(storyRow(2, { ...PERSON, cells, error })).row.error).toBe(masked);
  });

  it("has its own token masked, whoever repeats it, be it as the quote's id", () => {
    const loginUrl = "https://x.test/?token=0123abcd.wxyz";
    const said = {
      word: "created",
      quoteId: null,
      note: "by 0123abcd.wxyz",
      at: "",
      by: "a person",
    } as const;
    const resolved = { ...said, loginUrl };
    expect(maskedRow(storyRow(2, { loginUrl, resolved })).row.resolved?.note).toBe("by ***");
    expect(maskedRow(storyRow(2, { loginUrl, quoteId: "0123abcd.wxyz" })).row.quoteId).toBe("***");
  });

  it("does not repeat what a personal cell held, even with quotation marks in it", () => {
    const message = '"18 Orchard Row, "The Gables"" holds a quotation mark';
    const issue = { code: "custom", message, path: ["address", "street"] };
    expect(maskedRow(storyRow(2, { issues: [issue] })).row.issues[0]?.message).toBe(
      '"***" holds a quotation mark',
    );
  });

  it.each([
    [
      '"2139" had lost its leading zero and was read as "02139"',
      '"***" had lost its leading zero and was read as "***"',
    ],
    [
      '"Jane Doe" was read as First name "Jane", Last name "Doe"',
      '"***" was read as First name "***", Last name "***"',
    ],
    ['"4 "Rear" Mews" was read as "4 Rear Mews"', '"***" was read as "***"'],
    [
      '"a@b.test c" is no e-mail address: is "a@b.test" meant?',
      '"***" is no e-mail address: is "***" meant?',
    ],
    ['"12 " my secret " x" was read as "12"', '"***" was read as "***"'],
  ])("keeps the words between two values of a person's own: %s", (message, masked) => {
    const issue = { code: "custom", message, path: ["address", "street"] };
    expect(maskedRow(storyRow(2, { warnings: [issue] })).row.warnings[0]?.message).toBe(masked);
  });

  it("tells what another cell held", () => {
    const issue = { code: "custom", message: '"castle" is none of the shown values', path: ["buildingType"] };
    expect(maskedRow(storyRow(2, { issues: [issue] })).row.issues[0]?.message).toBe(issue.message);
  });

  it.each([
    ["İ", "Mrs. İpek and İnan", "i\u0307pek"],
    ["two at once", "JANE JANE jane", "jane"],
  ])(
    "masks names in letters that grow when they are small, and names beside each other (%s)",
    (_, text, name) => {
      const masked = maskedRow(storyRow(2, { firstName: name, lastName: null, error: text })).row.error;
      expect(masked?.toLowerCase()).not.toContain(name);
      expect(masked).toContain("***");
    },
  );

  it("masks the names of many rows in little more time than it takes to look for them", () => {
    const rows = Array.from({ length: 4_000 }, (_, at) =>
      storyRow(at, {
        firstName: `Name${at}`,
        lastName: `Last${at}`,
        error: `Name${at} Last${at} was refused`,
      }),
    );
    // An expression for each row took 14 ms: all of them, longer than a test has.
    for (const row of rows) expect(maskedRow(row).row.error).toBe("*** *** was refused");
  });

  it("is not confused by names that mean something in an expression", () => {
    const row = storyRow(2, { firstName: "J.*(+", lastName: "[a-z]", error: "J.*(+ and [a-z], not Joe" });
    expect(maskedRow(row).row.error).toBe("*** and ***, not Joe");
  });
});

describe("a run that is shared", () => {
  it("has addresses and tokens masked in what is said of it as a whole", () => {
    const story = storyOf([], [], { notices: [{ code: "odd", message: "Sent by jane@example.com." }] });
    const stopReason = "The answer was https://x.test/?token=abc";
    const shared = shareSafe({ ...story, run: { ...story.run, stopReason } });
    expect(shared.run.stopReason).toBe("The answer was https://x.test/?token=***");
    expect(shared.notices).toEqual([{ code: "odd", message: "Sent by ***" }]);
  });
});

describe("what is said of a row in files that are sent on", () => {
  it("has no login link in it, though the service wrote one into its refusal", () => {
    const link = "https://service.example/api/auth/callback/credentials?token=eyJ0.abc&next=/";
    const issue = { code: "custom", message: `Log in at ${link}`, path: [] };
    const text = rowText(storyRow(2, { issues: [issue], error: `The service answered 400, "${link}".` }));
    expect(text).not.toContain("eyJ0");
    expect(text).toContain("token=***&next=/; The service");
  });
});
