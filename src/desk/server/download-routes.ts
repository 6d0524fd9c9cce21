import { createReadStream } from "node:fs";
import { join } from "node:path";
import { capital } from "../../base/sentence.ts";
import { readReport } from "../../job/round/report-round.ts";
import { fixableCount, fixFileName } from "../../outcome/evidence.ts";
import { type ReportFormat, renderHandoverFor, renderReport } from "../../report/formats.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import { Run } from "../../run/run.ts";
import { parseRows } from "../../settings/selection.ts";
import { runPath } from "../addresses.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import { silentOutput } from "../runs/rounds.ts";
import { findRunHere } from "../runs/runs-here.ts";
import { type DeskRoute, type FileAnswer, onDownload, onGet, WORKBOOK_TYPE } from "./router.ts";

/** A file that a run can give. */
export type RunFile = Awaited<ReturnType<typeof filesOf>>[number];

interface Rendered {
  format: ReportFormat;
  /** What it is, as its button and its name have it. A report holds login links. */
  what: "report" | "summary" | "letter" | "list for answers";
  about: string;
}

/** Rendered from plan and journal each time, so that they are never older than the run. */
const RENDERED: Readonly<Record<string, Rendered>> = {
  "report.xlsx": { format: "xlsx", what: "report", about: "every row with its login link, for Excel" },
  "report.csv": { format: "csv", what: "report", about: "the same as CSV" },
  "report.html": { format: "html", what: "summary", about: "a page to look at; safe to share" },
  "handover.txt": {
    format: "handover",
    what: "letter",
    about: "to the service's owner, about rows that may exist; holds their e-mails",
  },
  "handover.csv": { format: "handover", what: "list for answers", about: "the same as a sheet" },
};

/** By a file's ending. */
const TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
  txt: "text/plain; charset=utf-8",
  xlsx: WORKBOOK_TYPE,
};

/** Files of a run to save: what `report` writes, and the fix file. */
export function downloadRoutes(desk: Desk): DeskRoute[] {
  return [
    onGet("/api/runs/:run/files", ({ params }) => filesOf(params.run, desk)),
    onDownload("/api/runs/:run/files/:name", async ({ params: { run, name }, query }) => {
      const dir = await findRunHere(run, desk);
      const rendered = Object.hasOwn(RENDERED, name) ? RENDERED[name] : undefined;
      if (!rendered) return fixFile(dir, name, desk);
      if (rendered.what === "report" && query.get("confirm") !== "links")
        throw deskError("links-unconfirmed", { name });
      return renderedFile(dir, name, rendered, query.get("rows"), desk);
    }),
  ];
}

/** Those that make sense for a run now. */
async function filesOf(run: string, desk: Desk) {
  const found = await Run.inspect(await findRunHere(run, desk));
  if (!found.run) throw found.problem;
  const { counts, files } = gatherEvidence(found);
  const file = (name: string, what: string, about: string) => ({
    title: `${capital(what)} (.${endingOf(name)})`,
    about,
    path: runPath(run, "files", name),
    /** Login links are in it: it is given only after a confirmation. */
    holdsLinks: what === "report",
  });
  const { fix } = files;
  const isFixable = fix !== null && fixableCount(counts) > 0;
  const fixes = isFixable ? [file(fix, "rows to correct", "each with its reason")] : [];
  const reports = Object.entries(RENDERED).filter(
    ([, { format }]) => format !== "handover" || counts.all.maybeCreated > 0,
  );
  return [...fixes, ...reports.map(([name, { what, about }]) => file(name, what, about))];
}

async function renderedFile(
  dir: string,
  name: string,
  { format, what }: Rendered,
  rows: string | null,
  { context }: Desk,
): Promise<FileAnswer> {
  const filter = rows === null ? {} : { rows: parseRows(rows) };
  const report = await readReport([dir], filter, await silentOutput(context));
  const file =
    format === "handover" ? renderHandoverFor(name, [report]) : renderReport(format, report, false);
  const { plan } = await Run.read(dir);
  return saved(file, plan.header.name, what, endingOf(name), context);
}

/** As the last round wrote it: a person corrects that one, and it comes back. */
async function fixFile(dir: string, name: string, { context }: Desk): Promise<FileAnswer> {
  const found = await Run.inspect(dir);
  const { fix } = gatherEvidence(found).files;
  if (!found.run || fix === null || name !== fix) throw deskError("file-unknown", { name });
  const { header } = found.run.plan;
  const ending = endingOf(fixFileName(header.format));
  return saved(createReadStream(join(dir, fix)), header.name, "to correct", ending, context);
}

/** Among other downloads, a file has to say of what it is, and of when. */
function saved(
  file: FileAnswer["file"],
  input: string,
  what: string,
  ending: string,
  { clock }: Desk["context"],
): FileAnswer {
  const at = clock.date();
  const [date, time = ""] = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().split("T");
  const stem = input.replace(/\.[A-Za-z0-9]+$/, "");
  const name = `${stem} ${what} ${date} ${time.slice(0, 5).replace(":", ".")}.${ending}`;
  return { file, name, type: TYPES[ending] ?? "application/octet-stream" };
}

function endingOf(name: string): string {
  return name.replace(/^.*\./, "");
}
