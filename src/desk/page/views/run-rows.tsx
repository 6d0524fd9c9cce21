import { useEffect, useRef, useState } from "preact/hooks";
import { sentence } from "../../../base/sentence.ts";
import type { ListedRow } from "../../../report/page/row-list.ts";
import { RowsView, type ShownRows, type ShownView } from "../../../report/page/rows-view.tsx";
import { runPage, runPath } from "../../addresses.ts";
import type { RowLinks, RowsAnswer, RunResults } from "../../server/results-routes.ts";
import { type ApiError, post } from "../api.ts";
import { asApiError, useLoad } from "../load.ts";
import { ErrorBanner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";

const PAGE_ROWS = 50;

/** The rows of a run, in windows from the server; links only where somebody asks for them. */
export function RunRows(props: { run: string; results: RunResults; areLinksShown: boolean }) {
  const { run, results, areLinksShown } = props;
  const path = runPath(run);
  const useRows = (choice: ShownView): ShownRows => {
    const { data, isLate, ...rows } = useLatest<RowsAnswer>(`${path}/rows?${queryOf(choice)}`, results);
    const [links, failure] = useLinks(run, areLinksShown ? (data?.window.rows ?? NO_ROWS) : NO_ROWS);
    const withLink = (row: ListedRow): ListedRow => ({
      ...row,
      link: row.link && (links.get(row.row) ?? ""),
    });
    const error = rows.error ?? failure;
    return {
      window: data && { ...data.window, rows: data.window.rows.map(withLink) },
      contents: data?.contents,
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
          loginLink: ({ row, link }) => <LinkCell run={run} row={row} shown={link || undefined} />,
          next: ({ status }) => (status === "unknown" && unknown ? sentence(unknown.next) : ""),
        }}
      />
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

function queryOf({ tab, text, filters, sort, isDescending, from }: ShownView): string {
  const query = new URLSearchParams({ tab, text, sort, from: String(from), count: String(PAGE_ROWS) });
  for (const filter of filters) query.append("filter", filter);
  query.set("isDescending", String(isDescending));
  return query.toString();
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
    const wanted = rows.filter(({ link }) => link !== undefined).map(({ row }) => row);
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
    const body = { confirmed: true, rows: [row] };
    const [link] = (await post<RowLinks>(runPath(run, "links"), body)).links;
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
    <span class="line">
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
