import * as z from "zod";
import { Run } from "../run/run.ts";
import { correctionRoutes } from "./correction-routes.ts";
import type { Desk } from "./desk.ts";
import { DraftRows, type DraftSource, type RowTab } from "./draft-rows.ts";
import type { Draft } from "./draft-store.ts";
import { renderDraftWorkbook } from "./draft-workbook.ts";
import { type EditResult, Grid, type GridAnswer } from "./grid.ts";
import { GridHolds } from "./grid-holds.ts";
import { type DeskRequest, type DeskRoute, WORKBOOK_TYPE } from "./router.ts";
import { rowsToCorrect } from "./rows-to-correct.ts";
import { findRunHere } from "./runs-here.ts";

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
  view: view.optional(),
  from: count,
  count,
});

const EditRequest = z.strictObject({
  page,
  id: z.string().min(1).max(100),
  window: GridWindow,
  edit: z.discriminatedUnion("do", [
    z.strictObject({ do: z.literal("cells"), cells: z.array(z.tuple([count, column, text])).max(10_000) }),
    z.strictObject({ do: z.literal("block"), view, at: count, column, texts: z.array(z.array(text)) }),
    z.strictObject({ do: z.enum(["clear", "fill"]), view, from: count, to: count, columns }),
    z.strictObject({ do: z.literal("group"), view, group, column, text }),
    z.strictObject({ do: z.literal("leads"), view, from: count, to: count, isNotALead: z.boolean() }),
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
  const held = async (request: DeskRequest, page: string): Promise<[Draft, Grid]> => {
    const draft = await desk.drafts.open(request.params.id ?? "");
    holds.require(draft.id, page);
    return [draft, await grids.of(draft)];
  };
  return [
    ...correctionRoutes(desk, (draft) => grids.of(draft)),
    {
      method: "POST",
      path: "/api/drafts/:id/rows",
      handle: async (request) => {
        const { page, window } = WindowRequest.parse(await request.json());
        const [, grid] = await held(request, page);
        return { json: grid.window(window) };
      },
    },
    {
      method: "POST",
      path: "/api/drafts/:id/edits",
      bodyBytesMax: EDIT_BYTES_MAX,
      handle: async (request) => {
        const { page, id, window, edit } = EditRequest.parse(await request.json());
        const [draft, grid] = await held(request, page);
        const result = await grids.once(draft, id, async () => {
          await grid.rows.whole();
          draft.requireUnsent();
          const done = await grid.edit(edit);
          grids.hasChanged(draft);
          return done;
        });
        const answer: EditAnswer = { ...grid.window(window), result };
        return { json: answer };
      },
    },
    {
      method: "POST",
      path: "/api/drafts/:id/block",
      handle: async (request) => {
        const { page, view, from, to, columns } = BlockRequest.parse(await request.json());
        const [, grid] = await held(request, page);
        return { json: { texts: grid.block(view, from, to, columns) } };
      },
    },
    {
      method: "POST",
      path: "/api/drafts/:id/next",
      handle: async (request) => {
        const { page, view, after } = NextRequest.parse(await request.json());
        const [, grid] = await held(request, page);
        return { json: { at: grid.next(view, after) ?? null } };
      },
    },
    {
      method: "POST",
      path: "/api/drafts/:id/hold",
      handle: async (request) => {
        const { page, does } = HoldRequest.parse(await request.json());
        const id = request.params.id ?? "";
        if (does === "release") holds.release(id, page);
        else holds.takeOver((await desk.drafts.open(id)).id, page);
        return { json: {} };
      },
    },
    {
      method: "GET",
      path: "/api/drafts/:id/leads.xlsx",
      handle: async (request) => {
        const draft = await desk.drafts.open(request.params.id ?? "");
        const grid = await grids.of(draft);
        await grid.rows.whole();
        const name = `${draft.facts.name.replace(/\.[^.]*$/, "")}-corrected.xlsx`;
        return { file: renderDraftWorkbook(grid), name, type: WORKBOOK_TYPE };
      },
    },
  ];
}

/** The grids of a desk, each opened once, and again where its draft is read in another way. */
class Grids {
  readonly #desk: Desk;
  readonly #open = new Map<string, { revision: number; grid: Promise<Grid> }>();
  readonly #last = new WeakMap<Draft, { id: string; result: Promise<EditResult> }>();
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

  /** Does an edit, unless it is the last one, asked for once more by a page that did not hear of it. */
  once(draft: Draft, id: string, edit: () => Promise<EditResult>): Promise<EditResult> {
    const last = this.#last.get(draft);
    if (last?.id === id) return last.result;
    const result = edit();
    this.#last.set(draft, { id, result });
    result.catch(() => {
      if (this.#last.get(draft)?.result === result) this.#last.delete(draft);
    });
    return result;
  }

  /** For after a change that the grid has made itself. */
  hasChanged(draft: Draft): void {
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
    const rows = await DraftRows.open(await this.#sourceOf(draft));
    const { random } = this.#desk.context;
    return new Grid(
      rows,
      edits,
      { name: facts.name, corrects: facts.corrects },
      () => `${random().toString(36).slice(2)}-${++this.#viewCount}`,
    );
  }

  async #sourceOf(draft: Draft): Promise<DraftSource> {
    const { folder, edits, facts } = draft;
    if (facts.corrects !== null) {
      const run = await Run.read(await findRunHere(facts.corrects, this.#desk));
      return rowsToCorrect(run, draft, new Map(Object.entries(facts.answers)));
    }
    return { folder, edits, isStrict: false, open: (map) => draft.reader(map).open() };
  }
}
