import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emailKey } from "../../../src/lead/email.ts";
import { personKeys } from "../../../src/lead/person-keys.ts";
import type { Lead } from "../../../src/lead/schema.ts";
import { encodeLine } from "../../../src/run/journal/journal-line.ts";
import { PeopleRegister } from "../../../src/run/plan/people-register.ts";
import { encodeRow } from "../../../src/run/plan/plan-record.ts";
import { LeadSearch, rowsWith } from "../../../src/run/search/find-leads.ts";
import { emailsQuery, FIT, parseLeadQuery } from "../../../src/run/search/lead-query.ts";
import { KeyFilter, peopleLike, writePeopleIndex } from "../../../src/run/search/people-index.ts";
import { freshFolder } from "../../program/run-program.ts";

/** Runs with a plan each: the leads of rows 2 and on. */
function planned(...runs: readonly Lead[][]): string[] {
  const folder = freshFolder();
  return runs.map((leads, index) => {
    const dir = join(folder, `run-${index}`);
    mkdirSync(dir);
    writePlan(join(dir, "plan.ndjson"), leads);
    return dir;
  });
}

function writePlan(path: string, leads: readonly Lead[]): void {
  const rows = leads.map((lead, at) =>
    encodeRow({ row: at + 2, ready: true, issues: [], warnings: [], cells: ["a cell"], lead }),
  );
  writeFileSync(path, `{"type":"plan","version":1}\n${rows.join("")}{"type":"end"}\n`);
}

function person(
  firstName: string,
  lastName: string,
  email: string,
  phone = "+1-617-555-0100",
  affiliateId = "REF-1",
) {
  return { affiliateId, contactInfo: { firstName, lastName, email, phone } } satisfies Lead;
}

const JANE = person("Jane", "Doe", "Jane.Doe@Example.com", "(206) 555-0142", "HB-1001");
const JOSE = person("José", "Muñoz O’Brien", "jose@example.org", "+44 20 7946 0018", "HB-2");
const JANET = person("Janet", "Doering", "janet@example.com", "2065550143", "HB-10012");

/** The rows of a run that its index has for an address. */
async function indexed(dir: string, email: string): Promise<number[]> {
  const wanted = new PeopleRegister();
  wanted.add(0, personKeys({ contactInfo: { email } }));
  const people = await peopleLike(wanted, dir);
  return people ? [...rowsWith(people, wanted)].sort((a, b) => a - b) : [];
}

/** The rows that are found, as in `run-0/2`. */
async function found(dirs: readonly string[], typed: string): Promise<string[]> {
  const query = parseLeadQuery(typed);
  if (!query) return [];
  const search = await new LeadSearch(dirs).find(query);
  return [...search.found].flatMap(([dir, rows]) =>
    [...rows].map((row) => `${dir.slice(dir.lastIndexOf("run-"))}/${row}`),
  );
}

describe("a lead is found by", () => {
  it.each([
    ["jane.doe@example.com", ["run-0/2"]],
    ["  <JANE.DOE@EXAMPLE.COM>, ", ["run-0/2"]],
    ["Jane Doe <jane.doe@example.com>", ["run-0/2"]],
    ["mailto:jane.doe@example.com?subject=x", ["run-0/2"]],
    ["“jane.doe@example.com”", ["run-0/2"]],
    ["Jane Doe", ["run-0/2"]],
    ["doe, jane", ["run-0/2"]],
    ["doe", ["run-0/2"]],
    ["Mrs. Jane Doe", ["run-0/2"]],
    ["Ms Doe", ["run-0/2"]],
    ["J. Doe", ["run-0/2", "run-1/2"]],
    ["Dr Jane", ["run-0/2"]],
    ["jose munoz", ["run-0/3"]],
    ["MUÑOZ O'BRIEN", ["run-0/3"]],
    ["Mun\u0303oz", ["run-0/3"]],
    ["jan", ["run-0/2", "run-1/2"]],
    ["206-555-0142", ["run-0/2"]],
    ["+1 (206) 555 0142", ["run-0/2"]],
    ["0143", ["run-1/2"]],
    ["(206) 555–0142", ["run-0/2"]],
    ["206\u2011555\u20110142", ["run-0/2"]],
    ["tel:+12065550142", ["run-0/2"]],
    ["Phone: 206-555-0142 ext. 7", ["run-0/2"]],
    ["442079460018", ["run-0/3"]],
    ["Jane Doe 206-555-0142", ["run-0/2"]],
    ["Jane, (206) 555-0142", ["run-0/2"]],
    ["+44 20 7946 0018 (O'Brien)", ["run-0/3"]],
    ["Janet 206-555-0142", ["run-0/2"]],
    ["cell: 2065550143", ["run-1/2"]],
    ["hb-1001", ["run-0/2"]],
    ["HB-100", ["run-0/2", "run-1/2"]],
    ["@example.com", ["run-0/2", "run-1/2"]],
    // Another address, however much of it is the same: somebody else may have it.
    ["jane.doe@example.co", []],
    ["doe@example.com", []],
    ["jane.doe@exam", ["run-0/2"]],
    ["jane.doe@example.com (Jane Doe)", ["run-0/2"]],
    ["E-mail: jane.doe@example.com", ["run-0/2"]],
    ["[jane.doe@example.com](mailto:jane.doe@example.com)", ["run-0/2"]],
    ["<mailto:jane.doe@example.com|Jane>", ["run-0/2"]],
    ["«jane.doe@example.com»…", ["run-0/2"]],
    ["jane.doe@example.com, jose@example.org", ["run-0/2", "run-0/3"]],
    ["nobody@example.com", []],
    ["x", []],
    [",,", []],
    ["", []],
  ])("%j", async (typed, expected) => {
    const dirs = planned([JANE, JOSE], [JANET]);
    expect(await found(dirs, typed)).toStrictEqual(expected);
    for (const dir of dirs) await writePeopleIndex(dir);
    expect(await found(dirs, typed)).toStrictEqual(expected);
  });

  it.each([
    ["Nguyễn Thị", "nguyen thi"],
    ["Nguyen Thi", "Nguyễn Thị"],
    ["Nguyễn Thị".normalize("NFD"), "NGUYỄN THỊ"],
    ["Łukasz Øster", "Łukasz Øster"],
    ["Łukasz Øster", "lukasz oster"],
    ["İpek Yılmaz", "ipek yilmaz"],
    ["Иван Петров", "Иван Петров"],
    ["Иван Петров", "ПЕТРОВ"],
    ["Ελένη Παππάς", "ΕΛΕΝΗ ΠΑΠΠΑΣ"],
    ["Björn Ærø", "björn ærø"],
    ["Sean O'Neil", "Seán O´Neil"],
    ["민수 김", "김"],
    ["明 李", "李"],
    ["أحمد علي", "احمد علي"],
    ["राम कुमार", "राम कुमार"],
    ["ガルシア マリア", "ガルシア"],
  ])("its name, %s, however it is written: %s", async (name, typed) => {
    const [first = "", last = ""] = name.split(" ");
    const dirs = planned([JANE, person(first, last, "somebody@example.net", "", "")]);
    expect(await found(dirs, typed)).toStrictEqual(["run-0/3"]);
  });

  it("its reference, where that looks like a name and a phone number", async () => {
    const dirs = planned([person("Ann", "Lee", "ann@example.net", "", "REF 2065550142"), JANE]);
    expect(await found(dirs, "ref 2065550142")).toStrictEqual(["run-0/2"]);
  });

  it.each([
    ["with signs that are encoded", "tok%2Ben%2F0123456789abcdefgh%3D%3D"],
    ["with signs as they are", "tok+en/0123456789abcdefgh=="],
  ])("its login link %s, whole, wrapped, cut off or alone", async (_how, token) => {
    const dirs = planned([JANE, JOSE]);
    const link = `https://service.test/callback?next=%2Fquote%2F12&token=${token}`;
    const quote = { kind: "created", quoteId: "q-1", loginUrl: link };
    const record = {
      type: "result",
      row: 3,
      attempt: 1,
      decision: "settled",
      httpStatus: 200,
      durationMs: 1,
    };
    const line = { ...record, at: "2026-01-02T03:04:05.678Z", sent: true, body: null, bodyComplete: true };
    writeFileSync(join(dirs[0] ?? "", "journal.ndjson"), encodeLine({ ...line, answer: quote }));
    for (const typed of [
      ...[link, `token=${token}`, `https://service.test/callback?token=${token}&utm=mail`],
      ...[
        `service.test/callback?token=${token}&utm=mail`,
        `Mine is service.test/callback?token=${token}, Jo`,
      ],
      `https://mail.test/?url=${encodeURIComponent(link)}&data=0123456789`,
      ...[link.slice(0, -6), link.slice(0, -7), link.slice(0, -8)],
      `${link.slice(0, -20)}=\n${link.slice(-20)}`,
      ...["tok+en/0123456789abcdefgh==", "tok+en/01234\n56789abcdefgh=="],
    ])
      expect.soft(await found(dirs, typed), typed).toStrictEqual(["run-0/3"]);
  });

  it("what is nearly the same", async () => {
    const dirs = planned([JANE, JOSE], [JANET]);
    const near = async (typed: string): Promise<string[]> => {
      const query = parseLeadQuery(typed);
      return query ? (await new LeadSearch(dirs).findNear(query)).map(({ text }) => text) : [];
    };
    expect(await near("jane.doe@exmaple.com")).toStrictEqual(["jane.doe@example.com"]);
    expect(await near("jnae doe")).toStrictEqual(["Jane Doe"]);
    expect(await near("Jane A. Doe")).toStrictEqual(["Jane Doe"]);
    expect(await near("HB-10O1")).toStrictEqual(["HB-1001"]);
    expect(await near("206-555-1142")).toStrictEqual(["(206) 555-0142"]);
    expect(await near("206-555-0124")).toStrictEqual(["(206) 555-0142", "2065550143"]);
    expect(await near("+1 206 555 01143")).toStrictEqual(["2065550143"]);
    expect(await near("+44 (20) 7946 0081")).toStrictEqual(["+44 20 7946 0018"]);
    expect(await near("doe@example.com")).toStrictEqual(["jane.doe@example.com"]);
    expect(await near("jane.doe@example.co")).toStrictEqual(["jane.doe@example.com"]);
    expect(await near("jane.doe+loan@example.com")).toStrictEqual(["jane.doe@example.com"]);
    expect(await near("415-444-9999")).toStrictEqual([]);
    expect(await near("someone-else@elsewhere.test")).toStrictEqual([]);
  });
});

it.each(["s.test/l?token=abcdefgh12345678&utm=mail", "?token=abcdefgh12345678", "token=abcdefgh12345678"])(
  "a part of a login link is not repeated with its token: %s",
  (typed) => {
    expect(parseLeadQuery(typed)?.shown).not.toContain("abcdefgh12");
  },
);

describe("a login link is", () => {
  const fitOf = (own: string, asked: string) =>
    parseLeadQuery(asked)?.fitOfRecord({
      type: "resolved",
      row: 2,
      at: "2026-11-01T00:00:00.000Z",
      by: "a person",
      word: "created",
      loginUrl: own,
    });
  const OWN = "https://s.test/l?lang=en-US-posix&token=abcdefgh-12345678";
  it.each([
    [OWN, OWN, FIT.whole],
    [OWN, "https://s.test/l?token=abcdefgh-12345678&lang=en-US-posix&utm=a-newsletter", FIT.whole],
    [OWN, "https://s.test/l?lang=en-US-posix&token=abcdefgh-123", FIT.part],
    ["https://s.test/l/12", "https://s.test/l/12", FIT.whole],
    ["https://s.test/l/12", "see https://s.test/l/12#top.", FIT.whole],
    // Somebody else's, of which only what all links have is the same.
    [OWN, "https://s.test/l?lang=en-US-posix&token=somebody-else", FIT.none],
    ["https://s.test/l/123", "https://s.test/l/12", FIT.none],
    ["https://s.test/l/12", "https://s.test/l/123", FIT.none],
    ["https://s.test/#/l/12", "https://s.test/#/l/13", FIT.none],
  ])("%s, for who asks for %s: %s", (own, asked, fit) => {
    expect(fitOf(own, asked)).toBe(fit);
  });
});

describe("reading the plans", () => {
  const fragments = [
    "ann",
    "Ann",
    "ÁNN",
    "a\u0301nn",
    "o'b",
    "O’B",
    "zoë",
    "ZOE",
    "ß",
    "李",
    "김민",
    "أح",
    "राम",
    "ガ",
    "Đặ",
    "dà",
    "Ło",
    "lø",
    "Иван",
    "йВ",
    "Ω",
    "ώς",
    "ΩΣ",
    '"x"',
    "\\",
    "12",
    "é",
  ];
  const word = fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 3 });
  const name = word.map((parts) => parts.join(""));
  /** So many lines of ASCII that the lines in question lie in several blocks. */
  const padding = Array.from({ length: 250 }, (_, at) =>
    person("Nobody", "Else".repeat(100), `nobody-${at}@example.test`, "", ""),
  );

  it("finds every lead that fits, whatever letters stand around it, and wherever a block ends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, name, name), { maxLength: 8 }), name, async (names, typed) => {
        const people = names.map(([first, last, id]) => person(first, last, `${id}@Exämple.com`, "", id));
        const leads = people.flatMap((lead, at) => [lead, ...padding.slice(at * 30, at * 30 + 30)]);
        const query = parseLeadQuery(typed);
        fc.pre(query !== null);
        const fits = leads.map((lead) => query.fitOfLead(lead));
        const best = Math.max(...fits);
        const expected = fits.flatMap((fit, at) =>
          fit !== FIT.none && fit === best ? [`run-0/${at + 2}`] : [],
        );
        expect(await found(planned(leads), typed)).toStrictEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the index of addresses", () => {
  it("finds what reading the plans finds, of any addresses, in any version of a row", async () => {
    const part = fc.constantFrom(
      "jane",
      "José",
      "JANE",
      'quo"ted',
      "back\\slash",
      "ümläut",
      "a.b+c",
      "İ",
      "x",
    );
    const domain = fc.constantFrom("example.com", "Example.COM", "exämple.de", "aİ.com", "İ.com", "İ@x");
    const email = fc.oneof(
      { weight: 9, arbitrary: fc.tuple(part, domain).map((each) => each.join("@")) },
      { weight: 1, arbitrary: part },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(email, { minLength: 1, maxLength: 12 }), email, async (emails, other) => {
        const [dir = ""] = planned(emails.map((each) => person("A", "B", each)));
        writePlan(join(dir, "plan-2.ndjson"), [person("A", "B", other)]);
        for (const wanted of [...emails, other, "nobody@example.com"]) {
          const key = emailKey(wanted);
          const read = await new LeadSearch([dir]).find(emailsQuery([key]));
          const looked = await indexed(dir, key);
          rmSync(join(dir, "people.index"));
          const rows = emails.flatMap((each, at) => (emailKey(each) === key ? [at + 2] : []));
          const expected = [...new Set([...rows, ...(emailKey(other) === key ? [2] : [])])].sort(
            (a, b) => a - b,
          );
          expect(looked).toStrictEqual(expected);
          expect([...(read.found.get(dir) ?? [])].sort((a, b) => a - b)).toStrictEqual(expected);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("lets few keys pass that nobody has", () => {
    const phoneOf = (n: number) => ({ contactInfo: { phone: `206-555-${String(n).padStart(4, "0")}` } });
    const registerOf = (numbers: readonly number[]): PeopleRegister => {
      const register = new PeopleRegister();
      for (const n of numbers) register.add(n, personKeys(phoneOf(n)));
      return register;
    };
    const all = Array.from({ length: 4_000 }, (_, n) => n);
    const filter = KeyFilter.of(registerOf(all.filter((n) => n < 2_000)));
    const passed = all.filter((n) => filter.mayHaveKeyOf(registerOf([n])));
    expect(passed.slice(0, 2_000)).toStrictEqual(all.slice(0, 2_000));
    expect(passed.length).toBeLessThan(2_020);
  });

  it("is whole when several make it at once", async () => {
    const [dir = ""] = planned([JANE, JOSE]);
    await Promise.all(Array.from({ length: 20 }, () => writePeopleIndex(dir)));
    expect(await indexed(dir, "jane.doe@example.com")).toStrictEqual([2]);
    expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toStrictEqual([]);
  });

  it("holds nothing that can be read, is its owner's alone, and is made anew where a plan was added or any of it is cut off", async () => {
    const [dir = ""] = planned([JANE, JOSE]);
    const asked = ["jane.doe@example.com", "janet@example.com", "nobody@example.com"];
    const rowsOf = () => Promise.all(asked.map((email) => indexed(dir, email)));
    expect(await rowsOf()).toStrictEqual([[2], [], []]);
    const path = join(dir, "people.index");
    expect(readFileSync(path, "latin1")).not.toMatch(/jane|jose|example|doe|HB|555/i);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writePlan(join(dir, "plan-2.ndjson"), [JANET]);
    expect(await rowsOf()).toStrictEqual([[2], [2], []]);
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      expect([length, ...(await rowsOf())]).toStrictEqual([length, [2], [2], []]);
      expect(readFileSync(path)).toStrictEqual(whole);
    }
  });

  it("is made anew where a bit of it was lost", async () => {
    const [dir = ""] = planned([JANE, JOSE]);
    const rowsOf = () => indexed(dir, "jane.doe@example.com");
    expect(await rowsOf()).toStrictEqual([2]);
    const path = join(dir, "people.index");
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at] = (whole[at] ?? 0) ^ 4;
      writeFileSync(path, damaged);
      expect([at, ...(await rowsOf())]).toStrictEqual([at, 2]);
    }
  });

  it("is made anew where it says that there is nobody", async () => {
    const [dir = ""] = planned([JANE]);
    await indexed(dir, "jane.doe@example.com");
    const path = join(dir, "people.index");
    const { plans } = JSON.parse(readFileSync(path, "utf8").split("\n", 1)[0] ?? "");
    const none = { count: 0, sum: 0 };
    const head = { type: "people-index", version: 7, plans, filter: none, people: none };
    writeFileSync(path, `${JSON.stringify(head)}\n`);
    expect(await indexed(dir, "jane.doe@example.com")).toStrictEqual([2]);
  });

  it("takes the place of an index of e-mails, and of one of an earlier form", async () => {
    const [dir = ""] = planned([JANE, JOSE]);
    const path = join(dir, "people.index");
    const plans = [["plan.ndjson", statSync(join(dir, "plan.ndjson")).size]];
    writeFileSync(
      path,
      `${JSON.stringify({ type: "people-index", version: 1, plans, counts: [0, 0, 0, 0], rowBytes: 3 })}\n`,
    );
    writeFileSync(join(dir, ".emails.index"), "");
    expect(await indexed(dir, "jane.doe@example.com")).toStrictEqual([2]);
    expect(existsSync(join(dir, ".emails.index"))).toBe(false);
    expect(JSON.parse(readFileSync(path, "latin1").split("\n", 1)[0] ?? "")).toMatchObject({
      version: 7,
    });
  });

  it("says which plan cannot be searched", async () => {
    const [dir = "", other = ""] = planned([JANE], [JOSE]);
    rmSync(join(dir, "plan.ndjson"));
    mkdirSync(join(dir, "plan.ndjson"));
    writeFileSync(join(dir, "journal.ndjson"), "");
    chmodSync(join(other, "plan.ndjson"), 0o600);
    const search = new LeadSearch([dir, other]);
    const { found: rows } = await search.find(emailsQuery(["jose@example.org"]));
    expect([[...rows.keys()], [...search.unread]]).toStrictEqual([[other], [dir]]);
  });

  it.each(["jose@example.org", "HB-2"])("passes over folders that hold no run: %s", async (typed) => {
    const [dir = ""] = planned([JOSE]);
    const [empty, notes] = ["empty", "notes"].map((name) => join(dir, "..", name));
    for (const folder of [empty, notes]) mkdirSync(folder ?? "");
    writeFileSync(join(notes ?? "", "leads.txt"), JSON.stringify(JOSE));
    const query = parseLeadQuery(typed);
    const search = new LeadSearch([empty ?? "", dir, notes ?? ""]);
    const found = query && (await search.find(query));
    expect([found, search.unread.size]).toStrictEqual([
      { found: new Map([[dir, new Set([2])]]), isPart: false },
      0,
    ]);
  });
});
