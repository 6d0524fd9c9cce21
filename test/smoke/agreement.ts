import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect } from "vitest";
import { type SmokeDocument, smokeDocumentSchema } from "../../src/smoke/smoke-schema.ts";
import { freshFolder, type ProgramEnd, runProgram } from "../program/run-program.ts";
import { EXISTING_USER } from "./mutant-service.ts";
import { type Situation, variablesFor } from "./situations.ts";

/** A file of yesterday, when everything was well. */
const YESTERDAY = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="leadctl smoke" tests="1" failures="0" errors="0" skipped="0" time="1.000">
  <testsuite name="auth" tests="1"><testcase classname="smoke.auth" name="auth.missing"/></testsuite>
</testsuites>
`;

export const JUNIT = "smoke.xml";
const VERDICTS: Readonly<Record<number, string>> = { 0: "pass", 1: "fail" };
const WORDS: Readonly<Record<string, RegExp>> = {
  pass: /^✔ Pass$/m,
  fail: /^✖ Fail: /m,
  incomplete: /^\? Incomplete: |^✖ /m,
};

export function leaveYesterday(cwd: string): void {
  writeFileSync(join(cwd, JUNIT), YESTERDAY);
}

/** Makes sure that text, JSON, JUnit and exit code of a run say the same, and gives the document. */
export function expectAgreement(end: ProgramEnd, cwd: string): SmokeDocument {
  const story = `${end.exitCode}: ${end.stderr}`;
  const verdict = VERDICTS[end.exitCode ?? -1] ?? "incomplete";
  const document: SmokeDocument = JSON.parse(end.stdout);
  expect(smokeDocumentSchema.parse(document)).toStrictEqual(document);
  expect([document.verdict, document.exitCode], story).toStrictEqual([verdict, end.exitCode]);
  expect(end.stderr).toMatch(WORDS[verdict] ?? /$./);
  const verdictLines = end.stderr.match(/^\S (?:Pass$|Fail: |Incomplete: )/gm) ?? [];
  expect(verdictLines.length, story).toBeLessThanOrEqual(1);
  const { passed, differs, unneeded, changed, unanswered, notJudged, total, accepted, leftOut } =
    document.summary;
  expect(passed + differs + accepted + unneeded + unanswered + notJudged + leftOut).toBe(total);
  if (verdict === "pass") expect(differs + unneeded + changed + unanswered + notJudged).toBe(0);
  if (verdict === "fail") expect(differs + unneeded + changed).toBeGreaterThan(0);
  expectJunit(document, cwd, verdict);
  return document;
}

function expectJunit({ summary, smoke, exitCode }: SmokeDocument, cwd: string, verdict: string): void {
  expect(existsSync(join(cwd, JUNIT))).toBe(true);
  const xml = readFileSync(join(cwd, JUNIT), "utf8");
  expect(XMLValidator.validate(xml)).toBe(true);
  const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(xml);
  const [failures, errors] = [Number(testsuites.failures), Number(testsuites.errors)];
  const { differs, unneeded, changed, unanswered, notJudged } = summary;
  expect(failures, xml).toBe(differs + unneeded + changed);
  expect(errors).toBeGreaterThanOrEqual(unanswered + notJudged);
  expect(failures + errors === 0).toBe(verdict === "pass");
  expect(errors > 0, xml).toBe(errors > 0 && (verdict === "incomplete" || notJudged > 0));
  if (verdict === "incomplete") expect(errors).toBeGreaterThan(0);
  expect(xml.match(/<failure /g)?.length ?? 0).toBe(failures);
  expect(xml.match(/<error /g)?.length ?? 0).toBe(errors);
  const facts = { verdict, exitCode, startedAt: smoke.startedAt, version: smoke.leadctl, node: smoke.node };
  for (const [name, value] of Object.entries({ ...facts, partner: smoke.partner, host: smoke.host })) {
    if (value !== null) expect(xml).toContain(`<property name="leadctl.${name}" value="${value}"/>`);
  }
}

/** Runs the program in a situation: it ends as it has to, and every surface says so. */
export async function expectSituation(situation: Situation): Promise<void> {
  const cwd = freshFolder();
  leaveYesterday(cwd);
  const url = await situation.start(cwd);
  const flags = ["--timeout", "3s", "--existing-user", EXISTING_USER, ...(situation.flags ?? [])];
  const env = variablesFor(url, situation);
  const end = await runProgram(["smoke", "--json", "--junit", JUNIT, ...flags], { cwd, env });
  const { checks } = expectAgreement(end, cwd);
  expect(end.exitCode, end.stderr).toBe(situation.exitCode);
  const idsWith = (wanted: string): string[] =>
    checks.filter(({ status }) => status === wanted).map(({ id }) => id);
  if (situation.differs) expect(idsWith("differs")).toStrictEqual(situation.differs);
  expect(idsWith("accepted")).toStrictEqual(situation.accepted ?? []);
}
