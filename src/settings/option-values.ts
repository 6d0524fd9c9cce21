import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { nearestName } from "../base/nearest-name.ts";

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * Reads a duration such as `250ms`, `30s` or `2m`.
 *
 * @returns Milliseconds.
 * @throws CliError with exit code 2.
 */
export function parseDuration(text: string, flag: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim());
  if (!match)
    throw usageError(`${flag} takes a duration, not "${text}"`, "Write it with its unit: 250ms, 30s, 2m.");
  return Number(match[1]) * (UNIT_MS[match[2] ?? "ms"] ?? 1);
}

/**
 * Reads a whole number within bounds.
 *
 * @throws CliError with exit code 2.
 */
export function parseCount(text: string, flag: string, min: number, max: number): number {
  const count = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(count >= min && count <= max)) {
    const bounds = max === Number.MAX_SAFE_INTEGER ? `from ${min} up` : `from ${min} to ${max}`;
    throw usageError(
      `${flag} takes a whole number ${bounds}, not "${text}"`,
      `As in ${flag} ${Math.max(min, 8)}.`,
    );
  }
  return count;
}

/**
 * Reads a positive number.
 *
 * @throws CliError with exit code 2.
 */
export function parseRate(text: string, flag: string): number {
  const rate = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(rate > 0)) throw usageError(`${flag} takes requests a second, not "${text}"`, `As in ${flag} 20.`);
  return rate;
}

/**
 * Checks that a value is one of a list.
 *
 * @throws CliError with exit code 2.
 */
export function parseChoice<T extends string>(text: string, flag: string, choices: readonly T[]): T {
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  const near = nearestName(text, choices);
  const meant = near === undefined ? "" : `Did you mean ${near}? `;
  throw usageError(`${flag} does not know "${text}"`, `${meant}It takes ${choices.join(", ")}.`);
}

export function usageError(message: string, hint: string, code = "usage"): CliError {
  return new CliError(message, { code, exitCode: EXIT.usage, hint });
}
