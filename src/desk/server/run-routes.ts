import type { Readable } from "node:stream";
import * as z from "zod";
import { CliError } from "../../base/cli-error.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { personQuestion } from "../../job/ask/settle-people.ts";
import { type ReplayOptions, type RoundTools, replayRun, resumeRun } from "../../job/round/later-round.ts";
import { writeOwnReports } from "../../job/round/report-round.ts";
import type { PeopleFound } from "../../run/plan/match-people.ts";
import { Run } from "../../run/run.ts";
import { COMMAND_OPTIONS, type TargetValues } from "../../settings/options.ts";
import { parseRows } from "../../settings/selection.ts";
import { LEAVE_OUT, SEND_ROWS } from "../../sheet/question.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import { withUpload } from "../drafts/uploaded-file.ts";
import type { DeskPlace } from "../runs/places.ts";
import { silentOutput } from "../runs/rounds.ts";
import { type RunEntry, runEntry } from "../runs/run-list.ts";
import { findRunHere, runsHere } from "../runs/runs-here.ts";
import { type DeskRoute, NOTHING, onGet, onPost, onUpload } from "./router.ts";

export type RunList = Awaited<ReturnType<typeof listRuns>>;
export type PlacedRun = RunList["runs"][number];

const FIX_BYTES_MAX = 512 * 1024 * 1024;

/** What the page may be asked for: a typed name, or another key than the one that is known. */
const Confirmed = { confirm: z.string().max(200).optional(), anotherKey: z.boolean().default(false) };
const ResumeRequest = z.strictObject({
  ...Confirmed,
  takeOver: z.boolean().default(false),
  olderJournal: z.boolean().default(false),
});
const ReplayRequest = z.strictObject({
  ...Confirmed,
  status: z.enum(COMMAND_OPTIONS.replay.statuses.takes.words).optional(),
  rows: z.string().max(10_000).optional(),
  /** What the page says to the question that `people-sent` asked. */
  answers: z.strictObject({ people: z.enum([SEND_ROWS, LEAVE_OUT]) }).optional(),
});

/** The runs of the desk, and what goes on with them: what `runs`, `resume` and `replay` do. */
export function runRoutes(desk: Desk): DeskRoute[] {
  return [
    onGet("/api/runs", ({ query }) => listRuns(desk, query.get("count"))),
    onPost("/api/runs/:run/resume", ResumeRequest, ({ confirm, anotherKey, ...asked }, { params }) =>
      goOn(desk, params.run, { confirm, anotherKey }, (dir, options, tools) =>
        resumeRun(dir, { ...options, ...asked }, tools),
      ),
    ),
    onPost("/api/runs/:run/replay", ReplayRequest, (asked, { params }) => {
      const { confirm, anotherKey, status, rows, answers } = asked;
      const chosen = {
        ...(answers ? { acceptPeople: answers.people === SEND_ROWS } : { mindPeople: askAboutPeople }),
        ...(status && { statuses: [status] }),
        ...(rows !== undefined && { ranges: parseRows(rows) }),
      };
      return goOn(desk, params.run, { confirm, anotherKey }, (dir, options, tools) =>
        replayRun(dir, { ...options, ...REPLAY, ...chosen }, tools),
      );
    }),
    onUpload("/api/runs/:run/fix", FIX_BYTES_MAX, ({ query, body, params }) => {
      const answers = answersIn(query);
      const confirm = query.get("confirm") ?? undefined;
      const name = query.get("name") ?? "";
      return sendCorrectedSheet(desk, params.run, { name, bytes: body, confirm, answers });
    }),
    onPost("/api/runs/:run/reports", NOTHING, async (_, { params }) => {
      const dir = await findRunHere(params.run, desk);
      await writeOwnReports(dir, await silentOutput(desk.context), desk.context);
      return runEntry(await Run.inspect(dir));
    }),
  ];
}

/** What the page says to the questions of a fixed sheet, by their ids. */
export const AnswersById = z
  .record(z.string(), z.string())
  .transform((answers) => new Map(Object.entries(answers)));

function answersIn(query: URLSearchParams): z.infer<typeof AnswersById> {
  try {
    return AnswersById.parse(JSON.parse(query.get("answers") ?? "{}"));
  } catch {
    throw deskError("bad-request/answers");
  }
}

/** @param countMax Of those that are told; null for all. */
async function listRuns(desk: Desk, countMax: string | null) {
  const { dirs, purged } = await runsHere(desk);
  const runs: (RunEntry & { place: string | null })[] = [];
  // Many runs went to few places, and to find one reads the configuration.
  const places = new Map<string, Promise<DeskPlace>>();
  for (const dir of dirs.slice(0, Number(countMax ?? dirs.length))) {
    const entry = await desk.runEntries.of(dir);
    const { target } = entry;
    const key = JSON.stringify(target);
    if (target && !places.has(key)) places.set(key, desk.places.placeOf(target));
    runs.push({ ...entry, place: (await places.get(key))?.name ?? null });
  }
  return {
    /** The one that changed last first; each with where it went, by name, where it has sent something. */
    runs,
    /** How many there are in all. */
    count: dirs.length,
    /** Runs that were removed. */
    purged: { count: purged.length, lastAt: purged.at(-1)?.purgedAt ?? null },
  };
}

const REPLAY = { acceptReading: false, acceptPeople: false, takeOver: false } as const;

/** Nobody can be asked in the middle of a round: the page asks, and begins it again. */
function askAboutPeople(found: PeopleFound): never {
  const document = { questions: [personQuestion(found)] };
  throw deskError("people-sent", { count: found.asked.length }, { document });
}

interface CorrectedSheet extends Pick<ReplayOptions, "answers" | "mind"> {
  name: string;
  bytes: Readable;
  confirm: string | undefined;
}

/** Begins the round of a run that sends a corrected sheet, which is read before the first lead is sent. */
export function sendCorrectedSheet(
  desk: Desk,
  run: string,
  { name, bytes, confirm, ...order }: CorrectedSheet,
): Promise<BegunRound> {
  return withUpload(name, bytes, (path) =>
    goOn(desk, run, { confirm, anotherKey: false }, (dir, options, tools) =>
      replayRun(dir, { ...options, ...REPLAY, ...order, with: path }, tools),
    ),
  );
}

/** Begins a round of a run that is there, at the place that it is bound to. */
async function goOn(
  desk: Desk,
  run: string,
  { confirm, anotherKey }: { confirm: string | undefined; anotherKey: boolean },
  work: (dir: string, options: RoundOptions, tools: RoundTools) => Promise<ExitCode>,
): Promise<BegunRound> {
  const dir = await findRunHere(run, desk);
  const { record } = await Run.read(dir);
  // Nobody knows where a run was to go that was planned and never began.
  const place = await (record ? desk.places.placeOf(record) : desk.places.chosen());
  if (anotherKey) throw ofPlace(deskError("key-missing/another"), place);
  return beginRound(desk, { run, place, confirm }, (options, tools) => work(dir, options, tools));
}

/** What was begun, for the page to look at. */
export interface BegunRound {
  run: string;
}

/** What a job of the desk takes: where to, and no flag besides. */
type RoundOptions = TargetValues & { json: false; all: false; quiet: false };

/**
 * Begins a round, and waits until it sends.
 *
 * @param order `run`: what the page calls it. `confirm`: the name of the place, where somebody typed it.
 * @throws CliError with what refused it: another process that works on the run; a key that is missing, or a name that is not
 *   confirmed, with their `place`, for the page to ask for them.
 */
export async function beginRound(
  desk: Desk,
  order: { run: string; place: DeskPlace; confirm: string | undefined },
  work: (options: RoundOptions, tools: RoundTools) => Promise<ExitCode>,
): Promise<BegunRound> {
  const { run, place, confirm } = order;
  const way = desk.places.wayTo(place);
  const options = {
    ...way.options,
    ...(confirm !== undefined && { confirm }),
    json: false,
    all: false,
    quiet: false,
  } as const;
  const { startSandbox } = desk;
  try {
    await desk.rounds.begin(run, (output) => work(options, { startSandbox, output, context: way.context }));
  } catch (error) {
    throw error instanceof CliError ? ofPlace(error, place) : error;
  }
  return { run };
}

/** The same failure, with the place that the page asks for a key or a name of. */
function ofPlace(error: CliError, { id, name }: DeskPlace): CliError {
  return error.with({ document: { ...error.document, place: { id, name } }, cause: error });
}
