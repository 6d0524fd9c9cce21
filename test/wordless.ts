import type { Issue } from "../src/lead/issue.ts";

/** Issues by their codes and parameters: the sentences are the catalogue's (`test/texts.test.ts`). */
export function wordless(issues: readonly Issue[]): Omit<Issue, "message">[] {
  return issues.map(({ message: _, ...issue }) => issue);
}
