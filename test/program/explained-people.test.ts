import { expect, it } from "vitest";
import { changed, leadOf, type NestedLead } from "./lead-sheet.ts";
import { named, Office, withEmail } from "./office.ts";

const WHO = "applicant-3@example.com";
const REFERENCES = ["HB/100?x", "HB/7?ref=12345678", "x@y-7", "AB 12", "a#b", "x@example.test", "6175550002"];
const FIRST_REFERENCE = 12;

function person(n: number, first: string, last: string, changes: Record<string, string> = {}): NestedLead {
  return Object.entries(changes).reduce(
    (lead, [path, value]) => changed(lead, path, value),
    named(leadOf(n), first, last),
  );
}

const phone = (text: string) => ({ "contactInfo.phone": text });

const PEOPLE: readonly NestedLead[] = [
  person(2, "Siobhan", "Bly"),
  person(3, "Carl", "Null"),
  withEmail(person(4, "Joann", "Kerr"), "joann@example.com"),
  withEmail(person(5, "Otto", "House"), "home@example.com"),
  withEmail(person(6, "Oda", "House"), "home@example.com"),
  person(7, "Odilo", "Houser"),
  person(8, "Uwe", "Fone", phone("617-555-1003 x12")),
  person(9, "Ute", "Rone", phone("617-555-1003 x34")),
  person(10, "Ann", "Pone", phone("617-555-1004")),
  person(11, "Quentin", "Doering"),
  ...REFERENCES.map((id, at) => person(FIRST_REFERENCE + at, "Ref", "Erence", { affiliateId: id })),
];

const exists = (row: number): string => `created place=leadctl-runs/one, row ${row}`;

it("nobody gets the answer for somebody else, and everybody their own, however it is asked", async () => {
  const office = await Office.open();
  await office.submit("one", PEOPLE);
  const [quote, other] = office.service.quotes().map(({ quoteId }) => quoteId);
  const linkOf = (email: string) =>
    office.service.quotes().find((each) => each.email === email)?.loginUrl ?? "";
  const link = linkOf(WHO);
  const middle = link.length - 30;
  const pastedLinks = [
    ...[".", ",", ")", ").", "…", "»", "!", "**", "`", " (click)", " and so on"].map((end) => link + end),
    `Here it is: ${link}`,
    `[Log in](${link})`,
    `<${link}|Log in>`,
    `${link.slice(0, middle)}\r\n${link.slice(middle)}`,
    `${link.slice(0, middle)}=\n${link.slice(middle)}`,
    `${link}&utm_campaign=${"a-name-that-is-longer-than-any-token".repeat(9)}`,
    `https://safelinks.example/?url=${encodeURIComponent(link)}&data=${"x".repeat(300)}`,
    link.replace("token=", "token%3D"),
    link.replace(/^https?:\/\//, ""),
    link.replace(/^.*\?/, ""),
    link.replace(/^.*=/, ""),
    `${link}#top`,
    link.slice(0, -9),
  ];
  const mail = (email: string, about: string): string => `From: <${email}>\n\nMine is ${about}, and is gone.`;
  const first = linkOf("applicant-2@example.com");

  /** Questions, and their first lines. */
  const table: [question: string | string[], answer: string | RegExp][] = [
    ["ann@example.com", /^No ann@example\.com; joann@example\.com is in leadctl-runs\/one\.$/],
    ["home@example.com", exists(5)],
    ["house", exists(5)],
    ["od", /^2 leads match/],
    ["617-555-1003", /^2 leads match/],
    ["617-555-1003 x9", /^2 leads match/],
    ["tel:+16175551003;ext=34", exists(9)],
    ["617-555-1004", exists(10)],
    ["Ann Pone 617-555-1004", exists(10)],
    ["quen", exists(11)],
    ["Quentin Doering", exists(11)],
    ...REFERENCES.slice(0, 6).map((id, at): [string, string] => [id, exists(FIRST_REFERENCE + at)]),
    [["AB", "12"], exists(15)],
    // It is somebody else's phone number.
    ["6175550002", /^2 leads match/],
    ...[`Hi, my quote ${quote} is gone. Ann`, `Quote ID: ${quote}`, `#${quote}`, `(${quote})`].map(
      (text): [string, string] => [text, exists(2)],
    ),
    [`${quote} or ${other}`, /^2 leads match/],
    [mail(WHO, String(quote)), /^2 leads match/],
    ...["9b2fa0c2-0000-4000-8000-000000000000", "https://service.test/l?token=abcdefgh12345678"].map(
      (what): [string, string] => [mail(WHO, what), exists(3)],
    ),
    ...pastedLinks.map((text): [string, string] => [text, exists(3)]),
    [`${first} and ${link}`, /^2 leads match/],
    [mail(WHO, first), /^2 leads match/],
    [mail("applicant-2@example.com", first), exists(2)],
    [mail("nobody@elsewhere.test", first), exists(2)],
  ];
  for (const [question, answer] of table)
    expect
      .soft(await office.ask(...[question].flat()), String(question))
      .toMatch(typeof answer === "string" ? new RegExp(`^${answer}$`) : answer);

  // Where several match, each has a verdict of its own, which names them.
  const shown = async (...question: string[]) => (await office.call(["explain", ...question])).stdout;
  expect(await shown("home@example.com")).toMatch(
    /^The lead of Otto House .*: Otto House \(leadctl-runs\/one, row 5\), Oda House \(leadctl-runs\/one, row 6\)\.\n/s,
  );
  expect(await shown("od")).toMatch(/\nh\S+: Oda House .* Otto House \(leadctl-runs\/one, row 5\)/);
  expect(await shown("od")).toMatch(/\na\S+: The lead of Odilo Houser .* row 7\./);
  expect(await shown("617-555-1003")).toMatch(
    /^2 leads match.*\n.* of Uwe Fone .* row 8\..*\n.* of Ute Rone .* row 9\./,
  );
  expect(await shown("617-555-1003")).toMatch(
    /\n {2}\d{4}-.* created +Ute Rone +a\S+ +leadctl-runs\/one, row 9\n/,
  );
  // A row is one, however its run is named.
  for (const run of ["one", "./leadctl-runs/one", "leadctl-runs/one/", office.dir("one")])
    expect(await shown(run, "3"), run).not.toContain("Elsewhere");
  expect((await office.call(["explain", "nowhere", "12", "--json"])).stdout).toContain('"code":"no-run"');
}, 60_000);

it("a login link that nobody has is not repeated with its token", async () => {
  const office = await Office.open();
  await office.submit("one", [leadOf(2)]);
  for (const [text, shown] of [
    ["see https://service.test/l?token=abcdefgh12345678.", "https://service.test/"],
    ["see https://service.test/abcdefgh12345678.", "https://service.test/"],
    ["see https://service.test/abcdefgh12345678?lang=en.", "https://service.test/"],
    ["token=abcdefgh12345678", "***"],
    ["zyxwvuts.abcdefgh12345678", "***"],
  ] as const)
    for (const flags of [[], ["--json"]]) {
      const { stdout, stderr } = await office.call(["explain", text, ...flags]);
      expect(stdout).toContain(shown);
      expect(stdout + stderr).not.toContain("abcdefgh");
    }
});
