import { useState } from "preact/hooks";
import { Search, Tabs } from "../../../report/page/parts.tsx";
import { amountText, countText } from "../../../terminal/number-text.ts";
import { draftPage, draftPath, runPage, type ViewParams } from "../../addresses.ts";
import type { RowTab } from "../../drafts/draft-rows.ts";
import type { BegunRound } from "../../server/run-routes.ts";
import type { ApiError } from "../api.ts";
import { canTryAgain, type GridClient, type GridFacts, whenSaved } from "../grid/grid-client.ts";
import { cornersOf, type GridPage, STEPS, useGridPage } from "../grid/grid-page.ts";
import { SheetGrid } from "../grid/sheet-grid.tsx";
import { useGoTo } from "../hooks.ts";
import { Banner, Button, ErrorBanner, Hint, Title, Waiting } from "../parts/pieces.tsx";
import { useSending } from "../parts/sending.tsx";
import "../grid/grid.css";

/** `every`: what the list of what is said of its rows begins with. `isKept`: it is there though it has no row. */
const TABS: readonly { id: RowTab; text: string; every?: string; isKept?: true }[] = [
  { id: "all", text: "All", isKept: true },
  { id: "correct", text: "To correct", every: "Every mistake", isKept: true },
  { id: "asked", text: "Asked about", every: "Every question" },
  { id: "changed", text: "Changed" },
  { id: "warnings", text: "Warnings", every: "Every warning" },
  { id: "not-leads", text: "Left out" },
];
/** The rows of a draft, corrected where they are seen. */
export function GridView({ id = "" }: ViewParams) {
  const grid = useGridPage(id);
  const [isReplacing, setReplacing] = useState(false);
  const { client, said, show } = grid;
  const { facts, error, unsaved } = client;
  if (!facts || !grid.isBegun) return <Waiting text="Reading the sheet…" error={error} />;
  const { tab, group } = client.query;
  const isGrouped = group !== undefined;
  const { counts, isWhole, corrects } = facts;
  const tabs = TABS.filter((each) => each.isKept || each.id === tab || counts[each.id] > 0);
  return (
    <div class="g-page">
      <ErrorBanner error={error} />
      {unsaved && <NotSaved client={client} error={unsaved} />}
      <div class="g-actions">
        {corrects !== null && <a href={runPage(corrects)}>‹ Results</a>}
        <Title>{facts.name}</Title>
        <Tabs
          label="Which rows"
          tabs={tabs.map((each) => ({ ...each, count: counts[each.id], isSoFar: !isWhole }))}
          current={tab}
          onChoose={(next) => void show({ tab: next, group: undefined })}
        />
        <Groups client={client} onChoose={(next) => void show({ tab, group: next })} />
        <Search onSearch={(text) => void show({ text })} />
        <SortButton grid={grid} />
        <Button onClick={() => setReplacing(!isReplacing)}>Replace</Button>
        <Actions id={id} grid={grid} />
      </div>
      {(isGrouped || isReplacing) && <Replace grid={grid} />}
      {facts.leftCount > 0 && (
        <p class="g-left">
          {leftText(tab, facts.leftCount)} <Button onClick={() => show({})}>Show the rest</Button>
        </p>
      )}
      {facts.total === 0 ? (
        <Banner
          tone={tab === "correct" ? "good" : "info"}
          title={client.query.text ? "No row here has this text." : noneText(tab)}
        />
      ) : (
        <SheetGrid grid={grid} />
      )}
      <p class="g-status">
        <span id="grid-help">
          Enter or F2 changes a cell, F8 goes to the next mistake, Escape leaves the table.
          <span class="unseen">
            Arrows and Tab move; Shift selects; Alt with an arrow makes a column wider; Ctrl+C, Ctrl+V, Ctrl+Z
            and Delete work as in a spreadsheet.
          </span>
        </span>
        <span role="status">
          {client.isSaving ? "Saving… " : said}
          {!isWhole && ` Reading the sheet: ${amountText(counts.all, "row")} so far.`}
        </span>
      </p>
    </div>
  );
}

function noneText(tab: RowTab): string {
  return tab === "correct" ? "Nothing is left to correct. All rows are under All." : "This list has no row.";
}

/** More that wait are only counted. */
const EDITS_TOLD = 5;

function NotSaved({ client, error }: { client: GridClient; error: ApiError }) {
  const { waiting } = client;
  const more = waiting.length - EDITS_TOLD;
  return (
    <Banner tone="bad" title={`Not saved: ${error.message}`}>
      <ol class="g-unsaved">
        {waiting.slice(0, EDITS_TOLD).map(({ id, what }) => (
          <li key={id}>{what}</li>
        ))}
        {more > 0 && <li>and {more.toLocaleString("en-US")} more</li>}
      </ol>
      <Hint error={error} />{" "}
      {canTryAgain(error) && <Button onClick={() => client.saveAgain()}>Try again</Button>}{" "}
      {error.code !== "no-server" && <Button onClick={() => client.leaveOut()}>Leave this edit out</Button>}
    </Banner>
  );
}

/** One mistake only: chosen from a list, the most frequent first. */
function Groups({ client, onChoose }: { client: GridClient; onChoose(group?: number): void }) {
  const { facts: { groups } = { groups: [] }, query } = client;
  if (groups.length === 0) return null;
  return (
    <select
      aria-label="One mistake only"
      value={query.group ?? ""}
      onChange={({ currentTarget: { value } }) => onChoose(value === "" ? undefined : Number(value))}
    >
      <option value="">{TABS.find(({ id }) => id === query.tab)?.every}</option>
      {groups.map(({ number, message, column, rowCount }) => (
        <option key={number} value={number}>
          {rowCount.toLocaleString("en-US")} × {column === undefined ? "" : `${column}: `}
          {message}
        </option>
      ))}
    </select>
  );
}

/** Lets the keyboard write into the chosen cell. */
const focusSheet = (): void => document.getElementById("sheet")?.focus();

const OF_OTHER =
  "It is from another window, from before this page was loaded again, or from leaving out people who were sent before. The tab Changed shows the rows that were changed.";

function Actions({ id, grid }: { id: string; grid: GridPage }) {
  const { client, selection, say, next, step } = grid;
  const { facts } = client;
  const { top, bottom } = cornersOf(selection);
  const { isNotALead = false, isToGo } = client.row(selection.active.at) ?? {};
  const mark = async (does: "leads" | "sends", isMarked: boolean, words: string): Promise<void> => {
    const done = await client.edit({ do: does, view: client.view, from: top, to: bottom, isMarked });
    if (done) say(`${amountText(bottom - top + 1, "row")} ${words}`);
  };
  return (
    <>
      {STEPS.map(({ does, label, sign }) => {
        const isOfOther = facts?.[does] === "other";
        const confirm = {
          title: "This change was not made in this table",
          text: OF_OTHER,
          yes: `${label} it`,
        };
        return (
          <Button
            key={does}
            label={label}
            disabled={!facts?.[does]}
            {...(isOfOther && { confirm })}
            onClick={() => step(does, isOfOther)}
          >
            {sign}
          </Button>
        );
      })}
      <Button onClick={() => next().then(focusSheet)}>Next mistake</Button>
      <Button onClick={() => mark("leads", !isNotALead, isNotALead ? "taken back in" : "left out")}>
        {isNotALead ? "Take it back in" : "Leave it out"}
      </Button>
      {isToGo !== undefined && !isNotALead && (
        <Button onClick={() => mark("sends", !isToGo, isToGo ? "held back" : "to be sent")}>
          {isToGo ? "Hold it back" : "Send it as it is"}
        </Button>
      )}
      {facts && facts.corrects !== null ? (
        <SendAgain id={id} client={client} changes={facts.changes} />
      ) : (
        <a id="after-grid" class="button primary" href={draftPage(id, "check")}>
          Done: check and send
        </a>
      )}
    </>
  );
}

/** Sends the rows of a run that were changed here. */
function SendAgain(props: { id: string; client: GridClient; changes: GridFacts["changes"] }) {
  const { id, client, changes } = props;
  const { send, dialogs } = useSending(() => client.refresh());
  const goTo = useGoTo();
  const order = orderOf(changes);
  const press = async (): Promise<void> => {
    await whenSaved(id);
    const begun = await send<BegunRound>(draftPath(id, "replay"), { seen: changes }, order);
    if (begun) await goTo(runPage(begun.run));
  };
  return (
    <span id="after-grid" tabIndex={-1} class="g-send">
      <Button kind="primary" onClick={press} disabled={changes.sentCount + changes.leftOutCount === 0}>
        {order}
      </Button>
      {dialogs}
    </span>
  );
}

function orderOf({ sentCount, leftOutCount }: GridFacts["changes"]): string {
  if (sentCount === 0 && leftOutCount > 0) return `Leave out ${amountText(leftOutCount, "row")}`;
  const sent = `Send ${amountText(sentCount, "row")}`;
  return leftOutCount === 0 ? sent : `${sent}, leave out ${countText(leftOutCount)}`;
}

/** By the column of the active cell: up, down, then as in the sheet again. */
function SortButton({ grid: { client, selection, show } }: { grid: GridPage }) {
  const { sort } = client.query;
  const column = client.columns[selection.active.column];
  if (!column) return null;
  const isOwn = sort?.column === column.key;
  const next = isOwn && sort.isDown ? undefined : { column: column.key, isDown: isOwn };
  const order = next ? `by ${column.header}, ${next.isDown ? "descending" : "ascending"}` : "as in the sheet";
  return (
    <Button label={`Sort ${order}`} onClick={() => show({ sort: next })}>
      Sort {isOwn ? (sort.isDown ? "▼" : "▲") : ""}
    </Button>
  );
}

/** One text in a column of all rows that are shown: in place of what is found there, or of all of it. */
function Replace({ grid: { client, selection, say } }: { grid: GridPage }) {
  const column = client.columns[client.groupColumn ?? selection.active.column];
  const [find, setFind] = useState("");
  const [text, setText] = useState("");
  if (!column) return null;
  // Two leads never have the same e-mail.
  const isReady = find !== "" || (text !== "" && column.isOfOne !== true);
  const fill = async (): Promise<void> => {
    const done = await client.edit({ do: "replace", view: client.view, column: column.key, find, text });
    if (done) say(`${amountText(done.rowCount, "row")} changed`);
  };
  return (
    <form
      class="g-fill"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void fill();
      }}
    >
      <span>
        {column.header}, {amountText(client.total, "row")}:
      </span>
      <input
        type="text"
        aria-label="Find"
        placeholder={column.isOfOne ? "Find" : "Find; empty: all of the cell"}
        value={find}
        onInput={(event) => setFind(event.currentTarget.value)}
      />
      <input
        type="text"
        aria-label={`Replace with, in ${column.header}`}
        placeholder="Replace with"
        value={text}
        list="g-choices"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <datalist id="g-choices">
        {(column.choices ?? []).map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      <Button onClick={fill} disabled={!isReady}>
        Replace all
      </Button>
    </form>
  );
}

/** Rows stay where they are when they change, so that nobody types into another one. */
function leftText(tab: RowTab, count: number): string {
  const is = count === 1 ? "is" : "are";
  const what = tab === "correct" || tab === "all" ? "correct now" : "no longer in this list";
  return `${amountText(count, "row")} shown here ${is} ${what}.`;
}
