import { capital } from "../../base/sentence.ts";
/** A command line that works, and what it is for. */
export type Example = readonly [line: string, purpose: string];

/** A list at the end of a help. */
export interface Note {
  heading: string;
  lines: readonly (readonly [term: string, text: string])[];
}

/** The program's name for the reader, and the maximum width of a line. */
export interface HelpPlace {
  /** `leadctl`, `npx leadctl`, or an executable's path. */
  program: string;
  columns: number;
}

const PLAIN: HelpPlace = { program: "leadctl", columns: 80 };

const DESCRIPTION = "Submits spreadsheets of home-financing leads, and tells what happened to every row.";

export const EXAMPLES: readonly Example[] = [
  ["leadctl submit leads.csv --sandbox", "try it: no account, nothing real"],
  ["leadctl validate leads.csv", "check a sheet without sending anything"],
  ["leadctl submit leads.csv", "send it: its help says what to set first"],
  ["leadctl explain jane@example.com", "what happened to Jane's lead"],
];

/** All commands by what they are for, each with what it is about. */
const GROUPS = {
  Start: {
    desk: "the whole job on a page in your browser",
  },
  Send: {
    submit: "check a sheet, send what is ready, write the reports",
    resume: "continue an interrupted run",
    replay: "send again what failed, or corrected rows",
    resolve: "record the service owner's answers about rows that may exist",
  },
  Look: {
    explain: "what happened to a row or a person, and what to do",
    runs: "the runs here, how they ended, what comes next",
    report: "a run as HTML, CSV, JSON, JUnit or Markdown",
  },
  Prepare: {
    validate: "check a sheet; nothing is sent, no key is needed",
    map: "which column becomes which field",
    template: "an empty spreadsheet with every column",
  },
  Environments: {
    smoke: "where an environment differs from the service's interface",
    sandbox: "the whole service on this machine, for practice and tests",
    config: "the settings in force, and where each came from",
  },
  Help: {
    completion: "make the Tab key complete commands, options and files",
    help: "show the help of a command",
  },
} as const;

type GroupOf<Groups> = Groups[keyof Groups];
type NameOf<Group> = Group extends unknown ? keyof Group : never;
export type CommandName = NameOf<GroupOf<typeof GROUPS>>;

/** A summary of each command, in the order of the help. */
export const SUMMARIES: ReadonlyMap<string, string> = new Map(Object.values(GROUPS).flatMap(Object.entries));

export const COMMAND_NAMES = [...SUMMARIES.keys()] as CommandName[];

/** Those that stand without a command. */
export const PROGRAM_OPTIONS = [
  ["-V, --version", "print the version, and how it was installed"],
  ["-h, --help", "show this help"],
] as const;

const OPTIONS: Note = { heading: "Options", lines: PROGRAM_OPTIONS };

export const VARIABLES: Note = {
  heading: "Variables",
  lines: [
    ["LEADCTL_BASE_URL", "address of the service, as --base-url"],
    ["LEADCTL_PARTNER", "partner for whom leads are sent, as --partner"],
    ["LEADCTL_API_KEY", "the partner's key; there is no flag for it"],
    ["LEADCTL_ENV", "environment of leadctl.config.json, as --env"],
    ["HTTPS_PROXY, NO_PROXY", "the proxy to use, and hosts to reach without it"],
    ["NODE_EXTRA_CA_CERTS", "file with a company's own certificate authority"],
    ["NO_COLOR", "text without colours"],
  ],
};

export const EXIT_CODES: Note = {
  heading: "Exit codes, the first that applies",
  lines: [
    ["130, 143", "aborted by a second Ctrl-C or SIGTERM"],
    ["6", "a problem with the disk, the journal or the lock, or lost output"],
    ["3", "the key was refused, or the address is wrong"],
    ["2", "wrong usage or configuration, or an unreadable or unclear input"],
    ["4", "incomplete: rows are pending, and resume sends them"],
    ["5", "rows that were not created may still exist"],
    ["1", "some rows were not created (validate: some are not ready)"],
    ["0", "every row was created (validate: every row is ready)"],
    ["70", "a bug in leadctl, or a Node.js that is too old"],
  ],
};

/** The text without a command: short, so that the examples stay in sight. */
export function greetingText({ program, columns }: HelpPlace = PLAIN): string {
  const lines = EXAMPLES.flatMap(([line, purpose]) => [
    ...wrapped(capital(purpose), columns),
    `  ${calledBy(program, line)}`,
  ]);
  return `${[
    wrapped(DESCRIPTION, columns).join("\n"),
    lines.join("\n"),
    `All commands, options and variables\n  ${program} --help`,
  ].join("\n\n")}\n`;
}

/** The help of the program as a whole, ending with a line feed. It needs no other module, so that it is shown at once. */
export function overviewText(place: HelpPlace = PLAIN): string {
  const commands = Object.entries(GROUPS).map(([heading, group]) => ({
    heading,
    lines: Object.entries(group),
  }));
  const columns = Math.max(...COMMAND_NAMES.map((name) => name.length));
  return `${[
    examplesText(EXAMPLES, place),
    "Usage: leadctl <command> [options]",
    wrapped(DESCRIPTION, place.columns).join("\n"),
    ...commands.map((group) => listText(group, place, columns)),
    ...[OPTIONS, VARIABLES, EXIT_CODES].map((note) => listText(note, place)),
  ].join("\n\n")}\n`;
}

/** Command lines as they are typed here, and what each is for. */
export function examplesText(examples: readonly Example[], place: HelpPlace = PLAIN): string {
  const lines = examples.map(([line, purpose]) => [calledBy(place.program, line), purpose] as const);
  return listText({ heading: "Examples", lines }, place);
}

function calledBy(program: string, line: string): string {
  return line.replaceAll(/\bleadctl (?=[a-z-])/g, () => `${program} `);
}

const TEXT_COLUMNS_MIN = 24;

/** A heading, and below it terms with their texts beside them; where that is too narrow, below them. Terms stay whole. */
export function listText({ heading, lines }: Note, place: HelpPlace = PLAIN, columnsMin = 0): string {
  const columns = Math.max(columnsMin, ...lines.map(([term]) => term.length));
  const room = place.columns - columns - 4;
  const isBeside = room >= TEXT_COLUMNS_MIN || lines.every(([, text]) => text.length <= room);
  const texts = lines.flatMap(([term, text]) => {
    const [first = "", ...more] = wrapped(text, isBeside ? room : place.columns - 4);
    const margin = " ".repeat(isBeside ? columns + 4 : 4);
    return isBeside
      ? [`  ${term.padEnd(columns)}  ${first}`, ...more.map((line) => margin + line)]
      : [`  ${term}`, margin + first, ...more.map((line) => margin + line)];
  });
  return [`${heading}:`, ...texts].join("\n");
}

/** Breaks lines between words. The text is ASCII, so this needs no module for text widths. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
