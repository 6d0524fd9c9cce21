import { truncate, wrap } from "../../base/text-width.ts";
import type { RunEvidence } from "../../outcome/evidence.ts";
import { runGuidance } from "../../outcome/guidance.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import { occurring, type Summary, summed } from "../../outcome/status.ts";
import { runId } from "../../run/folder/run-folder.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { FoundRun } from "../../run/run.ts";
import { isOwnSandbox, type Target } from "../../settings/target.ts";
import { tableLines } from "../../terminal/layout.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";
import type { Style } from "../../terminal/style.ts";
import { timeText } from "../../terminal/time-text.ts";
import type { RunsDocument } from "../model/report-schemas.ts";

/** A run of a list. */
interface ListedRun extends FoundRun {
  evidence: RunEvidence;
  /** The folder that holds the same run, of which this is a copy. */
  original: string | undefined;
  /** The command that makes most sense now; for a copy, that of its original. */
  next: string | undefined;
}

function listed(found: readonly FoundRun[], shell: Shell): ListedRun[] {
  const copies = copiesIn(found);
  return found.map((each) => {
    const evidence = gatherEvidence(each);
    const original = copies.get(each);
    const [step] = original === undefined ? runGuidance([evidence]).nextSteps : [];
    return { ...each, evidence, original, next: step && commandText(step.argv, shell) };
  });
}

/** Runs as `runs --json` shows them. */
export function runDocumentsOf(found: readonly FoundRun[], shell: Shell): NonNullable<RunsDocument["runs"]> {
  return listed(found, shell).map(({ dir, owner, run, problem, evidence, next }) => ({
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
    summary: run ? run.state.summary : null,
    problem: problem?.message ?? null,
    next: next ?? null,
  }));
}

/** `48 created, 12 rejected; 2 may exist; 1 taken out as not a lead` */
export function countsText(summary: Readonly<Summary>): string {
  const counts = occurring(summary).map(({ status, count }) => `${countText(count)} ${status}`);
  const maybe = summary.maybeCreated > 0 ? `; ${countText(summary.maybeCreated)} may exist` : "";
  const taken = summary.dismissed === 1 ? "taken out as not a lead" : "taken out as not leads";
  const dismissed = summary.dismissed > 0 ? `; ${countText(summary.dismissed)} ${taken}` : "";
  return `${counts.join(", ") || "no rows"}${maybe}${dismissed}`;
}

/** The counts of all runs of a list. A copied run counts once, and a sandbox run only if all are sandbox runs. */
export function totalsOf(found: readonly FoundRun[]): { runs: number } & Summary {
  const copies = copiesIn(found);
  const distinct = found.filter((each) => !copies.has(each));
  const real = distinct.filter(({ run }) => !run?.record || !isOwnSandbox(run.record));
  const counted = real.length > 0 ? real : distinct;
  return {
    runs: counted.length,
    ...summed(counted.flatMap(({ run }) => (run ? [run.state.summary] : []))),
  };
}

/** Runs of which another folder of the list holds the same one, each with that folder: where something happened last, else where it began. */
function copiesIn(found: readonly FoundRun[]): ReadonlyMap<FoundRun, string> {
  const originals = new Map<string, FoundRun>();
  const copies = new Map<FoundRun, string>();
  const lastAtOf = ({ run }: FoundRun): string => run?.lastAt ?? "";
  const lastFirst = found.toSorted((one, other) => {
    if (lastAtOf(one) !== lastAtOf(other)) return lastAtOf(one) < lastAtOf(other) ? 1 : -1;
    return Number(one.run?.isCopied) - Number(other.run?.isCopied);
  });
  for (const each of lastFirst) {
    if (!each.run?.record) continue;
    const key = JSON.stringify(each.run.record);
    const original = originals.get(key);
    if (original) copies.set(each, original.dir);
    else originals.set(key, each);
  }
  return copies;
}

const GAP = "  ";
const RUNS_SHOWN_MAX = 20;

/** The runs of a list, the newest first, as many as a person looks at, and what they come to together. */
export function renderRunList(
  found: readonly FoundRun[],
  style: Style,
  shell: Shell,
  isAll: boolean,
): string {
  const runs = listed(found, shell);
  const shown = isAll ? runs : runs.slice(0, RUNS_SHOWN_MAX);
  const left = runs.slice(shown.length);
  const openCount = left.filter(({ next }) => next !== undefined).length;
  const open =
    openCount === 0 ? "nothing is left to do in them" : `${countText(openCount)} with something to do`;
  const more =
    left.length === 0
      ? ""
      : `and ${amountText(left.length, "older run")}, ${open}: --all or --json lists them\n`;
  const { runs: count, ...summary } = totalsOf(found);
  const kind = count < runs.length ? " (without sandbox runs and copies)" : "";
  const totals = runs.length > 1 ? `${amountText(count, "run")}${kind}: ${countsText(summary)}\n` : "";
  return tableOf(shown, style) + more + totals;
}

/** A table of runs for people; below each its counts, its folder and the command that comes next. */
export function renderRunTable(found: readonly FoundRun[], style: Style, shell: Shell): string {
  return tableOf(listed(found, shell), style);
}

function tableOf(runs: readonly ListedRun[], style: Style): string {
  const { chalk, signs, columns } = style;
  const [title = "", ...heads] = tableLines([
    ["Started", "State", "Input"],
    ...runs.map(({ run, evidence }) => [
      run ? timeText(run.startedAt) : "",
      evidence.condition,
      safeText(run?.plan.header.name ?? ""),
    ]),
  ]);
  const wrapped = (text: string): string[] => wrap(safeText(text), columns - GAP.length);
  const blocks = runs.flatMap((each, at) => {
    const { dir, run, evidence, original, next } = each;
    const target = run?.record && placeText(run.record);
    const below = [
      ...(run ? wrapped(countsText(run.state.summary)) : []),
      chalk.dim(safeText(target ? `${dir} ${signs.arrow} ${target}` : dir)),
      ...(original === undefined ? [] : [safeText(`A copy of the run in ${original}: it counts once.`)]),
      ...runNotes(each).flatMap(wrapped),
      ...(evidence.condition === "never began" ? wrapped(toldText(runGuidance([evidence]).action)) : []),
      ...(next === undefined ? [] : [`Next: ${chalk.bold(safeText(next))}`]),
    ];
    return [truncate(heads[at] ?? "", columns, signs.ellipsis), ...below.map((line) => GAP + line)];
  });
  return `${[chalk.bold(title), ...blocks].join("\n")}\n`;
}

/** `staging.example.test (acme)`; a sandbox has no partner that anybody chose. */
function placeText(target: Target): string {
  const place = target.baseUrl.replace(/^https?:\/\//, "");
  return isOwnSandbox(target) ? place : `${place} (${target.partner})`;
}

/** What else there is to say of a run, a line each. */
export function runNotes({ owner, problem }: FoundRun): string[] {
  return [
    ...(owner ? [`${ownerText(owner)} since ${timeText(owner.since)}`] : []),
    ...(problem && problem.code !== "no-run" ? [problem.message] : []),
  ];
}

/** Who works on a run: `ann, process 4711 on host-7`. */
function ownerText({ user, pid, host }: NonNullable<FoundRun["owner"]>): string {
  return `${user === null ? "" : `${user}, `}process ${pid}${host === null ? "" : ` on ${host}`}`;
}
