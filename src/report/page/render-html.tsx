import { createHash } from "node:crypto";
import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import { BitSet } from "../../base/growable.ts";
import { packageText } from "../../base/package-files.ts";
import type { RunRow } from "../../run/run-row.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { RenderedReport, RunReport } from "../model/report-model.ts";
import { sharedRow, shareSafe } from "../model/share-safe.ts";
import { embeddedJson, RowLister } from "./fill-row-list.ts";
import { Page, type PagePlace } from "./page.tsx";
import type { PageRowsHead } from "./page-rows.tsx";

/** More would make a page that browsers are slow with. */
export const PAGE_ROWS_MAX = 50_000;

/** A page that may stand anywhere. */
const NOWHERE: PagePlace = { files: [], program: "leadctl" };

/** `report.html` of a run of which nothing has been gathered yet: reads its rows. */
export async function* renderHtml(report: RunReport, isRevealing: boolean): AsyncGenerator<string> {
  const page = reportPage(report, isRevealing);
  for await (const batch of report.rows()) for (const row of batch) page.addRow(row);
  yield* page.render(report);
}

/**
 * `report.html`: one page that needs nothing else, put together from rows that others read as well. Its policy forbids every
 * request and every script but its own, so that whatever a sheet or the service said stays text.
 *
 * @param rowsMax How many rows the table may hold. Those that were not created come first, then as many others as fit.
 */
export function reportPage(report: RunReport, isRevealing: boolean, rowsMax = PAGE_ROWS_MAX) {
  const isCheck = report.run.isCheck === true;
  const listed = listedRows(report, rowsMax);
  const lister = new RowLister(isCheck);
  return {
    /** Takes a row in; in input order. */
    addRow(row: RunRow): void {
      const isListed = listed.has(row.row);
      // Most rows have nothing to say.
      if (!isListed && row.issues.length === 0 && row.warnings.length === 0 && row.error === null) return;
      lister.add(isRevealing ? row : sharedRow(row), isListed);
    },
    /** @param whole The run, as it is once all rows are in. */
    *render(whole: RunReport, place: PagePlace = NOWHERE): Generator<string> {
      const shown = isRevealing ? whole : shareSafe(whole);
      const { run, summary } = shown;
      const head: PageRowsHead = { summary, isCheck, isRevealing, rest: restText(shown, rowsMax) };
      const { style, script } = readPageAssets();
      yield `<!doctype html>\n<html lang="en">\n<head>${headText(run.input, { style, script })}</head>\n<body>`;
      yield inertMarkup(<Page {...{ report: shown, head, place }} list={lister.list()} />);
      yield `\n<script type="application/json" id="data">{"head":${embeddedJson(head)},"list":`;
      yield* lister.json();
      yield `}</script>\n<script>${script}</script>\n</body>\n</html>\n`;
    },
  };
}

function listedRows({ summary, outcomes }: RunReport, rowsMax: number): BitSet {
  const rows = new BitSet();
  const othersRoom = Math.min(rowsMax, summary.total - summary.created);
  const room = { created: rowsMax - othersRoom, others: othersRoom };
  for (const { row, state } of outcomes()) {
    const group = state.status === "created" ? "created" : "others";
    if (room[group]-- > 0) rows.add(row);
  }
  return rows;
}

/** What the table leaves out, and where that is. */
function restText({ summary, run }: RenderedReport, rowsMax: number): string {
  if (summary.total <= rowsMax) return "";
  const others = summary.total - summary.created;
  const first =
    others > rowsMax
      ? `the first ${countText(rowsMax)} of the ${countText(others)} that were not created`
      : `all ${countText(others)} that were not created, and the first ${countText(rowsMax - others)} that were`;
  const where = run.shards ? "report.csv of the runs" : "report.csv";
  return `The table holds ${countText(rowsMax)} of ${amountText(summary.total, "row")}: ${first}. The rest is in ${where}, and leadctl explain finds each.`;
}

/** Reads the style and the script that are inlined into every page. */
export function readPageAssets() {
  const style = packageText("src/report/page/page.css");
  const script = packageText("dist/report/page/page.js");
  if (/<\/script|<!--/i.test(script)) throw new Error("the page's script would end its own element");
  return { style, script };
}

function headText(input: string, { style, script }: ReturnType<typeof readPageAssets>): string {
  const policy = [
    "default-src 'none'",
    `script-src '${sha256(script)}'`,
    `style-src '${sha256(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  // The policy comes before whatever it is to hold.
  const tags = inertMarkup(
    <>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy} />
      <meta name="generator" content="leadctl" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${input}: leads`}</title>
    </>,
  );
  return `${tags}\n<style>${style}</style>\n`;
}

/** Markup in which every text is escaped, and what cannot be seen is shown: none of ours has line breaks. */
function inertMarkup(node: VNode): string {
  return safeText(render(node));
}

function sha256(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
