import { basename } from "node:path";
import * as z from "zod";
import {
  carryOutPurge,
  findRunsToPurge,
  type KeptRun,
  type PurgeOrder,
  planPurge,
  purgeText,
} from "../../job/purge-runs.ts";
import { type FoundRun, Run } from "../../run/run.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import { runEntry } from "../runs/run-list.ts";
import { findRunHere, runName } from "../runs/runs-here.ts";
import { type DeskRoute, onPost } from "./router.ts";

/** What would go, or what has gone. */
export type Purge = Awaited<ReturnType<typeof purge>>;

const DAY_MS = 24 * 60 * 60 * 1000;

const Confirmed = { confirm: z.string().max(100).optional() };
const PurgeRequest = z.strictObject({ ...Confirmed, force: z.boolean().default(false) });
const OldRequest = z.strictObject({ ...Confirmed, days: z.number().min(1).max(36_500) });

/** Removes runs, after showing what goes: what `runs --purge` does. Without what is to be typed, it only shows. */
export function purgeRoutes(desk: Desk): DeskRoute[] {
  return [
    onPost("/api/runs/:run/purge", PurgeRequest, async ({ force, confirm }, { params }) => {
      const found = await Run.inspect(await findRunHere(params.run, desk));
      const rows = found.run?.state.summary.total ?? 1;
      return purge(desk, [found], { ageMs: 0, force, draftAgeMs: undefined }, confirm, rows);
    }),
    onPost("/api/purge", OldRequest, async ({ days, confirm }) => {
      const ageMs = days * DAY_MS;
      return purge(desk, await findRunsToPurge(), { ageMs, force: false, draftAgeMs: ageMs }, confirm);
    }),
  ];
}

/** @param rowCount Is typed to confirm it; else the number of runs and drafts that go. */
async function purge(
  { context, drafts }: Desk,
  found: readonly FoundRun[],
  order: PurgeOrder,
  confirm: string | undefined,
  rowCount?: number,
) {
  const plan = await planPurge(found, order, context);
  const typed = String(rowCount ?? plan.removable.length + plan.drafts.length);
  const shown = {
    /** As in `2 runs, with 43 login links that exist nowhere else`. */
    what: purgeText(plan),
    /** Drafts that go with them. */
    draftCount: plan.drafts.length,
    runs: plan.removable.map((each) => {
      const { run, input, startedAt, counts } = runEntry(each);
      return { run, input, startedAt, counts };
    }),
    /** What is to be typed to confirm it. */
    typed,
  };
  const inputs = new Map(found.map(({ dir, run }) => [dir, run?.plan.header.name ?? null]));
  const keptOf = (kept: readonly KeptRun[]) =>
    kept.map(({ dir, ...rest }) => ({ ...rest, run: runName(dir), input: inputs.get(dir) ?? null }));
  if (confirm === undefined) return { ...shown, isDone: false, kept: keptOf(plan.kept) };
  if (confirm.trim() !== typed) throw deskError("not-confirmed/typed-number", { typed });
  const { removed, kept } = await carryOutPurge(plan, order, context, (folder) =>
    drafts.remove(basename(folder)),
  );
  const names = new Set(removed.map(runName));
  const runs = shown.runs.filter(({ run }) => names.has(run));
  return { ...shown, runs, isDone: true, kept: keptOf(kept) };
}
