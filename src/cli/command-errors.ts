import { type ErrorTexts, errorsOf } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { amountText } from "../terminal/number-text.ts";

/** Why a command cannot be what was typed, or goes no further. */
export const COMMAND_ERRORS = {
  "usage/input-name": () => ({
    message: "The input has no name",
    hint: "Name the file that holds the leads.",
  }),
  "not-confirmed/purge": ({ what }: { what: string }) => ({
    message: `Nothing was removed yet: this would remove ${what}`,
    hint: "Add --yes to remove them.",
  }),
  "not-confirmed/purge-typed": () => ({
    message: "Nothing was removed: the number typed is not the number shown",
    hint: "Try again and type the number shown, or add --yes.",
  }),
  "usage/desk-folder": ({ folder, why }: { folder: string; why: string }) => ({
    message: `The desk cannot work in ${folder}: ${why}`,
    hint: "Give a folder that is there, or none for the current folder.",
  }),
  "usage/row-number": ({ rowText, command }: { rowText: string; command: string }) => ({
    message: `"${rowText}" is not a row number`,
    hint: `Give it as the spreadsheet shows it, as in: ${command}`,
  }),
  "usage/run-ambiguous": ({ count, dir, dirs }: { count: number; dir: string; dirs: readonly string[] }) => ({
    message: `${amountText(count, "run")} are called ${dir}`,
    hint: `Name the folder of one: ${dirs.join(", ")}`,
  }),
  "usage/no-run": ({ dir }: { dir: string }) => ({
    message: `There is no run in ${dir}`,
    hint: "leadctl runs lists the runs here.",
  }),
  "row-not-in-run": (it: { row: number; total: number; rowsRead: number; name: string }) => ({
    message: `Row ${it.row} is not in this run, which has ${it.total} of the ${it.rowsRead} rows of ${it.name}`,
    hint: "Rows are numbered as the spreadsheet shows them: the header is row 1. In JSON the first item is row 1.",
  }),
  "usage/query": ({ text }: { text: string }) => ({
    message: text === "" ? "There is nothing to look for" : `"${text}" is too short to look for`,
    hint: "Name an e-mail, a person, a phone number or an id, or a part of one with two characters at least.",
  }),
  "usage/row-missing": ({ text, command }: { text: string; command: string }) => ({
    message: `${text} is a run: which row do you mean?`,
    hint: `As in: ${command}`,
  }),
  "usage/save-name": ({ path }: { path: string }) => ({
    message: `${path} cannot be written`,
    hint: "Give --save a name that ends in .xlsx or .json.",
  }),
  "usage/new-file": ({ path, flag }: { path: string; flag: string }) => ({
    message: `${path} is there already`,
    hint: `Give another name with ${flag}; nothing was changed.`,
  }),
  "usage/with-for-one": () => ({
    message: "--with takes one run: a fix file belongs to one run",
    hint: "Replay that run alone.",
  }),
  "usage/rows-for-one": () => ({
    message: "--rows is for one run: each run has its own row numbers",
    hint: "Replay that run alone.",
  }),
  "usage/stdout-twice": () => ({
    message: "Both the report and the document of --json would go to stdout",
    hint: "Give the report a file of its own with --output.",
  }),
  "usage/workbook-on-terminal": ({ name }: { name: string }) => ({
    message: "A workbook cannot be shown on a terminal",
    hint: `Name a file for it, as in --output ${name}`,
  }),
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
    message: it.areSeveral ? "Several runs make one report" : `${it.given} is for a report of its own`,
    hint: `Add --format with one of ${it.formats.join(", ")}, and name the file with --output.`,
  }),
  "usage/rows-of-one-run": () => ({
    message: "--rows takes one run",
    hint: "Name one run, or give the answers for all of them with --from.",
  }),
  "usage/answer-missing": () => ({
    message: "What did the service's owner say? Give --created, --not-created, --undo or --from",
    hint: "As in: leadctl resolve <run> --rows 17 --not-created",
  }),
  "usage/answers-differ": ({ flag, others }: { flag: string; others: readonly string[] }) => ({
    message: `${flag} and ${others.join(", ")} say different things`,
    hint: "Give one of them.",
  }),
  "usage/from-alone": () => ({
    message: "With --from, the sheet holds the answers",
    hint: "Leave out --rows, --quote-id, --login-url and --note.",
  }),
  "usage/answer-rows": ({ flag }: { flag: string }) => ({
    message: `${flag} for which rows?`,
    hint: "As in: leadctl resolve <run> --rows 17 --not-created",
  }),
  "command-not-started": ({ program, why }: { program: string; why: string }) => ({
    message: `${program} could not be started (${why})`,
    hint: "Give a program and its arguments, as in: leadctl sandbox -- npm test",
  }),
  "usage/purge-filters": () => ({
    message: "--purge removes by age only; --since, --target and --status choose what is shown",
    hint: "Leave them out, or leave out --purge.",
  }),
  "usage/latency": ({ text }: { text: string }) => ({
    message: `--latency takes a duration, not "${text}"`,
    hint: "Write it as 50ms, 2s or 50ms±20ms.",
  }),
  "usage/rate-limit": ({ text, rateMax }: { text: string; rateMax: number }) => ({
    message: `--rate-limit takes a rate, not "${text}"`,
    hint: `Write it as 20/s, 100/m or 1000/h, from 1 to ${rateMax}.`,
  }),
  "usage/host-exposed": ({ text }: { text: string }) => ({
    message: `--host ${text} can be reached from other machines`,
    hint: "Add --expose if that is what you want.",
  }),
  "usage/link-base": ({ text }: { text: string }) => ({
    message: `--base-url ${text} cannot be the base of a link`,
    hint: "Give it as https://host or https://host/path.",
  }),
  "usage/command-missing": () => ({
    message: "There is no command after --",
    hint: "Give one, as in: leadctl sandbox -- npm test",
  }),
  "usage/json-and-junit": () => ({
    message: "--json and --junit cannot both go to stdout",
    hint: "Give --junit the name of a file.",
  }),
  "usage/existing-user": ({ existingUser }: { existingUser: string }) => ({
    message: `--existing-user takes an e-mail address, not "${existingUser}"`,
    hint: "Name an account that has no quote.",
  }),
  "baseline-is-output": ({ output }: { output: string }) => ({
    message: `--output and --baseline name the same file, ${output}`,
    hint: "Compare first. If the changes are right, call it again with --output alone.",
  }),
  "usage/accept": ({ text }: { text: string }) => ({
    message: `--accept takes a check and why it may differ, not "${text}"`,
    hint: 'As in --accept "methods.options=the gateway answers CORS, ticket 4711".',
  }),
  "baseline-missing": ({ path, why }: { path: string; why: string }) => ({
    message: `The baseline ${path} cannot be read: ${why}`,
    hint: `Make one with: leadctl smoke --discover --output ${path}`,
  }),
  "baseline-fuller": ({ path, ids }: { path: string; ids: readonly string[] }) => ({
    message: `${path} holds answers that this run does not ask for: ${ids.join(", ")}`,
    hint: "Leave out --no-create, or give another name with --output.",
  }),
  "usage/out-name": () => ({
    message: "--out has no name",
    hint: "Give a folder, as in --out runs/monday.",
  }),
  "output-unusable": ({ path, why, flag }: { path: string; why: string; flag: string }) => ({
    message: `${path} cannot be written: ${why}`,
    hint: `Give another name with ${flag}; nothing was changed.`,
  }),
  "input-ambiguous": (it: { text: string; count: number; shown: string; more: string }) => ({
    message: `${it.text} stands for ${it.count} files: ${it.shown}${it.more}`,
    hint: "Name one of them.",
  }),
  "output-lost": ({ why, isKept }: { why: string; isKept: boolean }) => ({
    message: `The output could not be written whole: ${why}`,
    hint: isKept
      ? "What was sent is in the run's folder: leadctl report renders it again."
      : "Give the same command again, with its output going to where there is room.",
  }),
  "out-holds-input": ({ dir, input }: { dir: string; input: string }) => ({
    message: `${input} lies in ${dir}, whose files would be replaced`,
    hint: "Give another folder with --out.",
  }),
  "out-locked": ({ why }: { why: string }) => ({
    message: why,
    hint: "Wait until it has ended, or give another folder with --out.",
  }),
} satisfies ErrorTexts;

/** The end of a command that was called in a way that cannot be. */
export const commandError = errorsOf(COMMAND_ERRORS, EXIT.usage);
