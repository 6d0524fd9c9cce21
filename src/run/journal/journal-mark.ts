import { createHash, type Hash } from "node:crypto";
import { statSync } from "node:fs";
import type { CliError } from "../../base/cli-error.ts";
import { readSmallFile } from "../../base/read-lines.ts";
import { replaceFile } from "../../base/replacement.ts";
import { journalError, type MissingPart } from "../run-errors.ts";
import { runPaths } from "../run-paths.ts";
import { decodeLine, encodeLine } from "./journal-line.ts";
import type { JournalRecord, PlanBinding, RunRecord } from "./journal-record.ts";
import type { JournalLine } from "./read-journal.ts";

/**
 * How far the journal of a run was written, in a file of its own beside it. A journal from a backup is behind it. It is
 * written when a round has ended and when a crash was mended, each time after the journal was synced: a journal that was
 * only appended to is never behind.
 */
export interface JournalMark {
  type: "mark";
  version: 1;
  at: string;
  /** Length of the journal. */
  bytes: number;
  /** SHA-256 over the checksums of all its lines, in order: the eight digits of each. In hex. */
  sha256: string;
  /** Records that are not results. */
  nonResults: number;
  /** Checksum of the last line, which is never that of a result. */
  last: string;
  rounds: number;
  /** Corrected rows that the rounds brought along. */
  plans: readonly PlanBinding[];
  /** The journal's first record, for when nothing is left of the journal. */
  run: RunRecord;
}

const DIGITS = 8;

/**
 * The digest of a journal that is read or grows. It takes the checksum of each line and not its bytes: that costs next
 * to nothing beside reading or writing the line.
 */
export class JournalDigest {
  bytes = 0;
  nonResults = 0;
  readonly #hash: Hash = createHash("sha256");
  /** Checksum of the last line. */
  readonly #last = Buffer.alloc(DIGITS);

  /** @param line Without its newline. */
  add(line: Buffer, { type }: Pick<JournalRecord, "type">): void {
    // The line ends with the digits, a quotation mark and a brace.
    line.copy(this.#last, 0, line.length - 2 - DIGITS, line.length - 2);
    this.#hash.update(this.#last);
    this.bytes += line.length + 1;
    if (type !== "result") this.nonResults += 1;
  }

  /** Digest of the lines so far, in hex. */
  sha256(): string {
    return this.#hash.copy().digest("hex");
  }

  /** Checksum of the last line. */
  last(): string {
    return this.#last.toString("latin1");
  }
}

export interface MissingRecords extends MissingPart {
  /** Corrected rows that missing rounds brought along. */
  plans: readonly PlanBinding[];
}

/** Holds a journal against its marks while it is read: the one in its folder, and the one outside of it. */
export class MarkCheck {
  readonly digest = new JournalDigest();
  #unreached: readonly JournalMark[];

  constructor(marks: readonly JournalMark[]) {
    this.#unreached = marks;
  }

  add({ bytes, record }: JournalLine): void {
    this.digest.add(bytes, record);
    if (this.#unreached.length === 0 || record.type === "intent" || record.type === "result") return;
    this.#unreached = this.#unreached.filter((mark) => !this.#isReached(mark, record));
  }

  #isReached(mark: JournalMark, record: JournalRecord): boolean {
    // A person has said to go on without what that mark knew.
    if (record.type === "restored" && mark.at <= record.at) return true;
    const { digest } = this;
    // Results alone may be missing: their leads are unknown then, which is how a damaged journal is mended by hand.
    const isSame = digest.nonResults === mark.nonResults && digest.last() === mark.last;
    return isSame && (digest.bytes < mark.bytes || digest.sha256() === mark.sha256);
  }

  /** Null when everything that was marked is there. */
  missing(rounds: number, plans: readonly PlanBinding[]): MissingRecords | null {
    const mark = this.#unreached.toSorted((one, other) => one.nonResults - other.nonResults).at(-1);
    if (!mark) return null;
    return {
      toldBy: "mark",
      bytes: Math.max(0, mark.bytes - this.digest.bytes),
      rounds: Math.max(0, mark.rounds - rounds),
      plans: mark.plans.filter(({ file }) => !plans.some((plan) => plan.file === file)),
    };
  }
}

/** Whether something that was read is a mark that this version knows. */
export function isMark(value: unknown): value is JournalMark {
  const { type, version } = (value ?? {}) as Partial<JournalMark>;
  return type === "mark" && version === 1;
}

/**
 * Reads the mark of a run; null where there is none.
 *
 * @throws CliError with exit code 6 when it cannot be read.
 */
export function readMark(dir: string): JournalMark | null {
  const path = runPaths(dir).mark;
  let bytes: Buffer | undefined;
  try {
    bytes = readSmallFile(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (bytes === undefined) return null;
  const mark: unknown = decodeLine(bytes.subarray(0, -1));
  if (isMark(mark)) return mark;
  throw unreadable(path);
}

/** Whether the journal of a run is shorter than its mark says, or nobody can tell: more may have gone than its plans tell. */
export function isBehindMark(dir: string): boolean {
  try {
    const mark = readMark(dir);
    const { size = 0 } = statSync(runPaths(dir).journal, { throwIfNoEntry: false }) ?? {};
    return mark !== null && size < mark.bytes;
  } catch {
    return true;
  }
}

/** Marks how far the journal was written, which is synced by now. */
export async function writeMark(
  dir: string,
  digest: JournalDigest,
  { run, ...facts }: Pick<JournalMark, "at" | "rounds" | "plans" | "run">,
): Promise<JournalMark> {
  const mark: JournalMark = {
    type: "mark",
    version: 1,
    ...facts,
    bytes: digest.bytes,
    sha256: digest.sha256(),
    nonResults: digest.nonResults,
    last: digest.last(),
    run,
  };
  await replaceFile(runPaths(dir).mark, [encodeLine(mark)]);
  return mark;
}

function unreadable(path: string, cause?: unknown): CliError {
  return journalError("mark-damaged", { path }, { cause });
}
