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

type Render = (report: RunReport, isRevealing: boolean) => AsyncIterable<string | Uint8Array>;

/**
 * How each format is rendered. `csv`, `xlsx` and `json` are the operator's own and hold login links; the others
 * are share-safe unless they are to reveal.
 */
const RENDERERS: Readonly<Record<Exclude<ReportFormat, "handover">, Render>> = {
  csv: renderCsv,
  xlsx: renderXlsx,
  json: renderJson,
  html: renderHtml,
  junit: (report, isRevealing) => renderJunit(isRevealing ? report : shareSafe(report), isRevealing),
  markdown: (report, isRevealing) => renderMarkdown(isRevealing ? report : shareSafe(report)),
};

/** A run in any format. */
export function renderReport(format: keyof typeof RENDERERS, ...of: Parameters<Render>): ReturnType<Render> {
  return RENDERERS[format](...of);
}

/** Whether a report holds nothing that only its owner may see. */
export function isShareSafe(format: ReportFormat, isRevealing: boolean): boolean {
  return !isRevealing && ["html", "junit", "markdown"].includes(format);
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
