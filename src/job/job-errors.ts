import { type ErrorTexts, errorsOf, says } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { CLOSE_IT } from "../base/files.ts";
import { amountText } from "../terminal/number-text.ts";
import { type AnswerProblem, problemText } from "./owner-answer-texts.ts";

interface Problems {
  problems: readonly AnswerProblem[];
}

/** More of them are counted. */
const PROBLEMS_SHOWN_MAX = 10;

const SET_CLOCK = {
  hint: "Set the clock right. If it is right, and you want to remove all of them: leadctl runs --purge 0d.",
  pageHint: "Set the clock right, then try again. If it is right, remove the runs one by one.",
};
const RENAMED = "If this run was renamed, empty the column leadctl_run.";
const ANSWER_COLUMNS = "The columns are leadctl_row (or email), result, quote_id, login_url and note";
const WAIT_FOR_IT =
  "Nothing was sent. Wait until that run has ended: it gets the login links of the leads that it creates.";
const WRITE_WORD = "Write one of these answers into the cells themselves.";
const WRITE_OR_RENAME =
  "Write the answer to a word into its cells, and rename or delete a column that is asked about.";

/** Why a round does not begin, or a command goes no further. */
export const JOB_ERRORS = {
  disk: (it: { path: string | undefined; call: string; code: string; reason: string; isInUse: boolean }) => {
    const remedy = it.isInUse
      ? CLOSE_IT
      : "Check that the folder exists, that you may write to it, and that the disk has room.";
    const kept = "If leads were sent already, the run's journal has them";
    return {
      message: `${it.path ?? "A file"}: the system refused to ${it.call} it (${it.code}, ${it.reason})`,
      hint: `${remedy} ${kept}: continue with leadctl resume.`,
      pageHint: `${remedy} ${kept}: continue that run.`,
    };
  },
  bug: says(
    "A bug in leadctl: <why>",
    "Please report it with the lines below. If leads were sent, the run's journal has them: continue with leadctl resume.",
  ),

  "rows-not-in-run": says(
    "None of the rows named in --rows is in this run, which has <total> of the <rowsRead> rows of <name>",
    "Rows are numbered as the spreadsheet shows them: the header is row 1. In JSON the first item is row 1.",
  ),

  // What a person is asked
  stopped: ({ place }: { place: string }) => ({
    message: `Stopped at ${place.toLowerCase()}: nothing was sent, and nothing is left behind`,
    hint: "To be asked again, repeat the command. Or write the answers into a mapping file.",
  }),
  open_questions: ({ name, count, hint }: { name: string; count: number; hint: string }) => ({
    message: `${name} has ${amountText(count, "open question")}, and nothing was sent`,
    hint,
  }),
  "open_questions/fixed-sheet": (it: {
    name: string;
    count: number;
    /** All of them are about words in cells. */
    areWords: boolean;
    /** All of them may be left unanswered. */
    areAcceptable: boolean;
  }) => ({
    message: `${it.name} has ${amountText(it.count, "open question")}, and nothing was sent`,
    hint: `${it.areWords ? WRITE_WORD : WRITE_OR_RENAME}${it.areAcceptable ? " Or add --accept-reading: columns are left out, words are sent as they are or left out." : ""}`,
  }),
  "not-confirmed": says(
    "<name> is a protected environment, and its name was not given: nothing was sent",
    "Add --confirm <name> <what>.",
  ),
  "not-confirmed/other-name": ({ typed, name }: { typed: string; name: string | undefined }) => ({
    message: `--confirm says "${typed}", but ${name === undefined ? "the target is none of the environments of a configuration file" : `the environment is ${name}`}: nothing was sent`,
    hint: "Choose with --env where leads go, and confirm that with --confirm.",
  }),
  "not-confirmed/typed": ({ name, typed }: { name: string; typed: string }) => ({
    message:
      typed === ""
        ? `The name ${name} was not typed: nothing was sent`
        : `"${typed}" is not ${name}: nothing was sent`,
    hint: `Try again, and type ${name}; or add --confirm ${name}.`,
  }),
  "already-sending": ({ dir, pid }: { dir: string; pid: number | undefined }) => ({
    message: `Another process is sending the very same rows to the same target: ${dir}, process ${pid}`,
    hint: `${WAIT_FOR_IT} --again sends the rows anyway; the service then refuses the leads that exist.`,
    pageHint: WAIT_FOR_IT,
  }),
  "run-locked/report": says(
    "The reports in the run's folder cannot be rewritten now: <why>",
    "Wait until it has ended, or write a report of its own, as in:",
  ),

  // What was asked for
  "usage/sandbox-place": says(
    "--sandbox has its own address and partner",
    "Leave out --env, --base-url and --partner, or leave out --sandbox.",
  ),
  "target-mismatch/sandbox": says("This run is bound to <baseUrl>, not to a sandbox", "Leave out --sandbox."),
  "usage/with-path": () => ({
    message: "--with takes the path of a corrected sheet",
    hint: "As in --with leadctl-runs/<run>/fix.csv.",
  }),
  "usage/with-and-status": says(
    "--with sends corrected rows, and --status sends rows by their status",
    "Give one of them. Each can be combined with --rows.",
  ),
  "clock-doubtful/future": ({ now, dir }: { now: string; dir: string }) => ({
    message: `${clockText(now)}, because the time of ${dir} is in the future`,
    ...SET_CLOCK,
  }),
  "clock-doubtful/all": ({ now, count }: { now: string; count: number }) => ({
    message: `${clockText(now)}, because all ${count} runs would be older than that`,
    ...SET_CLOCK,
  }),

  // The answers of the service's owner
  "resolve-unusable": (params: Problems) => ({
    message: problemsText(params),
    hint: "resolve is for rows that may exist; report --format handover lists them.",
    pageHint: "Correct the answer, then write it down again.",
  }),
  "resolve-unusable/lines": (params: Problems) => ({
    message: problemsText(params),
    hint: "Correct these lines, or empty their result. Then the other lines can be recorded.",
  }),
  "resolve-unusable/columns": ({ name, missing }: { name: string; missing: "result" | "row" }) => ({
    message: `${name} has no column ${missing === "result" ? "result" : "leadctl_row or email"}`,
    hint: `${ANSWER_COLUMNS}, as report --format handover writes them.`,
    pageHint: `${ANSWER_COLUMNS}, as in the list for the answers.`,
  }),
  "resolve-unusable/other-runs": (it: { name: string; run: string; runs: readonly string[] }) => ({
    message: `${it.name} holds no answer for the run ${it.run}: its answers are for ${it.runs.join(", ")}`,
    hint: `Name that run. ${RENAMED}`,
    pageHint: `Drop the list on the page of that run. ${RENAMED}`,
  }),
  "resolve-unusable/empty": says(
    "<name> holds no answer yet: its column result is empty",
    "Fill in created or not-created, and the quote's id and login link where they are known.",
  ),
} satisfies ErrorTexts;

function clockText(now: string): string {
  return `Nothing was removed: the clock of this computer may be wrong (it says ${now})`;
}

function problemsText({ problems }: Problems): string {
  const shown = problems.slice(0, PROBLEMS_SHOWN_MAX).map(problemText);
  const moreCount = problems.length - shown.length;
  const more = moreCount > 0 ? `; and ${amountText(moreCount, "more problem")}` : "";
  return `Nothing was recorded: ${shown.join("; ")}${more}`;
}

/** The end of a command that could not do, or not begin, what was asked. */
export const jobError = errorsOf(JOB_ERRORS, EXIT.usage);
