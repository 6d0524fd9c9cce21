import { COMMAND_OPTIONS } from "../settings/options.ts";
import { shareSafe } from "./mask.ts";
import { renderCsv } from "./render-csv.ts";
import { renderHtml } from "./render-html.ts";
import { renderJson } from "./render-json.ts";
import { renderJunit } from "./render-junit.ts";
import { renderMarkdown } from "./render-markdown.ts";
import type { RunReport } from "./report-model.ts";

export const REPORT_FORMATS = COMMAND_OPTIONS.report.format.takes.words;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * A run in any format. `csv` and `json` are the operator's own and hold login links; the others are
 * share-safe unless they are to reveal.
 */
export function renderReport(
  format: ReportFormat,
  story: RunReport,
  isRevealing: boolean,
): AsyncIterable<string> {
  switch (format) {
    case "csv":
      return renderCsv(story);
    case "json":
      return renderJson(story);
    case "junit":
      return renderJunit(isRevealing ? story : shareSafe(story));
    case "markdown":
      return renderMarkdown(isRevealing ? story : shareSafe(story));
    case "html":
      return renderHtml(story, isRevealing);
  }
}

/** The format that a file's name asks for. */
export function formatOfName(name: string): ReportFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
}

const ENDINGS: Readonly<Record<string, ReportFormat>> = {
  html: "html",
  htm: "html",
  csv: "csv",
  json: "json",
  xml: "junit",
  md: "markdown",
};
