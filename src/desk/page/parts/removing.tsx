import { useState } from "preact/hooks";
import { Dialog } from "../../../report/page/parts.tsx";
import { amountText } from "../../../terminal/number-text.ts";
import type { Purge } from "../../server/purge-routes.ts";
import { type ApiError, post } from "../api.ts";
import { asApiError } from "../load.ts";
import { Banner, ErrorBanner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { TypedConfirm } from "./typed-confirm.tsx";

/**
 * A button that removes runs: it shows what would go, and has a number typed.
 *
 * @param path Where the server is asked, and with what.
 * @param onDone Called once they are gone.
 */
export function RemoveButton(props: {
  label: string;
  path: string;
  body?: Readonly<Record<string, unknown>>;
  onDone(): void;
}) {
  const { label, path, body = {}, onDone } = props;
  const [purge, setPurge] = useState<Purge>();
  const [isForced, setForced] = useState(false);
  /** What the dialog is about, whatever is chosen beside the button by then. */
  const [asked, setAsked] = useState(body);
  const [error, setError] = useState<ApiError>();
  const ask = async (wanted: Readonly<Record<string, unknown>>): Promise<Purge | undefined> => {
    setError(undefined);
    try {
      return await post<Purge>(path, wanted);
    } catch (thrown) {
      setError(asApiError(thrown));
      return undefined;
    }
  };
  const look = async (force: boolean): Promise<void> => {
    const wanted = { ...body, ...(force && { force }) };
    setForced(force);
    setAsked(wanted);
    setPurge(await ask(wanted));
  };
  const close = (): void => {
    setPurge(undefined);
    setError(undefined);
    if (purge?.isDone) onDone();
  };
  return (
    <>
      <Button onClick={() => look(false)}>{label}</Button>
      {!purge && error && <ErrorBanner error={error} />}
      {purge && (
        <Dialog title={purge.isDone ? "Removed" : "Remove for good?"} onClose={close}>
          {error && <ErrorBanner error={error} />}
          <Listed purge={purge} />
          {purge.isDone ? (
            <Button kind="primary" onClick={close}>
              Close
            </Button>
          ) : (
            <Confirm
              key={String(isForced)}
              purge={purge}
              onForce={"force" in body || purge.runs.length > 0 ? undefined : () => look(true)}
              onConfirm={async (confirm) => {
                const done = await ask({ ...asked, confirm });
                if (done) setPurge(done);
              }}
              onCancel={close}
            />
          )}
        </Dialog>
      )}
    </>
  );
}

function Listed({ purge: { runs, draftCount, kept, what, isDone } }: { purge: Purge }) {
  return (
    <>
      {runs.length + draftCount > 0 && (
        <Banner tone={isDone ? "info" : "bad"} title={isDone ? `Gone: ${what}` : `What goes: ${what}`}>
          <ul class="plain">
            {runs.map(({ run, input, counts }) => (
              <li key={run}>
                {input ?? run}: {counts || "cannot be read"}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {runs.length + draftCount + kept.length === 0 && <p>No run is that old.</p>}
      {kept.length > 0 && (
        <Banner tone="warn" title={`What stays: ${amountText(kept.length, "run")}`}>
          <ul class="plain">
            {kept.map(({ run, input, why }) => (
              <li key={run}>
                {input ?? run}: {why.message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

function Confirm(props: {
  purge: Purge;
  onForce: (() => Promise<void>) | undefined;
  onConfirm(typed: string): Promise<void>;
  onCancel(): void;
}) {
  const { purge, onForce, onConfirm, onCancel } = props;
  const count = purge.runs.length + purge.draftCount;
  if (count > 0)
    return (
      <TypedConfirm
        wanted={purge.typed}
        action="Remove"
        kind="danger"
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        to remove {count === 1 ? "it" : "them"}
      </TypedConfirm>
    );
  return (
    <div class="line">
      {onForce && purge.kept.some(({ canBeForced }) => canBeForced) && (
        <Button kind="danger" onClick={onForce}>
          Remove it all the same…
        </Button>
      )}
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
