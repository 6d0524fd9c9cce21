import { existsSync } from "node:fs";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { purgeRuns } from "../report/purge-runs.ts";
import { runDocumentOf, tableRow } from "../report/run-row.ts";
import { renderRunTable } from "../report/run-table.ts";
import { type FoundRun, inspectRun, listRunFolders, RUNS_FOLDER } from "../run/run-list.ts";
import { usageError } from "../settings/option-values.ts";
import { jsonLine } from "../terminal/safe-text.ts";
import { styleFor } from "../terminal/style.ts";

export interface RunsFlags {
  /** Folder that holds the runs. */
  runs?: string;
  /** An age, as in `30d`. */
  purge?: string;
  yes?: boolean;
  force?: boolean;
  json?: boolean;
}

/** `leadctl runs`: the runs here, how they ended and what comes next; `--purge` removes old ones. */
export async function runs(flags: RunsFlags, context: Context): Promise<ExitCode> {
  const ageMs = flags.purge === undefined ? undefined : parseAge(flags.purge);
  if (ageMs === undefined && (flags.yes || flags.force)) {
    throw usageError("--yes and --force belong to --purge", "As in: leadctl runs --purge 30d --yes");
  }
  const found: FoundRun[] = [];
  for (const dir of await foldersOf(flags)) found.push(await inspectRun(dir));
  if (ageMs !== undefined) return purgeRuns(found, { ageMs, ...flags }, context);
  if (flags.json) context.stdout.write(jsonLine({ runs: found.map(runDocumentOf) }));
  else if (found.length === 0) context.stderr.write("There are no runs here.\n");
  else context.stdout.write(renderRunTable(found.map(tableRow), styleFor(context.stdout, context.env)));
  return EXIT.ok;
}

/** Where nobody has submitted anything yet, there are no runs; a folder that was named has to be there. */
async function foldersOf({ runs: folder }: RunsFlags): Promise<string[]> {
  if (folder === undefined && !existsSync(RUNS_FOLDER)) return [];
  return listRunFolders(folder ?? RUNS_FOLDER);
}

const UNIT_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** @throws CliError with exit code 2. */
function parseAge(text: string): number {
  const match = /^(\d{1,6})([mhdw])$/.exec(text.trim());
  if (!match)
    throw usageError(`--purge takes an age, not "${text}"`, "Write it with its unit: 12h, 30d, 8w.");
  return Number(match[1]) * (UNIT_MS[match[2] ?? "d"] ?? 0);
}
