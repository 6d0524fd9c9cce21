import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { commandError } from "./command-errors.ts";

/**
 * The files or folders that a pattern such as `*.csv` stands for, by name; the text itself where there are none. Shells of
 * Unix replace a pattern themselves; those of Windows hand it over as it was typed.
 *
 * @param isOne Whether only one can be taken.
 * @throws CliError with exit code 2 where there are more.
 */
export function expandPattern(text: string, isOne: boolean): string[] {
  const [folder, pattern] = [dirname(text), basename(text)];
  if (!/[*?]/.test(pattern) || existsSync(text)) return [text];
  const found = namesIn(folder)
    .filter((name) => matches(name, pattern))
    .sort();
  // Typed without a folder, it is shown without one.
  const paths = found.map((name) => (text.startsWith(pattern) ? name : join(folder, name)));
  if (paths.length === 0) return [text];
  if (isOne && paths.length > 1) {
    const shown = paths.slice(0, SHOWN_MAX).join(", ");
    const more = paths.length > SHOWN_MAX ? `, and ${paths.length - SHOWN_MAX} more` : "";
    throw commandError("input-ambiguous", { text, count: paths.length, shown, more });
  }
  return paths;
}

const SHOWN_MAX = 5;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Letters count in either case, as names do on Windows. Excel's own files beside a sheet that is open are not meant. */
function matches(name: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return !name.startsWith("~$") && !name.startsWith(".") && new RegExp(`^${source}$`, "isu").test(name);
}
