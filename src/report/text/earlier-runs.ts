import { type CodedText, finder } from "../../base/finding.ts";
import { wrap } from "../../base/text-width.ts";
import { runGuidance } from "../../outcome/guidance.ts";
import { type Told, toldText } from "../../outcome/happened-texts.ts";
import type { NextStep } from "../../outcome/next-step.ts";
import type { Summary } from "../../outcome/status.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { Existing, PeopleFound } from "../../run/plan/match-people.ts";
import type { FoundRun } from "../../run/run.ts";
import { stepLines } from "../../terminal/layout.ts";
import { amountText, firstLines, namesText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";
import type { Style } from "../../terminal/style.ts";
import { utcText } from "../../terminal/time-text.ts";
import { countsText } from "./run-table.ts";

/** What earlier runs mean for a new one, before it is sent. */
export interface EarlierNote {
  told: Told;
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
  const { condition, counts } = evidence;
  const told = [
    earlierFinding("same-rows", {
      times: found.length,
      dir: safeText(dir),
      at: run.lastAt,
      condition,
      counts: countsText(counts.all),
    }),
    ...(owner ? [earlierFinding("sending-now", { pid: owner.pid })] : []),
    ...(!owner && condition === "interrupted" ? meaning : []),
    ...(!owner && !onlyNew ? [duplicates(counts.all)] : []),
  ];
  // What is left out needs nothing else in its place.
  const isInstead = step !== undefined && !owner && !onlyNew;
  return { told, runs: [{ dir }], ...(isInstead && { instead: step }) };
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
  const runs = new Map<string, Record<Existing, number>>();
  for (const { dir, existing } of known) {
    const counts = runs.get(dir) ?? { created: 0, maybe: 0 };
    counts[existing] += 1;
    runs.set(dir, counts);
  }
  const created = known.filter(({ existing }) => existing === "created").length;
  const maybe = known.length - created;
  const told = [
    created === 0 ? [] : earlierFinding("have-quotes", { count: created, what }),
    maybe === 0 ? [] : earlierFinding("may-exist", { count: maybe, what, isMore: created > 0 }),
    unread.length === 0 ? [] : earlierFinding("not-looked-into", { dirs: unread.map(safeText) }),
  ].flat();
  if (told.length === 0) return undefined;
  const named = [...runs].map(([dir, { created, maybe }]) => {
    const counts = [
      created === 0 ? [] : `${created} created`,
      maybe === 0 ? [] : `${maybe} may exist`,
    ].flat();
    return { dir, counts: counts.join(", ") };
  });
  return { told, runs: named };
}

/** The note as text for people; ends with a line feed. */
export function earlierNoteText({ told, runs, instead }: EarlierNote, style: Style, shell: Shell): string {
  const { chalk, columns, signs } = style;
  const { sign, color } = signs.marks.warning;
  const whole = runs.map(({ dir }) => safeText(dir));
  const lines = wrap(toldText(told), columns - INDENT.length, whole).map((line, index) =>
    index === 0 ? `${chalk[color](sign)} ${line}` : INDENT + line,
  );
  const listed = runs.filter(({ counts }) => counts !== undefined);
  const named = firstLines(
    listed,
    RUNS_MAX,
    "run",
    ({ dir, counts }) => `${INDENT}${safeText(dir)}  ${counts}`,
  );
  const step = instead ? stepLines("Instead", instead.does, commandText(instead.argv, shell), style) : [];
  return `${[...lines, ...named, ...step].join("\n")}\n`;
}

const RUNS_MAX = 5;
const INDENT = "  ";

/** Which leads the service will refuse now. */
function duplicates({ created, maybeCreated: uncertain }: Readonly<Summary>): CodedText {
  if (created + uncertain === 0) return earlierFinding("created-nothing");
  return earlierFinding("come-back", { areMaybe: uncertain > 0 });
}

/** What earlier and other runs mean for the leads of a sheet that is submitted, or of a run that goes on. */
export const EARLIER_TEXTS = {
  "same-rows": ({ times, dir, at, condition, counts }: SameRows) =>
    `The same rows went to the same target before${times === 1 ? "" : ` (${amountText(times, "time")}, the last one here)`}: ${dir} (${utcText(at, "minute")}, ${condition}): ${counts}.`,
  "sending-now": ({ pid }: { pid: number }) =>
    `Process ${pid} is working on that run now. The leads that it creates first come back here as duplicates, without their login links.`,
  "created-nothing": () => "It created nothing.",
  "come-back": ({ areMaybe }: { areMaybe: boolean }) =>
    `The leads that it created come back as duplicates: their login links are only in that run.${areMaybe ? " The leads that may exist may come back as duplicates, too." : ""}`,
  "have-quotes": ({ count, what }: OfOthers) => {
    const [have, them] =
      count === 1
        ? ["has a quote", "it as a duplicate. Its login link is"]
        : ["have quotes", "them as duplicates. Their login links are"];
    return `${amountText(count, "lead")} of this ${what} ${have} already, from ${OTHER_RUNS[what]} for the same target: the service will refuse ${them} in the reports of those runs.`;
  },
  "may-exist": ({ count, what, isMore }: OfOthers & { isMore: boolean }) =>
    `${amountText(count, isMore ? "more lead" : "lead")} of ${OTHER_RUNS[what]} may exist.`,
  "not-looked-into": ({ dirs }: { dirs: readonly string[] }) =>
    `More may have been sent before: ${namesText(dirs)} could not be searched.`,
};

const earlierFinding = finder(EARLIER_TEXTS);

interface SameRows {
  times: number;
  /** The last run that sent them, when it did so, its state, and what it created. */
  dir: string;
  at: string;
  condition: string;
  counts: string;
}

interface OfOthers {
  count: number;
  what: keyof typeof OTHER_RUNS;
}

const OTHER_RUNS = { sheet: "earlier runs", run: "other runs" } as const;
