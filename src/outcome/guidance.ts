import { rowsText } from "../settings/selection.ts";
import { countText } from "../terminal/number-text.ts";
import type { RowEvidence, RunEvidence } from "./evidence.ts";
import { isFixable, isTurnedAway } from "./lead-state.ts";
import { type NextStep, nextStep } from "./next-step.ts";
import type { Status, Summary } from "./status.ts";
import { STEP_NOTES } from "./step-texts.ts";
import { whatHappened } from "./what-happened.ts";

/** What happened, what it means, and what to do next: every surface takes its words from here. */
export interface Guidance {
  /** What happened, in a few words. */
  headline: string;
  /** What it means, as sentences. */
  meaning: string;
  /** What to do, as sentences; null where the next steps say it, or nothing is left to do. */
  action: string | null;
  /** The commands that make sense now, the most urgent first. */
  nextSteps: readonly NextStep[];
}

/** The same of a run or a check; what happened in it, the reports say. */
export type RunGuidance = Omit<Guidance, "headline">;

/** Guidance for one row. */
export function rowGuidance(evidence: RowEvidence): Guidance {
  const { state, run } = evidence;
  const isUnderWay = run.condition === "in progress";
  return {
    headline: state.maybeCreated
      ? `${state.status}; it may have been created`
      : state.dismissed
        ? `${state.status}; taken out as not a lead`
        : state.status,
    meaning:
      unsureText(evidence) ??
      (isUnderWay ? turnText(evidence) : whatHappened(state, evidence.last, evidence.pieces)) ??
      MEANINGS[state.status],
    ...rowAction(evidence),
  };
}

/** Of a row that more may have happened to than can be read here; null of any other. */
function unsureText({ state, run }: RowEvidence): string | null {
  if (state.status === "created") return null;
  if (run.condition === "in doubt" && state.resumable)
    return `It was not settled when this was last written down. ${CONDITIONS["in doubt"].meaning}`;
  if (run.condition === "older journal")
    return "The run's journal is older than the run: what was sent last is missing from it, and this row may have been sent.";
  return null;
}

/** While the run goes on, a row that is not settled is not what a stop would make of it. */
function turnText({ state, last, pieces, turn }: RowEvidence): string | null {
  return state.resumable || turn === "in flight" ? TURNS[turn] : whatHappened(state, last, pieces);
}

const TURNS = {
  "to come": "The run is in progress, and has not come to it yet.",
  "in flight": "It is being sent just now.",
  "between attempts": "It waits for its next attempt.",
} as const satisfies Record<RowEvidence["turn"], string>;

/** What is said where neither an answer nor an issue says more. */
const MEANINGS: Readonly<Record<Status, string>> = {
  created: "The service has a quote for this lead, and the run has its login link.",
  invalid: "It was refused here and never sent.",
  rejected: "The service refused it for what is named below. No quote was created.",
  duplicate: "The service already has this e-mail.",
  unconfirmed: "It was refused after an attempt that may have created it.",
  unknown: "It was sent, and no readable answer came.",
  failed: "It was tried as often as allowed, or never sent.",
  pending: "It is not settled.",
};

type Action = Pick<Guidance, "action" | "nextSteps">;

function rowAction(evidence: RowEvidence): Action {
  const { row, run, state } = evidence;
  const { status, maybeCreated, resumable } = state;
  if (run.condition === "in progress" && status !== "created")
    return { action: "The run is in progress. Wait until it has ended, then ask again.", nextSteps: [] };
  const step = status === "created" ? undefined : goOn(run);
  if (step) return only(CONDITIONS[run.condition].action ?? "", step);
  if (resumable) return only("Go on with the run.", resume(run));
  switch (status) {
    case "created":
      return {
        action:
          run.files.report !== null
            ? `Nothing. The login link is in the run's ${run.files.report}, in the column leadctl_login_url; explain shows it with --reveal.`
            : "Nothing. explain shows the login link with --reveal.",
        nextSteps: [],
      };
    case "invalid":
    case "rejected":
      if (state.dismissed) return { action: TAKEN_OUT, nextSteps: [] };
      if (isTurnedAway(state)) return askWhy(evidence);
      return isFixable(state) ? correct(evidence) : askOwner(evidence, "Do not send it again before that.");
    case "duplicate":
      return {
        action: `Nothing to send: the service knew this e-mail before the run.${
          run.files.report !== null
            ? ` If the address is mistyped, correct it in a copy of ${run.files.report}, and send that back with replay --with.`
            : ""
        }`,
        nextSteps: [],
      };
    case "unconfirmed":
      return state.word === "created"
        ? { action: "Nothing: the service's owner says that it exists.", nextSteps: [] }
        : askOwner(evidence, unconfirmedLink(evidence));
    case "unknown":
      return only(
        "Wait a few minutes, then send it once more: the service's own e-mail check makes it created or unconfirmed.",
        nextStep({ step: "send-unknown", dir: run.dir, rows: String(row) }),
      );
    case "failed":
      return only(
        maybeCreated
          ? "Send it again. Should the service have created it all the same, it becomes unconfirmed."
          : "Send it again: it was not created.",
        nextStep({ step: "send-again", dir: run.dir, rows: String(row) }),
      );
    case "pending":
      return only(
        "Send it: it was not sent so far.",
        nextStep({ step: "send-first", dir: run.dir, rows: String(row) }),
      );
  }
}

/** Of a row that is unconfirmed. */
function unconfirmedLink({ state: { linkIn }, pieces }: RowEvidence): string {
  if (linkIn !== undefined)
    return `Where the lead of ${linkIn} is the same person, there is nothing to ask: its login link is there.`;
  return pieces?.loginUrl === undefined
    ? "The login link is not available here."
    : "Ask too whether the login link that arrived is the quote's.";
}

const TAKEN_OUT =
  "Nothing: it is closed. Should it be a lead after all, correct it in a copy of report.csv, and send that back with replay --with.";

/** A row that a person can correct: in the fix file, or, until there is one, by what writes it. */
function correct({ row, run, named }: RowEvidence): Action {
  const { fix } = run.files;
  if (fix !== null) {
    const what = named === null ? "the row, as far as the answer says why," : `the ${named} named below`;
    return only(
      `Correct ${what} in ${fix} of the run (its column leadctl_row says ${row}), save it, and send it back.`,
      replayWith(run, fix, 1),
    );
  }
  return run.condition === "interrupted"
    ? only("Go on with the run: that writes the fix file, in which the row is to be corrected.", resume(run))
    : only("Write the run's files again, and correct the row in its fix file.", writeFiles(run));
}

/** A row that the address refuses while it takes others: nothing in the sheet is known to be wrong. */
function askWhy({ row, run, last }: RowEvidence): Action {
  const status = last?.httpStatus ?? null;
  return only(
    `Ask the service's owner why this request was refused${status === null ? "" : ` with ${status}`} while others are taken. ` +
      "Once that is mended, send it again as it is.",
    nextStep({ step: "send-refused", dir: run.dir, rows: String(row), count: 1 }),
  );
}

/** A row that may exist, and that nothing that could be sent would settle. @param more Sentences to follow. */
export function askOwner({ row, run }: RowEvidence, more: string): Action {
  return only(
    "Ask the service's owner whether a quote exists for this e-mail, with the times of the attempts. Then write the " +
      `answer down with leadctl resolve, --rows ${row}, and --created or --not-created. ${more}`,
    nextStep({ step: "ask-owner", dir: run.dir, rows: String(row) }),
  );
}

function only(action: string, step: NextStep): Action {
  return { action, nextSteps: [step] };
}

/**
 * Guidance for a run, or for several that are told as one: the shards of an input.
 *
 * @param runs At least one.
 */
export function runGuidance(runs: readonly RunEvidence[]): RunGuidance {
  const [condition = "complete", ...others] = new Set(runs.map(({ condition }) => condition));
  const words = CONDITIONS[others.length === 0 ? condition : "interrupted"];
  return { ...words, nextSteps: runSteps(runs) };
}

const RESTORE =
  "Put the newest journal.ndjson of this run back, which alone knows those answers and their login links. Only where there is none, go on without it: rows that may have been sent since then are unknown.";

const CONDITIONS = {
  complete: { meaning: "Every row is settled for now.", action: null },
  interrupted: { meaning: "It is not finished.", action: null },
  "in progress": { meaning: "A process works on it.", action: "Wait until the run has ended." },
  "in doubt": {
    meaning: "A process that cannot be judged from here worked on it, and may still do.",
    action: "Find out whether it still runs. Once you are certain that it does not, take the run over.",
  },
  "older journal": {
    meaning: "Its journal is older than the run: the last of what it sent is missing.",
    action: RESTORE,
  },
  damaged: {
    meaning: "Its files cannot be read, and may hold login links.",
    action: "Restore them from a backup.",
  },
  "never began": {
    meaning: "The program ended while it read the input, and nothing was sent.",
    action: "Submit the input again.",
  },
} as const satisfies Record<RunEvidence["condition"], Pick<Guidance, "meaning" | "action">>;

/** What a condition of a run means, as a sentence. */
export function runConditionMeaning(condition: RunEvidence["condition"]): string {
  return CONDITIONS[condition].meaning;
}

/** What a condition of a run means, and what to do about it, as sentences. */
export function runConditionText(condition: RunEvidence["condition"]): string {
  const { meaning, action } = CONDITIONS[condition];
  return [meaning, action].filter((text) => text !== null).join(" ");
}

/**
 * Guidance for a check, which sends nothing.
 *
 * @param fixName Name of the fix file beside the reports.
 */
export function checkGuidance(summary: Readonly<Summary>, fixName: string): RunGuidance {
  const { invalid, pending } = summary;
  const actions = [
    ...(invalid > 0
      ? [`Correct the cells named below, in the sheet or in ${fixName} beside this page, and check again.`]
      : []),
    ...(pending > 0 ? ["Send what is ready with leadctl submit."] : []),
  ];
  return {
    meaning: "Nothing was sent.",
    action: actions.length === 0 ? null : actions.join(" "),
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

const sendFailed: StepOf = ({ condition, counts, dir }) => {
  const count = counts.all.failed + counts.all.pending;
  return condition === "complete" && count > 0 ? nextStep({ step: "send-failed", dir, count }) : undefined;
};

const sendUnknown: StepOf = ({ counts, dir }) => {
  const count = counts.all.unknown - counts.resumable.unknown;
  return count > 0 ? nextStep({ step: "send-unknown", dir, count }) : undefined;
};

/** Where nothing goes on before a person has decided. */
const goOn: StepOf = ({ condition, dir }) => {
  if (condition === "older journal") return nextStep({ step: "older-journal", dir });
  return condition === "in doubt" ? nextStep({ step: "take-over", dir }) : undefined;
};

const KINDS: readonly StepOf[] = [
  (run) => (run.condition === "interrupted" ? resume(run) : undefined),
  sendFailed,
  sendUnknown,
  (run) => {
    const isWritten = run.files.report !== null && (run.files.fix !== null || run.counts.fixable === 0);
    // Each round that is to come writes them anyway.
    const isToCome = run.condition === "interrupted" || sendFailed(run) || sendUnknown(run);
    return isWritten || isToCome ? undefined : writeFiles(run);
  },
  (run) =>
    run.files.fix !== null && run.counts.fixable > 0
      ? replayWith(run, run.files.fix, run.counts.fixable)
      : undefined,
  (run) =>
    run.counts.forOwner > 0
      ? nextStep({ step: "ask-owner", dir: run.dir, count: run.counts.forOwner })
      : undefined,
  ({ counts, condition, dir }) => {
    const { count, first } = counts.turnedAway;
    if (count === 0 || condition !== "complete") return undefined;
    const shownCount = first.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    const many = shownCount < count ? `; the first ${countText(shownCount)} of ${countText(count)}` : "";
    const note = `${STEP_NOTES["send-refused"]}${many}`;
    // What was rejected for something in the sheet is to be corrected, so that only these rows are named.
    return nextStep({ step: "send-refused", dir, count, rows: rowsText(first) }, note);
  },
];

function resume({ dir }: RunEvidence): NextStep {
  return nextStep({ step: "resume", dir });
}

function replayWith({ dir }: RunEvidence, file: string, count: number): NextStep {
  return nextStep({ step: "correct", dir, file, count });
}

function writeFiles({ dir }: RunEvidence): NextStep {
  return nextStep({ step: "write-files", dir });
}
