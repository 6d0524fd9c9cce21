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
  const { schema: _schema, version: _version, ...document } = JSON.parse(end.stdout);
  expect(existsSync(join(cwd, JUNIT))).toBe(true);
  expectSame(document, end.exitCode, end.stderr, readFileSync(join(cwd, JUNIT), "utf8"));
  return document;
}

/** The same of what was made of one run, wherever it was made. */
export function expectSame(
  document: SmokeDocument,
  exitCode: number | null,
  text: string,
  xml: string,
): void {
  const story = `${exitCode}: ${text}`;
  const verdict = VERDICTS[exitCode ?? -1] ?? "incomplete";
  expect(smokeDocumentSchema.parse(document)).toStrictEqual(document);
  expect([document.verdict, document.exitCode], story).toStrictEqual([verdict, exitCode]);
  expect(text).toMatch(WORDS[verdict] ?? /$./);
  const verdictLines = text.match(/^\S (?:Pass$|Fail: |Incomplete: )/gm) ?? [];
  expect(verdictLines.length, story).toBeLessThanOrEqual(1);
  const { passed, differs, unneeded, changed, unanswered, notJudged, total, accepted, leftOut } =
    document.summary;
  expect(passed + differs + accepted + unneeded + unanswered + notJudged + leftOut).toBe(total);
  if (verdict === "pass") expect(differs + unneeded + changed + unanswered + notJudged).toBe(0);
  if (verdict === "fail") expect(differs + unneeded + changed).toBeGreaterThan(0);
  // What was seen to be wrong is a failure, whatever came after it: only an abort or a lost file outranks it.
  if (verdict === "incomplete" && document.error === null && (exitCode ?? 0) < 128)
    expect(differs + unneeded + changed, story).toBe(0);
  expectJunit(document, xml, verdict);
}

function expectJunit({ summary, smoke, exitCode }: SmokeDocument, xml: string, verdict: string): void {
  expect(XMLValidator.validate(xml)).toBe(true);
  const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(xml);
  const [failures, errors] = [Number(testsuites.failures), Number(testsuites.errors)];
  const { differs, unneeded, changed, unanswered, notJudged } = summary;
  expect(failures, xml).toBe(differs + unneeded + changed);
  expect(errors).toBeGreaterThanOrEqual(unanswered + notJudged);
  expect(failures + errors === 0).toBe(verdict === "pass");
  if (smoke.complete && verdict === "fail") expect(errors, xml).toBe(unanswered + notJudged);
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
  const { checks, error } = expectAgreement(end, cwd);
  expect(end.exitCode, end.stderr).toBe(situation.exitCode);
  if (situation.error) expect(error?.code).toBe(situation.error);
  const idsWith = (wanted: string): string[] =>
    checks.filter(({ status }) => status === wanted).map(({ id }) => id);
  if (situation.differs) expect(idsWith("differs")).toStrictEqual(situation.differs);
  expect(idsWith("accepted")).toStrictEqual(situation.accepted ?? []);
}
