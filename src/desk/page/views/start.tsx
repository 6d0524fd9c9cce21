import type { DeskState } from "../../state-routes.ts";
import { useLoad } from "../load.ts";
import { ErrorBanner } from "../parts/banner.tsx";
import { Card } from "../parts/card.tsx";
import { Steps } from "../parts/steps.tsx";

/** A sheet is dropped here, and what was begun is gone on with. */
export function StartView() {
  const { data, error } = useLoad<DeskState>("/api/state");
  if (error) return <ErrorBanner error={error} />;
  if (!data) return null;
  return (
    <>
      <h1>Submit a sheet of leads</h1>
      <Steps current="Start" />
      <Card title="Runs">
        <ul>
          {data.runs.map(({ run, input, state, counts }) => (
            <li key={run}>
              <a href={`#/run/${encodeURIComponent(run)}`}>{input ?? run}</a>: {state}, {counts}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
