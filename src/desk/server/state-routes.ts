import * as z from "zod";
import { templateWorkbook } from "../../sheet/template-workbook.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import type { DraftBrief } from "../drafts/draft-store.ts";
import type { DeskPlace } from "../runs/places.ts";
import type { RoundState } from "../runs/rounds.ts";
import type { RunEntry } from "../runs/run-list.ts";
import { runsHere } from "../runs/runs-here.ts";
import { type DeskRoute, WORKBOOK_TYPE } from "./router.ts";

/** A run, and where it went, by name; null where it has sent nothing yet. */
export type PlacedRun = RunEntry & { place: string | null };

export interface DeskState {
  folder: string;
  places: DeskPlace[];
  drafts: DraftBrief[];
  /** What is being sent. */
  round: RoundState | null;
}

/** The runs that changed last, the last one first. */
export interface RecentRuns {
  runs: PlacedRun[];
  /** Of all that there are. */
  count: number;
}

const RUNS_MAX = 8;

const KeyRequest = z.strictObject({ place: z.string(), key: z.string() });

/** What the Start view shows, the key that it asks for, and what happens meanwhile. */
export function stateRoutes(desk: Desk): DeskRoute[] {
  return [
    { method: "GET", path: "/api/state", handle: async () => ({ json: await stateOf(desk) }) },
    { method: "GET", path: "/api/recent-runs", handle: async () => ({ json: await recentRuns(desk) }) },
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

async function stateOf({ folder, places, drafts, rounds }: Desk): Promise<DeskState> {
  return {
    folder,
    places: await places.list(),
    drafts: await drafts.list(),
    round: rounds.current,
  };
}

async function recentRuns(desk: Desk): Promise<RecentRuns> {
  const { dirs } = await runsHere(desk);
  const runs: PlacedRun[] = [];
  for (const dir of dirs.slice(0, RUNS_MAX)) {
    const entry = await desk.runEntries.of(dir);
    runs.push({ ...entry, place: entry.target && (await desk.places.placeOf(entry.target)).name });
  }
  return { runs, count: dirs.length };
}

/** What could not stand in a header is no key; it is not shown. */
function requireKey(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw deskError(key === "" ? "key-missing" : "key-malformed");
}
