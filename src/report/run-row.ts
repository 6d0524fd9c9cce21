import { STATUSES } from "../outcome/status.ts";
import { runId } from "../run/run-folder.ts";
import type { FoundRun } from "../run/run-list.ts";
import { countText } from "../terminal/number-text.ts";
import { nextCommand, runStatusOf } from "./run-status.ts";
import type { RunTableRow } from "./run-table.ts";

/** A run as `runs --json` shows it. */
export function runDocumentOf(found: FoundRun) {
  const { dir, user, history, problem } = found;
  return {
    id: runId(dir),
    dir,
    at: startedAt(found),
    lastAt: lastAt(found),
    input: history?.plan.header.name ?? null,
    target: history?.run ? { baseUrl: history.run.baseUrl, partner: history.run.partner } : null,
    rowsRead: history?.plan.end.rowsRead ?? null,
    rounds: history?.rounds.length ?? null,
    state: runStatusOf(found),
    process: user ?? null,
    summary: history ? { ...history.state.summary } : null,
    problem: problem?.message ?? null,
    next: nextCommand(found) ?? null,
  };
}

/** A run as the table for people shows it. */
export function tableRow(found: FoundRun): RunTableRow {
  const { dir, user, history, problem } = found;
  const target = history?.run;
  const notes = [
    ...(user
      ? [`process ${user.pid}${user.host === null ? "" : ` on ${user.host}`} since ${user.since}`]
      : []),
    ...(problem && problem.code !== "no-run" ? [problem.message] : []),
  ];
  return {
    at: startedAt(found),
    state: runStatusOf(found),
    input: history?.plan.header.name ?? "",
    target: target ? `${target.baseUrl.replace(/^https?:\/\//, "")} (${target.partner})` : "",
    counts: history ? countsText(history.state.summary) : "",
    dir,
    notes,
    next: nextCommand(found),
  };
}

/** `48 created, 12 invalid` */
export function countsText(summary: Readonly<Record<(typeof STATUSES)[number], number>>): string {
  const counted = STATUSES.filter((status) => summary[status] > 0);
  return counted.map((status) => `${countText(summary[status])} ${status}`).join(", ") || "no rows";
}

/** When the run began; null when its files do not say. */
function startedAt({ history }: FoundRun): string | null {
  return history ? (history.rounds[0]?.at ?? history.plan.header.createdAt) : null;
}

/** When something last happened in it; null when its files do not say. */
export function lastAt({ history }: FoundRun): string | null {
  if (!history) return null;
  return history.end?.at ?? history.rounds.at(-1)?.at ?? history.plan.header.createdAt;
}
