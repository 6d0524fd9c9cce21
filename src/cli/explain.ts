import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { emailKey } from "../lead/email.ts";
import { type AnswerStyle, answerDocument, leadAnswerText, rowAnswerText } from "../report/answer-text.ts";
import { answerLeadQuery, answerRow, type LeadAnswer } from "../report/lead-answer.ts";
import { makeMissingIndexes } from "../run/email-index.ts";
import { findKnownRuns, type KnownRuns } from "../run/known-runs.ts";
import { parseLeadQuery } from "../run/lead-query.ts";
import { findPurged } from "../run/purge-log.ts";
import { Run } from "../run/run.ts";
import { findRunFolder, isRunFolder } from "../run/run-folder.ts";
import { readConfig } from "../settings/config-file.ts";
import { usageError } from "../settings/option-values.ts";
import type { CommandValues } from "../settings/options.ts";
import { amountText } from "../terminal/number-text.ts";
import { jsonLine, safeText } from "../terminal/safe-text.ts";
import { commandText, type Shell, shellFor } from "../terminal/shell-command.ts";
import { lineColumns } from "../terminal/style.ts";

type ExplainOptions = CommandValues<"explain">;

/**
 * `leadctl explain <anything>` over all runs that are known here, or `explain <run> <row>`: whether the lead exists, where its
 * link is, whether it may be sent again, what to do, and what happened.
 *
 * @returns 0 when something was found, 1 when nothing was.
 */
export async function explain(
  words: readonly string[],
  options: ExplainOptions,
  context: Context,
): Promise<ExitCode> {
  const shell = shellFor(context);
  const config = await readConfig(options.config);
  const known = await findKnownRuns(options.runs, config?.runs ?? []);
  const place = await rowNamed(words, options, shell);
  return place
    ? explainRow(place, known, options, context)
    : explainQuery(words.join(" "), known, options, context);
}

/** A run's folder and a row; undefined where the words are to be looked for. */
async function rowNamed(
  words: readonly string[],
  { runs }: ExplainOptions,
  shell: Shell,
): Promise<{ dir: string; row: number } | undefined> {
  const [text = "", rowText, ...others] = words;
  if (rowText === undefined || others.length > 0) return undefined;
  const dir =
    runs.map((folder) => findRunFolder(text, folder)).find((each) => each !== text) ?? findRunFolder(text);
  const isNumber = /^\d{1,9}$/.test(rowText.trim());
  const isRun = isRunFolder(dir) || (await findPurged(dir)) !== undefined;
  // A phone number may be cut in two; a run's name has a letter.
  if (!isRun && !(isNumber && /[\p{L}\\/]/u.test(text) && !text.includes("@"))) return undefined;
  const row = isNumber ? Number(rowText) : 0;
  if (row > 0) return { dir, row };
  throw usageError(
    `"${rowText}" is no row number`,
    `Give it as the spreadsheet shows it, as in: ${commandText(["explain", { folder: dir }, "17"], shell)}`,
  );
}

async function explainRow(
  { dir, row }: { dir: string; row: number },
  known: KnownRuns,
  options: ExplainOptions,
  context: Context,
): Promise<ExitCode> {
  const found = await Run.inspect(dir, [row]);
  const { run } = found;
  if (!run)
    throw found.problem ?? usageError(`There is no run in ${dir}`, "leadctl runs lists the runs here.");
  if (!run.state.has(row)) {
    const { rowsRead, total } = run.plan.end;
    throw usageError(
      `Row ${row} is not in this run, which has ${total} of the ${rowsRead} rows of ${run.plan.header.name}`,
      "Rows are numbered as the spreadsheet shows them: the header is row 1. In JSON the first item is row 1.",
      "row-not-in-run",
    );
  }
  await run.verify();
  const answer = await answerRow(found, known);
  const style = answerStyle(options, context, []);
  tellUnread(answer, context);
  context.stdout.write(
    options.json
      ? jsonLine(answerDocument({ dir, row }, answer, style))
      : rowAnswerText(answer, dir, row, style),
  );
  return EXIT.ok;
}

async function explainQuery(
  text: string,
  known: KnownRuns,
  options: ExplainOptions,
  context: Context,
): Promise<ExitCode> {
  const query = parseLeadQuery(text);
  if (!query)
    throw usageError("There is nothing to look for", "Name an e-mail, a person, a phone number or an id.");
  if (isRunFolder(findRunFolder(text))) {
    throw usageError(
      `${text} is a run: which row of it is meant?`,
      `As in: ${commandText(["explain", { folder: text }, "17"], shellFor(context))}`,
    );
  }
  const answer = await answerLeadQuery(query, known);
  // Whoever asks for an address that a correction replaced is asking for the one in its place as well.
  const asked =
    query.email === null ? [] : [query.email, ...answer.leads.flatMap(({ email }) => email ?? [])];
  const style = answerStyle(options, context, asked);
  tellUnread(answer, context);
  const isFound = answer.rows.length > 0 || answer.leads.length > 0;
  if (options.json) context.stdout.write(jsonLine(answerDocument(query.shown, answer, style)));
  else if (isFound) context.stdout.write(leadAnswerText(answer, style));
  else context.stdout.write(nothingText(query.shown, answer, known, style));
  // The next question is answered sooner.
  await makeMissingIndexes(answer.unindexed);
  return isFound ? EXIT.ok : EXIT.notAllCreated;
}

function answerStyle(
  { reveal, verbose }: ExplainOptions,
  context: Context,
  asked: readonly string[],
): AnswerStyle {
  const { stdout } = context;
  return {
    shell: shellFor(context),
    columns: stdout.isTTY ? lineColumns(stdout) : Number.POSITIVE_INFINITY,
    redaction: { reveal, known: new Set(asked.map(emailKey)) },
    isVerbose: verbose,
  };
}

/** A run that cannot be read may hold the answer: that is not passed over in silence. */
function tellUnread({ blind }: LeadAnswer, context: Context): void {
  for (const dir of blind.unread)
    context.stderr.write(`${safeText(dir)} could not be searched: leadctl runs says why.\n`);
}

function nothingText(
  text: string,
  { near, blind }: LeadAnswer,
  known: KnownRuns,
  { shell }: AnswerStyle,
): string {
  const [nearest] = near;
  const where = amountText(known.dirs.length - blind.unread.length, "run");
  const first = nearest
    ? `No ${text}; ${near.map((each) => `${each.text} is in ${each.dirs.join(" and ")}`).join("; ")}.`
    : `Nothing found: no lead in ${where} has "${text}" as its e-mail, name, phone, affiliate id, quote id or login link.`;
  const unread =
    blind.unread.length === 0
      ? ""
      : `It may be in ${blind.unread.length === 1 ? "the run" : `one of the ${amountText(blind.unread.length, "run")}`} that cannot be read. That it is not here does not say that it was never sent.\n`;
  const purged =
    blind.purgedCount === 0
      ? ""
      : `It may have been in one of ${amountText(blind.purgedCount, "run")} removed by runs --purge; purged.ndjson beside the runs lists them. That it is not here does not say that it was never sent.\n`;
  const next = nearest
    ? `    ${safeText(commandText(["explain", nearest.text], shell))}\n`
    : "Check the spelling, or name another folder of runs with --runs.\n";
  return `${safeText(first)}\n${unread}${purged}${next}`;
}
