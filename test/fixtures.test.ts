import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ruleOf } from "./lead/rules-oracle.ts";
import { type ReportedLead, readReport } from "./program/run-files.ts";
import { freshFolder, runProgram } from "./program/run-program.ts";

const FOLDER = fileURLToPath(new URL("../fixtures/", import.meta.url));
const README = readFileSync(join(FOLDER, "README.md"), "utf8");

it.each(["leads.csv", "leads.json", "leads.jsonl"])(
  "fixtures/%s has as many leads as the README says, and breaks exactly the rules, in exactly the rows",
  async (file) => {
    const cwd = freshFolder();
    const end = await runProgram(["validate", join(FOLDER, file), "--out", "check", "--quiet"], { cwd });
    expect(end.exitCode, end.stderr).toBe(1);
    const { leads } = readReport(join(cwd, "check"));
    const invalid = leads.filter(({ status }) => status === "invalid");
    expect(invalid.map((lead) => ({ row: lead.row, why: reasonsAgainst(lead) }))).toStrictEqual(
      readmeInvalidRows(file),
    );
    const counts = [leads.length, leads.length - invalid.length, invalid.length];
    expect(counts).toStrictEqual(readmeCounts(file));
  },
);

/** What is wrong with a lead, in the README's words without their brackets. */
function reasonsAgainst({ issues }: ReportedLead): string {
  const reasons = issues.map((issue) => ruleOf(issue.finding) ?? `same e-mail as row ${issue.params?.row}`);
  return reasons.sort().join(", ");
}

function readmeInvalidRows(file: string): { row: number; why: string }[] {
  const rows = README.matchAll(/^\| `([\w.]+)` \| (\d+) \| ([^|(]+?)(?:, in another case| \([^)]*\))? \|$/gm);
  return [...rows]
    .filter((match) => match[1] === file)
    .map((match) => ({ row: Number(match[2]), why: match[3] ?? "" }));
}

function readmeCounts(file: string): number[] {
  const rows = README.matchAll(/^\| `([\w.]+)` \| [^|]+ \| (\d+) \| (\d+) \| (\d+) \|$/gm);
  const match = [...rows].find((candidate) => candidate[1] === file);
  return [Number(match?.[2]), Number(match?.[3]), Number(match?.[4])];
}
