import { COMMAND_OPTIONS } from "../settings/options.ts";
import { renderCsv } from "./files/render-csv.ts";
import { renderHandover, renderHandoverLetter } from "./files/render-handover.ts";
import { renderJson } from "./files/render-json.ts";
import { renderJunit } from "./files/render-junit.ts";
import { renderMarkdown } from "./files/render-markdown.ts";
import { renderXlsx } from "./files/render-xlsx.ts";
import type { RunReport } from "./model/report-model.ts";
import { shareSafe } from "./model/share-safe.ts";
import { renderHtml } from "./page/render-html.tsx";

export const REPORT_FORMATS = COMMAND_OPTIONS.report.format.takes.words;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * A run in any format. `csv`, `xlsx` and `json` are the operator's own and hold login links; the others
 * are share-safe unless they are to reveal.
 */
export function renderReport(
  format: Exclude<ReportFormat, "handover">,
  report: RunReport,
  isRevealing: boolean,
): AsyncIterable<string | Uint8Array> {
  switch (format) {
    case "csv":
      return renderCsv(report);
    case "xlsx":
      return renderXlsx(report);
    case "json":
      return renderJson(report);
    case "junit":
      return renderJunit(isRevealing ? report : shareSafe(report), isRevealing);
    case "markdown":
      return renderMarkdown(isRevealing ? report : shareSafe(report));
    case "html":
      return renderHtml(report, isRevealing);
  }
}

/** Whether a report holds nothing that only its owner may see. */
export function isShareSafe(format: ReportFormat, isRevealing: boolean): boolean {
  return !isRevealing && (format === "html" || format === "junit" || format === "markdown");
}

/** The hand-over of one run or several, as the file's name asks for it: a letter for a text, else the sheet. */
export function renderHandoverFor(
  name: string | undefined,
  reports: readonly RunReport[],
): AsyncIterable<string> {
  return isLetterName(name) ? renderHandoverLetter(reports) : renderHandover(reports);
}

/** Whether a hand-over of this name is a letter. */
export function isLetterName(name = ""): boolean {
  return /\.(?:md|txt)$/i.test(name);
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
  xlsx: "xlsx",
  json: "json",
  xml: "junit",
  md: "markdown",
};
