import { dirname } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import {
  type EarlierNote,
  earlierLeadsNote,
  earlierNoteText,
  insteadText,
  sameRowsNote,
} from "../report/earlier-runs.ts";
import { findEarlierLeads } from "../run/earlier-leads.ts";
import { absentNames, findKnownRuns } from "../run/known-runs.ts";
import type { FoundRun, Run } from "../run/run.ts";
import { RUNS_FOLDER } from "../run/run-folder.ts";
import { rangesOf, rowsText } from "../settings/selection.ts";
import { isOwnSandbox, type Target } from "../settings/target.ts";
import type { CommandOutput } from "./command-output.ts";

/** What else a submission has to know. */
export interface Surroundings {
  /** Folders of runs that the configuration names. */
  folders: readonly string[];
  /** Whether the person knows that another process is sending the same rows. */
  again: boolean;
}

/**
 * Looks, before anything of a new run is sent, at the runs that are known here: says what went to the same target before.
 * What cannot be read fails no submission.
 *
 * @returns What was said, and which of them have login links of the run's rows.
 * @throws CliError with exit code 6 where another process is sending the very same rows to the same target.
 */
export async function lookAround(
  run: Run,
  target: Target,
  { folders, again }: Surroundings,
  { say, event, style, shell }: CommandOutput,
): Promise<{ notes: EarlierNote[]; elsewhere: { dir: string; rows: string }[] }> {
  if (isOwnSandbox(target)) return { notes: [], elsewhere: [] };
  const known = await findKnownRuns([dirname(run.dir)], folders).catch(() => ({
    dirs: [],
    absent: { runs: [], replaced: [], lists: [], links: [], folders: [RUNS_FOLDER, ...folders] },
  }));
  const same = await run.findSame(target, known.dirs).catch((): FoundRun[] => []);
  const sending = same.find(({ owner }) => owner !== undefined);
  if (sending && !again) throw sendingNow(sending);
  const earlier = await findEarlierLeads(run, target, known.dirs, same);
  const sameNote = sameRowsNote(same, earlier);
  if (sameNote) say(earlierNoteText(sameNote, style) + insteadText(same, style, shell));
  const unread = [...earlier.unread, ...absentNames(known.absent)];
  const told = new Set(same.map(({ dir }) => dir));
  const untold = earlier.runs.map((each) =>
    told.has(each.dir) ? { ...each, created: [], maybeCount: 0 } : each,
  );
  const leadsNote = earlierLeadsNote({ runs: untold, unread });
  if (leadsNote) say(earlierNoteText(leadsNote, style));
  // Of what nobody could look into there is nothing to decide.
  if (leadsNote?.runs.length === 0) event({ event: "note", text: leadsNote.text });
  return {
    notes: [sameNote, leadsNote].filter((note) => note !== undefined).filter(({ runs }) => runs.length > 0),
    elsewhere: earlier.runs.flatMap(({ dir, created }) =>
      created.length === 0 ? [] : [{ dir, rows: rowsText(rangesOf(created)) }],
    ),
  };
}

function sendingNow({ dir, owner }: FoundRun): CliError {
  return new CliError(
    `Another process is sending the very same rows to the same target: ${dir}, process ${owner?.pid}`,
    {
      code: "already-sending",
      exitCode: EXIT.journal,
      hint: "Nothing was sent. Wait for it: what it creates has its login links there. --again sends them all the same, and the service refuses what exists by then.",
    },
  );
}
