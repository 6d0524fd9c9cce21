import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { brokenLead } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { HAS_TERMINAL, runOnTerminal, type TypedAnswer } from "./on-terminal.ts";
import { doubtfulFolder, doubtfulLeads, QUESTION, ROW_COUNT, WORD } from "./question-sheet.ts";
import { readReport, statusCounts } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

const ENV = { LANG: "C.UTF-8" };
const DOWN = "\u001b[B";
const ENTER = "\r";
/** The last line of a prompt. */
const READY = "Enter: confirm";
/**
 * What is typed to the next question. Its mark is waited for first: each key has the last line drawn anew, and what is
 * typed to that, before the next question stands, nobody reads.
 */
const toNextQuestion = (keys: string): TypedAnswer[] => [
  { to: "◆", with: "" },
  { to: READY, with: keys },
];
const ANSWERS = ["as-it-stands", "singleFamily", "multiUnit", "condo", "townhouse", "leave-out"];
const chosen = (answer: string): string => DOWN.repeat(ANSWERS.indexOf(answer)) + ENTER;
const SUBMIT = ["submit", "leads.csv", "--out", "run"];

const keptIn = (cwd: string): Record<string, string> => {
  const [name = ""] = readdirSync(join(cwd, "leadctl-mappings"));
  return JSON.parse(readFileSync(join(cwd, "leadctl-mappings", name), "utf8")).answers;
};

describe.skipIf(!HAS_TERMINAL)("a sheet with open questions, on a terminal", () => {
  async function submitAnswering(answers: readonly TypedAnswer[], cwd = doubtfulFolder(), args = SUBMIT) {
    const service = await startService();
    const end = await runOnTerminal(args, { cwd, env: { ...ENV, ...service.env } }, answers);
    const types = service.quotes().map(({ lead }) => (lead as { buildingType?: string }).buildingType);
    return { service, cwd, end, types };
  }

  it("is sent as the person answers, and asks no more", async () => {
    const { cwd, end, types } = await submitAnswering([{ to: READY, with: chosen("townhouse") }]);
    expect(end.exitCode, end.text).toBe(0);
    expect(end.text).toContain("leads.csv raises 1 question");
    expect(end.text).toContain("Question 1 of 1");
    expect(end.text).toContain(`B3  ${WORD}`);
    expect(types).toStrictEqual(["singleFamily", "townhouse", "singleFamily", "townhouse"]);
    const path = join(cwd, "leadctl-mappings");
    expect(keptIn(cwd)).toStrictEqual({ [QUESTION]: "townhouse" });
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(end.text).toContain("Your answers are kept in leadctl-mappings/");
    const again = await runProgram(["validate", "leads.csv"], { cwd });
    expect(again.stderr).toContain("Answers of");
  });

  it("asks one question after the other, all counted", async () => {
    const cwd = freshFolder();
    const rows = [changed(leadOf(4), "buildingType", WORD), changed(leadOf(8), "loanPurpose", "Zest")];
    writeFileSync(join(cwd, "leads.csv"), csvOf(rows));
    const { end } = await submitAnswering([...toNextQuestion(ENTER), ...toNextQuestion(ENTER)], cwd);
    expect(end.exitCode, end.text).toBe(0);
    expect(end.text).toContain("Question 2 of 2");
    expect(Object.keys(keptIn(cwd))).toHaveLength(2);
  });

  it.each([
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
    ["Escape", "\u001b"],
  ])("is not sent after %s, and nothing is left behind", async (_what, key) => {
    const { service, cwd, end } = await submitAnswering([{ to: READY, with: key }]);
    expect([end.exitCode, service.requestCount()], end.text).toStrictEqual([130, 0]);
    expect(end.text.lastIndexOf("\u001b[?25h")).toBeGreaterThan(end.text.lastIndexOf("\u001b[?25l"));
    expect(readdirSync(cwd)).toStrictEqual(["leads.csv"]);
  });

  it.each([
    ["--json", ["--json"], {}],
    ["CI", [], { CI: "true" }],
    ["a terminal that cannot be drawn on", [], { TERM: "dumb" }],
  ])("does not ask with %s", async (_what, more, env) => {
    const service = await startService();
    const cwd = doubtfulFolder();
    const variables = { ...ENV, ...service.env, ...env };
    const end = await runOnTerminal([...SUBMIT, ...more], { cwd, env: variables }, []);
    expect([end.exitCode, service.requestCount()], end.text).toStrictEqual([2, 0]);
    expect(end.text).not.toContain(READY);
  });

  it("does not ask a terminal whose stdin is the input", async () => {
    const service = await startService();
    const cwd = freshFolder();
    const args = ["submit", "-", "--format", "jsonl"];
    // A named path is not taken at its word in words that people write.
    const typed = `${csvOf(doubtfulLeads()).split("\n").slice(0, 3).join("\n")}\n\u0004`;
    const end = await runOnTerminal(
      [...args.slice(0, 3), "csv"],
      { cwd, env: { ...ENV, ...service.env } },
      { to: "", with: typed },
    );
    expect([end.exitCode, service.requestCount()], end.text).toStrictEqual([2, 0]);
    expect(end.text).not.toContain(READY);
  });

  it("is asked about by validate, which then shows what is ready", async () => {
    const cwd = doubtfulFolder();
    const args = ["validate", "leads.csv", "--out", "checked"];
    const end = await runOnTerminal(args, { cwd, env: ENV }, { to: READY, with: ENTER });
    expect(end.exitCode, end.text).toBe(0);
    expect(end.text).toContain(`All ${ROW_COUNT} rows are ready`);
    expect(existsSync(join(cwd, "checked", "report.csv"))).toBe(true);
  });

  it("goes on with the answers where they cannot be kept, and says so", async () => {
    const cwd = doubtfulFolder();
    writeFileSync(join(cwd, "leadctl-mappings"), "a file in their place");
    const { end, types } = await submitAnswering([{ to: READY, with: ENTER }], cwd);
    expect(end.exitCode, end.text).toBe(0);
    expect(end.text).toContain("Your answers could not be saved, and are used only this time");
    expect(types).toHaveLength(ROW_COUNT);
  });

  it("fits into forty columns, and is drawn where a terminal tells no width", async () => {
    const cwd = doubtfulFolder(`${WORD} of a kind that goes on and on for many more words`);
    const env = ENV;
    const narrow = await runOnTerminal(
      ["validate", "leads.csv"],
      { cwd, env, columns: 40 },
      { to: READY, with: ENTER },
    );
    expect(narrow.exitCode, narrow.text).toBe(0);
    const drawn = narrow.text.slice(narrow.text.indexOf("◆"), narrow.text.indexOf(READY));
    for (const line of stripVTControlCharacters(drawn).split(/\r?\n/))
      expect(line.length).toBeLessThanOrEqual(40);
    const wide = await runOnTerminal(
      ["validate", "leads.csv"],
      { cwd: doubtfulFolder(), env, columns: 0 },
      { to: READY, with: ENTER },
    );
    expect(wide.exitCode, wide.text).toBe(0);
    expect(wide.text.length).toBeLessThan(5_000);
  });

  it("is inert, whatever stands in its headers", async () => {
    const cwd = freshFolder();
    const header = "Style\u001b]0;owned\u0007\u202e of house";
    const headers = ["Email", header, "Street", "City", "Street", "City"];
    writeFileSync(
      join(cwd, "leads.csv"),
      `${headers.join(",")}\na@example.com,Zome,1 Elm St,Salem,2 Oak St,Lynn\n`,
    );
    const answers = Array.from({ length: 6 }, () => toNextQuestion(DOWN + ENTER)).flat();
    const end = await runOnTerminal(["validate", "leads.csv"], { cwd, env: ENV }, answers);
    expect([0, 1], end.text).toContain(end.exitCode);
    expect(end.text).toContain("Question 1 of");
    expect(end.text).not.toMatch(/\u001b\]0;|\u202e|\u0007/);
  });

  it("has no answer to whose an address is in a key that is pressed too early", async () => {
    const cwd = freshFolder();
    const headers = ["Email", "Street", "City", "State", "Zip", "Street", "City", "State", "Zip"];
    const cells = ["a@example.com", "1 Elm St", "Salem", "MA", "01970", "2 Oak St", "Lynn", "MA", "01901"];
    writeFileSync(join(cwd, "leads.csv"), `${headers.join(",")}\n${cells.join(",")}\n`);
    const early = await submitAnswering([{ to: READY, with: ENTER }], cwd);
    expect([early.end.exitCode, early.types.length], early.end.text).toStrictEqual([130, 0]);
    expect(existsSync(join(cwd, "leadctl-mappings"))).toBe(false);
    // The cursor stands below the answers, and goes round.
    const chosenEach = [DOWN + DOWN + ENTER, DOWN + ENTER];
    const end = await submitAnswering(chosenEach.flatMap(toNextQuestion), cwd);
    expect(end.service.quotes()[0]?.lead, end.end.text).toMatchObject({
      residentialAddress: { street: "1 Elm St" },
      address: { street: "2 Oak St" },
    });
  });

  it("asks for the name of a protected environment after that", async () => {
    const service = await startService();
    const cwd = doubtfulFolder();
    const config = {
      environments: {
        production: { baseUrl: service.url, partner: "acme", confirm: true, keyVariable: "LEADCTL_API_KEY" },
      },
    };
    writeFileSync(join(cwd, "leadctl.config.json"), JSON.stringify(config));
    const end = await runOnTerminal(
      [...SUBMIT, "--env", "production"],
      { cwd, env: { ...ENV, LEADCTL_API_KEY: service.env.LEADCTL_API_KEY ?? "" } },
      [
        { to: READY, with: ENTER },
        { to: "Type production", with: "production\n" },
      ],
    );
    expect(end.exitCode, end.text).toBe(0);
    expect(service.quotes()).toHaveLength(ROW_COUNT);
  });
});

describe.skipIf(!HAS_TERMINAL)("corrections with a word that nobody knows, on a terminal", () => {
  it("are asked about, and the answer is kept for the run and for sheets like it", async () => {
    const service = await startService();
    const cwd = sheetFolder([leadOf(4), brokenLead(8)]);
    await runProgram([...SUBMIT, "--quiet"], { cwd, env: service.env });
    const path = correctFix(join(cwd, "run"), { 3: { "Building Type": WORD } });
    mkdirSync(join(cwd, "leadctl-mappings"));
    const args = ["replay", "run", "--with", path];
    const end = await runOnTerminal(
      args,
      { cwd, env: { ...ENV, ...service.env } },
      { to: READY, with: chosen("singleFamily") },
    );
    expect(end.exitCode, end.text).toBe(0);
    expect(service.quotes().map(({ lead }) => lead)).toMatchObject([{}, { buildingType: "singleFamily" }]);
    expect(keptIn(cwd)).toStrictEqual({ [QUESTION]: "singleFamily" });
    const plan =
      readFileSync(join(cwd, "run", "plan-2.ndjson"), "utf8")
        .trim()
        .split("\n")
        .at(-1) ?? "";
    expect(JSON.parse(plan).reading.answers).toContainEqual([QUESTION, "singleFamily"]);
  });
});

const UP = "\u001b[A";

describe.skipIf(!HAS_TERMINAL)("on a terminal, a row that may be somebody twice", () => {
  it.each([
    ["goes where a person says so", `${UP}\r`, { created: 2 }, 3],
    ["stays behind where a person says so", `${UP}${UP}\r`, { created: 1, invalid: 1 }, 2],
  ])("%s", async (_, keys, counts, quoteCount) => {
    const service = await startService();
    const cwd = freshFolder();
    writeFileSync(join(cwd, "first.csv"), csvOf([leadOf(2)]));
    await runProgram(["submit", "first.csv", "--out", "leadctl-runs/one"], { cwd, env: service.env });
    const again = changed(leadOf(2), "contactInfo.email", "again@example.org");
    writeFileSync(join(cwd, "second.csv"), csvOf([again, leadOf(3)]));
    const args = ["submit", "second.csv", "--out", "leadctl-runs/two"];
    const end = await runOnTerminal(args, { cwd, env: service.env }, { to: "I am not sure", with: keys });
    expect(end.text).toContain(
      "leadctl-runs/one, row 2 O'Neil Noor, which has a quote (same name and phone)",
    );
    expect(statusCounts(readReport(join(cwd, "leadctl-runs/two"))), end.text).toMatchObject(counts);
    expect(service.quotes().length).toBe(quoteCount);
  });

  it.each(["submit", "replay"])(
    "asks again at %s about who was sent elsewhere while it asked",
    async (command) => {
      const service = await startService();
      const [cwd, env] = [freshFolder(), service.env];
      const sheet = (name: string, ...rows: NestedLead[]) => writeFileSync(join(cwd, name), csvOf(rows));
      const [one, other] = [leadOf(2), leadOf(3)];
      const again = (lead: NestedLead, email: string) => changed(lead, "contactInfo.email", email);
      sheet("first.csv", one);
      await runProgram(["submit", "first.csv", "--out", "leadctl-runs/one"], { cwd, env });
      const isSubmit = command === "submit";
      const twoRows = [again(one, "again@example.org"), again(other, "other@example.org")];
      sheet(
        "second.csv",
        ...twoRows.map((lead) => (isSubmit ? lead : changed(lead, "address.state", "#REF!"))),
      );
      const submit = ["submit", "second.csv", "--out", "leadctl-runs/two"];
      if (!isSubmit) await runProgram(submit, { cwd, env });
      const whole = { State: "MA" };
      const fix = isSubmit ? "" : correctFix(join(cwd, "leadctl-runs/two"), { 2: whole, 3: whole });
      const args = isSubmit ? submit : ["replay", "leadctl-runs/two", "--with", fix];
      sheet("third.csv", other);
      const meanwhile = () => runProgram(["submit", "third.csv", "--out", "far/three"], { cwd, env });
      const end = await runOnTerminal(args, { cwd, env }, [
        { to: "I am not sure", with: `${UP}${UP}\r`, meanwhile },
        { to: "far/three, row 2", with: "" },
        { to: "I am not sure", with: `${UP}${UP}\r` },
      ]);
      expect(statusCounts(readReport(join(cwd, "leadctl-runs/two"))), end.text).toMatchObject({ invalid: 2 });
      expect(service.quotes().length).toBe(2);
    },
  );

  it("sends nothing where a person is not sure", async () => {
    const service = await startService();
    const cwd = freshFolder();
    writeFileSync(
      join(cwd, "leads.csv"),
      csvOf([leadOf(2), changed(leadOf(2), "contactInfo.email", "b@example.org")]),
    );
    const answer = { to: "I am not sure", with: "\r" };
    const end = await runOnTerminal(
      ["submit", "leads.csv", "--out", "run"],
      { cwd, env: service.env },
      answer,
    );
    expect([end.exitCode, service.quotes().length], end.text).toStrictEqual([130, 0]);
  });
});
