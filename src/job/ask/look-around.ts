import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { CliError } from "../../base/cli-error.ts";
import { EXIT } from "../../base/exit-codes.ts";
import { addTo } from "../../base/growable.ts";
import { personKeys } from "../../lead/person-keys.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import {
  type EarlierNote,
  earlierLeadsNote,
  earlierNoteText,
  sameRowsNote,
} from "../../report/text/earlier-runs.ts";
import { maybeSameText } from "../../report/text/people-text.ts";
import { findKnownRuns, type KnownRuns } from "../../run/folder/known-runs.ts";
import type { LinksElsewhere } from "../../run/journal/journal-record.ts";
import type { DuePeople, KnownRow, MatchedRow, PeopleFound } from "../../run/plan/match-people.ts";
import { SheetPeople } from "../../run/plan/people-register.ts";
import type { PlanFacts } from "../../run/plan/plan-record.ts";
import { readPlanFacts } from "../../run/plan/read-plan.ts";
import { type FoundRun, Run } from "../../run/run.ts";
import { LOCK_NAME, RUNS_FOLDER, runPaths } from "../../run/run-paths.ts";
import { findPeople, NOBODY } from "../../run/search/people-elsewhere.ts";
import { readConfig } from "../../settings/config-file.ts";
import type { CommandValues } from "../../settings/options.ts";
import { rangesOf, rowsText } from "../../settings/selection.ts";
import { isOwnSandbox, isSameTarget, type Target } from "../../settings/target.ts";
import type { CommandOutput } from "../command-output.ts";
import { jobError } from "../job-errors.ts";
import { noteEvent } from "../progress/events.ts";
import type { PeopleOrder } from "./settle-people.ts";

/** What else a submission has to know: whether the person knows that another process sends the same rows. */
type Surroundings = Pick<CommandValues<"submit">, "again"> & Pick<PeopleOrder, "onlyNew">;

/** The rows that are about to be sent, and where they lie. */
export interface DueSheet {
  dir: string;
  facts: PlanFacts;
  people: DuePeople;
}

/** What other runs mean for a new one. */
export interface Around {
  notes: EarlierNote[];
  people: PeopleFound;
  /** Which of them have login links of its rows. */
  elsewhere: LinksElsewhere;
}

/**
 * Looks, before anything of a new run is sent, at the runs that are known here: says what went to the same target before.
 * What cannot be read fails no submission.
 *
 * @throws CliError with exit code 6 where another process is sending the very same rows to the same target.
 */
export async function lookAround(
  sheet: DueSheet,
  target: Target,
  around: RunsAround,
  { again, onlyNew = false }: Surroundings,
  { say, event, style, shell }: CommandOutput,
): Promise<Around> {
  if (isOwnSandbox(target))
    return { notes: [], people: await around.find(sheet.people, { target, known: null }), elsewhere: [] };
  const known = await around.changed();
  const same = await sameRuns(sheet, target, known.dirs).catch((): FoundRun[] => []);
  const sending = same.find(({ owner }) => owner !== undefined);
  if (sending && !again) throw sendingNow(sending);
  const people = await around.find(sheet.people, { target, known, opened: same });
  const sameNote = sameRowsNote(
    same.filter(({ dir }) => around.isNews(`same ${dir}`)),
    onlyNew,
  );
  if (sameNote) say(earlierNoteText(sameNote, style, shell));
  const told = new Set(same.map(({ dir }) => dir));
  // Those that are left out are listed, with their runs.
  const untold = onlyNew ? [] : people.known.filter(({ dir }) => !told.has(dir));
  const leadsNote = earlierLeadsNote({ known: untold, unread: people.unread }, "sheet");
  if (leadsNote) say(earlierNoteText(leadsNote, style, shell));
  // Unreadable runs need no decision.
  if (leadsNote?.runs.length === 0) event(noteEvent(leadsNote.told));
  return {
    notes: [sameNote, leadsNote].filter((note) => note !== undefined).filter(({ runs }) => runs.length > 0),
    people,
    elsewhere: linksIn(people.known),
  };
}

/** Runs of the very same rows for the same target, and those that a process is about to send and that were there first: where they go is not on record yet. */
async function sameRuns(
  { dir: own, facts: { header, end } }: DueSheet,
  target: Target,
  dirs: readonly string[],
): Promise<FoundRun[]> {
  const found: FoundRun[] = [];
  for (const dir of dirs) {
    if (resolve(dir) === resolve(own)) continue;
    const facts = await readPlanFacts(runPaths(dir).plan).catch(() => undefined);
    if (facts?.end.rowsSha256 !== end.rowsSha256) continue;
    const other = await Run.inspect(dir);
    const bound = other.run?.record;
    const isFirst = facts.header.createdAt < header.createdAt;
    const isSame = bound && isSameTarget(bound, target);
    if (isSame || (!bound && other.owner && isFirst)) found.push(other);
  }
  return found;
}

/** What other runs mean for a later round. */
interface AroundAgain {
  /** Which of them have login links of its rows. */
  elsewhere: LinksElsewhere;
  /** Rows that may be somebody whom another run has. */
  maybe: MatchedRow[];
}

/**
 * The same before a later round of a run, of the rows that it is to send: other runs may have sent them since.
 *
 * @param config Path of the configuration, where one was given.
 */
export async function lookAroundAgain(
  run: Run,
  target: Target,
  isDue: (row: number) => boolean,
  config: string | undefined,
  { say, event, style, shell }: CommandOutput,
): Promise<AroundAgain> {
  if (isOwnSandbox(target)) return { elsewhere: [], maybe: [] };
  const known = await knownIn(dirname(run.dir), config);
  const due = async (): Promise<SheetPeople> => {
    const people = new SheetPeople();
    for await (const { row, lead } of run.plan.rows(isDue)) people.add(row, personKeys(lead), "due");
    return people;
  };
  const found = await findPeople(due, { target, known, own: run.dir });
  const note = earlierLeadsNote(found, "run");
  if (note) {
    say(earlierNoteText(note, style, shell));
    const named = note.runs.map(({ dir, counts }) => `${dir}: ${counts}.`);
    event(noteEvent(note.told, [toldText(note.told), ...named].join(" ")));
  }
  const maybe = found.asked
    .map(({ row, matches }) => ({ row, matches: matches.filter(({ dir }) => dir !== null) }))
    .filter(({ matches }) => matches.length > 0);
  return { elsewhere: linksIn(found.known), maybe };
}

/** Names rows that may be somebody twice, and go nevertheless: somebody has said so, or nobody is to be asked. */
export function tellMaybeTwice(rows: readonly MatchedRow[], { say, event }: CommandOutput): void {
  if (rows.length === 0) return;
  const text = [...maybeSameText(rows), "They are sent now."];
  say(`${text.join("\n")} Ctrl-C stops the run.\n`);
  event(noteEvent([{ finding: "maybe-twice", message: text.join(" ") }]));
}

/**
 * Finds the runs around one that is about to send. Asked again, it gives out only those that may have changed: new ones, and those that
 * a process works on, or has worked on.
 */
export class RunsAround {
  readonly #own: string;
  readonly #config: string | undefined;
  /** The folders that were looked into; those in which a process worked are not among them. */
  readonly #looked = new Map<string, bigint>();
  /** What was given out of rows and of runs. */
  readonly #told = new Set<string>();
  #isAgain = false;

  /** @param own The run's own folder. */
  constructor(own: string, config: string | undefined) {
    this.#own = own;
    this.#config = config;
  }

  async changed(): Promise<Pick<KnownRuns, "dirs" | "absent">> {
    const { dirs, absent } = await knownIn(dirname(this.#own), this.#config);
    const changed = dirs.filter((dir) => {
      const at = changeTimeOf(dir);
      const isKnown = at !== undefined && this.#looked.get(dir) === at;
      if (at !== undefined) this.#looked.set(dir, at);
      return !isKnown && resolve(dir) !== resolve(this.#own);
    });
    return { dirs: changed, absent };
  }

  /** Whether something is given out for the first time. */
  isNews(what: string): boolean {
    const isNew = !this.#told.has(what);
    this.#told.add(what);
    return isNew;
  }

  /** Finds who the rows may be, and gives out what it has not given out before. @param known Null where the sheet alone counts. */
  async find(
    people: DuePeople,
    { target, known, opened }: Pick<Parameters<typeof findPeople>[1], "target" | "known" | "opened">,
  ): Promise<PeopleFound> {
    const isSame = this.#isAgain && (known === null || known.dirs.length === 0);
    this.#isAgain = true;
    if (isSame) return NOBODY;
    const found = await findPeople(people, { target, known, own: this.#own, ...(opened && { opened }) });
    return {
      ...found,
      known: found.known.filter(({ row, dir }) => this.isNews(`${row} ${dir}`)),
      noticed: found.noticed.filter(({ row }) => this.isNews(`${row}`)),
      unread: found.unread.filter((dir) => this.isNews(`unread ${dir}`)),
    };
  }
}

const NOWHERE = { runs: [], replaced: [], lists: [], links: [], folders: [] };

/** When something came into a run's folder, or left it, as each lock does; undefined while a lock is there. */
function changeTimeOf(dir: string): bigint | undefined {
  return existsSync(join(dir, LOCK_NAME))
    ? undefined
    : statSync(dir, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
}

/** The runs that are known here: those in a folder, and those of the configuration. */
export async function knownIn(
  folder: string,
  config: string | undefined,
): Promise<Pick<KnownRuns, "dirs" | "absent">> {
  const folders = (await readConfig(config))?.runs ?? [];
  return findKnownRuns([folder], folders).catch(() => ({
    dirs: [],
    absent: { ...NOWHERE, folders: [RUNS_FOLDER, ...folders] },
  }));
}

function linksIn(known: readonly KnownRow[]): LinksElsewhere {
  const rows = new Map<string, number[]>();
  for (const { row, dir, existing } of known) if (existing === "created") addTo(rows, dir, row);
  return [...rows].map(([dir, some]) => ({ dir, rows: rowsText(rangesOf(some)) }));
}

function sendingNow({ dir, owner }: FoundRun): CliError {
  return jobError("already-sending", { dir, pid: owner?.pid }, { exitCode: EXIT.journal });
}
