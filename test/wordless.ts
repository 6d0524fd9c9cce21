import type { Issue } from "../src/lead/issue.ts";

/** Issues by their codes and parameters: the sentences are the catalogue's (`test/texts.test.ts`). */
export function wordless(issues: readonly Issue[]): Omit<Issue, "message">[] {
  return issues.map(({ message: _, ...issue }) => issue);
}

/** What was found, in one line: its code, and its parameters where it has any. */
export function coded({ finding, params = {} }: Pick<Issue, "finding" | "params">): string {
  const told = Object.entries(params).map(
    ([name, value]) => `${name}=${[value].flat().map(plain).join("|")}`,
  );
  return [String(finding), ...told].join(" ");
}

function plain(param: unknown): string {
  return typeof param === "object" && param !== null && "personal" in param
    ? String(param.personal)
    : String(param);
}
