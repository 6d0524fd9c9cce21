import { yesOrNo } from "../cells/boolean-cell.ts";
import { isWordOf, knownWord } from "../cells/read-word.ts";
import { readHeader } from "../headers/header-grammar.ts";
import { itemAt, pathOfItem } from "../headers/header-tags.ts";
import { wordsOf } from "../headers/header-text.ts";
import { VOCABULARIES } from "../vocabulary/enum-words.ts";
import type { ColumnContent } from "./column-content.ts";
import type { JudgedColumn } from "./judged-column.ts";

/**
 * Columns that name one value of an enumeration each, and hold yes or a tick where it is meant: `Is Condo`,
 * `Second Home (x)`, `Loan Purpose [Debt consolidation]`.
 */

const PATHS = [...VOCABULARIES.keys()];
/** About whose doubtful words a person is asked where other columns name values of the field too: `Refi?`, `Land`. */
const PATHS_OF_DOUBTS: readonly string[] = ["buildingType", "loanPurpose"];

/** No question about one value is longer. */
const CHARACTERS_MAX = 120;

/** `(x)`, `[ ]`, `(Y/N)`, and what is no part of the words at the end. */
const HOW_TO_ANSWER =
  /[([{<]\s*(?:x|✓|✔|y\s*\/\s*n|yes\s*\/\s*no|s[ií]\s*\/\s*no|yes|check|tick|mark)?\s*[)\]}>]|[?:*.\s]+$|^[¿\s]+/giu;
const QUESTION =
  /^(?:is|are|will|would|do|does|es|check if|tick if|interested in|looking for)\b[:\s]*(?:(?:this|the|it|you|your|subject|property|home|house|esta|la|una|propiedad)\b\s*)*(?:(?:be|a|an|un|una|want|like|need|looking|planning|to|do|make|get|for|used as)\b\s*)*/i;
/** `Property Type - Condo`, `Purpose: Home improvement`, `Loan Purpose [Debt consolidation]`. */
const OF_FIELD = /^(.+?)(?:\s[-–—]\s|\s*:\s*|\s*\[)\s*([^[\]:]+)\]?$/u;

/**
 * The words for one value of the field at `path` that a header consists of; of some fields doubtful ones, too.
 *
 * @param header Of a column of JSON its last key.
 */
export function valueNamed(header: string, path: string): string | undefined {
  const trimmed = header.trim();
  if (trimmed.length > CHARACTERS_MAX) return undefined;
  const plain = trimmed
    .replace(HOW_TO_ANSWER, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .replace(HOW_TO_ANSWER, "")
    .trim();
  const [, field = "", value = ""] = OF_FIELD.exec(plain) ?? [];
  const { item } = readHeader(field);
  const isOfField = value !== "" && item !== undefined && pathOfItem(item) === path;
  const words = [plain, plain.replace(QUESTION, ""), isOfField ? value : ""];
  const isValue = PATHS_OF_DOUBTS.includes(path) ? isWordOf : knownWord;
  return words.find((text) => text.length > 1 && isValue(path, text));
}

/** What names a column in a table, or its value in an item of JSON. */
export function lastName({ name, keys }: JudgedColumn["column"]): string {
  return keys?.at(-1) ?? name;
}

/** Words for which one column is enough: nobody writes them above a yes that means something else. */
const PLAIN =
  /condo|town ?(?:house|home)|family|plex\b|multi ?unit|unifamiliar|consolid|home improve|mejora|^vacan[t]/i;

interface Tick {
  one: JudgedColumn;
  paths: readonly string[];
}

/** Gives the columns that are ticked for one value each their field. */
export function tickSigns(columns: readonly JudgedColumn[]): JudgedColumn[] {
  const ticks = columns.flatMap(tickOf);
  const sure = ticks.filter(({ paths }) => paths.length === 1);
  const found = new Map<JudgedColumn, string>();
  for (const tick of ticks) {
    const path = pathOf(tick, sure);
    if (path !== undefined) found.set(tick.one, path);
  }
  return columns.map((one) => {
    const path = found.get(one);
    if (path === undefined) return isTickOfUse(one, ticks) ? asked(one) : one;
    const isGroup = isOneOfSeveral(path, found);
    if (isGroup || isPlain(one, path)) return ticked(one, path);
    return path === "propertyUsage" && isTickOfUse(one, ticks) ? asked(one) : one;
  });
}

function tickOf(one: JudgedColumn): Tick[] {
  const { column, content, meaning, fixed } = one;
  if (fixed || meaning.certainty === "named") return [];
  if (!content.cells.every(({ text }) => yesOrNo(text) !== undefined)) return [];
  if (meaning.yes !== undefined) return [{ one, paths: ["propertyUsage"] }];
  const name = lastName(column);
  const named = PATHS.filter((path) => valueNamed(name, path) !== undefined);
  const certain = named.filter((path) => valueAskedFor(one, path) !== undefined);
  const known = certain.length > 0 ? certain : named;
  // A property is an investment; a loan is for one.
  const paths = IS.test(name) && known.includes("propertyUsage") ? ["propertyUsage"] : known;
  return paths.length > 0 ? [{ one, paths }] : [];
}

/** `Is Investment`, `is_rental`, `isSecondHome`. */
const IS = /^[¿\s]*(?:[Ii][Ss]|[Ee]s)(?=[_\sA-Z])/;

/** The value itself, where it is beyond doubt. */
function valueAskedFor({ column, meaning }: JudgedColumn, path: string): string | undefined {
  return meaning.yes ?? knownWord(path, valueNamed(lastName(column), path) ?? "");
}

/** `Investment` is a purpose and a use: of the field that it is not ticked beside, or that others are of. */
function pathOf({ one, paths }: Tick, sure: readonly Tick[]): string | undefined {
  if (paths.length === 1) return paths[0];
  const isFree = (path: string) =>
    !sure.some((other) => other.paths.includes(path) && areTickedTogether(one.content, other.one.content));
  const free = paths.filter(isFree);
  const besideOthers = free.filter((path) => sure.some((other) => other.paths.includes(path)));
  const [path, ...more] = besideOthers.length === 1 ? besideOthers : free;
  return more.length > 0 ? undefined : path;
}

function areTickedTogether(one: ColumnContent, other: ColumnContent): boolean {
  const rows = new Set(one.cells.flatMap(({ at, text }) => (yesOrNo(text) ? [at] : [])));
  return other.cells.some(({ at, text }) => rows.has(at) && yesOrNo(text));
}

/** Whether columns of a field name two values of it, and one of them is filled at all. */
function isOneOfSeveral(path: string, found: ReadonlyMap<JudgedColumn, string>): boolean {
  const group = [...found].flatMap(([one, other]) => (other === path ? [one] : []));
  const values = new Set(
    group.map((one) => valueAskedFor(one, path) ?? valueNamed(lastName(one.column), path)),
  );
  return values.size > 1 && group.some(({ content }) => content.cells.length > 0) && group.some(isOfLead);
}

/** `Pool` and `First Time Buyer` together are no purposes. */
function isOfLead({ column }: JudgedColumn): boolean {
  return wordsOf(lastName(column)).some(({ tag }) => tag !== "irrelevant" && tag !== "filler");
}

function isPlain(one: JudgedColumn, path: string): boolean {
  const isCertain = valueAskedFor(one, path) !== undefined && one.meaning.yes === undefined;
  return (
    isCertain && one.content.cells.length > 0 && PLAIN.test(valueNamed(lastName(one.column), path) ?? "")
  );
}

/** What may be the use of the property, the purpose of the loan, or no answer: a person is asked. */
function isTickOfUse(one: JudgedColumn, ticks: readonly Tick[]): boolean {
  const isTick = one.meaning.yes === undefined && ticks.some((tick) => tick.one === one);
  const words = isTick ? valueNamed(lastName(one.column), "propertyUsage") : undefined;
  return words !== undefined && /invest|rental|residence|second|vacation/i.test(words);
}

function asked(one: JudgedColumn): JudgedColumn {
  return { ...one, meaning: { ...ticked(one, "propertyUsage").meaning, certainty: "partial" } };
}

/** Behind columns that hold words; those that only raise a question behind the others. */
const RANK = 5;

function ticked(one: JudgedColumn, path: string): JudgedColumn {
  const value = valueAskedFor(one, path);
  const yes = value ?? valueNamed(lastName(one.column), path) ?? "";
  const rank = value === undefined ? RANK + 1 : RANK;
  return { ...one, meaning: { item: itemAt(path), rank, certainty: "certain", rest: [], yes } };
}
