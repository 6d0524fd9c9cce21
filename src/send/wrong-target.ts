import type { AnswerKind } from "../outcome/answer.ts";
import { LIMITS } from "../settings/policy.ts";

const FIELD_LEVEL: ReadonlySet<AnswerKind> = new Set(["created", "issues", "duplicate"]);

/**
 * Whether an answer such as 404 is about the address or about one odd lead. While no lead has had an
 * accepted or field-level answer, or when three different leads in a row get one, it is the address.
 */
export class WrongTargetDetector {
  #isProven: boolean;
  readonly #oddRows = new Set<number>();

  /** @param isProven Whether an earlier round of the run had an accepted or field-level answer. */
  constructor(isProven: boolean) {
    this.#isProven = isProven;
  }

  /** Notes an answer. Returns whether the run must stop for a wrong address. */
  note(row: number, kind: AnswerKind): boolean {
    if (kind === "wrong-target") {
      this.#oddRows.add(row);
      return !this.#isProven || this.#oddRows.size >= LIMITS.wrongTargetsMax;
    }
    // A lost connection or a busy service says nothing of the address, and does not break the row.
    if (FIELD_LEVEL.has(kind)) {
      this.#isProven = true;
      if (this.#oddRows.size > 0) this.#oddRows.clear();
    }
    return false;
  }
}
