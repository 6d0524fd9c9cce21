import { join } from "node:path";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { emailKey } from "../../lead/email.ts";
import { answerLeadQuery, answerRow, type LeadAnswer } from "../../report/model/lead-answer.ts";
import {
  type AnswerStyle,
  absentLines,
  answerDocument,
  leadAnswerText,
  rowAnswerText,
} from "../../report/text/answer-text.ts";
import { FOUND_TEXTS } from "../../report/text/found-texts.ts";
import { findKnownRuns, findRunByName, type KnownRuns } from "../../run/folder/known-runs.ts";
import { findRunFolder, isRunFolder, mayHoldRun, runId } from "../../run/folder/run-folder.ts";
import { findPurged } from "../../run/folder/run-logs.ts";
import { Run } from "../../run/run.ts";
import { parseLeadQuery } from "../../run/search/lead-query.ts";
import { readConfig } from "../../settings/config-file.ts";
import type { CommandValues } from "../../settings/options.ts";
import { documentLine, safeText } from "../../terminal/safe-text.ts";
import { commandText, type Shell, shellFor } from "../../terminal/shell-command.ts";
import { lineColumns } from "../../terminal/style.ts";
import { commandError } from "../command-errors.ts";

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
  const place = rowNamed(words, known, shell);
  if (place?.isRun) return explainRow(place, known, options, context);
  return explainQuery(words.join(" "), known, options, context, place);
}

interface NamedRow {
  dir: string;
  row: number;
  /** Whether there is a run of this name, or was one; else it may be the first word of something to look for. */
  isRun: boolean;
}

/** A run's folder and a row; undefined where the words are to be looked for. */
function rowNamed(words: readonly string[], known: KnownRuns, shell: Shell): NamedRow | undefined {
  const [text = "", rowText, ...others] = words;
  if (rowText === undefined || others.length > 0) return undefined;
  const found = runNamed(text, known);
  const isNumber = /^\d{1,9}$/.test(rowText.trim());
  const isRun = found !== undefined;
  // A phone number may be cut in two; a run's name has a letter.
  if (!isRun && !(isNumber && /[\p{L}\\/]/u.test(text) && !text.includes("@"))) return undefined;
  const dir = found ?? text;
  const row = isNumber ? Number(rowText) : 0;
  if (row > 0) return { dir, row, isRun };
  throw commandError("usage/row-number", {
    rowText,
    command: commandText(["explain", { folder: dir }, "17"], shell),
  });
}

/** The folder of a run that is there, wherever it lies, or was removed. */
function runNamed(text: string, { dirs, folders }: KnownRuns): string | undefined {
  if (text === "") return undefined;
  const named = findRunByName(text, dirs);
  if (mayHoldRun(named)) return named;
  for (const dir of [named, ...folders.map((folder) => join(folder, text))]) if (findPurged(dir)) return dir;
  return undefined;
}

async function explainRow(
  { dir, row }: NamedRow,
  known: KnownRuns,
  options: ExplainOptions,
  context: Context,
): Promise<ExitCode> {
  const found = await Run.inspect(dir, { rows: [row], isVerified: true });
  const { run } = found;
  if (!run) {
    const same = known.dirs.filter((each) => runId(each) === dir);
    if (same.length > 1) throw commandError("usage/run-ambiguous", { count: same.length, dir, dirs: same });
    throw found.problem ?? commandError("usage/no-run", { dir });
  }
  if (!run.state.has(row)) {
    const { rowsRead, total } = run.plan.end;
    throw commandError("row-not-in-run", { row, total, rowsRead, name: run.plan.header.name });
  }
  const answer = await answerRow(found, known);
  const style = answerStyle(options, context, []);
  tellBlind(answer, known, context);
  context.stdout.write(
    options.json
      ? documentLine("explain", answerDocument({ dir, row }, answer, style))
      : rowAnswerText(answer, dir, row, style),
  );
  return EXIT.ok;
}

async function explainQuery(
  text: string,
  known: KnownRuns,
  options: ExplainOptions,
  context: Context,
  place?: NamedRow,
): Promise<ExitCode> {
  const query = parseLeadQuery(text);
  if (!query) throw commandError("usage/query", { text: text.trim() });
  if (isRunFolder(findRunFolder(text))) {
    throw commandError("usage/row-missing", {
      text,
      command: commandText(["explain", { folder: text }, "17"], shellFor(context)),
    });
  }
  const answer = await answerLeadQuery(query, known);
  const isFound = answer.rows.length > 0 || answer.leads.length > 0;
  // This reports that the run does not exist.
  if (place && !isFound) return explainRow(place, known, options, context);
  // A search for an address that a correction replaced also asks for the new one.
  const asked =
    query.email === null ? query.beside : [query.email, ...answer.leads.flatMap(({ email }) => email ?? [])];
  const style = answerStyle(options, context, asked);
  tellBlind(answer, known, context);
  if (options.json) context.stdout.write(documentLine("explain", answerDocument(query.shown, answer, style)));
  else if (isFound)
    context.stdout.write(
      leadAnswerText(answer, style) + (answer.isCutLink ? `\n${FOUND_TEXTS["link-cut"]()}\n` : ""),
    );
  else context.stdout.write(nothingText(query.shown, answer, known, style));
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
    reveal,
    known: new Set(asked.map(emailKey)),
    isVerbose: verbose,
  };
}

/** Says which runs cannot be read or are missing: they may hold the answer. */
function tellBlind({ blind }: LeadAnswer, { absent }: KnownRuns, context: Context): void {
  for (const line of absentLines(absent)) context.stderr.write(`${safeText(line)}\n`);
  if (blind.unread.length > 0)
    context.stderr.write(`${safeText(FOUND_TEXTS["could-not-search"]({ runs: blind.unread }))}\n`);
}

function nothingText(
  text: string,
  { near, blind: { unread, absent, purged } }: LeadAnswer,
  known: KnownRuns,
  { shell }: AnswerStyle,
): string {
  const [nearest] = near;
  const isAll = unread.length + absent.length + purged === 0;
  const lines = [
    nearest
      ? FOUND_TEXTS.near({ text, others: near })
      : FOUND_TEXTS.nothing({ text, runs: known.dirs.length - unread.length }),
    ...(isAll ? [] : [FOUND_TEXTS["maybe-sent"]({ unread, absent, purged })]),
    nearest ? `    ${commandText(["explain", nearest.text], shell)}` : FOUND_TEXTS["check-spelling"](),
  ];
  return lines.map((line) => `${safeText(line)}\n`).join("");
}
