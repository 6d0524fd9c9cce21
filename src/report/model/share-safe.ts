import { type Catalogue, isPersonal, type Params, sharedParams } from "../../base/finding.ts";
import { joinOwn, type OwnText, ownSentence, ownText } from "../../base/own-text.ts";
import { maskedEmail } from "../../lead/email.ts";
import { FIELDS } from "../../lead/field-catalogue.ts";
import {
  cellAddress,
  interfaceSentence,
  interfaceWords,
  knownCode,
  knownPath,
} from "../../lead/interface-words.ts";
import type { Harm, Issue } from "../../lead/issue.ts";
import { LEAD_TEXTS } from "../../lead/lead-texts.ts";
import { errorWords } from "../../outcome/exchange.ts";
import { ANSWERED_TEXTS, HAPPENED_TEXTS, UNREADABLE_WORDS } from "../../outcome/happened-texts.ts";
import { happenedTo, type RunRow } from "../../run/run-row.ts";
import { REASON_WORDS, RUN_TEXTS } from "../../run/run-texts.ts";
import { isStopCode, sharedStopText } from "../../send/stop-texts.ts";
import { CELL_TEXTS } from "../../sheet/cell-texts.ts";
import { COLUMN_NOTICE_TEXTS, REMARK_TEXTS } from "../../sheet/columns/column-texts.ts";
import { SHEET_NOTICE_TEXTS } from "../../sheet/notice-texts.ts";
import { ROW_TEXTS } from "../../sheet/row-texts.ts";
import type { Notice } from "../../sheet/table.ts";
import { WORD_DOUBTS } from "../../sheet/word-texts.ts";
import type { RenderedReport, RenderedRow, RunReport } from "./report-model.ts";

/** What may be told of a run to anybody. Its id, its file's name and its target are the only texts that are not ours. */
export interface SharedReport extends RenderedReport {
  run: RenderedReport["run"] & { stops: { code: OwnText; message: OwnText; hint: OwnText }[] };
  notices: { message: OwnText }[];
  rows(): AsyncIterable<readonly SharedRow[]>;
}

/** What may be told of a row to anybody: no cell, header or reference, and no text of the service. */
export interface SharedRow extends RenderedRow {
  run?: never;
  state: Omit<RenderedRow["state"], "linkIn">;
  applicant: { affiliateId: null; email: OwnText | null; firstName: null; lastName: null };
  quoteId: null;
  loginUrl: null;
  issues: SharedIssue[];
  warnings: SharedIssue[];
  error: OwnText | null;
  elsewhere?: OwnText;
}

export interface SharedIssue extends Issue {
  code: OwnText;
  finding?: OwnText;
  params?: never;
  message: OwnText;
  path: OwnText[];
  validation?: never;
  expected?: never;
  received?: never;
  column?: never;
  part?: never;
  cell?: OwnText;
  alsoFrom?: { column: ""; cell: OwnText }[];
  harm?: Harm;
}

/** A report that may be shared: made of codes and their parameters, and of no text that came from elsewhere. */
export function shareSafe(report: RunReport): SharedReport {
  const { run, summary, format, evidence, groups, notices } = report;
  const stops = run.stops.map(({ code }) => ({
    code: isStopCode(code) ? (code as string as OwnText) : ownText("unknown"),
    ...(sharedStopText(code) as { message: OwnText; hint: OwnText }),
  }));
  return {
    run: { ...run, stops },
    summary,
    format,
    evidence,
    groups,
    notices: sharedNotices(notices),
    rows: async function* () {
      for await (const batch of report.rows()) yield batch.map(sharedRow);
    },
  };
}

function sharedNotices(notices: readonly Notice[]): SharedReport["notices"] {
  const known = notices.flatMap(({ code, params }) => catalogueSentence(code, params) ?? []);
  const count = notices.length - known.length;
  const rest =
    count === 0
      ? []
      : [ownSentence`Left out here: ${count} of the notices on the sheet. leadctl validate shows them`];
  return [...known, ...rest].map((message) => ({ message }));
}

/** What may be told of a row. */
export function sharedRow(row: RunRow): SharedRow {
  const { linkIn: _linkIn, ...state } = row.state;
  const { applicant, last, attempts } = row;
  const email = applicant.email === null ? null : maskedEmail(applicant.email);
  const isService = state.status === "rejected";
  const issues = row.issues.map((issue) => sharedIssue(issue, isService));
  // The rows of a check have no error to tell: nothing was sent.
  const { error, saidLength } = row.error === null ? NOTHING_TOLD : sharedError(row);
  const refusedLength = row.issues.reduce(
    (sum, { message }, at) => sum + (isService && message !== issues[at]?.message ? message.length : 0),
    0,
  );
  const noteLength = row.error === null ? 0 : (row.said?.note?.length ?? 0);
  const elsewhere = elsewhereText(row.row, saidLength + refusedLength, noteLength);
  return {
    row: row.row,
    state,
    applicant: { affiliateId: null, email, firstName: null, lastName: null },
    quoteId: null,
    loginUrl: null,
    last: last && { httpStatus: last.httpStatus, durationMs: last.durationMs },
    attempts,
    issues,
    warnings: row.warnings.map((issue) => sharedIssue(issue, false)),
    error,
    ...(row.isDoubtful && { isDoubtful: true }),
    ...(elsewhere && { elsewhere }),
  };
}

/** @param isService Whether it comes from the service, and not from the checks here. */
function sharedIssue(issue: Issue, isService: boolean): SharedIssue {
  const path = knownPath(issue.path);
  const cell = cellAddress(issue.cell);
  const others = (issue.alsoFrom ?? []).flatMap((other) => {
    const otherCell = cellAddress(other.cell);
    return otherCell === undefined ? [] : [{ column: "" as const, cell: otherCell }];
  });
  const own = isService ? undefined : catalogueSentence(issue.finding, issue.params);
  return {
    code: knownCode(issue.code),
    ...(own !== undefined && { finding: issue.finding as OwnText }),
    message: own ?? (isService ? (interfaceWords(issue) ?? SERVICE_WORDS) : foundWords(issue)),
    path,
    ...(cell !== undefined && { cell }),
    ...(others.length > 0 && { alsoFrom: others }),
    ...(issue.harm && { harm: issue.harm }),
  };
}

const SERVICE_WORDS = ownText("Refused, in the service's own words");

/** What plans of earlier versions have without a code. */
function foundWords({ message }: Issue): OwnText {
  const { length } = message;
  return (
    interfaceSentence(message) ??
    ownSentence`Something was found here: leadctl explain shows it (${lengthText(length)})`
  );
}

/**
 * The sentence of a code, with `…` for what is a person's; undefined where there is none, or it is not certain what is.
 *
 * @param own Parameters of our own choice.
 */
function catalogueSentence(
  code = "",
  params: Params = {},
  catalogues = CATALOGUES,
  own: Params = {},
): OwnText | undefined {
  const shared = sharedParams(params, PARAMETER_WORDS);
  return shared && (sentenceOf(code, { ...shared, ...own }, catalogues) as OwnText | undefined);
}

function sentenceOf(code: string, params: Params, catalogues: readonly Catalogue[]): string | undefined {
  const texts = catalogues.find((catalogue) => Object.hasOwn(catalogue, code));
  return texts?.[code]?.(params as never);
}

const CATALOGUES: readonly Catalogue[] = [
  ...[LEAD_TEXTS, RUN_TEXTS, CELL_TEXTS, ROW_TEXTS],
  ...[COLUMN_NOTICE_TEXTS, SHEET_NOTICE_TEXTS],
];

/** What parameters choose among. */
const PARAMETER_WORDS: ReadonlySet<string> = new Set([
  ...["sheet", "run", "name", "email", "address", "phone", "value", "zip", "residence", "property"],
  ...["created", "maybe", "first", "list", "null", "string", "number", "boolean", "object"],
  ...["quote", "account", ...Object.keys(UNREADABLE_WORDS)],
  ...Object.keys(REASON_WORDS),
  ...Object.keys(WORD_DOUBTS),
  ...Object.keys(REMARK_TEXTS),
  ...FIELDS.flatMap(({ path, shownValues = [] }) => [...path.split("."), path, ...shownValues]),
]);

const HAPPENED: readonly Catalogue[] = [HAPPENED_TEXTS, ANSWERED_TEXTS];
const NOTHING_TOLD = { error: null, saidLength: 0 };

/**
 * What happened, made anew of codes, and the length of what it leaves out of the service's own words. Where no answer came,
 * the words for that are ours.
 */
function sharedError(row: RunRow): { error: OwnText; saidLength: number } {
  let saidLength = 0;
  const sentences = happenedTo(row).flatMap(({ finding, params = {}, message }) => {
    const { said, ...known } = params;
    const isUnanswered = said !== undefined && known.status === undefined;
    const own = isUnanswered ? { said: { personal: errorWords(row.last?.error?.code ?? "") } } : {};
    // Not every sentence shows what the answer says.
    const isLeftOut = isPersonal(said) && !isUnanswered && message !== sentenceOf(finding, known, HAPPENED);
    if (isLeftOut) saidLength += said.personal.length;
    return catalogueSentence(finding, known, HAPPENED, own) ?? [];
  });
  return { error: joinOwn(sentences, " "), saidLength };
}

/** Where the texts are that were left out: kind, length and place. */
function elsewhereText(row: number, serviceLength: number, noteLength: number): OwnText | null {
  const texts: OwnText[] = [];
  if (serviceLength > 0)
    texts.push(
      ownSentence`The service's own text, ${lengthText(serviceLength)}, is in report.csv, row ${row}.`,
    );
  if (noteLength > 0)
    texts.push(ownSentence`A person's note, ${lengthText(noteLength)}, is in report.csv, row ${row}.`);
  return texts.length === 0 ? null : joinOwn(texts, " ");
}

function lengthText(length: number): OwnText {
  return length === 1 ? ownText("1 character") : ownSentence`${length} characters`;
}
