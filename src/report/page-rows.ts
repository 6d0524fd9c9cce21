import type { Issue } from "../lead/issue.ts";
import { STATUSES } from "../outcome/status.ts";
import { issueColumn } from "./issue-text.ts";
import { embeddedJson } from "./markup.ts";
import { maskedRow } from "./mask.ts";
import type { PageAttempt, PageData, PageIssue, PageRow } from "./page-data.ts";
import type { PageFacts } from "./page-facts.ts";
import { ANSWER_WORDS, STATUS_SIGNS } from "./page-words.ts";
import type { ReasonTally } from "./reason-tally.ts";
import type { RunStory, StoryRow } from "./story.ts";

const CHUNK_CHARACTERS = 64 * 1_024;
const ANSWERS = Object.keys(ANSWER_WORDS);

/** The page's data as JSON, row by row: rows come first and what they refer to last, so that none is held. */
export async function* pageDataJson(story: RunStory, facts: PageFacts): AsyncGenerator<string> {
  const writer = new PageRowWriter(story, facts);
  const { rows: _, texts, issues, ...head } = writer.data();
  yield `${embeddedJson(head).slice(0, -1)},"rows":[`;
  let text = "";
  let rowCount = 0;
  if (facts.shownCount > 0) {
    for await (const row of story.rows((number) => facts.isShown(number))) {
      text += `${rowCount === 0 ? "" : ","}\n${embeddedJson(writer.rowOf(row))}`;
      rowCount += 1;
      if (text.length >= CHUNK_CHARACTERS) {
        yield text;
        text = "";
      }
      if (rowCount === facts.shownCount) break;
    }
  }
  yield `${text}],"texts":${embeddedJson(texts)},"issues":${embeddedJson(issues)}}`;
}

/** Makes rows short, and gathers what they refer to. */
class PageRowWriter {
  readonly #startMs: number;
  readonly #facts: PageFacts;
  readonly #isCheck: boolean;
  readonly #texts = new Interned<string>((text) => text);
  readonly #issues = new Interned<PageIssue>((issue) => JSON.stringify(issue));

  constructor({ run }: RunStory, facts: PageFacts) {
    this.#startMs = Date.parse(run.startedAt);
    this.#isCheck = run.isCheck === true;
    this.#facts = facts;
  }

  data(): PageData {
    return {
      statuses: STATUSES.map((name) => ({
        name: this.#isCheck && name === "pending" ? "ready" : name,
        sign: this.#isCheck && name === "pending" ? STATUS_SIGNS.created : STATUS_SIGNS[name],
      })),
      startMs: this.#startMs,
      isRevealing: this.#facts.isRevealing,
      isCheck: this.#isCheck,
      answers: Object.values(ANSWER_WORDS),
      rows: [],
      texts: this.#texts.values,
      issues: this.#issues.values,
    };
  }

  rowOf(raw: StoryRow): PageRow {
    const { isRevealing, tally } = this.#facts;
    const { row, mask } = isRevealing ? { row: raw, mask: (text: string) => text } : maskedRow(raw);
    const name = [row.firstName, row.lastName].filter((part) => part !== null).join(" ");
    return [
      row.row,
      STATUSES.indexOf(row.status),
      row.email ?? "",
      row.affiliateId ?? "",
      row.quoteId ?? "",
      row.httpStatus ?? 0,
      row.attempts,
      row.maybeCreated ? 1 : 0,
      row.issues.map((issue) => this.#issue(issue, row.row, tally.reasons)),
      row.warnings.map((issue) => this.#issue(issue, row.row, tally.warnings)),
      row.error === null ? -1 : this.#texts.idOf(row.error),
      row.error === null ? -1 : (tally.reasons.kindOfError(row.error) ?? -1),
      this.#attempts(row.row, mask),
      name,
      row.loginUrl ?? "",
    ];
  }

  #issue(issue: Issue, row: number, tally: ReasonTally): number {
    const suffix = String(row);
    const { cell = "" } = issue;
    const letters = cell.endsWith(suffix) ? cell.slice(0, -suffix.length) : cell;
    const kind = tally.kindOf(issue) ?? -1;
    return this.#issues.idOf([issueColumn(issue) ?? "", letters, issue.message, issue.path.join("."), kind]);
  }

  #attempts(row: number, mask: (text: string) => string): PageAttempt[] {
    return this.#facts
      .attemptsOf(row)
      .map(({ startedAtMs, durationMs, httpStatus, kind, text }) => [
        Math.round(startedAtMs - this.#startMs),
        Math.round(durationMs * 10) / 10,
        httpStatus ?? 0,
        ANSWERS.indexOf(kind),
        text === null ? -1 : this.#texts.idOf(mask(text)),
      ]);
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
