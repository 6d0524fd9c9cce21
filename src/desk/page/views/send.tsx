import { useRef, useState } from "preact/hooks";
import { sentence } from "../../../base/sentence.ts";
import { STATUSES, type Status } from "../../../outcome/status.ts";
import { Dialog, Facts, StatusSign } from "../../../report/page/parts.tsx";
import { amountText, countText, rateText, timeLeftText } from "../../../terminal/number-text.ts";
import { draftPage, draftPath, runPage, type ViewParams } from "../../addresses.ts";
import type { DeskPlace } from "../../runs/places.ts";
import type { RoundState } from "../../runs/rounds.ts";
import type { BegunRound } from "../../server/begin-round.ts";
import type { RunHead } from "../../server/results-routes.ts";
import type { SendPreview, SentBefore } from "../../server/send-routes.ts";
import { type ApiError, asApiError, post } from "../api.ts";
import { useLoadOfDraft } from "../draft.ts";
import { useGoTo, useLive } from "../hooks.ts";
import { Banner, Button, Card, ErrorBanner, Notices, Title, Waiting } from "../parts/pieces.tsx";
import { useSending } from "../parts/sending.tsx";

/** Less is not news. */
const SPAN_TOLD_MS = 60_000;

/** What is about to happen to a draft, and the button that does it. */
export function SendDraftView({ id = "" }: ViewParams) {
  const { data, error, reload } = useLoadOfDraft<SendPreview>(id, draftPath(id, "send"));
  return (
    <>
      {(error || !data) && <Waiting text="Reading the sheet…" error={error} />}
      {data && <SendPanel id={id} preview={data} reload={reload} />}
    </>
  );
}

function SendPanel(props: { id: string; preview: SendPreview; reload(): Promise<void> }) {
  const { id, preview, reload } = props;
  const check = draftPage(id, "check");
  const { place, leadCount, heldBackCount, questionCount, leastMs, input } = preview;
  const [failure, setFailure] = useState<ApiError>();
  const [rowsRead, setRowsRead] = useState<number>();
  /** The name of a protected place, once somebody has typed it. */
  const named = useRef<Awaited<ReturnType<typeof ask>>>(undefined);
  const { send, ask, dialogs } = useSending();
  const goTo = useGoTo();
  useLive<{ type: "round"; round: RoundState }>("round", ({ round }) => {
    if (round.progress?.phase === "reading") setRowsRead(round.progress.rowsRead);
  });
  const begin = async (again = false): Promise<void> => {
    setFailure(undefined);
    const seen = { place: place.id, leadCount };
    try {
      const order = `${amountText(leadCount, "lead")} of ${input} to ${placeWords(place)}`;
      const what = `to send ${amountText(leadCount, "lead")} there`;
      if (place.isProtected)
        named.current ??= await ask({ for: "name", environment: place.name, what }, order);
      if (place.isProtected && !named.current) return;
      const begun = await send<BegunRound>(draftPath(id, "send"), { ...named.current, seen, again }, order);
      if (begun) await goTo(runPage(begun.run));
    } catch (error) {
      const failed = asApiError(error);
      setFailure(failed);
      if (failed.code === "draft-changed") await reload();
    } finally {
      setRowsRead(undefined);
    }
  };
  const isReady = leadCount > 0 && questionCount === 0;
  const earlier = failure?.code === "sent-before" ? (failure.document.earlier as SentBefore[]) : undefined;
  return (
    <>
      <Title>
        Send {amountText(leadCount, "lead")} to {placeWords(place)}
      </Title>
      {questionCount > 0 && (
        <Banner tone="warn" title={`${amountText(questionCount, "question")} first`}>
          <a href={draftPage(id, "match")}>Answer the questions about the sheet</a>, then come back to send
          it.
        </Banner>
      )}
      {place.isPractice && (
        <Banner tone="info" title="This is practice">
          Nothing leaves this computer, and the login links lead nowhere.
        </Banner>
      )}
      {place.isProtected && (
        <Banner tone="bad" title={`${place.name} is protected`}>
          What is created there is real, and stays. Its name is asked for before anything is sent.
        </Banner>
      )}
      <Card title="What will happen">
        <Facts
          facts={[
            ["Sheet", input],
            ["Address", place.baseUrl],
            ["Leads to send", countText(leadCount)],
            [
              "Held back",
              heldBackCount > 0 && (
                <>
                  {amountText(heldBackCount, "row")} to correct; <a href={check}>look at them</a>
                </>
              ),
            ],
            [
              "It takes",
              leastMs !== null &&
                leastMs >= SPAN_TOLD_MS &&
                `at least ${timeLeftText(leastMs)}, at the pace set for this place`,
            ],
          ]}
        />
        <p role="status">{rowsRead !== undefined && `Reading the sheet: ${amountText(rowsRead, "row")}`}</p>
      </Card>
      <ErrorBanner error={earlier ? undefined : failure} />
      <p class="line bar">
        <Button kind="primary" disabled={!isReady} onClick={() => begin()}>
          {leadCount === 0 ? "Nothing to send" : `Send ${amountText(leadCount, "lead")}`}
        </Button>
        <a class="button" href={check}>
          Back to the check
        </a>
      </p>
      {earlier && (
        <SentBeforeDialog
          earlier={earlier}
          onClose={() => setFailure(undefined)}
          onOnlyNew={async () => {
            await post(draftPath(id, "only-new"));
            setFailure(undefined);
            await reload();
          }}
          onSend={() => begin(true)}
        />
      )}
      {dialogs}
    </>
  );
}

function SentBeforeDialog(props: {
  earlier: readonly SentBefore[];
  onClose(): void;
  onOnlyNew(): Promise<void>;
  onSend(): Promise<void>;
}) {
  const { earlier, onClose, onOnlyNew, onSend } = props;
  return (
    <Dialog title="Some of these leads were sent before" onClose={onClose}>
      {earlier.map(({ text, runs }) => (
        <div key={text}>
          <p>{text}</p>
          <ul class="plain">
            {runs.map(({ run, counts }) => (
              <li key={run}>
                <a href={runPage(run)}>{run}</a>
                {counts !== undefined && `: ${counts}`}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p class="line">
        <Button kind="primary" onClick={onOnlyNew}>
          Keep only the new ones
        </Button>
        <Button onClick={onClose}>Do not send</Button>
        <Button kind="danger" onClick={onSend}>
          Send all the same
        </Button>
      </p>
    </Dialog>
  );
}

function placeWords({
  name,
  partner,
  isPractice,
}: Pick<DeskPlace, "name" | "partner" | "isPractice">): string {
  return isPractice ? "practice" : `${name} as ${partner}`;
}

/** A round as it goes: what became of its leads so far, why it waits, how long it will take, and how to stop it. */
export function SendingPanel({ round, place }: { round: RoundState; place: RunHead["place"] }) {
  const { progress, notes, isStopping } = round;
  const stop = (): Promise<unknown> => post("/api/rounds/stop", { run: round.run });
  const total = progress?.total ?? 0;
  const settled = progress?.settled ?? 0;
  const isReporting =
    progress !== null && total > 0 && progress.inFlight === 0 && (settled === total || isStopping);
  return (
    <>
      <Title>{titleOf(round, place)}</Title>
      <Card>
        <div class="line">
          <progress max={Math.max(total, 1)} value={settled} aria-label="Leads that are settled" />
          <strong>{total === 0 ? "" : `${countText(settled)} of ${amountText(total, "row")}`}</strong>
          {progress?.pauseLeftMs != null && <span>goes on in {timeLeftText(progress.pauseLeftMs)}</span>}
        </div>
        {progress && <StatusCounts summary={progress.summary} />}
        <p class="doing" role="status">
          {isReporting ? "Writing the reports…" : doingText(round)}
        </p>
        {progress?.pauseReason == null ? null : (
          <Banner tone="warn" title="Waiting">
            {progress.pauseReason}. Nothing has to be done: it goes on by itself.
          </Banner>
        )}
        {progress?.slowReason == null ? null : <p class="note">{sentence(progress.slowReason)}</p>}
        <p class="line">
          <Button kind="danger" disabled={isStopping || isReporting} onClick={stop}>
            {isStopping ? "Stopping…" : "Stop"}
          </Button>
          <span class="note">
            {isStopping
              ? "Nothing more is sent. Waiting for the answers under way."
              : "If you stop, leads under way are finished; you can send the rest later."}
          </span>
        </p>
      </Card>
      <Notices title="Notes" notices={notes} />
      <p class="note">
        You can close this page: {isStopping ? "what is under way is finished" : "sending goes on"}, and every
        answer is kept. Open the desk again to come back to it.
      </p>
    </>
  );
}

function titleOf({ start }: RoundState, place: RunHead["place"]): string {
  if (!start) return "Getting ready";
  const { input, target } = start;
  const where = placeWords({
    name: place?.name ?? target.baseUrl,
    partner: target.partner,
    isPractice: place?.isPractice === true,
  });
  return `Sending ${amountText(input.due, "lead")} of ${input.name} to ${where}`;
}

function doingText({ progress, isStopping }: RoundState): string {
  if (!progress) return "Getting ready…";
  const { phase, rowsRead, inFlight, ratePerSecond, etaMs, pauseReason } = progress;
  if (phase === "reading") return `Reading the sheet: ${amountText(rowsRead, "row")}`;
  if (isStopping) return `Waiting for ${amountText(inFlight, "answer")}`;
  if (pauseReason !== null) return "Nothing is sent just now";
  const left =
    etaMs === null ? "" : etaMs < LEFT_TOLD_MS ? ", nearly done" : `, about ${timeLeftText(etaMs)} left`;
  return `${rateText(ratePerSecond).replace("/s", " a second")}${left}`;
}

/** The last leads may have to wait, which no pace tells. */
const LEFT_TOLD_MS = 10_000;

/** How many rows have each status; those that wait come last. */
function StatusCounts({ summary }: { summary: Readonly<Record<Status, number>> }) {
  const shown = STATUSES.filter((status: Status) => summary[status] > 0);
  return (
    <ul class="status-counts" aria-label="Rows by status">
      {shown.map((status) => (
        <li key={status}>
          <strong>{countText(summary[status])}</strong> <StatusSign status={status} />
        </li>
      ))}
    </ul>
  );
}
