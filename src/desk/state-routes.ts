import * as z from "zod";
import type { RunCondition } from "../outcome/evidence.ts";
import { runGuidance } from "../outcome/guidance.ts";
import { countsText } from "../report/run-table.ts";
import { gatherEvidence } from "../run/gather-evidence.ts";
import { findKnownRuns } from "../run/known-runs.ts";
import { Run } from "../run/run.ts";
import { runId } from "../run/run-folder.ts";
import { readConfig } from "../settings/config-file.ts";
import { usageError } from "../settings/option-values.ts";
import { templateWorkbook } from "../sheet/template-workbook.ts";
import type { Desk } from "./desk.ts";
import type { DraftBrief } from "./draft-store.ts";
import type { DeskPlace, Places } from "./places.ts";
import type { RoundState } from "./rounds.ts";
import type { DeskRoute } from "./router.ts";

/** A run as the Start view lists it. */
export interface RunBrief {
  /** The folder's name. */
  run: string;
  /** Of the sheet; null where the run cannot be read. */
  input: string | null;
  /** Where it went, by name; null where it sent nothing yet. */
  place: string | null;
  /** UTC, ISO 8601. */
  startedAt: string | null;
  state: RunCondition;
  /** What the state means, as a sentence. */
  meaning: string;
  /** As in `48 created, 2 invalid`. */
  counts: string;
  /** What to do next, in a few words; null where nothing is. */
  next: string | null;
}

export interface DeskState {
  folder: string;
  places: DeskPlace[];
  drafts: DraftBrief[];
  /** What is being sent. */
  round: RoundState | null;
  /** The newest, newest first. */
  runs: RunBrief[];
  runCount: number;
}

const RUNS_MAX = 8;

/** The media type of a workbook. */
export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const KeyRequest = z.strictObject({ place: z.string(), key: z.string() });

/** What the Start view shows, the key that it asks for, and what happens meanwhile. */
export function stateRoutes(desk: Desk): DeskRoute[] {
  return [
    { method: "GET", path: "/api/state", handle: async () => ({ json: await stateOf(desk) }) },
    { method: "GET", path: "/api/events", handle: async () => ({ events: true }) },
    {
      method: "GET",
      path: "/api/template.xlsx",
      handle: async () => ({ file: templateWorkbook(), name: "leads.xlsx", type: WORKBOOK_TYPE }),
    },
    {
      method: "POST",
      path: "/api/key",
      handle: async ({ json }) => {
        const { place: id, key } = KeyRequest.parse(await json());
        const place = await desk.places.get(id);
        requireKey(key.trim());
        desk.places.giveKey(place, key);
        return { json: { places: await desk.places.list() } };
      },
    },
  ];
}

async function stateOf({ folder, options, places, drafts, rounds }: Desk): Promise<DeskState> {
  const config = await readConfig(options.config);
  const { dirs } = await findKnownRuns([], config?.runs ?? []);
  const runs: RunBrief[] = [];
  for (const dir of dirs.slice(0, RUNS_MAX)) runs.push(await briefOf(dir, places));
  return {
    folder,
    places: await places.list(),
    drafts: await drafts.list(),
    round: rounds.current,
    runs,
    runCount: dirs.length,
  };
}

async function briefOf(dir: string, places: Places): Promise<RunBrief> {
  const found = await Run.inspect(dir);
  const evidence = gatherEvidence(found);
  const { meaning, action, nextSteps } = runGuidance([evidence]);
  const target = found.run?.record;
  return {
    run: runId(dir),
    input: found.run?.plan.header.name ?? null,
    place: target ? (await places.placeOf(target)).name : null,
    startedAt: found.run?.startedAt ?? null,
    state: evidence.condition,
    meaning,
    counts: found.run ? countsText(found.run.state.summary) : "",
    next: action ?? nextSteps[0]?.does ?? null,
  };
}

/** What could not stand in a header is no key; it is not shown. */
function requireKey(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw usageError(
    key === "" ? "There is no key" : "A key has no spaces, line breaks or accents",
    "Copy the key again, without quotes, and paste it here.",
    key === "" ? "key-missing" : "key-malformed",
  );
}
