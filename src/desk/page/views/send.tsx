import { useState } from "preact/hooks";
import { sentence } from "../../../base/sentence.ts";
import { STATUSES, type Status } from "../../../outcome/status.ts";
import { Dialog, Facts, StatusSign } from "../../../report/page/parts.tsx";
import { amountText, countText, rateText, timeLeftText } from "../../../terminal/number-text.ts";
import { draftPath, runPage } from "../../addresses.ts";
import type { DeskPlace } from "../../runs/places.ts";
import type { RoundEvent, RoundState } from "../../runs/rounds.ts";
import type { RunHead } from "../../server/results-routes.ts";
import type { BegunRound } from "../../server/run-routes.ts";
import type { CheckedDraft } from "../../server/send-routes.ts";
import { post } from "../api.ts";
import { useConnection, useGoTo, useLive } from "../hooks.ts";
import { NameForm } from "../parts/forms.tsx";
import { Banner, Button, Card, Notices, Title } from "../parts/pieces.tsx";
import { useSending } from "../parts/sending.tsx";

export type Check = NonNullable<CheckedDraft["check"]>;

/** What is about to happen to a draft, and the button that does it; the name of a protected place is typed first. */
export function SendDialog(props: {
  id: string;
  data: CheckedDraft;
  check: Check;
  onClose(): void;
  /** Called where the draft is another one than is shown. */
  onChange(): Promise<void>;
}) {
  const { id, data, check, onClose, onChange } = props;
  const { name, goesTo: place } = data;
  const { ready, invalid, revision } = check;
  const [rowsRead, setRowsRead] = useState<number>();
  const { send, dialogs } = useSending(onChange, async () => {
    await post(draftPath(id, "only-new"));
    await onChange();
    // Check shows what is left out.
    onClose();
  });
  const goTo = useGoTo();
  useLive<RoundEvent>("round", ({ round }) => {
    if (round.progress?.phase === "reading") setRowsRead(round.progress.rowsRead);
  });
  const what = amountText(ready, "lead");
  const begin = async (more: { confirm?: string }): Promise<void> => {
    const body = { ...more, seen: { place: place.id, revision, leadCount: ready } };
    try {
      const order = `${what} of ${name} to ${placeWords(place)}`;
      const begun = await send<BegunRound>(draftPath(id, "send"), body, order);
      if (begun) await goTo(runPage(begun.run));
    } finally {
      setRowsRead(undefined);
    }
  };
  return (
    <Dialog title={`Send ${what} to ${placeWords(place)}`} onClose={onClose}>
      {place.isPractice && (
        <Banner tone="info" title="This is practice">
          Nothing leaves this computer, and the login links lead nowhere.
        </Banner>
      )}
      <Facts
        facts={[
          ["Sheet", name],
          ["Address", place.baseUrl],
          ["Leads to send", countText(ready)],
          ["Held back", invalid > 0 && amountText(invalid, "row")],
        ]}
      />
      <p role="status">{rowsRead !== undefined && `Reading the sheet: ${amountText(rowsRead, "row")}`}</p>
      {place.isProtected ? (
        <>
          <Banner tone="bad" title={`${place.name} is protected`} />
          <NameForm
            name={place.name}
            what={`to send ${what} there`}
            onConfirm={(confirm) => begin({ confirm })}
            onCancel={onClose}
          />
        </>
      ) : (
        <p class="line">
          <Button kind="primary" onClick={() => begin({})}>
            Send {what}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </p>
      )}
      {dialogs}
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
  const { isConnected } = useConnection();
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
            {progress.pauseReason}. You need not do anything: sending goes on by itself.
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
      {isConnected && (
        <p class="note">
          You can close this page: {isStopping ? "what is under way is finished" : "sending goes on"}, and
          every answer is kept. Open the desk again to come back to it.
        </p>
      )}
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
