import { toldText } from "../../outcome/happened-texts.ts";
import type { NextStep } from "../../outcome/next-step.ts";
import { rowsText } from "../../settings/selection.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import { sharedCommandText } from "../../terminal/shell-command.ts";
import { utcText } from "../../terminal/time-text.ts";
import { doneText, reportGuidance, resultOf } from "../model/headline.ts";
import type { RenderedReport } from "../model/report-model.ts";
import { MAYBE_WORDS, shownStatuses } from "../text/shown-status.ts";
import { Copy, PageRows, type PageRowsHead } from "./page-rows.tsx";
import { ResultHeading, StatusMeanings } from "./parts.tsx";
import type { RowList } from "./row-list.ts";

/** A file that stands beside the page, and what it is for, in a few words. */
export interface LinkedFile {
  name: string;
  note: string;
}

/** The surroundings of a page. */
export interface PagePlace {
  /** Files beside it, the most useful first. None where the page is not a file of the run's folder. */
  files: readonly LinkedFile[];
  /** How the program is called: `leadctl`, or `npx leadctl`. */
  program: string;
}

interface PageProps {
  report: RenderedReport;
  head: PageRowsHead;
  list: RowList;
  place: PagePlace;
}

/** The body of `report.html`: what happened, what to do now, the rows, and below them what else is known of the run. */
export function Page({ report, head, list, place }: PageProps) {
  const { run, summary, notices } = report;
  const { isRevealing } = head;
  const { statuses = [], rows } = run.filter ?? {};
  const only = [...statuses, ...(rows ? [`rows ${rowsText(rows)}`] : [])];
  return (
    <>
      <a class="unseen" href="#rows">
        Skip to the rows
      </a>
      <header>
        <ResultHeading input={run.input} result={resultOf(report)}>
          {run.target && (
            <span>
              sent to {run.target.baseUrl} as {run.target.partner}
            </span>
          )}
          <span>
            {run.isCheck ? "checked" : "started"} <Time at={run.startedAt} />
            {run.endedAt !== null && (
              <>
                , ended <Time at={run.endedAt} />
              </>
            )}
          </span>
          {!run.isCheck && <span>run {run.id}</span>}
          {run.rowsRead !== summary.total && (
            <span>
              {countText(summary.total)} of {countText(run.rowsRead)} rows in the file
            </span>
          )}
          {only.length > 0 && <span>only {only.join(", ")}</span>}
          {!isRevealing && <span class="safe">Safe to share</span>}
        </ResultHeading>
        {isRevealing && (
          <p class="secret">
            <strong>Confidential.</strong> This copy holds names, e-mail addresses and login links: whoever
            has a link can sign in as the applicant.
          </p>
        )}
        <Next report={report} place={place} />
      </header>
      <main>
        <section id="rows" aria-label="Rows" tabIndex={-1}>
          <PageRows head={head} list={list} />
        </section>
        <noscript>
          <p class="secret">
            More than the first rows takes JavaScript, which is part of this file. All rows are in report.csv.
          </p>
        </noscript>
        {notices.length > 0 && (
          <section aria-labelledby="reading-title">
            <h2 id="reading-title">How the sheet was read</h2>
            <ul class="plain">
              {notices.map(({ message }) => (
                <li>{message}</li>
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby="statuses-title">
          <h2 id="statuses-title">What the statuses mean</h2>
          <StatusMeanings statuses={shownStatuses(report)} />
          {summary.maybeCreated > 0 && (
            <p class="note">
              {amountText(summary.maybeCreated, "row")} may exist: {MAYBE_WORDS.means}. Until that is known,{" "}
              {MAYBE_WORDS.next}.
            </p>
          )}
        </section>
      </main>
      <footer>
        <p>
          {isRevealing
            ? "This copy holds names, e-mail addresses and login links."
            : "Safe to share: e-mail addresses are masked, and everything that the sheet and the service say about a person is left out."}{" "}
          The page asks for nothing and sends nothing.
        </p>
      </footer>
      <p id="said" class="unseen" role="status" />
    </>
  );
}

/** A moment as the file has it; the page's script shows it in the reader's own zone. */
function Time({ at }: { at: string }) {
  return <time dateTime={at}>{utcText(at, "minute")}</time>;
}

/** One thing to do, its command, and the files that it takes; what comes after it is folded away. */
function Next({ report, place: { files, program } }: Pick<PageProps, "report" | "place">) {
  const { action, nextSteps } = reportGuidance(report);
  const [first, ...others] = nextSteps;
  const what = first ? `${first.does}:` : toldText(action) || endText(report, files);
  if (what === null && files.length === 0) return null;
  const used = new Set(first?.argv.map((word) => (typeof word === "string" ? null : word.file)));
  return (
    <section class="next" aria-label="What next">
      {what !== null && <p class="do">{what}</p>}
      {first && <Command step={first} program={program} />}
      {files.length > 0 && (
        <p class="line">
          {files.map(({ name, note }, index) => {
            const isUsed = used.has(name) || (first === undefined && index === 0);
            return (
              <a class={isUsed ? "button primary" : "button"} href={name}>
                <b>{name}</b> {note}
              </a>
            );
          })}
        </p>
      )}
      {others.length > 0 && (
        <details class="then">
          <summary>Then {amountText(others.length, "more step")}</summary>
          <ol>
            {others.map((step) => (
              <li>
                <p>{step.does}:</p>
                <Command step={step} program={program} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** What is said where no step is left. */
function endText({ run, summary }: RenderedReport, [report]: readonly LinkedFile[]): string | null {
  if (run.isCheck || summary.total === 0) return null;
  const isNamed = summary.created > 0 && report !== undefined;
  return `${doneText(summary, isNamed)}${isNamed ? ` ${report.name}` : ""}.`;
}

function Command({ step, program }: { step: NextStep; program: string }) {
  const command = sharedCommandText(step.argv, program);
  return (
    <p class="command">
      <code>{command}</code>
      <Copy what="command" text={command} />
    </p>
  );
}
