import type { RunEvidence } from "../outcome/evidence.ts";
import { runGuidance } from "../outcome/guidance.ts";
import { occurring, type Summary } from "../outcome/status.ts";
import { gatherEvidence } from "../run/gather-evidence.ts";
import type { FoundRun } from "../run/run.ts";
import { runId } from "../run/run-folder.ts";
import { countText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import { commandText, type Shell } from "../terminal/shell-command.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, padEnd, truncate } from "../terminal/text-width.ts";

/** A run as `runs --json` shows it. */
export function runDocumentOf(found: FoundRun, shell: Shell) {
  const { dir, owner, run, problem } = found;
  const evidence = gatherEvidence(found);
  return {
    id: runId(dir),
    dir,
    at: run?.startedAt ?? null,
    lastAt: run?.lastAt ?? null,
    input: run?.plan.header.name ?? null,
    target: run?.record ? { baseUrl: run.record.baseUrl, partner: run.record.partner } : null,
    rowsRead: run?.plan.end.rowsRead ?? null,
    rounds: run?.rounds.length ?? null,
    state: evidence.condition,
    process: owner ?? null,
    summary: run ? { ...run.state.summary } : null,
    problem: problem?.message ?? null,
    next: nextCommand(evidence, shell) ?? null,
  };
}

/** The command that makes most sense for a run now; undefined when nothing is left to do. */
export function nextCommand(evidence: RunEvidence, shell: Shell): string | undefined {
  const [step] = runGuidance([evidence]).nextSteps;
  return step && commandText(step.argv, shell);
}

/** `48 created, 12 rejected; 2 may exist` */
export function countsText(summary: Readonly<Summary>): string {
  const counts = occurring(summary).map(({ status, count }) => `${countText(count)} ${status}`);
  const maybe = summary.maybeCreated > 0 ? `; ${countText(summary.maybeCreated)} may exist` : "";
  const dismissed = summary.dismissed > 0 ? `; ${countText(summary.dismissed)} not leads` : "";
  return `${counts.join(", ") || "no rows"}${maybe}${dismissed}`;
}

const GAP = "  ";
const CELL_COLUMNS_MAX = 36;
const HEADER = ["Started (UTC)", "State", "Input", "Target", "Rows"];

/** A table of runs for people; below each its folder and the command that comes next. */
export function renderRunTable(runs: readonly FoundRun[], { chalk, signs }: Style, shell: Shell): string {
  const found = runs.map((run) => ({ ...run, evidence: gatherEvidence(run) }));
  const cells = found.map(({ run, evidence }) =>
    [timeText(run?.startedAt ?? null), evidence.condition, run?.plan.header.name ?? "", targetText(run)].map(
      (cell) => truncate(safeText(cell), CELL_COLUMNS_MAX, signs.ellipsis),
    ),
  );
  const widths = [0, 1, 2, 3].map((at) =>
    Math.max(...[HEADER, ...cells].map((line) => displayWidth(line[at] ?? ""))),
  );
  const line = (texts: readonly string[], last: string): string =>
    [...texts.map((text, at) => padEnd(text, widths[at] ?? 0)), last].join(GAP).trimEnd();
  const blocks = found.flatMap((each, at) => {
    const { dir, run, evidence } = each;
    const next = nextCommand(evidence, shell);
    return [
      line(cells[at] ?? [], safeText(run ? countsText(run.state.summary) : "")),
      `${GAP}${chalk.dim(safeText(dir))}`,
      ...notesOf(each).map((note) => `${GAP}${safeText(note)}`),
      ...(next === undefined ? [] : [`${GAP}Next: ${chalk.bold(safeText(next))}`]),
    ];
  });
  return `${[chalk.bold(line(HEADER.slice(0, 4), HEADER[4] ?? "")), ...blocks].join("\n")}\n`;
}

function targetText(run: FoundRun["run"]): string {
  const target = run?.record;
  return target ? `${target.baseUrl.replace(/^https?:\/\//, "")} (${target.partner})` : "";
}

/** What else there is to say of a run, a line each. */
function notesOf({ owner, problem, evidence }: FoundRun & { evidence: RunEvidence }): string[] {
  const { condition } = evidence;
  const host = owner?.host === null || owner === undefined ? "" : ` on ${owner.host}`;
  return [
    ...(owner ? [`process ${owner.pid}${host} since ${owner.since}`] : []),
    ...(problem && problem.code !== "no-run" ? [problem.message] : []),
    ...(condition === "never began" ? [runGuidance([evidence]).action ?? ""] : []),
  ];
}

/** `2026-01-02 03:04` */
function timeText(at: string | null): string {
  return at === null ? "" : at.slice(0, 16).replace("T", " ");
}
