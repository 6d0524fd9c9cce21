import { join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { explanationText } from "../report/explain-text.ts";
import { type Explanation, explainFound, explanationDocument } from "../report/explanation.ts";
import { readPurgeLog } from "../run/purge-log.ts";
import { type FoundRun, Run } from "../run/run.ts";
import { findRunFolder, RUNS_FOLDER } from "../run/run-folder.ts";
import { usageError } from "../settings/option-values.ts";
import type { CommandValues } from "../settings/options.ts";
import { amountText } from "../terminal/number-text.ts";
import { jsonLine, safeText } from "../terminal/safe-text.ts";
import { commandText, type Shell, shellFor } from "../terminal/shell-command.ts";

type ExplainOptions = CommandValues<"explain">;

/** More than that is no story but a report. */
const EXPLAINED_MAX = 20;

/**
 * `leadctl explain <run> <row>`, or `explain <e-mail|quoteId|affiliateId>` over all runs here: what happened, what it
 * means, what to do.
 */
export async function explain(
  runOrQuery: string,
  rowText: string | undefined,
  options: ExplainOptions,
  context: Context,
): Promise<ExitCode> {
  const shell = shellFor(context);
  const { found, left } =
    rowText === undefined
      ? await explainQuery(runOrQuery, options, context)
      : { found: await explainRow(runOrQuery, rowText, options, shell), left: 0 };
  if (options.json) {
    context.stdout.write(
      jsonLine({ rows: found.map((row) => explanationDocument(row, shell)), notShown: left }),
    );
  } else {
    context.stdout.write(found.map((row) => explanationText(row, shell)).join(`\n${"-".repeat(72)}\n\n`));
    if (left > 0) {
      context.stderr.write(
        `${left} more rows have it. Look at one of them with: leadctl explain <run> <row>\n`,
      );
    }
  }
  return EXIT.ok;
}

async function explainRow(
  dir: string,
  text: string,
  options: ExplainOptions,
  shell: Shell,
): Promise<Explanation[]> {
  const row = parseRow(text, dir, shell);
  const found = await Run.inspect(findRunFolder(dir, options.runs));
  if (!found.run)
    throw found.problem ?? usageError(`There is no run in ${dir}`, "leadctl runs lists the runs here.");
  if (!found.run.state.has(row)) {
    const { rowsRead, total } = found.run.plan.end;
    throw usageError(
      `Row ${row} is not in this run, which has ${total} of the ${rowsRead} rows of ${found.run.plan.header.name}`,
      "Rows are numbered as the spreadsheet shows them: the header is row 1. In JSON the first item is row 1.",
      "row-not-in-run",
    );
  }
  await found.run.verify();
  return explainFound(found, [row], { reveal: options.reveal, query: null });
}

/** @throws CliError with exit code 2. */
function parseRow(text: string, dir: string, shell: Shell): number {
  const row = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  if (row > 0) return row;
  throw usageError(
    `"${text}" is no row number`,
    `Give it as the spreadsheet shows it, as in: ${commandText(["explain", { folder: dir }, "17"], shell)}`,
  );
}

async function explainQuery(
  text: string,
  options: ExplainOptions,
  context: Context,
): Promise<{ found: Explanation[]; left: number }> {
  const query = text.trim();
  if (query === "")
    throw usageError("There is nothing to look for", "Name an e-mail, a quote or a reference.");
  const folder = options.runs ?? RUNS_FOLDER;
  const redaction = { reveal: options.reveal, query };
  const found: Explanation[] = [];
  let [left, runCount] = [0, 0];
  for await (const inspected of Run.inspectAll(folder)) {
    runCount += 1;
    if (!inspected.run) {
      tellUnread(inspected, context);
      continue;
    }
    const rows = await findVerified(inspected.run, query).catch(asProblem);
    if (rows instanceof CliError) {
      tellUnread({ ...inspected, problem: rows }, context);
      continue;
    }
    const shown = rows.slice(0, Math.max(0, EXPLAINED_MAX - found.length));
    left += rows.length - shown.length;
    if (shown.length > 0) found.push(...(await explainFound(inspected, shown, redaction)));
  }
  if (found.length === 0) throw await notFound(query, runCount, folder, shellFor(context));
  return { found, left };
}

/** The rows that a search finds in a run, once it is sure that they stand there as they were sent. */
async function findVerified(run: Run, query: string): Promise<number[]> {
  try {
    const rows = await run.find(query);
    if (rows.length > 0) await run.verify();
    return rows;
  } catch (error) {
    // A plan that somebody edited may not even be readable.
    await run.verify();
    throw error;
  }
}

function asProblem(error: unknown): CliError {
  if (error instanceof CliError) return error;
  throw error;
}

/** A run that cannot be read may hold the answer: that is not passed over in silence. */
function tellUnread({ dir, problem }: FoundRun, context: Context): void {
  if (problem?.code === "no-run") return;
  context.stderr.write(
    `${safeText(dir)} could not be searched: ${safeText(problem?.message ?? "unreadable")}\n`,
  );
}

/** Where runs were removed, what is not found may have been sent all the same. */
async function purgedText(folder: string): Promise<string> {
  const purged = await readPurgeLog(folder).catch(() => []);
  return purged.length === 0
    ? ""
    : ` It may have been in one of ${amountText(purged.length, "run")} removed by runs --purge: ${join(folder, "purged.ndjson")} lists them. That it is not here does not say that it was never sent.`;
}

async function notFound(query: string, runCount: number, folder: string, shell: Shell): Promise<Error> {
  const isRun = await Run.inspect(query).then(
    ({ run }) => run !== null,
    () => false,
  );
  if (isRun) {
    return usageError(
      `${query} is a run: which row of it is meant?`,
      `As in: ${commandText(["explain", { folder: query }, "17"], shell)}`,
    );
  }
  return usageError(
    `No lead in ${folder} (${amountText(runCount, "run")}) has "${query}" as its e-mail, quote id or affiliate id`,
    `Check the spelling, or name another folder of runs with --runs.${await purgedText(folder)}`,
    "not-found",
  );
}
