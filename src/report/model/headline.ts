import { conditionGuidance } from "../../outcome/guidance.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import { isFixable, type LeadState } from "../../outcome/lead-state.ts";
import type { Summary } from "../../outcome/status.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import type { RenderedRun, StateCount } from "./report-model.ts";

/** How a run ended, in a line that answers whether it worked. */
export interface Result {
  /** As in `48 of 60 rows created, 12 need corrections`; without a full stop. */
  text: string;
  /** Why it stopped early, as a sentence; null where it did not. */
  why: string | null;
  tone: "good" | "attention" | "bad";
}

/** The result of a run or a check, as every surface words it. Of a filtered report, that of its rows. */
export function resultOf(report: RenderedRun): Result {
  const { summary, run } = report;
  const { total, created } = summary;
  if (total === 0) return { text: "There were no rows to send", why: stopText(report), tone: "attention" };
  if (run.isCheck) {
    const held = [...report.groups()].filter(({ state }) => state.held);
    return checkResult(summary, { heldCount: held.reduce((sum, { count }) => sum + count, 0) });
  }
  if (created === total)
    return {
      text: total === 1 ? "The row was created" : `All ${amountText(total, "row")} created`,
      why: stopText(report),
      tone: "good",
    };
  const parts = restParts(report.groups());
  const isDone = created + summary.dismissed === total;
  const tone = isDone ? "good" : created + summary.duplicate === 0 ? "bad" : "attention";
  const why = stopText(report);
  // A redirect may follow a create, and the lead is still to be sent.
  const isUnsure = summary.maybeCreated > 0 || run.stopCodes.includes("redirected");
  if (created === 0 && run.stopReason !== null && !isAnyAnswered(report) && !isUnsure)
    return { text: "Nothing was created", why, tone };
  const [only] = parts;
  if (total === 1 && only) {
    const not = isUnsure ? "is not known to be created" : "was not created";
    return { text: `The row ${not}: it ${only.one}`, why, tone };
  }
  if (created === 0 && only?.count === total && !isUnsure) {
    const all = total === 2 ? "both rows" : `all ${amountText(total, "row")}`;
    return { text: `Nothing was created: ${all} ${only.many}`, why, tone };
  }
  const none = isUnsure ? "No row is known to be created" : "No row was created";
  const head = created === 0 ? none : `${countText(created)} of ${amountText(total, "row")} created`;
  return { text: [head, ...parts.map(partText)].join(", "), why, tone };
}

/** What a check waits for. */
interface CheckWaits {
  /** How many questions are open, without whose answers nothing goes. */
  questionCount?: number;
  /** How many rows are held back for nothing but a question of their own. */
  heldCount?: number;
  /** How many rows `--strict` refuses for nothing but words that the questions are about. */
  refusedWordsCount?: number;
}

/** The result of a check, where nothing was written. */
export function checkResult(
  summary: Readonly<Summary>,
  { questionCount = 0, heldCount = 0, refusedWordsCount: words = 0 }: CheckWaits = {},
): Result {
  if (questionCount === 0) return readyResult(summary, heldCount);
  const { invalid, pending } = summary;
  const result = readyResult({ ...summary, invalid: invalid - words, pending: pending + words }, heldCount);
  const [are, they] = questionCount === 1 ? ["is", "it is"] : ["are", "they are"];
  return {
    text: `${amountText(questionCount, "question")} ${are} open: nothing can be sent before ${they} answered`,
    why: `When ${they} answered: ${result.text.charAt(0).toLowerCase()}${result.text.slice(1)}.`,
    tone: "attention",
  };
}

function readyResult(
  { total, pending, invalid, doubtful = 0 }: Readonly<Summary>,
  heldCount: number,
): Result {
  if (total === 0) return { text: "There are no rows to send", why: null, tone: "attention" };
  const wrong: Part = { count: invalid - heldCount, one: "needs corrections", many: "need corrections" };
  const held: Part = { count: heldCount, one: WAITS[0], many: WAITS[1] };
  const rest = [wrong, held].filter(({ count }) => count > 0);
  const isAllDoubtful = doubtful === pending;
  const doubt =
    doubtful === 0 ? "" : isAllDoubtful ? ", but doubtful" : `, ${countText(doubtful)} of them doubtful`;
  if (invalid === 0) {
    const text =
      total === 1 ? "The row is ready to be sent" : `All ${amountText(total, "row")} are ready to be sent`;
    return { text: `${text}${doubt}`, why: null, tone: doubtful === 0 ? "good" : "attention" };
  }
  const [only, other] = rest;
  if (pending === 0 && only) {
    const all = total === 2 ? "both" : `all ${countText(total)}`;
    const none = `No row is ready to be sent: ${other ? rest.map(partText).join(", ") : `${all} ${only.many}`}`;
    return { text: total === 1 ? `The row ${only.one}` : none, why: null, tone: "bad" };
  }
  const ready = `${countText(pending)} of ${amountText(total, "row")} ready to be sent`;
  return { text: [`${ready}${doubt}`, ...rest.map(partText)].join(", "), why: null, tone: "attention" };
}

/** Rows that were not created and share what is to be said of them. */
interface Part {
  count: number;
  /** What one of them does, as in `needs corrections`, and several. */
  one: string;
  many: string;
}

function partText({ count, one, many }: Part): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** For rows that are held back only by a question. */
const WAITS = ["waits for your decision", "wait for your decision"] as const;

type Predicate = (state: LeadState) => boolean;

/** Every row that was not created counts for the first that applies. */
const PARTS: readonly (readonly [applies: Predicate, one: string, many: string])[] = [
  [(state) => state.held === true && isFixable(state), ...WAITS],
  [isFixable, "needs corrections", "need corrections"],
  [({ maybeCreated }) => maybeCreated, "may exist", "may exist"],
  [({ dismissed }) => dismissed === true, "is taken out as not a lead", "taken out as not leads"],
  [({ status }) => status === "duplicate", "existed before", "existed before"],
  [({ status }) => status === "unconfirmed", "confirmed by hand", "confirmed by hand"],
  [({ status }) => status === "failed", "failed", "failed"],
  [({ status }) => status === "pending", "is still to be sent", "still to be sent"],
  [() => true, "was refused", "refused"],
];

/** In the order of the table, those that occur. */
function restParts(groups: Iterable<StateCount>): Part[] {
  const parts = PARTS.map(([, one, many]) => ({ count: 0, one, many }));
  for (const { state, count } of groups) {
    const part = parts[PARTS.findIndex(([applies]) => applies(state))];
    if (part && state.status !== "created") part.count += count;
  }
  return parts.filter(({ count }) => count > 0);
}

/** Whether the service may have taken a lead, or judged one. */
function isAnyAnswered({ summary }: RenderedRun): boolean {
  const { rejected, duplicate, unconfirmed, maybeCreated } = summary;
  return rejected + duplicate + unconfirmed + maybeCreated > 0;
}

/** Why rows are left, as a sentence. */
function stopText({ run, evidence }: RenderedRun): string | null {
  if (run.stopReason !== null) return `${run.stopReason}.`;
  const open = evidence().find(({ condition }) => condition !== "complete");
  return open ? toldText(conditionGuidance(open.condition).meaning) : null;
}
