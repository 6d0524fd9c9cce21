import * as z from "zod";
import { CliError } from "../../base/cli-error.ts";
import { keepForLater } from "../../job/ask/ask-questions.ts";
import { fieldAt, valueLabels } from "../../lead/field-catalogue.ts";
import { targetAt } from "../../sheet/columns/column-reading.ts";
import { optionNamed } from "../../sheet/columns/question-log.ts";
import { readSheetHeads } from "../../sheet/formats/plain-sheets.ts";
import type { Question } from "../../sheet/question.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import type { DraftReading } from "../drafts/draft-reading.ts";
import { type Draft, type DraftFacts, layoutSchema } from "../drafts/draft-store.ts";
import { matchView } from "../drafts/draft-view.ts";
import { type KnownPeople, knownPeople } from "./known-people.ts";
import { type DeskRoute, NOTHING, onGet, onPost, onUpload } from "./router.ts";

/** A million rows are 212 MB. */
const INPUT_BYTES_MAX = 1024 ** 3;
/** Longer, and the page is told how far the reading is. */
const READ_WAIT_MS = 400;
/** First rows of a sheet, to choose the row of the headers from. */
const HEAD_ROWS_SHOWN = 30;

/** What a file holds, to say which part of it the leads are: `GET /api/drafts/:id/layout`. */
export type LayoutView = Awaited<ReturnType<typeof layoutView>>;

/** Which draft a sheet has become. */
export interface DroppedSheet {
  id: string;
  /** See `MatchView`. */
  isCertain: boolean;
}

/** After a change: what there is to say of it, as a sentence; may be empty. */
export interface Changed {
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

const AUTO = "auto";

/** Drafts have come or gone, as all tabs are told. */
export interface DraftsEvent {
  type: "drafts";
}

/** A sheet on its way to a run: dropped, understood, checked. */
export function draftRoutes(desk: Desk): DeskRoute[] {
  const { drafts, readingOf, context } = desk;
  const tellOfDrafts = (): void => desk.events.send<DraftsEvent>({ type: "drafts" });
  const show = (path: string, ask: (draft: Draft) => unknown): DeskRoute => ({
    ...onGet("/api/drafts/:id", async ({ params }) => ask(await drafts.open(params.id))),
    path: `/api/drafts/:id${path}`,
  });
  /** @param ask May answer with what there is to say of the change. */
  const change = <Body>(
    path: string,
    schema: z.ZodType<Body>,
    ask: (draft: Draft, body: Body) => Promise<unknown>,
  ): DeskRoute => ({
    ...onPost("/api/drafts/:id", schema, async (body, { params }) => {
      const draft = await drafts.open(params.id);
      const said = await ask(draft, body);
      return { said: typeof said === "string" ? said : "" } satisfies Changed;
    }),
    path: `/api/drafts/:id${path}`,
  });

  return [
    onUpload("/api/drafts", INPUT_BYTES_MAX, async ({ query, body }) => {
      const place = query.get("place");
      if (place !== null) await desk.places.get(place);
      const draft = await drafts.create(query.get("name") ?? "", body, { place });
      const read = await readSoFar(draft, desk);
      const isUnreadable = read instanceof CliError && read.asks === undefined;
      const twin = await drafts.twinOf(draft);
      if (twin || isUnreadable) await drafts.remove(draft.id);
      if (isUnreadable) throw read;
      tellOfDrafts();
      const { reading: shown } = matchView(draft, read);
      return { id: (twin ?? draft).id, isCertain: !twin && shown?.isCertain === true } satisfies DroppedSheet;
    }),
    onGet(
      "/api/drafts/:id",
      async ({ params }) => {
        await drafts.remove(params.id);
        tellOfDrafts();
        return {};
      },
      "DELETE",
    ),
    show("", async (draft) => matchView(draft, await readSoFar(draft, desk))),
    show("/layout", layoutView),
    show("/people", async (draft) => {
      const { rows: _, ...known } = await knownPeople(draft, await readingOf(draft).read(), desk);
      return known satisfies KnownPeople;
    }),
    change("/only-new", NOTHING, async (draft) => {
      const { reading: shown } = draft;
      const { rows } = await knownPeople(draft, await readingOf(draft).read(), desk);
      await draft.edit({ leads: rows.map((row) => [row, true]) }, shown);
    }),
    change("/answers", AnswersRequest, async (draft, { answers }) => {
      const reader = readingOf(draft);
      // What is asked of a word may turn up at the last row.
      const soFar = await reader.readFor(0);
      const { mapped } = areAsked(answers, soFar) ? soFar : await reader.read();
      const questions = askedIn(mapped);
      for (const [id, answer] of Object.entries(answers)) {
        const question = questions.find((one) => one.id === id);
        if (!question || !optionNamed(question, answer)) throw deskError("usage/not-asked");
      }
      const isOfWords = questions.every(({ id, kind }) => answers[id] === undefined || kind === "word");
      const answered = (facts: DraftFacts) => ({ answers: { ...facts.answers, ...answers } });
      await (isOfWords ? draft.change(answered) : changeColumns(draft, answered));
      const kept = () => "Your answers are kept for sheets with the same headers.";
      return keepForLater(new Map(Object.entries(answers)), mapped.columns, context.clock.date(), kept);
    }),
    change("/columns", ColumnRequest, async (draft, { key, target }) => {
      const view = matchView(draft, await readingOf(draft).readFor(0));
      const column = view.reading?.columns.find((one) => one.key === key);
      const isTarget = target === null || target === AUTO || targetAt(target) !== undefined;
      if (!column?.isChangeable || !isTarget) throw deskError("usage/not-asked");
      await changeColumns(draft, ({ columns }) => {
        const { [key]: _before, ...others } = columns;
        return { columns: target === AUTO ? others : { ...others, [key]: target } };
      });
    }),
    change("/constants", ConstantRequest, async (draft, { path, value }) => {
      const field = fieldAt(path);
      const at = field && value !== null ? valueLabels(field).indexOf(value) : -1;
      const meant = (field?.type === "boolean" ? [true, false] : field?.shownValues)?.[at];
      if (value !== null && meant === undefined) throw deskError("usage/not-asked");
      await changeColumns(draft, ({ constants = {} }) => {
        const { [path]: _before, ...others } = constants;
        return { constants: meant === undefined ? others : { ...others, [path]: meant } };
      });
    }),
    change("/layout", layoutSchema, async (draft, asked) => {
      await changeColumns(draft, ({ layout, columns }) => {
        const wanted = { ...layout, ...asked };
        const isOther = wanted.sheet !== layout.sheet || wanted.headerRow !== layout.headerRow;
        // Another sheet has headers of its own, and its headers stand where they stand.
        if (wanted.sheet !== layout.sheet && wanted.headerRow === layout.headerRow) delete wanted.headerRow;
        return { layout: wanted, columns: isOther ? {} : columns };
      });
    }),
  ];
}

/** A draft as far as it is read in a moment, or what keeps its file from being read, which belongs on the page. */
export function readSoFar(draft: Draft, { readingOf }: Desk): Promise<DraftReading | CliError> {
  return readingOf(draft)
    .readFor(READ_WAIT_MS)
    .catch((error) => {
      if (error instanceof CliError) return error;
      throw error;
    });
}

async function layoutView({ inputPath: path, facts: { name, layout } }: Draft) {
  /** One without a name for delimited text. None where it cannot be looked into. */
  const sheets = await readSheetHeads({ path, name }, layout, HEAD_ROWS_SHOWN).catch(() => []);
  return { layout, sheets };
}

function askedIn({ questions }: Pick<DraftReading["mapped"], "questions">): Question[] {
  return [...questions.open, ...questions.answered.map(({ question }) => question)];
}

function areAsked(answers: Readonly<Record<string, string>>, { mapped }: DraftReading): boolean {
  const ids = new Set(askedIn(mapped).map(({ id }) => id));
  return Object.keys(answers).every((id) => ids.has(id));
}

/** Changes what columns mean. No cell may have been corrected for what its column meant before, nor be so by redo. */
function changeColumns(draft: Draft, part: (facts: DraftFacts) => Partial<DraftFacts>): Promise<void> {
  return draft.change(async (facts) => {
    if (draft.edits.holdsColumns) throw deskError("draft-edited");
    await draft.edits.forgetUndone();
    return part(facts);
  });
}
