import { existsSync } from "node:fs";
import { CliError } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { replaceFile } from "../../base/replacement.ts";
import { type CommandOutput, openOutput, runDocument } from "../../job/command-output.ts";
import { holdsAnswers } from "../../job/resolve/owner-answers.ts";
import { copyAside } from "../../job/round/keep-fix.ts";
import { readReport, readReports, writeOwnReports } from "../../job/round/report-round.ts";
import { doubtedCount } from "../../report/files/render-handover.ts";
import {
  formatOfName,
  isShareSafe,
  REPORT_FORMATS,
  type ReportFormat,
  renderHandoverFor,
  renderReport,
} from "../../report/formats.ts";
import { factsOfAll } from "../../report/model/merge-runs.ts";
import type { ReportFilter } from "../../report/model/report-model.ts";
import type { CommandValues } from "../../settings/options.ts";
import { amountText } from "../../terminal/number-text.ts";
import { commandError } from "../command-errors.ts";
import { requireReplaceable, writeText } from "./write-text.ts";

type ReportOptions = CommandValues<"report">;

/**
 * `leadctl report <run...>`: renders what a run's plan and journal say, as often as one likes. Without a format
 * the run's own reports are written anew. It changes nothing else and takes runs that are under way.
 */
export async function report(
  dirs: readonly string[],
  options: ReportOptions,
  context: Context,
): Promise<ExitCode> {
  const format = formatOf(options);
  if (format === undefined) return rewrite(dirs, options, context);
  const output = await openOutput("report", { ...options, progress: options.progress ?? "none" }, context);
  const target = options.output === "-" ? undefined : options.output;
  if (options.json && target === undefined) throw commandError("usage/stdout-twice");
  if (format === "xlsx" && target === undefined && context.stdout.isTTY)
    throw commandError("usage/workbook-on-terminal", { name: "report.xlsx" });
  const { content, run, summary, rowCount } = await contentOf(format, target, dirs, options, output);
  if (target !== undefined) await requireReplaceable(target, format);
  if (target !== undefined && format === "handover") await keepAnswers(target, output);
  if (target === undefined) await writeText(context.stdout, content);
  else await replaceFile(target, content, isShareSafe(format, options.reveal) ? "open" : "shared");
  if (target !== undefined) output.say(`Wrote ${target}: ${amountText(rowCount, "row")}\n`);
  output.document(runDocument(run, summary));
  return EXIT.ok;
}

/** Most formats take several runs only as shards of one input; a hand-over takes any runs of one service. */
async function contentOf(
  format: ReportFormat,
  target: string | undefined,
  dirs: readonly string[],
  options: ReportOptions,
  output: CommandOutput,
) {
  const { statuses, ranges } = options;
  const filter: ReportFilter = { ...(statuses && { statuses }), ...(ranges && { rows: ranges }) };
  if (format !== "handover") {
    const model = await readReport(dirs, filter, output);
    const rowCount = model.summary.total;
    return { ...model, rowCount, content: renderReport(format, model, options.reveal) };
  }
  const reports = await readReports(dirs, filter, output);
  const [first, ...others] = reports;
  const facts = others.length === 0 ? first : factsOfAll(first, reports);
  return { ...facts, rowCount: doubtedCount(reports), content: renderHandoverFor(target, reports) };
}

/** A list of rows in doubt that somebody has filled in, or that cannot be read, is not lost to the next one. A letter is not filled in. */
async function keepAnswers(path: string, output: CommandOutput): Promise<void> {
  if (!existsSync(path) || formatOfName(path) === "markdown") return;
  const { openInput } = await import("../../sheet/open-input.ts");
  const mayHold = await openInput({ path }, { keepsAll: true })
    .then(holdsAnswers)
    .catch((error) => {
      if (error instanceof CliError) return true;
      throw error;
    });
  if (!mayHold) return;
  const kept = await copyAside(path);
  output.say(`${path} was rewritten. Its earlier content, with any answers, is in ${kept}\n`);
}

/** A format that is named, else the one that the file's name asks for. */
function formatOf({ format, output }: ReportOptions): ReportFormat | undefined {
  const known = output === undefined ? undefined : formatOfName(output);
  // A spreadsheet program opens no text that is called a workbook.
  if (format !== undefined && known !== undefined && (format === "xlsx") !== (known === "xlsx"))
    throw commandError("usage/format-name", { output, known, format });
  if (format !== undefined || output === undefined) return format;
  if (known) return known;
  throw commandError("usage/format-unknown", { output, formats: REPORT_FORMATS });
}

/** The reports of a run's own folder. */
async function rewrite(
  [dir = "", ...others]: readonly string[],
  options: ReportOptions,
  context: Context,
): Promise<ExitCode> {
  const { statuses, ranges, reveal } = options;
  const given = statuses ? "--status" : ranges ? "--rows" : reveal ? "--reveal" : undefined;
  if (others.length > 0 || given)
    throw commandError("usage/own-report", { areSeveral: others.length > 0, given, formats: REPORT_FORMATS });
  return writeOwnReports(dir, await openOutput("report", options, context), context);
}
