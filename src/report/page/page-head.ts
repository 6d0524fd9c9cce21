import { toldText } from "../../outcome/happened-texts.ts";
import type { NextStep } from "../../outcome/next-step.ts";
import { amountText } from "../../terminal/number-text.ts";
import { sharedCommandText } from "../../terminal/shell-command.ts";
import { utcText } from "../../terminal/time-text.ts";
import { type Result, resultOf } from "../model/headline.ts";
import { doneText, reportGuidance } from "../model/report-guidance.ts";
import type { RenderedRun } from "../model/report-model.ts";
import { html, type Markup, NOTHING } from "./markup.ts";
import type { PageFacts } from "./page-facts.ts";

/** A file that stands beside the page, and what it is for, in a few words. */
export interface LinkedFile {
  name: string;
  note: string;
}

/** What a page says of where it stands. */
export interface PagePlace {
  /** Files beside it, the most useful first. None where the page is no file of the run's folder. */
  files: readonly LinkedFile[];
  /** How the program is called: `leadctl`, or `npx leadctl`. */
  program: string;
}

/** What happened, in a line, and what to do now. */
export function pageHead(report: RenderedRun, { isRevealing }: PageFacts, place: PagePlace): Markup {
  const { run } = report;
  const result = resultOf(report);
  const target = run.target
    ? html`<span class="to">sent to ${run.target.baseUrl} as ${run.target.partner}</span>\n`
    : NOTHING;
  const sharing = isRevealing
    ? html`<p class="secret"><strong>Confidential.</strong> This copy holds names, e-mail addresses and login links: whoever has a link can sign in as the applicant.</p>`
    : NOTHING;
  return html`<header>
<p class="about"><strong>${run.input}</strong>
${target}<span>${run.isCheck ? "checked" : "started"} ${timeTag(run.startedAt)}</span>
<button type="button" id="zone" aria-pressed="false" hidden>UTC</button>${isRevealing ? NOTHING : html`<span class="safe">Safe to share</span>`}</p>
<h1><span class="tone ${result.tone}" aria-hidden="true">${TONE_SIGNS[result.tone]}</span><span>${result.text}</span></h1>
${sharing}${result.why === null ? NOTHING : html`<p class="why">${result.why}</p>\n`}${nextSection(report, place)}
</header>`;
}

const TONE_SIGNS: Readonly<Record<Result["tone"], string>> = { good: "✔", attention: "!", bad: "✖" };

/** A moment as the file has it; the page's script shows it in the reader's own zone. */
export function timeTag(iso: string): Markup {
  return html`<time datetime="${iso}">${utcText(iso, "minute")}</time>`;
}

/** One thing to do, its command, and the files that it takes; what comes after it is folded away. */
function nextSection(report: RenderedRun, { files, program }: PagePlace): Markup {
  const { action, nextSteps } = reportGuidance(report);
  const [first, ...others] = nextSteps;
  const what = first ? `${first.does}:` : toldText(action) || endText(report, files);
  if (what === null && files.length === 0) return NOTHING;
  const used = new Set(first?.argv.map((word) => (typeof word === "string" ? null : word.file)));
  const links = files.map(({ name, note }, index) => {
    const isUsed = used.has(name) || (first === undefined && index === 0);
    return html`<a class="button${isUsed ? " primary" : ""}" href="${name}">${name} <span>${note}</span></a>\n`;
  });
  const then =
    others.length === 0
      ? NOTHING
      : html`<details class="then"><summary>Then ${amountText(others.length, "more step")}</summary>
<ol>${others.map((step) => html`<li><p>${step.does}:</p>${commandLine(step, program)}</li>\n`)}</ol></details>`;
  return html`<section class="next" aria-labelledby="next-title"><h2 id="next-title" class="unseen">What next</h2>
${what === null ? NOTHING : html`<p class="do">${what}</p>\n`}${first ? commandLine(first, program) : NOTHING}
${links.length === 0 ? NOTHING : html`<p class="files">${links}</p>\n`}${then}</section>`;
}

/** What is said where no step is left. */
function endText({ run, summary }: RenderedRun, [report]: readonly LinkedFile[]): string | null {
  if (run.isCheck || summary.total === 0) return null;
  const isNamed = summary.created > 0 && report !== undefined;
  return `${doneText(summary, isNamed)}${isNamed ? ` ${report.name}` : ""}.`;
}

function commandLine({ argv }: Pick<NextStep, "argv">, program: string): Markup {
  const command = sharedCommandText(argv, program);
  return html`<p class="command"><code>${command}</code><button type="button" class="copy" data-copy="${command}">Copy</button></p>`;
}
