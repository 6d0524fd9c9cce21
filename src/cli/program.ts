import { Command } from "commander";
import { programVersion } from "../program-version.ts";
import type { Done } from "./done.ts";
import { declareConfig, declareSandbox, declareSmoke } from "./environment-commands.ts";
import { addExamples, addNotes, configureHelp, type Note } from "./help.ts";
import { declareExplain, declareReport, declareRuns } from "./lookup-commands.ts";
import { declareReplay, declareResume, declareSubmit, declareValidate } from "./run-commands.ts";
import { declareMap, declareTemplate } from "./sheet-commands.ts";
import { declareCompletion, declareHelp } from "./shell-commands.ts";

/**
 * The whole command line. What a command does is loaded when it is called, so that help costs next to nothing.
 *
 * @param done Gets the exit code of the command that is called.
 */
export function declareProgram(done: Done): Command {
  const program = new Command("leadctl")
    .description("Submits spreadsheets of home-financing leads, and tells what happened to every row.")
    .version(programVersion(), "-V, --version", "print the version")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError(false);
  configureHelp(program);
  addExamples(program, [
    ["leadctl submit leads.csv --sandbox", "try it: no account, nothing real"],
    ["leadctl validate leads.csv", "check a sheet without sending anything"],
    ["leadctl submit leads.csv", "send it; see Variables below"],
    ["leadctl explain jane@example.com", "what happened to Jane's lead"],
  ]);
  addNotes(program, VARIABLES, EXIT_CODES);
  for (const [heading, ...declarations] of GROUPS) {
    program.commandsGroup(heading);
    for (const declare of declarations) declare(program, done);
  }
  return program;
}

type Declaration = (program: Command, done: Done) => void;

const GROUPS: readonly (readonly [heading: string, ...declarations: Declaration[]])[] = [
  ["Send:", declareSubmit, declareResume, declareReplay],
  ["Look:", declareExplain, declareRuns, declareReport],
  ["Prepare:", declareValidate, declareMap, declareTemplate],
  ["Environments:", declareSmoke, declareSandbox, declareConfig],
  ["Help:", declareCompletion, declareHelp],
];

const VARIABLES: Note = {
  heading: "Variables",
  lines: [
    ["LEADCTL_BASE_URL", "address of the service, as --base-url"],
    ["LEADCTL_PARTNER", "partner on whose behalf leads go, as --partner"],
    ["LEADCTL_API_KEY", "the partner's key; there is no flag for it"],
    ["LEADCTL_ENV", "environment of leadctl.config.json, as --env"],
    ["HTTPS_PROXY, NO_PROXY", "the proxy to go through, and what goes without it"],
    ["NODE_EXTRA_CA_CERTS", "file with a company's own certificate authority"],
    ["NO_COLOR", "text without colours"],
  ],
};

const EXIT_CODES: Note = {
  heading: "Exit codes, the first that applies",
  lines: [
    ["130, 143", "aborted by a second Ctrl-C or SIGTERM"],
    ["6", "the journal, the lock or the disk"],
    ["3", "the key was refused, or the address is wrong"],
    ["2", "usage, configuration, or an input that cannot be read"],
    ["4", "incomplete: rows are pending, resume goes on"],
    ["5", "unknown or unconfirmed rows exist"],
    ["1", "some rows were not created (validate: are not ready)"],
    ["0", "every row was created (validate: is ready)"],
    ["70", "a bug of ours, with its stack"],
  ],
};
