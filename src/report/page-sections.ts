import { MAYBE_WORDS, type RunGuidance } from "../outcome/guidance.ts";
import { occurring } from "../outcome/status.ts";
import { ANSWER_WORDS } from "../outcome/what-happened.ts";
import { rowsText } from "../settings/selection.ts";
import { amountText, countText } from "../terminal/number-text.ts";
import { sharedCommandText } from "../terminal/shell-command.ts";
import { durationWords, timelineCharts } from "./chart.ts";
import { resultOf } from "./headline.ts";
import { html, type Markup } from "./markup.ts";
import type { PageFacts } from "./page-facts.ts";
import type { ReasonTally, RowTally } from "./reason-tally.ts";
import { statusWordsOf } from "./report-guidance.ts";
import type { RunReport } from "./report-model.ts";
import { STATUS_SIGNS } from "./status-mark.ts";
import type { TimelineView } from "./timeline.ts";

const NOTHING = html``;
const KINDS_SHOWN_MAX = 100;

/** What happened, in one sentence, and what it is about. */
export function header(report: RunReport, { isRevealing }: PageFacts, view: TimelineView): Markup {
  const { run } = report;
  const facts: [string, string][] = run.isCheck ? [] : [["Run", run.id]];
  if (run.target) facts.push(["Sent to", `${run.target.baseUrl}, partner ${run.target.partner}`]);
  facts.push([run.isCheck ? "Checked" : "Started", timeWords(run.startedAt)]);
  if (run.endedAt !== null) facts.push(["Ended", timeWords(run.endedAt)]);
  if (view.durationMs > 0) facts.push(["Took", tookWords(view, run.shards !== undefined)]);
  if (run.rowsRead !== report.summary.total)
    facts.push(["Rows", `${countText(report.summary.total)} of ${countText(run.rowsRead)} in the file`]);
  if (run.filter) facts.push(["Only", filterWords(run.filter)]);
  const stop =
    run.stopReason === null
      ? NOTHING
      : html`<p class="stop"><strong>It stopped early.</strong> ${run.stopReason}</p>\n`;
  const sharing = isRevealing
    ? html`<p class="sharing secret"><strong>Confidential.</strong> This copy holds names, e-mail addresses and login links: whoever has a link can sign in as the applicant.</p>`
    : html`<p class="sharing">Safe to share: e-mail addresses are masked, names and login links left out.</p>`;
  const notices = report.notices.map(({ message }) => html`<li>${message}</li>\n`);
  return html`<header>
<p class="file">${run.input}</p>
<h1>${resultOf(report).text}</h1>
${stop}<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${notices.length === 0 ? NOTHING : html`<ul class="notices">${notices}</ul>\n`}${sharing}
</header>`;
}

function tookWords({ durationMs, rounds }: TimelineView, isMerged: boolean): string {
  const time = durationWords(durationMs);
  return rounds.length > 1
    ? `${time} in ${countText(rounds.length)} rounds${isMerged ? ", all shards together" : ""}`
    : time;
}

function filterWords({ statuses, rows }: NonNullable<RunReport["run"]["filter"]>): string {
  return [...(statuses ?? []), ...(rows ? [`rows ${rowsText(rows)}`] : [])].join(", ");
}

/** What to type or do next. */
export function steps({ action, nextSteps }: RunGuidance): Markup {
  const items = nextSteps.map(({ argv, note }) => {
    const command = sharedCommandText(argv);
    return html`<li><code>${command}</code> <button type="button" class="copy" data-copy="${command}">Copy</button> <span class="note">${note}</span></li>\n`;
  });
  if (action !== null) items.push(html`<li>${action}</li>\n`);
  if (items.length === 0) return NOTHING;
  return html`<section aria-labelledby="next-title"><h2 id="next-title">What next</h2>
<ol class="steps">${items}</ol></section>`;
}

/** A bar of all outcomes, and a filter for each. */
export function outcomes(report: RunReport): Markup {
  const { summary, run } = report;
  const wordsOf = statusWordsOf(report);
  // In a check, what is ready comes first, as what was created does in a run.
  const list = run.isCheck ? occurring(summary).reverse() : occurring(summary);
  let left = 0;
  const pieces = list.map(({ status, count: rows }) => {
    const width = (rows / summary.total) * 1_000;
    left += width;
    return html`<rect class="s-${nameOf(status)}" x="${(left - width).toFixed(2)}" y="0" width="${Math.max(width, 2).toFixed(2)}" height="10"/>`;
  });
  const items = list.map(({ status, count: rows }) => {
    const words =
      run.isCheck && status === "pending"
        ? { means: "nothing is wrong with it", next: "send it" }
        : wordsOf(status);
    return html`<li><button type="button" class="filter" data-filter="status:${nameOf(status)}" aria-pressed="false"><span class="sign s-${nameOf(status)}" aria-hidden="true">${signOf(status)}</span> <span class="many">${countText(rows)}</span> <span class="name">${nameOf(status)}</span> <span class="share">${shareWords(rows, summary.total)}</span></button><p>${sentence(words.means)} <span class="note">${sentence(words.next)}</span></p></li>\n`;
  });
  const maybe =
    summary.maybeCreated === 0
      ? NOTHING
      : html`\n<p class="maybe"><strong>${countText(summary.maybeCreated)} may exist:</strong> ${MAYBE_WORDS.means}. <span class="note">${sentence(MAYBE_WORDS.next)}</span></p>`;
  function nameOf(status: string): string {
    return run.isCheck && status === "pending" ? "ready" : status;
  }
  function signOf(status: keyof typeof STATUS_SIGNS): string {
    return run.isCheck && status === "pending" ? STATUS_SIGNS.created : STATUS_SIGNS[status];
  }
  return html`<section aria-labelledby="outcomes-title"><h2 id="outcomes-title">Outcomes</h2>
<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>
<ul class="outcomes">${items}</ul>${maybe}</section>`;
}

/** Issues by field and message; each is a filter. */
export function reasons({ run }: RunReport, tally: RowTally): Markup {
  const issues = reasonList(tally.reasons, "issue");
  const warnings = reasonList(tally.warnings, "warning");
  const [issuesTitle, warningsTitle] = run.isCheck
    ? ["To fix", "Warnings"]
    : ["Why rows were not created", "Warnings: sent as they are"];
  return html`${issues ? html`<section aria-labelledby="issues-title"><h2 id="issues-title">${issuesTitle}</h2>\n${issues}</section>` : NOTHING}
${warnings ? html`<section aria-labelledby="warnings-title"><h2 id="warnings-title">${warningsTitle}</h2>\n${warnings}</section>` : NOTHING}`;
}

function reasonList(tally: ReasonTally, filter: string): Markup | undefined {
  const kinds = tally.numberedKinds();
  const most = kinds[0]?.reason.count ?? 0;
  if (most === 0) return undefined;
  const items = kinds.slice(0, KINDS_SHOWN_MAX).map(({ number, reason }) => {
    const places = reason.examples.join(", ") + (reason.count > reason.examples.length ? ", …" : "");
    const where = reason.column === undefined ? NOTHING : html`<strong>${reason.column}</strong> `;
    return html`<li><button type="button" class="filter" data-filter="${filter}:${number}" aria-pressed="false"><span class="many">${countText(reason.count)}</span> <span class="why">${where}${reason.message}</span> <span class="places">${places}</span><svg class="share-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${((reason.count / most) * 100).toFixed(1)}" height="1"/></svg></button></li>\n`;
  });
  const rest = kinds
    .slice(KINDS_SHOWN_MAX)
    .reduce((sum, { reason }) => sum + reason.count, tally.reasons().uncountedKindsCount);
  const more = rest === 0 ? NOTHING : html`<p class="note">${amountText(rest, "issue")} of other kinds.</p>`;
  return html`<ul class="reasons">${items}</ul>${more}`;
}

/** Throughput, latency, attempts and answers. */
export function charts(facts: PageFacts, view: TimelineView): Markup {
  if (view.attemptCount === 0) return NOTHING;
  const { latencyMs } = view;
  const numbers: [string, string][] = [["Attempts", countText(view.attemptCount)]];
  if (latencyMs) {
    for (const [name, ms] of [
      ["p50", latencyMs.p50],
      ["p95", latencyMs.p95],
      ["p99", latencyMs.p99],
      ["Slowest", latencyMs.max],
    ] as const)
      numbers.push([name, durationWords(ms)]);
  }
  const rounds = view.rounds.map(({ command, at }) => html`<li>${command}, ${timeWords(at)}</li>`);
  const answers = view.answers.map(
    ({ answer, count: attempts }) =>
      html`<tr><th scope="row">${answerName(answer)}</th><td>${countText(attempts)}</td></tr>\n`,
  );
  const attempts = facts.rowsByAttempts.flatMap((rows, number) =>
    rows === 0
      ? []
      : html`<tr><th scope="row"><button type="button" class="filter" data-filter="attempts:${number}" aria-pressed="false">${attemptsName(number, facts.rowsByAttempts.length - 1)}</button></th><td>${countText(rows)}</td></tr>\n`,
  );
  return html`<section aria-labelledby="time-title"><h2 id="time-title">Over time</h2>
<dl class="numbers">${numbers.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<div class="charts">${timelineCharts(view)}</div>
${rounds.length > 1 ? html`<p class="note">Rounds, one after another; the time between them is left out:</p><ol class="rounds">${rounds}</ol>` : NOTHING}
<div class="tables">
<table class="small"><caption>Answers</caption><thead><tr><th scope="col">Answer</th><th scope="col">Attempts</th></tr></thead><tbody>${answers}</tbody></table>
<table class="small"><caption>Attempts a row</caption><thead><tr><th scope="col">Attempts</th><th scope="col">Rows</th></tr></thead><tbody>${attempts}</tbody></table>
</div></section>`;
}

function answerName(answer: string): string {
  if (/^\d+$/.test(answer)) return answer;
  return Object.hasOwn(ANSWER_WORDS, answer) ? ANSWER_WORDS[answer as keyof typeof ANSWER_WORDS] : answer;
}

function attemptsName(number: number, most: number): string {
  return number === 0 ? "never sent" : number === most ? `${number} or more` : String(number);
}

function shareWords(rows: number, total: number): string {
  const percent = (rows / total) * 100;
  return percent < 0.1 ? "under 0.1 %" : `${Math.floor(percent * 10) / 10} %`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

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
export function rowsSection(report: RunReport, facts: PageFacts): Markup {
  const hidden: readonly string[] = facts.isRevealing ? ["answer"] : ["name", "link"];
  const columns = COLUMNS.filter(([name]) => !hidden.includes(name)).map(
    ([name, title]) =>
      html`<th scope="col" class="c-${name}" data-column="${name}" aria-sort="none"><button type="button" class="sort">${title}</button></th>`,
  );
  const searched = facts.isRevealing
    ? "row, reference, e-mail, name, quote or message"
    : "row, reference, quote or message";
  return html`<section id="rows" aria-labelledby="rows-title" tabindex="-1"><h2 id="rows-title">Rows</h2>
${restNote(report, facts)}
<noscript><p class="stop">The table needs JavaScript, which is part of this file. The same rows are in report.csv.</p></noscript>
<form id="controls" role="search" hidden>
<label class="search">Search <input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="${searched}"></label>
<label>Rows a page <select id="page-size"><option>50</option><option selected>100</option><option>500</option></select></label>
<div id="chips" class="chips"></div>
</form>
<div class="above"><p id="found" role="status"></p><p id="pages" class="pages"></p></div>
<div class="wide" tabindex="0" role="group" aria-labelledby="rows-title"><table id="table"><caption class="unseen">Rows of ${report.run.input}. Column headers sort; the row number opens a row's details.</caption>
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

/** `2026-01-02 03:04:05 UTC` */
function timeWords(iso: string): string {
  return `${iso.slice(0, 19).replace("T", " ")} UTC`;
}
