import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { countText } from "../../../terminal/number-text.ts";
import { draftPage, draftPath, runPage } from "../../addresses.ts";
import type { DraftBrief } from "../../drafts/draft-store.ts";
import type { DeskPlace } from "../../runs/places.ts";
import type { RoundEvent } from "../../runs/rounds.ts";
import type { DroppedSheet } from "../../server/draft-routes.ts";
import type { DeskState } from "../../server/routes.ts";
import type { PlacedRun, RunList } from "../../server/run-routes.ts";
import { remove, upload } from "../api.ts";
import { useGoTo, useLive, useLoad } from "../hooks.ts";
import { FileDrop, KeyForm } from "../parts/forms.tsx";
import { Banner, Button, Card, ErrorBanner, SaveButton, Time, Title } from "../parts/pieces.tsx";
import { FindBox } from "./find.tsx";
import { RunLine } from "./runs.tsx";

/** Where leads go unless another place is chosen, for as long as the page is open. */
let lastChosen: string | undefined;

/** A sheet is dropped here, and what was begun is gone on with. */
export function StartView() {
  const { data, error, reload } = useLoad<DeskState>("/api/state");
  const { data: recent, reload: reloadRuns } = useLoad<RunList>("/api/runs?count=8");
  useLive<RoundEvent>("round", ({ round }) => {
    if (!round.end && data?.round) return;
    reloadRuns();
    reload();
  });
  useLive("drafts", () => void reload());
  if (!data) return <ErrorBanner error={error} />;
  return (
    <>
      <Title>Send a sheet of leads</Title>
      <ErrorBanner error={error} />
      {data.round && (
        <Banner tone="info" title="Leads are being sent now">
          <a href={runPage(data.round.run)}>Look at it</a>
        </Banner>
      )}
      {recent && <Runs runs={recent.runs} isFinished={false} onChange={reloadRuns} />}
      <NewSheet places={data.places} reload={reload} />
      {data.drafts.length > 0 && <Drafts drafts={data.drafts} reload={reload} />}
      {recent && (
        <Runs runs={recent.runs} isFinished onChange={reloadRuns}>
          <FindBox />
          {recent.count > recent.runs.length && <a href="#/runs">All {countText(recent.count)} runs</a>}
        </Runs>
      )}
      <p class="note">
        Only this computer can open this page. Runs and drafts are kept in <code>{data.folder}</code>.
      </p>
    </>
  );
}

function NewSheet({ places, reload }: { places: readonly DeskPlace[]; reload(): Promise<void> }) {
  const [chosen, setChosen] = useState(lastChosen ?? places.find(({ isChosen }) => isChosen)?.id);
  const [reading, setReading] = useState<string>();
  const goTo = useGoTo();
  const place = places.find(({ id }) => id === chosen) ?? places[0];
  if (!place) return null;
  const choose = (id: string): void => {
    lastChosen = id;
    setChosen(id);
  };
  /** @returns Where the draft of it is. */
  const take = async (name: string, content: Blob): Promise<string> => {
    setReading(name);
    try {
      // With its place at once: without one it would be on its way to that of the desk.
      const query = new URLSearchParams({ name, place: place.id });
      const { id, isCertain } = await upload<DroppedSheet>(`/api/drafts?${query}`, content);
      return draftPage(id, isCertain ? "check" : "match");
    } finally {
      setReading(undefined);
    }
  };
  return (
    <Card>
      <PlaceChoice places={places} chosen={place} isFixed={reading !== undefined} onChoose={choose} />
      {place.needsKey && <KeyForm key={place.id} place={place} onGiven={() => reload().then(focusDrop)} />}
      <FileDrop
        title={reading === undefined ? "Drop a sheet here, or choose a file" : `Reading ${reading}…`}
        hint="Excel (.xlsx), OpenDocument (.ods), CSV or JSON. It is checked first; nothing is sent yet."
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.ods,.json,.jsonl,.ndjson"
        disabled={reading !== undefined}
        onFile={async (file) => goTo(await take(file.name, file))}
      />
      <Paste onPaste={async (text) => goTo(await take("Pasted cells.csv", new Blob([text])))} />
      <p class="note">
        No sheet yet? <SaveButton path="/api/template.xlsx">Download an empty one</SaveButton> with every
        column.
      </p>
    </Card>
  );
}

/** The form for the key goes away, and the keyboard goes on to what comes next. */
const focusDrop = (): void => document.querySelector<HTMLElement>(".drop input")?.focus();

function PlaceChoice(props: {
  places: readonly DeskPlace[];
  chosen: DeskPlace;
  /** A sheet is on its way there. */
  isFixed: boolean;
  onChoose(id: string): void;
}) {
  const { places, chosen, isFixed, onChoose } = props;
  return (
    <fieldset class="places" disabled={isFixed}>
      <legend>Where do the leads go?</legend>
      {places.map(({ id, name, baseUrl, partner, isProtected, isPractice }) => (
        <label key={id} class={`place ${isProtected ? "protected" : ""}`}>
          <input type="radio" name="place" checked={id === chosen.id} onChange={() => onChoose(id)} />
          <span>
            <strong>{name}</strong>
            <span class="note">
              {isPractice
                ? "Try it out: nothing real is sent."
                : `${baseUrl?.replace(/^https?:\/\//, "")}, as ${partner}`}
            </span>
            {isProtected && <span class="note">You type its name before anything is sent.</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Paste({ onPaste }: { onPaste(text: string): Promise<void> }) {
  const [text, setText] = useState("");
  return (
    <details class="paste">
      <summary>Or paste cells</summary>
      <textarea
        aria-label="Cells, with their headers in the first row"
        placeholder="Copy the cells in your spreadsheet, headers included, and paste them here"
        rows={6}
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Button disabled={text.trim() === ""} onClick={() => onPaste(text)}>
        Use these cells
      </Button>
    </details>
  );
}

function Drafts({ drafts, reload }: { drafts: readonly DraftBrief[]; reload(): Promise<void> }) {
  const discard = (id: string): Promise<void> => remove<void>(draftPath(id)).finally(reload);
  return (
    <Card title="Not sent yet">
      <ul class="list">
        {drafts.map(({ id, name, createdAt, corrects }) => (
          <li key={id}>
            <span class="what">
              <a href={draftPage(id, corrects === null ? "match" : "correct")}>{name}</a>
              <span class="note">
                {corrects === null ? "" : "corrections, "}
                <Time at={createdAt} />
              </span>
            </span>
            <Button
              label={`Remove ${name}`}
              confirm={{
                title: `Remove ${name}?`,
                text: "Your answers and corrections for it are removed, too.",
                yes: "Remove it",
              }}
              onClick={() => discard(id)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What did not come to its end stands at the top, what did below. */
function Runs(props: {
  runs: readonly PlacedRun[];
  isFinished: boolean;
  onChange(): void;
  children?: ComponentChildren;
}) {
  const { runs, isFinished, onChange, children } = props;
  const shown = runs.filter(({ condition }) => (condition === "complete") === isFinished);
  if (shown.length === 0) return null;
  return (
    <Card title={isFinished ? "Sent before" : "Not finished"} {...(!isFinished && { tone: "warn" as const })}>
      {children}
      <ul class="list">
        {shown.map((entry) => (
          <RunLine key={entry.run} entry={entry} onChange={onChange} />
        ))}
      </ul>
    </Card>
  );
}
