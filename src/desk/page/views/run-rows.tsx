import { useCallback, useRef, useState } from "preact/hooks";
import { sentence } from "../../../base/sentence.ts";
import type { ListedRow, RowWindow, View } from "../../../report/page/row-list.ts";
import { RowsView, type ShownRows } from "../../../report/page/rows-view.tsx";
import { runPage, runPath } from "../../addresses.ts";
import type { RowLinks, RunResults } from "../../server/results-routes.ts";
import { get, post } from "../api.ts";
import { useLoad } from "../hooks.ts";
import { Button, ErrorBanner } from "../parts/pieces.tsx";

const PAGE_ROWS = 50;

/** The rows of a run, in windows from the server; links only where somebody asks for them. */
export function RunRows(props: { run: string; results: RunResults; areLinksShown: boolean }) {
  const { run, results, areLinksShown } = props;
  const ask = useCallback((query: string) => rowsOf(run, query, areLinksShown), [run, areLinksShown]);
  const useRows = (choice: View): ShownRows => {
    const { data, isLate, error } = useLatest(queryOf(choice), results, ask);
    // What is hidden is so at once.
    const hidden = (row: ListedRow): ListedRow => ({ ...row, link: row.link && "" });
    return {
      window: data && { ...data, rows: areLinksShown ? data.rows : data.rows.map(hidden) },
      isLate: isLate && !error,
      trouble: error && <ErrorBanner error={error} />,
    };
  };
  const unknown = results.statuses.find(({ name }) => name === "unknown");
  return (
    <section id="rows" class="rows" aria-label="Rows">
      <RowsView
        summary={results.summary}
        pageRows={PAGE_ROWS}
        searched="Row, name, e-mail, reference, quote or reason"
        useRows={useRows}
        parts={{
          opener: ({ row }) => (
            <a href={runPage(run, "row", row)} aria-label={`Row ${row}: its whole story`}>
              {row}
            </a>
          ),
          // One that was shown by itself goes with all that are hidden.
          loginLink: ({ row, link }) => (
            <LinkCell key={areLinksShown} run={run} row={row} shown={link || undefined} />
          ),
          next: ({ status }) => (status === "unknown" && unknown ? sentence(unknown.next) : ""),
        }}
      />
    </section>
  );
}

/** The last answer stays until the next one is here: a table that vanishes at each key would be no help. It `isLate` then. */
function useLatest(query: string, asOf: unknown, ask: (query: string) => Promise<RowWindow>) {
  const { data, error } = useLoad<RowWindow>(query, asOf, ask);
  const last = useRef<RowWindow>(undefined);
  if (data !== undefined) last.current = data;
  return { data: last.current, isLate: data === undefined, error };
}

function queryOf({ tab, text, filters, sort, isDescending, from }: View): string {
  const query = new URLSearchParams({ tab, text, sort, from: String(from), count: String(PAGE_ROWS) });
  for (const filter of filters) query.append("filter", filter);
  query.set("isDescending", String(isDescending));
  return query.toString();
}

/** A window of a run's rows, with their login links where somebody asks for them. */
export async function rowsOf(run: string, query: string, areLinksShown: boolean): Promise<RowWindow> {
  const window = await get<RowWindow>(`${runPath(run, "rows")}?${query}`);
  const { rows } = window;
  const wanted = areLinksShown ? rows.filter(({ link }) => link !== undefined) : [];
  const links = await linksOf(run, wanted);
  const linked = rows.map((row) => ({ ...row, link: row.link && (links.get(row.row) ?? "") }));
  return { ...window, rows: linked };
}

async function linksOf(run: string, rows: readonly { row: number }[]): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map();
  const body = { confirmed: true, rows: rows.map(({ row }) => row) };
  const { links } = await post<RowLinks>(runPath(run, "links"), body);
  return new Map(links.map(({ row, loginUrl }) => [row, loginUrl]));
}

/** How often a link was to be copied, whosever. */
let copyCount = 0;

/** A login link: copied or shown where somebody asks for it, and never something to click by accident. */
export function LinkCell({ run, row, shown }: { run: string; row: number; shown?: string | undefined }) {
  const [own, setOwn] = useState<string>();
  const [said, setSaid] = useState("");
  const fetchLink = async (): Promise<string> => (await linksOf(run, [{ row }])).get(row) ?? "";
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
  const text = own ?? shown;
  return (
    <span class="line">
      {text !== undefined && <code>{text}</code>}
      <Button label={`Copy the login link of row ${row}`} onClick={copy}>
        Copy
      </Button>
      {text === undefined && (
        <Button label={`Show the login link of row ${row}`} onClick={async () => setOwn(await fetchLink())}>
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
