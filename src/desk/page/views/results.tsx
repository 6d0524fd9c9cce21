import { useEffect, useState } from "preact/hooks";
import { amountText, countText } from "../../../terminal/number-text.ts";
import { runPath } from "../../addresses.ts";
import type { RoundState } from "../../runs/rounds.ts";
import type { RunHead, RunResults } from "../../server/results-routes.ts";
import { useLive } from "../live.ts";
import { useLoad } from "../load.ts";
import { Banner, ErrorBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/card.tsx";
import { Downloads } from "../parts/downloads.tsx";
import { StatusSign } from "../parts/status-counts.tsx";
import { StepList } from "../parts/step-list.tsx";
import { Time } from "../parts/time.tsx";
import { Headline } from "../parts/title.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { RowList } from "./row-list.tsx";
import { SendingPanel } from "./send.tsx";

/** A run: while it is sent, how it goes; then what it came to. It comes back to where the run is, whenever it is opened. */
export function RunView({ params: { run = "" } }: { params: Readonly<Record<string, string>> }) {
  const { data, error, reload } = useLoad<RunHead>(runPath(run));
  const [live, setLive] = useState<RoundState | null>(null);
  useLive<{ type: "round"; round: RoundState }>("round", ({ round }) => {
    if (round.run !== run) return;
    setLive(round);
    if (round.end) void reload();
  });
  // It tells of the round as well, and of what was not heard while there was no connection.
  useEffect(() => setLive(null), [data]);
  const round = live ?? data?.round ?? null;
  const isSending = round !== null && round.end === null;
  return (
    <>
      {error && !isSending && <ErrorBanner error={error} />}
      {isSending && <SendingPanel round={round} place={data?.place ?? null} />}
      {!isSending && round?.end?.error && (
        <Banner tone="bad" title={round.end.error.message}>
          {round.end.error.hint}
        </Banner>
      )}
      {!isSending && round && round.notes.length > 0 && (
        <Banner tone="info" title="What was said of the last round">
          <ul class="said">
            {round.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Banner>
      )}
      {!isSending && !error && !data?.results && <Waiting text="Reading the results…" />}
      {!isSending && data?.results && <Results head={data} results={data.results} onReload={reload} />}
    </>
  );
}

function Results(props: { head: RunHead; results: RunResults; onReload(): Promise<void> }) {
  const { head, results, onReload } = props;
  const { run, place } = head;
  const { result, condition, target, input, startedAt } = results;
  const [first, ...others] = results.steps;
  return (
    <>
      <Headline input={input} result={result}>
        {target && <span>{sentTo(place, target)}</span>}
        <span>
          started <Time at={startedAt} />
        </span>
      </Headline>
      {condition === "in progress" && (
        <Banner tone="info" title="Another process is sending this run">
          What is known so far is below. <Button onClick={onReload}>Look again</Button>
        </Banner>
      )}
      <Card title="What next">
        {first ? <StepList steps={[first]} onDone={onReload} /> : <p>{results.action}</p>}
        {others.length > 0 && (
          <details class="then">
            <summary>Then {amountText(others.length, "more step")}</summary>
            <StepList steps={others} onDone={onReload} />
          </details>
        )}
      </Card>
      <RowList run={run} results={results} />
      <Card title="Files to save">
        <Downloads run={run} asOf={results} />
      </Card>
      <StatusMeanings results={results} />
    </>
  );
}

function sentTo(place: RunHead["place"], { baseUrl, partner }: NonNullable<RunResults["target"]>): string {
  if (place?.isPractice) return "practice: nothing left this computer";
  return `sent to ${place?.name ?? baseUrl} as ${partner}`;
}

function StatusMeanings({ results: { statuses } }: { results: RunResults }) {
  return (
    <Card title="What the statuses mean">
      <dl class="meanings">
        {statuses.map(({ name, sign, count, means, next }) => (
          <div key={name}>
            <dt>
              <StatusSign status={name} sign={sign} /> <span class="note">{countText(count)}</span>
            </dt>
            <dd>
              {sentence(means)} <span class="note">{sentence(next)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
