import { join } from "node:path";
import { shellWord } from "../terminal/shell-word.ts";
import type { RunReport } from "./report-model.ts";

/** What a person does next: the exact command where there is one, and when or why. */
export interface NextStep {
  command?: string;
  note: string;
}

/** The name of the fix file, in the format in which the input came. */
export function fixFileName({ format }: Pick<RunReport, "format">): "fix.csv" | "fix.json" | "fix.xlsx" {
  return FIX_FILES[format];
}

const FIX_FILES = { csv: "fix.csv", json: "fix.json", jsonl: "fix.json", xlsx: "fix.xlsx" } as const;

/**
 * The steps that make sense now, the most urgent first.
 *
 * @param fixableCount Rows in the fix file.
 * @param fixPath Where the fix file lies, if not in its usual place.
 */
export function nextSteps(story: RunReport, fixableCount: number, fixPath?: string): NextStep[] {
  const { summary, run } = story;
  if (run.isCheck) return checkSteps(story, fixableCount);
  const runs = run.shards ?? [{ id: run.id, dir: run.dir ?? "" }];
  const each = (words: (dir: string) => string): NextStep["command"][] =>
    runs.map(({ dir }) => `leadctl ${words(shellWord(dir))}`);
  const steps: NextStep[] = [];
  const add = (note: string, commands: NextStep["command"][]): void => {
    for (const command of commands) steps.push(command === undefined ? { note } : { command, note });
  };
  if (!run.complete)
    add(
      "goes on where it stopped",
      each((dir) => `resume ${dir}`),
    );
  if (run.complete && summary.failed > 0)
    add(
      "sends what failed again",
      each((dir) => `replay ${dir}`),
    );
  if (summary.unknown > 0)
    add(
      "when the service is quiet",
      each((dir) => `replay ${dir} --status unknown`),
    );
  if (fixableCount > 0) {
    const fix = (dir: string): string => shellWord(fixPath ?? join(dir, fixFileName(story)));
    const commands = runs.map(({ dir }) => `leadctl replay ${shellWord(dir)} --with ${fix(dir)}`);
    add("after mending it", commands);
  }
  if (summary.unconfirmed > 0) {
    steps.push({
      note: "Ask the service's owner about the unconfirmed rows: their login links cannot be had here.",
    });
  }
  return steps;
}

function checkSteps({ summary, format }: RunReport, fixableCount: number): NextStep[] {
  const steps: NextStep[] = [];
  if (fixableCount > 0) {
    const note = `Mend the cells named below, in the sheet or in ${fixFileName({ format })} beside this page, and check again.`;
    steps.push({ note });
  }
  if (summary.pending > 0) steps.push({ note: "Send what is ready with leadctl submit." });
  return steps;
}
