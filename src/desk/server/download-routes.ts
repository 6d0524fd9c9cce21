import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { CliError } from "../../base/cli-error.ts";
import { capital } from "../../base/sentence.ts";
import { readReport } from "../../job/round/run-reports.ts";
import { fixFileName } from "../../outcome/evidence.ts";
import { type ReportFormat, renderHandoverFor, renderReport } from "../../report/formats.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import { Run } from "../../run/run.ts";
import { parseRows } from "../../settings/selection.ts";
import { runPath } from "../addresses.ts";
import type { Desk } from "../desk.ts";
import { deskError } from "../desk-errors.ts";
import { findRunHere } from "../runs/runs-here.ts";
import { type DeskRoute, type FileAnswer, onDownload, onGet, savedName, WORKBOOK_TYPE } from "./router.ts";
import { silentOutput } from "./silent-output.ts";

/** A file that a run can give. */
export interface RunFile {
  /** What it is, and as what kind of file. */
  title: string;
  /** What it is for, in a few words. */
  about: string;
  path: string;
  /** Login links are in it: it is given only after a confirmation. */
  holdsLinks: boolean;
}

interface Rendered {
  format: ReportFormat;
  type: string;
  /** What it is, as its button and its name have it. */
  what: string;
  about: string;
  holdsLinks: boolean;
}

/** Rendered from plan and journal each time, so that they are never older than the run. */
const RENDERED: Readonly<Record<string, Rendered>> = {
  "report.xlsx": {
    format: "xlsx",
    type: WORKBOOK_TYPE,
    what: "report",
    about: "every row with its login link, for Excel",
    holdsLinks: true,
  },
  "report.csv": {
    format: "csv",
    type: "text/csv",
    what: "report",
    about: "the same as CSV",
    holdsLinks: true,
  },
  "report.html": {
    format: "html",
    type: "text/html",
    what: "summary",
    about: "a page to look at; safe to share",
    holdsLinks: false,
  },
  "handover.txt": {
    format: "handover",
    type: "text/plain; charset=utf-8",
    what: "letter",
    about: "to the service's owner, about rows that may exist; holds their e-mails",
    holdsLinks: false,
  },
  "handover.csv": {
    format: "handover",
    type: "text/csv",
    what: "list for answers",
    about: "the same as a sheet",
    holdsLinks: false,
  },
};

const FIX_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  json: "application/json",
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
      if (rendered.holdsLinks && query.get("confirm") !== "links") throw unconfirmed(name);
      return renderedFile(dir, name, rendered, query.get("rows"), desk);
    }),
  ];
}

/** Those that make sense for a run now. */
async function filesOf(name: string, desk: Desk): Promise<RunFile[]> {
  const found = await Run.inspect(await findRunHere(name, desk));
  if (!found.run) throw found.problem;
  const { counts, files } = gatherEvidence(found);
  const fix: RunFile[] =
    files.fix === null || counts.fixable === 0
      ? []
      : [
          {
            title: titleOf("rows to correct", files.fix),
            about: "each with its reason",
            path: runPath(name, "files", files.fix),
            holdsLinks: false,
          },
        ];
  const reports = Object.entries(RENDERED).flatMap(
    ([file, { format, what, about, holdsLinks }]): RunFile[] =>
      format === "handover" && counts.maybeCreated.total === 0
        ? []
        : [{ title: titleOf(what, file), about, path: runPath(name, "files", file), holdsLinks }],
  );
  return [...fix, ...reports];
}

async function renderedFile(
  dir: string,
  name: string,
  { format, type, what }: Rendered,
  rows: string | null,
  { context }: Desk,
): Promise<FileAnswer> {
  const filter = rows === null ? {} : { rows: parseRows(rows) };
  const report = await readReport([dir], filter, await silentOutput(context));
  const file =
    format === "handover" ? renderHandoverFor(name, [report]) : renderReport(format, report, false);
  const { plan } = await Run.read(dir);
  return { file, name: savedName(plan.header.name, what, endingOf(name), context.clock.date()), type };
}

/** As the last round wrote it: a person corrects that one, and it comes back. */
async function fixFile(dir: string, name: string, { context }: Desk): Promise<FileAnswer> {
  const found = await Run.inspect(dir);
  const { fix } = gatherEvidence(found).files;
  if (!found.run || fix === null || name !== fix) throw noSuchFile(name);
  const { header } = found.run.plan;
  const ending = endingOf(fixFileName(header.format));
  return {
    file: createReadStream(join(dir, fix)),
    name: savedName(header.name, "to correct", ending, context.clock.date()),
    type: FIX_TYPES[ending] ?? "application/octet-stream",
  };
}

function titleOf(what: string, name: string): string {
  return `${capital(what)} (.${endingOf(name)})`;
}

function endingOf(name: string): string {
  return name.replace(/^.*\./, "");
}

function unconfirmed(name: string): CliError {
  return deskError("links-unconfirmed", { name });
}

function noSuchFile(name: string): CliError {
  return deskError("file-unknown", { name });
}
