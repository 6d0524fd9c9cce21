import * as z from "zod";
import { CliError } from "../../base/cli-error.ts";
import { keepForLater } from "../../job/ask/ask-questions.ts";
import { fieldAt, valueLabels } from "../../lead/field-catalogue.ts";
import { targetAt } from "../../sheet/columns/column-reading.ts";
import { optionNamed } from "../../sheet/columns/question-log.ts";
import { type PlainSheet, readSheetHeads } from "../../sheet/formats/plain-sheets.ts";
import type { Question } from "../../sheet/question.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import type { DraftReading } from "../drafts/draft-reading.ts";
import { type Draft, type DraftLayout, INPUT_BYTES_MAX, layoutSchema } from "../drafts/draft-store.ts";
import { checkView, isEdited, type MatchView, matchView } from "../drafts/draft-view.ts";
import { type KnownPeople, knownPeople } from "./known-people.ts";
import type { DeskRequest, DeskRoute } from "./router.ts";

/** Longer, and the page is told how far the reading is. */
const READ_WAIT_MS = 400;
/** Of a sheet, to choose the row of the headers from. */
const HEAD_ROWS_SHOWN = 30;

/** What a file holds, to say which part of it the leads are: `GET /api/drafts/:id/layout`. */
export interface LayoutView {
  layout: DraftLayout;
  /** One without a name for delimited text. None where it cannot be looked into. */
  sheets: readonly PlainSheet[];
}

/** After a change: the draft as it is understood now, and what there is to say of the change. */
export interface ChangedView {
  match: MatchView;
  /** A sentence; may be empty. */
  said: string;
}

const AnswersRequest = z.strictObject({ answers: z.record(z.string(), z.string()) });
const ColumnRequest = z.strictObject({
  /** See `MatchColumn`. */
  key: z.string(),
  /** A target's path, null for none, `auto` for what it was understood as. */
  target: z.string().nullable(),
});
const ConstantRequest = z.strictObject({
  path: z.string(),
  /** As the field's values are called; null for none. */
  value: z.string().nullable(),
});
const PlaceRequest = z.strictObject({ place: z.string() });

const AUTO = "auto";

/** Drafts have come or gone, as all tabs are told. */
export interface DraftsEvent {
  type: "drafts";
}

/** A sheet on its way to a run: dropped, understood, checked. */
export function draftRoutes(desk: Desk): DeskRoute[] {
  const { drafts, readings, context } = desk;
  const tellOfDrafts = (): void => desk.events.send<DraftsEvent>({ type: "drafts" });

  const opened = ({ params }: DeskRequest): Promise<Draft> => drafts.open(params.id ?? "");
  /** As far as it is read in a moment. */
  const reading = async (draft: Draft): Promise<DraftReading | CliError> =>
    readings.of(draft).readFor(READ_WAIT_MS).catch(asRefusal);
  const changed = async (draft: Draft, said = ""): Promise<{ json: ChangedView }> => ({
    json: { match: matchView(draft, await reading(draft)), said },
  });

  return [
    {
      method: "POST",
      path: "/api/drafts",
      bodyBytesMax: INPUT_BYTES_MAX,
      handle: async ({ query, body }) => {
        const place = query.get("place");
        if (place !== null) await desk.places.get(place);
        const draft = await drafts.create(query.get("name") ?? "", body, { place });
        const read = await reading(draft);
        const isUnreadable = read instanceof CliError && read.asks === undefined;
        const twin = await drafts.twinOf(draft);
        if (twin || isUnreadable) await drafts.remove(draft.id);
        if (isUnreadable) throw read;
        tellOfDrafts();
        return { json: { id: (twin ?? draft).id } };
      },
    },
    {
      method: "GET",
      path: "/api/drafts/:id",
      handle: async (request) => {
        const draft = await opened(request);
        return { json: matchView(draft, await reading(draft)) };
      },
    },
    {
      method: "DELETE",
      path: "/api/drafts/:id",
      handle: async ({ params }) => {
        await drafts.remove(params.id ?? "");
        tellOfDrafts();
        return { json: {} };
      },
    },
    {
      method: "GET",
      path: "/api/drafts/:id/check",
      handle: async (request) => {
        const draft = await opened(request);
        return { json: checkView(draft, await reading(draft)) };
      },
    },
    {
      method: "GET",
      path: "/api/drafts/:id/layout",
      handle: async (request) => {
        const draft = await opened(request);
        const { inputPath: path, facts } = draft;
        const sheets = await readSheetHeads({ path, name: facts.name }, facts.layout, HEAD_ROWS_SHOWN).catch(
          () => [],
        );
        return { json: { layout: facts.layout, sheets } satisfies LayoutView };
      },
    },
    {
      method: "POST",
      path: "/api/drafts/:id/answers",
      handle: async (request) => {
        const draft = await opened(request);
        const { answers } = AnswersRequest.parse(await request.json());
        const reader = readings.of(draft);
        // What is asked of a word may turn up at the last row.
        const soFar = await reader.readFor(0);
        const { mapped } = areAsked(answers, soFar) ? soFar : await reader.read();
        const questions = askedIn(mapped);
        for (const [id, answer] of Object.entries(answers)) {
          const question = questions.find((one) => one.id === id);
          if (!question || !optionNamed(question, answer)) throw notAsked();
        }
        const isOfWords = questions.every(({ id, kind }) => answers[id] === undefined || kind === "word");
        await draft.change((facts) => {
          // Cells may have been corrected for what their columns were taken for.
          if (!isOfWords) requireUnedited(draft);
          return { answers: { ...facts.answers, ...answers } };
        });
        const said = await keepForLater(
          new Map(Object.entries(answers)),
          mapped.columns,
          context.clock.date(),
        );
        return changed(draft, said);
      },
    },
    {
      method: "POST",
      path: "/api/drafts/:id/columns",
      handle: async (request) => {
        const draft = await opened(request);
        const { key, target } = ColumnRequest.parse(await request.json());
        requireUnedited(draft);
        const view = matchView(draft, await readings.of(draft).readFor(0));
        const column = view.reading?.columns.find((one) => one.key === key);
        const isTarget = target === null || target === AUTO || targetAt(target) !== undefined;
        if (!column?.isChangeable || !isTarget) throw notAsked();
        await draft.change(({ columns }) => {
          requireUnedited(draft);
          const { [key]: _before, ...others } = columns;
          return { columns: target === AUTO ? others : { ...others, [key]: target } };
        });
        return changed(draft);
      },
    },
    {
      method: "POST",
      path: "/api/drafts/:id/constants",
      handle: async (request) => {
        const draft = await opened(request);
        const { path, value } = ConstantRequest.parse(await request.json());
        const field = fieldAt(path);
        const at = field && value !== null ? valueLabels(field).indexOf(value) : -1;
        const meant = (field?.type === "boolean" ? [true, false] : field?.shownValues)?.[at];
        if (value !== null && meant === undefined) throw notAsked();
        await draft.change(({ constants = {} }) => {
          requireUnedited(draft);
          const { [path]: _before, ...others } = constants;
          return { constants: meant === undefined ? others : { ...others, [path]: meant } };
        });
        return changed(draft);
      },
    },
    {
      method: "POST",
      path: "/api/drafts/:id/layout",
      handle: async (request) => {
        const draft = await opened(request);
        const asked = layoutSchema.parse(await request.json());
        await draft.change(({ layout, columns }) => {
          requireUnedited(draft);
          const wanted = { ...layout, ...asked };
          const isOther = wanted.sheet !== layout.sheet || wanted.headerRow !== layout.headerRow;
          // Another sheet has headers of its own, and its headers stand where they stand.
          if (wanted.sheet !== layout.sheet && wanted.headerRow === layout.headerRow) delete wanted.headerRow;
          return { layout: wanted, columns: isOther ? {} : columns };
        });
        return changed(draft);
      },
    },
    {
      method: "GET",
      path: "/api/drafts/:id/people",
      handle: async (request) => {
        const { rows: _, ...known } = await knownPeople(await opened(request), desk);
        return { json: known satisfies KnownPeople };
      },
    },
    {
      method: "POST",
      path: "/api/drafts/:id/only-new",
      handle: async (request) => {
        const draft = await opened(request);
        const { reading: shown } = draft;
        const { rows } = await knownPeople(draft, desk);
        await draft.edit({ leads: rows.map((row) => [row, true]) }, shown);
        return changed(draft);
      },
    },
    {
      method: "POST",
      path: "/api/drafts/:id/place",
      handle: async (request) => {
        const draft = await opened(request);
        const { place } = PlaceRequest.parse(await request.json());
        await desk.places.get(place);
        await draft.change({ place });
        return { json: {} };
      },
    },
  ];
}

/** What keeps a file from being read belongs on the page; anything else is a fault. */
function asRefusal(error: unknown): CliError {
  if (error instanceof CliError) return error;
  throw error;
}

function askedIn({ questions }: Pick<DraftReading["mapped"], "questions">): Question[] {
  return [...questions.open, ...questions.answered.map(({ question }) => question)];
}

function areAsked(answers: Readonly<Record<string, string>>, { mapped }: DraftReading): boolean {
  const ids = new Set(askedIn(mapped).map(({ id }) => id));
  return Object.keys(answers).every((id) => ids.has(id));
}

function requireUnedited(draft: Draft): void {
  if (!isEdited(draft)) return;
  throw deskError("draft-edited");
}

function notAsked(): CliError {
  return deskError("usage/not-asked");
}
