import { dirname } from "node:path";
import type { CliError } from "../../base/cli-error.ts";
import { EXIT } from "../../base/exit-codes.ts";
import {
  type EarlierNote,
  earlierLeadsNote,
  earlierNoteText,
  insteadText,
  sameRowsNote,
} from "../../report/text/earlier-runs.ts";
import { absentNames, findKnownRuns, type KnownRuns } from "../../run/folder/known-runs.ts";
import { RUNS_FOLDER } from "../../run/folder/run-folder.ts";
import type { FoundRun, Run } from "../../run/run.ts";
import { type DueRows, type EarlierLeads, findEarlierLeads } from "../../run/search/earlier-leads.ts";
import { readConfig } from "../../settings/config-file.ts";
import type { CommandValues } from "../../settings/options.ts";
import { rangesOf, rowsText } from "../../settings/selection.ts";
import { isOwnSandbox, type Target } from "../../settings/target.ts";
import type { CommandOutput } from "../command-output.ts";
import { jobError } from "../job-errors.ts";

/** What else a submission has to know: its configuration, and whether the person knows that another process sends the same rows. */
type Surroundings = Pick<CommandValues<"submit">, "config" | "again">;

/** Where other runs have login links of a run's rows. */
type Elsewhere = readonly { dir: string; rows: string }[];

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
  { config, again }: Surroundings,
  { say, event, style, shell }: CommandOutput,
): Promise<{ notes: EarlierNote[]; elsewhere: Elsewhere }> {
  if (isOwnSandbox(target)) return { notes: [], elsewhere: [] };
  const known = await knownBeside(run, config);
  const same = await run.findSame(target, known.dirs).catch((): FoundRun[] => []);
  const sending = same.find(({ owner }) => owner !== undefined);
  if (sending && !again) throw sendingNow(sending);
  const isReady = (row: number): boolean => run.state.has(row) && run.state.get(row).status !== "invalid";
  const rows = { run, isDue: isReady, isNew: true };
  const earlier = await findEarlierLeads(rows, target, known.dirs, same);
  const sameNote = sameRowsNote(same, earlier);
  if (sameNote) say(earlierNoteText(sameNote, style) + insteadText(same, style, shell));
  const unread = [...earlier.unread, ...absentNames(known.absent)];
  const told = new Set(same.map(({ dir }) => dir));
  const untold = earlier.runs.map((each) =>
    told.has(each.dir) ? { ...each, created: [], maybeCount: 0 } : each,
  );
  const leadsNote = earlierLeadsNote({ runs: untold, unread }, "sheet");
  if (leadsNote) say(earlierNoteText(leadsNote, style));
  // Of what nobody could look into there is nothing to decide.
  if (leadsNote?.runs.length === 0) event({ event: "note", text: leadsNote.text });
  return {
    notes: [sameNote, leadsNote].filter((note) => note !== undefined).filter(({ runs }) => runs.length > 0),
    elsewhere: linksIn(earlier.runs),
  };
}

/**
 * The same before a later round of a run, of the rows that it is to send: other runs may have sent them since.
 *
 * @param config Path of the configuration, where one was given.
 * @returns Which of them have login links of these rows.
 */
export async function lookAroundAgain(
  run: Run,
  target: Target,
  isDue: DueRows["isDue"],
  config: string | undefined,
  { say, event, style }: CommandOutput,
): Promise<Elsewhere> {
  if (isOwnSandbox(target)) return [];
  const { dirs, absent } = await knownBeside(run, config);
  const { runs, unread } = await findEarlierLeads({ run, isDue, isNew: false }, target, dirs, []);
  const note = earlierLeadsNote({ runs, unread: [...unread, ...absentNames(absent)] }, "run");
  if (note) {
    say(earlierNoteText(note, style));
    const named = note.runs.map(({ dir, counts }) => `${dir}: ${counts}.`);
    event({ event: "note", text: [note.text, ...named].join(" ") });
  }
  return linksIn(runs);
}

/** The runs that are known here: those beside a run, and those of the configuration. */
async function knownBeside(
  { dir }: Run,
  config: string | undefined,
): Promise<Pick<KnownRuns, "dirs" | "absent">> {
  const folders = (await readConfig(config))?.runs ?? [];
  return findKnownRuns([dirname(dir)], folders).catch(() => ({
    dirs: [],
    absent: { runs: [], replaced: [], lists: [], links: [], folders: [RUNS_FOLDER, ...folders] },
  }));
}

function linksIn(runs: readonly EarlierLeads[]): Elsewhere {
  return runs.flatMap(({ dir, created }) =>
    created.length === 0 ? [] : [{ dir, rows: rowsText(rangesOf(created)) }],
  );
}

function sendingNow({ dir, owner }: FoundRun): CliError {
  return jobError("already-sending", { dir, pid: owner?.pid }, { exitCode: EXIT.journal });
}
