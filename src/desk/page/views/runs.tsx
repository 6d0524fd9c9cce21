import { useState } from "preact/hooks";
import { amountText, countText } from "../../../terminal/number-text.ts";
import { runPath } from "../../addresses.ts";
import type { PlacedRun, RunList } from "../../server/run-routes.ts";
import { useLoadOfRuns } from "../hooks.ts";
import { Downloads } from "../parts/downloads.tsx";
import { Button, Card, ErrorBanner, Time, Title } from "../parts/pieces.tsx";
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
      {runs.length > 0 && <OldRuns onDone={reload} />}
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
            <RemoveButton label="Remove this run…" path={runPath(run, "purge")} onDone={onChange} />
          </>
        )}
      </div>
    </li>
  );
}

const AGES = [
  { days: 30, text: "a month" },
  { days: 90, text: "three months" },
  { days: 365, text: "a year" },
] as const;

function OldRuns({ onDone }: { onDone(): void }) {
  const [days, setDays] = useState<number>(90);
  return (
    <Card title="Remove old runs">
      <p>Runs hold the leads of their sheets, and login links. You cannot get removed runs back.</p>
      <div class="line">
        <label>
          Nothing has happened in them for{" "}
          <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {AGES.map((age) => (
              <option key={age.days} value={age.days}>
                {age.text}
              </option>
            ))}
          </select>
        </label>
        <RemoveButton label="Show them…" path="/api/purge" body={{ days }} onDone={onDone} />
      </div>
    </Card>
  );
}
