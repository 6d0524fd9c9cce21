import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CliError } from "../../../src/base/cli-error.ts";
import type { AnswerProblem } from "../../../src/job/owner-answer-texts.ts";
import { answersForRows, answersInSheet, type OwnerAnswer } from "../../../src/job/resolve/owner-answers.ts";
import { sharedLinks } from "../../../src/job/resolve/resolve-run.ts";
import { Run } from "../../../src/run/run.ts";
import { startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { openInput } from "../../../src/sheet/open-input.ts";
import { sharedFolder } from "../../folders.ts";
import { csvOf, leads } from "../../program/lead-sheet.ts";
import { freshFolder, KEY, PARTNER, runProgram } from "../../program/run-program.ts";
import { end, intent, result, round, sampleRun } from "../../run/sample-run.ts";
import { coded } from "../../wordless.ts";

const LINK = "https://service.example.test/api/auth/callback/credentials?token=TOLD-BY-OWNER";
const LOST = { side: "after", status: 502, body: {} } as const;

const made = sharedFolder();
/** Of row 2, which is created. */
let quote: { quoteId: string; loginUrl: string };

/** Rows 2 to 5: two are created; 3 is there and its answer lost; 4 got lost twice. `asked.csv` was written before the second time. */
beforeAll(async () => {
  const script = { "applicant-3@example.com": [LOST], "applicant-4@example.com": [LOST, LOST] };
  const service = await startSandbox({ keys: [KEY], partners: [PARTNER], faults: { script } });
  writeFileSync(join(made, "leads.csv"), csvOf(leads(4)));
  const env = { LEADCTL_BASE_URL: service.url, LEADCTL_PARTNER: PARTNER, LEADCTL_API_KEY: KEY };
  const call = (line: string) => runProgram(line.split(" "), { cwd: made, env });
  await call("submit leads.csv --out run --quiet");
  await call("report run --format handover --output asked.csv");
  await call("replay run --status unknown --rows 4 --quiet");
  await call("report run --format handover --output list.csv");
  const own = service.quotes().find(({ email }) => email === "applicant-2@example.com");
  quote = { quoteId: own?.quoteId ?? "", loginUrl: own?.loginUrl ?? "" };
  await service.stop();
});

/** What is wrong with answers, place by place. */
async function problemsOf(given: Promise<OwnerAnswer[]>): Promise<string[]> {
  const error = await given.then(() => null).catch((thrown: unknown) => thrown);
  if (!(error instanceof CliError)) throw error ?? new Error("nothing was wrong");
  const problems = error.params?.problems as AnswerProblem[] | undefined;
  return problems?.map(told) ?? [error.finding];
}

function told({ place, ...found }: AnswerProblem): string {
  return `${JSON.stringify(place)} ${coded(found)}`;
}

async function runHere(): Promise<{ run: Run; cwd: string }> {
  const cwd = freshFolder();
  cpSync(made, cwd, { recursive: true });
  return { run: await Run.read(join(cwd, "run")), cwd };
}

async function inSheet(text: string): Promise<OwnerAnswer[]> {
  const { run, cwd } = await runHere();
  const path = join(cwd, "filled.csv");
  writeFileSync(path, text);
  return answersInSheet(run, await openInput({ path }, { keepsAll: true }));
}

describe("an answer for rows cannot be used", () => {
  const created = { word: "created" } as const;
  it.each<[what: string, rows: [number, number], answer: Omit<OwnerAnswer, "row">, problem: string]>([
    ["of a row outside", [3, 9], created, '{"row":6} row-absent'],
    ["of a row with a quote", [2, 2], created, '{"row":2} created'],
    ["with a link for two rows", [3, 4], { ...created, loginUrl: LINK }, "null several-rows"],
    ["with what is no link", [3, 3], { ...created, loginUrl: "javascript:1" }, '{"row":3} login-link'],
    [
      "with a link without a token",
      [3, 3],
      { ...created, loginUrl: "https://s.test/" },
      '{"row":3} login-link',
    ],
    ["with a link as the quote's id", [3, 3], { ...created, quoteId: LINK }, '{"row":3} quote-id-secret'],
    ["with a link of none", [3, 3], { word: "not-created", loginUrl: LINK }, '{"row":3} link-of-none'],
    ["that takes back nothing", [3, 3], { word: null }, '{"row":3} nothing-to-undo'],
  ])("%s", async (_what, [from, to], answer, problem) => {
    const { run } = await runHere();
    expect((await problemsOf(answersForRows(run, [{ from, to }], answer)))[0]).toBe(problem);
  });

  it("with another quote id than the one that arrived, of which that may be the beginning", async () => {
    for (const [arrived, given, problems] of [
      ["q-1", "q-2", ['{"row":2} other-quote quoteId=q-1']],
      ["q-1", "q-12", ['{"row":2} other-quote quoteId=q-1']],
      ["q-1", "q-1", null],
      ["q-1…", "q-12", null],
    ] as const) {
      const answer = { kind: "unreadable", reason: "no-ids", pieces: { quoteId: arrived } } as const;
      const { paths } = await sampleRun(1, [round(), intent(2), result(2, { answer, body: null }), end]);
      const answers = answersForRows(await Run.read(paths.dir), [{ from: 2, to: 2 }], {
        word: "created",
        quoteId: given,
      });
      if (problems) expect(await problemsOf(answers)).toStrictEqual(problems);
      else expect(await answers).toHaveLength(1);
    }
  });

  it("with the quote or the link of another person", async () => {
    const { run } = await runHere();
    const { quoteId, loginUrl } = quote;
    for (const own of [{ quoteId }, { loginUrl }, { loginUrl: `${loginUrl}&utm_source=mail` }]) {
      const answers = await answersForRows(run, [{ from: 3, to: 3 }], { word: "created", ...own });
      expect((await sharedLinks([{ run, answers }])).map(told)).toStrictEqual([
        '{"row":3} link-shared other=row 2',
      ]);
    }
  });

  it("with a quote that arrived for somebody else, though nothing proves it", async () => {
    const pieces = { quoteId: "q-3", loginUrl: LINK };
    const answer = { kind: "server-error", pieces } as const;
    const records = [round(), intent(2), result(2, { answer: { kind: "no-answer" } }), intent(3)];
    const { paths } = await sampleRun(2, [
      ...records,
      result(3, { answer, body: JSON.stringify(pieces) }),
      end,
    ]);
    const run = await Run.read(paths.dir);
    for (const own of [{ quoteId: "q-3" }, { loginUrl: LINK }]) {
      const answers = await answersForRows(run, [{ from: 2, to: 2 }], { word: "created", ...own });
      const shared = await sharedLinks([{ run, answers }]);
      expect(shared.map(told)).toStrictEqual(['{"row":2} link-shared other=row 3']);
    }
  });
});

describe("a sheet of answers", () => {
  const HEADER = "row,email,result,quote_id,login_url\n";

  it("is taken by row or e-mail, whatever its columns and words are called, with a link as it was pasted", async () => {
    const text = `Row,Mail,Outcome,Link,Remark\n3,,Created,<${LINK}>.,\n,applicant-4@example.com,no,,looked it up\n`;
    expect(await inSheet(text)).toStrictEqual([
      { row: 3, word: "created", loginUrl: LINK },
      { row: 4, word: "not-created", note: "looked it up" },
    ]);
  });

  it("names each line that cannot be used", async () => {
    const lines = ["3,applicant-4@example.com,created,,", "2,applicant-2@example.com,created,,"];
    lines.push("4,applicant-4@example.com,maybe,,", "4,,not-created?,,", "x,,created,,");
    expect((await problemsOf(inSheet(HEADER + lines.join("\n")))).sort()).toStrictEqual([
      '{"line":2} other-email row=3',
      '{"line":3,"row":2} created',
      '{"line":4} result-unknown text=maybe',
      '{"line":5} result-unknown text=not-created?',
      '{"line":6} row-unknown',
    ]);
    const twice = `${HEADER}3,,created,1.2E+17,\n3,,created,,\n`;
    expect((await problemsOf(inSheet(twice))).sort()).toStrictEqual([
      '{"line":2,"row":3} quote-id-shortened',
      '{"line":3} answered-twice row=3',
    ]);
    // As a spreadsheet fills a column down.
    const filled = `${HEADER}3,,created,q-3,${LINK}\n4,,created,q-3,${LINK}\n`;
    const { run } = await runHere();
    const shared = await sharedLinks([{ run, answers: await inSheet(filled) }]);
    expect(shared.map(told)).toStrictEqual(['{"row":4} link-shared other=row 3']);
    expect(await problemsOf(inSheet(`${HEADER}3,,,,\n`))).toStrictEqual(["resolve-unusable/empty"]);
    expect(await problemsOf(inSheet("row,email\n3,\n"))).toStrictEqual(["resolve-unusable/columns"]);
  });

  it("that was written before a row was sent again says that it exists, and not that it does not", async () => {
    const { run, cwd } = await runHere();
    const answered = (name: string, row4: string, change = (text: string) => text) => {
      const results = ["", "created", row4];
      const lines = change(readFileSync(join(made, name), "utf8")).split("\r\n");
      const filled = lines.map((line, at) => line.replace(/"","","",""$/, `"${results[at]}","","",""`));
      writeFileSync(join(cwd, "filled.csv"), filled.join("\r\n"));
      return openInput({ path: join(cwd, "filled.csv") }, { keepsAll: true }).then((table) =>
        answersInSheet(run, table),
      );
    };
    const since = ['{"line":3} sent-since row=4'];
    expect(await problemsOf(answered("asked.csv", "not-created"))).toStrictEqual(since);
    // A spreadsheet program writes times in its own way.
    const times = (text: string) => text.replace(/(\d{4})-(\d\d)-(\d\d)T([\d:]+)[.\d]*Z/g, "$3.$2.$1 $4");
    expect(await problemsOf(answered("asked.csv", "not-created", times))).toStrictEqual(since);
    expect(await answered("asked.csv", "created")).toHaveLength(2);
    expect(await answered("list.csv", "not-created")).toHaveLength(2);
    // Of another run of the same people: its requests have other ids.
    const others = (text: string) => text.replace(/[0-9a-f]{8}-(?=[0-9a-f-]{27})/g, "00000000-");
    expect(await problemsOf(answered("list.csv", "", others))).toStrictEqual([
      '{"line":2} other-requests row=3',
    ]);
  });
});
