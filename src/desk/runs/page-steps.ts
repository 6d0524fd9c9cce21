import { DESK_STEP_TEXTS, type NextStep, type StepOrder } from "../../outcome/next-step.ts";
import { thenText } from "../../report/model/headline.ts";
import { runPage, runPath } from "../addresses.ts";
import { runName } from "./runs-here.ts";

interface PostAction {
  does: "post";
  label: string;
  path: string;
  body: Readonly<Record<string, unknown>>;
  isRisky?: true;
}

/** Something that a button of the page does. */
export type StepAction =
  /** Does it, after asking whether the person is sure where `isRisky`. */
  | PostAction
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

function actionsOf(order: StepOrder): StepAction[] {
  if (order.dir === "") return [];
  const { rows, file = "" } = order;
  const run = runName(order.dir);
  const path = (...rest: string[]): string => runPath(run, ...rest);
  const post = (label: string, to: string, body = {}): PostAction => ({
    does: "post",
    label,
    path: path(to),
    body,
  });
  const replay = (label: string, status?: string): StepAction[] => {
    const body = { ...(status !== undefined && { status }), ...(rows !== undefined && { rows }) };
    return [post(label, "replay", body)];
  };
  switch (order.step) {
    case "resume":
      return [post("Continue", "resume")];
    case "take-over":
      return [{ ...post("Take it over", "resume", { takeOver: true }), isRisky: true }];
    case "older-journal":
      return [{ ...post("Continue without it", "resume", { olderJournal: true }), isRisky: true }];
    case "send-again":
    case "send-maybe-created":
    case "send-first":
      return replay("Send again");
    case "send-unknown":
      return replay("Send once more", "unknown");
    case "send-refused":
      return replay("Send again", "rejected");
    case "correct":
      return [
        post("Correct here", "correct"),
        { does: "download", label: "Save them as a sheet", path: path("files", file) },
        { does: "upload", label: "Send the corrected sheet", path: path("fix") },
      ];
    case "ask-owner":
      return [{ does: "go", label: "Ask, and record the answers", to: runPage(run, "resolve") }];
    case "write-files":
      return [post("Write the files", "reports")];
    case "show-link":
      return [{ does: "go", label: "Show the lead", to: runPage(run, "row", rows ?? "") }];
    case "see-runs":
      return [];
  }
}
