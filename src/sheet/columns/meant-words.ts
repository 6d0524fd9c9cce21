import { STATUSES } from "../../lead/statuses.ts";
import { yesOrNo } from "../cells/boolean-cell.ts";
import { saysNotALead, saysSend } from "../table/marked-rows.ts";
import { type CellValue, cellText } from "../table.ts";

/** The words in which sheets say that a row is meant to go, or is not. */

/** What a row's cell says. */
export type RowWord = "goes" | "stays";

/** The words of a text in pieces between its signs, without accents and case: `DO_NOT_CONTACT (per client)` has two. */
function piecesOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(MARKS, "")
    .replace(HUMP, "$1 $2")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(DOTTED, "$1")
    .replace(JOINT, " ")
    .split(SIGNS)
    .map((piece) => piece.trim().replace(/\s+/g, " "))
    .filter((piece) => piece !== "");
}

const MARKS = /\p{M}+/gu;
const HUMP = /(\p{Ll})(\p{Lu})/gu;
/** `D.N.C.` */
const DOTTED = /(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu;
const JOINT = /_|(?<=\p{L})-(?=\p{L})/gu;
const SIGNS = /[^\p{L}\p{N}\s]+/u;

const OF_A_LEAD = "leads?|records?|row|entry|contacts?|clients?|customers?|borrowers?|accounts?|list";
const NEVER = "(?:do not|dont|never)";

const UNWANTED = new RegExp(
  [
    `^(?:(?:on|internal|the|${OF_A_LEAD}) )*(?:`,
    [
      `(?:${NEVER}|not to) (?:re ?)?(?:contact|solicit|send|be sent|submit|use|include|upload|process|disturb|work)`,
      "excluded?|exclude from (?:send|upload|batch|submission)|skip|omit|ignore|excluir",
      "dncd?|dnd|no contact(?:ar| requested)?|no enviar|no molestar",
      "deceased|passed away|fallecid[oa]",
      "duplicates?|duplicated|dup(?:e|es|s)?|duplicad[oa]",
      "spam|junk|bogus|fake|fraud|scam|bot|trash(?:ed)?|basura",
      "test ?\\d*|testing|test test|prueba",
      "blacklist(?:ed)?|(?:tcpa )?litigator|deleted?|removed?",
    ].join("|"),
    `)(?: (?:${OF_A_LEAD}|submission|inquiry|application|info|requested|request|yes|again|ever|anymore|merged|to lender|from list|\\d{1,4}|(?:of|see) \\S+))*$`,
  ].join(""),
);
/** Calls alone are something else than contacts where more is said: `Do not call before 5 pm`. */
const NO_CALLS = new RegExp(
  `^(?:(?:closed|dead|bad|lost|invalid|inactive|disqualified) )?(?:${NEVER} call|no llamar)(?: (?:text|email|mail|or|and|again|ever|anymore|${OF_A_LEAD}))*$`,
);
/** Words that take back what stands beside them. */
const TAKEN_BACK = /\b(?:not|non|cleared?|resolved|before|after|until|unless|except|if)\b/;

/** Whether a status says that nobody means to send its lead; not one that says how a sale went. */
export function isUnwanted(status: string): boolean {
  // Nearly all statuses are short, and all that are looked for.
  if (status.length > STATUS_CHARACTERS_MAX) return false;
  const pieces = piecesOf(status);
  const all = pieces.join(" ");
  if (TAKEN_BACK.test(all.replace(/\bdo not\b/g, ""))) return false;
  return NO_CALLS.test(all) || pieces.some((piece) => UNWANTED.test(piece));
}

const STATUS_CHARACTERS_MAX = 60;

const STATUS =
  /\b(?:status|substatus|stage|disposition|dispo|outcome|result|quality|tags?|(?:lead|record) type|estatus|estado|etapa)\b/;
/** Words in the header of a status that is not the lead's. */
const OF_SOMETHING_ELSE =
  /\b(?:emails?|e ?mail|phones?|mail|mailing|postal|address|marketing|subscription|opt|consent|documents?|docs?|appraisal|underwriting|listing|residency|marital|employment|campaign|company|payment|credit|title|insurance|verification|occupancy|rental|a b)\b/;

/** Whether a header is that of a status of the lead. */
export function isStatusHeader(header: string): boolean {
  const words = piecesOf(header).join(" ");
  return STATUS.test(words) && !OF_SOMETHING_ELSE.test(words);
}

/** Words of a header that mean nothing in it: `Exclude (Y/N)`, `Do_Not_Contact__c`, `Is this a test?` */
const FILLER = /\b(?:y n|yn|yes no|flag|hs|properties|c|is|this|the|a)\b/g;

/** Not `Sent` and `Submitted`, which say what was done. */
const GOES = new RegExp(
  [
    "^(?:(?:(?:should|to|(?:ok|okay|ready|approved|good) to) )?(?:send|submit|upload|import|include|enviar)",
    `(?: (?:${OF_A_LEAD}|to lender|to service|in (?:submission|upload|batch)))*`,
    "|included|to be (?:sent|submitted|uploaded|included)|(?:ready|ok|okay|good) to go)$",
  ].join(""),
);

/** What a yes says below a header; undefined where the header does not ask whether a row goes or stays. */
export function flagKind(header: string): RowWord | undefined {
  const words = piecesOf(header).join(" ").replace(FILLER, " ").replace(/\s+/g, " ").trim();
  if (GOES.test(words)) return "goes";
  // "DNC 2" says it of the second telephone.
  return UNWANTED.test(words) && !/\d/.test(words) ? "stays" : undefined;
}

/** Whether a text says in words that a row stays: `skip`, `do not send`. */
function saysStays(text: string): boolean {
  return flagKind(text) === "stays" || isUnwanted(text);
}

/** Whether a person's words in `leadctl_status` say so; our own word says what the service answered. */
export function isHeldByStatus(text: string): boolean {
  return !/^\s*duplicate\s*$/i.test(text) && saysStays(text);
}

const OWN_WORDS: ReadonlySet<string> = new Set(["", ...STATUSES]);

/** Whether a person wrote something into `leadctl_status` that means nothing there. */
export function isStrayStatus(status: CellValue | undefined): boolean {
  const text = cellText(status).trim();
  const isKnown = OWN_WORDS.has(text.toLowerCase()) || saysSend(status) || saysNotALead(status);
  return !isKnown && !isHeldByStatus(text);
}

const YES_AND_MORE = /^(?:y|yes|yep|true|x)\s*[-–—,;:.!(]|^(?:checked|xx+)$/i;
const NOTHING = /^(?:none|n\/?a|[-–—]|clear)$/i;

/** What a cell below such a header says of its row; undefined if it says neither yes nor no. */
export function flagWord(kind: RowWord, text: string): RowWord | undefined {
  // Phones draw a tick in colours.
  const word = text.replaceAll("\ufe0f", "");
  const isYes = yesOrNo(word) ?? (YES_AND_MORE.test(word) ? true : undefined);
  if (isYes !== undefined) return isYes ? kind : kind === "goes" ? "stays" : "goes";
  if (/^ok$/i.test(word)) return "goes";
  if (kind === "goes") return undefined;
  if (saysStays(word)) return "stays";
  return NOTHING.test(word) ? "goes" : undefined;
}
