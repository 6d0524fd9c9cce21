import { personal } from "../../base/finding.ts";
import { redactTokens, tokenPattern } from "../../base/redact.ts";
import { emailKey } from "../../lead/email.ts";
import { bareLoginLink, linkSecrets } from "../../lead/login-link.ts";
import { isResolvable, type PersonsWord } from "../../outcome/lead-state.ts";
import { isNamed } from "../../run/folder/run-folder.ts";
import type { ResolvedRecord } from "../../run/journal/journal-record.ts";
import type { RunState } from "../../run/journal/run-state.ts";
import type { Run } from "../../run/run.ts";
import type { RunRow } from "../../run/run-row.ts";
import { isInRanges, type RowRange } from "../../settings/selection.ts";
import { isShortenedNumber } from "../../sheet/cells/cell-text.ts";
import { headerKey } from "../../sheet/headers/header-meaning.ts";
import { type CellValue, cellText, type InputTable } from "../../sheet/table.ts";
import { unescapeFormula } from "../../sheet/text/spreadsheet-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { jobError } from "../job-errors.ts";
import { type AnswerPlace, type AnswerProblem, answerProblem } from "../owner-answer-texts.ts";

/** What the service's owner says of one row of a run. */
export interface OwnerAnswer {
  row: number;
  /** Null takes back what was written down before. */
  word: PersonsWord | null;
  quoteId?: string;
  loginUrl?: string;
  note?: string;
}

const ID_CHARACTERS_MAX = 500;
const LINK_CHARACTERS_MAX = 4_096;
const SHOWN_CHARACTERS_MAX = 60;
const NOTE_CHARACTERS_MAX = 2_000;

/**
 * The same answer for some rows.
 *
 * @throws CliError with exit code 2 when a row is not in the run, or there is nothing to say of it.
 */
export async function answersForRows(
  run: Run,
  ranges: readonly RowRange[],
  answer: Omit<OwnerAnswer, "row">,
): Promise<OwnerAnswer[]> {
  const rows = [...run.state.rows()].filter((row) => isInRanges(row, ranges));
  const missing = firstMissing(ranges, run.state);
  const problems = missing === undefined ? [] : [answerProblem({ row: missing }, "row-absent")];
  if (rows.length > 1 && (answer.quoteId !== undefined || answer.loginUrl !== undefined))
    problems.push(answerProblem(null, "several-rows"));
  const answers = rows.map((row) => ({ row, ...answer }));
  return checkAnswers(run, answers, problems);
}

function firstMissing(ranges: readonly RowRange[], known: RunState): number | undefined {
  for (const { from, to } of ranges) for (let row = from; row <= to; row++) if (!known.has(row)) return row;
  return undefined;
}

/**
 * The answers in a sheet such as `report --format handover` writes: a row's number or e-mail, and a result. Rows without a
 * result are passed over, and in a list of several runs those of another one.
 *
 * @param mayBeNone Whether the sheet may have no answer for this run, as long as it has some for another.
 * @throws CliError with exit code 2 that names every line which cannot be used: none of it is written down then.
 */
export async function answersInSheet(run: Run, table: InputTable, mayBeNone = false): Promise<OwnerAnswer[]> {
  const columns = columnsOf(table);
  if (columns.result === undefined || (columns.row === undefined && columns.email === undefined)) {
    const missing = columns.result === undefined ? "result" : "row";
    throw jobError("resolve-unusable/columns", { name: table.name, missing });
  }
  const problems: AnswerProblem[] = [];
  const lines: SheetLine[] = [];
  const otherRuns = new Set<string>();
  for await (const { row: line, cells } of table.rows) {
    const text = (name: ColumnName): string => cellTextAt(cells, columns[name]);
    const given = text("result");
    const owner = text("run");
    if (owner !== "" && !isNamed(run.dir, owner)) {
      if (given !== "") otherRuns.add(owner);
      continue;
    }
    const told = answerTexts(text);
    if (given === "") {
      // In a list of ours these cells were empty: somebody has answered, and forgotten the result.
      if (columns.requestIds !== undefined && (told.quoteId ?? told.loginUrl) !== undefined)
        problems.push(answerProblem({ line }, "result-missing"));
      continue;
    }
    // A question mark is not an answer.
    const word = given.includes("?") ? undefined : RESULTS.get(headerKey(given));
    if (word === undefined)
      problems.push(
        answerProblem({ line }, "result-unknown", {
          text: personal(redactTokens(given.slice(0, SHOWN_CHARACTERS_MAX))),
        }),
      );
    else {
      const [requestIds, times] = [partsOf(text("requestIds"), /[\s;]+/), partsOf(text("times"), /;/)];
      const requestCount = Math.max(requestIds.length, times.length);
      lines.push({ line, word, row: text("row"), email: text("email"), requestIds, requestCount, ...told });
    }
  }
  if (lines.length === 0 && problems.length === 0) {
    if (otherRuns.size > 0 && mayBeNone) return [];
    if (otherRuns.size > 0)
      throw jobError("resolve-unusable/other-runs", { name: table.name, run: run.id, runs: [...otherRuns] });
    throw jobError("resolve-unusable/empty", { name: table.name });
  }
  const answers = await withRows(run, lines, problems);
  const lineOf = new Map(answers.map(({ row, line }) => [row, line]));
  const said = answers.map(({ line: _line, ...answer }) => answer);
  return checkAnswers(run, said, problems, lineOf);
}

/**
 * Whether somebody has filled in a list such as `report --format handover` writes.
 *
 * @throws CliError when it cannot be read to its end.
 */
export async function holdsAnswers(table: InputTable): Promise<boolean> {
  const { result, quoteId, loginUrl, note } = columnsOf(table);
  const told = [result, quoteId, loginUrl, note];
  for await (const { cells } of table.rows)
    if (told.some((index) => cellTextAt(cells, index) !== "")) return true;
  return false;
}

interface SheetLine extends Omit<OwnerAnswer, "row"> {
  line: number;
  /** As it stands there; empty where there is none. */
  row: string;
  email: string;
  /** Those that it was asked about by; none where the sheet does not say. */
  requestIds: string[];
  /** How many requests it was asked about by; 0 where the sheet does not say. */
  requestCount: number;
}

/** What a list tells of several requests in one cell. A time has a blank in it where a spreadsheet program has rewritten it. */
function partsOf(text: string, between: RegExp): string[] {
  return text.split(between).filter((part) => part.trim() !== "");
}

/** By header, in the form in which two headers are the same; that of a hand-over comes first. */
const COLUMN_NAMES = {
  run: ["leadctlrun"],
  row: ["leadctlrow", "row", "rownumber"],
  email: ["email", "emailaddress", "mail"],
  requestIds: ["requestid", "xrequestid"],
  times: ["sentat"],
  result: ["result", "answer", "outcome"],
  quoteId: ["quoteid", "quote", "leadctlquoteid"],
  loginUrl: ["loginurl", "loginlink", "link", "leadctlloginurl"],
  note: ["note", "notes", "remark", "comment"],
} as const;
type ColumnName = keyof typeof COLUMN_NAMES;

const RESULTS: ReadonlyMap<string, PersonsWord> = new Map([
  ...["created", "yes", "y", "exists", "found"].map((word) => [word, "created"] as const),
  ...["notcreated", "no", "n", "doesnotexist", "notfound"].map((word) => [word, "not-created"] as const),
]);

/** Another column may be called the same in other words: that is somebody's own where ours is there. */
function columnsOf({ columns }: InputTable): Partial<Record<ColumnName, number>> {
  const names = columns.map(({ name }) => headerKey(name));
  const found = Object.entries(COLUMN_NAMES).flatMap(([column, keys]) => {
    const key = keys.find((each) => names.includes(each));
    return key === undefined ? [] : [[column, names.indexOf(key)] as const];
  });
  return Object.fromEntries(found);
}

function cellTextAt(cells: readonly CellValue[], index: number | undefined): string {
  return index === undefined ? "" : unescapeFormula(cellText(cells[index])).trim();
}

function answerTexts(text: (name: ColumnName) => string): Pick<OwnerAnswer, "quoteId" | "loginUrl" | "note"> {
  const [quoteId, loginUrl, note] = [text("quoteId"), text("loginUrl"), text("note")];
  return { ...(quoteId && { quoteId }), ...(loginUrl && { loginUrl }), ...(note && { note }) };
}

/** Finds each line's row, by its number, else by its e-mail; what else the line says has to be of the same lead. */
async function withRows(
  run: Run,
  lines: readonly SheetLine[],
  problems: AnswerProblem[],
): Promise<(OwnerAnswer & { line: number })[]> {
  const emails = new Map<number, string>();
  const rows = new Map<string, number>();
  for await (const { row, lead } of run.plan.rows((row) => isResolvable(run.state.get(row)))) {
    const email = emailKey(lead.contactInfo?.email ?? "");
    emails.set(row, email);
    rows.set(email, row);
  }
  const sent = await run.sentRequests(new Set(emails.keys()));
  const seen = new Set<number>();
  return lines.flatMap(({ line, row: rowText, email, requestIds, requestCount, ...answer }) => {
    const row = rowText === "" ? rows.get(emailKey(email)) : Number(rowText);
    const told = email === "" ? undefined : emailKey(email);
    const known = row === undefined ? undefined : emails.get(row);
    const requests = (row === undefined ? undefined : sent.get(row)) ?? [];
    const knownIds = requests.flatMap(({ requestId }) => requestId ?? []);
    const isOfOthers = requestIds.length > 0 && !requestIds.some((id) => knownIds.includes(id));
    // "It exists" always holds. "It does not exist" says nothing about requests that were sent after the question.
    const isEarlier = answer.word === "not-created" && requestCount > 0 && requestCount < requests.length;
    if (row === undefined || !Number.isSafeInteger(row) || row < 1)
      problems.push(answerProblem({ line }, "row-unknown"));
    else if (known !== undefined && told !== undefined && told !== known)
      problems.push(answerProblem({ line }, "other-email", { row }));
    else if (known !== undefined && isOfOthers)
      problems.push(answerProblem({ line }, "other-requests", { row }));
    else if (isEarlier) problems.push(answerProblem({ line }, "sent-since", { row }));
    else if (seen.has(row)) problems.push(answerProblem({ line }, "answered-twice", { row }));
    else {
      seen.add(row);
      return [{ row, line, ...answer }];
    }
    return [];
  });
}

/**
 * Makes sure that something can be said of each row, and passes over what is written down already.
 *
 * @param problems What is wrong already.
 * @param lineOf The line of a sheet that answers for a row; undefined without a sheet.
 * @throws CliError with exit code 2 that names every row of which it cannot be said: none of it is written down then.
 */
export async function checkAnswers(
  run: Run,
  given: readonly OwnerAnswer[],
  problems: AnswerProblem[] = [],
  lineOf?: ReadonlyMap<number, number>,
): Promise<OwnerAnswer[]> {
  const answers = given.map((answer) => {
    const bare = bareLoginLink(answer.loginUrl ?? "");
    return bare === null ? answer : { ...answer, loginUrl: bare };
  });
  const answered = new Set(answers.map(({ row }) => row));
  const rows = new Map<number, RunRow>();
  for await (const batch of run.rows((row) => answered.has(row)))
    for (const row of batch) rows.set(row.row, row);
  for (const answer of answers) {
    const { row } = answer;
    const line = lineOf?.get(row);
    const why = whyNot(answer, rows.get(row), line === undefined ? { row } : { line, row });
    if (why !== undefined) problems.push(why);
  }
  if (problems.length > 0)
    throw jobError(lineOf ? "resolve-unusable/lines" : "resolve-unusable", { problems });
  return answers.filter((answer) => !isSame(answer, rows.get(answer.row)?.said));
}

function whyNot(
  { word, quoteId, loginUrl, note }: OwnerAnswer,
  known: RunRow | undefined,
  place: AnswerPlace,
): AnswerProblem | undefined {
  if (!known) return answerProblem(place, "row-absent");
  const { state: lead, pieces } = known;
  if (word === null && lead.word === undefined) return answerProblem(place, "nothing-to-undo");
  if (!isResolvable(lead))
    return lead.status === "created"
      ? answerProblem(place, "created")
      : answerProblem(place, "not-open", { status: lead.status });
  if (word !== "created" && (quoteId ?? loginUrl) !== undefined) return answerProblem(place, "link-of-none");
  if (quoteId !== undefined && !isPlain(quoteId, ID_CHARACTERS_MAX)) return answerProblem(place, "quote-id");
  if (loginUrl !== undefined && (loginUrl.length > LINK_CHARACTERS_MAX || bareLoginLink(loginUrl) === null))
    return answerProblem(place, "login-link");
  if (quoteId !== undefined && isShortenedNumber(quoteId)) return answerProblem(place, "quote-id-shortened");
  if (quoteId !== undefined && holdsToken(quoteId, loginUrl)) return answerProblem(place, "quote-id-secret");
  const arrived = pieces?.quoteId;
  // One that is in doubt may be another row's.
  if (quoteId !== undefined && arrived !== undefined && !lead.doubted && isOtherId(quoteId, arrived))
    return answerProblem(place, "other-quote", { quoteId: safeText(arrived) });
  if (note !== undefined && note.length > NOTE_CHARACTERS_MAX)
    return answerProblem(place, "note-too-long", { charactersMax: NOTE_CHARACTERS_MAX });
  return undefined;
}

/** Whether a quote id is certainly another one: of one that arrived cut or damaged, only the beginning is known. */
function isOtherId(told: string, arrived: string): boolean {
  const [known = ""] = arrived.split(/[…\ufffd]/);
  return known === arrived ? told !== arrived : !told.startsWith(known);
}

function isPlain(text: string, charactersMax: number): boolean {
  return text.trim() !== "" && text.length <= charactersMax && !/\p{Cc}/u.test(text);
}

function holdsToken(text: string, link: string | undefined): boolean {
  return redactTokens(text, linkSecrets(link ?? "").map(tokenPattern)) !== text;
}

function isSame({ word, quoteId, loginUrl, note }: OwnerAnswer, said: ResolvedRecord | undefined): boolean {
  return (
    said !== undefined &&
    said.word === word &&
    said.quoteId === quoteId &&
    said.loginUrl === loginUrl &&
    said.note === note
  );
}
