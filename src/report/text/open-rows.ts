import { maskedEmail } from "../../lead/email.ts";
import type { RunEvidence } from "../../outcome/evidence.ts";
import { rowGuidance } from "../../outcome/guidance.ts";
import {
  type NextStep,
  nextStep,
  type StepCode,
  type StepOrder,
  stepCommand,
} from "../../outcome/next-step.ts";
import type { Status } from "../../outcome/status.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { FoundRun, Run } from "../../run/run.ts";
import type { RunRow } from "../../run/run-row.ts";
import { type Target, targetKey } from "../../settings/target.ts";
import { tableLines } from "../../terminal/layout.ts";
import { amountText, durationText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { type CommandWord, commandText, type Shell } from "../../terminal/shell-command.ts";
import type { Style } from "../../terminal/style.ts";
import { timeText } from "../../terminal/time-text.ts";
import type { RunsDocument } from "../model/report-schemas.ts";

/** A row that is open: with a status that somebody asked for, and something left to do. */
export interface OpenRow {
  dir: string;
  row: number;
  status: Status;
  maybeCreated: boolean;
  email: string | null;
  /** When something last happened to it, else to its run, as an ISO time. */
  at: string;
  /** What to do about it alone; null where a person has to do something else first. */
  step: NextStep | null;
  /** What the run is bound to. */
  target: Target | null;
}

/** A step for all open rows of a kind at once. */
export interface ClassStep {
  step: NextStep;
  command: readonly CommandWord[];
}

/** The rows of a run that are open, with some statuses. What a person has closed or taken out is not open. */
export async function openRowsOf(found: FoundRun, statuses: ReadonlySet<Status>): Promise<OpenRow[]> {
  const { run } = found;
  if (!run) return [];
  const wanted = new Set<number>();
  for (const row of run.state.rows()) {
    const { status, word, dismissed } = run.state.get(row);
    if (statuses.has(status) && word !== "created" && !dismissed) wanted.add(row);
  }
  if (wanted.size === 0) return [];
  const evidence = gatherEvidence(found);
  const rows: OpenRow[] = [];
  const unanswered = new Set<number>();
  for await (const batch of run.rows((each) => wanted.has(each)))
    for (const row of batch) {
      rows.push(openRow(row, run, evidence));
      if (!row.last) unanswered.add(row.row);
    }
  if (unanswered.size === 0) return rows;
  // The age of one without an answer is that of its request, not of a recovery since.
  const requests = await run.sentRequests(unanswered);
  return rows.map((row) => ({ ...row, at: requests.get(row.row)?.at(-1)?.at ?? row.at }));
}

function openRow(row: RunRow, { dir, lastAt, record }: Run, run: RunEvidence): OpenRow {
  const { state, last, applicant } = row;
  const [step] = rowGuidance({ ...row, turn: "to-come", run }).nextSteps;
  return {
    dir,
    row: row.row,
    status: state.status,
    maybeCreated: state.maybeCreated,
    email: applicant.email,
    at: last?.at ?? lastAt,
    step: step ?? null,
    target: record && { baseUrl: record.baseUrl, partner: record.partner },
  };
}

/** Steps that several runs for one target can take by one command. */
const OF_SEVERAL: ReadonlySet<StepCode> = new Set([
  "send-again",
  "send-maybe-created",
  "send-first",
  "send-unknown",
]);

/** Steps that take a whole class of rows together: of several runs for one target one, where a command takes several. */
export function classSteps(rows: readonly OpenRow[]): ClassStep[] {
  const classes = new Map<string, { step: StepOrder; dirs: Set<string>; count: number; held: number }>();
  for (const { step, dir, target } of rows) {
    if (step === null) continue;
    const { argv: _, does: __, rows: own, status: ___, held = 0, ...all } = step;
    // Rows that were turned away are named: others of their status are to be corrected.
    const wanted = step.step === "send-refused" && own !== undefined ? { ...all, rows: own } : all;
    const place = OF_SEVERAL.has(step.step) ? target && targetKey(target) : dir;
    const key = JSON.stringify([place, stepCommand({ ...wanted, dir: "" }, [])]);
    const known = classes.get(key) ?? { step: wanted, dirs: new Set<string>(), count: 0, held: 0 };
    known.dirs.add(dir);
    known.count += 1;
    known.held += held;
    classes.set(key, known);
  }
  return [...classes.values()].map(({ step, dirs, count, held }) => ({
    step: nextStep({ ...step, count, held }),
    command: stepCommand(step, [...dirs]),
  }));
}

const ROWS_SHOWN_MAX = 50;

/** The open rows as a list to work off, newest first: the commands for all of a kind, then a row a line with its own. */
export function renderOpenRows(
  rows: readonly OpenRow[],
  now: Date,
  { chalk }: Style,
  shell: Shell,
  isAll: boolean,
): string {
  const runCount = new Set(rows.map(({ dir }) => dir)).size;
  const shown = isAll ? rows : rows.slice(0, ROWS_SHOWN_MAX);
  const lines = [chalk.bold(`${amountText(rows.length, "row")} in ${amountText(runCount, "run")}`)];
  for (const { command, step } of classSteps(rows)) {
    lines.push(`${safeText(step.does)}:`);
    lines.push(`  ${chalk.bold(safeText(commandText(command, shell)))}`);
  }
  const heads = tableLines(shown.map((row) => openRowCells(row, now)));
  for (const [at, { dir, step }] of shown.entries()) {
    if (dir !== shown[at - 1]?.dir) lines.push("", safeText(dir));
    lines.push(`  ${heads[at]}`);
    if (step) lines.push(`      ${safeText(commandText(step.argv, shell))}`);
  }
  if (shown.length < rows.length)
    lines.push("", `and ${amountText(rows.length - shown.length, "more row")}: --all lists them`);
  return `${lines.join("\n")}\n`;
}

function openRowCells({ row, status, maybeCreated, email, at }: OpenRow, now: Date): string[] {
  const age = durationText(Math.max(0, now.getTime() - new Date(at).getTime()));
  const state = maybeCreated ? `${status}, may exist` : status;
  return [
    `row ${row}`,
    state,
    `${age} ago`,
    timeText(at),
    safeText(email === null ? "" : maskedEmail(email)),
  ];
}

/** The same for `runs --json`. */
export function openRowDocument(row: OpenRow, shell: Shell): NonNullable<RunsDocument["rows"]>[number] {
  const { step, email, target: _target, ...facts } = row;
  return {
    ...facts,
    email: email === null ? null : maskedEmail(email),
    next: step && commandText(step.argv, shell),
  };
}
