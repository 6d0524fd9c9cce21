import * as z from "zod";
import type { CliError } from "../../base/cli-error.ts";
import { openConnection } from "../../job/round/connect.ts";
import { submitInput } from "../../job/round/submit-input.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import type { EarlierNote } from "../../report/text/earlier-runs.ts";
import { defaultRunFolder } from "../../run/folder/run-folder.ts";
import { readDestination } from "../../settings/destination.ts";
import { settle } from "../../settings/option-values.ts";
import { SENDING, type SendSettings } from "../../settings/options.ts";
import { OpenQuestions } from "../../sheet/mapping/open-questions.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import type { Draft } from "../drafts/draft-store.ts";
import type { DeskPlace } from "../runs/places.ts";
import { runName } from "../runs/runs-here.ts";
import { type BegunRound, beginRound } from "./begin-round.ts";
import type { DraftsEvent } from "./draft-routes.ts";
import { placeOfDraft } from "./known-people.ts";
import { type DeskRoute, onGet, onPost } from "./router.ts";

/** What is about to happen when a draft is sent. */
export type SendPreview = Awaited<ReturnType<typeof previewOf>>;

/** What an earlier run means for what is about to be sent: in the document of the error `sent-before`. */
export type SentBefore = ReturnType<typeof earlierText>;

const SendRequest = z.strictObject({
  /** The name of a protected place, as somebody typed it. */
  confirm: z.string().max(200).optional(),
  /** The person knows what earlier runs sent. */
  again: z.boolean().default(false),
  /** What the person was shown: where it goes, and how many. Another page may have changed either since. */
  seen: z.strictObject({ place: z.string(), leadCount: z.int().nonnegative() }).optional(),
});

const StopRequest = z.strictObject({
  /** The one that the person looks at: another one goes on. */
  run: z.string(),
});

/** Sends drafts, and tells of and stops what is under way. */
export function sendRoutes(desk: Desk): DeskRoute[] {
  return [
    onGet("/api/drafts/:id/send", async ({ params }) => previewOf(await desk.drafts.open(params.id), desk)),
    onPost("/api/drafts/:id/send", SendRequest, async (asked, { params }) => {
      const draft = await desk.drafts.open(params.id);
      return draft.send(() => beginRun(draft, asked, desk));
    }),
    onPost("/api/rounds/stop", StopRequest, ({ run }) => {
      desk.rounds.stop(run);
      return {};
    }),
  ];
}

async function previewOf(draft: Draft, desk: Desk) {
  draft.requireUnsent();
  const place = await placeOfDraft(draft, desk);
  const { tally, mapped } = await desk.readingOf(draft).read();
  const { rate } = await settingsOf(place, desk);
  const leadCount = tally.ready;
  return {
    input: safeText(draft.facts.name),
    place,
    leadCount,
    heldBackCount: tally.total - leadCount,
    questionCount: mapped.questions.open.length,
    /** How long it takes at least, where the place has a pace; how fast it answers, nobody knows before. */
    leastMs: rate === undefined ? null : (leadCount / rate) * 1_000,
  };
}

async function settingsOf(place: DeskPlace, { places }: Desk): Promise<SendSettings> {
  const { options, context } = places.wayTo(place);
  if (options.sandbox) return settle(SENDING, {});
  const { destination } = await readDestination(options, context);
  return settle(SENDING, {}, destination.environment?.limits);
}

/**
 * Plans a draft, and sends it as the first round of a new run. From then on it is that run, and no draft any more.
 *
 * @throws CliError with what refused it; nothing was sent, and the draft is as it was.
 */
async function beginRun(
  draft: Draft,
  { confirm, again, seen }: z.infer<typeof SendRequest>,
  desk: Desk,
): Promise<BegunRound> {
  const place = await placeOfDraft(draft, desk);
  if (seen) {
    const { tally } = await desk.readingOf(draft).read();
    if (seen.place !== place.id || seen.leadCount !== tally.ready) throw deskError("draft-changed");
  }
  const dir = defaultRunFolder(draft.facts.name, desk.context.clock.date());
  const mindEarlier = (notes: readonly EarlierNote[]): void => {
    if (!again) throw sentBefore(notes);
  };
  const begun = await beginRound(desk, { run: runName(dir), place, confirm }, async (options, tools) => {
    const { output, context, startSandbox } = tools;
    const connection = await openConnection(options, startSandbox, context);
    try {
      const order = { ...options, out: dir, strict: false, again, acceptPeople: false, mindEarlier };
      return await submitInput(draft.reader(), order, connection, output, context);
    } catch (error) {
      if (!(error instanceof OpenQuestions)) throw error;
      throw deskError("open-questions", { count: error.questions.length });
    } finally {
      output.progress.stop();
      await connection.close();
    }
  });
  await draft.change({ run: begun.run });
  desk.events.send<DraftsEvent>({ type: "drafts" });
  return begun;
}

function sentBefore(notes: readonly EarlierNote[]): CliError {
  const earlier = notes.map(earlierText);
  return deskError(
    "sent-before",
    { notes: earlier.map(({ text }) => text), runCount: earlier.flatMap(({ runs }) => runs).length },
    { document: { earlier } },
  );
}

function earlierText({ told, runs }: EarlierNote) {
  const named = runs.map(({ dir, counts }) => ({ run: runName(dir), counts }));
  return { text: toldText(told), runs: named };
}
