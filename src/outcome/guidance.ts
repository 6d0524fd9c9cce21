import type { CodedText } from "../base/finding.ts";
import { rowsText } from "../settings/selection.ts";
import { fixableCount, type RowEvidence, type RunEvidence } from "./evidence.ts";
import { actionFinding, conditionFinding, meaningFinding } from "./guidance-texts.ts";
import type { Told } from "./happened-texts.ts";
import { detailedStatusOf } from "./lead-state.ts";
import { type NextStep, nextStep } from "./next-step.ts";
import type { Summary } from "./status.ts";
import { whatHappened } from "./what-happened.ts";

/** What happened, and what to do next: codes, whose words every surface takes from their catalogue. */
export interface Guidance {
  /** What happened to a row and what it means, or how a run stands. */
  meaning: Told;
  /** What to do; nothing where the next steps say it, or nothing is left to do. */
  action: Told;
  /** The commands that make sense now, the most urgent first. */
  nextSteps: readonly NextStep[];
}

type Action = Pick<Guidance, "action" | "nextSteps">;

function tell(...action: Told): Action {
  return { action, nextSteps: [] };
}

function only(one: NextStep): Action {
  return { action: [], nextSteps: [one] };
}

/** Guidance for one row. */
export function rowGuidance(evidence: RowEvidence): Guidance {
  const { state } = evidence;
  const told =
    unsureTold(evidence) ?? turnTold(evidence) ?? whatHappened(state, evidence.last, evidence.pieces);
  const { status } = state;
  const silent = status === "created" || status === "invalid" ? status : "rejected";
  return { meaning: told.length > 0 ? told : [meaningFinding(silent)], ...rowAction(evidence) };
}

/** What is told of a row where not all that happened to it can be read here. */
function unsureTold({ state, run }: RowEvidence): Told | undefined {
  if (state.status === "created") return undefined;
  if (run.condition === "in doubt" && state.resumable)
    return [meaningFinding("not-settled-then"), conditionFinding("in doubt")];
  return run.condition === "older journal" ? [meaningFinding("may-be-sent-since")] : undefined;
}

/** While the run goes on, a row that is not settled is not what a stop would make of it. */
function turnTold({ state, run, turn }: RowEvidence): Told | undefined {
  const isTurn = run.condition === "in progress" && (state.resumable || turn === "in-flight");
  return isTurn ? [meaningFinding(turn)] : undefined;
}

function rowAction(evidence: RowEvidence): Action {
  const { row, run, state, last } = evidence;
  const { status, resumable } = state;
  const { report } = run.files;
  if (run.condition === "in progress" && status !== "created") return tell(actionFinding("wait-for-row"));
  const first = status === "created" ? undefined : goOn(run);
  if (first) return only(first);
  if (resumable) return only(resume(run));
  const one = { dir: run.dir, rows: String(row) };
  switch (detailedStatusOf(state)) {
    case "created":
      return tell(
        report === null
          ? actionFinding("link-by-explain")
          : actionFinding("link-in-report", { file: report }),
      );
    case "not-a-lead":
      return tell(actionFinding("not-a-lead"));
    case "held":
    case "to-correct":
      return only(correct(evidence));
    case "turned-away": {
      const { httpStatus } = last ?? {};
      return only(nextStep({ step: "send-refused", ...one, ...(httpStatus && { status: httpStatus }) }));
    }
    case "duplicate":
      return tell(actionFinding("nothing-to-send", report === null ? {} : { file: report }));
    case "for-owner":
      return askOwner(
        evidence,
        state.status === "unconfirmed" ? unconfirmedLink(evidence) : actionFinding("not-before-that"),
      );
    case "confirmed":
      return tell(actionFinding("exists-by-word"));
    case "unknown":
      return only(nextStep({ step: "send-unknown", ...one }));
    case "failed-maybe":
      return only(nextStep({ step: "send-maybe-created", ...one }));
    case "failed":
      return only(nextStep({ step: "send-again", ...one }));
    case "pending":
      return only(nextStep({ step: "send-first", ...one }));
  }
}

/** Says where the login link of an unconfirmed row is. */
function unconfirmedLink({ state: { linkIn }, pieces }: RowEvidence): CodedText {
  if (linkIn !== undefined) return actionFinding("link-in-run", { run: linkIn });
  return actionFinding(pieces?.loginUrl === undefined ? "no-link" : "ask-about-link");
}

/** A row that a person can correct: in the fix file, or, until there is one, by what writes it. */
function correct({ row, run, state }: RowEvidence): NextStep {
  const { fix: file } = run.files;
  const held = state.held && { held: 1 };
  if (file !== null) return nextStep({ step: "correct", dir: run.dir, rows: String(row), file, ...held });
  return run.condition === "interrupted" ? resume(run) : nextStep({ step: "write-files", dir: run.dir });
}

/** A row that may exist, and that nothing that could be sent would settle. @param more What follows. */
export function askOwner({ row, run }: RowEvidence, more: CodedText): Action {
  return {
    action: [actionFinding("ask-owner", { row }), more],
    nextSteps: [nextStep({ step: "ask-owner", dir: run.dir, rows: String(row) })],
  };
}

/**
 * Guidance for a run, or for several that are told as one: the shards of an input.
 *
 * @param runs At least one.
 */
export function runGuidance(runs: readonly RunEvidence[]): Guidance {
  const [condition = "complete", ...others] = new Set(runs.map(({ condition }) => condition));
  return { ...conditionGuidance(others.length === 0 ? condition : "interrupted"), nextSteps: runSteps(runs) };
}

const CONDITION_ACTIONS = {
  "in progress": "wait-for-run",
  "in doubt": "settle-owner",
  "older journal": "restore-journal",
  damaged: "restore-run",
  "never began": "submit-again",
} as const;

/** What a condition of a run means, and what to do about it. */
export function conditionGuidance(condition: RunEvidence["condition"]): Omit<Guidance, "nextSteps"> {
  const meaning = [conditionFinding(condition)];
  if (condition === "complete" || condition === "interrupted") return { meaning, action: [] };
  return { meaning, action: [actionFinding(CONDITION_ACTIONS[condition])] };
}

/**
 * Guidance for a check, which sends nothing.
 *
 * @param fixName Name of the fix file beside the reports.
 */
export function checkGuidance({ invalid, pending }: Readonly<Summary>, fixName: string): Guidance {
  return {
    meaning: [actionFinding("nothing-sent")],
    action: [
      ...(invalid > 0 ? [actionFinding("check-corrected", { file: fixName })] : []),
      ...(pending > 0 ? [actionFinding("submit-ready")] : []),
    ],
    nextSteps: [],
  };
}

/** Each kind of step for all runs that need it, the most urgent kind first. */
function runSteps(runs: readonly RunEvidence[]): NextStep[] {
  const readable = runs.filter(({ condition }) => condition === "complete" || condition === "interrupted");
  return [
    ...runs.flatMap((run) => goOn(run) ?? []),
    ...KINDS.flatMap((stepOf) => readable.flatMap((run) => stepOf(run) ?? [])),
  ];
}

type StepOf = (run: RunEvidence) => NextStep | undefined;

const sendFailed: StepOf = ({ condition, counts: { by }, dir }) => {
  const count = by.failed + by["failed-maybe"] + by.pending;
  if (condition !== "complete" || count === 0) return undefined;
  return nextStep({ step: by["failed-maybe"] > 0 ? "send-maybe-created" : "send-again", dir, count });
};

const sendUnknown: StepOf = ({ counts: { by }, dir }) =>
  by.unknown > 0 ? nextStep({ step: "send-unknown", dir, count: by.unknown }) : undefined;

/** For runs that cannot go on before a person has decided. */
const goOn: StepOf = ({ condition, dir }) => {
  if (condition === "older journal") return nextStep({ step: "older-journal", dir });
  return condition === "in doubt" ? nextStep({ step: "take-over", dir }) : undefined;
};

const resume = ({ dir }: RunEvidence): NextStep => nextStep({ step: "resume", dir });

const KINDS: readonly StepOf[] = [
  (run) => (run.condition === "interrupted" ? resume(run) : undefined),
  sendFailed,
  sendUnknown,
  (run) => {
    const isWritten = run.files.report !== null && (run.files.fix !== null || fixableCount(run.counts) === 0);
    // Each round that is to come writes them anyway.
    const isToCome = run.condition === "interrupted" || sendFailed(run) || sendUnknown(run);
    return isWritten || isToCome ? undefined : nextStep({ step: "write-files", dir: run.dir });
  },
  ({ dir, files: { fix }, counts }) => {
    const [count, { held }] = [fixableCount(counts), counts.by];
    if (fix === null || count === 0) return undefined;
    return nextStep({ step: "correct", dir, file: fix, count, ...(held > 0 && { held }) });
  },
  ({ dir, counts: { by } }) =>
    by["for-owner"] > 0 ? nextStep({ step: "ask-owner", dir, count: by["for-owner"] }) : undefined,
  ({ counts: { by, turnedAway }, condition, dir }) => {
    const of = by["turned-away"];
    if (of === 0 || condition !== "complete") return undefined;
    const count = turnedAway.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    // The rows are named, since others that were rejected need a correction first.
    return nextStep({ step: "send-refused", dir, count, of, rows: rowsText(turnedAway) });
  },
];
