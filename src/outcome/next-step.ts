import { capital } from "../base/sentence.ts";
import { countText } from "../terminal/number-text.ts";
import type { CommandWord } from "../terminal/shell-command.ts";

/** Something to do next, as data: a terminal makes a command of it, a page a button. */
export interface StepOrder extends StepWords {
  step: StepCode;
  /** The run's folder; empty where it is about none. */
  dir: string;
}

/** The same with the words and the command of a terminal. */
export interface NextStep extends StepOrder {
  /** Without the program's name. Each surface names folders and files in its own way. */
  argv: readonly CommandWord[];
  /** What to do, as a sentence without its full stop, with the command to follow. */
  does: string;
  /** What comes before it, where the run stopped for a reason: a sentence, which `does` begins with. */
  first?: string;
}

export function nextStep(order: StepOrder): NextStep {
  return { ...order, argv: stepCommand(order, [order.dir]), does: STEP_TEXTS[order.step](order) };
}

/** @param dirs Several where one command does it for all of them. */
export function stepCommand(order: StepOrder, dirs: readonly string[]): CommandWord[] {
  const [command, ...flags] = COMMANDS[order.step](order);
  const folders = order.dir === "" ? [] : dirs.map((folder) => ({ folder }));
  return [command, ...folders, ...flags];
}

/** Name of the list of rows in doubt, in the run's folder. */
const HANDOVER_FILE = "handover.csv";

type Command = (order: StepOrder) => [command: string, ...flags: CommandWord[]];

const replay: Command = (order) => ["replay", ...rowsOf(order)];

const COMMANDS: Readonly<Record<StepCode, Command>> = {
  resume: () => ["resume"],
  "take-over": () => ["resume", "--take-over"],
  "older-journal": () => ["resume", "--older-journal"],
  "send-again": replay,
  "send-maybe-created": replay,
  "send-first": replay,
  "send-unknown": (order) => ["replay", "--status", "unknown", ...rowsOf(order)],
  "send-refused": (order) => ["replay", "--status", "rejected", ...rowsOf(order)],
  correct: ({ dir, file = "" }) => ["replay", "--with", { folder: dir, file }],
  "ask-owner": (order) => [
    "report",
    ...["--format", "handover", "--output"],
    { folder: order.dir, file: HANDOVER_FILE },
    ...rowsOf(order),
  ],
  "write-files": () => ["report"],
  "show-link": ({ rows = "" }) => ["explain", rows, "--reveal"],
  "see-runs": () => ["runs"],
};

function rowsOf({ rows }: StepOrder): string[] {
  return rows === undefined ? [] : ["--rows", rows];
}

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
  "send-again": ({ count }: StepWords) => `Send ${theRows(count, "failed ")} again`,
  "send-maybe-created": ({ count = 1 }: StepWords) =>
    `Send ${theRows(count, "failed ")} again. ${count === 1 ? "It becomes unconfirmed if the service has created it" : "They become unconfirmed if the service has created them"} already`,
  "send-first": ({ count = 1 }: StepWords) =>
    `Send ${theRows(count)} that ${count === 1 ? "was" : "were"} not sent yet`,
  "send-unknown": ({ count = 1 }: StepWords) =>
    `Wait a few minutes, then send ${theRows(count, "unknown ")} once more. ${count === 1 ? "It becomes created, or unconfirmed if the service already has its e-mail" : "They become created, or unconfirmed if the service already has their e-mails"}`,
  "send-refused": ({ count = 1, of = count, status }: StepWords) => {
    const what = of === 1 ? "a request was" : `${countText(of)} requests were`;
    const first = of === 1 ? "it" : of === count ? "them" : `the first ${countText(count)}`;
    const how = status === undefined ? "" : ` with ${status}`;
    return `Ask the service's owner why ${what} refused${how} while others were accepted. Then send ${first} again`;
  },
  correct: ({ count = 1, held = 0, file, rows }: StepWords) => {
    const [it, goes] = count === 1 ? ["it", "whether to send the row"] : ["them", "which rows to send"];
    const send = "“send” in leadctl_status";
    const waits = held === count ? send : `${held} of them only ${held === 1 ? "waits" : "wait"} for ${send}`;
    const notes = [rows === undefined ? [] : `leadctl_row says ${rows}`, held === 0 ? [] : waits].flat();
    const note = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
    const what = held === count ? `Say in ${file} ${goes}` : `Correct ${theRows(count)} in ${file}`;
    return `${what}${note}, save it, and send ${it} back`;
  },
  "ask-owner": (words: StepWords) => `${askText(words)}. This writes the list for the owner`,
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
  correct: ({ count = 1, held = 0 }) => {
    const were = (some: number): string => `${theRows(some)} that ${some === 1 ? "was" : "were"}`;
    const correct = count > held ? [`Correct ${were(count - held)} not accepted`] : [];
    const decide = held > 0 ? [`decide whether to send ${were(held)} held back`] : [];
    return capital([...correct, ...decide].join(", and "));
  },
  "ask-owner": askText,
  "write-files": () => "Write its files for other programs",
};

/** As in `the row`, or `the 12 failed rows`. */
function theRows(count = 1, kind: "" | "failed " | "unknown " = ""): string {
  return count === 1 ? `the ${kind}row` : `the ${countText(count)} ${kind}rows`;
}

function askText({ count }: StepWords): string {
  return count === undefined
    ? "Ask the service's owner whether a quote exists"
    : `Ask the service's owner about ${theRows(count)} that sending again cannot settle`;
}
