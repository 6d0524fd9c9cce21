import type { FoundRun } from "../run/run-list.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { findFixFile } from "./row-next-step.ts";

/**
 * How a run stands.
 *
 * - `complete`: every selected row is settled for now.
 * - `interrupted`: rows are left for `resume`.
 * - `in progress`: a process works on it.
 * - `damaged`: its files cannot be read.
 * - `never began`: the program ended while it read the input; nothing was sent.
 */
export type RunStatus = "complete" | "interrupted" | "in progress" | "damaged" | "never began";

export function runStatusOf({ user, history, problem }: FoundRun): RunStatus {
  if (user) return "in progress";
  if (history) return history.state.resumableCount() > 0 ? "interrupted" : "complete";
  return problem?.code === "no-run" ? "never began" : "damaged";
}

/** The command that makes most sense for a run now; undefined when nothing is left to do. */
export function nextCommand(found: FoundRun): string | undefined {
  const { dir, history } = found;
  const run = shellWord(dir);
  if (!history || found.user) return undefined;
  if (runStatusOf(found) === "interrupted") return `leadctl resume ${run}`;
  const { summary } = history.state;
  if (summary.failed > 0) return `leadctl replay ${run}`;
  if (summary.unknown > 0) return `leadctl replay ${run} --status unknown`;
  const fix = findFixFile(dir, history.plan.header.format);
  if (summary.invalid + summary.rejected > 0 && fix) return `leadctl replay ${run} --with ${shellWord(fix)}`;
  return undefined;
}
