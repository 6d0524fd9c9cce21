import { type ErrorTexts, errorsOf, says } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import type { Refused } from "../base/file-error.ts";
import { CLOSE_IT } from "../base/files.ts";
import { amountText, namesText } from "../terminal/number-text.ts";
import { timeText } from "../terminal/time-text.ts";
import type { FixProblem } from "./run-texts.ts";

const ANOTHER_FOLDER = "Give another folder with --out.";
const TRY_AGAIN = "Make room on the disk or check the folder's permissions, then try again.";
const OTHER_WRITER = "Something else writes to the run's folder. Stop it, then try again.";
const STILL_AT_WORK =
  "Find out whether leadctl still works on this run there. If you are certain that it does not";
const TWICE = "two processes on one run could send leads twice";
/** A page has a button for it. */
const CONTINUE = "Then continue the run on its page";
const PUT_NEWEST_BACK =
  "Put the newest journal.ndjson of this run back: only it holds those answers and their login links. Only if there is none, continue without it; rows that may have been sent since then become unknown";
const FROM_BACKUP = "Restore the file from a backup";

interface Path {
  path: string;
}

interface Dir {
  /** The run's folder. */
  dir: string;
}

/** How the answers fared that arrived after the journal could not be written any more. */
export interface LateAnswers extends Dir {
  /** Answers that could be written nowhere. */
  lostCount: number;
  /** The file that holds the others; null where the journal does. */
  rescuePath: string | null;
}

/** A journal that was taken away, or that something else wrote to. */
interface Lost extends Path, LateAnswers {
  /** Where it was moved to, where the system tells. */
  nowAt: string | null;
  /** Whether the rescue file lies where leadctl looks for it. */
  isInFolder: boolean;
}

/** Why nobody can say whether the process of a lock still runs. */
const LOCK_DOUBTS = {
  "other-container":
    "it runs in another container of this computer, or under an earlier name of it, and cannot be seen from here",
  "other-namespace": "it runs in another container (PID namespace), and cannot be seen from here",
  "other-host": "this computer cannot tell whether it still runs there",
  "reused-number":
    "a process with this number runs here, but it may be another program, which got the number later",
} as const;

/** Why nobody can say whether the process of a lock still runs. */
export type LockDoubt = keyof typeof LOCK_DOUBTS;

/** The process that works on a run now, or worked on it last. */
export interface LockOwner {
  pid: number;
  /** Null when it is this one. */
  host: string | null;
  /** The user who started it; null where the system or the lock does not say. */
  user: string | null;
  since: string;
  /** Why nobody here can say whether it still runs; null when it does. */
  doubt: LockDoubt | null;
}

/** What is missing from a journal that is behind its mark, or behind the report beside it. */
export interface MissingPart {
  /** What tells it: a mark, a report beside the journal, a lock that is another folder's, or that the run was removed once. */
  toldBy: "mark" | "report" | "lock" | "purge";
  /** 0 where the mark does not tell it. */
  bytes: number;
  rounds: number;
}

/** Why a run's files cannot be used as a whole, or written. */
export const RUN_FILE_ERRORS = {
  "run-lock": ({ path, why, isInUse }: Path & Refused) => ({
    message: `${path} cannot be created: ${why}`,
    hint: isInUse ? CLOSE_IT : "The folder must be writable.",
  }),
  "run-locked": ({
    dir,
    pid,
    since,
    user,
  }: Dir & Pick<LockOwner, "since" | "user"> & { pid: number | null }) => ({
    message: `${dir} is in use by ${pid === null ? "other processes that come and go" : `process ${pid}`} since ${timeText(since)}${byText(user)}`,
    hint: `Wait until it has ended, or stop it where it was started; ${TWICE}.`,
  }),
  "run-locked/in-doubt": ({
    dir,
    pid,
    host,
    since,
    user,
    doubt,
  }: Dir & LockOwner & { doubt: LockDoubt }) => ({
    message: `${dir} is in use${host === null ? "" : ` on the host ${host}`} since ${timeText(since)} (process ${pid}${byText(user)}): ${LOCK_DOUBTS[doubt]}`,
    hint: `${STILL_AT_WORK}, add --take-over: ${TWICE}.`,
    pageHint: `${STILL_AT_WORK}, take it over in the list of runs: ${TWICE}.`,
  }),
  "mark-damaged": says(
    "<path> cannot be read, so nobody knows whether the journal beside it is the newest",
    "Restore it from a backup. If journal.ndjson is certainly the newest, remove this file and try again.",
  ),
  "run-unreadable": ({ path, why, isInUse }: Path & Refused) => ({
    message: `${path} cannot be read: ${why}`,
    hint: isInUse ? CLOSE_IT : "Check the disk and the permissions of the run's folder.",
  }),
  "plan-missing": ({ path, toldBy }: Path & { toldBy: "journal" | "reports" }) => ({
    message: `${path} is missing or incomplete, while ${toldBy === "journal" ? "the journal beside it holds" : "the files beside it show"} what was sent`,
    hint: `${FROM_BACKUP}: without it nobody knows which row is which.`,
  }),
  "plan-changed": says(
    "<path> is not the plan that this run began with",
    `${FROM_BACKUP}: rows would be sent under the wrong number.`,
  ),
  "plan-changed/correction": says(
    "<path> does not hold the corrected rows that were sent",
    `${FROM_BACKUP}: otherwise leads would be sent that differ from the reports.`,
  ),
  "correction-missing": says(
    "<dir> lacks <file>, the corrected rows of a replay",
    `${FROM_BACKUP}: without it nobody knows what was sent.`,
  ),
  "journal-missing": says(
    "<path> is missing or empty, while the files beside it show what was sent",
    `${FROM_BACKUP}. Only if there is none, submit the input again: leads that exist come back as duplicates, and their login links are in the reports beside it.`,
  ),
  "journal-missing/copied": ({ path, copies }: Path & { copies: readonly string[] }) => ({
    message: `${path} is missing or empty, while the files beside it show what was sent`,
    hint: `There is a copy of it in ${namesText(copies)}. leadctl puts it back:`,
    pageHint: `There is a copy of it in ${namesText(copies)}. Continue the run on its page: that puts it back.`,
  }),
  "journal-foreign": says(
    "<path> does not begin with the record of one run",
    `${FROM_BACKUP}: it is not as leadctl wrote it.`,
  ),
  "journal-foreign/row": says(
    "<path> names row <row>, which is not in the plan beside it",
    "The two files do not belong together: restore both from the same backup.",
  ),
  "journal-too-new": says(
    "<path> was written by a newer leadctl, in a form that this one does not know",
    "Use that leadctl, or a later one.",
  ),
  "journal-damaged": says(
    "<path> is damaged in line <line>, and not by a crash. Nothing was changed",
    `${FROM_BACKUP}. The <recordCount> records before the damage are whole, and so is each later line with a right "crc", login link included: docs/journal.md says what can be saved.`,
  ),
  "journal-changed": says(
    "<path> has changed since it was read: there is no <what> at byte <offset>",
    OTHER_WRITER,
  ),
  "journal-behind": ({ path, ...missing }: Path & MissingPart) => ({
    message: `${path} is older than the run: ${missingText(missing)}, and nothing was sent`,
    hint: `${PUT_NEWEST_BACK}:`,
    pageHint: `${PUT_NEWEST_BACK}.`,
  }),
  "journal-write/unopened": ({ why, isInUse }: Refused) => ({
    message: `The run's journal could not be written: ${why}`,
    hint: `Nothing was sent. ${isInUse ? CLOSE_IT : TRY_AGAIN}`,
  }),
  "journal-write": ({ why, ...late }: { why: string } & LateAnswers) => ({
    message: `The run's journal could not be written: ${why}. Nothing more was sent`,
    hint: `${lateText(late)}Make room on the disk, or repair it, then:`,
    pageHint: `${lateText(late)}Make room on the disk, or repair it. ${CONTINUE}.`,
  }),
  "journal-moved": ({ path, nowAt, lostCount }: Lost) => ({
    message: `${path} was moved to ${nowAt} while leads were sent, and nothing more was sent`,
    hint: `${lostText(lostCount)}The journal there holds the answers that still arrived. Continue the run there:`,
    pageHint: `${lostText(lostCount)}The journal there holds the answers that still arrived. Move the folder back. ${CONTINUE}.`,
  }),
  "journal-removed": ({ path, lostCount }: Lost) => ({
    message: `${path} is no longer in its place, and nothing more was sent`,
    hint: `${lostText(lostCount)}The record of what was sent is lost: ask the service's owner which of these leads exist.`,
  }),
  "journal-removed/rescued": (it: Lost) => {
    const kept = `${lostText(it.lostCount)}${it.rescuePath} holds everything that was in it, login links included: do not lose this file.`;
    const restore = it.isInFolder
      ? ""
      : `If you can restore ${it.dir} with its plan.ndjson, put the file there`;
    return {
      message: `${it.path} is no longer in its place, and nothing more was sent`,
      hint: `${kept} ${it.isInFolder ? "leadctl reads it in:" : `${restore}, and give that folder to leadctl resume.`}`,
      pageHint: it.isInFolder
        ? `${kept} Continue the run on its page: that reads it in.`
        : `${kept} ${restore}. ${CONTINUE}.`,
    };
  },
  "journal-shared": ({ path, dir, rescuePath, lostCount }: Lost) => {
    const remedy =
      rescuePath === null
        ? "Make sure that no other process works on it"
        : `The answers that still arrived are in ${rescuePath}: make sure that it is in ${dir}, and that no other process works on the run`;
    const twice = `${lostText(lostCount)}Two processes on one run may send leads twice.`;
    return {
      message: `Another program changed ${path} while leads were sent, and nothing more was sent`,
      hint: `${twice} ${remedy}, then:`,
      pageHint: `${twice} ${remedy}. ${CONTINUE}.`,
    };
  },
} satisfies ErrorTexts;

/** What cannot be done with a run, or for one. */
export const RUN_ERRORS = {
  "no-runs": says(
    "There is no folder <folder>, and so there are no runs",
    "Go to the folder in which you ran submit, or name the one that holds the runs with --runs.",
  ),
  "no-run": ({ dir }: Dir) => ({
    message: `There is no run in ${dir}`,
    hint: "Give the folder that submit named, as in leadctl-runs/<time>-<input>; leadctl runs lists the runs here.",
  }),
  "no-run/cut-off": says(
    "There is no run in <dir>",
    "The program ended there while it was still reading the input, and nothing was sent. Submit the input again.",
  ),
  "run-purged": (
    it: Dir & { purgedAt: string; input: string | null; links: number | null; isSandbox: boolean },
  ) => ({
    message: `The run ${it.dir} was removed by runs --purge at ${timeText(it.purgedAt)}${it.links === null ? "" : `, with ${amountText(it.links, "login link")}`}`,
    hint: it.isSandbox
      ? "It went to a sandbox, not to a real service: nothing of it exists there."
      : `The leads that it sent${it.input === null ? "" : ` from ${it.input}`} may exist: do not submit them again. Ask the service's owner which of them exist.`,
  }),
  "out-unusable": says("<dir> cannot be created: <why>", ANOTHER_FOLDER),
  "out-not-a-folder": says("<dir> is not a folder (links are not followed)", ANOTHER_FOLDER),
  "out-not-empty": says("<dir> is not empty: it holds <name>", "Give a new folder with --out."),
  "out-in-use": says(
    "<dir> already holds a run, and its login links exist nowhere else",
    "Give another folder with --out, or continue that run:",
  ),
  "no-rows-selected": says(
    "None of the rows named in --rows is among the <rowsRead> rows of the input",
    "Rows are numbered as a spreadsheet shows them: the header is row 1, the first lead row 2.",
  ),
  "fix-without-rows": ({ name }: { name: string }) => ({
    message: `${name} has no column leadctl_row, so nobody knows which rows it corrects`,
    hint: "Start from the run's own fix file and keep that column; or send the sheet as a new run with submit.",
    pageHint:
      "Start from the rows to correct that the run's page saves, and keep that column; or drop the sheet on the page Start.",
  }),
  "fix-not-matched": (it: { name: string; problems: readonly FixProblem[]; moreCount: number }) => ({
    message: [
      `${it.name} cannot be matched with the run, and nothing was sent`,
      ...it.problems.map(({ row, message }) => `Row ${row}: ${message}`),
      ...(it.moreCount > 0 ? [`and ${it.moreCount} more rows like these`] : []),
    ].join("\n"),
    hint: "Correct these rows, or delete them from the sheet. leadctl_row is the row's number in the run's input.",
  }),
} satisfies ErrorTexts;

function byText(user: string | null): string {
  return user === null ? "" : `, started by ${user}`;
}

function missingText({ toldBy, rounds, bytes }: MissingPart): string {
  switch (toldBy) {
    case "mark": {
      const isOne = rounds === 1 || (rounds === 0 && bytes === 1);
      const what = rounds > 0 ? amountText(rounds, "round") : amountText(bytes, "byte");
      return `the last ${what} of the run ${isOne ? "is" : "are"} missing from it`;
    }
    case "report":
      return "the report beside it holds more than it does";
    case "lock":
      return "the folder was copied while a process worked on the run, which may have sent more since";
    case "purge":
      return "the run was removed by runs --purge, and this copy was put back";
  }
}

function lostText(lostCount: number): string {
  return lostCount === 0
    ? ""
    : `${lostCount} of the last answers could not be written anywhere: ${lostCount === 1 ? "its lead is" : "their leads are"} unknown. `;
}

function lateText({ dir, lostCount, rescuePath }: LateAnswers): string {
  if (lostCount > 0) return lostText(lostCount);
  return rescuePath === null
    ? "The answers that still arrived are in the journal. "
    : `The answers that still arrived are in ${rescuePath}: make sure that it is in ${dir}. `;
}

/** The run's record cannot be written or trusted: nothing more is sent. Always exit code 6. */
export const journalError = errorsOf(RUN_FILE_ERRORS, EXIT.journal);

/** A run, or what was asked of it, is not there. */
export const runError = errorsOf(RUN_ERRORS, EXIT.usage);
