import type { Params } from "../../base/finding.ts";
import { FIELDS } from "../../lead/field-catalogue.ts";
import type { Issue } from "../../lead/issue.ts";
import { issueText } from "../../lead/issue-text.ts";
import { linkSecrets } from "../../lead/login-link.ts";
import { NO_CELLS } from "../../run/plan/kept-cells.ts";
import type { Notice } from "../../sheet/table.ts";
import type { ReportRow, RunReport } from "./report-model.ts";

const MASK = "***";

/** The texts of a row as they may be shared; see `shareSafe`. */
export interface MaskedRow {
  row: ReportRow;
  /** For further texts about the row. */
  mask(text: string): string;
}

/**
 * A report that may be shared: e-mail addresses masked, names and login links absent, in every text that a
 * row carries, whoever wrote it. Cells are left out.
 */
export function shareSafe(report: RunReport): RunReport {
  return {
    ...shareSafeRun(report),
    rows: async function* (isWanted) {
      for await (const batch of report.rows(isWanted)) yield batch.map((row) => maskedRow(row).row);
    },
  };
}

/** The same for what is said of the run as a whole; its rows stay as they are. */
export function shareSafeRun(report: RunReport): RunReport {
  const { stopReason } = report.run;
  return {
    ...report,
    run: { ...report.run, stopReason: stopReason === null ? null : maskedText(stopReason) },
    notices: report.notices.map((notice) => ({ ...notice, message: maskedText(noticeText(notice)) })),
  };
}

/** Notices that show what a cell held, which may be a name. */
const SHOWS_CELL: ReadonlySet<string> = new Set(["encoding-assumed", "rows-skipped"]);

function noticeText({ code, message }: Notice): string {
  return SHOWS_CELL.has(code)
    ? message.replace(/"[^"]*"/g, `"${MASK}"`).replace(/“[^”]*”/g, `“${MASK}”`)
    : message;
}

/** Masks one row. */
export function maskedRow(row: ReportRow): MaskedRow {
  const mask = textMask(row);
  const issues = (list: readonly Issue[]): Issue[] => list.map((issue) => maskedIssue(issue, mask));
  const orNull = (text: string | null): string | null => (text === null ? null : mask(text));
  return {
    mask,
    row: {
      ...row,
      cells: NO_CELLS,
      affiliateId: orNull(row.affiliateId),
      email: row.email === null ? null : maskedEmail(row.email),
      firstName: null,
      lastName: null,
      quoteId: orNull(row.quoteId),
      loginUrl: null,
      issues: issues(row.issues),
      warnings: issues(row.warnings),
      error: orNull(row.error),
      resolved: row.resolved && {
        ...row.resolved,
        quoteId: orNull(row.resolved.quoteId),
        loginUrl: null,
        note: orNull(row.resolved.note),
      },
    },
  };
}

/** The service may repeat a person anywhere in an issue; where it names a field, that stays. */
function maskedIssue(issue: Issue, mask: (text: string) => string): Issue {
  const { code, path, validation } = issue;
  return {
    ...issue,
    code: mask(code),
    message: mask(unquoted(issue)),
    ...(issue.params && { params: withoutPersonal(issue.params) as Params }),
    path: path.map((name) => (NAMES_IN_PATHS.has(name) ? name : mask(name))),
    ...(validation !== undefined && { validation: mask(validation) }),
  };
}

/** Leaves out what is a person's, wherever it stands among parameters. */
function withoutPersonal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === "personal" ? MASK : inner)));
}

const NAMES_IN_PATHS: ReadonlySet<string> = new Set(FIELDS.flatMap(({ path }) => path.split(".")));

/**
 * Masks what a text may repeat of a row: its address and names, its phone number and streets, what signs in with its login
 * link, any other address, any token.
 */
function textMask(row: ReportRow): (text: string) => string {
  const { email, firstName, lastName, error, issues, cells, resolved, quoteId, loginUrl, affiliateId } = row;
  const isRepeated = quoteId !== null && loginUrl?.endsWith(quoteId) === true;
  const isTold = resolved !== null || error !== null || isRepeated;
  const secrets = isTold ? [loginUrl, resolved?.loginUrl].flatMap((link) => linkSecrets(link ?? "")) : [];
  const own = wordsOf([email, firstName, lastName, ...secrets]);
  let withCells: readonly string[] | undefined;
  const words = (text: string): readonly string[] => {
    const hasSpoken = error !== null || issues.length > 0;
    if (!hasSpoken && (text === affiliateId || !mayRepeatCell(text))) return own;
    // Of most rows nothing can repeat a cell, and theirs are not even decoded.
    withCells ??= [...own, ...wordsOf(cells.values.filter(isPersonalCell))];
    return withCells;
  };
  return (text) => {
    const among = words(text);
    return maskedText(withoutWords(withoutCutWords(text, among), among));
  };
}

/** In lower case. */
function wordsOf(texts: readonly (string | null)[]): string[] {
  return texts.flatMap((text) => {
    const word = text?.trim().toLowerCase() ?? "";
    return word.length > 1 ? [word] : [];
  });
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A street has a space in it, and a phone number seven digits. */
function mayRepeatCell(text: string): boolean {
  return /\s|(?:\d\D*){7}/.test(text) && !UUID.test(text);
}

/** Where a text was cut, its last word may be the beginning of one that must not be seen. */
const BEFORE_CUT = /(?=\.\.\.|\u2026)/;
const CUT_CHARACTERS_MIN = 2;

function withoutCutWords(text: string, words: readonly string[]): string {
  const pieces = text.split(BEFORE_CUT);
  const last = pieces.pop() ?? "";
  return pieces.map((piece) => withoutCutWord(piece, words)).join("") + last;
}

function withoutCutWord(before: string, words: readonly string[]): string {
  const searched = before.toLowerCase();
  for (const word of words) {
    for (let length = Math.min(word.length - 1, searched.length); length >= CUT_CHARACTERS_MIN; length--) {
      const start = searched.length - length;
      const isWithin = WORD_BEFORE.test(searched.slice(Math.max(0, start - 2), start));
      if (isWithin || !searched.endsWith(word.slice(0, length))) continue;
      return (searched.length === before.length ? before : searched).slice(0, start) + MASK;
    }
  }
  return before;
}

const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const WORD_AFTER = /^[\p{L}\p{N}]/u;

/**
 * Masks words in whatever case, where they stand as words: `Li` is not masked in `Liability`. They are looked for one by
 * one: an expression made of them would cost a hundred times as much, and each row has its own.
 *
 * @param words In lower case.
 */
function withoutWords(text: string, words: readonly string[]): string {
  const searched = text.toLowerCase();
  // Of a few letters the small one is longer: what is found would stand elsewhere in the text.
  const isAligned = searched.length === text.length;
  if (!isAligned) return words.some((word) => searched.includes(word)) ? withoutWords(searched, words) : text;
  let masked = "";
  let from = 0;
  for (;;) {
    const found = firstOf(searched, words, from);
    if (!found) return masked + text.slice(from);
    masked += text.slice(from, found.start) + MASK;
    from = found.end;
  }
}

/** Where the first of the words stands as a word; of several at one place the first of the list. */
function firstOf(
  text: string,
  words: readonly string[],
  from: number,
): { start: number; end: number } | undefined {
  let first: { start: number; end: number } | undefined;
  for (const word of words) {
    for (let start = text.indexOf(word, from); start >= 0; start = text.indexOf(word, start + 1)) {
      const end = start + word.length;
      if (first && start >= first.start) break;
      const isWithin =
        WORD_BEFORE.test(text.slice(Math.max(0, start - 2), start)) ||
        WORD_AFTER.test(text.slice(end, end + 2));
      if (isWithin) continue;
      first = { start, end };
      break;
    }
  }
  return first;
}

/** Masks what is personal or secret wherever it stands. */
function maskedText(text: string): string {
  return withoutTokens(text.includes("@") ? text.replace(ADDRESS, MASK) : text);
}

/** Masks the token of every login link, which is a credential, wherever a text repeats one. */
export function withoutTokens(text: string): string {
  // Of nearly every text, this says at once that there is none.
  if (!text.includes("oken") && !text.includes("eyJ") && !text.includes("OKEN")) return text;
  return text.replace(TOKEN, `$1${MASK}`).replace(NAMED_TOKEN, `$1${MASK}`).replace(SIGNED_TOKEN, MASK);
}

/** Looked for at the start of a word only: from each letter of a long one, it would take the square of its length. */
const ADDRESS = /(?<![^\s"'<>()[\],;:])[^\s"'<>()[\],;:]+@[^\s"'<>()[\],;:]+/g;
const TOKEN = /(token(?:=|%3d))[^\s"'&#,;<>]+/gi;
/** As a person writes of it: `token abc...`, which no word is as long as, with a digit in it. */
const NAMED_TOKEN = /(token["':\s]{1,4})(?=[^\s\d]*\d)[\w.~+/=%-]{20,}/gi;
/** A JSON Web Token alone, be it whole or without its signature: its first part is a JSON object. */
const SIGNED_TOKEN = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;

/** A phone number, or a street that begins with the number of a house. */
const PERSONAL_CELL = /^\+?(?:[ ()./-]{0,3}\d){7,15}$|^\d+[a-z]? +\p{L}/iu;
const CELL_CHARACTERS_MAX = 200;

function isPersonalCell(cell: unknown): cell is string {
  return typeof cell === "string" && cell.length <= CELL_CHARACTERS_MAX && PERSONAL_CELL.test(cell.trim());
}

/**
 * A cell's text as it may be shared: digits are `#`, of a word only its first letter stays, an e-mail address is masked
 * as everywhere. What the cell is like can be seen, and not whose it is.
 */
export function maskedCell(text: string): string {
  const start = text.slice(0, CELL_CHARACTERS_MAX);
  if (/^\S+@\S+$/.test(start.trim())) return maskedEmail(start.trim());
  return start.replace(/\p{N}/gu, "#").replace(/(\p{L})[\p{L}\p{M}]+/gu, `$1${MASK}`);
}

/**
 * Messages quote what a cell holds, which may hold quotation marks too; of a person's own data that is left out. What
 * stands between two quotations stays where it consists of words that our own messages are made of, and of nothing else.
 */
export function unquoted({ message, path }: Issue): string {
  const isPersonal = path.length === 0 || PERSONAL.has(path[0] ?? "");
  return isPersonal ? message.replace(/".*"/s, maskedQuotations) : message;
}

function maskedQuotations(text: string): string {
  const between = text.split('"').slice(1, -1).filter(isOurs);
  return `"${MASK}${between.map((words) => `"${words}"${MASK}`).join("")}"`;
}

function isOurs(text: string): boolean {
  if (!/^,? .* $/.test(text)) return false;
  return text
    .trim()
    .split(/[\s,:]+/)
    .every((word) => word === "" || OUR_WORDS.has(word.toLowerCase()));
}

/** None of them says anything of a person. */
const OUR_WORDS: ReadonlySet<string> = new Set(
  (
    "a address and applicant's as be characters city contradicts county differs digit e-mail first for from had has " +
    "holds in invisible is it its last leading left letter line lost may meant name no number of one or out place " +
    "property read residence second sent state street the to twice unit was which with without zero zip"
  ).split(" "),
);

const PERSONAL: ReadonlySet<string> = new Set([
  "contactInfo",
  "address",
  "residentialAddress",
  "affiliateId",
]);

/** An e-mail address that its owner recognises and nobody else can use: `j***@example.com`. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf("@");
  if (at <= 0) return "***";
  return `${String.fromCodePoint(address.codePointAt(0) ?? 0)}***${address.slice(at)}`;
}

/**
 * Everything that is to be said of a row, on one line: its issues, and what happened where no issue says it. It goes
 * into files that are sent on, so that no login link stands in it.
 */
export function rowText(row: ReportRow): string {
  return rowTexts(row, issueText).join("; ");
}

/** The same one by one. @param textOf How an issue is written down. */
export function rowTexts({ issues, error }: ReportRow, textOf: (issue: Issue) => string): string[] {
  return [...issues.map(textOf), ...(error === null ? [] : [error])].map(plainText);
}

/** A text on one line, and without login links. */
export function plainText(text: string): string {
  return withoutTokens(text).replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
