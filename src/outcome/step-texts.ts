import { countText } from "../terminal/number-text.ts";

/** What the sentence of a step names. */
export interface StepWords {
  /** How many rows of the run it is for; absent where it is for the one row that is looked at. */
  count?: number;
  /** The file to correct. */
  file?: string;
  /** Only these rows, as `--rows` takes them. */
  rows?: string;
  /** How many rows there are, where only the first are named. */
  of?: number;
  /** How many of them only wait for an answer. */
  held?: number;
  /** Whether the parts to correct are named as cells or as fields. */
  named?: "cells" | "fields";
  /** The status with which it was refused. */
  status?: number;
}

/** What to do next, as sentences without their full stops; on a terminal and in files, a command follows. */
export const STEP_TEXTS = {
  resume: () => "Continue where it stopped",
  "take-over": () =>
    "Find out whether a process still works on this run. Once you are certain that none does, take it over",
  "older-journal": () =>
    "Put the newest journal.ndjson of this run back. Only if there is none, continue without it",
  "send-failed": ({ count }: StepWords) => `Send ${failedText(count)} again`,
  "send-again": ({ count }: StepWords) =>
    count === undefined ? "Send it again: it was not created" : `Send ${failedText(count)} again`,
  "send-maybe-created": ({ count }: StepWords) =>
    count === undefined
      ? "Send it again. If the service has created it already, it becomes unconfirmed"
      : `Send ${failedText(count)} again. ${count === 1 ? "It becomes" : "They become"} unconfirmed if the service has created ${count === 1 ? "it" : "them"} already`,
  "send-first": ({ count }: StepWords) =>
    count === undefined
      ? "Send it: it was not sent yet"
      : `Send ${rowsText(count)} that ${count === 1 ? "was" : "were"} not sent yet`,
  "send-unknown": ({ count }: StepWords) =>
    count === undefined
      ? "Wait a few minutes, then send it once more: it becomes created, or unconfirmed if the service already has its e-mail"
      : `Wait a few minutes, then send ${unknownText(count)} once more. ${count === 1 ? "It becomes created, or unconfirmed if the service already has its e-mail" : "They become created, or unconfirmed if the service already has their e-mails"}`,
  "send-refused": ({ count, of = count, status }: StepWords) => {
    if (count === undefined)
      return `Ask the service's owner why this request was refused${status === undefined ? "" : ` with ${status}`} while others are taken. Once the cause is corrected, send the row again as it is`;
    const [what, it] =
      of === 1
        ? ["a request was", "it"]
        : [
            `${countText(of ?? count)} requests were`,
            of === count ? "them" : `the first ${countText(count)}`,
          ];
    return `Ask the service's owner why ${what} refused while others were taken. Then send ${it} again`;
  },
  correct: ({ count, held = 0, file, rows, named }: StepWords) => {
    if (count !== undefined) {
      const [it, goes] = count === 1 ? ["it", "whether to send the row"] : ["them", "which rows to send"];
      const waits = `${held} of them only ${held === 1 ? "waits" : "wait"} for “send” in leadctl_status`;
      if (held === count)
        return `Say in ${file} ${goes} (“send” in leadctl_status), save it, and send ${it} back`;
      return `Correct ${rowsText(count)} in ${file}${held > 0 ? ` (${waits})` : ""}, save it, and send ${it} back`;
    }
    const what = named === undefined ? "what the answer complains about" : `the named ${named}`;
    return `Correct ${what} in ${file} of the run (its column leadctl_row says ${rows}), save it, and send it back`;
  },
  "resume-for-fix": () => "Continue the run: it then writes a fix file, in which you can correct the row",
  "write-fix-file": () => "Write the run's files again, and correct the row in its fix file",
  "ask-owner": ({ count }: StepWords) => `${askText(count)}. This writes the list for the owner`,
  "write-files": () => "Write its reports and its fix file",
  "show-link": () => "Give out the login link",
  "see-runs": () => "See why the run cannot be read",
};

export type StepCode = keyof typeof STEP_TEXTS;

/** The same on the desk, where a button follows. */
export const DESK_STEP_TEXTS: typeof STEP_TEXTS = {
  ...STEP_TEXTS,
  "older-journal": () =>
    "Put the newest copy of this run back. Only if there is none, continue without it: rows that may have been sent since then become unknown",
  correct: ({ count = 1, held = 0 }) =>
    held === count
      ? `Decide whether to send ${rowsText(count)} that ${count === 1 ? "was" : "were"} held back`
      : `Correct ${rowsText(count)} that ${count === 1 ? "was" : "were"} not taken`,
  "ask-owner": ({ count }) => askText(count),
  "write-files": () => "Write its files for other programs",
};

function rowsText(count: number): string {
  return count === 1 ? "the row" : `the ${countText(count)} rows`;
}

function unknownText(count: number): string {
  return count === 1 ? "the unknown row" : `the ${countText(count)} unknown rows`;
}

function failedText(count = 1): string {
  return count === 1 ? "the failed row" : `the ${countText(count)} failed rows`;
}

function askText(count: number | undefined): string {
  return count === undefined
    ? "Ask the service's owner whether a quote exists"
    : `Ask the service's owner about ${rowsText(count)} that sending again cannot settle`;
}
