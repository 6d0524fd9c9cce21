import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { renderRunTable, runDocumentOf } from "../report/run-table.ts";
import { readPurgeLog } from "../run/purge-log.ts";
import { type FoundRun, Run } from "../run/run.ts";
import { RUNS_FOLDER } from "../run/run-folder.ts";
import { usageError } from "../settings/option-values.ts";
import type { CommandValues } from "../settings/options.ts";
import { amountText } from "../terminal/number-text.ts";
import { jsonLine, safeText } from "../terminal/safe-text.ts";
import { shellFor } from "../terminal/shell-command.ts";
import { styleFor } from "../terminal/style.ts";
import { purgeRuns } from "./purge-runs.ts";

/** `leadctl runs`: the runs here, how they ended and what comes next; `--purge` removes old ones. */
export async function runs(options: CommandValues<"runs">, context: Context): Promise<ExitCode> {
  const { purgeMs: ageMs } = options;
  if (ageMs === undefined && (options.yes || options.force)) {
    throw usageError("--yes and --force belong to --purge", "As in: leadctl runs --purge 30d --yes");
  }
  const found: FoundRun[] = [];
  const folder = options.runs ?? RUNS_FOLDER;
  // Where nobody has submitted anything yet, there are no runs; a folder that was named has to be there.
  if (options.runs !== undefined || existsSync(folder))
    for await (const run of Run.inspectAll(folder)) found.push(run);
  if (ageMs !== undefined) return purgeRuns(found, { ageMs, ...options }, context);
  const purged = await readPurgeLog(folder);
  if (options.json)
    context.stdout.write(
      jsonLine({ runs: found.map((run) => runDocumentOf(run, shellFor(context))), purged }),
    );
  else if (found.length === 0) context.stderr.write("There are no runs here.\n");
  else context.stdout.write(renderRunTable(found, styleFor(context.stdout, context.env), shellFor(context)));
  const last = purged.at(-1);
  if (last && !options.json)
    context.stderr.write(
      `${amountText(purged.length, "run")} ${purged.length === 1 ? "was" : "were"} removed by --purge, the last at ${safeText(last.purgedAt)}; ${safeText(join(folder, "purged.ndjson"))} lists them.\n`,
    );
  return EXIT.ok;
}
