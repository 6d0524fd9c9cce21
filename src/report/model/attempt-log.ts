import { withRoom } from "../../base/growable.ts";
import { type AnswerKind, answerMessage } from "../../outcome/answer.ts";
import type { ReportedRecord, ResultRecord } from "../../run/journal/journal-record.ts";
import { sharedAnswerText } from "./share-safe.ts";

/** One answered attempt of a row, as the page tells it. */
export interface LoggedAttempt {
  /** Wall clock, milliseconds. */
  startedAtMs: number;
  durationMs: number;
  httpStatus: number | null;
  kind: AnswerKind;
  /** What the service or the connection said, or how much of it; null where the kind says it all. */
  text: string | null;
}

const ATTEMPTS_MAX = 400_000;
const TEXTS_MAX = 20_000;
const TEXT_LENGTH_MAX = 300;
const NONE = -1;

/**
 * The attempts of those rows that a page shows, gathered in one pass over the journal: 30 bytes each, and
 * bounded. Beyond the bound a row's attempts are only counted.
 */
export class AttemptLog {
  readonly #isWanted: (row: number) => boolean;
  readonly #textOf: (record: ResultRecord) => string | null;
  readonly #lastOf = new Map<number, number>();
  readonly #texts: string[] = [];
  readonly #textIds = new Map<string, number>();
  readonly #kinds: AnswerKind[] = [];
  #length = 0;
  #startedAtMs = new Float64Array(0);
  #durationMs = new Float32Array(0);
  #httpStatus = new Uint16Array(0);
  #kind = new Uint8Array(0);
  #text = new Int32Array(0);
  #before = new Int32Array(0);

  /** @param isRevealing Whether the texts are kept as they came. */
  constructor(isWanted: (row: number) => boolean, isRevealing: boolean) {
    this.#isWanted = isWanted;
    this.#textOf = isRevealing ? textOf : sharedAnswerText;
  }

  add(record: ReportedRecord): void {
    if (record.type !== "result" || this.#length >= ATTEMPTS_MAX || !this.#isWanted(record.row)) return;
    const at = this.#length++;
    this.#reserve(this.#length);
    this.#startedAtMs[at] = Date.parse(record.at) - record.durationMs;
    this.#durationMs[at] = record.durationMs;
    this.#httpStatus[at] = record.httpStatus ?? 0;
    this.#kind[at] = this.#kindId(record.answer.kind);
    this.#text[at] = this.#textId("body" in record ? this.#textOf(record) : null);
    this.#before[at] = this.#lastOf.get(record.row) ?? NONE;
    this.#lastOf.set(record.row, at);
  }

  /** Oldest first. */
  attemptsOf(row: number): LoggedAttempt[] {
    const attempts: LoggedAttempt[] = [];
    for (let at = this.#lastOf.get(row) ?? NONE; at !== NONE; at = this.#before[at] ?? NONE) {
      attempts.push({
        startedAtMs: this.#startedAtMs[at] ?? 0,
        durationMs: this.#durationMs[at] ?? 0,
        httpStatus: this.#httpStatus[at] || null,
        kind: this.#kinds[this.#kind[at] ?? 0] ?? "unreadable",
        text: this.#texts[this.#text[at] ?? NONE] ?? null,
      });
    }
    return attempts.reverse();
  }

  #kindId(kind: AnswerKind): number {
    const known = this.#kinds.indexOf(kind);
    return known >= 0 ? known : this.#kinds.push(kind) - 1;
  }

  #textId(text: string | null): number {
    if (text === null) return NONE;
    const known = this.#textIds.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length >= TEXTS_MAX) return NONE;
    this.#textIds.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  #reserve(length: number): void {
    this.#startedAtMs = withRoom(this.#startedAtMs, length);
    this.#durationMs = withRoom(this.#durationMs, length);
    this.#httpStatus = withRoom(this.#httpStatus, length);
    this.#kind = withRoom(this.#kind, length);
    this.#text = withRoom(this.#text, length);
    this.#before = withRoom(this.#before, length);
  }
}

/** What a page says of an answer. A created lead has nothing more to say. */
function textOf({ answer, body, error }: ResultRecord): string | null {
  if (answer.kind === "created") return null;
  const issues = answer.kind === "issues" ? answer.issues.map(({ message }) => message).join("; ") : null;
  const text = issues ?? answerMessage(body) ?? error?.message ?? null;
  return text === null || text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX)}...`;
}
