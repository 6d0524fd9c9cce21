import { useState } from "preact/hooks";
import { Dialog } from "../../../report/page/parts.tsx";
import type { Purge } from "../../server/purge-routes.ts";
import { post } from "../api.ts";
import { TypedConfirm } from "./forms.tsx";
import { Banner, Button } from "./pieces.tsx";

/**
 * A button that removes a run: it shows what would go, and has a number typed.
 *
 * @param path Where the server is asked.
 * @param onDone Called once it is gone.
 */
export function RemoveButton({ path, onDone }: { path: string; onDone(): void }) {
  const [purge, setPurge] = useState<Purge>();
  const ask = async (body: { force?: boolean; confirm?: string }): Promise<void> =>
    setPurge(await post<Purge>(path, body));
  const close = (): void => {
    setPurge(undefined);
    if (purge?.isDone) onDone();
  };
  return (
    <>
      <Button onClick={() => ask({})}>Remove this run…</Button>
      {purge && (
        <Dialog title={titleOf(purge)} onClose={close}>
          {purge.stays ? (
            <Banner tone="warn">{purge.stays.why}</Banner>
          ) : (
            <Banner tone={purge.isDone ? "info" : "bad"}>{purge.what}</Banner>
          )}
          {purge.isDone || purge.stays ? (
            <div class="line">
              {purge.stays?.canBeForced && (
                <Button kind="danger" onClick={() => ask({ force: true })}>
                  Remove it anyway…
                </Button>
              )}
              <Button onClick={close}>{purge.isDone ? "Close" : "Cancel"}</Button>
            </div>
          ) : (
            <TypedConfirm
              wanted={purge.typed}
              action="Remove"
              kind="danger"
              onConfirm={(confirm) => ask({ force: purge.force, confirm })}
              onCancel={close}
            >
              to remove it
            </TypedConfirm>
          )}
        </Dialog>
      )}
    </>
  );
}

function titleOf({ isDone, stays }: Purge): string {
  if (stays) return isDone ? "Not all of it was removed" : "This run stays";
  return isDone ? "Removed" : "Remove for good?";
}
