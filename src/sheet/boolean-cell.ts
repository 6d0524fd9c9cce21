import type { CellReport } from "./cell-report.ts";
import { shownValue } from "./shown-value.ts";

const TRUE_WORDS: ReadonlySet<string> = new Set(
  "true yes y t 1 1.0 on ✓ ✔ ☑ ✅ vrai oui wahr ja sí si verdadero verdadeiro sim vero tak".split(" "),
);
const FALSE_WORDS: ReadonlySet<string> = new Set(
  "false no n f 0 0.0 off ✗ ✘ ☐ ❌ faux non falsch nein falso não nao nie".split(" "),
);

/** Yes or no in the words of several languages. Nothing is ever assumed. */
export function readBoolean(text: string, report: CellReport): boolean | undefined {
  if (text === "true" || text === "yes") return true;
  if (text === "false" || text === "no") return false;
  const word = text.toLowerCase().normalize("NFC");
  if (TRUE_WORDS.has(word)) return true;
  if (FALSE_WORDS.has(word)) return false;
  report.unreadable(`${shownValue(text)} is neither yes nor no: write yes or no`);
  return undefined;
}
