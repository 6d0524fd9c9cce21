import type { NextStep } from "../../outcome/guidance.ts";
import type { CommandWord } from "../../terminal/shell-command.ts";
import { runPage, runPath } from "../addresses.ts";
import { runName } from "./runs-here.ts";

/** Something that a button of the page does. */
export type StepAction =
  /** Does it, after asking whether the person is sure where `isRisky`. */
  | {
      does: "post";
      label: string;
      path: string;
      body: Readonly<Record<string, unknown>>;
      isRisky?: true;
    }
  /** Shows another view. */
  | { does: "go"; label: string; to: string }
  /** Saves a file. */
  | { does: "download"; label: string; path: string }
  /** Takes a file. */
  | { does: "upload"; label: string; path: string };

/** A step of the guidance, with what does it on the page; without, its words are all there is. */
export interface PageStep {
  /** As a sentence without its full stop. */
  does: string;
  actions: readonly StepAction[];
}

/**
 * Steps of the guidance as buttons: the one place where a command becomes something to click.
 *
 * @param steps Of a row, a run or a lead.
 */
export function pageSteps(steps: readonly Pick<NextStep, "argv" | "does">[]): PageStep[] {
  return steps.map(({ argv, does }) => ({ does, actions: actionsOf(wordsOf(argv)) }));
}

/** A command taken apart again. */
interface CommandWords {
  command: string;
  /** The page's name of the run that it is about. */
  run: string;
  /** What follows the run without a flag. */
  row: string | undefined;
  flags: ReadonlyMap<string, string>;
}

function wordsOf([command, place, ...rest]: readonly CommandWord[]): CommandWords {
  const flags = new Map<string, string>();
  let row: string | undefined;
  let flag: string | undefined;
  for (const word of rest) {
    const text = typeof word === "string" ? word : (word.file ?? word.folder);
    if (text.startsWith("--")) flag = text;
    else if (flag === undefined) row = text;
    if (flag !== undefined) flags.set(flag, text === flag ? "" : text);
  }
  const run = typeof place === "object" ? runName(place.folder) : "";
  return { command: String(command), run, row, flags };
}

function actionsOf(words: CommandWords): StepAction[] {
  if (words.run === "") return [];
  return ACTIONS[words.command]?.(words) ?? [];
}

const ACTIONS: Readonly<Record<string, (words: CommandWords) => StepAction[]>> = {
  resume: ({ run, flags }) => {
    const path = runPath(run, "resume");
    if (flags.has("--take-over"))
      return [{ does: "post", label: "Take it over", path, body: { takeOver: true }, isRisky: true }];
    if (flags.has("--older-journal"))
      return [{ does: "post", label: "Go on without it", path, body: { olderJournal: true }, isRisky: true }];
    return [{ does: "post", label: "Go on", path, body: {} }];
  },
  replay: ({ run, flags }) => {
    const [fix, status, rows] = [flags.get("--with"), flags.get("--status"), flags.get("--rows")];
    if (fix !== undefined)
      return [
        { does: "post", label: "Correct here", path: runPath(run, "correct"), body: {} },
        { does: "download", label: `Download ${fix}`, path: runPath(run, "files", fix) },
        { does: "upload", label: "Send the corrected file", path: runPath(run, "fix") },
      ];
    const body = { ...(status !== undefined && { status }), ...(rows !== undefined && { rows }) };
    const label = status === "unknown" ? "Send once more" : "Send again";
    return [{ does: "post", label, path: runPath(run, "replay"), body }];
  },
  report: ({ run, flags }) => {
    if (flags.get("--format") !== "handover")
      return [{ does: "post", label: "Write the files", path: runPath(run, "reports"), body: {} }];
    const rows = flags.get("--rows");
    const query = rows === undefined ? "" : `?rows=${encodeURIComponent(rows)}`;
    return [
      { does: "download", label: "Download the letter", path: runPath(run, "files", "handover.md") + query },
      { does: "download", label: "Download the list", path: runPath(run, "files", "handover.csv") + query },
      { does: "go", label: "Write down the answers", to: runPage(run, "resolve") },
    ];
  },
  explain: ({ run, row = "" }) => [{ does: "go", label: "Show the lead", to: runPage(run, "row", row) }],
};
