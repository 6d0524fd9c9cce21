import { runPath } from "../../addresses.ts";
import type { RunFile } from "../../server/download-routes.ts";
import { useLoad } from "../hooks.ts";
import { ErrorBanner, SaveButton } from "./pieces.tsx";

/**
 * The files of a run to save. Those that hold login links are given after a confirmation.
 *
 * @param asOf What is known of the run: the files are looked at again when that is.
 */
export function Downloads({ run, asOf }: { run: string; asOf: unknown }) {
  const { data, error } = useLoad<RunFile[]>(runPath(run, "files"), asOf);
  if (!data) return <ErrorBanner error={error} />;
  return (
    <ul class="downloads">
      {data.map(({ path, title, about, holdsLinks }) => (
        <li key={path} class="line">
          <SaveButton
            path={holdsLinks ? `${path}?confirm=links` : path}
            {...(holdsLinks && { confirm: { title: `Save ${title}?`, text: LINKS_INSIDE, yes: "Save it" } })}
          >
            {title}
            {holdsLinks && "…"}
          </SaveButton>
          <span class="note">{about}</span>
        </li>
      ))}
    </ul>
  );
}

const LINKS_INSIDE =
  "It holds login links. Anyone who has such a link can open that person's quote. Keep the file to yourself; the summary is safe to share.";
