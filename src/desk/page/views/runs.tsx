import { useState } from "preact/hooks";
import { amountText, countText } from "../../../terminal/number-text.ts";
import { runPath } from "../../addresses.ts";
import type { PlacedRun, RunList } from "../../server/run-routes.ts";
import { useLoadOfRuns } from "../hooks.ts";
import { Downloads } from "../parts/downloads.tsx";
import { Button, ErrorBanner, Time, Title } from "../parts/pieces.tsx";
import { RemoveButton } from "../parts/removing.tsx";
import { StepList } from "../parts/step-list.tsx";
import { FindBox } from "./find.tsx";

const RUNS_SHOWN = 20;

/** The runs of the desk, how they ended, and what comes next. */
export function RunsView() {
  return (
    <>
      <Title>Runs</Title>
      <FindBox />
      <AllRuns />
    </>
  );
}

function AllRuns() {
  const { data, error, reload } = useLoadOfRuns<RunList>("/api/runs");
  const [shownCount, setShownCount] = useState(RUNS_SHOWN);
  if (!data) return error ? <ErrorBanner error={error} /> : <p role="status">Reading the runs…</p>;
  const { runs, purged } = data;
  return (
    <>
      <ErrorBanner error={error} />
      {runs.length === 0 && <p>There are no runs here yet.</p>}
      <ul class="list">
        {runs.slice(0, shownCount).map((run) => (
          <RunLine key={run.run} entry={run} onChange={reload} />
        ))}
      </ul>
      {runs.length > shownCount && (
        <Button onClick={() => setShownCount(runs.length)}>
          Show {countText(runs.length - shownCount)} more
        </Button>
      )}
      {purged.count > 0 && (
        <p class="note">
          {amountText(purged.count, "run")} {purged.count === 1 ? "was" : "were"} removed, the last{" "}
          <Time at={purged.lastAt} />.
        </p>
      )}
    </>
  );
}

/** A run as a line: how it ended, and what comes next. The rest is on its page. */
export function RunLine({ entry, onChange }: { entry: PlacedRun; onChange(): void }) {
  const { run, page, input, place, startedAt, result, meaning, condition, notes, steps, action } = entry;
  const [isOpen, setOpen] = useState(false);
  const name = input ?? run;
  return (
    <li aria-label={name}>
      <span class="what">
        {page === null ? name : <a href={page}>{name}</a>}
        <span class="note">
          {place !== null && `${place}, `}
          <Time at={startedAt} />
        </span>
      </span>
      <div class="how">
        <span>{result?.text ?? meaning}</span>
        {result && condition !== "complete" && <span class="note">{result.why ?? meaning}</span>}
        {[...notes, ...(action === null ? [] : [action])].map((note) => (
          <span key={note} class="note">
            {note}
          </span>
        ))}
        <StepList steps={steps} isBrief onDone={onChange}>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Files and more
          </button>
        </StepList>
        {isOpen && (
          <>
            {page !== null && <Downloads run={run} asOf={entry} />}
            <RemoveButton path={runPath(run, "purge")} onDone={onChange} />
          </>
        )}
      </div>
    </li>
  );
}
