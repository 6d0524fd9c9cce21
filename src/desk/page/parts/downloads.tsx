import { useState } from "preact/hooks";
import { Dialog } from "../../../report/page/parts.tsx";
import { runPath } from "../../addresses.ts";
import type { RunFile } from "../../server/download-routes.ts";
import { useLoad } from "../load.ts";
import { Banner, ErrorBanner } from "./banner.tsx";
import { Button, SaveButton } from "./button.tsx";

/**
 * The files of a run to save. Those that hold login links are given after a confirmation.
 *
 * @param asOf What is known of the run: the files are looked at again when that is.
 */
export function Downloads({ run, asOf }: { run: string; asOf: unknown }) {
  const { data, error } = useLoad<RunFile[]>(runPath(run, "files"), asOf);
  const [confirmed, setConfirmed] = useState<RunFile>();
  if (!data) return error ? <ErrorBanner error={error} /> : null;
  return (
    <>
      <FileList files={data} onConfirm={setConfirmed} />
      {confirmed && (
        <Dialog title={`Save ${confirmed.title}?`} onClose={() => setConfirmed(undefined)}>
          <Banner tone="warn" title="It holds login links">
            Anyone who has such a link can open that person's quote. Keep the file to yourself; the summary is
            safe to share.
          </Banner>
          <div class="line">
            <SaveButton
              kind="primary"
              path={`${confirmed.path}?confirm=links`}
              onSaved={() => setConfirmed(undefined)}
            >
              Save it
            </SaveButton>
            <Button onClick={() => setConfirmed(undefined)}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function FileList(props: { files: readonly RunFile[]; onConfirm(file: RunFile): void }) {
  const { files, onConfirm } = props;
  return (
    <ul class="downloads">
      {files.map((file) => (
        <li key={file.path} class="line">
          {file.holdsLinks ? (
            <Button onClick={() => onConfirm(file)}>{file.title}…</Button>
          ) : (
            <SaveButton path={file.path}>{file.title}</SaveButton>
          )}
          <span class="note">{file.about}</span>
        </li>
      ))}
    </ul>
  );
}
