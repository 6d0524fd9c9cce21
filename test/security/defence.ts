/** One line of the security checklist, with the proof that a test stands behind it. */
export interface Defence {
  /** Kebab-case, unique over all lists. */
  id: string;
  /** What an attacker, or an accident, would do. */
  threat: string;
  /** What stops it, in a sentence. */
  defence: string;
  /** The file that holds it, from the root of the project. */
  file: string;
  /** Text of that file, exactly, that is the defence. It occurs there once. */
  source: string;
  /** What stands there when the defence is taken out. */
  mutant: string;
  /** The test files, from the root of the project, each of which must fail without it. */
  tests: string[];
}
