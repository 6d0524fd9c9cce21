import { useState } from "preact/hooks";
import { Dialog } from "../../../report/page/parts.tsx";
import { amountText } from "../../../terminal/number-text.ts";
import type { Purge } from "../../server/purge-routes.ts";
import { post } from "../api.ts";
import { TypedConfirm } from "./forms.tsx";
import { Banner, Button } from "./pieces.tsx";

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
  /** `asked`: what the dialog is about, whatever is chosen beside the button by then. */
  const [shown, setShown] = useState<{ purge: Purge; asked: typeof body }>();
  const ask = async (asked: typeof body): Promise<void> =>
    setShown({ asked, purge: await post<Purge>(path, asked) });
  const purge = shown?.purge;
  const close = (): void => {
    setShown(undefined);
    if (purge?.isDone) onDone();
  };
  const askMore = (more: typeof body): Promise<void> => ask({ ...shown?.asked, ...more });
  const count = purge ? purge.runs.length + purge.draftCount : 0;
  const canBeForced = !("days" in body) && purge?.kept.some((each) => each.canBeForced);
  return (
    <>
      <Button onClick={() => ask(body)}>{label}</Button>
      {purge && (
        <Dialog title={purge.isDone ? "Removed" : "Remove for good?"} onClose={close}>
          <Listed purge={purge} />
          {count > 0 && !purge.isDone ? (
            <TypedConfirm
              wanted={purge.typed}
              action="Remove"
              kind="danger"
              onConfirm={(confirm) => askMore({ confirm })}
              onCancel={close}
            >
              to remove {count === 1 ? "it" : "them"}
            </TypedConfirm>
          ) : (
            <div class="line">
              {canBeForced && !purge.isDone && (
                <Button kind="danger" onClick={() => askMore({ force: true })}>
                  Remove it anyway…
                </Button>
              )}
              <Button onClick={close}>{purge.isDone ? "Close" : "Cancel"}</Button>
            </div>
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
