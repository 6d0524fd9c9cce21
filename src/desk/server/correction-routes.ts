import { Readable } from "node:stream";
import * as z from "zod";
import type { CliError } from "../../base/cli-error.ts";
import { isFixable } from "../../outcome/lead-state.ts";
import { Run } from "../../run/run.ts";
import { NOT_A_LEAD, SEND } from "../../sheet/table/marked-rows.ts";
import { csvLine, escapeFormula } from "../../sheet/text/spreadsheet-text.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import type { Grid } from "../drafts/draft-grid.ts";
import type { DraftStore } from "../drafts/draft-store.ts";
import { keepUpload } from "../drafts/uploaded-file.ts";
import { findRunHere } from "../runs/runs-here.ts";
import type { DraftsEvent } from "./draft-routes.ts";
import { type DeskRoute, NOTHING, onPost } from "./router.ts";
import { sendCorrectedSheet } from "./run-routes.ts";
import { draftChanged } from "./send-routes.ts";

/** Where the rows of a run are corrected. */
export interface DraftOfRun {
  draft: string;
}

const ReplayRequest = z.strictObject({
  confirm: z.string().max(200).optional(),
  /** How many changed rows the person was shown. */
  seen: z.int().nonnegative().optional(),
});

/**
 * Rows of a run, corrected in the grid and sent again as `replay --with` does.
 *
 * @param gridOf The rows of a draft, as the page has them.
 */
export function correctionRoutes(
  desk: Desk,
  gridOf: (draft: Awaited<ReturnType<DraftStore["open"]>>) => Promise<Grid>,
): DeskRoute[] {
  return [
    onPost("/api/runs/:run/correct", NOTHING, (_, { params: { run } }) => draftOfRun(desk, run)),
    onPost("/api/drafts/:id/replay", ReplayRequest, async ({ confirm, seen }, { params: { id } }) => {
      const draft = await desk.drafts.open(id);
      const { corrects } = draft.facts;
      if (corrects === null) throw notOfARun();
      return draft.send(async () => {
        const grid = await gridOf(draft);
        await grid.rows.whole();
        if (seen !== undefined && seen !== grid.rows.counts().changed) throw draftChanged();
        const file = await keepUpload("Your corrections", Readable.from(correctedSheet(grid)));
        try {
          const begun = await sendCorrectedSheet(desk, corrects, confirm, file.path);
          await draft.change({ run: corrects });
          desk.events.send<DraftsEvent>({ type: "drafts" });
          return begun;
        } finally {
          // It was read before the first lead was sent.
          await file.remove();
        }
      });
    }),
  ];
}

/** The draft in which a run's rows are being corrected, else a new one. */
async function draftOfRun({ drafts, ...desk }: Desk, run: string): Promise<DraftOfRun> {
  const known = (await drafts.list()).find(({ corrects }) => corrects === run);
  if (known) return { draft: known.id };
  const { plan, state } = await Run.read(await findRunHere(run, desk));
  if (![...state.rows()].some((row) => isFixable(state.get(row)))) throw nothingToCorrect();
  // The rows stand in the run itself.
  const { id } = await drafts.create(plan.header.name, Readable.from(["leadctl_row\n"]), { corrects: run });
  return { draft: id };
}

function notOfARun(): CliError {
  return deskError("draft-of-no-run");
}

function nothingToCorrect(): CliError {
  return deskError("nothing-to-correct");
}

const BYTE_ORDER_MARK = "\uFEFF";

/** The rows of a draft that a person has changed, as a fix file of the run that they belong to. */
function* correctedSheet(grid: Grid): Generator<string> {
  const headers = [...grid.columns.map(({ header }) => header), "leadctl_row", "leadctl_status"];
  yield BYTE_ORDER_MARK + csvLine(headers.map(escapeFormula), ",");
  for (const row of grid.allRows()) {
    const status = row.isNotALead ? NOT_A_LEAD : row.isToGo ? SEND : "";
    if (row.changed.length === 0 && status === "") continue;
    yield csvLine([...row.cells.map(escapeFormula), String(row.row), status], ",");
  }
}
