import { type ErrorTexts, errorsOf, says } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { amountText } from "../terminal/number-text.ts";

/** Why a command cannot be what was typed, or goes no further. */
export const COMMAND_ERRORS = {
  "usage/input-name": says("The input has no name", "Name the file that holds the leads."),
  "not-confirmed/purge": says(
    "Nothing was removed yet: this would remove <what>",
    "Add --yes to remove them.",
  ),
  "not-confirmed/purge-typed": says(
    "Nothing was removed: the number typed is not the number shown",
    "Try again and type the number shown, or add --yes.",
  ),
  "usage/desk-folder": says(
    "The desk cannot work in <folder>: <why>",
    "Give a folder that is there, or none for the current folder.",
  ),
  "usage/row-number": says(
    '"<rowText>" is not a row number',
    "Give the number that the spreadsheet shows, as in: <command>",
  ),
  "usage/run-ambiguous": ({ count, dir, dirs }: { count: number; dir: string; dirs: readonly string[] }) => ({
    message: `${amountText(count, "run")} are called ${dir}`,
    hint: `Name the folder of one: ${dirs.join(", ")}`,
  }),
  "usage/no-run": says("There is no run in <dir>", "leadctl runs lists the runs here."),
  "row-not-in-run": says(
    "Row <row> is not in this run, which has <total> of the <rowsRead> rows of <name>",
    "Rows are numbered as the spreadsheet shows them: the header is row 1. In JSON the first item is row 1.",
  ),
  "usage/query": ({ text }: { text: string }) => ({
    message: text === "" ? "There is nothing to look for" : `"${text}" is too short to look for`,
    hint: "Name an e-mail, a person, a phone number or an id, or a part of one. It needs at least two characters.",
  }),
  "usage/row-missing": says("<text> is a run: which row do you mean?", "As in: <command>"),
  "usage/save-name": says("<path> cannot be written", "Give --save a name that ends in .xlsx or .json."),
  "usage/new-file": says("<path> is there already", "Give another name with <flag>; nothing was changed."),
  "usage/with-for-one": says("--with takes one run: a fix file belongs to one run", "Replay that run alone."),
  "usage/rows-for-one": says(
    "--rows is for one run: each run has its own row numbers",
    "Replay that run alone.",
  ),
  "usage/stdout-twice": says(
    "Both the report and the document of --json would go to stdout",
    "Give the report a file of its own with --output.",
  ),
  "usage/workbook-on-terminal": says(
    "A workbook cannot be shown on a terminal",
    "Name a file for it, as in --output <name>",
  ),
  "usage/format-name": (it: { output: undefined | string; known: string; format: string }) => ({
    message: `${it.output} is the name of ${it.known === "xlsx" ? "a workbook" : "a text"}, and --format ${it.format} makes ${it.format === "xlsx" ? "a workbook" : "a text"}`,
    hint: "Name the file for what is in it, as in --output report.csv or report.xlsx.",
  }),
  "usage/format-unknown": ({ output, formats }: { output: string; formats: readonly string[] }) => ({
    message: `The name ${output} does not say which format is meant`,
    hint: `Add --format with one of ${formats.join(", ")}.`,
  }),
  "usage/own-report": (it: {
    areSeveral: boolean;
    given: undefined | string;
    formats: readonly string[];
  }) => ({
    message: it.areSeveral
      ? "Several runs make one report"
      : `${it.given} cannot be used to rewrite the reports in the run's folder`,
    hint: `Add --format with one of ${it.formats.join(", ")}, and name the file with --output.`,
  }),
  "usage/rows-of-one-run": says(
    "--rows takes one run",
    "Name one run, or give the answers for all of them with --from.",
  ),
  "usage/answer-missing": () => ({
    message: "What did the service's owner say? Give --created, --not-created, --undo or --from",
    hint: "As in: leadctl resolve <run> --rows 17 --not-created",
  }),
  "usage/answers-differ": ({ flag, others }: { flag: string; others: readonly string[] }) => ({
    message: `${flag} and ${others.join(", ")} say different things`,
    hint: "Give one of them.",
  }),
  "usage/from-alone": says(
    "With --from, the sheet holds the answers",
    "Leave out --rows, --quote-id, --login-url and --note.",
  ),
  "usage/answer-rows": ({ flag }: { flag: string }) => ({
    message: `${flag} for which rows?`,
    hint: "As in: leadctl resolve <run> --rows 17 --not-created",
  }),
  "command-not-started": says(
    "<program> could not be started (<why>)",
    "Give a program and its arguments, as in: leadctl sandbox -- npm test",
  ),
  "usage/purge-filters": says(
    "--purge removes by age only; --since, --target and --status choose what is shown",
    "Leave them out, or leave out --purge.",
  ),
  "usage/latency": says('--latency takes a duration, not "<text>"', "Write it as 50ms, 2s or 50ms±20ms."),
  "usage/rate-limit": says(
    '--rate-limit takes a rate, not "<text>"',
    "Write it as 20/s, 100/m or 1000/h, from 1 to <rateMax>.",
  ),
  "usage/host-exposed": says(
    "--host <text> can be reached from other machines",
    "Add --expose if that is what you want.",
  ),
  "usage/link-base": says(
    "--base-url <text> cannot be the base of a link",
    "Give it as https://host or https://host/path.",
  ),
  "usage/command-missing": says(
    "There is no command after --",
    "Give one, as in: leadctl sandbox -- npm test",
  ),
  "usage/json-and-junit": says(
    "--json and --junit cannot both go to stdout",
    "Give --junit the name of a file.",
  ),
  "usage/existing-user": says(
    '--existing-user takes an e-mail address, not "<existingUser>"',
    "Name an account that has no quote.",
  ),
  "baseline-is-output": says(
    "--output and --baseline name the same file, <output>",
    "Compare first. If the changes are right, call it again with --output alone.",
  ),
  "usage/accept": says(
    '--accept takes a check and why it may differ, not "<text>"',
    'As in --accept "methods.options=the gateway answers CORS, ticket 4711".',
  ),
  "baseline-missing": says(
    "The baseline <path> cannot be read: <why>",
    "Make one with: leadctl smoke --discover --output <path>",
  ),
  "baseline-fuller": ({ path, ids }: { path: string; ids: readonly string[] }) => ({
    message: `${path} holds answers that this run does not ask for: ${ids.join(", ")}`,
    hint: "Leave out --no-create, or give another name with --output.",
  }),
  "usage/out-name": says("--out has no name", "Give a folder, as in --out runs/monday."),
  "output-unusable": says(
    "<path> cannot be written: <why>",
    "Give another name with <flag>; nothing was changed.",
  ),
  "input-ambiguous": says("<text> stands for <count> files: <files>", "Name one of them."),
  "output-lost": ({ why, isKept }: { why: string; isKept: boolean }) => ({
    message: `The output could not be written whole: ${why}`,
    hint: isKept
      ? "What was sent is in the run's folder: leadctl report renders it again."
      : "Give the same command again, with its output going to where there is room.",
  }),
  "out-holds-input": says(
    "<input> lies in <dir>, whose files would be replaced",
    "Give another folder with --out.",
  ),
  "out-locked": ({ why }: { why: string }) => ({
    message: why,
    hint: "Wait until it has ended, or give another folder with --out.",
  }),
} satisfies ErrorTexts;

/** The end of a command that was called in a way that cannot be. */
export const commandError = errorsOf(COMMAND_ERRORS, EXIT.usage);
