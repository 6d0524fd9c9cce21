import { type AnswerKind, answerMessage } from "../outcome/answer.ts";
import type { ResultRecord, ToldRecord } from "../run/journal-record.ts";
import { unquoted } from "./mask.ts";

/** One answered attempt of a row, as the page tells it. */
export interface LoggedAttempt {
  /** Wall clock, milliseconds. */
  startedAtMs: number;
  durationMs: number;
  httpStatus: number | null;
  kind: AnswerKind;
  /** What the service or the connection said, not masked; null where the kind says it all. */
  text: string | null;
}

const ATTEMPTS_MAX = 400_000;
const TEXTS_MAX = 20_000;
const TEXT_LENGTH_MAX = 300;
const CAPACITY_START = 1_024;
const NONE = -1;

/**
 * The attempts of those rows that a page shows, gathered in one pass over the journal: 30 bytes each, and
 * bounded. Beyond the bound a row's attempts are only counted.
 */
export class AttemptLog {
  readonly #isWanted: (row: number) => boolean;
  readonly #lastOf = new Map<number, number>();
  readonly #texts: string[] = [];
  readonly #textIds = new Map<string, number>();
  readonly #kinds: AnswerKind[] = [];
  #length = 0;
  #startedAtMs = new Float64Array(CAPACITY_START);
  #durationMs = new Float32Array(CAPACITY_START);
  #httpStatus = new Uint16Array(CAPACITY_START);
  #kind = new Uint8Array(CAPACITY_START);
  #text = new Int32Array(CAPACITY_START);
  #before = new Int32Array(CAPACITY_START);

  constructor(isWanted: (row: number) => boolean) {
    this.#isWanted = isWanted;
  }

  add(record: ToldRecord): void {
    if (record.type !== "result" || this.#length >= ATTEMPTS_MAX || !this.#isWanted(record.row)) return;
    if (this.#length === this.#text.length) this.#grow();
    const at = this.#length++;
    this.#startedAtMs[at] = Date.parse(record.at) - record.durationMs;
    this.#durationMs[at] = record.durationMs;
    this.#httpStatus[at] = record.httpStatus ?? 0;
    this.#kind[at] = this.#kindId(record.answer.kind);
    this.#text[at] = this.#textId("body" in record ? textOf(record) : null);
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

  #grow(): void {
    const length = this.#text.length * 2;
    this.#startedAtMs = grown(this.#startedAtMs, new Float64Array(length));
    this.#durationMs = grown(this.#durationMs, new Float32Array(length));
    this.#httpStatus = grown(this.#httpStatus, new Uint16Array(length));
    this.#kind = grown(this.#kind, new Uint8Array(length));
    this.#text = grown(this.#text, new Int32Array(length));
    this.#before = grown(this.#before, new Int32Array(length));
  }
}

/**
 * What a page says of an answer. A created lead has nothing more to say; of issues, what they quote is left out, since
 * the row has them anyway.
 */
function textOf({ answer, body, error }: ResultRecord): string | null {
  if (answer.kind === "created") return null;
  const issues = answer.kind === "issues" ? answer.issues.map(unquoted).join("; ") : null;
  const text = issues ?? answerMessage(body) ?? error?.message ?? null;
  return text === null || text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX)}...`;
}

function grown<T extends { set(from: T): void }>(from: T, into: T): T {
  into.set(from);
  return into;
}
