import type { CheckResult } from "./run-checks.ts";

/** One thing that is wrong, and the checks that it shows in. */
export interface Cause {
  differences: readonly string[];
  /** Their ids. */
  checks: readonly string[];
}

/** What tells that two checks fail for one reason: all that differs is the same to the letter. */
export function causeKey({ status, differences }: CheckResult): string {
  return JSON.stringify([status, differences]);
}

/** What did not pass, by cause: what shows in most checks first. */
export function causesOf(results: readonly CheckResult[]): Cause[] {
  const causes = new Map<string, { differences: readonly string[]; checks: string[] }>();
  for (const result of results) {
    if (result.differences.length === 0) continue;
    const cause = causes.get(causeKey(result));
    if (cause) cause.checks.push(result.check.id);
    else causes.set(causeKey(result), { differences: result.differences, checks: [result.check.id] });
  }
  return [...causes.values()].sort((a, b) => b.checks.length - a.checks.length);
}
