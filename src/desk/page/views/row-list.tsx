import { useEffect, useRef, useState } from "preact/hooks";
import { amountText, countText } from "../../../terminal/number-text.ts";
import { runPage, runPath } from "../../addresses.ts";
import type { FilterKind, ListedRow, RowFilters, RowWindow } from "../../runs/run-rows.ts";
import type { RowLinks, RunResults } from "../../server/results-routes.ts";
import { type ApiError, post } from "../api.ts";
import { asApiError, useLoad } from "../load.ts";
import { ErrorBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Search } from "../parts/search.tsx";
import { StatusSign } from "../parts/status-counts.tsx";
import { Tabs } from "../parts/tabs.tsx";
import "./results.css";

type Tab = "attention" | "all" | "done";

/** What the person wants to see. */
interface Choice {
  tab: Tab;
  text: string;
  status: string | null;
  /** As in `reason:3`. */
  reason: string | null;
  from: number;
}

const NO_FILTERS: RowFilters = { statuses: [], reasons: [], warnings: [] };
const PAGE_ROWS = 50;
const REASONS_MAX = 4;

/** The rows of a run, in windows from the server; links only where somebody asks for them. */
export function RowList(props: { run: string; results: RunResults; areLinksShown: boolean }) {
  const { run, results, areLinksShown } = props;
  const { summary } = results;
  const openCount = summary.total - summary.created - summary.dismissed;
  const [choice, setChoice] = useState<Choice>({
    tab: openCount > 0 ? "attention" : "all",
    text: "",
    status: null,
    reason: null,
    from: 0,
  });
  const choose = (part: Partial<Choice>): void => setChoice((now) => ({ ...now, from: 0, ...part }));
  const toggle = (name: "status" | "reason", value: string): void =>
    choose({ [name]: choice[name] === value ? null : value });
  const path = runPath(run);
  const { data, error, isLate } = useLatest<RowWindow>(`${path}/rows?${queryOf(choice)}`, results);
  const { data: filters = NO_FILTERS } = useLatest<RowFilters>(`${path}/filters?tab=${choice.tab}`, results);
  const { statuses, reasons, warnings } = filters;
  const tabs = [
    { id: "attention" as const, text: "Needs attention", count: openCount },
    { id: "all" as const, text: "All", count: summary.total },
    { id: "done" as const, text: "Created", count: summary.created },
  ];
  const kinds = [
    ...reasons.map((kind) => ({ ...kind, name: `reason:${kind.name}` })),
    ...warnings.map((kind) => ({ ...kind, name: `warning:${kind.name}` })),
  ];
  return (
    <section class="rows" aria-labelledby="rows-title">
      <h2 id="rows-title" class="unseen">
        Rows
      </h2>
      <Tabs
        label="Which rows"
        tabs={tabs}
        current={choice.tab}
        onChoose={(tab) => choose({ tab, status: null, reason: null })}
      />
      <div class="row-tools">
        <Search
          placeholder="Row, name, e-mail, reference, quote or reason"
          onSearch={(text) => choose({ text })}
        />
      </div>
      {statuses.length > 1 && (
        <Pills
          title="Status"
          shownMax={statuses.length}
          kinds={statuses}
          current={choice.status}
          onToggle={(name) => toggle("status", name)}
        />
      )}
      {kinds.length > 0 && (
        <Pills
          title="Reason"
          shownMax={REASONS_MAX}
          kinds={kinds}
          current={choice.reason}
          onToggle={(name) => toggle("reason", name)}
        />
      )}
      {error && <ErrorBanner error={error} />}
      <p class="note" role="status">
        {isLate ? !error && "Reading the rows…" : foundText(data)}
      </p>
      {data && (
        <>
          <RowTable run={run} window={data} areLinksShown={areLinksShown} />
          <Pages found={data.found} from={choice.from} onTurn={(from) => setChoice({ ...choice, from })} />
        </>
      )}
    </section>
  );
}

/** The last answer stays until the next one is here: a table that vanishes at each key would be no help. It `isLate` then. */
function useLatest<T>(
  path: string,
  asOf: unknown,
): { error?: ApiError } & ({ data: T; isLate: false } | { data?: T; isLate: true }) {
  const { data, error } = useLoad<T>(path, asOf);
  const last = useRef<T>(undefined);
  if (data !== undefined) last.current = data;
  const failure = error && { error };
  if (data !== undefined) return { data, isLate: false, ...failure };
  return { ...(last.current !== undefined && { data: last.current }), isLate: true, ...failure };
}

function queryOf({ tab, text, status, reason, from }: Choice): string {
  const query = new URLSearchParams({ tab, from: String(from), count: String(PAGE_ROWS) });
  if (text !== "") query.set("text", text);
  if (status !== null) query.set("status", status);
  const [kind, number] = reason?.split(":") ?? [];
  if (kind !== undefined && number !== undefined) query.set(kind, number);
  return query.toString();
}

function Pills(props: {
  title: string;
  kinds: readonly FilterKind[];
  /** More of them stand behind a fold. */
  shownMax: number;
  current: string | null;
  onToggle(name: string): void;
}) {
  const { title, kinds, shownMax, current, onToggle } = props;
  const draw = (some: readonly FilterKind[]) =>
    some.map(({ name, sign, column, words, count }) => (
      <button
        key={name}
        type="button"
        class="pill"
        aria-pressed={name === current}
        title={column === "" ? words : `${column}: ${words}`}
        onClick={() => onToggle(name)}
      >
        {sign === "" ? (
          <span class="words">
            {column !== "" && <b>{column}</b>} {words}
          </span>
        ) : (
          <StatusSign status={words} sign={sign} />
        )}{" "}
        <span class="count">{countText(count)}</span>
      </button>
    ));
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

function foundText({ found, rows, from }: RowWindow): string {
  if (found === 0) return "No row fits. Take a filter away.";
  if (found <= rows.length) return amountText(found, "row");
  return `Rows ${countText(from + 1)} to ${countText(from + rows.length)} of ${countText(found)}`;
}

function Pages({ found, from, onTurn }: { found: number; from: number; onTurn(from: number): void }) {
  if (found <= PAGE_ROWS) return null;
  const last = Math.floor((found - 1) / PAGE_ROWS) * PAGE_ROWS;
  const turn = (text: string, to: number) => (
    <button type="button" disabled={to < 0 || to > last || to === from} onClick={() => onTurn(to)}>
      {text}
    </button>
  );
  return (
    <nav class="pages" aria-label="Pages of rows">
      {turn("First", 0)}
      {turn("Previous", from - PAGE_ROWS)}
      <span>
        Page {countText(from / PAGE_ROWS + 1)} of {countText(last / PAGE_ROWS + 1)}
      </span>
      {turn("Next", from + PAGE_ROWS)}
      {turn("Last", last)}
    </nav>
  );
}

function RowTable(props: { run: string; window: RowWindow; areLinksShown: boolean }) {
  const { run, window, areLinksShown } = props;
  const { rows } = window;
  const [links, failure] = useLinks(run, areLinksShown ? rows : NO_ROWS);
  const hasReference = rows.some(({ reference }) => reference !== "");
  const hasLinks = rows.some(({ hasLink }) => hasLink);
  const hasWords = rows.some(({ what, warning }) => what !== "" || warning !== "");
  return (
    <>
      {failure && <ErrorBanner error={failure} />}
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: who has only a keyboard scrolls it */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
      <div class="wide" tabIndex={0} role="group" aria-label="Table of rows">
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above */}
        {/* biome-ignore-end lint/a11y/useSemanticElements: as above */}
        <table class="small rows-table">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Status</th>
              <th scope="col">Lead</th>
              {hasReference && <th scope="col">Reference</th>}
              {hasWords && <th scope="col">What happened</th>}
              {hasLinks && <th scope="col">Login link</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <th scope="row">
                  <a href={runPage(run, "row", row.row)} aria-label={`Row ${row.row}: its whole story`}>
                    {row.row}
                  </a>
                </th>
                <td class="c-status">
                  <StatusSign status={row.status} sign={row.sign} />
                </td>
                <td class="c-lead">
                  {row.name !== "" && <strong>{row.name}</strong>} <span>{row.email}</span>
                </td>
                {hasReference && <td>{row.reference}</td>}
                {hasWords && (
                  <td class="c-what">
                    {row.what !== "" && <div>{row.what}</div>}
                    {row.next !== "" && <div>{row.next}</div>}
                    {row.warning !== "" && <div class="note">{row.warning}</div>}
                  </td>
                )}
                {hasLinks && (
                  <td class="c-link">
                    {row.hasLink && <LinkCell run={run} row={row.row} shown={links.get(row.row)} />}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const NO_ROWS: readonly ListedRow[] = [];
const NO_LINKS: ReadonlyMap<number, string> = new Map();

/** The links of a window, where all of them are to be shown. */
function useLinks(
  run: string,
  rows: readonly ListedRow[],
): [ReadonlyMap<number, string>, ApiError | undefined] {
  const [links, setLinks] = useState(NO_LINKS);
  const [failure, setFailure] = useState<ApiError>();
  useEffect(() => {
    setFailure(undefined);
    const wanted = rows.filter(({ hasLink }) => hasLink).map(({ row }) => row);
    if (wanted.length === 0) return setLinks(NO_LINKS);
    let isLate = false;
    post<RowLinks>(runPath(run, "links"), { confirmed: true, rows: wanted }).then(
      (answer) => {
        if (!isLate) setLinks(new Map(answer.links.map(({ row, loginUrl }) => [row, loginUrl])));
      },
      (error) => {
        if (!isLate) setFailure(asApiError(error));
      },
    );
    return () => {
      isLate = true;
    };
  }, [run, rows]);
  return [links, failure];
}

/** How often a link was to be copied, whosever. */
let copyCount = 0;

/** A login link: copied or shown where somebody asks for it, and never something to click by accident. */
export function LinkCell({ run, row, shown }: { run: string; row: number; shown?: string | undefined }) {
  const [own, setOwn] = useState<string>();
  const [said, setSaid] = useState("");
  const fetchLink = async (): Promise<string> => {
    const path = runPath(run, "rows", row, "link");
    const [link] = (await post<RowLinks>(path)).links;
    return link?.loginUrl ?? "";
  };
  const copy = async (): Promise<void> => {
    const mine = ++copyCount;
    setSaid("");
    try {
      const link = text ?? (await fetchLink());
      // It would take the place of another lead's that was asked for later.
      if (mine !== copyCount) return;
      await navigator.clipboard.writeText(link);
      setSaid("Copied");
    } catch {
      setSaid("Could not be copied");
    }
  };
  const show = async (): Promise<void> => {
    try {
      setOwn(await fetchLink());
    } catch (error) {
      setSaid(asApiError(error).message);
    }
  };
  const text = own ?? shown;
  return (
    <span class="link">
      {text !== undefined && <code>{text}</code>}
      <Button label={`Copy the login link of row ${row}`} onClick={copy}>
        Copy
      </Button>
      {text === undefined && (
        <Button label={`Show the login link of row ${row}`} onClick={show}>
          Show
        </Button>
      )}
      {own !== undefined && (
        <Button label={`Hide the login link of row ${row}`} onClick={() => setOwn(undefined)}>
          Hide
        </Button>
      )}
      <span class="note" role="status">
        {said}
      </span>
    </span>
  );
}
