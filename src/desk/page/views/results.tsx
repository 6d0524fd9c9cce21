import { useEffect, useState } from "preact/hooks";
import { capital } from "../../../base/sentence.ts";
import { Dialog, StatusMeanings } from "../../../report/page/parts.tsx";
import { amountText } from "../../../terminal/number-text.ts";
import { runPath, type ViewParams } from "../../addresses.ts";
import type { RoundState } from "../../runs/rounds.ts";
import type { RowLinks, RowsAnswer, RunHead, RunResults } from "../../server/results-routes.ts";
import { get, post, save } from "../api.ts";
import { useLive } from "../live.ts";
import { useLoad } from "../load.ts";
import { Banner, ErrorBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/card.tsx";
import { Downloads } from "../parts/downloads.tsx";
import { StepList } from "../parts/step-list.tsx";
import { Time } from "../parts/time.tsx";
import { Headline, Waiting } from "../parts/title.tsx";
import { RunRows } from "./run-rows.tsx";
import { SendingPanel } from "./send.tsx";

/** A run: while it is sent, how it goes; then what it came to. It comes back to where the run is, whenever it is opened. */
export function RunView({ run = "" }: ViewParams) {
  const { data, error, reload } = useLoad<RunHead>(runPath(run));
  const [live, setLive] = useState<RoundState | null>(null);
  useLive<{ type: "round"; round: RoundState }>("round", ({ round }) => {
    if (round.run !== run) return;
    setLive(round);
    if (round.end) void reload();
  });
  // It tells of the round as well, and of what was not heard while there was no connection.
  useEffect(() => setLive(null), [data]);
  const latest = live ?? data?.round ?? null;
  // Before it sends, whoever began it may be asked for a key, or told why it cannot be begun: what they pressed stays.
  const round = latest?.start ? latest : null;
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
        <Banner tone="info" title="About the last round">
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
  const [asked, setAsked] = useState<"show" | "copy" | "save">();
  const [said, setSaid] = useState("");
  const close = (): void => setAsked(undefined);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(await linksText(run));
    setSaid("Copied: name, e-mail and link, to be pasted into a sheet");
  };
  const act = async (): Promise<void> => {
    if (asked === "show") onShow(true);
    else if (asked === "copy") await copy();
    else await save(`${runPath(run, "files", "report.xlsx")}?confirm=links`);
    close();
  };
  return (
    <Card title={amountText(count, "login link")}>
      <div class="line">
        <Button onClick={() => (areShown ? onShow(false) : setAsked("show"))}>
          {areShown ? "Hide all login links" : "Show all login links"}
        </Button>
        <Button onClick={() => setAsked("copy")}>Copy them all</Button>
        <Button onClick={() => setAsked("save")}>Save them as a workbook</Button>
        <span class="note" role="status">
          {said}
        </span>
      </div>
      {asked && (
        <Dialog title={`Really ${asked} ${amountText(count, "login link")}?`} onClose={close}>
          <p>
            Whoever has a login link can sign in as the applicant. Make sure that nobody else gets to see
            them.
          </p>
          <p class="line">
            <Button kind="primary" onClick={close}>
              Keep them hidden
            </Button>
            <Button kind="danger" onClick={act}>
              {capital(asked)} them
            </Button>
          </p>
        </Dialog>
      )}
    </Card>
  );
}

/** As many as the desk gives at once. */
const LINKS_AT_ONCE = 500;

/** Writes name, e-mail and link of each lead that has a link, as cells to paste. */
async function linksText(run: string): Promise<string> {
  const lines: string[] = [];
  for (let from = 0, found = 1; from < found; from += LINKS_AT_ONCE) {
    const query = `tab=done&from=${from}&count=${LINKS_AT_ONCE}`;
    const { window } = await get<RowsAnswer>(`${runPath(run, "rows")}?${query}`);
    const rows = window.rows.filter(({ link }) => link !== undefined);
    found = window.found;
    if (rows.length === 0) continue;
    const body = { confirmed: true, rows: rows.map(({ row }) => row) };
    const { links } = await post<RowLinks>(runPath(run, "links"), body);
    const byRow = new Map(links.map(({ row, loginUrl }) => [row, loginUrl]));
    for (const { row, name, email } of rows) lines.push([name, email, byRow.get(row)].join("\t"));
  }
  return lines.join("\n");
}

function sentTo(place: RunHead["place"], { baseUrl, partner }: NonNullable<RunResults["target"]>): string {
  if (place?.isPractice) return "practice: nothing left this computer";
  return `sent to ${place?.name ?? baseUrl} as ${partner}`;
}
