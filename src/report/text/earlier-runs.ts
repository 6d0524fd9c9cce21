import type { CodedText } from "../../base/finding.ts";
import { wrap } from "../../base/text-width.ts";
import { runGuidance } from "../../outcome/guidance.ts";
import { type Told, toldText } from "../../outcome/happened-texts.ts";
import type { NextStep } from "../../outcome/next-step.ts";
import type { Summary } from "../../outcome/status.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { Existing, PeopleFound } from "../../run/plan/match-people.ts";
import type { FoundRun } from "../../run/run.ts";
import { stepLines } from "../../terminal/layout.ts";
import { firstLines } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";
import type { Style } from "../../terminal/style.ts";
import { earlierFinding } from "./found-texts.ts";
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
