import { sentence } from "../../base/sentence.ts";
import { valueLabel } from "../../lead/field-catalogue.ts";
import { ANSWER_WORDS } from "../../outcome/happened-texts.ts";
import { MAYBE_WORDS } from "../../outcome/status-words.ts";
import { rowsText } from "../../settings/selection.ts";
import { toldChanges } from "../../sheet/cells/read-change.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import type { RenderedRun } from "../model/report-model.ts";
import type { TimelineView } from "../model/timeline.ts";
import { shownStatuses } from "../text/shown-status.ts";
import { durationWords, timelineCharts } from "./chart.ts";
import { html, type Markup, NOTHING } from "./markup.ts";
import type { PageFacts } from "./page-facts.ts";
import { timeTag } from "./page-head.ts";

/** Of fewer attempts, rates and percentiles say nothing. */
const TIMED_ATTEMPTS_MIN = 30;
const CHANGES_SHOWN_MAX = 100;

/** What stands below the table, for those who want to know more. */
export function pageDetails(report: RenderedRun, facts: PageFacts): Markup {
  const view = facts.timeline.view();
  return html`${readingSection(report)}
${statusSection(report)}
${view.attemptCount < TIMED_ATTEMPTS_MIN ? NOTHING : timingSection(facts, view)}
${runSection(report, view)}`;
}

/** What was read as what, and what else there is to say of the sheet. */
function readingSection({ changes, notices }: RenderedRun): Markup {
  const sorted = toldChanges(changes);
  if (sorted.length === 0 && notices.length === 0) return NOTHING;
  const lines = sorted
    .slice(0, CHANGES_SHOWN_MAX)
    .map(
      ({ column, path, from, to, rowCount }) =>
        html`<tr><th scope="row">${column.name}</th><td>“${from}”</td><td>${valueLabel(path, to)}</td><td>${amountText(rowCount, "row")}</td></tr>\n`,
    );
  const table =
    lines.length === 0
      ? NOTHING
      : html`<div class="wide" tabindex="0" role="group" aria-labelledby="reading-title"><table class="small"><thead><tr><th scope="col">Column</th><th scope="col">In the sheet</th><th scope="col">Sent as</th><th scope="col">How often</th></tr></thead><tbody>${lines}</tbody></table></div>`;
  const rest =
    sorted.length > CHANGES_SHOWN_MAX
      ? html`<p class="note">And ${amountText(sorted.length - CHANGES_SHOWN_MAX, "other value")}.</p>`
      : NOTHING;
  const notes = notices.map(({ message }) => html`<li>${message}</li>\n`);
  return html`<section aria-labelledby="reading-title"><h2 id="reading-title">How the sheet was read</h2>
${notes.length === 0 ? NOTHING : html`<ul class="plain">${notes}</ul>\n`}${table}${rest}</section>`;
}

/** Throughput, latency, attempts and answers, folded away. */
function timingSection({ rowsByAttempts }: PageFacts, view: TimelineView): Markup {
  const { latencyMs } = view;
  const numbers: [string, string][] = [["Attempts", countText(view.attemptCount)]];
  if (latencyMs) {
    for (const [name, ms] of [
      ["Half within", latencyMs.p50],
      ["95 % within", latencyMs.p95],
      ["99 % within", latencyMs.p99],
      ["Slowest", latencyMs.max],
    ] as const)
      numbers.push([name, durationWords(ms)]);
  }
  const rounds = view.rounds.map(({ command, at }) => html`<li>${command}, ${timeTag(at)}</li>`);
  const answers = view.answers.map(
    ({ answer, count }) =>
      html`<tr><th scope="row">${answerName(answer)}</th><td>${countText(count)}</td></tr>\n`,
  );
  const attempts = rowsByAttempts.flatMap((rows, number) =>
    rows === 0
      ? []
      : html`<tr><th scope="row">${attemptsName(number, rowsByAttempts.length - 1)}</th><td>${countText(rows)}</td></tr>\n`,
  );
  return html`<details class="fold timing"><summary><h2 class="fold-title">Timing and answers</h2></summary>
<dl class="facts">${numbers.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<div class="charts">${timelineCharts(view)}</div>
${rounds.length > 1 ? html`<p class="note">Rounds, one after another; the time between them is left out:</p><ol class="rounds">${rounds}</ol>` : NOTHING}
<div class="tables">
<table class="small"><caption>Answers</caption><thead><tr><th scope="col">Answer</th><th scope="col">Attempts</th></tr></thead><tbody>${answers}</tbody></table>
<table class="small"><caption>Attempts a row</caption><thead><tr><th scope="col">Attempts</th><th scope="col">Rows</th></tr></thead><tbody>${attempts}</tbody></table>
</div></details>`;
}

function answerName(answer: string): string {
  if (/^\d+$/.test(answer)) return answer;
  return Object.hasOwn(ANSWER_WORDS, answer) ? ANSWER_WORDS[answer as keyof typeof ANSWER_WORDS] : answer;
}

function attemptsName(number: number, most: number): string {
  return number === 0 ? "never sent" : number === most ? `${number} or more` : String(number);
}

/** What the run is, for who has to find it. */
function runSection({ run, summary }: RenderedRun, view: TimelineView): Markup {
  const facts: [string, string | Markup][] = run.isCheck ? [] : [["Run", run.id]];
  if (run.target) facts.push(["Sent to", run.target.baseUrl], ["Partner", run.target.partner]);
  facts.push([run.isCheck ? "Checked" : "Started", timeTag(run.startedAt)]);
  if (run.endedAt !== null) facts.push(["Ended", timeTag(run.endedAt)]);
  if (view.durationMs > 0) facts.push(["Took", tookWords(view, run.shards !== undefined)]);
  if (run.rowsRead !== summary.total)
    facts.push(["Rows", `${countText(summary.total)} of ${countText(run.rowsRead)} in the file`]);
  if (run.filter) facts.push(["Only", filterWords(run.filter)]);
  const maybe =
    summary.maybeCreated === 0
      ? NOTHING
      : html`<p class="note">${amountText(summary.maybeCreated, "row")} may exist: ${MAYBE_WORDS.means}. Until that is known, ${MAYBE_WORDS.next}.</p>`;
  return html`<section aria-labelledby="run-title"><h2 id="run-title">${run.isCheck ? "The check" : "The run"}</h2>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>${maybe}</section>`;
}

function tookWords({ durationMs, rounds }: TimelineView, isMerged: boolean): string {
  const time = durationWords(durationMs);
  return rounds.length > 1
    ? `${time} in ${countText(rounds.length)} rounds${isMerged ? ", all shards together" : ""}`
    : time;
}

function filterWords({ statuses, rows }: NonNullable<RenderedRun["run"]["filter"]>): string {
  return [...(statuses ?? []), ...(rows ? [`rows ${rowsText(rows)}`] : [])].join(", ");
}

/** What each status that occurs means, and what to do about it. */
function statusSection(report: RenderedRun): Markup {
  const lines = shownStatuses(report).map(
    ({ name, sign, count, means, next }) =>
      html`<tr><th scope="row"><span class="sign s-${name}" aria-hidden="true">${sign}</span> ${name}</th><td>${countText(count)}</td><td>${sentence(means)} <span class="note">${sentence(next)}</span></td></tr>\n`,
  );
  return html`<section aria-labelledby="statuses-title"><h2 id="statuses-title">What the statuses mean</h2>
<table class="small statuses"><thead class="unseen"><tr><th scope="col">Status</th><th scope="col">Rows</th><th scope="col">What it means</th></tr></thead><tbody>${lines}</tbody></table></section>`;
}
