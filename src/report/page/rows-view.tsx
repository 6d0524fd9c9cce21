import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Summary } from "../../outcome/status.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import type { ShownName } from "../text/status-mark.ts";
import { Search, StatusSign, Tabs, Wide } from "./parts.tsx";
import {
  COLUMN_TITLES,
  type ColumnName,
  type CountedFilter,
  issuesText,
  type ListedRow,
  type RowWindow,
  type View,
} from "./row-list.ts";

const PILLS_SHOWN_MAX = 4;

/** The rows that are shown now. */
export interface ShownRows {
  window?: RowWindow | undefined;
  /** The rows are still those of an earlier choice: the new ones are on their way. */
  isLate?: boolean;
  trouble?: ComponentChildren;
}

/** What the surface adds to a row. */
export interface RowParts {
  /** Leads to all that is known of it. */
  opener(row: ListedRow): ComponentChildren;
  loginLink(row: ListedRow): ComponentChildren;
  /** What to do about it, where a sentence says that. */
  next?(row: ListedRow): string;
}

/**
 * The table of results: tabs, search, filters, and the rows a page at a time, so that 50,000 of them cost no more than a hundred.
 *
 * @param useRows Gets the rows; the same hook each time.
 * @param searched What can be searched for, as in `Row, e-mail or message`.
 */
export function RowsView(props: {
  summary: Summary;
  isCheck?: boolean;
  pageRows: number;
  searched: string;
  useRows(choice: View): ShownRows;
  parts: RowParts;
  children?: ComponentChildren;
}) {
  const { summary, isCheck = false, pageRows, searched, useRows, parts, children } = props;
  const done = isCheck ? summary.pending : summary.created;
  // What a person took out needs nothing any longer.
  const open = summary.total - done - summary.dismissed;
  const [choice, setChoice] = useState<View>({
    tab: open > 0 ? "attention" : "all",
    text: "",
    filters: [],
    sort: "row",
    isDescending: false,
    from: 0,
  });
  const choose = (part: Partial<View>): void => setChoice((now) => ({ ...now, from: 0, ...part }));
  const { window, isLate = false, trouble } = useRows(choice);
  const filters = window?.filters ?? [];
  const { sort, isDescending } = choice;
  const sorted = (column: ColumnName): void =>
    choose({ sort: column, isDescending: column === sort && !isDescending });
  const tabs = [
    { id: "attention" as const, text: isCheck ? "Needs corrections" : "Needs attention", count: open },
    { id: "all" as const, text: "All", count: summary.total },
    { id: "done" as const, text: isCheck ? "Ready" : "Created", count: done },
  ];
  const groups = GROUPS.map((title) => {
    const group = `${title.toLowerCase()}:`;
    return { title, kinds: filters.filter(({ name }) => name.startsWith(group)) };
  });
  const toggle = (name: string): void => choose({ filters: toggled(choice.filters, name) });
  return (
    <>
      {summary.total > 1 && (
        <>
          <Tabs
            label="Which rows"
            tabs={tabs.map((tab) => ({ ...tab, isOff: tab.count === 0 }))}
            current={choice.tab}
            onChoose={(tab) => choose({ tab, filters: [] })}
          />
          <Search placeholder={searched} onSearch={(text) => choose({ text })} />
          <div id="filters" class="filters">
            {groups.map(({ title, kinds }) => (
              <Pills key={title} title={title} kinds={kinds} pressed={choice.filters} onToggle={toggle} />
            ))}
          </div>
        </>
      )}
      {children}
      {trouble}
      <p id="found" class="note" role="status">
        {isLate ? "Reading the rows…" : !trouble && foundText(window)}
      </p>
      {window && (
        <>
          <RowTable {...{ window, sort, isDescending, parts }} onSort={sorted} />
          <Pages {...{ pageRows, ...window }} onTurn={(from) => setChoice({ ...choice, from })} />
        </>
      )}
    </>
  );
}

const GROUPS = ["Status", "Reason", "Warning"] as const;

/** Several statuses can be on at once, but only one reason and one warning. */
function toggled(filters: readonly string[], name: string): string[] {
  if (filters.includes(name)) return filters.filter((filter) => filter !== name);
  const [group = ""] = name.split(":");
  return [...filters.filter((filter) => group === "status" || !filter.startsWith(`${group}:`)), name];
}

/** Filters of one group; those that are seldom stand behind a fold. One status that all rows have is not a choice. */
function Pills(props: {
  title: (typeof GROUPS)[number];
  kinds: readonly CountedFilter[];
  pressed: readonly string[];
  onToggle(name: string): void;
}) {
  const { title, kinds, pressed, onToggle } = props;
  const isStatus = title === "Status";
  if (kinds.length < (isStatus ? 2 : 1)) return null;
  const draw = (some: readonly CountedFilter[]) =>
    some.map(({ name, column, words, count }) => (
      <button
        key={name}
        type="button"
        class="pill"
        data-filter={name}
        aria-pressed={pressed.includes(name)}
        title={column === "" ? words : `${column}: ${words}`}
        onClick={() => onToggle(name)}
      >
        <span class="words">
          {column !== "" && <b>{column} </b>}
          {isStatus ? <StatusSign status={words as ShownName} /> : words}
        </span>{" "}
        <span class="count">{countText(count)}</span>
      </button>
    ));
  const shownMax = isStatus ? kinds.length : PILLS_SHOWN_MAX;
  const rest = kinds.slice(shownMax);
  return (
    <fieldset class="group" aria-label={title}>
      <span class="label" aria-hidden="true">
        {title}
      </span>
      <div class="pills">
        {draw(kinds.slice(0, shownMax))}
        {rest.length > 0 && (
          <details class="more">
            <summary>{countText(rest.length)} more</summary>
            <div class="pills">{draw(rest)}</div>
          </details>
        )}
      </div>
    </fieldset>
  );
}

function foundText(window: RowWindow | undefined): string {
  if (!window) return "";
  const { found, rows, from } = window;
  if (found === 0) return "No row matches. Remove a filter.";
  if (found <= rows.length) return amountText(found, "row");
  return `Rows ${countText(from + 1)} to ${countText(from + rows.length)} of ${countText(found)}`;
}

function RowTable(props: {
  window: RowWindow;
  sort: ColumnName;
  isDescending: boolean;
  onSort(column: ColumnName): void;
  parts: RowParts;
}) {
  const { window, sort, isDescending, onSort, parts } = props;
  const { columns } = window;
  const direction = isDescending ? "descending" : "ascending";
  return (
    <Wide label="Table of rows">
      <table id="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                class={`c-${column}`}
                data-column={column}
                aria-sort={column === sort ? direction : "none"}
              >
                <button type="button" class="sort" onClick={() => onSort(column)}>
                  {COLUMN_TITLES[column]}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a keyboard presses the row's own button */}
        <tbody onClick={openRow}>
          {window.rows.map((row) => (
            <tr key={row.row} data-row={row.row}>
              {columns.map((column) =>
                column === "row" ? (
                  <th key={column} scope="row" class="c-row">
                    {parts.opener(row)}
                  </th>
                ) : (
                  <td key={column} class={`c-${column}`}>
                    {contentOf(row, column, parts)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** A click anywhere on a line opens the row, unless it is meant for a button or selects text. */
function openRow({ target }: Event): void {
  if (!(target instanceof Element) || target.closest("button, a") || getSelection()?.toString()) return;
  target.closest("tr")?.querySelector<HTMLElement>("th > *")?.click();
}

function contentOf(row: ListedRow, column: Exclude<ColumnName, "row">, parts: RowParts): ComponentChildren {
  if (column === "status") return <StatusSign status={row.status} />;
  if (column === "link") return row.link !== undefined && parts.loginLink(row);
  if (column !== "what") return row[column];
  const next = parts.next?.(row);
  const doubts = issuesText(row, row.warnings);
  return (
    <>
      {issuesText(row, row.issues)}
      {next && <div>{next}</div>}
      {doubts !== "" && <div class="note">{doubts}</div>}
    </>
  );
}

function Pages(props: { found: number; from: number; pageRows: number; onTurn(from: number): void }) {
  const { found, from, pageRows, onTurn } = props;
  if (found <= pageRows) return null;
  const last = Math.floor((found - 1) / pageRows) * pageRows;
  // It stays one that can be pressed, or the keyboard would lose its place.
  const turn = (text: string, to: number) => (
    <button
      type="button"
      aria-disabled={to < 0 || to > last || to === from}
      onClick={({ currentTarget }) => {
        if (to < 0 || to > last || to === from) return;
        onTurn(to);
        currentTarget.closest("section")?.scrollIntoView();
      }}
    >
      {text}
    </button>
  );
  return (
    <nav id="pages" class="pages" aria-label="Pages of rows">
      {turn("First", 0)}
      {turn("Previous", from - pageRows)}
      <span>
        Page {countText(from / pageRows + 1)} of {countText(last / pageRows + 1)}
      </span>
      {turn("Next", from + pageRows)}
      {turn("Last", last)}
    </nav>
  );
}
