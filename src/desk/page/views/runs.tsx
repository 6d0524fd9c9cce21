import { useState } from "preact/hooks";
import { amountText, countText } from "../../../terminal/number-text.ts";
import { runPath } from "../../addresses.ts";
import type { OpenRowsOfRun, PlacedRun, RunList } from "../../server/run-routes.ts";
import { useLoadOfRuns } from "../load.ts";
import { Banner, ErrorBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/card.tsx";
import { Downloads } from "../parts/downloads.tsx";
import { RemoveButton } from "../parts/removing.tsx";
import { StatusSign } from "../parts/status-counts.tsx";
import { StepList } from "../parts/step-list.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { Time } from "../parts/time.tsx";
import { Title } from "../parts/title.tsx";
import { FindBox } from "./find.tsx";
import "./start.css";

type Tab = "runs" | "rows";
const TABS = [
  { id: "runs", text: "Runs" },
  { id: "rows", text: "Rows to see to" },
] as const satisfies readonly { id: Tab; text: string }[];

/** The runs of the desk, how they ended, and what comes next; or their open rows. */
export function RunsView() {
  const [tab, setTab] = useState<Tab>("runs");
  return (
    <>
      <Title>Runs</Title>
      <FindBox />
      <Tabs<Tab> label="What to list" tabs={TABS} current={tab} onChoose={setTab} />
      {tab === "runs" ? <AllRuns /> : <OpenRows />}
    </>
  );
}

const RUNS_SHOWN = 20;

function AllRuns() {
  const { data, error, reload } = useLoadOfRuns<RunList>("/api/runs");
  const [shownCount, setShownCount] = useState(RUNS_SHOWN);
  if (!data) return error ? <ErrorBanner error={error} /> : <p role="status">Looking at the runs…</p>;
  const { runs, purged } = data;
  return (
    <>
      {error && <ErrorBanner error={error} />}
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
      <p>Runs hold the leads of their sheets, and login links. What is removed cannot be brought back.</p>
      <div class="buttons">
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

function OpenRows() {
  const { data, error, reload } = useLoadOfRuns<OpenRowsOfRun[]>("/api/open-rows");
  if (!data) return error ? <ErrorBanner error={error} /> : <p role="status">Looking at the rows…</p>;
  if (data.length === 0) return <Banner tone="good" title="No row is left to see to" />;
  return (
    <>
      {error && <ErrorBanner error={error} />}
      {data.map(({ run, input, rows, rowCount, steps }) => (
        <Card key={run} title={`${input ?? run}: ${amountText(rowCount, "row")}`}>
          {steps.length > 0 && <StepList steps={steps} onDone={reload} />}
          <div class="wide">
            <table>
              <thead>
                <tr>
                  <th scope="col">Row</th>
                  <th scope="col">Status</th>
                  <th scope="col">E-mail</th>
                  <th scope="col">Last</th>
                  <th scope="col">What to do</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ row, page, status, maybeCreated, email, at, does }) => (
                  <tr key={row}>
                    <td>
                      <a href={page}>{row}</a>
                    </td>
                    <td>
                      <StatusSign status={status} /> {maybeCreated && <span class="note">may exist</span>}
                    </td>
                    <td>{email}</td>
                    <td>
                      <Time at={at} />
                    </td>
                    <td>{does}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {rows.length < rowCount && (
            <p class="note">and {countText(rowCount - rows.length)} more: open the run to see all.</p>
          )}
        </Card>
      ))}
    </>
  );
}
