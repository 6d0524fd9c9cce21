import { countText } from "../terminal/number-text.ts";
import { html, type Markup } from "./markup.ts";
import type { PageFacts } from "./page-facts.ts";
import type { RunReport } from "./report-model.ts";

/** The table's columns; the page's script sorts and fills them by these names. */
const COLUMNS = [
  ["row", "Row"],
  ["status", "Status"],
  ["reference", "Reference"],
  ["email", "E-mail"],
  ["name", "Name"],
  ["quote", "Quote"],
  ["link", "Login link"],
  ["answer", "Answer"],
  ["attempts", "Attempts"],
  ["what", "What happened"],
] as const;

/** Search, filters and the table, which the script fills from the embedded data. */
export function rowsSection(story: RunReport, facts: PageFacts): Markup {
  const hidden: readonly string[] = facts.isRevealing ? ["answer"] : ["name", "link"];
  const columns = COLUMNS.filter(([name]) => !hidden.includes(name)).map(
    ([name, title]) =>
      html`<th scope="col" class="c-${name}" data-column="${name}" aria-sort="none"><button type="button" class="sort">${title}</button></th>`,
  );
  const searched = facts.isRevealing
    ? "row, reference, e-mail, name, quote or message"
    : "row, reference, quote or message";
  return html`<section id="rows" aria-labelledby="rows-title" tabindex="-1"><h2 id="rows-title">Rows</h2>
${restNote(story, facts)}
<noscript><p class="stop">The table needs JavaScript, which is part of this file. The same rows are in report.csv.</p></noscript>
<form id="controls" role="search" hidden>
<label class="search">Search <input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="${searched}"></label>
<label>Rows a page <select id="page-size"><option>50</option><option selected>100</option><option>500</option></select></label>
<div id="chips" class="chips"></div>
</form>
<div class="above"><p id="found" role="status"></p><p id="pages" class="pages"></p></div>
<div class="wide" tabindex="0" role="group" aria-labelledby="rows-title"><table id="table"><caption class="unseen">Rows of ${story.run.input}. Column headers sort; the row number opens a row's details.</caption>
<thead><tr>${columns}</tr></thead><tbody></tbody></table></div>
<p id="pages-below" class="pages"></p>
</section>`;
}

/** What the table leaves out, and where that is. */
function restNote({ summary, run }: RunReport, { shownCount, shownCounts }: PageFacts): Markup {
  if (shownCount === summary.total) return html``;
  const others = summary.total - summary.created;
  const first =
    shownCounts.others < others
      ? `the first ${countText(shownCounts.others)} of the ${countText(others)} that were not created`
      : `all ${countText(others)} that were not created, and the first ${countText(shownCounts.created)} that were`;
  const where = run.dir === null ? "report.csv of the runs" : `${run.dir}/report.csv`;
  return html`<p class="rest">The table holds ${countText(shownCount)} of ${countText(summary.total)} rows: ${first}. The rest is in ${where}, and <code>leadctl explain</code> finds each.</p>`;
}
