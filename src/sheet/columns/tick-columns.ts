import { yesOrNo } from "../cells/boolean-cell.ts";
import { isWordOf, knownWord } from "../cells/read-word.ts";
import type { HeaderMeaning } from "../headers/header-grammar.ts";
import { itemAt, pathOfItem } from "../headers/header-tags.ts";
import { QUESTION_NUMBER, wordsOf } from "../headers/header-text.ts";
import { VOCABULARIES } from "../vocabulary/enum-words.ts";
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

/** `(x)`, `[ ]`, `(Y/N)`, `Y/N`, and what is not part of the words at the end. */
const HOW_TO_ANSWER =
  /[([{<]\s*(?:x|✓|✔|y\s*\/\s*n|yes\s*\/\s*no|s[ií]\s*\/\s*no|yes|check|tick|mark)?\s*[)\]}>]|\s(?:y\s*\/\s*n|yes\s*\/\s*no|s[ií]\s*\/\s*no)(?=[?:*.\s]*$)|[?:*.\s]+$|^[¿\s]+/giu;
const QUESTION =
  /^(?:is|are|will|would|do|does|es|check if|tick if|interested in|looking for)\b[:\s]*(?:(?:this|the|it|you|your|applicant|borrower|subject|property|home|house|esta|la|una|su|propiedad)\b\s*)*(?:(?:be|a|an|un|una|your|want|like|need|looking|planning|to|do|make|get|for|used as)\b\s*)*/i;
/**
 * The words for one value of the field at `path` that a header consists of; of some fields doubtful ones, too.
 *
 * @param header Of a column of JSON its last key.
 */
export function valueNamed(
  header: string,
  path: string,
  isValue = PATHS_OF_DOUBTS.includes(path) ? isWordOf : knownWord,
): string | undefined {
  const trimmed = header.trim();
  if (trimmed.length > CHARACTERS_MAX) return undefined;
  const plain = trimmed
    .replace(QUESTION_NUMBER, "")
    .replace(HOW_TO_ANSWER, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .replace(HOW_TO_ANSWER, "")
    .trim();
  return [plain, plain.replace(QUESTION, "")].find((text) => text.length > 1 && isValue(path, text));
}

/** What names a column in a table, or its value in an item of JSON. */
export function lastName({ name, keys }: JudgedColumn["column"]): string {
  return keys?.at(-1) ?? name;
}

/** Words for which one column is enough: nobody writes them above a yes that means something else. */
const PLAIN =
  /condo|town ?(?:house|home)|family|plex\b|multi ?unit|unifamiliar|consolid|home improve|mejora|^vacan[t]/i;

/** A column that is ticked for one value of a field, or of several fields that may be meant. */
interface Tick {
  one: JudgedColumn;
  named: readonly NamedValue[];
  /** Words for a use of the property, where the header consists of such, and may be something else as well. */
  use?: NamedValue | undefined;
}

interface NamedValue {
  path: string;
  words: string;
  /** The value itself, where it is beyond doubt. */
  value?: string | undefined;
}

/** Gives the columns that are ticked for one value each their field. */
export function tickSigns(columns: readonly JudgedColumn[]): JudgedColumn[] {
  const ticks = columns.flatMap((one) => tickOf(one) ?? []);
  const sure = ticks.filter(({ named }) => named.length === 1);
  const found = new Map(ticks.map((tick) => [tick.one, { tick, value: chosenOf(tick, sure) }]));
  return columns.map((one) => {
    const { tick, value } = found.get(one) ?? {};
    if (!tick) return one;
    const group = [...found.values()].filter((other) => other.value && other.value.path === value?.path);
    if (value && (isGroup(group) || isPlain(tick, value) || isAskedAnyway(tick, value)))
      return { ...one, meaning: ticked(value) };
    // What may be the use of the property, the purpose of the loan, or no answer: a person is asked.
    const { use } = tick;
    const mayBeUse = use && MAY_BE_USE.test(use.words) && (value ?? use).path === use.path;
    return mayBeUse ? { ...one, meaning: { ...ticked(use), certainty: "partial" } } : one;
  });
}

const MAY_BE_USE = /invest|rental|residence|second|vacation/i;

function tickOf(one: JudgedColumn): Tick | undefined {
  const { column, content, meaning, fixed } = one;
  if (fixed || meaning.certainty === "named") return undefined;
  if (!content.cells.every(({ text }) => yesOrNo(text) !== undefined)) return undefined;
  const { yes } = meaning;
  if (yes !== undefined) return { one, named: [{ path: "propertyUsage", words: yes, value: yes }] };
  const name = lastName(column);
  const all = PATHS.flatMap((path): NamedValue[] => {
    const words = valueNamed(name, path, path === ownPath(one) ? isWordOf : undefined);
    return words === undefined ? [] : [{ path, words, value: knownWord(path, words) }];
  });
  const certain = all.filter(({ value }) => value !== undefined);
  const named = certain.length > 0 ? certain : all;
  const use = all.find(({ path }) => path === "propertyUsage");
  // A property is an investment; a loan is for one.
  const isUse = use && IS.test(name) && named.includes(use);
  return all.length > 0 ? { one, named: isUse ? [use] : named, use } : undefined;
}

/** `Is Investment`, `is_rental`, `isSecondHome`. */
const IS = /^[¿\s]*(?:[Ii][Ss]|[Ee]s)(?=[_\sA-Z])/;

/** `Investment` is a purpose and a use: of the field that it is not ticked beside, or that others are of. */
function chosenOf({ one, named }: Tick, sure: readonly Tick[]): NamedValue | undefined {
  if (named.length === 1) return named[0];
  const of = ({ path }: NamedValue) => sure.filter((other) => other.named[0]?.path === path);
  const free = named.filter((value) => !of(value).some((other) => areTickedTogether(one, other.one)));
  const besideOthers = free.filter((value) => of(value).length > 0);
  const [value, ...more] = besideOthers.length === 1 ? besideOthers : free;
  return more.length > 0 ? undefined : value;
}

function areTickedTogether({ content: one }: JudgedColumn, { content: other }: JudgedColumn): boolean {
  const rows = new Set(one.cells.flatMap(({ at, text }) => (yesOrNo(text) ? [at] : [])));
  return other.cells.some(({ at, text }) => rows.has(at) && yesOrNo(text));
}

/** Whether columns of a field name two values of it, and one of them is filled at all. */
function isGroup(group: readonly { tick: Tick; value?: NamedValue | undefined }[]): boolean {
  const values = new Set(group.map(({ value }) => value?.value ?? value?.words));
  const isFilled = group.some(({ tick }) => tick.one.content.cells.length > 0);
  // `Pool` and `First Time Buyer` together are not purposes.
  const isOfLead = ({ tick: { one } }: { tick: Tick }) =>
    wordsOf(lastName(one.column)).some(({ tag }) => tag !== "irrelevant" && tag !== "filler");
  return values.size > 1 && isFilled && group.some(isOfLead);
}

function isPlain({ one: { content, meaning } }: Tick, { words, value }: NamedValue): boolean {
  const isFilled = content.cells.length > 0 && meaning.yes === undefined;
  return isFilled && value !== undefined && PLAIN.test(words);
}

/** `Leased?`: the header names the field, and a word of it that a person is asked about. */
function isAskedAnyway({ one }: Tick, { path, value }: NamedValue): boolean {
  return value === undefined && path === ownPath(one) && one.content.cells.length > 0;
}

function ownPath({ meaning: { item, rest } }: JudgedColumn): string | undefined {
  return item && rest.length === 0 ? pathOfItem(item) : undefined;
}

/** Behind columns that hold words; those that only raise a question behind the others. */
const RANK = 5;

function ticked({ path, words, value }: NamedValue): HeaderMeaning {
  const rank = value === undefined ? RANK + 1 : RANK;
  return { item: itemAt(path), rank, certainty: "certain", rest: [], yes: value ?? words };
}
