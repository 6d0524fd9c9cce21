import { sentence } from "../../base/sentence.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import type { ReasonTally } from "../model/reason-tally.ts";
import type { RenderedRun } from "../model/report-model.ts";
import { shownStatuses } from "../text/shown-status.ts";
import { html, type Markup, NOTHING } from "./markup.ts";
import type { PageFacts } from "./page-facts.ts";

/** The table's columns; the page's script sorts and fills them by these names. */
const COLUMNS = [
  ["row", "Row"],
  ["status", "Status"],
  ["reference", "Reference"],
  ["name", "Name"],
  ["email", "E-mail"],
  ["quote", "Quote"],
  ["link", "Login link"],
  ["what", "What happened"],
] as const;

/** Where a sheet or the service is to be read. */
const REVEALED: ReadonlySet<string> = new Set(["reference", "name", "quote", "link"]);

/** Of each kind of filter, so many stand in the open. */
const PILLS_SHOWN_MAX = 4;
const KINDS_SHOWN_MAX = 100;

/** Tabs, search, filters and the table, which the script fills from the embedded data. */
export function rowsSection(report: RenderedRun, facts: PageFacts): Markup {
  const columns = COLUMNS.filter(([name]) => facts.isRevealing || !REVEALED.has(name)).map(
    ([name, title]) =>
      html`<th scope="col" class="c-${name}" data-column="${name}" aria-sort="none"><button type="button" class="sort">${title}</button></th>`,
  );
  const searched = facts.isRevealing
    ? "Row, reference, e-mail, name, quote or message"
    : "Row, e-mail or message";
  return html`<section id="rows" aria-labelledby="rows-title" tabindex="-1"><h2 id="rows-title" class="unseen">Rows</h2>
${tabs(report)}
<div id="panel"${report.summary.total < 2 ? NOTHING : html` role="tabpanel"`}>
<noscript><p class="secret">The table needs JavaScript, which is part of this file. The same rows are in report.csv.</p></noscript>
<form id="controls" role="search" hidden>
<input id="query" type="search" aria-label="Search" autocomplete="off" spellcheck="false" placeholder="${searched}">
<p id="found" role="status"></p>
</form>
<div id="filters" class="filters" hidden>
${pills("Status", statusPills(report))}${pills("Reason", reasonPills(facts.tally.reasons, "issue"))}${pills("Warning", reasonPills(facts.tally.warnings, "warning"))}</div>
${restNote(report, facts)}
<div class="wide" tabindex="0" role="group" aria-labelledby="rows-title"><table id="table"><caption class="unseen">Rows of ${report.run.input}. Column headers sort; the row number opens a row's details.</caption>
<thead><tr>${columns}</tr></thead><tbody></tbody></table></div>
<p id="pages" class="pages"></p>
</div>
</section>`;
}

/** What needs attention is what was not created, and no person took out; of a check, what is not ready. */
function tabs({ summary, run }: RenderedRun): Markup {
  if (summary.total < 2) return NOTHING;
  const done = run.isCheck ? summary.pending : summary.created;
  const open = summary.total - done - summary.dismissed;
  const shown = [
    ["attention", run.isCheck ? "Needs corrections" : "Needs attention", open],
    ["all", "All", summary.total],
    ["done", run.isCheck ? "Ready" : "Created", done],
  ] as const;
  const selected = open > 0 ? "attention" : "all";
  const buttons = shown.map(([name, title, count]) => {
    const isSelected = name === selected;
    const disabled = count === 0 ? html` disabled` : NOTHING;
    return html`<button type="button" role="tab" id="tab-${name}" data-tab="${name}" aria-controls="panel" aria-selected="${String(isSelected)}" tabindex="${isSelected ? 0 : -1}"${disabled}>${title} <span class="count">${countText(count)}</span></button>\n`;
  });
  return html`<div class="tabs" role="tablist" aria-label="Which rows">${buttons}</div>`;
}

/** A group of filters that exclude each other; those that are seldom stand behind a fold. */
function pills(title: string, all: readonly Markup[]): Markup {
  if (all.length === 0) return NOTHING;
  const rest = all.slice(PILLS_SHOWN_MAX);
  const more =
    rest.length === 0
      ? NOTHING
      : html`<details class="more"><summary>${countText(rest.length)} more</summary><div class="pills">${rest}</div></details>`;
  return html`<div class="group" role="group" data-group="${title}" aria-label="${title}"><span class="label" aria-hidden="true">${title}</span><div class="pills">${all.slice(0, PILLS_SHOWN_MAX)}${more}</div></div>
`;
}

function pill(filter: string, hint: string, words: Markup, count: number): Markup {
  return html`<button type="button" class="pill" data-filter="${filter}" aria-pressed="false" title="${hint}">${words} <span class="count">${countText(count)}</span></button>\n`;
}

function statusPills(report: RenderedRun): Markup[] {
  return shownStatuses(report).map(({ name, sign, count, means }) =>
    pill(
      `status:${name}`,
      sentence(means),
      html`<span class="sign s-${name}" aria-hidden="true">${sign}</span> ${name}`,
      count,
    ),
  );
}

/** Issues by field and message. */
function reasonPills(tally: ReasonTally, filter: string): Markup[] {
  return tally
    .numberedKinds()
    .slice(0, KINDS_SHOWN_MAX)
    .map(({ number, reason }) => {
      const { column, message, examples, count } = reason;
      const where = column === undefined ? NOTHING : html`<b>${column}</b> `;
      const places = `${examples.join(", ")}${count > examples.length ? ", …" : ""}`;
      const whole = column === undefined ? message : `${column}: ${message}`;
      const words = html`<span class="words">${where}${message}</span>`;
      return pill(`${filter}:${number}`, `${whole} (${places})`, words, count);
    });
}

/** What the table leaves out, and where that is. */
function restNote({ summary, run }: RenderedRun, { shownCount, shownCounts }: PageFacts): Markup {
  if (shownCount === summary.total) return NOTHING;
  const others = summary.total - summary.created;
  const first =
    shownCounts.others < others
      ? `the first ${countText(shownCounts.others)} of the ${countText(others)} that were not created`
      : `all ${countText(others)} that were not created, and the first ${countText(shownCounts.created)} that were`;
  const where = run.shards ? "report.csv of the runs" : "report.csv";
  return html`<p class="rest">The table holds ${countText(shownCount)} of ${amountText(summary.total, "row")}: ${first}. The rest is in ${where}, and <code>leadctl explain</code> finds each.</p>`;
}
