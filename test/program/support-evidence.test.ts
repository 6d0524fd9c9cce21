import { mkdirSync, readFileSync, rmSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockRun } from "../../src/run/lock.ts";
import { brokenLead } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import {
  freshFolder,
  type ProgramEnd,
  type RunningService,
  runProgram,
  startService,
} from "./run-program.ts";

const REFUSED = {
  side: "before",
  status: 400,
  body: {
    error: { issues: [{ code: "custom", message: "Not in this county", path: ["address", "county"] }] },
  },
} as const;
const WHO = "applicant-3@example.com";

/** A folder in which runs are made, and asked about. */
class Office {
  readonly cwd = freshFolder();
  readonly service: RunningService;

  private constructor(service: RunningService) {
    this.service = service;
    mkdirSync(join(this.cwd, "leadctl-runs"));
  }

  /** @param refused People whose first request the service refuses. */
  static async open(...refused: number[]): Promise<Office> {
    const script = Object.fromEntries(refused.map((n) => [`applicant-${n}@example.com`, [REFUSED]]));
    return new Office(await startService({ faults: { script } }));
  }

  dir(name: string): string {
    return join(this.cwd, "leadctl-runs", name);
  }

  call(args: readonly string[], env: Record<string, string> = {}): Promise<ProgramEnd> {
    return runProgram(args, { cwd: this.cwd, env: { ...this.service.env, ...env } });
  }

  async submit(name: string, rows: readonly NestedLead[], env: Record<string, string> = {}): Promise<void> {
    writeFileSync(join(this.cwd, `${name}.csv`), csvOf(rows));
    await this.call(["submit", `${name}.csv`, "--out", `leadctl-runs/${name}`, "--quiet"], env);
  }

  /** The first line of the answer. */
  async ask(...question: string[]): Promise<string> {
    const { stdout } = await this.call(["explain", ...question]);
    return stdout.split("\n")[0] ?? "";
  }
}

function named(lead: NestedLead, first: string, last: string): NestedLead {
  return changed(changed(lead, "contactInfo.firstName", first), "contactInfo.lastName", last);
}

function withEmail(lead: NestedLead, email: string): NestedLead {
  return changed(lead, "contactInfo.email", email);
}

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

function cutOffBefore(row: number): (dir: string) => void {
  return (dir) => {
    const plan = readFileSync(join(dir, "plan.ndjson"), "utf8");
    writeFileSync(join(dir, "plan.ndjson"), plan.slice(0, plan.indexOf(`{"row":${row},`)));
  };
}

const UNCERTAIN =
  "Does not exist as far as the runs here say; leadctl-runs/second cannot be read, so that it is not certain to be safe to send again.";

describe("that sending again is safe is not said", () => {
  it.each<[what: string, change: (dir: string) => void]>([
    ["a plan was cut off", cutOffBefore(3)],
    ["a plan is empty", (dir) => truncateSync(join(dir, "plan.ndjson"))],
    ["of the plans only a correction is left", (dir) => unlinkSync(join(dir, "plan.ndjson"))],
    [
      "of plan and journal only the mark is left",
      (dir) => ["plan.ndjson", "plan-2.ndjson", "journal.ndjson"].map((name) => unlinkSync(join(dir, name))),
    ],
  ])("where %s in a run that created it, whether or not anybody has asked before", async (_, change) => {
    const office = await refusedAndThenCreated(change);
    for (let turn = 0; turn < 2; turn++) {
      expect(await office.ask(WHO)).toBe(UNCERTAIN);
      rmSync(join(office.dir("second"), ".emails.index"), { force: true });
    }
    expect(await office.ask(WHO)).toBe(UNCERTAIN);
    const nobody = await office.call(["explain", "nobody@elsewhere.test"]);
    expect(nobody.stdout).toMatch(
      /^Nothing found: no lead in 1 run has .*\nIt may be in the run that cannot/,
    );
  });

  it("of a row that is left of a plan that was cut off", async () => {
    const office = await refusedAndThenCreated(cutOffBefore(3));
    const { stdout } = await office.call(["explain", "applicant-7@example.com"]);
    expect(stdout).toMatch(/^May exist: not all of leadctl-runs\/second can be read; /);
    expect(stdout).toContain("Restore the run's files from a backup");
    expect(stdout).not.toContain("replay");
  });

  it("where another run created it, and only the journal of this one knows", async () => {
    const office = await Office.open();
    await office.submit("one", [leadOf(3)]);
    await office.submit("two", [leadOf(2), leadOf(3)], { LEADCTL_API_KEY: "a-key-that-nobody-has" });
    rmSync(office.dir("one"), { recursive: true });
    const says =
      "Exists: leadctl-runs/one created it, and cannot be looked into here; no login link is known here. Do not send it again.";
    expect(await office.ask(WHO)).toBe(says);
    expect(await office.ask("two", "3")).toBe(says);
    expect(await office.ask("applicant-2@example.com")).toMatch(/^Does not exist: .* Safe to send: /);
  });

  it("while another process still reads a sheet, which may have it", async () => {
    const office = await Office.open(3);
    await office.submit("first", [leadOf(3)]);
    mkdirSync(office.dir("second"));
    writeFileSync(join(office.dir("second"), ".plan.ndjson.tmp"), '{"type":"plan","version":1}\n');
    const lock = await lockRun(office.dir("second"), new Date(), false);
    expect(await office.ask(WHO)).toBe(UNCERTAIN);
    await lock.release();
    expect(await office.ask(WHO)).toMatch(/^Does not exist: .* Safe to send again/);
  });

  it.each(["Jane Doe", "617-555-0003", "REF-3"])("of %j in a run that cannot be read", async (question) => {
    const office = await Office.open();
    await office.submit("one", [named(leadOf(3), "Jane", "Doe")]);
    const journal = join(office.dir("one"), "journal.ndjson");
    writeFileSync(journal, readFileSync(journal, "utf8").replace('"result"', '"resulT"'));
    expect(await office.ask(question)).toMatch(/^May exist: not all of leadctl-runs\/one can be read; /);
  });

  it("of a quote's id that stands in a record that cannot be read", async () => {
    const office = await Office.open();
    await office.submit("one", [leadOf(3)]);
    const journal = join(office.dir("one"), "journal.ndjson");
    writeFileSync(journal, readFileSync(journal, "utf8").replace('"result"', '"resulT"'));
    const { stdout, stderr } = await office.call(["explain", office.service.quotes()[0]?.quoteId ?? ""]);
    expect(stdout).toContain("It may be in the run that cannot be read");
    expect(stderr).toBe("leadctl-runs/one could not be searched: leadctl runs says why.\n");
  });
});

describe("nobody gets the answer for somebody else", () => {
  it("whose address ends or begins with theirs", async () => {
    const office = await Office.open();
    await office.submit("one", [withEmail(leadOf(2), "joann@example.com")]);
    const { stdout, exitCode } = await office.call(["explain", "ann@example.com"]);
    expect([stdout.split("\n")[0], exitCode]).toStrictEqual([
      "No ann@example.com; joann@example.com is in leadctl-runs/one.",
      1,
    ]);
  });

  it("with the same address, without being told", async () => {
    const office = await Office.open();
    const rows = [named(leadOf(2), "John", "Doe"), named(leadOf(3), "Jane", "Doe")];
    await office.submit(
      "one",
      rows.map((row) => withEmail(row, "home@example.com")),
    );
    for (const question of ["home@example.com", "Jane Doe"])
      expect(await office.ask(question)).toBe(
        "Exists: the login link is in leadctl-runs/one, row 2. Do not send it again. Several people have this e-mail: John Doe (leadctl-runs/one, row 2), Jane Doe (leadctl-runs/one, row 3).",
      );
  });

  it("whose name only begins so, without being told", async () => {
    const office = await Office.open();
    await office.submit("one", [named(leadOf(2), "Janet", "Doering")]);
    expect(await office.ask("jan")).toMatch(/Do not send it again\. It is of Janet Doering\.$/);
    expect(await office.ask("Janet Doering")).toMatch(/Do not send it again\.$/);
  });
});

it("a row is one, however its run is named", async () => {
  const office = await Office.open();
  await office.submit("one", [leadOf(3)]);
  for (const run of ["one", "./leadctl-runs/one", "leadctl-runs/one/", office.dir("one")])
    expect((await office.call(["explain", run, "2"])).stdout, run).not.toContain("Elsewhere");
});

it("a lead that the service refused, and a person took out, is not said to have never been sent", async () => {
  const office = await Office.open(3);
  await office.submit("one", [leadOf(3)]);
  correctFix(office.dir("one"), { 2: { leadctl_status: "not a lead" } });
  await office.call(["replay", "one", "--with", "leadctl-runs/corrected.csv"]);
  expect(await office.ask(WHO)).toBe(
    "Does not exist: the service refused it. Do not send it: a person took it out as not a lead.",
  );
});

describe("a login link", () => {
  it("is known by its token, however it was pasted", async () => {
    const office = await Office.open();
    await office.submit("one", [leadOf(2), leadOf(3)]);
    const link = office.service.quotes().find(({ email }) => email === WHO)?.loginUrl ?? "";
    const middle = link.length - 30;
    const forms = [
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
    ];
    for (const form of forms)
      expect.soft(await office.ask(form), form).toMatch(/^Exists: .* leadctl-runs\/one, row 3\./);
  });

  it("that nobody has is not repeated with its token", async () => {
    const office = await Office.open();
    await office.submit("one", [leadOf(2)]);
    for (const link of [
      "https://service.test/l?token=abcdefgh12345678",
      "https://service.test/abcdefgh12345678",
    ])
      for (const flags of [[], ["--json"]]) {
        const { stdout, stderr } = await office.call(["explain", `see ${link}.`, ...flags]);
        expect(stdout).toContain("https://service.test/");
        expect(stdout + stderr).not.toContain("abcdefgh");
      }
  });
});
