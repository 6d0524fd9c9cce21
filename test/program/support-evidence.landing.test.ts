import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ABSENT_TEXTS, FOUND_TEXTS } from "../../src/report/text/found-texts.ts";
import { lockRun } from "../../src/run/folder/lock.ts";
import type { FaultScript } from "../../src/sandbox/sandbox-types.ts";
import { brokenLead, REFUSED_FOR_COUNTY } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { named, Office, withEmail } from "./office.ts";
import { runProgram } from "./run-program.ts";

const WHO = "applicant-3@example.com";

/** A run that refused the person, and one that created them and is then changed: nothing of that is safe to pass over. */
async function refusedAndThenCreated(change: (dir: string) => void): Promise<Office> {
  const office = await Office.open(3);
  await office.submit("first", [leadOf(3)]);
  await office.submit("second", [leadOf(7), leadOf(3), brokenLead(8)]);
  const second = office.dir("second");
  correctFix(second, { 4: { "Unit Number": "8" } });
  await office.call(["replay", "second", "--with", "leadctl-runs/corrected.csv"]);
  expect(office.service.quotes()).toHaveLength(3);
  change(second);
  return office;
}

function keepOnly(dir: string, kept: RegExp): void {
  for (const name of readdirSync(dir)) if (!kept.test(name)) unlinkSync(join(dir, name));
}

function cutOffBefore(row: number): (dir: string) => void {
  return (dir) => {
    const plan = readFileSync(join(dir, "plan.ndjson"), "utf8");
    writeFileSync(join(dir, "plan.ndjson"), plan.slice(0, plan.indexOf(`{"row":${row},`)));
  };
}

const UNCERTAIN = "absent-unclear unread=leadctl-runs/second";

describe("that sending again is safe is not said", () => {
  it.each<[what: string, change: (dir: string) => void]>([
    ["a plan was cut off", cutOffBefore(3)],
    ["a plan is empty", (dir) => truncateSync(join(dir, "plan.ndjson"))],
    ["of the plans only a correction is left", (dir) => unlinkSync(join(dir, "plan.ndjson"))],
    [
      "of plan and journal only the mark is left",
      (dir) => ["plan.ndjson", "plan-2.ndjson", "journal.ndjson"].map((name) => unlinkSync(join(dir, name))),
    ],
    ["only the reports are left", (dir) => keepOnly(dir, /^(?:report|fix)\./)],
    ["only the sheet with the links is left", (dir) => keepOnly(dir, /^report\.csv$/)],
    ["only a correction is left", (dir) => keepOnly(dir, /^plan-2\.ndjson$/)],
  ])("where %s in a run that created it, whether or not anybody has asked before", async (_, change) => {
    const office = await refusedAndThenCreated(change);
    for (let turn = 0; turn < 2; turn++) {
      expect(await office.ask(WHO)).toBe(UNCERTAIN);
      rmSync(join(office.dir("second"), "people.index"), { force: true });
    }
    expect(await office.ask(WHO)).toBe(UNCERTAIN);
    const nobody = await office.call(["explain", "nobody@elsewhere.test", "--json"]);
    expect(JSON.parse(nobody.stdout)).toMatchObject({ leads: [], unread: ["leadctl-runs/second"] });
  });

  it("where somebody removed all files of a run that can be seen", async () => {
    const office = await refusedAndThenCreated((dir) => keepOnly(dir, /^\./));
    expect(await office.ask(WHO)).toBe("absent-unclear absent=leadctl-runs/second");
    const { stderr } = await office.call(["explain", WHO]);
    expect(stderr).toContain("leadctl-runs/second");
  });

  it("of a row that is left of a plan that was cut off", async () => {
    const office = await refusedAndThenCreated(cutOffBefore(3));
    expect(await office.ask("applicant-7@example.com")).toBe("run-unreadable run=leadctl-runs/second");
    const { stdout } = await office.call(["explain", "applicant-7@example.com", "--json"]);
    expect(JSON.parse(stdout).leads[0].verdicts[0].next).toMatchObject({ finding: "restore-or-ask" });
    expect(stdout).not.toContain("replay");
  });

  it.each([
    ["reports tell", /^(?:plan.*|report\..*)$/],
    ["a correction tells", /^plan/],
  ])("where the journal is gone, and %s that there was one", async (_, kept) => {
    const office = await refusedAndThenCreated((dir) => keepOnly(dir, kept));
    expect(await office.ask(WHO)).toBe("run-unreadable run=leadctl-runs/second");
    const resumed = await office.call(["resume", "second", "--json"]);
    expect(JSON.parse(resumed.stdout).error.code).toBe("journal-behind");
    expect(office.service.quotes()).toHaveLength(3);
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
    const places = { places: ["far/away"], lists: ["leadctl-runs/runs.ndjson"] };
    const says = `${ABSENT_TEXTS.runs(places)}\n`;
    expect(stderr).toBe(says);
    expect((await office.call(["runs"])).stderr).toBe(says);
    const log = join(office.cwd, "leadctl-runs/runs.ndjson");
    const lines = readFileSync(log, "utf8").split("\n");
    writeFileSync(log, lines.filter((line) => !line.includes("away")).join("\n"));
    expect(await office.ask(WHO)).toMatch(/^absent /);
  });

  it("while a run that --out made from another folder of runs is there, or is not", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    const share = join(office.cwd, "share");
    mkdirSync(share);
    writeFileSync(join(share, "leads.csv"), csvOf([leadOf(3)]));
    const submit = ["submit", "leads.csv", "--out", "../far/away"];
    const end = await runProgram(submit, { cwd: share, env: office.service.env });
    expect(end.exitCode, end.stderr).toBe(0);
    const question = [WHO, "--runs", "share/leadctl-runs"];
    expect(await office.ask(...question)).toBe("created place=far/away, row 2");
    renameSync(join(office.cwd, "far"), join(office.cwd, "moved"));
    expect(await office.ask(...question)).toBe("absent-unclear absent=far/away");
    const { stderr } = await office.call(["explain", ...question]);
    expect(stderr).toContain("remove its lines from share/leadctl-runs/runs.ndjson.");
  });

  it("while another run is where --out made one that is gone, whichever of them is removed by then", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    await office.submit("../far/away", [leadOf(3)]);
    rmSync(join(office.cwd, "far"), { recursive: true });
    const again = await office.submit("../far/away", [leadOf(4)]);
    expect(again.stderr).toContain("the earlier run in far/away could not be looked into");
    for (const afterPurge of [false, true]) {
      const purge = ["runs", "--runs", "far", "--purge", "0d", "--yes"];
      if (afterPurge) expect((await office.call(purge)).exitCode).toBe(0);
      expect(await office.ask(WHO)).toMatch(/^absent-unclear /);
      const { stderr } = await office.call(["explain", WHO]);
      expect(stderr).toMatch(/far\/away, where an? (?:earlier )?run was/);
    }
  });

  it.each(["a folder", "a link to a folder"])(
    "while a run was put aside, into %s of leadctl-runs",
    async (aside) => {
      const office = await Office.open(3);
      await office.submit("first", [leadOf(3)]);
      await office.submit("second", [leadOf(3)]);
      const archive = aside === "a folder" ? office.dir("archive") : join(office.cwd, "disk");
      mkdirSync(archive);
      if (aside !== "a folder") symlinkSync(archive, office.dir("archive"), "junction");
      renameSync(office.dir("second"), join(archive, "second"));
      expect(await office.ask(WHO)).toBe("created place=leadctl-runs/archive/second, row 2");
      const { stderr } = await office.submit("third", [leadOf(4), leadOf(3)]);
      expect(stderr).toContain("leadctl-runs/archive/second  1 created");
      await office.call(["runs", "--runs", "leadctl-runs/archive", "--purge", "0d", "--yes"]);
      const nobody = await office.call(["explain", "nobody@elsewhere.test", "--json"]);
      expect(JSON.parse(nobody.stdout).purgedRuns).toBeGreaterThan(0);
    },
  );

  it("while a folder of the configuration is not there", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    writeFileSync(join(office.cwd, "leadctl.config.json"), '{"environments":{},"runs":["share/runs"]}');
    expect(await office.ask(WHO)).toBe("absent-unclear absent=share/runs");
    const { stderr } = await office.call(["explain", WHO]);
    expect(stderr).toMatch(/^share\/runs, .*\n$/);
    const nobody = await office.call(["explain", "nobody@elsewhere.test", "--json"]);
    expect(JSON.parse(nobody.stdout).absent).toStrictEqual(["share/runs"]);
  });

  it("after a run was purged where nobody here knows of it", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    await office.submit("../far/away", [leadOf(3)]);
    await runProgram(["runs", "--runs", ".", "--purge", "0d", "--yes"], { cwd: join(office.cwd, "far") });
    expect(await office.ask(WHO)).toBe("absent-unclear purged=1");
    expect((await office.call(["explain", WHO])).stderr).toBe("");
  });

  it.each<[what: string, faults: FaultScript[string], words: string[][]]>([
    ["said by the service's owner to have created it", [REFUSED_FOR_COUNTY, "502-after"], [["--created"]]],
    ["told that the service has it", [REFUSED_FOR_COUNTY], []],
  ])("after a run was purged that was %s", async (_, faults, words) => {
    const office = await Office.openWith({ [WHO]: faults });
    await office.submit("../first/run", [leadOf(3)]);
    if (words.length === 0) await office.submit("../gone", [leadOf(3)]);
    await office.submit("second", [leadOf(3)]);
    for (const word of words) await office.call(["resolve", "second", "--rows", "2", ...word]);
    await office.call(["runs", "--runs", "leadctl-runs", "--purge", "0d", "--yes"]);
    rmSync(join(office.cwd, "gone"), { recursive: true, force: true });
    rmSync(join(office.cwd, "leadctl-runs/runs.ndjson"));
    expect(await office.ask(WHO, "--runs", "first")).toBe("absent-unclear purged=1");
  });

  it("after a run was purged whose journal was older than the run", async () => {
    const office = await Office.open(3);
    await office.submit("../first/run", [leadOf(3)]);
    await office.submit("second", [leadOf(3)]);
    const journal = join(office.dir("second"), "journal.ndjson");
    writeFileSync(journal, `${readFileSync(journal, "utf8").split("\n").slice(0, 2).join("\n")}\n`);
    const purge = ["runs", "--runs", "leadctl-runs", "--purge", "0d", "--yes", "--force"];
    expect((await office.call(purge)).stderr).toContain("Removed 1 run.");
    rmSync(join(office.cwd, "leadctl-runs/runs.ndjson"));
    expect(await office.ask(WHO, "--runs", "first")).toBe("absent-unclear purged=1");
  });

  it("but is where the purged run was one of a sandbox", async () => {
    const office = await Office.open(3);
    await office.submit("practice", [leadOf(3)], {}, "--sandbox");
    await office.call(["runs", "--purge", "0d", "--yes"]);
    await office.submit("first", [leadOf(3)]);
    expect(await office.ask(WHO)).toMatch(/^absent /);
    const log = join(office.cwd, "leadctl-runs/purged.ndjson");
    writeFileSync(log, readFileSync(log, "utf8").replace(',"sandbox":true', ""));
    expect(await office.ask(WHO)).toBe("absent-unclear purged=1");
  });

  it("where another run created it, and only the journal of this one knows", async () => {
    const office = await Office.open();
    await office.submit("one", [leadOf(3)]);
    await office.submit("two", [leadOf(2), leadOf(3)], { LEADCTL_API_KEY: "a-key-that-nobody-has" });
    rmSync(office.dir("one"), { recursive: true });
    const says = "created-elsewhere run=leadctl-runs/one";
    expect(await office.ask(WHO)).toBe(says);
    expect(await office.ask("two", "3")).toBe(says);
    // Nobody knows who else was in the run that is gone.
    expect(await office.ask("applicant-2@example.com")).toBe("absent-unclear absent=leadctl-runs/one");
  });

  it("where its sheet was corrected, and submitted as a new one", async () => {
    const office = await Office.open();
    const jane = named(leadOf(3), "Jane", "Doe");
    await office.submit("one", [named(brokenLead(3), "JANE", "Doe"), leadOf(2)]);
    expect(await office.ask(WHO)).toMatch(/^absent /);
    await office.submit("two", [withEmail(jane, "right@example.com")]);
    const says = "absent-unclear alike=leadctl-runs/two, row 2";
    expect(await office.ask(WHO)).toBe(says);
    expect(await office.ask("one", "2")).toBe(says);
    const { stdout } = await office.call(["explain", "Jane Doe", "--json"]);
    const { leads } = JSON.parse(stdout);
    const verdicts = leads.flatMap((lead: { verdicts: { finding: string }[] }) => lead.verdicts);
    expect(verdicts.map(({ finding }: { finding: string }) => finding).sort()).toStrictEqual([
      "absent-unclear",
      "created",
    ]);
    expect(verdicts).toContainEqual(
      expect.objectContaining({ next: expect.objectContaining({ finding: "look-first", command: null }) }),
    );
  });

  it.each<[what: string, file: string, change: [from: string, to: string]]>([
    ["journal", "journal.ndjson", ['"result"', '"resulT"']],
    ["plan", "plan.ndjson", ['"contactInfo":', '"contactInfo";']],
  ])(
    "where the same person is in a run whose %s is damaged, with another address",
    async (_, file, change) => {
      const office = await Office.open(3);
      await office.submit("first", [leadOf(3)]);
      await office.submit("second", [withEmail(leadOf(3), "right@example.com")]);
      const path = join(office.dir("second"), file);
      writeFileSync(path, readFileSync(path, "utf8").replace(...change));
      expect(await office.ask(WHO)).toBe(UNCERTAIN);
    },
  );

  it.each<[what: string, change: (lead: NestedLead) => NestedLead]>([
    ["without the extension of the phone number", (lead) => lead],
    ["with a middle name", (lead) => named(lead, "Jane M.", "Doe")],
    ["with a slip less in the name", (lead) => named(lead, "Jane", "Dow")],
    [
      "with another phone number and the same reference",
      (lead) => changed(lead, "contactInfo.phone", "206-555-0199"),
    ],
    [
      "with no phone number and the same property",
      (lead) => changed(changed(lead, "contactInfo.phone", ""), "affiliateId", ""),
    ],
  ])("where its sheet was corrected, and submitted as a new one %s", async (_, change) => {
    const office = await Office.open(3);
    const jane = named(leadOf(3), "Jane", "Doe");
    await office.submit("first", [changed(jane, "contactInfo.phone", "617-555-0003 x12")]);
    expect(await office.ask(WHO)).toMatch(/^absent /);
    await office.submit("second", [withEmail(change(jane), "right@example.com")]);
    expect(await office.ask(WHO)).toBe("absent-unclear alike=leadctl-runs/second, row 2");
  });

  it("where somebody of the same name lives at the same place, with a phone number of their own", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    const other = changed(leadOf(3), "contactInfo.phone", "206-555-0199");
    await office.submit("second", [withEmail(changed(other, "affiliateId", "OTHER"), "other@example.com")]);
    expect(await office.ask(WHO)).toBe("absent-unclear alike=leadctl-runs/second, row 2");
  });

  it("where its row has no address, and its sheet was corrected and submitted as a new one", async () => {
    const office = await Office.open();
    await office.submit("one", [withEmail(leadOf(3), ""), leadOf(2)]);
    expect(await office.ask("one", "2")).toMatch(/^absent /);
    await office.submit("two", [leadOf(3)]);
    expect(await office.ask("one", "2")).toBe("absent-unclear alike=leadctl-runs/two, row 2");
  });

  it("while another process still reads a sheet, which may have it", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    mkdirSync(office.dir("second"));
    writeFileSync(join(office.dir("second"), ".plan.ndjson.tmp"), '{"type":"plan","version":1}\n');
    const lock = await lockRun(office.dir("second"), new Date(), false);
    expect(await office.ask(WHO)).toBe(UNCERTAIN);
    await lock.release();
    expect(await office.ask(WHO)).toMatch(/^absent /);
  });

  it.each(["Jane Doe", "617-555-0003", "REF-3"])("of %j in a run that cannot be read", async (question) => {
    const office = await Office.open();
    await office.submit("one", [named(leadOf(3), "Jane", "Doe")]);
    const journal = join(office.dir("one"), "journal.ndjson");
    writeFileSync(journal, readFileSync(journal, "utf8").replace('"result"', '"resulT"'));
    expect(await office.ask(question)).toBe("run-unreadable run=leadctl-runs/one");
  });

  it("of a quote's id that stands in a record that cannot be read", async () => {
    const office = await Office.open();
    await office.submit("one", [leadOf(3)]);
    const journal = join(office.dir("one"), "journal.ndjson");
    writeFileSync(journal, readFileSync(journal, "utf8").replace('"result"', '"resulT"'));
    const quoteId = office.service.quotes()[0]?.quoteId ?? "";
    const { stdout, stderr } = await office.call(["explain", quoteId, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ leads: [], unread: ["leadctl-runs/one"] });
    expect(stderr).toContain("leadctl-runs/one");
  });
});

it("a run is known by its name in every folder, and after it was purged", async () => {
  const office = await Office.open();
  await office.submit("../far/away", [leadOf(3)]);
  await office.submit("one", [leadOf(2)]);
  expect(await office.ask("away", "2")).toBe("created place=far/away, row 2");
  await office.call(["runs", "--purge", "0d", "--yes"]);
  for (const run of ["one", "far/away", "leadctl-runs/one"])
    for (const args of [
      ["explain", run, "2"],
      ["report", run, "--format", "csv"],
    ])
      expect((await office.call(args)).stderr, args.join(" ")).toContain("by runs --purge at");
});

it("a name that several runs have is told, with their folders", async () => {
  const office = await Office.open();
  await office.submit("a/run", [leadOf(2)]);
  await office.submit("b/run", [leadOf(3)]);
  const { stderr, exitCode } = await office.call(["explain", "run", "2"]);
  expect(exitCode).toBe(2);
  expect(stderr.replace(/\s+/g, " ")).toMatch(
    /2 runs are called run.*leadctl-runs\/[ab]\/run, leadctl-runs\/[ab]\/run/,
  );
});

it("a lead that the service refused, and a person took out, is not said to have never been sent", async () => {
  const office = await Office.open(3);
  await office.submit("one", [leadOf(3)]);
  correctFix(office.dir("one"), { 2: { leadctl_status: "not a lead" } });
  await office.call(["replay", "one", "--with", "leadctl-runs/corrected.csv"]);
  expect(await office.ask(WHO)).toBe("not-a-lead why=refused");
  const { stdout } = await office.call(["explain", WHO]);
  expect(stdout.match(/took it out/g), stdout).toHaveLength(1);
});

it("a lead that a person took out is not said to exist nowhere where it was submitted with another address", async () => {
  const office = await Office.open();
  await office.submit("one", [brokenLead(3)]);
  correctFix(office.dir("one"), { 2: { leadctl_status: "not a lead" } });
  await office.call(["replay", "one", "--with", "leadctl-runs/corrected.csv"]);
  await office.submit("two", [withEmail(leadOf(3), "right@example.com")]);
  for (const question of [[WHO], ["one", "2"]]) {
    expect(await office.ask(...question)).toBe("not-a-lead-unclear alike=leadctl-runs/two, row 2");
    expect((await office.call(["explain", ...question])).stdout).not.toContain("replay --with.");
  }
});

it("a lead is where a correction put it, also after its sheet was submitted once more as it was", async () => {
  const office = await Office.open();
  await office.submit("one", [leadOf(2), brokenLead(3)]);
  const corrected = correctFix(join(office.cwd, "leadctl-runs/one"), {
    3: { "Unit Number": "1", Email: "right@example.com" },
  });
  await office.call(["replay", "one", "--with", corrected]);
  await office.submit("two", [brokenLead(3)]);
  expect(await office.ask(WHO)).toBe("created place=leadctl-runs/one, row 3");
  const { stdout } = await office.call(["explain", WHO]);
  expect(stdout).toContain(FOUND_TEXTS.corrected({ before: [WHO], now: "right@example.com" }));
  const { leads } = JSON.parse((await office.call(["explain", WHO, "--json"])).stdout);
  for (const { verdicts } of leads) expect(verdicts).toMatchObject([{ exists: "yes", sendAgain: "no" }]);
});

it("a lead is where a correction put it, also where the correction changed its name", async () => {
  const office = await Office.open();
  await office.submit("one", [leadOf(2), named(brokenLead(3), "Jaen", "Doe")]);
  const corrected = correctFix(join(office.cwd, "leadctl-runs/one"), {
    3: { "Unit Number": "1", "First Name": "Jane", Email: "right@example.com" },
  });
  await office.call(["replay", "one", "--with", corrected]);
  await office.submit("two", [named(brokenLead(3), "Jaen", "Doe")]);
  expect(await office.ask(WHO)).toBe("created place=leadctl-runs/one, row 3");
});

it("of a couple that shared an e-mail until a correction, each is told of their own lead only", async () => {
  const office = await Office.open(3);
  const husband = named(leadOf(3), "Hugo", "Pair");
  const wife = withEmail(named(leadOf(4), "Wilma", "Pair"), WHO);
  await office.submit("one", [leadOf(2), husband, wife]);
  const corrected = correctFix(join(office.cwd, "leadctl-runs/one"), { 4: { Email: "wilma@example.com" } });
  await office.call(["replay", "one", "--with", corrected]);
  const notCertain = "absent-unclear namesake=leadctl-runs/one, row 4";
  for (const question of [[WHO], ["hugo pair"], ["one", "3"]])
    expect(await office.ask(...question)).toBe(notCertain);
  expect(await office.ask("wilma pair")).toBe("created place=leadctl-runs/one, row 4");
  const { leads } = JSON.parse((await office.call(["explain", WHO, "--json"])).stdout);
  const people = [
    { name: "Hugo Pair", run: "leadctl-runs/one", row: 3 },
    { name: "Wilma Pair", run: "leadctl-runs/one", row: 4 },
  ];
  expect(leads).toMatchObject([
    {
      verdicts: [{ exists: "no", link: null, sendAgain: "unclear", people: expect.arrayContaining(people) }],
    },
    { verdicts: [{ exists: "yes", link: { row: 4 } }] },
  ]);
});

it("an address that was corrected twice, in two runs, is told by where the lead went in the end", async () => {
  const office = await Office.open();
  const [before, between, after] = [WHO, "between@example.com", "after@example.com"];
  await office.submit("one", [leadOf(2), brokenLead(3)]);
  const dir = join(office.cwd, "leadctl-runs");
  await office.call(["replay", "one", "--with", correctFix(join(dir, "one"), { 3: { Email: between } })]);
  await office.submit("two", [withEmail(brokenLead(3), between)]);
  const corrected = correctFix(join(dir, "two"), { 2: { Email: after, "Unit Number": "8" } });
  await office.call(["replay", "two", "--with", corrected]);
  for (const email of [before, between]) {
    expect(await office.ask(email)).toBe("created place=leadctl-runs/two, row 2");
    const { stdout } = await office.call(["explain", email]);
    expect(stdout).toContain(FOUND_TEXTS.corrected({ before: [email], now: after }));
  }
});

it("of an address that a correction replaced, the lead with the new one is told by its name: the old one may be somebody else's", async () => {
  const office = await Office.open();
  await office.submit("../gone", [named(leadOf(3), "Mary", "Moe")]);
  rmSync(join(office.cwd, "gone"), { recursive: true });
  rmSync(join(office.cwd, "leadctl-runs/runs.ndjson"));
  await office.submit("one", [named(leadOf(3), "Mark", "Moe")]);
  const report = readFileSync(join(office.dir("one"), "report.csv"), "utf8");
  writeFileSync(join(office.cwd, "corrected.csv"), report.replace(WHO, "mark@example.com"));
  await office.call(["replay", "one", "--with", "corrected.csv"]);
  expect(await office.ask(WHO)).toBe("created place=leadctl-runs/one, row 2");
  const { stdout } = await office.call(["explain", WHO]);
  expect(stdout).toMatch(/^The lead of Mark Moe /);
  expect(stdout).toContain(`\nWith ${WHO}, before the correction: `);
  // What was corrected is not to be corrected.
  const { leads } = JSON.parse((await office.call(["explain", WHO, "--json"])).stdout);
  expect(leads).toMatchObject([
    { email: "mark@example.com" },
    {
      email: WHO,
      verdicts: [
        { finding: "known-quote", exists: "yes", sendAgain: "no", next: { text: null, command: null } },
      ],
    },
  ]);
});

it("what the service's owner said of an address counts also after a correction replaced it", async () => {
  const script = { [WHO]: ["500-after", REFUSED_FOR_COUNTY] } as const;
  const office = await Office.openWith(script);
  await office.submit("one", [leadOf(2), leadOf(3)], {}, "--attempts", "2", "--retry-base", "1ms");
  await office.call(["resolve", "one", "--rows", "3", "--not-created"]);
  const corrected = correctFix(office.dir("one"), { 3: { Email: "right@example.com" } });
  await office.call(["replay", "one", "--with", corrected]);
  expect(await office.ask("right@example.com")).toBe("created place=leadctl-runs/one, row 3");
  const { leads } = JSON.parse((await office.call(["explain", WHO, "--json"])).stdout);
  expect(leads[1].verdicts).toMatchObject([
    { finding: "denied-replaced", sendAgain: "no", next: { text: null, command: null } },
  ]);
});

it("a lead of which the service says that it has the e-mail is not to be sent once more to find that out", async () => {
  const office = await Office.openWith({ [WHO]: ["reset-after"] });
  await office.submit("one", [leadOf(2), leadOf(3)]);
  await office.submit("two", [leadOf(3)]);
  expect(await office.ask(WHO)).toBe("known-quote by=attempt place=leadctl-runs/one, row 3");
  const { stdout } = await office.call(["explain", WHO]);
  expect(stdout).toContain("report leadctl-runs/one --format handover");
  expect(stdout).not.toContain("leadctl replay");
});
