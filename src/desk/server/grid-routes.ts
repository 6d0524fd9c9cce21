import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { CliError } from "../../base/cli-error.ts";
import type { Issue } from "../../lead/issue.ts";
import { isFixable } from "../../outcome/lead-state.ts";
import { sheetHead, sheetLine } from "../../report/files/render-csv.ts";
import type { CorrectionFate } from "../../run/corrections/write-corrections.ts";
import { Run } from "../../run/run.ts";
import { NOT_A_LEAD, SEND } from "../../sheet/table/marked-rows.ts";
import { amountText } from "../../terminal/number-text.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import {
  blockSchema,
  editSchema,
  Grid,
  type GridAnswer,
  nextSchema,
  windowSchema,
} from "../drafts/draft-grid.ts";
import { DraftRows, type DraftSource } from "../drafts/draft-rows.ts";
import type { Draft } from "../drafts/draft-store.ts";
import { rowsToCorrect } from "../drafts/rows-to-correct.ts";
import { findRunHere, runsHere } from "../runs/runs-here.ts";
import type { DraftsEvent } from "./draft-routes.ts";
import { type DeskRoute, NOTHING, onPost, type RequestAt } from "./router.ts";
import { AnswersById, type BegunRound, sendCorrectedSheet } from "./run-routes.ts";

/** The answer to an edit: what became of it, and the rows as they are now. */
export interface EditAnswer extends GridAnswer {
  /** How many rows are other than before, or judged in another way. */
  rowCount: number;
}

/** A block of thousands of cells is a few megabytes. */
const EDIT_BYTES_MAX = 16 * 1024 * 1024;

const EditRequest = z.strictObject({
  id: z.string().min(1).max(100),
  /** Under which the person saw what they changed: see `GridAnswer`. */
  reading: z.string().max(200),
  window: windowSchema,
  edit: editSchema,
});

const ReplayRequest = z.strictObject({
  confirm: z.string().max(200).optional(),
  answers: AnswersById.exactOptional(),
  /** How many rows the person agreed to, where it is another number than the page could tell. */
  agreedCount: z.int().optional(),
  /** What the person was shown: see `DraftRows.changes`. */
  seen: z.strictObject({ sentCount: z.int(), leftOutCount: z.int(), editBytes: z.int() }).optional(),
});

/** What would become of corrected rows, where that is not what the page said: in the document of the error `corrections-judged`. */
export type JudgedCorrections = Pick<CorrectionFate, "sentCount" | "takenCount" | "dismissedCount"> & {
  /** Why others stay behind, a sentence each. */
  reasons: readonly string[];
};

/** Where the rows of a run are corrected. */
export type DraftOfRun = Awaited<ReturnType<typeof draftOfRun>>;

/** The rows of a draft, corrected in place. Any window may correct them: each sees what the others did, and the last change counts. */
export function gridRoutes(desk: Desk): DeskRoute[] {
  const grids = new Grids(desk);
  const gridAt = async ({ params }: RequestAt<"/api/drafts/:id">): Promise<Grid> =>
    grids.of(await desk.drafts.open(params.id));
  return [
    onPost("/api/drafts/:id/rows", windowSchema, async (window, request) =>
      (await gridAt(request)).window(window),
    ),
    onPost(
      "/api/drafts/:id/edits",
      EditRequest,
      async (asked, { params }): Promise<EditAnswer> => {
        const { grid, rowCount } = await grids.edit(await desk.drafts.open(params.id), asked);
        return { ...(await grid.window(asked.window)), rowCount };
      },
      EDIT_BYTES_MAX,
    ),
    onPost("/api/drafts/:id/block", blockSchema, async ({ view, from, to, columns }, request) => ({
      texts: (await gridAt(request)).block(view, from, to, columns),
    })),
    onPost("/api/drafts/:id/next", nextSchema, async ({ view, after }, request) => ({
      at: (await gridAt(request)).next(view, after) ?? null,
    })),
    onPost("/api/runs/:run/correct", NOTHING, (_, { params: { run } }) => draftOfRun(desk, run)),
    // As `replay --with` sends them.
    onPost("/api/drafts/:id/replay", ReplayRequest, async (asked, { params: { id } }) => {
      const draft = await desk.drafts.open(id);
      return draft.send(async () => sendCorrections(draft, await grids.of(draft), asked, desk));
    }),
  ];
}

async function sendCorrections(
  draft: Draft,
  grid: Grid,
  { confirm, answers, seen, agreedCount = seen?.sentCount }: z.infer<typeof ReplayRequest>,
  desk: Desk,
): Promise<BegunRound> {
  const { corrects } = draft.facts;
  if (corrects === null) throw deskError("draft-of-no-run");
  await grid.rows.whole();
  if (seen && !isDeepStrictEqual(seen, grid.rows.changes())) throw deskError("draft-changed");
  let fate: CorrectionFate | undefined;
  const begun = await sendCorrectedSheet(desk, corrects, {
    name: "Your corrections",
    bytes: Readable.from(correctedSheet(grid)),
    confirm,
    ...(answers && { answers }),
    mind: (found) => {
      fate = found;
      if (agreedCount !== undefined && found.sentCount !== agreedCount) throw deskError("corrections-judged");
    },
  }).catch(async (error: unknown) => {
    if (!(error instanceof CliError && error.code === "corrections-judged" && fate)) throw error;
    throw error.with({ document: { judged: await judgedCorrections(fate, desk) }, cause: error });
  });
  await draft.change({ run: corrects });
  desk.events.send<DraftsEvent>({ type: "drafts" });
  return begun;
}

async function judgedCorrections(
  { behind, unchangedCount, ...counts }: CorrectionFate,
  desk: Desk,
): Promise<JudgedCorrections> {
  const texts = behind.map(({ row, why }) => `Row ${row}: ${why}`);
  const named = await desk.runNames.naming(texts, (await runsHere(desk)).dirs);
  const same = `${amountText(unchangedCount, "row")} would be sent as before: the change makes no difference`;
  return { ...counts, reasons: [...texts.map(named), ...(unchangedCount > 0 ? [same] : [])] };
}

/** The grids of a desk, each opened once, and again where its draft is read in another way. */
class Grids {
  readonly #desk: Desk;
  readonly #open = new WeakMap<Draft, { revision: number; grid: Promise<Grid> }>();
  #viewCount = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  of(draft: Draft): Promise<Grid> {
    const known = this.#open.get(draft);
    if (known?.revision === draft.revision) return known.grid;
    const grid = this.#read(draft, known?.grid);
    this.#open.set(draft, { revision: draft.revision, grid });
    grid.catch(() => {
      if (this.#open.get(draft)?.grid === grid) this.#open.delete(draft);
    });
    return grid;
  }

  /**
   * Does an edit, unless it is done: a page that did not hear of it asks for it once more.
   *
   * @param asked `id`: no other edit's. `reading`: under which it is meant.
   * @throws CliError when the draft is read in another way now, or is sent.
   */
  async edit(
    draft: Draft,
    { id, reading, edit, window: { page } }: z.infer<typeof EditRequest>,
  ): Promise<{ grid: Grid; rowCount: number }> {
    /** @param now As much as is known of it: rows that cannot be read any longer are others, too. */
    const requireReading = (now: string): void => {
      if (draft.edits.rowCountOf(id) === undefined && !reading.startsWith(now))
        throw deskError("draft-read-anew");
    };
    requireReading(draft.reading);
    // Nothing else waits while it is read.
    await (await this.of(draft)).rows.whole();
    return draft.inTurn(async () => {
      requireReading(draft.reading);
      const grid = await this.of(draft);
      await grid.rows.whole();
      const done = draft.edits.rowCountOf(id);
      if (done !== undefined) return { grid, rowCount: done };
      draft.requireUnsent();
      requireReading(grid.reading);
      const rowCount = await grid.edit(edit, id, page);
      draft.touch();
      // It has made that change itself.
      const known = this.#open.get(draft);
      if (known) known.revision = draft.revision;
      return { grid, rowCount };
    });
  }

  async #read(draft: Draft, before: Promise<Grid> | undefined): Promise<Grid> {
    await before?.then(
      ({ rows }) => rows.close(),
      () => undefined,
    );
    const { edits, facts } = draft;
    const { source, reading } = await this.#sourceOf(draft);
    const { random } = this.#desk.context;
    const rows = new DraftRows(source);
    // They are read on, whoever looks at them.
    rows.whole().catch(() => undefined);
    return new Grid(
      rows,
      edits,
      { name: facts.name, corrects: facts.corrects, reading },
      () => `${random().toString(36).slice(2)}-${++this.#viewCount}`,
    );
  }

  async #sourceOf(draft: Draft): Promise<{ source: DraftSource; reading: string }> {
    const { edits, facts, reading } = draft;
    if (facts.corrects === null) {
      const judging = { strict: false, isSandbox: await this.#desk.places.isPractice(facts.place) };
      const opened: Partial<Pick<DraftSource, "kept">> = {};
      const reader = draft.reader((sheet) => Object.assign(opened, { kept: sheet }));
      const { mapped } = await reader.open();
      if (!opened.kept) throw new Error("a draft was opened without its sheet");
      return { source: { edits, judging, mapped, kept: opened.kept }, reading };
    }
    const run = await Run.read(await findRunHere(facts.corrects, this.#desk));
    const shown = (issues: readonly Issue[]): Promise<Issue[]> => this.#desk.runNames.inIssues(issues);
    // Another process may have changed which rows are left to correct.
    const rows = createHash("sha256");
    for (const row of run.state.rows()) if (isFixable(run.state.get(row))) rows.update(`${row} `);
    const now = `${reading} ${rows.digest("hex")}`;
    return { source: await rowsToCorrect(run, draft, now, shown), reading: now };
  }
}

/** The draft in which a run's rows are being corrected, else a new one. */
async function draftOfRun({ drafts, ...desk }: Desk, run: string) {
  const known = (await drafts.list()).find(({ corrects }) => corrects === run);
  if (known) return { draft: known.id };
  const { plan, state } = await Run.read(await findRunHere(run, desk));
  if (![...state.rows()].some((row) => isFixable(state.get(row)))) throw deskError("nothing-to-correct");
  // The rows stand in the run itself.
  const { id } = await drafts.create(plan.header.name, Readable.from(["leadctl_row\n"]), { corrects: run });
  return { draft: id };
}

/** The rows of a draft that a person has changed or set free, as a fix file of the run that they belong to. */
function* correctedSheet(grid: Grid): Generator<string> {
  const headers = [...grid.columns.map(({ header }) => header), "leadctl_row", "leadctl_status"];
  yield sheetHead(headers);
  for (const row of grid.allRows()) {
    if (!grid.rows.isForRun(row.row)) continue;
    const status = row.isNotALead ? NOT_A_LEAD : row.isToGo ? SEND : "";
    yield sheetLine([...row.cells, row.row, status]);
  }
}
