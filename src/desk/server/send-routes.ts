import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { CliError } from "../../base/cli-error.ts";
import { openConnection } from "../../job/round/connect.ts";
import { submitInput } from "../../job/round/submit-input.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import type { EarlierNote } from "../../report/text/earlier-runs.ts";
import { defaultRunFolder } from "../../run/folder/run-folder.ts";
import { OpenQuestions } from "../../sheet/mapping/open-questions.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import type { DraftReading } from "../drafts/draft-reading.ts";
import type { Draft } from "../drafts/draft-store.ts";
import { checkView } from "../drafts/draft-view.ts";
import { runName } from "../runs/runs-here.ts";
import { type DraftsEvent, readSoFar } from "./draft-routes.ts";
import { placeOfDraft, samePeople } from "./known-people.ts";
import { type DeskRoute, onGet, onPost } from "./router.ts";
import { type BegunRound, beginRound } from "./run-routes.ts";

/** What a draft would send, and where: `GET /api/drafts/:id/check`. */
export type CheckedDraft = Awaited<ReturnType<typeof checkOf>>;

/** What an earlier run means for what is about to be sent: in the document of the error `sent-before`. */
export type SentBeforeNote = Awaited<ReturnType<typeof earlierText>>;

const SendRequest = z.strictObject({
  /** The name of a protected place, as somebody typed it. */
  confirm: z.string().max(200).optional(),
  /** The person knows what earlier runs sent. */
  again: z.boolean().default(false),
  /** What the person was shown: where it goes, which revision of the draft, and how many leads. Any may be another one since. */
  seen: z.strictObject({ place: z.string(), revision: z.int(), leadCount: z.int().nonnegative() }).optional(),
});

const StopRequest = z.strictObject({
  /** The one that the person looks at: another one goes on. */
  run: z.string(),
});

/** Sends drafts, and tells of and stops what is under way. */
export function sendRoutes(desk: Desk): DeskRoute[] {
  return [
    onGet("/api/drafts/:id/check", async ({ params }) => {
      const draft = await desk.drafts.open(params.id);
      if (draft.facts.run !== null) draft.requireUnsent();
      return checkOf(draft, await readSoFar(draft, desk), desk);
    }),
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

async function checkOf(draft: Draft, reading: DraftReading | CliError, desk: Desk) {
  const place = await placeOfDraft(draft, desk);
  const isWhole = !(reading instanceof CliError) && reading.isWhole;
  const view = checkView(draft, reading, isWhole ? await samePeople(draft, reading, desk) : undefined);
  return { ...view, goesTo: place };
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
    const reading = await desk.readingOf(draft).read();
    const { held } = await samePeople(draft, reading, desk);
    const leadCount = reading.tally.ready - held.size;
    const now = { place: place.id, revision: reading.revision, leadCount };
    if (!isDeepStrictEqual(seen, now)) throw deskError("draft-changed");
  }
  const dir = defaultRunFolder(draft.facts.name, desk.context.clock.date());
  let earlier: readonly EarlierNote[] | undefined;
  const mindEarlier = (notes: readonly EarlierNote[]): void => {
    if (again) return;
    earlier = notes;
    throw new Error("Sent before");
  };
  const begun = await beginRound(desk, { run: runName(dir), place, confirm }, async (options, tools) => {
    const { output, context, startSandbox } = tools;
    const connection = await openConnection(options, startSandbox, context);
    try {
      const order = { ...options, out: dir, strict: false, again, acceptPeople: false, mindEarlier };
      return await submitInput(draft.reader(), order, connection, output, context);
    } catch (error) {
      if (earlier) throw await sentBefore(earlier, desk);
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

async function sentBefore(notes: readonly EarlierNote[], desk: Desk): Promise<CliError> {
  const earlier = await Promise.all(notes.map((note) => earlierText(note, desk)));
  return deskError(
    "sent-before",
    { notes: earlier.map(({ text }) => text), runCount: earlier.flatMap(({ runs }) => runs).length },
    { document: { earlier } },
  );
}

async function earlierText({ told, runs }: EarlierNote, { runNames }: Desk) {
  const named = runs.map(async ({ dir, counts }) => {
    return { run: runName(dir), name: await runNames.of(dir), counts };
  });
  const dirs = runs.map(({ dir }) => dir);
  return { text: await runNames.within(toldText(told), dirs), runs: await Promise.all(named) };
}
