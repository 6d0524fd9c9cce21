import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { countRows, type RowEvidence, type RunEvidence } from "../../src/outcome/evidence.ts";
import { rowGuidance } from "../../src/outcome/guidance.ts";
import type { LeadState } from "../../src/outcome/lead-state.ts";
import { STATUSES, type Status } from "../../src/outcome/status.ts";
import { sharedCommandText } from "../../src/terminal/shell-command.ts";
import { coded } from "../wordless.ts";

const RUN: RunEvidence = {
  dir: "leadctl-runs/my run",
  condition: "complete",
  counts: countRows(),
  files: { fix: "fix.csv", report: "report.csv" },
};

function guidanceFor(
  status: Status,
  state: Partial<LeadState> = {},
  run: Partial<RunEvidence> = {},
  row: Partial<RowEvidence> = {},
) {
  const guidance = rowGuidance({
    row: 17,
    state: { status, maybeCreated: false, resumable: false, ...state },
    last: null,
    turn: "to-come",
    run: { ...RUN, ...run },
    ...row,
  });
  return {
    meaning: guidance.meaning.map(coded),
    action: guidance.action.map(coded),
    steps: guidance.nextSteps.map(({ step, status }) => [step, status].filter(Boolean).join(" ")),
    commands: guidance.nextSteps.map(({ argv }) => sharedCommandText(argv)),
  };
}

describe("what to do about a row", () => {
  it.each<[Status, string[]]>([
    ["created", []],
    ["invalid", ["leadctl replay 'my run' --with fix.csv"]],
    ["rejected", ["leadctl replay 'my run' --with fix.csv"]],
    ["duplicate", []],
    ["unconfirmed", ["leadctl report 'my run' --format handover --output handover.csv --rows 17"]],
    ["unknown", ["leadctl replay 'my run' --status unknown --rows 17"]],
    ["failed", ["leadctl replay 'my run' --rows 17"]],
    ["pending", ["leadctl replay 'my run' --rows 17"]],
  ])("that is %s: %j", (status, commands) => {
    const guidance = guidanceFor(status);
    expect(guidance.commands).toStrictEqual(commands);
    expect([...guidance.action, ...guidance.steps]).not.toStrictEqual([]);
    expect(guidance.meaning).not.toStrictEqual([]);
  });

  it("that is to be corrected names no fix file that is not there, but what writes it", () => {
    const files = { fix: null, report: null };
    expect(guidanceFor("invalid", {}, { files }).commands).toStrictEqual(["leadctl report 'my run'"]);
    const interrupted = guidanceFor("invalid", {}, { files, condition: "interrupted" });
    expect(interrupted.commands).toStrictEqual(["leadctl resume 'my run'"]);
    expect(interrupted.steps).toStrictEqual(["resume"]);
  });

  it("names no report.csv that is not there", () => {
    const files = { fix: null, report: null };
    for (const [status, withReport, without] of [
      ["created", "link-in-report file=report.csv", "link-by-explain"],
      ["duplicate", "nothing-to-send file=report.csv", "nothing-to-send"],
    ] as const) {
      expect(guidanceFor(status).action).toStrictEqual([withReport]);
      expect(guidanceFor(status, {}, { files }).action).toStrictEqual([without]);
    }
  });

  it("whose request was refused, for nothing that it says, is no row to correct: somebody has to be asked why", () => {
    const state = { unfixable: true } as const;
    const answer = { kind: "wrong-target" } as const;
    const last = { answer, httpStatus: 403, body: '{"message":"Forbidden"}' };
    const guidance = guidanceFor("rejected", state, {}, { last });
    expect(guidance.commands).toStrictEqual(["leadctl replay 'my run' --status rejected --rows 17"]);
    expect(guidance.meaning).toStrictEqual(["wrong-target status=403 said=Forbidden", "nothing-wrong"]);
    expect(guidance.steps).toStrictEqual(["send-refused 403"]);
  });

  it("of a run in progress is to wait, unless it is created, and tells where the row is", () => {
    const run = { condition: "in progress" } as const;
    const waiting = guidanceFor("pending", { resumable: true }, run);
    expect(waiting).toMatchObject({ commands: [], action: ["wait-for-row"], meaning: ["to-come"] });
    const sent = guidanceFor("pending", { resumable: true }, run, { turn: "in-flight" });
    expect(sent.meaning).toStrictEqual(["in-flight"]);
    expect(guidanceFor("created", {}, run).action).toStrictEqual(["link-in-report file=report.csv"]);
  });

  it("is told for every status in docs/operations.md", () => {
    const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
    for (const status of STATUSES) expect(page).toContain(`\n| \`${status}\` |`);
  });
});
