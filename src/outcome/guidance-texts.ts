import { type CodedText, finder } from "../base/finding.ts";
import type { LeadState } from "./lead-state.ts";

/** As in `rejected; the lead may exist`. */
export function statusText({ status, maybeCreated, dismissed }: LeadState): string {
  if (maybeCreated) return `${status}; the lead may exist`;
  return dismissed ? `${status}; taken out as not a lead` : status;
}

/** What a status means where neither an answer nor an issue says more, and what a run in progress does with a row. */
export const MEANING_TEXTS = {
  created: () => "The service has a quote for this lead, and the run has its login link.",
  invalid: () => "It was held back here and never sent.",
  rejected: () => "The service refused it, for the reasons below. No quote was created.",
  "to-come": () => "The run is in progress, and has not reached it yet.",
  "in-flight": () => "It is being sent right now.",
  "between-attempts": () => "It waits for its next attempt.",
  "not-settled-then": () => "It had no result when the run last wrote this.",
  "may-be-sent-since": () =>
    "The run's journal is older than the run: its newest answers are missing, and this row may have been sent.",
};

/** How a run stands. */
export const CONDITION_TEXTS = {
  /** Every selected row is settled for now. */
  complete: () => "Every row has a result.",
  /** Rows are left for `resume`. */
  interrupted: () => "It is not finished.",
  "in progress": () => "A process works on it.",
  /** A process that nobody here can judge worked on it, and may still do. */
  "in doubt": () => "A process may still work on it: this computer cannot tell.",
  /** Its journal is behind its mark or a report, as one from a backup is; nothing is sent. */
  "older journal": () => "Its journal is older than the run: its newest answers are missing.",
  damaged: () => "Its files cannot be read, and may hold login links.",
  "never began": () => "The program ended while it read the input, and nothing was sent.",
};

export type RunCondition = keyof typeof CONDITION_TEXTS;

/** What a person does before the next command, or where there is none. */
export const ACTION_TEXTS = {
  "wait-for-run": () => "Wait until the run has ended.",
  "wait-for-row": () => "The run is in progress. Wait until it has ended, then ask again.",
  "settle-owner": () =>
    "Find out whether it still runs. Once you are certain that it does not, take the run over.",
  "restore-journal": () =>
    "Put the newest journal.ndjson of this run back: only it holds those answers and their login links. Only if there is none, continue without it: rows that may have been sent since then become unknown.",
  "restore-run": () => "Restore them from a backup.",
  "submit-again": () => "Submit the input again.",
  "link-in-report": ({ file }: { file: string }) =>
    `Nothing. The login link is in the run's ${file}, in the column leadctl_login_url; explain shows it with --reveal.`,
  "link-by-explain": () => "Nothing. explain shows the login link with --reveal.",
  "not-a-lead": () =>
    "Nothing: it is closed. If it is a lead after all, correct it in a copy of report.csv, and send that back with replay --with.",
  "nothing-to-send": ({ file }: { file?: string }) =>
    `Nothing to send: the service knew this e-mail before the run.${
      file === undefined
        ? ""
        : ` If the e-mail address is mistyped, correct it in a copy of ${file}, and send that back with replay --with.`
    }`,
  "exists-by-word": () => "Nothing: the service's owner says that it exists.",
  "ask-owner": ({ row }: { row: number }) =>
    `Ask the service's owner whether a quote exists for this e-mail, and name the times of the attempts. Then record the answer with leadctl resolve, --rows ${row}, and --created or --not-created.`,
  "not-before-that": () => "Do not send it again before that.",
  "say-e-mail-is-known": () => "Tell them that the service has this e-mail.",
  "link-in-run": ({ run }: { run: string }) =>
    `If the lead in ${run} is of the same person, there is nothing to ask: that run has the login link.`,
  "no-link": () => "The login link is not available here.",
  "ask-about-link": () => "Also ask whether the login link that arrived belongs to the quote.",
  "ask-owner-alone": () => "Ask the service's owner whether a quote exists for this e-mail.",
  "check-corrected": ({ file }: { file: string }) =>
    `Correct the cells named below, in the sheet or in ${file} beside this page, and check again.`,
  "submit-ready": () => "Send what is ready with leadctl submit.",
  "nothing-sent": () => "Nothing was sent.",
};

const NEW_SHEET = "into a new sheet, and drop that on the page Start.";
const SHOW_ROW = () => "Nothing. The page of its row shows the login link.";

/** The same on the desk where they name commands and files; also of what to do about a verdict. */
export const DESK_ACTION_TEXTS = {
  "restore-journal": () =>
    "Put the newest copy of this run back: only it holds those answers and their login links. Only if there is none, continue without it: rows that may have been sent since then become unknown.",
  "submit-again": () => "Drop the sheet again on the page Start.",
  "link-in-report": SHOW_ROW,
  "link-by-explain": SHOW_ROW,
  "not-a-lead": () => `Nothing: it is closed. If it is a lead after all, put it ${NEW_SHEET}`,
  "nothing-to-send": () =>
    `Nothing to send: the service knew this e-mail before the run. If the e-mail address is mistyped, put the row with the right one ${NEW_SHEET}`,
  "ask-owner": () =>
    "Ask the service's owner whether a quote exists for this e-mail, and name the times of the attempts. Then record the answer.",
  "put-folder-back": () => "That run has the login link: put its folder back where it was.",
  "restore-or-ask": () =>
    "Restore the run's files from a backup, as the page Runs says. Without one, ask the service's owner whether a quote exists for this e-mail.",
};

/** Says what to do next, in the desk's words. */
export function deskActionText(action: readonly CodedText[]): string {
  const texts: Readonly<Record<string, (() => string) | undefined>> = DESK_ACTION_TEXTS;
  return action.map(({ finding, message }) => texts[finding]?.() ?? message).join(" ");
}

export const meaningFinding = finder(MEANING_TEXTS);
export const conditionFinding = finder(CONDITION_TEXTS);
export const actionFinding = finder(ACTION_TEXTS);
