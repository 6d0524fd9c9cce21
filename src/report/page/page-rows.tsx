import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Summary } from "../../outcome/status.ts";
import { Dialog, Facts, IssueList, StatusSign } from "./parts.tsx";
import { type ListedIssue, type ListedRow, listedPlace, type RowList } from "./row-list.ts";
import { RowsView } from "./rows-view.tsx";

/** What the rows of a page are shown with, beside the rows themselves. */
export interface PageRowsHead {
  summary: Summary;
  isCheck: boolean;
  isRevealing: boolean;
  /** What the table leaves out, and where that is; empty where it leaves nothing out. */
  rest: string;
}

/** So many stand in the file itself, for who has no script; the script shows more. */
const FIRST_ROWS = 20;
const ROW_IN_ADDRESS = /^#row-(\d+)$/;

/** The rows of `report.html`: made with the file, and taken over by its script. */
export function PageRows(props: { head: PageRowsHead; list: RowList; pageRows?: number }) {
  const { head, list, pageRows = FIRST_ROWS } = props;
  const { isRevealing, rest } = head;
  const [opened, setOpened] = useState<ListedRow>();
  useEffect(() => {
    const open = (): void => {
      const row = Number(ROW_IN_ADDRESS.exec(location.hash)?.[1]);
      if (row > 0) setOpened(list.find(row));
    };
    open();
    addEventListener("hashchange", open);
  }, [list]);
  const show = (row: ListedRow): void => {
    history.replaceState(null, "", `#row-${row.row}`);
    setOpened(row);
  };
  const close = (): void => {
    history.replaceState(null, "", location.pathname + location.search);
    setOpened(undefined);
  };
  return (
    <>
      <RowsView
        {...head}
        pageRows={pageRows}
        searched={isRevealing ? "Row, reference, e-mail, name, quote or message" : "Row, e-mail or message"}
        useRows={(choice) => ({ window: list.window(choice, pageRows) })}
        parts={{
          opener: (row) => (
            <button
              type="button"
              class="open"
              aria-label={`Row ${row.row}, details`}
              onClick={() => show(row)}
            >
              {row.row}
            </button>
          ),
          loginLink: ({ row, link }) => <Copy what={`link of row ${row}`} text={link} label="Copy link" />,
        }}
      >
        {rest !== "" && <p class="rest">{rest}</p>}
      </RowsView>
      {opened && <Details row={opened} onClose={close} />}
    </>
  );
}

/** Everything that is known of a row. */
function Details({ row, onClose }: { row: ListedRow; onClose(): void }) {
  const copied = (title: string, value: string | undefined): [string, ComponentChildren] => [
    title,
    value !== undefined && (
      <>
        {value} <Copy what={title.toLowerCase()} text={value} />
      </>
    ),
  ];
  const listed = (issues: readonly ListedIssue[] = []) =>
    issues.map((issue) => ({ ...issue, place: listedPlace(issue, row.row) }));
  return (
    <Dialog title={`Row ${row.row}`} onClose={onClose}>
      <form method="dialog">
        <p>
          <StatusSign status={row.status} />{" "}
          <button type="submit" class="close">
            Close
          </button>
        </p>
      </form>
      <Facts
        facts={[
          copied("Reference", row.reference),
          ["Name", row.name],
          ["E-mail", row.email],
          copied("Quote", row.quote),
          copied("Login link", row.link),
        ]}
      />
      <IssueList title="What happened" issues={listed(row.issues)} />
      <IssueList title="Warnings" issues={listed(row.warnings)} />
    </Dialog>
  );
}

/** Copies a text: the page's script hears of it wherever it stands. */
export function Copy(props: { what: string; text: string | undefined; label?: ComponentChildren }) {
  const { what, text, label = "Copy" } = props;
  return (
    <button type="button" class="copy" data-copy={text} aria-label={`Copy ${what}`}>
      {label}
    </button>
  );
}
