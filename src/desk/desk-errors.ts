import { type AsksFor, type CliError, type ErrorTexts, errorsOf, says } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { amountText } from "../terminal/number-text.ts";

const COPY_KEY = "Copy the key again, without quotes, and paste it here.";
const BACK_TO_START = "Go back to the start.";
const OWN_PAGE = "Use the page that the desk opened.";

/** Why the desk does not do what its page asked for. Read on a page: no hint names an option or a command. */
export const DESK_ERRORS = {
  "draft-damaged/edits": says(
    "<path> is damaged at byte <offset>: corrections of this draft cannot be read",
    "Put back a copy of the file, or delete the draft and drop the sheet again.",
  ),
  "file-write/edits": says(
    "<path> could not be written before, so nothing more is added to it",
    "Make room on the disk, then start the desk again: corrections that it confirmed are kept.",
  ),
  "view-gone": says(
    "The rows on this page have changed since they were shown",
    "The page shows the new rows: repeat your change if it is still needed.",
  ),
  "edit-too-large": ({ cellsMax }: { cellsMax: number }) => ({
    message: `One change may cover at most ${cellsMax.toLocaleString("en-US")} cells`,
    hint: "Change fewer rows at once.",
  }),
  "no-such-cell": says("There is no such cell in this draft", "Load the page again."),
  "draft-damaged": says("<path> is damaged", "Drop the file again, which makes a new draft."),
  "draft-missing": says(
    "This sheet is no longer being prepared here",
    "It was sent or removed meanwhile. Go to the start, where the sheets and runs of this folder are listed.",
  ),
  "draft-sent": says("This sheet was sent already", "Continue on the page of its run."),
  "draft-read-anew": says(
    "The sheet was read in another way after you saw it",
    "Its rows may have changed. Look at them, and repeat your change if it is still needed.",
  ),
  "draft-being-sent": says(
    "This sheet is being sent right now",
    "It is sent as it was. You can change it again only if sending is refused.",
  ),
  "draft-locked": says(
    "This sheet is being prepared in another window of leadctl",
    "Continue there, or end that program and open the sheet again. (<why>)",
  ),
  "place-unknown": says("This place no longer exists", "Choose another one."),
  "round-under-way": says(
    "The desk is sending <run> right now",
    "Wait until it has ended, or stop it. Nothing else was started.",
  ),
  "run-unknown": says(
    "There is no run <dir> here",
    "It may have been removed or renamed. The list of runs shows those that are there.",
  ),
  "draft-of-no-run": says("This sheet does not correct a run", "Check it and send it as a run of its own."),
  "nothing-to-correct": says(
    "This run has no row that can be corrected",
    "Its page says what is left to do.",
  ),
  "address-used": says(
    "This address has been used already",
    "The window in which the desk was started now shows a new address: open that one.",
  ),
  "desk-port": ({ port, why, isTaken }: { port: number; why: string; isTaken: boolean }) => ({
    message: `The desk cannot use port ${port} (${why})`,
    hint: isTaken
      ? "Another program uses it, maybe another desk: leave out --port, and a free one is chosen."
      : "Choose a port from 1024 to 65535, or leave out --port.",
  }),
  "links-unconfirmed": says(
    "<name> holds login links: anyone who has one can open that lead's quote",
    "Confirm that you want it, and treat it as confidential.",
  ),
  "file-unknown": says("This run has no file <name>", "Look at the run again: its files may have changed."),
  "draft-edited": says(
    "You corrected cells of this sheet, and the corrections depend on what its columns mean",
    "Undo the corrections first, or drop the sheet again.",
  ),
  "usage/not-asked": says(
    "This is no longer asked",
    "Reload the page: it shows how the sheet is understood now.",
  ),
  "usage/query-empty": says(
    "There is nothing to look for",
    "Type an e-mail, a name, a phone number or an id.",
  ),
  "not-confirmed/typed-number": says(
    "Nothing was removed: the number typed is not the number shown",
    "Type <typed> to remove what is shown.",
  ),
  "row-not-in-run": says(
    "Row <row> is not in this run",
    "Rows are numbered as the spreadsheet shows them: the header is row 1.",
  ),
  "bad-request/answers": says("The page sent no usable answers", "Reload the page, and send the file again."),
  "key-missing/another": says("This place needs another key", "Give the key that belongs to this place."),
  "draft-changed": says(
    "This sheet was changed since it was shown here",
    "Nothing was sent. Look at what would be sent now, then send it.",
  ),
  "corrections-judged": says(
    "Not all rows that were changed would be sent",
    "Nothing was sent. Look at what would be sent, then decide.",
  ),
  "open-questions": ({ count }: { count: number }) => ({
    message: `${amountText(count, "question")} about the sheet ${count === 1 ? "has" : "have"} no answer yet`,
    hint: "Nothing was sent. Answer them on the page Match.",
  }),
  "sent-before": ({ notes, runCount }: { notes: readonly string[]; runCount: number }) => ({
    message: `Some of these leads were sent before: ${notes.join(" ")}`,
    hint: `Nothing was sent. Look at ${amountText(runCount, "earlier run")} first, or send anyway.`,
  }),
  "people-sent": ({ count }: { count: number }) => ({
    message: `${amountText(count, "row")} may be the same person as a lead of another run`,
    hint: "Nothing was sent. Say whether to send such rows, or to leave them as they are.",
  }),
  "key-missing": () => ({ message: "There is no key", hint: COPY_KEY }),
  "key-malformed": () => ({ message: "A key has no spaces, line breaks or accents", hint: COPY_KEY }),
  "bad-request": says(
    "The page asked for something that the desk does not understand",
    "Reload the page. It may belong to another version of the desk.",
  ),
  bug: says(
    "Something went wrong in the desk itself",
    "Look into the window in which the desk was started. The folder of the run records what was sent.",
  ),
  "no-session": says(
    "This page is not connected to the desk",
    "Open the address that the desk printed. If it was used already, start the desk again.",
  ),
  "too-long": says("This is too large", "Use a smaller file, or a part of it."),
  "not-found": () => ({ message: "There is nothing here", hint: BACK_TO_START }),
  "not-found/method": () => ({ message: "This cannot be done here", hint: BACK_TO_START }),
  "wrong-host": says("The desk cannot be opened at this address", "Open the address that it printed."),
  "wrong-origin": () => ({ message: "Another page may not use the desk", hint: OWN_PAGE }),
  "wrong-origin/change": () => ({ message: "A change has to come from the desk's own page", hint: OWN_PAGE }),
} satisfies ErrorTexts;

/** Hints for a sheet that is not a draft: the page cannot ask about it. */
const ASK_HINTS: Readonly<Record<AsksFor, string>> = {
  sheet: "Keep only the sheet that holds the leads, save the file, and drop it again.",
  "header-row": "Keep one row of headers right above the leads, save the file, and drop it again.",
  "hidden-rows": "Clear the filter, or delete the hidden rows. Save the file, and drop it again.",
  encoding: 'Save the file as "CSV UTF-8", and drop it again.',
};

/** What to do about a failure, on a page where nothing asks about it. */
export function hintOnPage({ asks, pageHint }: CliError): string {
  return asks === undefined ? pageHint : ASK_HINTS[asks];
}

/** Something that the desk does not do, or not now. */
export const deskError = errorsOf(DESK_ERRORS, EXIT.usage);
