import type { CommandWord } from "../terminal/shell-command.ts";
import { STEP_TEXTS, type StepCode, type StepWords } from "./step-texts.ts";

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
  "send-failed": replay,
  "send-again": replay,
  "send-maybe-created": replay,
  "resume-for-fix": () => ["resume"],
  "write-fix-file": () => ["report"],
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
