import { type BigIntStats, fstatSync, lstatSync, readlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ifPossible } from "../../base/if-possible.ts";

/**
 * What became of a journal under its writer:
 *
 * - `moved`: the open file is the journal of a run somewhere else now; what is written goes there.
 * - `removed`: it has no name any more, or none of which that is known, and may be gone once it is closed.
 * - `shared`: something else wrote to it, or cut it.
 */
export type JournalFate = "moved" | "removed" | "shared";

/** The open journal is no longer the one in the run's folder, or no longer ours alone. */
export class JournalLost extends Error {
  readonly fate: JournalFate;
  /** Where the open file lies now, where the system tells. */
  readonly nowAt: string | null;

  constructor(fate: JournalFate, nowAt: string | null) {
    super(`the journal was ${fate}`);
    this.fate = fate;
    this.nowAt = nowAt;
  }
}

/**
 * Compares an open journal with its name: one look at the file system, some microseconds. Where a file system gives one file
 * two numbers, only the name and the length count.
 */
export class JournalPlace {
  readonly #fd: number;
  readonly #path: string;
  /** An open file keeps its number. */
  readonly #open: BigIntStats;
  readonly #hasStableNumbers: boolean;

  /** @param fd Of the journal, which has its name now. */
  constructor(fd: number, path: string) {
    this.#fd = fd;
    this.#path = path;
    this.#open = fstatSync(fd, { bigint: true });
    this.#hasStableNumbers = isSameFile(this.#open, statOf(path));
  }

  /**
   * @param bytes How long the journal is if nobody else writes to it.
   * @throws JournalLost where it was removed, replaced or moved, or where something else has written to it.
   */
  check(bytes: number): void {
    const named = statOf(this.#path);
    const isThere = named !== undefined && (!this.#hasStableNumbers || isSameFile(this.#open, named));
    if (!isThere) {
      const nowAt = this.#nowAt();
      throw new JournalLost(nowAt === null ? "removed" : "moved", nowAt);
    }
    if (named.size !== BigInt(bytes)) throw new JournalLost("shared", this.#path);
  }

  /** Linux alone tells it. A run can be gone on with only where its plan came along. */
  #nowAt(): string | null {
    const path = ifPossible(() => readlinkSync(`/proc/self/fd/${this.#fd}`)) ?? "";
    const isJournal = basename(path) === basename(this.#path) && isSameFile(this.#open, statOf(path));
    return isJournal && statOf(join(dirname(path), "plan.ndjson")) ? path : null;
  }
}

/** What cannot be looked at, such as a folder that is no longer mounted, is not there. */
function statOf(path: string): BigIntStats | undefined {
  return ifPossible(() => lstatSync(path, { bigint: true }));
}

function isSameFile(one: BigIntStats, other: BigIntStats | undefined): boolean {
  return one.ino === other?.ino && one.dev === other.dev;
}
