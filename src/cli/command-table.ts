import { CommanderError } from "commander";
import { EXIT } from "../base/exit-codes.ts";
import { oneOf } from "../settings/options.ts";
import { COMMAND_NAMES, type Note } from "./help/overview.ts";
import type { ArgumentDeclaration, CommandTable } from "./help/program.ts";

const INPUT: ArgumentDeclaration = {
  name: "<input>",
  about: 'a CSV, Excel, OpenDocument or JSON file; "-" is stdin (with --format)',
  takes: "file",
};
const RUN: ArgumentDeclaration = {
  name: "<run>",
  about: "the run's folder, as in leadctl-runs/<time>-<input>",
  takes: "run",
};
const SHELLS = ["bash", "zsh", "fish"] as const;

/** For `completion`. */
const INSTALLATION: Note = {
  heading: "To install it, run this once, then open a new terminal",
  lines: [
    ["bash", "leadctl completion bash > ~/.leadctl-completion.bash"],
    ["", "echo '. ~/.leadctl-completion.bash' >> ~/.bashrc"],
    ["zsh", "mkdir -p ~/.zsh && leadctl completion zsh > ~/.zsh/_leadctl"],
    ["", "# and in ~/.zshrc, above compinit if it is there already:"],
    ["", "fpath=(~/.zsh $fpath); autoload -Uz compinit; compinit"],
    ["fish", "mkdir -p ~/.config/fish/completions"],
    ["", "leadctl completion fish > ~/.config/fish/completions/leadctl.fish"],
  ],
};

/** Every command: what it takes, how its help reads, and where it is done, which is loaded when it is called. */
export const COMMANDS: CommandTable = {
  desk: {
    description:
      "Do the whole job on a page in your browser: match, check, send, and see what happened. Only this machine can open the page.",
    arguments: [
      {
        name: "[folder]",
        about: "folder of runs, drafts and leadctl.config.json (default: the current folder)",
        takes: "file",
      },
    ],
    examples: [
      ["leadctl desk", "opens your browser; Ctrl-C ends it"],
      ["leadctl desk --sandbox", "to practise: nothing real is sent"],
      ["leadctl desk --no-open --port 8765", "only print the address"],
    ],
    run: async ([folder], options) => (await import("./commands/desk.ts")).desk(folder, options),
  },
  submit: {
    description: "Check a sheet, send what is ready, and write the reports.",
    arguments: [INPUT],
    examples: [
      ["leadctl submit leads.csv --sandbox", "try it: no account, nothing real"],
      ["leadctl submit leads.csv", "send it to LEADCTL_BASE_URL"],
      ["leadctl submit leads.xlsx --env staging", "to an environment of leadctl.config.json"],
      ["leadctl submit leads.csv --limit 5", "only the first five rows"],
    ],
    run: async ([input = ""], options, { context }) =>
      (await import("./commands/submit.ts")).submit(input, options, context),
  },
  validate: {
    description: "Check a sheet without sending anything. Needs neither key nor target.",
    arguments: [INPUT],
    examples: [
      ["leadctl validate leads.csv", "what is ready, and what is not"],
      ["leadctl validate leads.csv --out checked", "and write reading.xlsx, fix.csv"],
      ["leadctl validate leads.csv --rows 5,7-10", "only some rows"],
    ],
    run: async ([input = ""], options, { context }) =>
      (await import("./commands/validate.ts")).validate(input, options, context),
  },
  resume: {
    description: "Continue an interrupted run. Settled rows are not sent again.",
    arguments: [RUN],
    examples: [
      ["leadctl runs", "the runs here, and what comes next"],
      ["leadctl resume leadctl-runs/<run>", "send what is still pending"],
    ],
    run: async ([dir = ""], options, { context }) =>
      (await import("./commands/resume.ts")).resume(dir, options, context),
  },
  replay: {
    description: "Send again what failed, or corrected rows, as a new round of the same run.",
    arguments: [{ ...RUN, name: "<run...>", about: "the run's folder; several are sent one after another" }],
    examples: [
      ["leadctl replay leadctl-runs/<run>", "send again what failed"],
      ["leadctl replay leadctl-runs/<run> --with fix.csv", "send corrected rows"],
      ["leadctl replay leadctl-runs/<run> --status unknown", "send again what got no answer"],
      ["leadctl replay <run> <run> --status unknown", "the same for several runs, one after another"],
    ],
    run: async (dirs, options, { context }) =>
      (await import("./commands/replay.ts")).replay(dirs, options, context),
  },
  resolve: {
    description:
      "Record the service owner's answers about rows that may exist. You can take an answer back. Reports show separately what a person said and what was observed.",
    arguments: [
      { ...RUN, name: "<run...>", about: "the run's folder; several can be answered with one --from" },
    ],
    examples: [
      ["leadctl report <run> --format handover --output handover.csv", "the list to ask about"],
      ["leadctl resolve <run> --from handover.csv", "with result filled in"],
      ["leadctl resolve <run> --rows 17 --created", "one row exists"],
    ],
    run: async (dirs, options, { context }) =>
      (await import("./commands/resolve.ts")).resolve(dirs, options, context),
  },
  explain: {
    description:
      "Say whether a lead exists, where its login link is, whether it may be sent again, what to do, and what happened. Looks through all runs. Ends with 1 if nothing is found.",
    arguments: [
      {
        name: "<anything...>",
        about:
          "an e-mail, name, phone number, affiliate id, quote id or login link, or a part of one; or a run's folder and a row",
        takes: "run-first",
      },
    ],
    examples: [
      ["leadctl explain jane@example.com", "Jane's lead, over all runs"],
      ["leadctl explain jane doe", "by name; a phone number or an id works, too"],
      ["leadctl explain leadctl-runs/<run> 17", "row 17 of this run, with every attempt"],
    ],
    run: async (words, options, { context }) =>
      (await import("./commands/explain.ts")).explain(words, options, context),
  },
  runs: {
    description: "List the runs here, how they ended and what comes next.",
    arguments: [],
    examples: [
      ["leadctl runs --since 2d", "list the runs of the last two days, newest first"],
      ["leadctl runs --status unknown,unconfirmed", "the rows with these statuses, and what to do"],
      ["leadctl runs --purge 30d", "remove runs older than 30 days; asks first"],
    ],
    run: async (_words, options, { context }) => (await import("./commands/runs.ts")).runs(options, context),
  },
  report: {
    description:
      "Render a run again. Without --format and --output, the reports in its folder are rewritten.",
    arguments: [
      { name: "<run...>", about: "the run's folder; several are the shards of one input", takes: "run" },
    ],
    examples: [
      ["leadctl report leadctl-runs/<run> --output leads.html", "to look at, to share"],
      ["leadctl report leadctl-runs/<run> --format markdown", "for a ticket"],
      ["leadctl report leadctl-runs/<run>", "rewrite the reports in its folder"],
    ],
    run: async (dirs, options, { context }) =>
      (await import("./commands/report.ts")).report(dirs, options, context),
  },
  map: {
    description: "Show which column becomes which field, with sample values.",
    arguments: [INPUT],
    examples: [
      ["leadctl map leads.csv", "look at the columns"],
      ["leadctl map leads.csv --save mapping.xlsx", "save it, to fill it in"],
      ["leadctl map leads.csv --mapping mapping.xlsx", "try what was filled in"],
    ],
    run: async ([input = ""], options, { context }) =>
      (await import("./commands/map.ts")).map(input, options, context),
  },
  template: {
    description: "Make an empty spreadsheet with every column.",
    arguments: [],
    examples: [
      ["leadctl template --output leads.xlsx", "a workbook with lists to choose from"],
      ["leadctl template --describe", "what each column holds"],
    ],
    run: async (_words, options, { context }) =>
      (await import("./commands/template.ts")).template(options, context),
  },
  smoke: {
    description: "Check an environment against the service's interface, and show exactly where it differs.",
    arguments: [],
    examples: [
      ["leadctl smoke --no-create", "without creating anything"],
      ["leadctl smoke --env staging", "all checks; creates quotes that stay there"],
      ["leadctl smoke --no-create --wait 5m", "right after a deployment"],
      ["leadctl smoke --sandbox", "see what it does"],
    ],
    run: async (_words, options, { context }) =>
      (await import("./commands/smoke.ts")).smoke(options, context),
  },
  sandbox: {
    description:
      "Run the whole Lead Creation Service on this machine, to try things, to practise and to test against it.",
    arguments: [
      {
        name: "[command...]",
        about:
          "after --, a program that runs against it: LEADCTL_BASE_URL, _PARTNER and _API_KEY are set for it",
      },
    ],
    examples: [
      ["leadctl sandbox --port 8080", "until Ctrl-C; its key is shown"],
      ["leadctl sandbox -- npm test", "while the tests run; exits with their code"],
      ["leadctl sandbox --fault 500-before=0.1", "one answer in ten is a 500"],
    ],
    run: async (words, options) => (await import("./commands/sandbox.ts")).runSandboxCommand(options, words),
  },
  config: {
    description: "Show the settings in force, where each came from, and what is wrong with them.",
    arguments: [],
    examples: [
      ["leadctl config", "what submit would use; nothing is sent"],
      ["leadctl config --env production", "the same for another environment"],
    ],
    run: async (_words, options, { context }) =>
      (await import("./commands/config.ts")).config(options, context),
  },
  completion: {
    description: "Print a script that makes the Tab key of a shell complete commands, options and files.",
    arguments: [{ name: "<shell>", about: oneOf(SHELLS), takes: SHELLS }],
    examples: [["leadctl completion bash", "look at the script; see below how to install it"]],
    note: INSTALLATION,
    run: async ([shell = ""], _options, { context }) =>
      (await import("./completion/completion.ts")).completion(shell, context),
  },
  help: {
    description: "Show the help of a command, as --help does.",
    arguments: [{ name: "[command]", about: "a command; without one, all are listed", takes: COMMAND_NAMES }],
    examples: [["leadctl help submit", "the same as leadctl submit --help"]],
    run: async ([name], _options, { program }) => {
      const subject = name === undefined ? program : program.commands.find((known) => known.name() === name);
      if (!subject)
        throw new CommanderError(EXIT.usage, "commander.unknownCommand", `unknown command '${name}'`);
      subject.outputHelp();
      return EXIT.ok;
    },
  },
};
