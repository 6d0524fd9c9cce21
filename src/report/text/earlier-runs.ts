import { wrap } from "../../base/text-width.ts";
import type { RunEvidence } from "../../outcome/evidence.ts";
import { runGuidance } from "../../outcome/guidance.ts";
import type { Summary } from "../../outcome/status.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { FoundRun } from "../../run/run.ts";
import type { FoundEarlier } from "../../run/search/earlier-leads.ts";
import { rangesOf, rowsText } from "../../settings/selection.ts";
import { stepLines } from "../../terminal/layout.ts";
import { amountText, namesText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { Shell } from "../../terminal/shell-command.ts";
import type { Style } from "../../terminal/style.ts";
import { utcText } from "../../terminal/time-text.ts";
import { countsText, nextCommand } from "./run-table.ts";

/** What earlier runs mean for a new one, before it is sent. */
export interface EarlierNote {
  /** As sentences. */
  text: string;
  /** The runs that it speaks of, the newest first, with what they did in a few words where the text does not say it. */
  runs: readonly { dir: string; counts?: string }[];
}

/**
 * That the very same rows went to the same target before, and what that means.
 *
 * @param found Such runs, the newest first.
 * @param earlier What they and others know of the rows.
 * @returns Undefined when there is no such run.
 */
export function sameRowsNote(
  found: readonly FoundRun[],
  earlier: Pick<FoundEarlier, "runs">,
): EarlierNote | undefined {
  const last = found.find((each) => each.run !== null);
  if (!last?.run) return undefined;
  const { dir, run } = last;
  const evidence = gatherEvidence(last);
  const when = utcText(run.lastAt, "minute");
  const times = found.length === 1 ? "" : ` (${amountText(found.length, "time")}, the last one here)`;
  const sentences = [
    `The same rows went to the same target before${times}: ${safeText(dir)} (${when}, ${evidence.condition}): ${countsText(run.state.summary)}.`,
    ...meaning(
      last,
      evidence,
      earlier.runs.some((each) => each.dir === dir && each.readdressed.length > 0),
    ),
  ];
  return { text: sentences.join(" "), runs: [{ dir }] };
}

/**
 * How many of a run's leads others created, or may have, and where their login links are.
 *
 * @param what Whose leads: of a sheet that is submitted, or of a run that goes on.
 * @returns Undefined when there are none.
 */
export function earlierLeadsNote(
  { runs, unread }: FoundEarlier,
  what: "sheet" | "run",
): EarlierNote | undefined {
  const others = what === "sheet" ? "earlier" : "other";
  const created = runs.reduce((sum, run) => sum + run.created.length, 0);
  const maybe = runs.reduce((sum, { maybeCount }) => sum + maybeCount, 0);
  const readdressed = runs.flatMap((run) => run.readdressed).toSorted((one, other) => one - other);
  const sentences = [
    created === 0
      ? []
      : `${amountText(created, "lead")} of this ${what} ${created === 1 ? "has a quote" : "have quotes"} already, from ${others} runs for the same target: the service will refuse ${created === 1 ? "it as a duplicate. Its login link is" : "them as duplicates. Their login links are"} in the reports of those runs.`,
    maybe === 0
      ? []
      : `${amountText(maybe, created === 0 ? "lead" : "more lead")} of ${others} runs may exist.`,
    readdressed.length === 0 ? [] : readdressedText(readdressed, what),
    unread.length === 0
      ? []
      : `What was sent before may be more: ${namesText(unread.map(safeText))} could not be looked into.`,
  ].flat();
  if (sentences.length === 0) return undefined;
  const named = runs.flatMap(({ dir, created: rows, maybeCount, readdressed: others }) => {
    const counts = [
      rows.length === 0 ? [] : `${rows.length} created`,
      maybeCount === 0 ? [] : `${maybeCount} may exist`,
      others.length === 0 ? [] : `${others.length} with another e-mail`,
    ].flat();
    return counts.length === 0 ? [] : [{ dir, counts: counts.join(", ") }];
  });
  return { text: sentences.join(" "), runs: named };
}

/** The note as text for people; ends with a line feed. */
export function earlierNoteText({ text, runs }: EarlierNote, { chalk, columns, signs }: Style): string {
  const { sign, color } = signs.marks.warning;
  const whole = runs.map(({ dir }) => safeText(dir));
  const lines = wrap(text, columns - INDENT.length, whole).map((line, index) =>
    index === 0 ? `${chalk[color](sign)} ${line}` : INDENT + line,
  );
  const listed = runs.filter(({ counts }) => counts !== undefined);
  const named = listed.slice(0, RUNS_MAX).map(({ dir, counts }) => `${INDENT}${safeText(dir)}  ${counts}`);
  const rest = listed.length - named.length;
  const more = rest === 0 ? [] : [`${INDENT}and ${amountText(rest, "more run")}`];
  return `${[...lines, ...named, ...more].join("\n")}\n`;
}

/** What to do in place of sending the same rows once more, for a terminal; empty where nothing is left of them. */
export function insteadText(found: readonly FoundRun[], style: Style, shell: Shell): string {
  const last = found.find((each) => each.run !== null);
  if (!last) return "";
  const evidence = gatherEvidence(last);
  const step = stepFor(last, evidence, nextCommand(evidence, shell));
  return step ? `${stepLines("Instead", step.does, step.copy, style).join("\n")}\n` : "";
}

/** @param rows At least one. */
function readdressedText(rows: readonly number[], what: "sheet" | "run"): string {
  const [it, row] = rows.length === 1 ? ["it", "row"] : ["them", "rows"];
  const leads = `${amountText(rows.length, "lead")} of this ${what} went`;
  const danger = `the service may not know ${it} by this one, and create a second quote`;
  return what === "sheet"
    ? `${leads} before with another e-mail, by which a correction replaced the one here (${rowsWords(rows)}): ${danger}. Correct the e-mail in the sheet as it was corrected there, or take the ${row} out.`
    : `${leads} in other runs with another e-mail, which a correction replaced there or here (${rowsWords(rows)}): ${danger}. Where it is the same person, stop this run with Ctrl-C.`;
}

const RUNS_MAX = 5;
const ROWS_MAX = 10;

function rowsWords(rows: readonly number[]): string {
  const more = rows.length > ROWS_MAX ? `, and ${rows.length - ROWS_MAX} more` : "";
  return `${rows.length === 1 ? "row" : "rows"} ${rowsText(rangesOf(rows.slice(0, ROWS_MAX)))}${more}`;
}

const INDENT = "  ";

/** @param isReaddressed Whether a correction gave a lead there another e-mail than it has here. */
function meaning({ owner }: FoundRun, evidence: RunEvidence, isReaddressed: boolean): string[] {
  if (owner)
    return [
      `Process ${owner.pid} is sending it just now. What it creates first comes back here as a duplicate, without a login link.`,
    ];
  const words = isReaddressed
    ? "What it created with the e-mails of this sheet will come back as duplicates: their login links are in that run alone."
    : duplicates(evidence.counts.all);
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
