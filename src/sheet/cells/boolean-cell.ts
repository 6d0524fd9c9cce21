import { ofCell } from "../cell-texts.ts";
import { LEAVE_OUT, LEFT_OUT } from "../question.ts";
import type { CellReport, TextReader } from "./cell-report.ts";

/** -1 is what Access and Visual Basic write for true. */
const TRUE_WORDS: ReadonlySet<string> = new Set(
  "true yes y t 1 1.0 -1 yep yeah yup on checked ✓ ✔ ☑ ✅ [x] vrai oui wahr ja sí si verdadero verdadeiro sim vero tak".split(
    " ",
  ),
);
const FALSE_WORDS: ReadonlySet<string> = new Set(
  "false no n f 0 0.0 nope nah off unchecked ✗ ✘ ☐ ❌ [ ] never nunca faux non falsch nein falso não nao nie".split(
    " ",
  ),
);
const TICKS: ReadonlySet<string> = new Set("✓ ✔ ☑ ✅".split(" "));

/** Somebody was asked and did not say. */
const UNSURE =
  /^(?:(?:i(?: am|['’]?m) )?(?:not|un) ?(?:quite |really )?(?:sure|certain)|unsure|uncertain|maybe|possibly|perhaps|(?:i )?(?:don['’]?t|do not|dont) (?:know|remember|recall)|dk|idk|unknown|undecided|declined(?: to (?:answer|state|say))?|refused|prefer not to (?:say|answer)|rather not say|no (?:answer|response|idea)|pending|skipped|not (?:available|applicable|provided|answered|asked|stated|specified)|n\/?a|n\.a\.|na|n\/d|tbd|tba|see notes?|ask|call|no (?:sé|se|estoy seguro|estoy segura|sabe|contesta|aplica)|tal vez|quizás?|desconocido|pendiente|[-–—?.]{1,3}|null|nil|nan|blank|\(blank\)|<null>|empty|yes ?(?:\/|or) ?no|y ?\/ ?n)[.!?]*$/i;

/** The cell says that there is none of what is asked about: this means no. */
const NONE_OF_THEM: Readonly<Record<string, RegExp>> = {
  liabilitiesIn4Years: /^\(?(?:none|nothing|no liabilities|clear|ninguno|ninguna|nada)\)?[.!]*$/i,
  listedForSaleIn6Months: /^\(?(?:not|never|no) (?:listed|listings?|for sale|on (?:the )?market)\)?[.!]*$/i,
};

const YES_AND_WORDS =
  /^(?:yes|yep|yeah|sí|si)(?:\s*[-–—,;:.(/]\s*|\s+)(\S.*)$|^(?:y|true)\s*[-–—,;:(]\s*(\S.*)$/i;
const NO_AND_WORDS = /^(?:no|nope|n|false)\s*[-–—,;:.(]\s*(\S.*)$/i;
/** Words behind a yes that take it back, or make it no answer. */
const AGAINST_YES = /\?|\b(?:no|not|never|but|maybe|unsure|sure|if|pero|quizás?)\b/i;
/** The same behind a no; a year there says that there was something after all. */
const AGAINST_NO =
  /\?|\b(?:yes|sí|si|but|except|only|just|maybe|unsure|sure|until|unless|other than|aside|though|however|if|pero|excepto|(?:19|20)\d\d)\b/i;

/**
 * Yes or no in the words of several languages. Nothing is ever assumed: who did not say is left out, with a warning.
 *
 * @param path Of the declaration.
 */
export function booleanReader(path: string): TextReader {
  // An x is a tick, unless the column has ticks beside it.
  let hasTicks = false;
  return (text, report): boolean | undefined => {
    if (text === "true" || text === "yes") return true;
    if (text === "false" || text === "no") return false;
    const word = plainWord(text);
    if (TICKS.has(word)) hasTicks = true;
    if (word === "x") {
      return hasTicks ? report.warn(ofCell("x-beside-ticks", text), "lost") : report.read("x", true);
    }
    if (TRUE_WORDS.has(word)) return report.read(text, true);
    if (FALSE_WORDS.has(word)) return report.read(text, false);
    return withWords(text, path, report);
  };
}

/** What a cell says that holds yes, no or a tick and nothing else. */
export function yesOrNo(text: string): boolean | undefined {
  const word = plainWord(text);
  if (word === "x" || word === "☒" || TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : undefined;
}

function plainWord(text: string): string {
  return text.toLowerCase().normalize("NFC").replace(MARKS_BEHIND, "");
}

const MARKS_BEHIND = /(?<=\p{L})[.!*]+$/u;

/** Beside a yes: a year that is longer ago whenever it is read, or that it came to nothing, so that it may not count. */
const LONG_AGO: Readonly<Record<"four years" | "six months", RegExp>> = {
  "four years":
    /\b(?:19\d\d|20[01]\d|202[01])\b|\b(?:dismissed|withdrawn|released|expunged|resolved|paid|settled|cancell?ed|years? ago)\b/i,
  "six months": /\b(?:19\d\d|20[01]\d|202[0-5])\b|\b(?:years? ago|last year)\b/i,
};

const YES_OR_NO_OPTIONS = [{ answer: "true", label: "Yes" }, { answer: "false", label: "No" }, LEFT_OUT];

function withWords(text: string, path: string, report: CellReport): boolean | undefined {
  if (UNSURE.test(text)) return report.warn(ofCell("yes-no-unsure", text), "lost");
  if (NONE_OF_THEM[path]?.test(text)) {
    report.warn(ofCell("read-as", text, { read: "no" }));
    return false;
  }
  const yes = YES_AND_WORDS.exec(text);
  const no = yes ? null : NO_AND_WORDS.exec(text);
  const words = yes?.[1] ?? yes?.[2] ?? no?.[1];
  const period = path === "liabilitiesIn4Years" ? "four years" : "six months";
  if (yes && words !== undefined && LONG_AGO[period].test(words)) {
    const answer = report.ask(text, YES_OR_NO_OPTIONS, ofCell("yes-long-ago", text, { period }));
    if (answer !== LEAVE_OUT) return answer === "true";
    return report.warn(ofCell("yes-long-ago-left-out", text, { period }), "lost");
  }
  if (words !== undefined && !(yes ? AGAINST_YES : AGAINST_NO).test(words)) {
    report.warn(ofCell("answer-and-words", text, { read: yes ? "yes" : "no" }));
    return yes !== null;
  }
  return report.unreadable(ofCell("yes-no-neither", text));
}
