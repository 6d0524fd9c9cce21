import { uncapital } from "../../base/sentence.ts";
import { fixFileName } from "../../outcome/evidence.ts";
import { checkGuidance, conditionGuidance, type Guidance, runGuidance } from "../../outcome/guidance.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import { type DetailedStatus, detailedStatusOf } from "../../outcome/lead-state.ts";
import type { NextStep } from "../../outcome/next-step.ts";
import type { Summary } from "../../outcome/status.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import type { RenderedReport, StateCount } from "./report-model.ts";

/** How a run ended, in a line that answers whether it worked. */
export interface Result {
  /** As in `48 of 60 rows created, 12 need corrections`; without a full stop. */
  text: string;
  /** Why it stopped early, as a sentence; null where it did not. */
  why: string | null;
  tone: "good" | "attention" | "bad";
}

/** The result of a run or a check, as every surface words it. A filtered report has the result of its rows. */
export function resultOf(report: RenderedReport): Result {
  const { summary, run } = report;
  const { total, created, dismissed, duplicate, maybeCreated } = summary;
  const why = stopText(report);
  if (total === 0) return { text: "There were no rows to send", why, tone: "attention" };
  const groups = [...report.groups()];
  // The sheet may have more rows than were to go.
  const row = total < run.rowsRead ? "selected row" : "row";
  if (run.isCheck) return checkResult(summary, { heldCount: countIn(groups, ["held"]) });
  if (created === total)
    return {
      text: total === 1 ? `The ${row} was created` : `All ${amountText(total, row)} created`,
      why,
      tone: "good",
    };
  const isBehind = report.evidence().some(({ condition }) => condition === "older journal");
  const parts = PARTS.map(([statuses, ...words]) => {
    const isOpen = isBehind && statuses.includes("pending");
    return [countIn(groups, statuses), ...(isOpen ? UNRECORDED : words)] as const;
  });
  // A redirect may follow a create, and the lead is still to be sent.
  const isUnsure = isBehind || maybeCreated > 0 || run.stops.some(({ code }) => code === "redirected");
  const none = `${isUnsure ? "No row is known to be created" : "Nothing was created"}: `;
  const some = `${countText(created)} of ${amountText(total, row)} ${isBehind ? "known to be created" : "created"}, `;
  const confirmed = countIn(groups, ["confirmed"]);
  const isAnyThere = created + confirmed + duplicate > 0;
  const tone = created + dismissed === total ? "good" : isAnyThere ? "attention" : "bad";
  return { text: (created + confirmed === 0 ? none : some) + partsText(parts), why, tone };
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
    why: `When ${they} answered: ${uncapital(result.text)}.`,
    tone: "attention",
  };
}

function readyResult(
  { total, pending, invalid, doubtful = 0 }: Readonly<Summary>,
  heldCount: number,
): Result {
  if (total === 0) return { text: "There are no rows to send", why: null, tone: "attention" };
  const rest = partsText([
    [invalid - heldCount, ...NEEDS],
    [heldCount, ...WAITS],
  ]);
  if (pending === 0) return { text: `No row is ready to be sent: ${rest}`, why: null, tone: "bad" };
  const all = total === 1 ? "The row is" : `All ${amountText(total, "row")} are`;
  const some = `${countText(pending)} of ${amountText(total, "row")}`;
  const refusable = doubtful < pending ? `${countText(doubtful)} of them` : pending === 1 ? "it" : "them";
  const doubt = doubtful > 0 ? ` (the service may refuse ${refusable})` : "";
  const texts = [`${invalid === 0 ? all : some} ready to be sent${doubt}`, ...(invalid > 0 ? [rest] : [])];
  return { text: texts.join(", "), why: null, tone: invalid + doubtful === 0 ? "good" : "attention" };
}

/** As in `12 need corrections, 1 may exist`. */
function partsText(parts: readonly (readonly [count: number, ...Words])[]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${countText(count)} ${count === 1 ? one : many}`)
    .join(", ");
}

/** What is said of one row, and of several. */
type Words = readonly [one: string, many: string];

const NEEDS = ["needs corrections", "need corrections"] as const;

/** For rows that are held back only by a question. */
const WAITS = ["waits for your decision", "wait for your decision"] as const;

/** For rows of which the journal says nothing, and is not the newest. */
const UNRECORDED = ["has no result on record", "have no result on record"] as const;

/** Rows that were not created, by what they are. */
const PARTS: readonly (readonly [statuses: readonly DetailedStatus[], ...Words])[] = [
  [["held"], ...WAITS],
  [["to-correct"], ...NEEDS],
  [["for-owner", "unknown", "failed-maybe"], "may exist", "may exist"],
  [["not-a-lead"], "is taken out as not a lead", "taken out as not leads"],
  [["duplicate"], "existed before", "existed before"],
  [["confirmed"], "confirmed by hand", "confirmed by hand"],
  [["failed"], "failed", "failed"],
  [["pending"], "is still to be sent", "still to be sent"],
  [["turned-away"], "was refused", "was refused"],
];

function countIn(groups: readonly StateCount[], statuses: readonly DetailedStatus[]): number {
  const own = groups.filter(({ state }) => statuses.includes(detailedStatusOf(state)));
  return own.reduce((sum, { count }) => sum + count, 0);
}

/** Why a run stopped early, as a sentence without its full stop; null where it did not. */
export function stopReason({ stops }: RenderedReport["run"]): string | null {
  return stops.length === 0 ? null : [...new Set(stops.map(({ message }) => message))].join(". ");
}

/** Why rows are left, as a sentence. */
function stopText({ run, evidence }: RenderedReport): string | null {
  const reason = stopReason(run);
  if (reason !== null) return `${reason}.`;
  const open = evidence().find(({ condition }) => condition !== "complete");
  return open ? toldText(conditionGuidance(open.condition).meaning) : null;
}

/** What to do after what a report tells; see `resultOf` for what happened. */
export function reportGuidance({ run, summary, format, evidence }: RenderedReport): Guidance {
  if (run.isCheck) return checkGuidance(summary, fixFileName(format));
  const guidance = runGuidance(evidence());
  const [first, ...others] = guidance.nextSteps;
  if (!first) return guidance;
  const hints = new Set(run.stops.flatMap(({ hint }) => hint || []));
  const then = hints.size === 0 ? first : after([...hints].join(" "), first);
  return { ...guidance, nextSteps: [then, ...others] };
}

/** What to do about a stop comes before what goes on. */
function after(hint: string, step: NextStep): NextStep {
  return { ...step, first: hint, does: thenText(hint, step.does) };
}

/** @param does As a sentence without its full stop. */
export function thenText(hint: string, does: string): string {
  return `${hint} Then ${uncapital(does)}`;
}

/** Nobody knows who created them: perhaps no run of this program did, and an account need not have a quote. */
const KNOWN_BEFORE =
  "The service knew these e-mails before. If a run here has the login link, its row names that run";

/** What is said where no step is left; where rows were created and their links are in a file, its name follows. */
export function doneText({ created, duplicate }: Readonly<Summary>, hasLinks: boolean): string {
  if (created > 0 && hasLinks)
    return `Nothing is left to do. The login ${created === 1 ? "link is" : "links are"} in`;
  return duplicate > 0 ? `Nothing is left to send. ${KNOWN_BEFORE}` : "Nothing is left to do";
}
