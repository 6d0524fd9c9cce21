import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptySummary } from "../../src/outcome/status.ts";
import { checkResult } from "../../src/report/model/headline.ts";
import { keepAnswers } from "../../src/sheet/mapping/kept-answers.ts";
import { columnLetters } from "../../src/sheet/table.ts";
import { brokenLead } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { doubtfulLeads, QUESTION, ROW_COUNT, WORD, writeMapping } from "./question-sheet.ts";
import { quotesByEmail, runProgram } from "./run-program.ts";
import { started } from "./started.ts";

const SINGLE_FAMILY = { answers: { [QUESTION]: "singleFamily" } };

async function startedWith(sheet: string | NestedLead[] = doubtfulLeads(), name = "leads.csv") {
  const { service, cwd } = await started(sheet, {}, name);
  /** @param line Words of a command, without blanks in them. */
  const run = async (line: string, stdin?: string) => {
    const given = stdin === undefined ? {} : { stdin };
    const end = await runProgram(line.split(" "), { cwd, env: service.env, ...given });
    return { ...end, requests: service.requestCount() };
  };
  const json = async (line: string, stdin?: string) => {
    const { exitCode, requests, stdout, stderr } = await run(`${line} --json`, stdin);
    return { ends: [exitCode, requests], stderr, ...JSON.parse(stdout) };
  };
  const types = () =>
    quotesByEmail(service).map(({ lead }) => (lead as { buildingType?: string }).buildingType);
  return { service, cwd, run, json, types };
}

/** The codes of what a run was told when its sheet was read, and the answers that it was read by. */
function readingOf(cwd: string, plan = "plan.ndjson") {
  const lines = readFileSync(join(cwd, "run", plan), "utf8")
    .trim()
    .split("\n");
  const { notices, reading } = JSON.parse(lines.at(-1) ?? "");
  return { codes: notices.map(({ code }: { code: string }) => code), answers: reading?.answers };
}

describe("a sheet with an open question, where nobody can be asked", () => {
  it("is not sent, leaves nothing behind, and is told how it is answered", async () => {
    const { cwd, json } = await startedWith();
    const { ends, error, stderr } = await json("submit leads.csv");
    expect(ends, stderr).toStrictEqual([2, 0]);
    expect(readdirSync(cwd)).toStrictEqual(["leads.csv"]);
    expect(error).toMatchObject({ code: "open_questions", finding: "open_questions" });
    expect(error.questions).toStrictEqual([
      {
        ...{ id: QUESTION, kind: "word", column: "Building Type", letters: "B", word: WORD },
        finding: "word-unknown",
        params: {
          ...{ text: { personal: WORD }, field: "buildingType" },
          ...{ isConcept: expect.any(Boolean), why: expect.any(String) },
        },
        text: expect.any(String),
        rowCount: 2,
        cells: [
          { cell: "B3", text: WORD },
          { cell: "B5", text: WORD },
        ],
        options: expect.arrayContaining([
          { answer: "singleFamily", label: "Single family" },
          { answer: "as-it-stands", label: expect.any(String) },
        ]),
        acceptable: true,
      },
    ]);
    for (const told of [`"${QUESTION}": "singleFamily"`, "--accept-reading"]) expect(stderr).toContain(told);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it("is sent with an answer of a mapping file, which the plan keeps, or as it stands with --accept-reading", async () => {
    const answered = await startedWith();
    writeMapping(answered.cwd, SINGLE_FAMILY);
    expect((await answered.run("submit leads.csv --mapping mapping.json --out run")).exitCode).toBe(0);
    expect(answered.types()).toStrictEqual(Array(ROW_COUNT).fill("singleFamily"));
    expect(readingOf(answered.cwd).answers).toContainEqual([QUESTION, "singleFamily"]);
    const accepted = await startedWith();
    expect((await accepted.run("submit leads.csv --accept-reading --out run")).exitCode).toBe(0);
    expect(accepted.types()).toStrictEqual(["singleFamily", WORD, "singleFamily", WORD]);
    expect(readingOf(accepted.cwd).codes).toContain("question-passed");
  });

  it("asks nothing of rows that are not selected", async () => {
    const { run } = await startedWith();
    const end = await run("submit leads.csv --rows 2,4");
    expect([end.exitCode, end.requests], end.stderr).toStrictEqual([0, 2]);
    expect((await run("validate leads.csv --limit 1")).exitCode).toBe(0);
    expect((await run("validate leads.csv --limit 2")).exitCode).toBe(1);
  });

  it("is refused with an answer that is none of the options, whatever is accepted", async () => {
    const { cwd, json } = await startedWith();
    writeMapping(cwd, { answers: { [QUESTION]: "castle" } });
    for (const more of ["", " --accept-reading"]) {
      const { ends, error } = await json(`submit leads.csv --mapping mapping.json${more}`);
      expect([...ends, error.finding]).toStrictEqual([2, 0, "mapping-invalid/answers"]);
    }
  });

  it("may come from stdin, whose answers stand in a file", async () => {
    const { cwd, json } = await startedWith();
    const stdin = readFileSync(join(cwd, "leads.csv"), "utf8");
    const { ends, error } = await json("submit - --format csv", stdin);
    expect([...ends, error.finding]).toStrictEqual([2, 0, "open_questions"]);
    writeMapping(cwd, SINGLE_FAMILY);
    expect((await json("submit - --format csv --mapping mapping.json", stdin)).ends[0]).toBe(0);
  });
});

describe("a sheet that does not say whose its addresses are", () => {
  const SHEET = `Email,First Name,Street,City,State,Zip,Street,City,State,Zip
a@example.com,Ana,12 Elm St,Salem,MA,01970,4 Oak Ave,Lynn,MA,01901
`;

  it("is not sent whatever is accepted, and shows nobody's street", async () => {
    const { json } = await startedWith(SHEET);
    const { ends, error, stderr } = await json("submit leads.csv --accept-reading");
    expect(ends, stderr).toStrictEqual([2, 0]);
    for (const question of error.questions)
      expect(question).toMatchObject({ kind: "address", acceptable: false });
    expect(error.hint).toContain("--accept-reading does not skip");
    expect((await json("submit leads.csv")).error.hint).not.toContain("--accept-reading");
    expect(JSON.stringify(error) + stderr).not.toMatch(/Elm|Oak/);
  });

  it("is sent as a mapping file answers, which is told of what it answers for nothing", async () => {
    const { service, cwd, run } = await startedWith(SHEET);
    const addresses = { "address:street": "residence", "address:street#2": "property" };
    writeMapping(cwd, { answers: { ...addresses, "column:elsewhere": "leave-out" } });
    const end = await run("submit leads.csv --mapping mapping.json --out run");
    expect(service.quotes()[0]?.lead, end.stderr).toMatchObject({
      address: { street: "4 Oak Ave", zip: "01901" },
      residentialAddress: { street: "12 Elm St", zip: "01970" },
    });
    expect(readingOf(cwd).codes).toContain("answers-unasked");
    expect(end.stderr).toContain("column:elsewhere");
  });
});

it("validate shows an open question, counts, writes no reports that could be taken for ready, and ends with 1", async () => {
  const { cwd, json } = await startedWith();
  const { ends, run, summary, questions, stderr } = await json("validate leads.csv --out checked");
  expect([...ends, run.dir]).toStrictEqual([1, 0, null]);
  expect(summary).toMatchObject({ total: ROW_COUNT, pending: ROW_COUNT });
  expect(questions).toMatchObject([{ id: QUESTION, rowCount: 2 }]);
  expect(stderr).toContain(`"${QUESTION}": "singleFamily"`);
  expect(stderr).not.toContain("leadctl submit");
  expect(readdirSync(join(cwd, "checked"))).toStrictEqual(["reading.xlsx"]);
  // The rows that --strict refuses for the word alone go once it is answered.
  const strict = await json("validate leads.csv --strict");
  expect(strict.summary.invalid).toBe(2);
  const answered = checkResult({ ...emptySummary(), total: ROW_COUNT, pending: ROW_COUNT });
  expect(strict.stderr.replace(/\s+/g, " ")).toContain(answered.text.slice(1));
  const accepted = await json("validate leads.csv --accept-reading --out checked");
  expect([accepted.ends[0], accepted.questions]).toStrictEqual([0, []]);
  expect(accepted.stderr).toContain("leadctl submit leads.csv --accept-reading");
});

describe("answers that are kept for a sheet's headers", () => {
  const HEADERS = csvOf([]).trim().split(",");

  /** As a terminal dialogue leaves them. */
  async function keptFolder(answer = "townhouse") {
    const begun = await startedWith();
    const columns = HEADERS.map((name, index) => ({ name, letters: columnLetters(index) }));
    const folder = join(begun.cwd, "leadctl-mappings");
    await keepAnswers(columns, new Map([[QUESTION, answer]]), new Date("2026-11-20T09:00:00Z"), folder);
    const [name = ""] = readdirSync(folder);
    return { ...begun, kept: join("leadctl-mappings", name) };
  }

  it("are used again without a terminal and for stdin, and it is said each time; those of --mapping come first", async () => {
    const { cwd, kept, run, types } = await keptFolder();
    const stdin = readFileSync(join(cwd, "leads.csv"), "utf8");
    for (const end of [
      await run("validate leads.csv"),
      await run("submit - --format csv --out run", stdin),
    ]) {
      expect(end.exitCode, end.stderr).toBe(0);
      expect(end.stderr).toContain("2026-11-20");
      expect(end.stderr.replace(/\s+/g, " ")).toContain(kept);
    }
    expect(types()[1]).toBe("townhouse");
    expect(readingOf(cwd).codes).toContain("answers-used");
    writeMapping(cwd, SINGLE_FAMILY);
    const other = await run("validate leads.csv --mapping mapping.json");
    expect([other.exitCode, other.stderr.includes("2026-11-20")]).toStrictEqual([0, false]);
  });

  it("are asked for again where they cannot be chosen any longer, and of another sheet", async () => {
    const { cwd, kept, run } = await keptFolder("castle");
    const end = await run("submit leads.csv");
    expect([end.exitCode, end.requests]).toStrictEqual([2, 0]);
    for (const told of [kept, "castle"]) expect(end.stderr.replace(/\s+/g, " ")).toContain(told);
    writeFileSync(join(cwd, "other.csv"), csvOf(doubtfulLeads()).replace("Affiliate ID", "Notes"));
    const other = await run("validate other.csv");
    expect([other.exitCode, other.stderr.includes(kept)]).toStrictEqual([1, false]);
  });

  it("are found for JSON, whose keys are known at its end", async () => {
    const rows = doubtfulLeads("An odd hut");
    const { cwd, run, json, types } = await startedWith(JSON.stringify(rows), "leads.json");
    const [{ id }] = (await json("validate leads.json")).questions;
    // The canonical paths, as the leads nest them.
    const paths = new Set(rows.flatMap((row) => pathsOf(row)));
    const columns = [...paths].map((name) => ({ name, keys: name.split(".") }));
    const folder = join(cwd, "leadctl-mappings");
    await keepAnswers(columns, new Map([[id, "townhouse"]]), new Date("2026-11-20T09:00:00Z"), folder);
    expect((await run("submit leads.json")).exitCode).toBe(0);
    expect(types()[1]).toBe("townhouse");
  });

  it("refuse the sheet where their file is damaged, by its name", async () => {
    const { cwd, kept, run } = await keptFolder();
    writeFileSync(join(cwd, kept), '{"answers": {');
    const end = await run("submit leads.csv");
    expect([end.exitCode, end.requests]).toStrictEqual([2, 0]);
    expect(end.stderr.replace(/\s+/g, " ")).toContain(kept);
    expect(end.stderr).not.toMatch(/^ +at /m);
  });
});

function pathsOf(lead: object, before = ""): string[] {
  return Object.entries(lead).flatMap(([key, value]) =>
    typeof value === "object" ? pathsOf(value, `${before}${key}.`) : [`${before}${key}`],
  );
}

describe("corrections with a word that nobody knows", () => {
  /** Rows 2 and 3, of which the second is a condo without its unit. */
  async function fixable(more = "", first = leadOf(4)) {
    const begun = await startedWith([first, brokenLead(8)]);
    writeMapping(begun.cwd, { answers: { [QUESTION]: "townhouse" } });
    await begun.run(`submit leads.csv --out run --quiet${more}`);
    const path = correctFix(join(begun.cwd, "run"), { 3: { "Building Type": WORD } });
    return { ...begun, replay: `replay run --with ${path}` };
  }

  it("are not taken, and nothing is written, unless they are accepted; then they are not asked about again", async () => {
    const { cwd, run, json, replay, types } = await fixable();
    const { ends, error } = await json(replay);
    expect(ends).toStrictEqual([2, 1]);
    const questions = [{ id: QUESTION, word: WORD }];
    expect(error).toMatchObject({ finding: "open_questions/fixed-sheet", questions });
    expect(readdirSync(join(cwd, "run"))).not.toContain("plan-2.ndjson");
    expect((await run(`${replay} --accept-reading`)).exitCode).toBe(0);
    expect(types()).toStrictEqual(["singleFamily", WORD]);
  });

  it("go by the answers that the run was read by, and as they stood where it passed over them", async () => {
    const answered = await fixable(" --mapping mapping.json");
    expect((await answered.run(answered.replay)).exitCode).toBe(0);
    expect(answered.types()).toStrictEqual(["singleFamily", "townhouse"]);
    const passed = await fixable(" --accept-reading", changed(leadOf(4), "buildingType", WORD));
    expect((await passed.run(passed.replay)).exitCode).toBe(0);
    expect(passed.types()).toStrictEqual([WORD, WORD]);
  });
});
