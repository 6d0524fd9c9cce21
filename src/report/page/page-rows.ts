import type { Issue } from "../../lead/issue.ts";
import { issueColumn } from "../../lead/issue-text.ts";
import { ANSWER_WORDS } from "../../outcome/happened-texts.ts";
import { NOT_A_LEAD } from "../../sheet/table/marked-rows.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { LoggedAttempt } from "../model/attempt-log.ts";
import type { ReasonTally, RowTally } from "../model/reason-tally.ts";
import type { RenderedRow, RunReport } from "../model/report-model.ts";
import { SHOWN_NAMES, shownStatus } from "../text/shown-status.ts";
import { embeddedJson } from "./markup.ts";
import type { PageAttempt, PageData, PageIssue, PageRow } from "./page-data.ts";

function shownName({ dismissed, isDoubtful, status }: RenderedRow) {
  if (dismissed) return NOT_A_LEAD;
  return isDoubtful ? "doubtful" : status;
}

const CHUNK_CHARACTERS = 64 * 1_024;
const ANSWERS = Object.keys(ANSWER_WORDS);

/**
 * The data of a page's table: its rows, made short as they come, and what they refer to. They are held until the page
 * is written, a hundred bytes or so each, since what the page says above its table is known only after the last row.
 */
export class PageRows {
  readonly #startMs: number;
  readonly #isRevealing: boolean;
  readonly #isCheck: boolean;
  readonly #tally: RowTally;
  readonly #attemptsOf: (row: number) => LoggedAttempt[];
  readonly #texts = new Interned<string>((text) => text);
  readonly #issues = new Interned<PageIssue>((issue) => JSON.stringify(issue));
  readonly #chunks: Buffer[] = [];
  #text = "";
  #separator = "\n";

  constructor(
    { run }: RunReport,
    tally: RowTally,
    attemptsOf: (row: number) => LoggedAttempt[],
    isRevealing: boolean,
  ) {
    this.#startMs = Date.parse(run.startedAt);
    this.#isCheck = run.isCheck === true;
    this.#tally = tally;
    this.#attemptsOf = attemptsOf;
    this.#isRevealing = isRevealing;
  }

  /** Takes a row in whose texts have been counted. */
  add(row: RenderedRow): void {
    this.#text += `${this.#separator}${embeddedJson(this.#rowOf(row))}`;
    this.#separator = ",\n";
    if (this.#text.length < CHUNK_CHARACTERS) return;
    this.#chunks.push(Buffer.from(this.#text));
    this.#text = "";
  }

  /** The whole data as JSON. */
  *json(): Generator<string> {
    const { rows: _, texts, issues, ...head } = this.#data();
    yield `${embeddedJson(head).slice(0, -1)},"rows":[`;
    for (const chunk of this.#chunks) yield chunk.toString();
    yield `${this.#text}],"texts":${embeddedJson(texts)},"issues":${embeddedJson(issues)}}`;
  }

  #data(): PageData {
    return {
      statuses: SHOWN_NAMES.map((status) => shownStatus(status, this.#isCheck)),
      startMs: this.#startMs,
      answers: Object.values(ANSWER_WORDS),
      rows: [],
      texts: this.#texts.values,
      issues: this.#issues.values,
    };
  }

  #rowOf(row: RenderedRow): PageRow {
    const tally = this.#tally;
    const texts = [row.error, row.elsewhere].filter((text) => text != null);
    const name = [row.firstName, row.lastName].filter((part) => part !== null).join(" ");
    const revealed: [name?: string, loginUrl?: string] = this.#isRevealing
      ? [safeText(name), safeText(row.loginUrl ?? "")]
      : [];
    return [
      row.row,
      SHOWN_NAMES.indexOf(shownName(row)),
      safeText(row.email ?? ""),
      safeText(row.affiliateId ?? ""),
      safeText(row.quoteId ?? ""),
      row.httpStatus ?? 0,
      row.attempts,
      row.maybeCreated ? 1 : 0,
      row.issues.map((issue) => this.#issue(issue, row.row, tally.reasons)),
      row.warnings.map((issue) => this.#issue(issue, row.row, tally.warnings)),
      texts.length === 0 ? -1 : this.#texts.idOf(safeText(texts.join(" "))),
      row.error === null ? -1 : (tally.reasons.kindOfError(row.error) ?? -1),
      this.#attempts(row.row),
      ...revealed,
    ];
  }

  #issue(issue: Issue, row: number, tally: ReasonTally): number {
    const suffix = String(row);
    const lettersOf = ({ cell = "" }: Pick<Issue, "cell">): string =>
      safeText(cell.endsWith(suffix) ? cell.slice(0, -suffix.length) : cell);
    const kind = tally.kindOf(issue) ?? -1;
    const { alsoFrom = [], ...first } = issue;
    const column = safeText(issueColumn(first) ?? "");
    const path = safeText(issue.path.join("."));
    const others = alsoFrom.flatMap((other) => [safeText(other.column), lettersOf(other)]);
    return this.#issues.idOf([column, lettersOf(issue), safeText(issue.message), path, kind, ...others]);
  }

  #attempts(row: number): PageAttempt[] {
    return this.#attemptsOf(row).map(({ startedAtMs, durationMs, httpStatus, kind, text }) => {
      const said: [text?: number] = text === null ? [] : [this.#texts.idOf(safeText(text))];
      return [
        Math.round(startedAtMs - this.#startMs),
        Math.round(durationMs * 10) / 10,
        httpStatus ?? 0,
        ANSWERS.indexOf(kind),
        ...said,
      ];
    });
  }
}

/** Values that rows refer to by number. */
class Interned<T> {
  readonly values: T[] = [];
  readonly #ids = new Map<string, number>();
  readonly #keyOf: (value: T) => string;

  constructor(keyOf: (value: T) => string) {
    this.#keyOf = keyOf;
  }

  idOf(value: T): number {
    const key = this.#keyOf(value);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}
