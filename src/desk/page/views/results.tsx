import { useEffect, useState } from "preact/hooks";
import { capital } from "../../../base/sentence.ts";
import { StatusMeanings } from "../../../report/page/parts.tsx";
import { escapeFormula } from "../../../sheet/text/spreadsheet-text.ts";
import { amountText } from "../../../terminal/number-text.ts";
import { runPath, type ViewParams } from "../../addresses.ts";
import type { RoundEvent, RoundState } from "../../runs/rounds.ts";
import type { RunHead, RunResults } from "../../server/results-routes.ts";
import { useLive, useLoadOfRuns } from "../hooks.ts";
import { Downloads } from "../parts/downloads.tsx";
import {
  Banner,
  Button,
  Card,
  type Confirmation,
  Headline,
  Notices,
  SaveButton,
  Time,
  Waiting,
} from "../parts/pieces.tsx";
import { StepList } from "../parts/step-list.tsx";
import { RunRows, rowsOf } from "./run-rows.tsx";
import { SendingPanel } from "./send.tsx";

/** A run: while it is sent, how it goes; then what it came to. It comes back to where the run is, whenever it is opened. */
export function RunView({ run = "" }: ViewParams) {
  const { data, error, reload } = useLoadOfRuns<RunHead>(runPath(run));
  const [live, setLive] = useState<RoundState | null>(null);
  useLive<RoundEvent>("round", ({ round }) => {
    if (round.run === run) setLive(round);
  });
  // It tells of the round as well, and of what was not heard while there was no connection.
  useEffect(() => setLive(null), [data]);
  const latest = live ?? data?.round ?? null;
  // Before it sends, whoever began it may be asked for a key, or told why it cannot be begun: what they pressed stays.
  const round = latest?.start ? latest : null;
  const isSending = round !== null && round.end === null;
  return (
    <>
      {isSending && <SendingPanel round={round} place={data?.place ?? null} />}
      {!isSending && round?.end?.error && (
        <Banner tone="bad" title={round.end.error.message}>
          {round.end.error.hint}
        </Banner>
      )}
      {!isSending && round && <Notices title="About the last round" notices={round.notes} />}
      {!isSending && (error || !data?.results) && <Waiting text="Reading the results…" error={error} />}
      {!isSending && data?.results && <Results head={data} results={data.results} onReload={reload} />}
    </>
  );
}

function Results(props: { head: RunHead; results: RunResults; onReload(): Promise<void> }) {
  const { head, results, onReload } = props;
  const { run, place } = head;
  const { result, condition, target, input, startedAt, summary } = results;
  const [areLinksShown, setLinksShown] = useState(false);
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
      {summary.created > 0 && (
        <LoginLinks run={run} count={summary.created} areShown={areLinksShown} onShow={setLinksShown} />
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
      <RunRows run={run} results={results} areLinksShown={areLinksShown} />
      <Card title="Files to save">
        <Downloads run={run} asOf={results} />
      </Card>
      <Card title="What the statuses mean">
        <StatusMeanings statuses={results.statuses} />
      </Card>
    </>
  );
}

/** What a run is for. Nothing of them is shown, copied or saved before somebody has said that they mean it. */
function LoginLinks(props: { run: string; count: number; areShown: boolean; onShow(are: boolean): void }) {
  const { run, count, areShown, onShow } = props;
  const [said, setSaid] = useState("");
  const confirm = (does: string): { confirm: Confirmation } => ({
    confirm: {
      title: `Really ${does} ${amountText(count, "login link")}?`,
      text: "Whoever has a login link can sign in as the applicant. Make sure that nobody else gets to see them.",
      yes: `${capital(does)} them`,
    },
  });
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(await linksText(run));
    setSaid("Copied: name, e-mail and link, to be pasted into a sheet");
  };
  return (
    <Card title={amountText(count, "login link")}>
      <div class="line">
        <Button {...(!areShown && confirm("show"))} onClick={() => onShow(!areShown)}>
          {areShown ? "Hide all login links" : "Show all login links"}
        </Button>
        <Button {...confirm("copy")} onClick={copy}>
          Copy them all
        </Button>
        <SaveButton {...confirm("save")} path={`${runPath(run, "files", "report.xlsx")}?confirm=links`}>
          Save them as a workbook
        </SaveButton>
        <span class="note" role="status">
          {said}
        </span>
      </div>
    </Card>
  );
}

/** As many as the desk gives at once. */
const LINKS_AT_ONCE = 500;

/** Writes name, e-mail and link of each lead that has a link, as cells to paste; none of them is a formula then. */
async function linksText(run: string): Promise<string> {
  const lines: string[] = [];
  for (let from = 0, found = 1; from < found; from += LINKS_AT_ONCE) {
    const window = await rowsOf(run, `tab=done&from=${from}&count=${LINKS_AT_ONCE}`, true);
    found = window.found;
    for (const { name, email, link } of window.rows)
      if (link) lines.push([name, email, link].map((cell = "") => escapeFormula(cell)).join("\t"));
  }
  return lines.join("\n");
}

function sentTo(place: RunHead["place"], { baseUrl, partner }: NonNullable<RunResults["target"]>): string {
  if (place?.isPractice) return "practice: nothing left this computer";
  return `sent to ${place?.name ?? baseUrl} as ${partner}`;
}
