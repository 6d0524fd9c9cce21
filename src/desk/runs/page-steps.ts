import { DESK_STEP_TEXTS, type NextStep, type StepCode, type StepOrder } from "../../outcome/next-step.ts";
import { thenText } from "../../report/model/headline.ts";
import { runPage, runPath } from "../addresses.ts";
import { runName } from "./runs-here.ts";

/** Something that a button of the page does. */
export type StepAction =
  /** Does it, after asking whether the person is sure where `isRisky`. */
  | { does: "post"; label: string; path: string; body: Readonly<Record<string, unknown>>; isRisky?: true }
  /** Shows another view. */
  | { does: "go"; label: string; to: string }
  /** Saves a file. */
  | { does: "download"; label: string; path: string }
  /** Takes a file. */
  | { does: "upload"; label: string; path: string };

/** A step of the guidance, with what does it on the page; without, its words are all there is. */
export interface PageStep {
  /** As a sentence without its full stop, behind what comes first. */
  does: string;
  /** The same without what comes first. */
  order: string;
  actions: readonly StepAction[];
}

/**
 * Steps of the guidance as buttons: the one place where a step becomes something to click.
 *
 * @param steps Of a row, a run or a lead.
 */
export function pageSteps(steps: readonly NextStep[]): PageStep[] {
  return steps.map((step) => {
    const order = DESK_STEP_TEXTS[step.step](step);
    const does = step.first === undefined ? order : thenText(step.first, order);
    return { does, order, actions: actionsOf(step) };
  });
}

function actionsOf({ step, dir, rows, file = "" }: StepOrder): StepAction[] {
  if (dir === "") return [];
  const run = runName(dir);
  const path = (...rest: string[]): string => runPath(run, ...rest);
  const post = (label: string, to: string, body = {}) =>
    ({ does: "post", label, path: path(to), body }) as const;
  const chosen = rows !== undefined && { rows };
  const again = [post("Send again", "replay", { ...chosen })];
  const actions: Readonly<Record<StepCode, StepAction[]>> = {
    resume: [post("Continue", "resume")],
    "take-over": [{ ...post("Take it over", "resume", { takeOver: true }), isRisky: true }],
    "older-journal": [{ ...post("Continue without it", "resume", { olderJournal: true }), isRisky: true }],
    "send-again": again,
    "send-maybe-created": again,
    "send-first": again,
    "send-unknown": [post("Send once more", "replay", { status: "unknown", ...chosen })],
    "send-refused": [post("Send again", "replay", { status: "rejected", ...chosen })],
    correct: [
      post("Correct here", "correct"),
      { does: "download", label: "Save them as a sheet", path: path("files", file) },
      { does: "upload", label: "Send the corrected sheet", path: path("fix") },
    ],
    "ask-owner": [{ does: "go", label: "Ask, and record the answers", to: runPage(run, "resolve") }],
    "write-files": [post("Write the files", "reports")],
    "show-link": [{ does: "go", label: "Show the lead", to: runPage(run, "row", rows ?? "") }],
    "see-runs": [],
  };
  return actions[step];
}
