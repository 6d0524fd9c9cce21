import { createHash } from "node:crypto";
import * as z from "zod";
import { isFixable } from "../../outcome/lead-state.ts";
import { Run } from "../../run/run.ts";
import type { Desk } from "../desk.ts";
import { type EditResult, Grid, type GridAnswer, type GridEdit } from "../drafts/draft-grid.ts";
import { DraftRows, type DraftSource, type RowTab } from "../drafts/draft-rows.ts";
import { type Draft, readAnew } from "../drafts/draft-store.ts";
import { GridHolds } from "../drafts/grid-holds.ts";
import { rowsToCorrect } from "../drafts/rows-to-correct.ts";
import { findRunHere } from "../runs/runs-here.ts";
import { correctionRoutes } from "./correction-routes.ts";
import { type DeskRoute, onPost, type RequestAt } from "./router.ts";

/** The answer to an edit: what became of it, and the rows as they are now. */
export interface EditAnswer extends GridAnswer {
  result: EditResult;
}

/** A block of thousands of cells is a few megabytes. */
const EDIT_BYTES_MAX = 16 * 1024 * 1024;

const count = z.int().min(0).max(10_000_000);
const column = z.union([z.int().min(0).max(10_000), z.string().max(100)]);
const columns = z.array(column).min(1).max(2_000);
const text = z.string().max(1_000_000);
const view = z.string().max(100);
const page = z.string().min(1).max(100);
const tab = z.enum(["all", "correct", "changed", "warnings", "not-leads"] satisfies RowTab[]);
const group = z.strictObject({ of: z.enum(["mistake", "warning"]), number: count });

const GridWindow = z.strictObject({
  tab,
  group: group.optional(),
  text: z.string().max(1_000).optional(),
  sort: z.strictObject({ column, isDown: z.boolean() }).optional(),
  view: view.optional(),
  from: count,
  count,
});

const EditRequest = z.strictObject({
  page,
  id: z.string().min(1).max(100),
  /** Under which the person saw what they changed: see `GridAnswer`. */
  reading: z.string().max(200),
  window: GridWindow,
  edit: z.discriminatedUnion("do", [
    z.strictObject({ do: z.literal("cells"), cells: z.array(z.tuple([count, column, text])).max(10_000) }),
    z.strictObject({ do: z.literal("block"), view, at: count, column, texts: z.array(z.array(text)) }),
    z.strictObject({ do: z.enum(["clear", "fill"]), view, from: count, to: count, columns }),
    z.strictObject({ do: z.literal("replace"), view, column, find: text, text }),
    z.strictObject({ do: z.enum(["leads", "sends"]), view, from: count, to: count, isMarked: z.boolean() }),
    z.strictObject({ do: z.enum(["undo", "redo"]) }),
  ]),
});

const WindowRequest = z.strictObject({ page, window: GridWindow });
const BlockRequest = z.strictObject({ page, view, from: count, to: count, columns });
const NextRequest = z.strictObject({ page, view, after: count });
const HoldRequest = z.strictObject({ page, does: z.enum(["take-over", "release"]) });

/** The rows of a draft, corrected in place. */
export function gridRoutes(desk: Desk): DeskRoute[] {
  const holds = new GridHolds();
  const grids = new Grids(desk);
  /** @param ask Is asked for a draft that the page holds. */
  const held = <Body extends { page: string }>(
    path: string,
    schema: z.ZodType<Body>,
    ask: (draft: Draft, body: Body) => Promise<unknown>,
    bodyBytesMax?: number,
  ): DeskRoute => {
    const whenHeld = async (body: Body, { params }: RequestAt<"/api/drafts/:id">): Promise<unknown> => {
      const draft = await desk.drafts.open(params.id);
      holds.require(draft.id, body.page);
      return ask(draft, body);
    };
    return { ...onPost("/api/drafts/:id", schema, whenHeld, bodyBytesMax), path: `/api/drafts/:id${path}` };
  };
  return [
    ...correctionRoutes(desk, (draft) => grids.of(draft)),
    held("/rows", WindowRequest, async (draft, { window }) => (await grids.of(draft)).window(window)),
    held(
      "/edits",
      EditRequest,
      async (draft, { page: _, window, ...asked }) => {
        const { grid, result } = await grids.edit(draft, asked);
        return { ...(await grid.window(window)), result } satisfies EditAnswer;
      },
      EDIT_BYTES_MAX,
    ),
    held("/block", BlockRequest, async (draft, { view, from, to, columns }) => ({
      texts: (await grids.of(draft)).block(view, from, to, columns),
    })),
    held("/next", NextRequest, async (draft, { view, after }) => ({
      at: (await grids.of(draft)).next(view, after) ?? null,
    })),
    onPost("/api/drafts/:id/hold", HoldRequest, async ({ page, does }, { params: { id } }) => {
      if (does === "release") holds.release(id, page);
      else holds.takeOver((await desk.drafts.open(id)).id, page);
      return {};
    }),
  ];
}

/** The grids of a desk, each opened once, and again where its draft is read in another way. */
class Grids {
  readonly #desk: Desk;
  readonly #open = new Map<string, { revision: number; grid: Promise<Grid> }>();
  #viewCount = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  of(draft: Draft): Promise<Grid> {
    const known = this.#open.get(draft.id);
    if (known?.revision === draft.revision) return known.grid;
    const grid = this.#read(draft, known?.grid);
    this.#open.set(draft.id, { revision: draft.revision, grid });
    grid.catch(() => {
      if (this.#open.get(draft.id)?.grid === grid) this.#open.delete(draft.id);
    });
    return grid;
  }

  /**
   * Does an edit, unless it is done: a page that did not hear of it asks for it once more.
   *
   * @param order `id`: no other edit's. `reading`: under which it is meant.
   * @throws CliError when the draft is read in another way now, or is sent.
   */
  async edit(
    draft: Draft,
    { id, reading, edit }: { id: string; reading: string; edit: GridEdit },
  ): Promise<{ grid: Grid; result: EditResult }> {
    /** @param now As much as is known of it: rows that cannot be read any longer are others, too. */
    const requireReading = (now: string): void => {
      if (draft.edits.rowCountOf(id) === undefined && !reading.startsWith(now)) throw readAnew();
    };
    requireReading(draft.reading);
    await (await this.of(draft)).rows.whole();
    return draft.inTurn(async () => {
      requireReading(draft.reading);
      const grid = await this.of(draft);
      await grid.rows.whole();
      const rowCount = draft.edits.rowCountOf(id);
      if (rowCount !== undefined) return { grid, result: { rowCount, cutCount: 0 } };
      draft.requireUnsent();
      requireReading(grid.reading);
      const result = await grid.edit(edit, id);
      this.#hasChanged(draft);
      return { grid, result };
    });
  }

  /** For after a change that the grid has made itself. */
  #hasChanged(draft: Draft): void {
    const known = this.#open.get(draft.id);
    const isOurs = known?.revision === draft.revision;
    draft.touch();
    if (known && isOurs) known.revision = draft.revision;
  }

  async #read(draft: Draft, before: Promise<Grid> | undefined): Promise<Grid> {
    await before?.then(
      ({ rows }) => rows.close(),
      () => undefined,
    );
    const { edits, facts } = draft;
    const { source, reading } = await this.#sourceOf(draft);
    const rows = await DraftRows.open(source);
    const { random } = this.#desk.context;
    return new Grid(
      rows,
      edits,
      { name: facts.name, corrects: facts.corrects, reading },
      () => `${random().toString(36).slice(2)}-${++this.#viewCount}`,
    );
  }

  async #sourceOf(draft: Draft): Promise<{ source: DraftSource; reading: string }> {
    const { folder, edits, facts, reading } = draft;
    if (facts.corrects === null) {
      const source: DraftSource = {
        folder,
        edits,
        isStrict: false,
        open: (map) => draft.reader(map).open(),
      };
      return { source, reading };
    }
    const run = await Run.read(await findRunHere(facts.corrects, this.#desk));
    const source = await rowsToCorrect(run, draft, new Map(Object.entries(facts.answers)));
    // Which rows are left to correct, another process may have changed.
    const rows = createHash("sha256");
    for (const row of run.state.rows()) if (isFixable(run.state.get(row))) rows.update(`${row} `);
    return { source, reading: `${reading} ${rows.digest("hex")}` };
  }
}
