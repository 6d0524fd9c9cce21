import { useEffect, useMemo, useState } from "preact/hooks";
import { draftPage, draftPath, runPage } from "../../addresses.ts";
import type { GroupKey, RowTab } from "../../drafts/draft-rows.ts";
import type { MistakeGroup } from "../../drafts/mistake-groups.ts";
import type { BegunRound } from "../../server/begin-round.ts";
import { useGoTo } from "../go-to.ts";
import { type GridClient, openGrid, type Unsaved, whenSaved } from "../grid/grid-client.ts";
import { type Cell, cornersOf, type Selection, useSelection } from "../grid/grid-selection.ts";
import { SheetGrid } from "../grid/sheet-grid.tsx";
import { asApiError } from "../load.ts";
import { Banner, ErrorBanner } from "../parts/banner.tsx";
import { Button, SaveButton } from "../parts/button.tsx";
import { useSending } from "../parts/sending.tsx";
import { Steps } from "../parts/steps.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { Waiting } from "../parts/waiting.tsx";
import "../grid/grid.css";

const TABS: readonly { id: RowTab; text: string }[] = [
  { id: "all", text: "All" },
  { id: "correct", text: "To correct" },
  { id: "changed", text: "Changed" },
  { id: "warnings", text: "Warnings" },
  { id: "not-leads", text: "Not leads" },
];
const GROUPS_SHOWN = 8;

/** The rows of a draft, corrected where they are seen. */
export function GridView({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.id ?? "";
  const [version, setVersion] = useState(0);
  const [said, setSaid] = useState("");
  const [isBegun, setBegun] = useState(false);
  const client = useMemo(() => openGrid(id, pageName()), [id]);
  const selection = useSelection();
  useEffect(() => {
    client.onChange = () => setVersion((now) => now + 1);
    void client.show({ tab: "correct" }).then(async (isShown) => {
      if (!isShown) return;
      // Who has nothing to correct sees what is there.
      if (client.facts?.isWhole && client.total === 0) await client.show({ tab: "all" });
      selection.go({ at: 0, column: markedColumn(client, 0) ?? 0 });
      setBegun(true);
    });
    const close = (): void => {
      keepPageName();
      client.release();
    };
    addEventListener("pagehide", close);
    return () => {
      removeEventListener("pagehide", close);
      keepPageName();
      void client.leave();
    };
  }, [client]);

  const show = async (tab: RowTab, group?: GroupKey): Promise<void> => {
    if (!(await client.show({ tab, ...(group && { group }) }))) return;
    const column = (group && columnOf(client, group)) ?? markedColumn(client, 0);
    selection.go({ at: 0, column: column ?? 0 });
  };
  const goToNext = async (): Promise<Cell | undefined> => {
    const { at: after, column } = selection.active;
    try {
      const at = client.nextHere(after) ?? (await client.next(after));
      if (at !== null) {
        const cell = { at, column: markedColumn(client, at) ?? column };
        selection.go(cell);
        return cell;
      }
      setSaid("Nothing is left to correct here.");
    } catch (caught) {
      setSaid(asApiError(caught).message);
    }
    return undefined;
  };
  const { facts, error, unsaved, refused } = client;
  if (error?.code === "draft-open-elsewhere") return <OpenElsewhere client={client} />;
  if (error && !facts) return <ErrorBanner error={error} />;
  if (!facts || !isBegun) return <Waiting text="Reading the sheet…" />;
  const { tab, group } = client.query;
  return (
    <div class="g-page">
      <Place id={id} corrects={facts.corrects} />
      <div>
        <p class="about">
          <strong>{facts.name}</strong>
        </p>
        <h1>Correct the rows</h1>
      </div>
      {error && <ErrorBanner error={error} />}
      {unsaved && <NotSaved client={client} unsaved={unsaved} />}
      {refused && <ErrorBanner error={refused} />}
      <Tabs
        label="Which rows"
        tabs={TABS.map((each) => ({ ...each, count: facts.counts[each.id] }))}
        current={tab}
        onChoose={(next) => void show(next)}
      />
      <Groups client={client} onChoose={(next) => void show(tab, next)} />
      <Actions client={client} selection={selection} say={setSaid} onNext={goToNext} id={id} />
      {group && <FillGroup client={client} group={group} say={setSaid} />}
      {facts.leftCount > 0 && (
        <p class="g-left">
          {leftText(tab, facts.leftCount)} <Button onClick={() => show(tab, group)}>Show the rest</Button>
        </p>
      )}
      {facts.total === 0 ? (
        <p class="g-none">{tab === "correct" ? "Nothing is left to correct." : "There is no such row."}</p>
      ) : (
        <SheetGrid client={client} version={version} selection={selection} say={setSaid} onNext={goToNext} />
      )}
      <p id="grid-help" class="g-help">
        Type to replace a cell, Enter or F2 to change it. Arrows and Tab move, F8 goes to the next mistake;
        Shift selects; Ctrl+C, Ctrl+V, Ctrl+Z and Delete work as in a spreadsheet. Escape leaves the table.
      </p>
      <p class="g-status" role="status">
        {client.isSaving ? "Saving…" : said}
        {!facts.isWhole && ` Reading the sheet: ${facts.counts.all.toLocaleString("en-US")} rows so far…`}
      </p>
    </div>
  );
}

function NotSaved(props: { client: GridClient; unsaved: Unsaved }) {
  const { client, unsaved } = props;
  const { count, error, what, canTryAgain, canLeaveOut } = unsaved;
  return (
    <Banner tone="bad" title={`Not saved: ${error.message}`}>
      <p class="g-unsaved">{what}</p>
      {count > 1 && `${count.toLocaleString("en-US")} changes wait. `}
      {error.hint} {canTryAgain && <Button onClick={() => client.saveAgain()}>Try again</Button>}{" "}
      {canLeaveOut && <Button onClick={() => client.leaveOut()}>Leave this edit out</Button>}
    </Banner>
  );
}

function Groups({ client, onChoose }: { client: GridClient; onChoose(group?: GroupKey): void }) {
  const [isLong, setLong] = useState(false);
  const { facts, query } = client;
  if (!facts || (query.tab !== "correct" && query.tab !== "warnings" && !query.group)) return null;
  const of = query.tab === "warnings" ? "warning" : "mistake";
  const groups = of === "warning" ? facts.warnings : facts.mistakes;
  const shown = isLong ? groups : groups.slice(0, GROUPS_SHOWN);
  if (groups.length === 0) return null;
  return (
    <fieldset class="pills g-groups" aria-label="One mistake only">
      {shown.map(({ number, message, column, rowCount }) => {
        const isChosen = query.group?.number === number;
        return (
          <button
            key={number}
            type="button"
            class="pill"
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? undefined : { of, number })}
          >
            <b>{rowCount.toLocaleString("en-US")} ×</b>
            <span class="words">
              {column === undefined ? "" : `${column}: `}
              {message}
            </span>
          </button>
        );
      })}
      {groups.length > shown.length && (
        <button type="button" class="pill" onClick={() => setLong(true)}>
          {groups.length - shown.length} more
        </button>
      )}
    </fieldset>
  );
}

function Actions(props: {
  client: GridClient;
  selection: Selection;
  say(text: string): void;
  onNext(): Promise<unknown>;
  id: string;
}) {
  const { client, selection, say, onNext, id } = props;
  const { facts } = client;
  const { top, bottom } = cornersOf(selection);
  const isNotALead = client.row(selection.active.at)?.isNotALead === true;
  const step = async (does: "undo" | "redo"): Promise<void> => {
    if (await client.edit({ do: does })) say(does === "undo" ? "Undone" : "Done again");
  };
  const mark = async (): Promise<void> => {
    const edit = { do: "leads", view: client.view, from: top, to: bottom, isNotALead: !isNotALead } as const;
    const done = await client.edit(edit);
    if (done) say(isNotALead ? "Taken back in" : `${rowsText(bottom - top + 1)} left out`);
  };
  return (
    <div class="g-actions">
      <Button onClick={() => step("undo")} disabled={!facts?.canUndo}>
        Undo
      </Button>
      <Button onClick={() => step("redo")} disabled={!facts?.canRedo}>
        Redo
      </Button>
      <Button onClick={onNext}>Next to correct</Button>
      <Button onClick={mark}>{isNotALead ? "It is a lead" : "Not a lead"}</Button>
      <SaveButton path={draftPath(id, "leads.xlsx")} before={() => whenSaved(id)}>
        Save as workbook
      </SaveButton>
      {facts && facts.corrects !== null ? (
        <SendAgain id={id} changedCount={facts.counts.changed} />
      ) : (
        <a id="after-grid" class="button primary" href={draftPage(id, "check")}>
          Done: check and send
        </a>
      )}
    </div>
  );
}

/** Where in the job this is. */
function Place({ id, corrects }: { id: string; corrects: string | null }) {
  if (corrects !== null) return <a href={runPage(corrects)}>Back to the results</a>;
  return <Steps current="Check" links={{ Match: draftPage(id, "match"), Check: draftPage(id, "check") }} />;
}

/** Sends the rows of a run that were changed here. */
function SendAgain({ id, changedCount }: { id: string; changedCount: number }) {
  const { send, dialogs } = useSending();
  const goTo = useGoTo();
  const press = async (): Promise<void> => {
    await whenSaved(id);
    const begun = await send<BegunRound>(draftPath(id, "replay"), { seen: changedCount });
    if (begun) await goTo(runPage(begun.run));
  };
  return (
    <span id="after-grid" tabIndex={-1} class="g-send">
      <Button kind="primary" onClick={press} disabled={changedCount === 0}>
        Send{" "}
        {changedCount === 1 ? "the changed row" : `the ${rowsText(changedCount).replace(" ", " changed ")}`}
      </Button>
      {dialogs}
    </span>
  );
}

/** One text for the cells of all rows that have the same mistake. */
function FillGroup({ client, group, say }: { client: GridClient; group: GroupKey; say(text: string): void }) {
  const [text, setText] = useState("");
  const found = groupOf(client, group);
  const at = columnOf(client, group);
  const column = at === undefined ? undefined : client.columns[at];
  if (!found || !column) return null;
  const fill = async (): Promise<void> => {
    const done = await client.edit({ do: "group", view: client.view, group, column: column.key, text });
    if (!done) return;
    say(`${rowsText(found.rowCount)} filled`);
    setText((now) => (now === text ? "" : now));
  };
  const list = `words-${group.number}`;
  return (
    <form
      class="g-fill"
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== "") void fill();
      }}
    >
      <label for="g-fill-text">
        {column.header} of {found.rowCount === 1 ? "this row" : `all ${rowsText(found.rowCount)}`}
      </label>
      <input
        id="g-fill-text"
        type="text"
        value={text}
        {...(column.choices && { list })}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {column.choices && (
        <datalist id={list}>
          {column.choices.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
      <Button onClick={fill} disabled={text === ""}>
        Fill {found.rowCount === 1 ? "the cell" : `all ${found.rowCount.toLocaleString("en-US")} cells`}
      </Button>
    </form>
  );
}

function OpenElsewhere({ client }: { client: GridClient }) {
  return (
    <Banner tone="warn" title={client.error?.message ?? ""}>
      {client.error?.hint} <Button onClick={() => client.takeOver()}>Work here instead</Button>
    </Banner>
  );
}

function groupOf({ facts }: GridClient, { of, number }: GroupKey): MistakeGroup | undefined {
  return (of === "mistake" ? facts?.mistakes : facts?.warnings)?.find((group) => group.number === number);
}

/** The column in which rows of a group have their mistake. */
function columnOf(client: GridClient, group: GroupKey): number | undefined {
  const found = groupOf(client, group);
  if (found?.column === undefined) return undefined;
  const at = client.columns.findIndex(({ header }) => header === found.column);
  return at < 0 ? undefined : at;
}

/** Rows stay where they are when they change, so that nobody types into another one. */
function leftText(tab: RowTab, count: number): string {
  const is = count === 1 ? "is" : "are";
  const what = tab === "correct" || tab === "all" ? "correct now" : "not of this list any longer";
  return `${rowsText(count)} shown here ${is} ${what}.`;
}

/** The first column of a row with something to say of it. */
function markedColumn(client: GridClient, at: number): number | undefined {
  return client.row(at)?.marks.find(({ column }) => column >= 0)?.column;
}

function rowsText(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;
}

const PAGE_KEY = "leadctl-page";

/** This page's name: kept while it is loaded again, and never that of a copy of it. */
function pageName(): string {
  const kept = sessionStorage.getItem(PAGE_KEY);
  sessionStorage.removeItem(PAGE_KEY);
  pageNameNow = kept ?? pageNameNow ?? crypto.randomUUID();
  return pageNameNow;
}

let pageNameNow: string | undefined;

function keepPageName(): void {
  if (pageNameNow !== undefined) sessionStorage.setItem(PAGE_KEY, pageNameNow);
}
