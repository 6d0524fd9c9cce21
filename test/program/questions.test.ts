import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { personal } from "../../src/base/finding.ts";
import { LEAD_TEXTS } from "../../src/lead/lead-texts.ts";
import { SHEET_NOTICE_TEXTS } from "../../src/sheet/notice-texts.ts";
import { brokenLead } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { doubtfulFolder, doubtfulLeads, QUESTION, ROW_COUNT, WORD, writeMapping } from "./question-sheet.ts";
import {
  freshFolder,
  type ProgramEnd,
  quotesByEmail,
  type RunningService,
  runProgram,
  startService,
} from "./run-program.ts";

const SINGLE_FAMILY = { answers: { [QUESTION]: "singleFamily" } };

async function started() {
  const service = await startService();
  const cwd = doubtfulFolder();
  return { service, cwd, run: (...args: string[]) => runProgram(args, { cwd, env: service.env }) };
}

function buildingTypes(service: RunningService): unknown[] {
  return quotesByEmail(service).map(({ lead }) => (lead as { buildingType?: string }).buildingType);
}

/** Where the values of a lead stand, by keys joined with dots. */
function pathsOf(lead: NestedLead, before = ""): string[] {
  return Object.entries(lead).flatMap(([key, value]) =>
    typeof value === "object" ? pathsOf(value, `${before}${key}.`) : [`${before}${key}`],
  );
}

function planned(cwd: string, run: string): string[] {
  return readFileSync(join(cwd, run, "plan.ndjson"), "utf8")
    .trim()
    .split("\n");
}

/** That the question of the word was passed over. */
function passed(rows: number): string {
  const question = { column: personal("Building Type"), letters: "B", word: personal(WORD), rows };
  return SHEET_NOTICE_TEXTS["question-passed"](question);
}

describe("a sheet with an open question, where nobody can be asked", () => {
  it("is not sent, leaves nothing behind, and is told how it is answered", async () => {
    const { service, cwd, run } = await started();
    const end = await run("submit", "leads.csv", "--json");
    expect([end.exitCode, service.requestCount()], end.stderr).toStrictEqual([2, 0]);
    expect(readdirSync(cwd)).toStrictEqual(["leads.csv"]);
    expect(JSON.parse(end.stdout)).toStrictEqual({
      schema: "leadctl/submit",
      version: 1,
      error: {
        code: "open_questions",
        finding: "open_questions",
        message: expect.any(String),
        hint: expect.any(String),
        questions: [
          {
            id: QUESTION,
            kind: "word",
            column: "Building Type",
            letters: "B",
            word: WORD,
            finding: "word-unknown",
            params: {
              text: { personal: WORD },
              field: "buildingType",
              isConcept: expect.any(Boolean),
              why: expect.any(String),
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
        ],
      },
    });
    expect(end.stderr).toContain("Question 1 of 1:");
    expect(end.stderr).toContain(`"${QUESTION}": "singleFamily"`);
    expect(end.stderr).toContain("--accept-reading");
    expect(end.stderr).not.toMatch(/^ +at /m);
  });

  it("says all of it with --quiet too, and leaves a folder of --out as it was", async () => {
    const { service, cwd, run } = await started();
    const end = await run("submit", "leads.csv", "--quiet", "--out", "run");
    expect([end.exitCode, service.requestCount()]).toStrictEqual([2, 0]);
    expect(end.stderr).toContain(`"${QUESTION}": "singleFamily"`);
    expect(existsSync(join(cwd, "run"))).toBe(false);
  });

  it("is sent with an answer of a mapping file, which the plan keeps", async () => {
    const { service, cwd, run } = await started();
    writeMapping(cwd, SINGLE_FAMILY);
    const end = await run("submit", "leads.csv", "--mapping", "mapping.json", "--out", "run");
    expect(end.exitCode, end.stderr).toBe(0);
    expect(buildingTypes(service)).toStrictEqual(Array(ROW_COUNT).fill("singleFamily"));
    const reading = JSON.parse(planned(cwd, "run").at(-1) ?? "").reading;
    expect(reading.answers).toContainEqual([QUESTION, "singleFamily"]);
  });

  it("is sent as it stands with --accept-reading, which is said", async () => {
    const { service, run } = await started();
    const end = await run("submit", "leads.csv", "--accept-reading");
    expect(end.exitCode, end.stderr).toBe(0);
    expect(buildingTypes(service)).toStrictEqual(["singleFamily", WORD, "singleFamily", WORD]);
    expect(end.stderr.replace(/\s+/g, " ")).toContain(passed(2));
  });

  it("asks nothing of rows that are not selected", async () => {
    const { service, run } = await started();
    const end = await run("submit", "leads.csv", "--rows", "2,4");
    expect([end.exitCode, service.requestCount()], end.stderr).toStrictEqual([0, 2]);
    expect((await run("validate", "leads.csv", "--limit", "1")).exitCode).toBe(0);
    expect((await run("validate", "leads.csv", "--limit", "2")).exitCode).toBe(1);
  });

  it("is refused with an answer that is none of the options, whatever is accepted", async () => {
    const { service, cwd, run } = await started();
    writeMapping(cwd, { answers: { [QUESTION]: "castle" } });
    for (const more of [[], ["--accept-reading"]]) {
      const end = await run("submit", "leads.csv", "--json", "--mapping", "mapping.json", ...more);
      expect([end.exitCode, service.requestCount()]).toStrictEqual([2, 0]);
      expect(JSON.parse(end.stdout).error.finding).toBe("mapping-invalid/answers");
    }
  });

  it("may come from stdin, whose answers stand in a file", async () => {
    const { service, cwd } = await started();
    const stdin = readFileSync(join(cwd, "leads.csv"));
    const args = ["submit", "-", "--format", "csv", "--json"];
    const end = await runProgram(args, { cwd, env: service.env, stdin });
    expect([end.exitCode, service.requestCount()]).toStrictEqual([2, 0]);
    expect(JSON.parse(end.stdout).error.finding).toBe("open_questions");
    writeMapping(cwd, SINGLE_FAMILY);
    const answered = await runProgram([...args, "--mapping", "mapping.json"], {
      cwd,
      env: service.env,
      stdin,
    });
    expect(answered.exitCode, answered.stderr).toBe(0);
  });
});

describe("a sheet that does not say whose its addresses are", () => {
  const headers = ["Email", "First Name", "Street", "City", "State", "Zip", "Street", "City", "State", "Zip"];
  const cells = [
    "a@example.com",
    "Ana",
    "12 Elm St",
    "Salem",
    "MA",
    "01970",
    "4 Oak Ave",
    "Lynn",
    "MA",
    "01901",
  ];
  const SHEET = `${headers.join(",")}\n${cells.join(",")}\n`;

  async function begun() {
    const service = await startService();
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), SHEET);
    return { service, cwd, run: (...args: string[]) => runProgram(args, { cwd, env: service.env }) };
  }

  it("is not sent whatever is accepted, and shows nobody's street", async () => {
    const { service, run } = await begun();
    const end = await run("submit", "leads.csv", "--accept-reading", "--json");
    expect([end.exitCode, service.requestCount()], end.stderr).toStrictEqual([2, 0]);
    const { questions, hint } = JSON.parse(end.stdout).error;
    expect(
      questions.map(({ kind, acceptable }: Record<string, unknown>) => [kind, acceptable]),
    ).toStrictEqual(questions.map(() => ["address", false]));
    expect(hint).not.toContain("--accept-reading");
    for (const text of [end.stdout, end.stderr]) expect(text).not.toMatch(/Elm|Oak/);
  });

  it("is sent as a mapping file answers, which is told of what it answers for nothing", async () => {
    const { service, cwd, run } = await begun();
    const answers = {
      "address:street": "residence",
      "address:street#2": "property",
      "column:elsewhere": "leave-out",
    };
    writeMapping(cwd, { answers });
    const end = await run("submit", "leads.csv", "--mapping", "mapping.json");
    expect(service.quotes()[0]?.lead, end.stderr).toMatchObject({
      address: { street: "4 Oak Ave", zip: "01901" },
      residentialAddress: { street: "12 Elm St", zip: "01970" },
    });
    expect(end.stderr.replace(/\s+/g, " ")).toContain(
      "mapping.json answers what is not asked here: column:elsewhere",
    );
  });
});

describe("validate, of a sheet with an open question", () => {
  const [VALUE_UNKNOWN] = LEAD_TEXTS["value-unknown"]({ field: "buildingType" }).split(" (");
  const unwrapped = ({ stderr }: ProgramEnd): string => stderr.replace(/\s+/g, " ");

  it("shows it, counts, and ends with 1", async () => {
    const { run } = await started();
    const end = await run("validate", "leads.csv", "--json");
    expect(end.exitCode).toBe(1);
    const { summary, questions } = JSON.parse(end.stdout);
    expect(summary).toMatchObject({ total: ROW_COUNT, pending: ROW_COUNT });
    expect(questions).toMatchObject([{ id: QUESTION, rowCount: 2 }]);
    expect(end.stderr).toContain("1 question is open: nothing can be sent before it is answered");
    expect(end.stderr).toContain(`"${QUESTION}": "singleFamily"`);
    expect(end.stderr).not.toContain("leadctl submit");
    expect(unwrapped(end), "the question is enough").not.toContain(VALUE_UNKNOWN);
  });

  it("writes how it reads the sheet, but no reports that could be taken for ready, and says so", async () => {
    const { cwd, run } = await started();
    const end = await run("validate", "leads.csv", "--out", "checked", "--json");
    expect([end.exitCode, JSON.parse(end.stdout).run.dir]).toStrictEqual([1, null]);
    expect(end.stderr).toContain("Nothing but reading.xlsx is written to checked before that.");
    expect(readdirSync(join(cwd, "checked"))).toStrictEqual(["reading.xlsx"]);
  });

  it("is ready with --accept-reading, which the command that comes next has too", async () => {
    const { run } = await started();
    const end = await run("validate", "leads.csv", "--accept-reading", "--out", "checked", "--json");
    expect([end.exitCode, JSON.parse(end.stdout).questions]).toStrictEqual([0, []]);
    expect(end.stderr).toContain("leadctl submit leads.csv --accept-reading");
    expect(unwrapped(end)).toContain(VALUE_UNKNOWN);
  });
});

describe("answers that are kept for a sheet's headers", () => {
  const kept = (cwd: string): string => {
    const [name = ""] = readdirSync(join(cwd, "leadctl-mappings"));
    return join("leadctl-mappings", name);
  };

  /** As a terminal dialogue leaves them. */
  async function keptFolder(answer = "townhouse") {
    const begun = await started();
    const { keepAnswers } = await import("../../src/sheet/mapping/kept-answers.ts");
    const { columnLetters } = await import("../../src/sheet/table.ts");
    const headers = csvOf([]).trim().split(",");
    const columns = headers.map((name, index) => ({ name, letters: columnLetters(index) }));
    const answers = new Map([[QUESTION, answer]]);
    const folder = join(begun.cwd, "leadctl-mappings");
    await keepAnswers(columns, answers, new Date("2026-11-20T09:00:00Z"), folder);
    return begun;
  }

  const saysSo = (end: ProgramEnd, cwd: string): void =>
    expect(end.stderr.replace(/\s+/g, " ")).toContain(
      `Answers of 2026-11-20 used (${kept(cwd)}): "${WORD}" in "Building Type" (B): Townhouse`,
    );

  it("are used again without a terminal, and it is said each time", async () => {
    const { service, cwd, run } = await keptFolder();
    const checked = await run("validate", "leads.csv");
    expect(checked.exitCode, checked.stderr).toBe(0);
    saysSo(checked, cwd);
    const end = await run("submit", "leads.csv", "--json", "--out", "run");
    expect(end.exitCode, end.stderr).toBe(0);
    saysSo(end, cwd);
    expect(buildingTypes(service)[1]).toBe("townhouse");
    expect(JSON.parse(planned(cwd, "run").at(-1) ?? "").notices).toContainEqual(
      expect.objectContaining({ code: "answers-used" }),
    );
  });

  it("come from stdin's headers too", async () => {
    const { service, cwd } = await keptFolder();
    const stdin = readFileSync(join(cwd, "leads.csv"));
    const end = await runProgram(["submit", "-", "--format", "csv"], { cwd, env: service.env, stdin });
    expect(end.exitCode, end.stderr).toBe(0);
    saysSo(end, cwd);
  });

  it("yield to those of --mapping", async () => {
    const { service, cwd, run } = await keptFolder();
    writeMapping(cwd, SINGLE_FAMILY);
    const end = await run("submit", "leads.csv", "--mapping", "mapping.json");
    expect(buildingTypes(service)[1]).toBe("singleFamily");
    expect(end.stderr).not.toContain("Answers of");
  });

  it("are asked for again where they cannot be chosen any longer, which is said", async () => {
    const { service, cwd, run } = await keptFolder("castle");
    for (const command of ["validate", "submit"]) {
      const end = await run(command, "leads.csv");
      expect([end.exitCode, service.requestCount()]).toStrictEqual([command === "submit" ? 2 : 1, 0]);
      expect(end.stderr.replace(/\s+/g, " ")).toContain(
        `Asked again, since what was answered before cannot be chosen any longer (${kept(cwd)}): "${WORD}" in "Building Type" (B): castle`,
      );
    }
  });

  it("are not those of another sheet", async () => {
    const { cwd, run } = await keptFolder();
    writeFileSync(join(cwd, "other.csv"), csvOf(doubtfulLeads()).replace("Affiliate ID", "Notes"));
    expect((await run("validate", "other.csv")).exitCode).toBe(1);
  });

  it("are found for JSON, whose keys are known at its end", async () => {
    const service = await startService();
    const cwd = freshFolder();
    const rows = doubtfulLeads("An odd hut");
    writeFileSync(join(cwd, "leads.json"), JSON.stringify(rows));
    const run = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    const asked = await run("validate", "leads.json", "--json");
    const [{ id }] = JSON.parse(asked.stdout).questions;
    const { keepAnswers } = await import("../../src/sheet/mapping/kept-answers.ts");
    const paths = new Set(rows.flatMap((row) => pathsOf(row)));
    const columns = [...paths].map((name) => ({ name, keys: name.split(".") }));
    const answers = new Map([[id, "townhouse"]]);
    await keepAnswers(columns, answers, new Date("2026-11-20T09:00:00Z"), join(cwd, "leadctl-mappings"));
    for (const command of ["validate", "submit"]) {
      const end = await run(command, "leads.json");
      expect(end.exitCode, end.stderr).toBe(0);
      expect(end.stderr.replace(/\s+/g, " ")).toContain("Answers of 2026-11-20 used");
    }
    expect(buildingTypes(service)[1]).toBe("townhouse");
  });

  it("that cannot be read are told, and not used", async () => {
    const { cwd, run } = await keptFolder();
    const path = join(cwd, kept(cwd));
    rmSync(path);
    mkdirSync(path);
    const end = await run("validate", "leads.csv");
    expect(end.exitCode).toBe(1);
    expect(end.stderr.replace(/\s+/g, " ")).toMatch(
      /The answers in leadctl-mappings\S+ could not be read, and are not used/,
    );
  });

  it("refuse the sheet where their file is damaged, by its name", async () => {
    const { service, cwd, run } = await keptFolder();
    writeFileSync(join(cwd, kept(cwd)), '{"answers": {');
    const end = await run("submit", "leads.csv");
    expect([end.exitCode, service.requestCount()]).toStrictEqual([2, 0]);
    expect(end.stderr.replace(/\s+/g, " ")).toContain(kept(cwd));
    expect(end.stderr).toContain("delete it to be asked again");
    expect(end.stderr).not.toMatch(/^ +at /m);
  });
});

describe("corrections with a word that nobody knows", () => {
  /** Rows 2 and 3, of which the second is a condo without its unit. */
  async function fixable(...args: string[]) {
    const service = await startService();
    const cwd = freshFolder();
    const rows = [leadOf(4), brokenLead(8)];
    writeFileSync(join(cwd, "leads.csv"), csvOf(rows));
    const run = (...words: string[]) => runProgram(words, { cwd, env: service.env });
    await run("submit", "leads.csv", "--out", "run", "--quiet", ...args);
    const path = correctFix(join(cwd, "run"), { 3: { "Building Type": WORD } });
    return {
      service,
      cwd,
      run,
      replay: (...words: string[]) => run("replay", "run", "--with", path, ...words),
    };
  }

  it("are not taken, and nothing is written", async () => {
    const { service, cwd, replay } = await fixable();
    const end = await replay("--json");
    expect([end.exitCode, service.requestCount()], end.stderr).toStrictEqual([2, 1]);
    expect(JSON.parse(end.stdout).error).toMatchObject({
      finding: "open_questions/fixed-sheet",
      questions: [{ id: QUESTION, word: WORD }],
    });
    expect(end.stderr).toContain("singleFamily  Single family");
    expect(readdirSync(join(cwd, "run")).filter((name) => name.includes("plan-2"))).toStrictEqual([]);
  });

  it("go as they stand with --accept-reading, and are not asked about again", async () => {
    const { service, replay } = await fixable();
    const end = await replay("--accept-reading");
    expect(end.exitCode, end.stderr).toBe(0);
    expect(buildingTypes(service)).toStrictEqual(["singleFamily", WORD]);
    expect(end.stderr.replace(/\s+/g, " ")).toContain(passed(1));
  });

  it("go by the answers that the run was read by", async () => {
    const begun = freshFolder();
    const mapping = join(begun, writeMapping(begun, { answers: { [QUESTION]: "townhouse" } }));
    const { service, replay } = await fixable("--mapping", mapping);
    const end = await replay();
    expect(end.exitCode, end.stderr).toBe(0);
    expect(buildingTypes(service)).toStrictEqual(["singleFamily", "townhouse"]);
  });

  it("go as they stood where the run passed over them", async () => {
    const service = await startService();
    const cwd = freshFolder();
    const rows = [changed(leadOf(4), "buildingType", WORD), brokenLead(8)];
    writeFileSync(join(cwd, "leads.csv"), csvOf(rows));
    const run = (...words: string[]) => runProgram(words, { cwd, env: service.env });
    await run("submit", "leads.csv", "--out", "run", "--quiet", "--accept-reading");
    const path = correctFix(join(cwd, "run"), { 3: { "Building Type": WORD } });
    const end = await run("replay", "run", "--with", path);
    expect(end.exitCode, end.stderr).toBe(0);
    expect(buildingTypes(service)).toStrictEqual([WORD, WORD]);
  });
});
