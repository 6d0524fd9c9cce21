import { wrap } from "../../base/text-width.ts";
import { runGuidance } from "../../outcome/guidance.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import type { NextStep } from "../../outcome/next-step.ts";
import type { Summary } from "../../outcome/status.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { PeopleFound } from "../../run/plan/match-people.ts";
import type { FoundRun } from "../../run/run.ts";
import { stepLines } from "../../terminal/layout.ts";
import { amountText, namesText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";
import type { Style } from "../../terminal/style.ts";
import { utcText } from "../../terminal/time-text.ts";
import { countsText } from "./run-table.ts";

/** What earlier runs mean for a new one, before it is sent. */
export interface EarlierNote {
  /** As sentences. */
  text: string;
  /** The runs that it speaks of, the newest first, with what they did in a few words where the text does not say it. */
  runs: readonly { dir: string; counts?: string }[];
  /** What to do in place of sending the same rows once more. */
  instead?: NextStep;
}

/**
 * Says that the very same rows went to the same target before, and what that means.
 *
 * @param found Such runs, the newest first.
 * @param onlyNew Whether rows that have a quote are left out, and so do not come back as duplicates.
 * @returns Undefined when there is no such run.
 */
export function sameRowsNote(found: readonly FoundRun[], onlyNew = false): EarlierNote | undefined {
  const last = found.find((each) => each.run !== null);
  if (!last?.run) return undefined;
  const { dir, run, owner } = last;
  const evidence = gatherEvidence(last);
  const { meaning, nextSteps } = runGuidance([evidence]);
  const [step] = nextSteps;
  const when = utcText(run.lastAt, "minute");
  const times = found.length === 1 ? "" : ` (${amountText(found.length, "time")}, the last one here)`;
  const sentences = [
    `The same rows went to the same target before${times}: ${safeText(dir)} (${when}, ${evidence.condition}): ${countsText(evidence.counts.all)}.`,
    owner
      ? `Process ${owner.pid} is sending it just now. What it creates first comes back here as a duplicate, without a login link.`
      : [
          ...(evidence.condition === "interrupted" ? [toldText(meaning)] : []),
          ...(onlyNew ? [] : [duplicates(evidence.counts.all)]),
        ],
  ];
  // What is left out needs nothing else in its place.
  const isInstead = step !== undefined && !owner && !onlyNew;
  return { text: sentences.flat().join(" "), runs: [{ dir }], ...(isInstead && { instead: step }) };
}

/**
 * How many of a run's leads others created, or may have, and where their login links are.
 *
 * @param what Whose leads: of a sheet that is submitted, or of a run that goes on.
 * @returns Undefined when there are none.
 */
export function earlierLeadsNote(
  { known, unread }: Pick<PeopleFound, "known" | "unread">,
  what: "sheet" | "run",
): EarlierNote | undefined {
  const others = what === "sheet" ? "earlier" : "other";
  const created = known.reduce((sum, run) => sum + run.created.length, 0);
  const maybe = known.reduce((sum, run) => sum + run.maybe.length, 0);
  const sentences = [
    created === 0
      ? []
      : `${amountText(created, "lead")} of this ${what} ${created === 1 ? "has a quote" : "have quotes"} already, from ${others} runs for the same target: the service will refuse ${created === 1 ? "it as a duplicate. Its login link is" : "them as duplicates. Their login links are"} in the reports of those runs.`,
    maybe === 0
      ? []
      : `${amountText(maybe, created === 0 ? "lead" : "more lead")} of ${others} runs may exist.`,
    unread.length === 0
      ? []
      : `What was sent before may be more: ${namesText(unread.map(safeText))} could not be looked into.`,
  ].flat();
  if (sentences.length === 0) return undefined;
  const named = known.map(({ dir, created: rows, maybe: others }) => {
    const counts = [
      rows.length === 0 ? [] : `${rows.length} created`,
      others.length === 0 ? [] : `${others.length} may exist`,
    ].flat();
    return { dir, counts: counts.join(", ") };
  });
  return { text: sentences.join(" "), runs: named };
}

/** The note as text for people; ends with a line feed. */
export function earlierNoteText({ text, runs, instead }: EarlierNote, style: Style, shell: Shell): string {
  const { chalk, columns, signs } = style;
  const { sign, color } = signs.marks.warning;
  const whole = runs.map(({ dir }) => safeText(dir));
  const lines = wrap(text, columns - INDENT.length, whole).map((line, index) =>
    index === 0 ? `${chalk[color](sign)} ${line}` : INDENT + line,
  );
  const listed = runs.filter(({ counts }) => counts !== undefined);
  const named = listed.slice(0, RUNS_MAX).map(({ dir, counts }) => `${INDENT}${safeText(dir)}  ${counts}`);
  const rest = listed.length - named.length;
  const more = rest === 0 ? [] : [`${INDENT}and ${amountText(rest, "more run")}`];
  const step = instead ? stepLines("Instead", instead.does, commandText(instead.argv, shell), style) : [];
  return `${[...lines, ...named, ...more, ...step].join("\n")}\n`;
}

const RUNS_MAX = 5;
const INDENT = "  ";

/** Which leads the service will refuse now. */
function duplicates({ created, maybeCreated: uncertain }: Readonly<Summary>): string {
  if (created + uncertain === 0) return "It created nothing.";
  const maybe = uncertain > 0 ? ", and so may what may exist" : "";
  return `Its leads come back as duplicates${maybe}: their login links are only in that run.`;
}
