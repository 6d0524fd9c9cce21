import { type Catalogue, type Params, personal } from "../../base/finding.ts";
import { joinOwn, type OwnText, ownSentence, ownText } from "../../base/own-text.ts";
import { maskedEmail } from "../../lead/email.ts";
import { FIELDS, fieldAt } from "../../lead/field-catalogue.ts";
import {
  cellAddress,
  interfaceSentence,
  interfaceWords,
  knownCode,
  knownPath,
} from "../../lead/interface-words.ts";
import type { Harm, Issue } from "../../lead/issue.ts";
import { LEAD_TEXTS } from "../../lead/lead-texts.ts";
import { type Answer, answerMessage } from "../../outcome/answer.ts";
import type { LastAnswer } from "../../outcome/evidence.ts";
import type { PersonsWord } from "../../outcome/lead-state.ts";
import { REASON_WORDS, RUN_TEXTS } from "../../run/run-texts.ts";
import { CELL_TEXTS } from "../../sheet/cell-texts.ts";
import { type ReadChange, toldChanges } from "../../sheet/cells/read-change.ts";
import { COLUMN_NOTICE_TEXTS, REMARK_TEXTS } from "../../sheet/columns/column-texts.ts";
import { SHEET_NOTICE_TEXTS } from "../../sheet/notice-texts.ts";
import { ROW_TEXTS } from "../../sheet/row-texts.ts";
import type { Notice } from "../../sheet/table.ts";
import { WORD_DOUBTS } from "../../sheet/word-texts.ts";
import { happenedText } from "./build-report.ts";
import type { Observed, RenderedRow, RenderedRun, ReportRow, RunReport } from "./report-model.ts";

/** What may be told of a run to anybody. Its id, its file's name and its target are the only texts that are not ours. */
export interface SharedRun extends RenderedRun {
  run: RenderedRun["run"] & { stopReason: OwnText | null; stopHint: OwnText | null; stopCodes: [] };
  notices: { message: OwnText }[];
  changes: (ReadChange & {
    path: OwnText;
    column: { name: OwnText };
    from: OwnText;
    to: OwnText | boolean;
  })[];
}

export interface SharedReport extends SharedRun {
  rows(): AsyncIterable<readonly SharedRow[]>;
}

/** What may be told of a row to anybody: no cell, header or reference, and no text of the service. */
export interface SharedRow extends RenderedRow {
  run?: never;
  affiliateId: null;
  email: OwnText | null;
  firstName: null;
  lastName: null;
  quoteId: null;
  loginUrl: null;
  issues: SharedIssue[];
  warnings: SharedIssue[];
  error: OwnText | null;
  elsewhere?: OwnText;
  resolved: { word: PersonsWord } | null;
}

export interface SharedIssue extends Issue {
  code: OwnText;
  finding?: never;
  params?: never;
  message: OwnText;
  path: OwnText[];
  validation?: never;
  expected?: never;
  received?: never;
  column?: never;
  cell?: OwnText;
  alsoFrom?: { column: ""; cell: OwnText }[];
  harm?: Harm;
}

/** A report that may be shared: made of codes and their parameters, and of no text that came from elsewhere. */
export function shareSafe(report: RunReport): SharedReport {
  return {
    ...sharedRun(report),
    rows: async function* () {
      for await (const batch of report.rows()) yield batch.map(sharedRow);
    },
  };
}

/** The same of what is told of the run as a whole. */
export function sharedRun({
  run,
  summary,
  format,
  evidence,
  outcomes,
  notices,
  changes,
}: RunReport): SharedRun {
  const stops = run.stopCodes.map((code) => STOPS[code] ?? { what: ownText("The run stopped early") });
  const hints = stops.flatMap(({ hint }) => hint ?? []);
  return {
    run: {
      ...run,
      stopReason:
        stops.length === 0
          ? null
          : joinOwn(
              stops.map(({ what }) => what),
              " ",
            ),
      stopHint: hints.length === 0 ? null : joinOwn(hints, " "),
      stopCodes: [],
    },
    summary,
    format,
    evidence,
    outcomes,
    notices: sharedNotices(notices),
    changes: sharedChanges(changes),
  };
}

function sharedNotices(notices: readonly Notice[]): SharedRun["notices"] {
  const known = notices.flatMap(({ code, params }) => catalogueSentence(code, params) ?? []);
  const count = notices.length - known.length;
  const rest =
    count === 0
      ? []
      : [ownSentence`Not said here: ${count} of the notices on the sheet, which leadctl validate shows`];
  return [...known, ...rest].map((message) => ({ message }));
}

/** What words were read as, and how many they are. */
function sharedChanges(changes: readonly ReadChange[]): SharedRun["changes"] {
  const shared = new Map<string, SharedRun["changes"][number]>();
  const wordCounts = new Map<string, number>();
  for (const { path, column, to, rowCount } of toldChanges(changes)) {
    const field = fieldAt(path);
    if (!field || (typeof to !== "boolean" && !field.shownValues?.includes(String(to)))) continue;
    const letters = /^[A-Z]{1,3}$/.test(column.letters ?? "") ? ` (${column.letters})` : "";
    const key = `${path} ${letters} ${to}`;
    const count = (wordCounts.get(key) ?? 0) + 1;
    wordCounts.set(key, count);
    shared.set(key, {
      path: field.path as OwnText,
      column: { name: `${field.label}${letters}` as OwnText },
      from: count === 1 ? ownText("another word") : ownSentence`${count} other words`,
      to: typeof to === "boolean" ? to : (to as OwnText),
      rowCount: (shared.get(key)?.rowCount ?? 0) + rowCount,
    });
  }
  return [...shared.values()];
}

/** What may be told of a row. */
export function sharedRow(row: ReportRow): SharedRow {
  const { status, httpStatus, attempts, durationMs, maybeCreated, resolved } = row;
  const isService = status === "rejected";
  const issues = row.issues.map((issue) => sharedIssue(issue, isService));
  const error = row.error === null ? null : sharedError(row);
  const elsewhere = elsewhereText(row, issues, error);
  return {
    row: row.row,
    status,
    affiliateId: null,
    email: row.email === null ? null : maskedEmail(row.email),
    firstName: null,
    lastName: null,
    quoteId: null,
    loginUrl: null,
    httpStatus,
    attempts,
    durationMs,
    issues,
    warnings: row.warnings.map(sharedWarning),
    error,
    maybeCreated,
    ...(row.unfixable && { unfixable: true }),
    ...(row.isDoubtful && { isDoubtful: true }),
    ...(row.dismissed && { dismissed: true }),
    resolved: resolved && { word: resolved.word },
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
  return {
    code: knownCode(issue.code),
    message: isService ? (interfaceWords(issue) ?? SERVICE_WORDS) : findingWords(issue),
    path,
    ...(cell !== undefined && { cell }),
    ...(others.length > 0 && { alsoFrom: others }),
    ...(issue.harm && { harm: issue.harm }),
  };
}

/** A warning, with how much is not said: report.csv does not have it. */
function sharedWarning(warning: Issue): SharedIssue {
  const shared = sharedIssue(warning, false);
  const { length } = warning.message;
  if (shared.message === warning.message) return shared;
  return { ...shared, message: ownSentence`${shared.message} (${length} characters: leadctl explain)` };
}

const SERVICE_WORDS = ownText("Refused, in words of the service's own");

/** What was found by the checks here, said anew of its code and its parameters, without those that are a person's. */
function findingWords({ code, finding = "", params, message }: Issue): OwnText {
  const known = catalogueSentence(finding, params);
  if (known !== undefined) return known;
  if (code === "invalid_type") return ownText("What stands here is no value of the field");
  return interfaceSentence(message) ?? ownText("Something was found here");
}

/** The sentence of a code, with `…` for what is a person's; undefined where there is none, or it is not certain what is. */
function catalogueSentence(code: string, params: Params = {}): OwnText | undefined {
  const texts = CATALOGUES.find((catalogue) => Object.hasOwn(catalogue, code));
  const shared = sharedParams(params);
  return shared && (texts?.[code]?.(shared as never) as OwnText | undefined);
}

const CATALOGUES: readonly Catalogue[] = [
  ...[LEAD_TEXTS, RUN_TEXTS, CELL_TEXTS, ROW_TEXTS],
  ...[COLUMN_NOTICE_TEXTS, SHEET_NOTICE_TEXTS],
];

/** Parameters in which nothing is a person's; undefined where it is not certain. */
function sharedParams(params: Params): Params | undefined {
  const shared: Record<string, Params[string]> = {};
  for (const [name, value] of Object.entries(params)) {
    const parts = (Array.isArray(value) ? value : [value]).map((part) => sharedParam(name, part));
    if (parts.includes(undefined)) return undefined;
    shared[name] = (Array.isArray(value) ? parts : parts[0]) as Params[string];
  }
  return shared;
}

/** A number is one of rows or cells; a text stays only where it names a place or a field, or is one of a few words. */
function sharedParam(name: string, value: unknown): unknown {
  if (typeof value === "object") return personal("…");
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Math.abs(value) < NUMBERS_MAX ? value : undefined;
  const text = String(value);
  if (name === "run") return text === "" ? "" : "another run";
  const isPlace = PLACES[name]?.test(text) ?? false;
  return isPlace || PARAMETER_WORDS.has(text) ? text : undefined;
}

/** More rows than any sheet has; a telephone number is longer. */
const NUMBERS_MAX = 10_000_000;
const CELLS = /^[A-Z]{1,3}\d{0,7}(?::[A-Z]{1,3}\d{0,7})?$/;
/** Parameters that say where something is. */
const PLACES: Readonly<Record<string, RegExp>> = {
  ...{ cell: CELLS, cells: CELLS, letters: CELLS, upTo: CELLS },
  ranges: /^\d{1,7}(?:-\d{1,7})?$/,
};
/** What parameters choose among. */
const PARAMETER_WORDS: ReadonlySet<string> = new Set([
  ...["sheet", "run", "name", "email", "address", "phone", "value", "zip", "residence", "property"],
  ...["created", "maybe", "first", "list", "null", "string", "number", "boolean", "object"],
  ...Object.keys(REASON_WORDS),
  ...Object.keys(WORD_DOUBTS),
  ...Object.keys(REMARK_TEXTS),
  ...FIELDS.flatMap(({ path, shownValues = [] }) => [...path.split("."), path, ...shownValues]),
]);

/** What happened, made anew of codes. */
function sharedError({ observed }: ReportRow): OwnText {
  return observed ? (happenedText(codedOf(observed)) as OwnText) : ownText("More is to be said of it");
}

/** The same as it was observed, without a text of anybody: what is made of it holds none. */
function codedOf({ state, last, pieces, isUnderWay }: Observed): Observed {
  const { linkIn, ...known } = state;
  return {
    state: { ...known, ...(linkIn !== undefined && { linkIn: ELLIPSIS }) },
    last: last && codedAnswer(last),
    pieces: pieces && {
      ...(pieces.quoteId !== undefined && { quoteId: ELLIPSIS }),
      ...(pieces.loginUrl !== undefined && { loginUrl: ELLIPSIS }),
    },
    isUnderWay,
  };
}

const ELLIPSIS = "…";

function codedAnswer({ answer, httpStatus, error }: LastAnswer): LastAnswer {
  return {
    answer: codedKind(answer),
    httpStatus,
    body: null,
    ...(error && { error: { code: error.code, message: ERRORS[error.code] ?? "the connection failed" } }),
  };
}

function codedKind(answer: Answer): Answer {
  switch (answer.kind) {
    case "issues":
      return { kind: "issues", issues: answer.issues.map((issue) => sharedIssue(issue, true)) };
    case "duplicate":
      return { kind: "duplicate", holder: answer.holder };
    case "unreadable":
      return { kind: "unreadable", ...(answer.reason && { reason: answer.reason }) };
    case "refused":
      return { kind: "refused", message: null };
    case "created":
      return { kind: "created", quoteId: ELLIPSIS, loginUrl: ELLIPSIS };
    default:
      return { kind: answer.kind };
  }
}

/** What an answer says beyond its kind, as it may be shared; null where the kind says it all. */
export function sharedAnswerText({ answer, body, error }: LastAnswer): OwnText | null {
  if (answer.kind === "created") return null;
  if (answer.kind === "issues") {
    const issues = answer.issues.map((issue) => sharedIssue(issue, true));
    return joinOwn([...new Set(issues.map(({ message }) => message))], "; ");
  }
  const length = (answerMessage(body) ?? error?.message ?? "").length;
  return length === 0
    ? null
    : ownSentence`the service's own text, ${length} characters: leadctl explain shows it`;
}

/** Where the texts are that were left out: kind, length and place. */
function elsewhereText(
  row: ReportRow,
  issues: readonly SharedIssue[],
  error: OwnText | null,
): OwnText | null {
  const left = row.issues.flatMap(({ message }, at) =>
    message === issues[at]?.message ? [] : message.length,
  );
  const said = row.error === error ? null : answerMessage(row.observed?.last?.body ?? null);
  const length = left.reduce((sum, characters) => sum + characters, said?.length ?? 0);
  const noteLength = row.resolved?.note?.length ?? 0;
  const texts = [
    ...(length === 0
      ? []
      : [
          row.status === "invalid"
            ? ownSentence`What was found, ${length} characters, is in report.csv, row ${row.row}.`
            : ownSentence`The service's own text, ${length} characters, is in report.csv, row ${row.row}.`,
        ]),
    ...(noteLength === 0
      ? []
      : [ownSentence`A person's note, ${noteLength} characters, is in report.csv, row ${row.row}.`]),
  ];
  return texts.length === 0 ? null : joinOwn(texts, " ");
}

/** What our client says where no answer came. */
const ERRORS: Readonly<Record<string, OwnText>> = {
  DEADLINE: ownText("no whole answer came in time"),
  UNENDED: ownText("the answer was whole, and its end did not come"),
  ABORTED: ownText("stopped by hand"),
};

/** Why a round stopped, and what to do about it. */
const STOPS: Readonly<Record<string, { what: OwnText; hint?: OwnText }>> = {
  "files-exhausted": {
    what: ownText("This computer lets leadctl open no more files and connections"),
    hint: ownText("Allow more (as by ulimit -n 4096), or send with a lower --concurrency."),
  },
  "host-not-found": {
    what: ownText("The service's host name cannot be found"),
    hint: ownText("Check --base-url, and that this machine is online."),
  },
  interrupted: { what: ownText("Stopped by hand") },
  journal: {
    what: ownText("The run's journal could not be written"),
    hint: ownText("Make room on the disk."),
  },
  "no-definite-answer": {
    what: ownText("The first leads got no definite answer, so no other was sent"),
    hint: ownText("Tell the service's owner what it answers."),
  },
  "no-progress": {
    what: ownText("No lead was settled for ten minutes"),
    hint: ownText("Check that the service is running, and that it lets you send now."),
  },
  "not-sent": {
    what: ownText("There was no connection to the service"),
    hint: ownText("Check --base-url, and that this network lets you reach it."),
  },
  "not-the-service": {
    what: ownText("The address answered with something that is no JSON, so no other lead was sent"),
    hint: ownText("Check --base-url: a web page or a login page of the network may answer there."),
  },
  "nothing-listens": {
    what: ownText("Nothing answered at the service's address (connection refused)"),
    hint: ownText("Check --base-url, and that the service is running."),
  },
  plan: { what: ownText("The run's plan could not be read"), hint: ownText("Check the disk.") },
  "proxy-refused": {
    what: ownText("The proxy refused the connection to the service"),
    hint: ownText("Ask whoever runs the proxy whether it lets you through to the service."),
  },
  "proxy-unreachable": {
    what: ownText("The proxy cannot be reached"),
    hint: ownText("Check HTTPS_PROXY, and that the proxy runs."),
  },
  redirected: {
    what: ownText("A lead got a redirect, which is never followed"),
    hint: ownText("Ask the service's owner which address takes leads."),
  },
  "retry-after": {
    what: ownText("The service asks to wait for longer than a run waits"),
    hint: ownText("Ask the service's owner when it takes leads again."),
  },
  "same-answer": {
    what: ownText("Three leads got one and the same quote: something answers in the service's place"),
    hint: ownText("Look for a cache or a proxy in front of the service."),
  },
  "service-unwell": {
    what: ownText("The service stopped taking leads, and did not recover within some minutes"),
    hint: ownText("Check that the service is running."),
  },
  "tls-refused": {
    what: ownText("The server's certificate was refused"),
    hint: ownText("Check the address. For a company's own certificate authority set NODE_EXTRA_CA_CERTS."),
  },
  unanswered: {
    what: ownText("The first leads were sent and not answered, so no other was sent"),
    hint: ownText("Ask the service's owner what happened to them."),
  },
  unauthorized: {
    what: ownText("The service refused the key (401)"),
    hint: ownText("Check LEADCTL_API_KEY, and that it belongs to this environment and partner."),
  },
  "wrong-target": {
    what: ownText("The address does not take leads"),
    hint: ownText("Check --base-url and --partner. If both are right, ask the service's owner."),
  },
};
