import { basename } from "node:path";
import * as z from "zod";
import { carryOutPurge, type KeptRun, planPurge, purgeText } from "../../job/purge-runs.ts";
import { Run } from "../../run/run.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import { findRunHere } from "../runs/runs-here.ts";
import { type DeskRoute, onPost } from "./router.ts";

/** What would go, or what has gone. */
export type Purge = Awaited<ReturnType<typeof purge>>;

const PurgeRequest = z.strictObject({
  force: z.boolean().default(false),
  confirm: z.string().max(100).optional(),
});

/** Removes a run, after showing what goes: what `runs --purge` does. Without what is to be typed, it only shows. */
export function purgeRoutes(desk: Desk): DeskRoute[] {
  return [
    onPost("/api/runs/:run/purge", PurgeRequest, (asked, { params }) => purge(desk, params.run, asked)),
  ];
}

async function purge(desk: Desk, run: string, { force, confirm }: z.infer<typeof PurgeRequest>) {
  const { context, drafts } = desk;
  const found = await Run.inspect(await findRunHere(run, desk));
  const order = { ageMs: 0, force, draftAgeMs: undefined };
  const plan = await planPurge([found], order, context);
  /** Its number of rows is to be typed to confirm it. */
  const typed = String(found.run?.state.summary.total ?? 1);
  /** As in `1 run, with 43 login links that exist nowhere else`. */
  const shown = { what: purgeText(plan), typed, force };
  if (confirm === undefined || plan.removable.length === 0)
    return { ...shown, isDone: false, stays: whyStays(plan.kept) };
  if (confirm.trim() !== typed) throw deskError("not-confirmed/typed-number", { typed });
  const { kept } = await carryOutPurge(plan, order, context, (folder) => drafts.remove(basename(folder)));
  return { ...shown, isDone: true, stays: whyStays(kept) };
}

/** Null where nothing does. */
function whyStays([kept]: readonly KeptRun[]) {
  return kept ? { why: kept.why.message, canBeForced: kept.canBeForced } : null;
}
