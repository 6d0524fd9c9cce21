import type { RunEvidence } from "../outcome/evidence.ts";
import { runGuidance } from "../outcome/guidance.ts";
import type { Summary } from "../outcome/status.ts";
import type { FoundEarlier } from "../run/earlier-leads.ts";
import { gatherEvidence } from "../run/gather-evidence.ts";
import type { FoundRun } from "../run/run.ts";
import { stepLines } from "../terminal/layout.ts";
import { amountText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Shell } from "../terminal/shell-command.ts";
import type { Style } from "../terminal/style.ts";
import { wrap } from "../terminal/text-width.ts";
import { utcText } from "../terminal/time-text.ts";
import { countsText, nextCommand } from "./run-table.ts";

/**
 * Says that the very same rows went to the same target before, and what that means.
 *
 * @param found Such runs, the newest first.
 * @returns Text for people, empty when there is no such run; ends with a line feed.
 */
export function sameRowsText(found: readonly FoundRun[], style: Style, shell: Shell): string {
  const last = found.find((each) => each.run !== null);
  return last ? lastRunText(last, found.length - 1, style, shell) : "";
}

/**
 * Says how many of a run's leads others created, or may have, and where their login links are.
 *
 * @returns Text for people, empty when there are none; ends with a line feed.
 */
export function earlierLeadsText({ runs, unread }: FoundEarlier, { chalk, columns, signs }: Style): string {
  const { sign, color } = signs.marks.warning;
  const created = runs.reduce((sum, run) => sum + run.created.length, 0);
  const maybe = runs.reduce((sum, { maybeCount }) => sum + maybeCount, 0);
  const sentences = [
    created === 0
      ? []
      : `${amountText(created, "lead")} of this sheet ${created === 1 ? "has a quote" : "have quotes"} already, from earlier runs for the same target: the service will refuse ${created === 1 ? "it as a duplicate. Its login link is" : "them as duplicates. Their login links are"} in the reports of those runs.`,
    maybe === 0
      ? []
      : `${amountText(maybe, created === 0 ? "lead" : "more lead")} of earlier runs may exist.`,
    unread.length === 0 ? [] : `${amountText(unread.length, "run")} could not be looked into.`,
  ].flat();
  if (sentences.length === 0) return "";
  const lines = wrap(sentences.join(" "), columns - INDENT.length).map((line, index) =>
    index === 0 ? `${chalk[color](sign)} ${line}` : INDENT + line,
  );
  const named = runs.slice(0, RUNS_MAX).map(({ dir, created: rows, maybeCount }) => {
    const counts = [
      rows.length === 0 ? [] : `${rows.length} created`,
      maybeCount === 0 ? [] : `${maybeCount} may exist`,
    ].flat();
    return `${INDENT}${safeText(dir)}  ${counts.join(", ")}`;
  });
  const rest = runs.length - named.length;
  const more = rest === 0 ? [] : [`${INDENT}and ${amountText(rest, "more run")}`];
  return `${[...lines, ...named, ...more].join("\n")}\n`;
}

const RUNS_MAX = 5;

/** @param othersCount Runs of the same rows before it. */
function lastRunText(found: FoundRun, othersCount: number, style: Style, shell: Shell): string {
  const { chalk, columns, signs } = style;
  const { dir, run } = found;
  if (!run) return "";
  const evidence = gatherEvidence(found);
  const when = utcText(run.lastAt, "minute");
  const where = safeText(dir);
  const { sign, color } = signs.marks.warning;
  const times = othersCount === 0 ? "" : ` (${amountText(othersCount + 1, "time")}, the last one here)`;
  const sentences = [
    `The same rows went to the same target before${times}: ${where} (${when}, ${evidence.condition}): ${countsText(run.state.summary)}.`,
    ...meaning(found, evidence),
  ];
  const step = stepFor(found, evidence, nextCommand(evidence, shell));
  const lines = wrap(sentences.join(" "), columns - INDENT.length, [where]);
  return `${[
    ...lines.map((line, index) => (index === 0 ? `${chalk[color](sign)} ${line}` : INDENT + line)),
    ...(step ? stepLines("Instead", step.does, step.copy, style) : []),
  ].join("\n")}\n`;
}

const INDENT = "  ";

function meaning({ owner }: FoundRun, evidence: RunEvidence): string[] {
  if (owner)
    return [
      `Process ${owner.pid} is sending it just now. What it creates first comes back here as a duplicate, without a login link.`,
    ];
  const words = duplicates(evidence.counts.all);
  return evidence.condition === "interrupted" ? [runGuidance([evidence]).meaning, words] : [words];
}

/** What to do in place of sending all of it once more; nothing where nothing is left of it. */
function stepFor(
  { owner }: FoundRun,
  { condition }: RunEvidence,
  next: string | undefined,
): { does: string; copy?: string } | undefined {
  if (owner) return { does: "Stop this run with Ctrl-C, and wait for the other" };
  if (next === undefined) return undefined;
  const does =
    condition === "interrupted"
      ? "Stop this run with Ctrl-C, and go on with that one"
      : "Stop this run with Ctrl-C, and send what is left of that one";
  return { does, copy: next };
}

/** Which leads the service will refuse now. */
function duplicates({ created, maybeCreated: uncertain }: Readonly<Summary>): string {
  const maybe = uncertain > 0 ? `, and so may ${amountText(uncertain, "lead")} that may exist` : "";
  if (created + uncertain === 0) return "It created nothing.";
  return `The ${amountText(created, "lead")} it created will come back as duplicates${maybe}: their login links are in that run alone.`;
}
