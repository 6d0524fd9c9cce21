import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockRun } from "../../src/run/folder/lock.ts";
import { brokenLead, REFUSED_FOR_COUNTY } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, leadOf, type NestedLead } from "./lead-sheet.ts";
import { named, Office, withEmail } from "./office.ts";

const WHO = "applicant-3@example.com";
const BUSY = { side: "before", status: 408, body: { message: "Busy" } } as const;
const SEND_ALL = ["--retry-base", "1ms", "--retry-max", "1ms", "--concurrency", "1", "--attempts", "2"];
const WRONG_KEY = { LEADCTL_API_KEY: "a-key-that-nobody-has" };
const NOBODY = ["explain", "nobody@elsewhere.test"];

/** People by number, and what befalls them at their first requests. */
const FATES = {
  3: ["reset-after"],
  4: ["500-before", { side: "before", status: 409, body: { message: "Conflict" } }],
  6: [REFUSED_FOR_COUNTY],
  7: ["502-after"],
  8: ["502-before"],
  9: [{ side: "before", status: 403, body: { message: "Not this one" } }],
  10: [BUSY, BUSY],
  11: [BUSY, BUSY],
  13: ["500-after"],
  14: ["502-before"],
} as const;

const SAID = ["--created", "--login-url", "https://service.test/l?token=abcdefgh12345678"];

/** A folder with runs of all kinds of fates, as support finds them. */
async function officeOfFates(): Promise<Office> {
  const script = Object.entries(FATES).map(([n, faults]) => [`applicant-${n}@example.com`, [...faults]]);
  const office = await Office.openWith(Object.fromEntries(script), null);
  const send = (name: string, rows: readonly NestedLead[], env = {}, ...flags: string[]) =>
    office.submit(name, rows, env, ...SEND_ALL, ...flags);
  const two = named(leadOf(2), "José", "Núñez");
  const [, ...rest] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((n) =>
    n === 5 || n === 12 ? brokenLead(n) : leadOf(n),
  );
  await send("one", [two, ...rest]);
  const corrected = correctFix(office.dir("one"), {
    12: { "Unit Number": "7", Email: "corrected@example.com" },
  });
  await office.call(["replay", "one", "--with", corrected, ...SEND_ALL]);
  await office.call(["replay", "one", "--status", "unknown", "--rows", "8", ...SEND_ALL]);
  await office.call(["resolve", "one", "--rows", "8", ...SAID]);
  await office.call(["resolve", "one", "--rows", "14", "--not-created"]);
  await send("two", [changed(two, "affiliateId", "AGAIN-2"), leadOf(3)]);
  await send("other", [leadOf(11)], { LEADCTL_PARTNER: "other" });
  await send("practice", [leadOf(15), leadOf(2)], {}, "--sandbox");
  await send("stopped", [leadOf(16)], WRONG_KEY);
  await send("../far/away", [leadOf(17)]);
  await send("broken", [leadOf(18)]);
  damage(office, "broken");
  return office;
}

function damage(office: Office, run: string, file = "journal.ndjson", [from, to] = ['"result"', '"resulT"']) {
  const path = join(office.dir(run), file);
  writeFileSync(path, readFileSync(path, "utf8").replace(from ?? "", to ?? ""));
}

it("a question of support is answered by the first line", async () => {
  const office = await officeOfFates();
  const quote = office.service.quotes().find(({ email }) => email === "applicant-2@example.com");
  const exists = (row: number, run = "leadctl-runs/one"): string => `created place=${run}, row ${row}`;
  const perhaps = (row: number): string => `known-quote by=attempt place=leadctl-runs/one, row ${row}`;
  const answers: readonly (readonly [question: string, answer: string])[] = [
    // Created here, duplicate there, and in a sandbox besides.
    ...["2", `${quote?.quoteId}`, `<${quote?.loginUrl}>`, "José Núñez", "(617) 555-0002", "REF-2"].map(
      (question) => [question, exists(2)] as const,
    ),
    // The answer was lost in one run, and the other was told that there is a quote.
    ["3", perhaps(3)],
    ["4", "may-exist link=none next=owner"],
    ["5", "absent why=held-back next=correct"],
    ["6", "absent why=refused next=correct"],
    ["7", "may-exist link=none next=replay"],
    // Unknown, replayed, and told by the service's owner.
    ["8", exists(8)],
    ["9", "absent why=refused next=ask-why"],
    ["10", "absent why=not-taken next=replay"],
    // Two partners are two services.
    ["11", exists(2, "leadctl-runs/other")],
    ["12", exists(12)],
    ["13", perhaps(13)],
    ["14", "denied isRefused=false"],
    ["15", "practised isSent=true isWrong=false"],
    ["16", "absent why=not-taken next=resume"],
    ["17", exists(2, "far/away")],
    ["18", "run-unreadable run=leadctl-runs/broken"],
  ];
  for (const [question, answer] of answers) {
    const asked = /^\d+$/.test(question) ? `applicant-${question}@example.com` : question;
    expect.soft(await office.ask(asked), question).toBe(answer);
  }
  const near = await office.json(["explain", "aplicant-17@example.com"]);
  expect(near).toMatchObject({ leads: [], near: [{ text: "applicant-17@example.com", runs: ["far/away"] }] });
  // A name stands in the first line, and which service it is about where there are several.
  const first = async (question: string) => (await office.call(["explain", question])).stdout.split("\n")[0];
  expect(await first("(617) 555-0002")).toContain("José Núñez");
  expect(await first("applicant-11@example.com")).toContain(`${office.service.url}, partner other`);

  // The work that is left, over all runs, and one command for a class of it.
  const { rows } = await office.json(["runs", "--status", "unknown,unconfirmed"]);
  const open = rows.map(({ row, status, next }: Record<string, unknown>) => `${row} ${status}: ${next}`);
  expect(open).toHaveLength(4);
  expect(open).toContain("7 unknown: leadctl replay leadctl-runs/one --status unknown --rows 7");
  const text = (await office.call(["runs", "--status", "unknown"])).stdout;
  expect(text).toContain("\n  leadctl replay leadctl-runs/one --status unknown\n");
  expect(text).not.toContain("applicant-7@");
  const ids = async (...filter: string[]): Promise<string[]> =>
    (await office.json(["runs", ...filter])).runs.map(({ id }: { id: string }) => id).sort();
  expect(await ids("--target", "OTHER")).toStrictEqual(["other"]);
  expect(await ids("--target", "sandbox")).toStrictEqual(["practice"]);
  const all = ["away", "broken", "one", "other", "practice", "stopped", "two"];
  expect(await ids("--since", "1h")).toStrictEqual(all);

  // Several runs at once, each by its own target: one that is refused stops no other.
  const several = ["replay", "one", "stopped", "broken", "--status", "unknown,pending", ...SEND_ALL];
  const replayed = await office.call([...several, "--json"]);
  expect(replayed.exitCode).toBe(6);
  expect(JSON.parse(replayed.stdout).runs).toMatchObject([
    { run: { id: "one" }, summary: { unknown: 0 } },
    { run: { id: "stopped" }, summary: { created: 1 } },
    { error: { code: "journal-damaged" } },
  ]);
  for (const flags of [
    ["--rows", "2"],
    ["--with", "fix.csv"],
  ])
    expect((await office.call(["replay", "one", "two", ...flags])).exitCode).toBe(2);
}, 60_000);

it("nobody gets the answer for somebody else, and everybody their own, however it is asked", async () => {
  const office = await Office.open();
  const phone = (lead: NestedLead, text: string) => changed(lead, "contactInfo.phone", text);
  const references = ["HB/7?ref=12345678", "x@example.test", "6175550002"];
  await office.submit("one", [
    named(leadOf(2), "Siobhan", "Bly"),
    named(leadOf(3), "Carl", "Null"),
    withEmail(named(leadOf(4), "Joann", "Kerr"), "joann@example.com"),
    withEmail(named(leadOf(5), "Otto", "House"), "home@example.com"),
    withEmail(named(leadOf(6), "Oda", "House"), "home@example.com"),
    phone(named(leadOf(7), "Uwe", "Fone"), "617-555-1003 x12"),
    phone(named(leadOf(8), "Ute", "Rone"), "617-555-1003 x34"),
    ...references.map((id, at) => changed(named(leadOf(9 + at), "Ref", "Erence"), "affiliateId", id)),
  ]);
  const { quoteId, loginUrl: first } =
    office.service.quotes().find(({ email }) => email.includes("-2@")) ?? {};
  const link = office.service.quotes().find(({ email }) => email === WHO)?.loginUrl ?? "";
  const middle = link.length - 30;
  const exists = (row: number): string => `created place=leadctl-runs/one, row ${row}`;
  const two = "2 leads match";
  const answers: [question: string, answer: string][] = [
    ["home@example.com", exists(5)],
    ["617-555-1003", two],
    ["617-555-1003 x9", two],
    ["tel:+16175551003;ext=34", exists(8)],
    ["HB/7?ref=12345678", exists(9)],
    ["x@example.test", exists(10)],
    // It is somebody else's phone number.
    ["6175550002", two],
    [`Hi, my quote ${quoteId} is gone. Ann`, exists(2)],
    [`From: <${WHO}>\n\nMine is ${quoteId}, and is gone.`, two],
    [`From: <${WHO}>\n\nMine is 9b2fa0c2-0000-4000-8000-000000000000`, exists(3)],
    [`${first} and ${link}`, two],
    [`From: <nobody@elsewhere.test>\n\nMine is ${first}`, exists(2)],
    ...[
      ...[").", "…", "**", " (click)", " and so on"].map((end) => link + end),
      ...[`[Log in](${link})`, `<${link}|Log in>`, `${link}#top`, link.slice(0, -9)],
      `${link.slice(0, middle)}=\n${link.slice(middle)}`,
      `${link}&utm_campaign=${"a-name-that-is-longer-than-any-token".repeat(9)}`,
      `https://safelinks.example/?url=${encodeURIComponent(link)}&data=${"x".repeat(300)}`,
      ...[link.replace("token=", "token%3D"), link.replace(/^.*\?/, ""), link.replace(/^.*=/, "")],
    ].map((text): [string, string] => [text, exists(3)]),
  ];
  for (const [question, answer] of answers) {
    const { leads } = await office.json(["explain", question]);
    const told = answer === two ? `${leads.length} leads match` : await office.ask(question);
    expect.soft(told, question).toBe(answer);
  }
  expect((await office.json(["explain", link.slice(0, -9)])).linkWasCut).toBe(true);
  const nobodys = `From: <${WHO}> https://s.test/l?token=abcdefgh12345678`;
  expect(await office.json(["explain", nobodys])).toMatchObject({ linkWasCut: false, rows: [{ row: 3 }] });
  expect((await office.json(["explain", "ann@example.com"])).near).toMatchObject([
    { text: "joann@example.com" },
  ]);
  const { leads } = await office.json(["explain", "home@example.com"]);
  const people = [5, 6].map((row) => ({ name: row === 5 ? "Otto House" : "Oda House", row }));
  expect(leads[0].verdicts[0].people).toMatchObject(people);
  // A row is one, however its run is named.
  for (const run of ["one", "./leadctl-runs/one", "leadctl-runs/one/", office.dir("one")])
    expect((await office.json(["explain", run, "3"])).elsewhere, run).toStrictEqual([]);

  // More people match than anybody looks at.
  await office.submit(
    "many",
    Array.from({ length: 23 }, (_, at) => leadOf(at + 30)),
  );
  const many = await office.json(["explain", "noor"]);
  expect([many.leads, many.rows.length, many.notShown]).toStrictEqual([[], 20, 3]);

  // A login link that nobody has is not repeated with its token.
  for (const text of [
    "https://s.test/l?token=abcdefgh12345678.",
    "https://s.test/abcdefgh12345678",
    "zyxwvuts.abcdefgh12345678",
    "zyxwvuts.0123456789.zyxw\nabcdefgh",
  ])
    for (const flags of [[], ["--json"]]) {
      const { stdout, stderr } = await office.call(["explain", text, ...flags]);
      expect(stdout + stderr).not.toContain("abcdefgh");
    }
}, 60_000);

/** A run that refused the person, and one that created them and is then changed: nothing of that is safe to pass over. */
async function refusedAndThenCreated(change: (dir: string) => void): Promise<Office> {
  const office = await Office.open(3);
  await office.submit("first", [leadOf(3)]);
  await office.submit("second", [leadOf(7), leadOf(3), brokenLead(8)]);
  await office.call([
    "replay",
    "second",
    "--with",
    correctFix(office.dir("second"), { 4: { "Unit Number": "8" } }),
  ]);
  expect(office.service.quotes()).toHaveLength(3);
  change(office.dir("second"));
  return office;
}

function keepOnly(dir: string, kept: RegExp): void {
  for (const name of readdirSync(dir)) if (!kept.test(name)) unlinkSync(join(dir, name));
}

function cutOff(dir: string): void {
  const plan = readFileSync(join(dir, "plan.ndjson"), "utf8");
  writeFileSync(join(dir, "plan.ndjson"), plan.slice(0, plan.indexOf('{"row":3,')));
}

const UNCERTAIN = "absent-unclear unread=leadctl-runs/second";
const PURGE = ["--purge", "0d", "--yes", "--force"];

describe("that sending again is safe is not said", () => {
  it.each<[what: string, change: (dir: string) => void]>([
    ["a plan was cut off", cutOff],
    ["of the plans only a correction is left", (dir) => unlinkSync(join(dir, "plan.ndjson"))],
    [
      "of plan and journal only the mark is left",
      (dir) => ["plan.ndjson", "plan-2.ndjson", "journal.ndjson"].map((name) => unlinkSync(join(dir, name))),
    ],
    ["only the sheet with the links is left", (dir) => keepOnly(dir, /^report\.csv$/)],
    ["only a correction is left", (dir) => keepOnly(dir, /^plan-2\.ndjson$/)],
  ])("where %s in a run that created it, whether or not anybody has asked before", async (_, change) => {
    const office = await refusedAndThenCreated(change);
    for (let turn = 0; turn < 2; turn++) {
      expect(await office.ask(WHO)).toBe(UNCERTAIN);
      rmSync(join(office.dir("second"), "people.index"), { force: true });
    }
    expect(await office.json(NOBODY)).toMatchObject({ leads: [], unread: ["leadctl-runs/second"] });
  });

  it("of a row that is left of a plan that was cut off, nor of one whose journal is gone", async () => {
    const office = await refusedAndThenCreated(cutOff);
    const quoteId = office.service.quotes().find(({ email }) => email === WHO)?.quoteId ?? "";
    expect(await office.call(["explain", quoteId])).toMatchObject({ exitCode: 1 });
    expect(await office.json(["explain", quoteId])).toMatchObject({
      leads: [],
      unread: ["leadctl-runs/second"],
    });
    expect(await office.ask("applicant-7@example.com")).toBe("run-unreadable run=leadctl-runs/second");
    const { leads } = await office.json(["explain", "applicant-7@example.com"]);
    expect(leads[0].verdicts[0].next).toMatchObject({ finding: "restore-or-ask" });
    expect(JSON.stringify(leads)).not.toContain("replay");
    for (const kept of [/^(?:plan.*|report\..*)$/, /^plan/, /^\./]) {
      const other = await refusedAndThenCreated((dir) => keepOnly(dir, kept));
      const isThere = kept.test("plan.ndjson");
      expect(await other.ask(WHO)).toBe(
        isThere ? "run-unreadable run=leadctl-runs/second" : "absent-unclear absent=leadctl-runs/second",
      );
      if (!isThere) continue;
      expect((await other.json(["resume", "second"])).error.code).toBe("journal-behind");
      expect(other.service.quotes()).toHaveLength(3);
    }
  });

  it("but is where reports are of a check, or of a run that was bound to nobody", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    await office.call(["validate", "first.csv", "--out", "leadctl-runs/check"]);
    expect(readdirSync(office.dir("check"))).toContain("report.json");
    mkdirSync(office.dir("unsent"));
    copyFileSync(join(office.dir("first"), "plan.ndjson"), join(office.dir("unsent"), "plan.ndjson"));
    await office.call(["report", "unsent"]);
    expect(await office.ask(WHO)).toMatch(/^absent /);
    expect((await office.call(["explain", WHO])).stderr).toBe("");
  });

  it("while a folder that --out made is not there, until its line is removed", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    await office.submit("../far/away", [leadOf(3)]);
    await office.submit("../far/practice", [leadOf(3)], {}, "--sandbox");
    renameSync(join(office.cwd, "far"), join(office.cwd, "moved"));
    expect(await office.ask(WHO)).toBe("absent-unclear absent=far/away");
    const { stderr } = await office.call(["explain", WHO]);
    expect(stderr).toContain("leadctl-runs/runs.ndjson");
    expect((await office.call(["runs"])).stderr).toBe(stderr);
    const log = join(office.cwd, "leadctl-runs/runs.ndjson");
    const lines = readFileSync(log, "utf8").split("\n");
    writeFileSync(log, lines.filter((line) => !line.includes("away")).join("\n"));
    expect(await office.ask(WHO)).toMatch(/^absent /);
  });

  it("while another run is where --out made one that is gone, whichever of them is removed by then", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    await office.submit("../far/away", [leadOf(3)]);
    rmSync(join(office.cwd, "far"), { recursive: true });
    await office.submit("../far/away", [leadOf(4)]);
    expect(await office.ask(WHO)).toMatch(/^absent-unclear /);
    expect((await office.call(["runs", "--runs", "far", ...PURGE])).exitCode).toBe(0);
    expect(await office.ask(WHO)).toMatch(/^absent-unclear /);
    expect((await office.call(["explain", WHO])).stderr).toContain("far/away");
  });

  it("while a folder of the configuration is not there", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    writeFileSync(join(office.cwd, "leadctl.config.json"), '{"environments":{},"runs":["share/runs"]}');
    expect(await office.ask(WHO)).toBe("absent-unclear absent=share/runs");
    expect((await office.json(NOBODY)).absent).toStrictEqual(["share/runs"]);
  });

  it("after a run was purged that created it, or was told that it exists, or whose journal was older", async () => {
    for (const how of ["created", "by-word", "told", "older"] as const) {
      const faults = how === "by-word" ? [REFUSED_FOR_COUNTY, "502-after" as const] : [REFUSED_FOR_COUNTY];
      const office = await Office.openWith({ [WHO]: faults });
      await office.submit("../first/run", [leadOf(3)]);
      if (how === "told") await office.submit("../gone", [leadOf(3)]);
      await office.submit("second", [leadOf(3)]);
      if (how === "by-word") await office.call(["resolve", "second", "--rows", "2", "--created"]);
      const journal = join(office.dir("second"), "journal.ndjson");
      const head = `${readFileSync(journal, "utf8").split("\n").slice(0, 2).join("\n")}\n`;
      if (how === "older") writeFileSync(journal, head);
      await office.call(["runs", "--runs", "leadctl-runs", ...PURGE]);
      expect(readdirSync(join(office.cwd, "leadctl-runs")), how).not.toContain("second");
      rmSync(join(office.cwd, "gone"), { recursive: true, force: true });
      rmSync(join(office.cwd, "leadctl-runs/runs.ndjson"));
      expect(await office.ask(WHO, "--runs", "first"), how).toBe("absent-unclear purged=1");
    }
  });

  it("but is where the purged run was one of a sandbox", async () => {
    const office = await Office.open(3);
    await office.submit("practice", [leadOf(3)], {}, "--sandbox");
    await office.call(["runs", ...PURGE]);
    await office.submit("first", [leadOf(3)]);
    expect(await office.ask(WHO)).toMatch(/^absent /);
    const log = join(office.cwd, "leadctl-runs/purged.ndjson");
    writeFileSync(log, readFileSync(log, "utf8").replace(',"sandbox":true', ""));
    expect(await office.ask(WHO)).toBe("absent-unclear purged=1");
  });

  it("where another run created it, and only the journal of this one knows", async () => {
    const office = await Office.open();
    await office.submit("one", [leadOf(3)]);
    await office.submit("two", [leadOf(2), leadOf(3)], WRONG_KEY);
    rmSync(office.dir("one"), { recursive: true });
    for (const question of [[WHO], ["two", "3"]])
      expect(await office.ask(...question)).toBe("created-elsewhere run=leadctl-runs/one");
    // Nobody knows who else was in the run that is gone.
    expect(await office.ask("applicant-2@example.com")).toBe("absent-unclear absent=leadctl-runs/one");
  });

  it("where its sheet was corrected, and submitted as a new one", async () => {
    const office = await Office.open();
    const jane = named(leadOf(3), "Jane", "Doe");
    const hers = changed(named(brokenLead(3), "JANE M.", "Doe"), "contactInfo.phone", "617-555-0003 x12");
    await office.submit("one", [hers, leadOf(2), withEmail(leadOf(5), "")]);
    for (const question of [[WHO], ["one", "4"]]) expect(await office.ask(...question)).toMatch(/^absent /);
    await office.submit("two", [withEmail(jane, "right@example.com"), leadOf(5)]);
    for (const [question, row] of [
      [[WHO], 2],
      [["one", "2"], 2],
      [["one", "4"], 3],
    ] as const)
      expect(await office.ask(...question)).toBe(`absent-unclear alike=leadctl-runs/two, row ${row}`);
    const { leads } = await office.json(["explain", WHO]);
    expect(leads[0].verdicts[0].next).toMatchObject({ finding: "look-first", command: null });
  });

  it("where the same person is in a run that is damaged, or is still being read, with another address", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    mkdirSync(office.dir("second"));
    writeFileSync(join(office.dir("second"), ".plan.ndjson.tmp"), '{"type":"plan","version":1}\n');
    const lock = await lockRun(office.dir("second"), new Date(), false);
    expect(await office.ask(WHO)).toBe(UNCERTAIN);
    lock.release();
    expect(await office.ask(WHO)).toMatch(/^absent /);
    rmSync(office.dir("second"), { recursive: true });
    for (const [file, change] of [
      ["journal.ndjson", ['"result"', '"resulT"']],
      ["plan.ndjson", ['"contactInfo":', '"contactInfo";']],
    ] as const) {
      await office.submit("second", [withEmail(named(leadOf(3), "Jane", "Doe"), "right@example.com")]);
      damage(office, "second", file, [...change]);
      expect(await office.ask(WHO), file).toBe(UNCERTAIN);
      // One that is asked for by what stands there.
      if (file === "journal.ndjson")
        for (const question of ["Jane Doe", "REF-3"])
          expect(await office.ask(question)).toMatch(/unreadable run=leadctl-runs\/second|2 leads match/);
      rmSync(office.dir("second"), { recursive: true });
      rmSync(join(office.cwd, "leadctl-runs/runs.ndjson"));
    }
  });
});

it("a run is known by its name in every folder, and after it was purged; one that several have is told", async () => {
  const office = await Office.open();
  await office.submit("../far/away", [leadOf(3)]);
  await office.submit("one", [leadOf(2)]);
  expect(await office.ask("away", "2")).toBe("created place=far/away, row 2");
  await office.call(["runs", ...PURGE]);
  for (const run of ["one", "far/away", "leadctl-runs/one"])
    for (const args of [
      ["explain", run, "2"],
      ["report", run],
    ])
      expect((await office.json(args)).error.finding, args.join(" ")).toBe("run-purged");
  await office.submit("a/run", [leadOf(2)]);
  await office.submit("b/run", [leadOf(3)]);
  const { exitCode, stderr } = await office.call(["explain", "run", "2"]);
  expect(exitCode).toBe(2);
  for (const dir of ["a/run", "b/run"]) expect(stderr.replace(/\s+/g, " ")).toContain(`leadctl-runs/${dir}`);
});

it("a lead that a person took out is not said to have never been sent, nor to exist nowhere", async () => {
  const office = await Office.open(3);
  await office.submit("one", [leadOf(3), brokenLead(5)]);
  const out = { leadctl_status: "not a lead" };
  await office.call(["replay", "one", "--with", correctFix(office.dir("one"), { 2: out, 3: out })]);
  expect(await office.ask(WHO)).toBe("not-a-lead why=refused");
  await office.submit("two", [withEmail(leadOf(5), "right@example.com")]);
  for (const question of [["applicant-5@example.com"], ["one", "3"]]) {
    expect(await office.ask(...question)).toBe("not-a-lead-unclear alike=leadctl-runs/two, row 2");
    expect((await office.json(["explain", ...question])).rows[0].next.command).toBeNull();
  }
});

describe("a lead is where a correction put it", () => {
  it("also after its sheet was submitted once more as it was, and where both runs corrected it", async () => {
    const office = await Office.open();
    const between = "between@example.com";
    await office.submit("one", [leadOf(2), named(brokenLead(3), "Jaen", "Doe")]);
    await office.call(["replay", "one", "--with", correctFix(office.dir("one"), { 3: { Email: between } })]);
    await office.submit("two", [withEmail(named(brokenLead(3), "Jaen", "Doe"), between)]);
    const changes = { Email: "after@example.com", "Unit Number": "8" };
    await office.call(["replay", "two", "--with", correctFix(office.dir("two"), { 2: changes })]);
    for (const email of [WHO, between]) {
      expect(await office.ask(email)).toBe("created place=leadctl-runs/two, row 2");
      const { leads } = await office.json(["explain", email]);
      for (const { verdicts } of leads) expect(verdicts).toMatchObject([{ exists: "yes", sendAgain: "no" }]);
    }
  });

  it("and of a couple that shared an e-mail until then, each is told of their own lead only", async () => {
    const office = await Office.open(3);
    const [husband, wife] = [named(leadOf(3), "Hugo", "Pair"), named(leadOf(4), "Wilma", "Pair")];
    await office.submit("one", [leadOf(2), husband, withEmail(wife, WHO)]);
    const fix = correctFix(office.dir("one"), { 4: { Email: "wilma@example.com" } });
    await office.call(["replay", "one", "--with", fix]);
    for (const question of [[WHO], ["hugo pair"], ["one", "3"]])
      expect(await office.ask(...question)).toBe("absent-unclear alike=leadctl-runs/one, row 4");
    expect(await office.ask("wilma pair")).toBe("created place=leadctl-runs/one, row 4");
    const { leads } = await office.json(["explain", WHO]);
    const people = [3, 4].map((row) => ({ name: row === 3 ? "Hugo Pair" : "Wilma Pair", row }));
    const his = { exists: "no", link: null, sendAgain: "unclear" };
    expect(leads).toMatchObject([{ email: WHO, verdicts: [his] }]);
    for (const one of people)
      expect(leads[0].verdicts[0].people).toContainEqual(expect.objectContaining(one));
  });

  it("and the address before it may be somebody else's: nothing goes with that", async () => {
    const office = await Office.open();
    await office.submit("../gone", [named(leadOf(3), "Mary", "Moe")]);
    rmSync(join(office.cwd, "gone"), { recursive: true });
    rmSync(join(office.cwd, "leadctl-runs/runs.ndjson"));
    await office.submit("one", [named(leadOf(3), "Mark", "Moe")]);
    const report = readFileSync(join(office.dir("one"), "report.csv"), "utf8");
    writeFileSync(join(office.cwd, "corrected.csv"), report.replace(WHO, "mark@example.com"));
    await office.call(["replay", "one", "--with", "corrected.csv"]);
    expect(await office.ask(WHO)).toBe("created place=leadctl-runs/one, row 2");
    expect((await office.json(["explain", WHO])).leads).toMatchObject([{ email: "mark@example.com" }]);
  });

  it("and what the service's owner said of the address before is no longer what counts", async () => {
    const office = await Office.openWith({ [WHO]: ["500-after", REFUSED_FOR_COUNTY] });
    await office.submit("one", [leadOf(2), leadOf(3)], {}, ...SEND_ALL);
    await office.call(["resolve", "one", "--rows", "3", "--not-created"]);
    const fix = correctFix(office.dir("one"), { 3: { Email: "right@example.com" } });
    await office.call(["replay", "one", "--with", fix]);
    expect(await office.ask("right@example.com")).toBe("created place=leadctl-runs/one, row 3");
    expect(await office.ask(WHO)).toBe("created place=leadctl-runs/one, row 3");
  });
});

it("a lead of which the service says that it has the e-mail is not to be sent once more to find that out", async () => {
  const office = await Office.openWith({ [WHO]: ["reset-after"] });
  await office.submit("one", [leadOf(2), leadOf(3)]);
  await office.submit("two", [leadOf(3)]);
  expect(await office.ask(WHO)).toBe("known-quote by=attempt place=leadctl-runs/one, row 3");
  const { leads } = await office.json(["explain", WHO]);
  expect(leads[0].verdicts[0].next.command).toContain("report leadctl-runs/one --format handover");
});
