import { conditionGuidance, runGuidance } from "../../outcome/guidance.ts";
import { deskActionText } from "../../outcome/guidance-texts.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import type { NextStep } from "../../outcome/next-step.ts";
import { buildReport } from "../../report/model/build-report.ts";
import { reportGuidance, resultOf } from "../../report/model/headline.ts";
import { countsText, runNotes } from "../../report/text/run-table.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { FoundRun, Run } from "../../run/run.ts";
import { DESK_STOP_HINTS, isStopCode } from "../../send/stop-texts.ts";
import { runPage } from "../addresses.ts";
import { type PageStep, pageSteps, type StepAction } from "./page-steps.ts";
import { runName } from "./runs-here.ts";

/** A run as lists show it. */
export type RunEntry = ReturnType<typeof runEntry>;

/** A run in the list. If it cannot be read, much is null. */
export function runEntry(found: FoundRun) {
  const { dir, run } = found;
  const evidence = gatherEvidence(found);
  const report = run && buildReport(run);
  const { action, nextSteps } = report ? reportGuidance(report) : runGuidance([evidence]);
  const name = runName(dir);
  return {
    /** What the page calls it. */
    run: name,
    page: run ? runPage(name) : null,
    input: run?.plan.header.name ?? null,
    startedAt: run?.startedAt ?? null,
    target: run?.record ? { baseUrl: run.record.baseUrl, partner: run.record.partner } : null,
    condition: evidence.condition,
    /** What the condition means, as a sentence. */
    meaning: toldText(conditionGuidance(evidence.condition).meaning),
    result: report && resultOf(report),
    /** As in `48 created, 2 rejected`. */
    counts: run ? countsText(run.state.summary) : "",
    summary: run ? run.state.summary : null,
    /** Who works on it, and why it cannot be read, a sentence each. */
    notes: runNotes(found),
    /** What to do where no step does it, as a sentence. */
    action: deskActionText(action) || null,
    steps: runSteps(run, nextSteps),
  };
}

/** What to do next with a run. Where its key was refused, another one can be given. */
function runSteps(run: Run | null, all: readonly NextStep[]): PageStep[] {
  const code = run?.end?.stop?.code;
  const hint = code !== undefined && isStopCode(code) ? DESK_STOP_HINTS[code] : undefined;
  const steps = pageSteps(all.map((step) => (step.first && hint ? { ...step, first: hint } : step)));
  const [first, ...others] = steps;
  if (code !== "unauthorized" || !first) return steps;
  const withKey = first.actions.flatMap((action): StepAction[] =>
    action.does === "post"
      ? [{ ...action, label: "Use another key", body: { ...action.body, anotherKey: true } }]
      : [],
  );
  return [{ ...first, actions: [...withKey, ...first.actions] }, ...others];
}
