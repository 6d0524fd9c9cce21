import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FOUND_TEXTS } from "../../src/report/text/found-texts.ts";
import { brokenLead, REFUSED_FOR_COUNTY } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { firstVerdict } from "./office.ts";
import { freshFolder, type RunningService, runProgram, startService } from "./run-program.ts";

const BUSY = { side: "before", status: 408, body: { message: "Busy" } } as const;

/** People by number, and what befalls them at their first requests. */
const SCRIPT = {
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

/** A folder with runs of all kinds of fates, as support finds them. */
class SupportDesk {
  readonly cwd = freshFolder();
  readonly service: RunningService;

  private constructor(service: RunningService) {
    this.service = service;
  }

  static async open(): Promise<SupportDesk> {
    const script = Object.fromEntries(
      Object.entries(SCRIPT).map(([person, faults]) => [`applicant-${person}@example.com`, [...faults]]),
    );
    const desk = new SupportDesk(await startService({ partners: null, faults: { script } }));
    const person = (lead: NestedLead, first: string, last: string): NestedLead =>
      changed(changed(lead, "contactInfo.firstName", first), "contactInfo.lastName", last);
    const two = person(leadOf(2), "José", "Núñez");
    await desk.submit("one", [
      two,
      leadOf(3),
      leadOf(4),
      brokenLead(5),
      ...[6, 7, 8, 9, 10, 11].map(leadOf),
      brokenLead(12),
      ...[13, 14].map(leadOf),
    ]);
    correctFix(join(desk.cwd, "leadctl-runs/one"), {
      12: { "Unit Number": "7", Email: "corrected@example.com" },
    });
    await desk.call(["replay", "one", "--with", "leadctl-runs/corrected.csv"]);
    await desk.call(["replay", "one", "--status", "unknown", "--rows", "8"]);
    await desk.call([
      "resolve",
      "one",
      "--rows",
      "8",
      "--created",
      "--login-url",
      "https://service.test/l?token=abcdefgh12345678",
    ]);
    await desk.call(["resolve", "one", "--rows", "14", "--not-created"]);
    await desk.submit("two", [changed(two, "affiliateId", "AGAIN-2"), leadOf(3)]);
    await desk.submit("other", [leadOf(11)], { LEADCTL_PARTNER: "other" });
    await desk.submit("practice", [leadOf(15), leadOf(2)], {}, "--sandbox");
    await desk.submit("stopped", [leadOf(16)], { LEADCTL_API_KEY: "a-key-that-nobody-has" });
    writeFileSync(join(desk.cwd, "far.csv"), csvOf([leadOf(17)]));
    await desk.call(["submit", "far.csv", "--out", "far/away", "--quiet"]);
    await desk.submit("broken", [leadOf(18)]);
    const journal = join(desk.cwd, "leadctl-runs/broken/journal.ndjson");
    writeFileSync(journal, readFileSync(journal, "utf8").replace('"result"', '"resulT"'));
    return desk;
  }

  async submit(
    name: string,
    rows: readonly NestedLead[],
    env: Record<string, string> = {},
    ...flags: string[]
  ) {
    writeFileSync(join(this.cwd, `${name}.csv`), csvOf(rows));
    mkdirSync(join(this.cwd, "leadctl-runs"), { recursive: true });
    await this.call(
      ["submit", `${name}.csv`, "--out", `leadctl-runs/${name}`, "--quiet", ...flags],
      env,
      flags.length > 0,
    );
  }

  call(args: readonly string[], env: Record<string, string> = {}, isAlone = false) {
    const isSending = args[0] === "submit" || args[0] === "replay";
    const flags = isSending
      ? ["--retry-base", "1ms", "--retry-max", "1ms", "--concurrency", "1", "--attempts", "2"]
      : [];
    return runProgram([...args, ...flags], {
      cwd: this.cwd,
      env: isAlone ? {} : { ...this.service.env, ...env },
    });
  }

  /** The first line of the answer, which has to be enough, by its code. */
  ask(...question: string[]): Promise<string> {
    return firstVerdict((args) => this.call(args), question);
  }

  quoteOf(person: number) {
    return this.service.quotes().find(({ email }) => email === `applicant-${person}@example.com`);
  }
}

const NEAR = [{ text: "applicant-17@example.com", dirs: ["far/away"] }];

describe("a question of support is answered by the first line", () => {
  it("twenty times", async () => {
    const desk = await SupportDesk.open();
    const one = desk.quoteOf(2);
    const exists = (row: number, run = "leadctl-runs/one"): string => `created place=${run}, row ${row}`;
    const perhaps = (row: number): string => `known-quote by=attempt place=leadctl-runs/one, row ${row}`;
    const questions: [question: string[], answer: string][] = [
      // Created here, duplicate there, and in a sandbox besides.
      [["applicant-2@example.com"], exists(2)],
      [["José Núñez <Applicant-2@Example.com>"], exists(2)],
      [["mailto:applicant-2@example.com?subject=Hello"], exists(2)],
      [["jose", "nunez"], exists(2)],
      [["Núñez, José"], exists(2)],
      [["(617) 555-0002"], exists(2)],
      [["REF-2"], exists(2)],
      [[one?.quoteId ?? ""], exists(2)],
      [[`<${one?.loginUrl}>`], exists(2)],
      // The answer was lost in one run, and the other was told that there is a quote.
      [["applicant-3@example.com"], perhaps(3)],
      [["applicant-4@example.com"], "may-exist link=none next=owner"],
      [["applicant-5@example.com"], "absent why=held-back next=correct"],
      [["applicant-6@example.com"], "absent why=refused next=correct"],
      [["applicant-7@example.com"], "may-exist link=none next=replay"],
      // Unknown, replayed, and told by the service's owner.
      [["applicant-8@example.com"], exists(8)],
      [["applicant-9@example.com"], "absent why=refused next=ask-why"],
      [["applicant-10@example.com"], "absent why=not-taken next=replay"],
      // Two partners are two services.
      [["applicant-11@example.com"], exists(2, "leadctl-runs/other")],
      [["applicant-12@example.com"], exists(12)],
      [["applicant-13@example.com"], perhaps(13)],
      [["applicant-14@example.com"], "denied isRefused=false"],
      [["applicant-15@example.com"], "practised isSent=true isWrong=false"],
      [["applicant-16@example.com"], "absent why=not-taken next=resume"],
      [["applicant-17@example.com"], exists(2, "far/away")],
      [["applicant-18@example.com"], "run-unreadable run=leadctl-runs/broken"],
      [["aplicant-17@example.com"], FOUND_TEXTS.near({ text: "aplicant-17@example.com", others: NEAR })],
    ];
    const answers: [string[], string][] = [];
    for (const [question] of questions) answers.push([question, await desk.ask(...question)]);
    for (const [index, [question, expected]] of questions.entries())
      expect.soft(answers[index]?.[1], question.join(" ")).toBe(expected);
    // A name stands in the first line, and which service it is about where there are several.
    const first = async (question: string) => (await desk.call(["explain", question])).stdout.split("\n")[0];
    expect(await first("(617) 555-0002")).toContain("José Núñez");
    expect(await first("applicant-11@example.com")).toContain(`${desk.service.url}, partner other`);

    // The work that is left, over all runs, and one command for a class of it.
    const open = await desk.call(["runs", "--status", "unknown,unconfirmed", "--json"]);
    const rows = JSON.parse(open.stdout).rows as { dir: string; row: number; status: string; next: string }[];
    expect(rows.map(({ dir, row, status }) => `${dir} ${row} ${status}`).sort()).toStrictEqual([
      "leadctl-runs/one 13 unconfirmed",
      "leadctl-runs/one 3 unknown",
      "leadctl-runs/one 4 unconfirmed",
      "leadctl-runs/one 7 unknown",
    ]);
    expect(rows.find(({ row }) => row === 7)?.next).toBe(
      "leadctl replay leadctl-runs/one --status unknown --rows 7",
    );
    const text = (await desk.call(["runs", "--status", "unknown"])).stdout;
    expect(text).toContain("\n  leadctl replay leadctl-runs/one --status unknown\n");
    expect(text).not.toContain("applicant-7@");

    // Filters.
    const ids = async (...filter: string[]): Promise<string[]> =>
      JSON.parse((await desk.call(["runs", "--json", ...filter])).stdout).runs.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids("--target", "OTHER")).toStrictEqual(["other"]);
    expect(await ids("--target", "sandbox")).toStrictEqual(["practice"]);
    expect((await ids("--since", "1h")).sort()).toStrictEqual([
      "away",
      "broken",
      "one",
      "other",
      "practice",
      "stopped",
      "two",
    ]);

    // Several runs at once, each by its own target: one that is refused stops no other.
    const replayed = await desk.call([
      "replay",
      "one",
      "stopped",
      "broken",
      "--status",
      "unknown,pending",
      "--json",
    ]);
    expect(replayed.exitCode).toBe(6);
    const documents = JSON.parse(replayed.stdout).runs;
    expect(
      documents.map(
        (each: { run?: { id: string }; error?: { code: string } }) => each.run?.id ?? each.error?.code,
      ),
    ).toStrictEqual(["one", "stopped", "journal-damaged"]);
    expect(documents[0].summary).toMatchObject({ unknown: 0 });
    expect(documents[1].summary).toMatchObject({ created: 1 });
    for (const flags of [
      ["--rows", "2"],
      ["--with", "fix.csv"],
    ])
      expect((await desk.call(["replay", "one", "two", ...flags])).exitCode).toBe(2);
  }, 60_000);
});
