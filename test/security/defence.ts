import type { SourceEdit } from "../mutation/source-edit.ts";

/** One line of the security checklist, with the proof that a test stands behind it: the edit takes it out. */
export interface Defence extends SourceEdit {
  /** Kebab-case, unique over all lists. */
  id: string;
  /** What an attacker, or an accident, would do. */
  threat: string;
  /** What stops it, in a sentence. */
  defence: string;
  /** The test files, as {@link findTest} finds them, each of which must fail without it. */
  tests: readonly string[];
}
