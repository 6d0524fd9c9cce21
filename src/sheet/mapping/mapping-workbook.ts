import { basename } from "node:path";
import { personal } from "../../base/finding.ts";
import { type Field, fieldAt, valueLabel } from "../../lead/field-catalogue.ts";
import type { FieldValue } from "../cells/cell-report.ts";
import { pathNamed } from "../columns/column-reading.ts";
import type { ColumnRule, Mapping } from "../columns/mapping.ts";
import { isLeaveOut } from "../columns/question-log.ts";
import { type PlainSheet, readPlainSheets } from "../formats/plain-sheets.ts";
import { LEAVE_OUT } from "../question.ts";
import type { MappingProblem } from "../sheet-errors.ts";
import { columnLetters } from "../table.ts";
import { wordKey } from "../text/word-key.ts";
import { faultsOf, type MappingContent, mappingOf, unknownField, unusable } from "./mapping-content.ts";
import { ALL_ROWS_SHEET, COLUMN_SHEET, QUESTION_SHEET, SETTINGS, type SheetForm } from "./mapping-sheets.ts";
import { mappingFinding } from "./mapping-texts.ts";

const FORMS: readonly SheetForm[] = [QUESTION_SHEET, COLUMN_SHEET, ALL_ROWS_SHEET];
const HEADERS = new Set(FORMS.flatMap((form) => Object.values(form)).map(({ header }) => wordKey(header)));

/** One of our own headers: those of the sheet that is mapped stand below, as in `Street, City, State`. */
function ourHeader(text: string): string | undefined {
  const header = wordKey(text);
  return HEADERS.has(header) ? header : undefined;
}

const HINT = "Correct these cells, save the file, and try again.";

/**
 * Reads a mapping from the workbook that `map --save mapping.xlsx` writes, in whatever program it was saved: sheets are
 * known by their headers, lines by what they name, so that both may be sorted, moved and filtered. Delimited text, which
 * holds one of the sheets, says what that sheet says.
 *
 * @throws CliError when the file cannot be read, or names every cell that cannot be used.
 */
export async function readMappingWorkbook(path: string): Promise<Mapping> {
  const name = basename(path);
  const reader = new MappingReader();
  for (const sheet of await readPlainSheets(path, ourHeader)) reader.read(sheet);
  return reader.mapping(name);
}

/** A line of a sheet: the texts of its columns by their names, and where they stand, as in `Columns D7`. */
interface Line<Name extends string> {
  texts: Readonly<Record<Name, string>>;
  place(name: Name): string;
}

/** A column with what `columns` of a mapping calls it. */
interface NamedColumn {
  line: Line<keyof typeof COLUMN_SHEET>;
  key: string;
}

class MappingReader {
  readonly #problems: MappingProblem[] = [];
  /** What is said, by its path in the content: `["columns", "Kind"]`. */
  readonly #said = new Map<string, { path: readonly string[]; value: FieldValue | null; place: string }>();
  readonly #columns: NamedColumn[] = [];
  readonly #words: Line<keyof typeof QUESTION_SHEET>[] = [];
  #isKnown = false;

  read(sheet: PlainSheet): void {
    const questions = linesOf(sheet, QUESTION_SHEET, ["answer"]);
    const columns = questions ? undefined : linesOf(sheet, COLUMN_SHEET, ["header", "field"]);
    const rows = questions || columns ? undefined : linesOf(sheet, ALL_ROWS_SHEET, ["name", "constant"]);
    if (questions || columns || rows) this.#isKnown = true;
    for (const line of questions ?? []) {
      const { key, answer } = line.texts;
      if (answer === "" || answer === "?") continue;
      if (key === "") this.#words.push(line);
      else this.#say(["answers", key], answer, line.place("answer"));
    }
    const named = (columns ?? []).filter(({ texts: { header } }) => header !== "");
    for (const line of named) {
      const { header, column, field } = line.texts;
      const isTwin = named.filter(({ texts }) => texts.header === header).length > 1;
      const key = column !== "" && isTwin ? `${column}: ${header}` : header;
      this.#columns.push({ line, key });
      const path = isLeaveOut(field) ? null : pathNamed(field);
      const place = line.place("field");
      if (field === "" || field === "?") continue;
      if (path === undefined) this.#problems.push({ ...unknownField(field, "sheet"), place });
      else this.#say(["columns", key], path, place);
    }
    for (const line of rows ?? []) this.#takeRow(line);
  }

  /** @throws CliError when something in the file cannot be used. */
  mapping(name: string): Mapping {
    if (!this.#isKnown) {
      const hint = "leadctl map <input> --save mapping.xlsx writes one to be filled in.";
      throw unusable(name, [mappingFinding("no-mapping")], hint);
    }
    for (const line of this.#words) this.#takeWord(line);
    // Items of JSON have no letters, and need not have every key.
    const isSheet = this.#columns.some(({ line: { texts } }) => texts.column !== "");
    const content: MappingContent = {
      columns: Object.fromEntries(this.#rules()),
      headers: isSheet ? [...new Set(this.#columns.map(({ line: { texts } }) => texts.header))] : [],
      answers: Object.fromEntries(this.#of("answers")) as Record<string, string>,
      constants: Object.fromEntries(this.#of("constants")) as Record<string, FieldValue>,
      defaults: Object.fromEntries(this.#of("defaults")) as Record<string, FieldValue>,
      ...(Object.fromEntries(this.#of("settings")) as Pick<MappingContent, "decimal" | "hiddenRows">),
    };
    const faults = faultsOf(content, "sheet").map(({ path, found }) => ({
      ...found,
      place: this.#said.get(JSON.stringify(path))?.place,
    }));
    const problems = [...this.#problems, ...faults];
    if (problems.length > 0) throw unusable(name, problems, HINT);
    const answers = [...this.#said.values()].filter(({ path: [part] }) => part === "answers");
    const places = answers.map(({ path: [, id = ""], place }) => [id, place] as const);
    return { ...mappingOf(name, content), places: new Map(places) };
  }

  /** What is said below a path, by the next part of their own. */
  #of(...above: readonly string[]): [key: string, value: FieldValue | null][] {
    const isBelow = (path: readonly string[]) =>
      path.length === above.length + 1 && above.every((part, at) => part === path[at]);
    return [...this.#said.values()].flatMap(({ path, value }): [string, FieldValue | null][] =>
      isBelow(path) ? [[path.at(-1) ?? "", value]] : [],
    );
  }

  /** As a column was read, it is read again: its cells are looked at, and what there is to say of it is said. */
  #rules(): [header: string, ColumnRule][] {
    return this.#of("columns").flatMap(([key, field]): [string, ColumnRule][] => {
      const values = this.#of("columns", key, "values");
      const isAsRead = this.#columns.some(
        ({ line: { texts }, key: known }) => known === key && texts.reading === (field ?? LEAVE_OUT),
      );
      if (isAsRead && values.length === 0) return [];
      const more = values.length > 0 && { values: Object.fromEntries(values) };
      return [[key, { field: field === null ? null : String(field), ...more }]];
    });
  }

  /** Two lines may say the same, and not two things of one. */
  #say(path: readonly string[], value: FieldValue | null, place: string): void {
    const key = JSON.stringify(path);
    const known = this.#said.get(key);
    if (known && wordKey(String(known.value)) !== wordKey(String(value)))
      this.#problems.push({ ...mappingFinding("said-otherwise", { place: known.place }), place });
    this.#said.set(key, { path, value, place });
  }

  /** What a word of a column stands for. */
  #takeWord(line: Line<keyof typeof QUESTION_SHEET>): void {
    const { header, column, word, answer } = line.texts;
    const place = line.place("answer");
    const named = this.#columns.find(
      ({ line: { texts } }) =>
        (header === "" || texts.header === header) && (column === "" || texts.column === column),
    );
    const key = header + column === "" ? "" : (named?.key ?? "");
    const path = this.#said.get(JSON.stringify(["columns", key]))?.value;
    if (word === "") this.#problems.push({ ...mappingFinding("answer-without-word"), place });
    else if (typeof path !== "string")
      this.#problems.push({ ...mappingFinding("column-of-word", { text: personal(word) }), place });
    else {
      const field = fieldAt(path);
      const value = isLeaveOut(answer) ? null : field ? valueNamed(field, answer) : answer;
      this.#say(["columns", key, "values", word], value, place);
    }
  }

  #takeRow(line: Line<keyof typeof ALL_ROWS_SHEET>): void {
    const { name, constant, fallback } = line.texts;
    if (name === "" || constant + fallback === "") return;
    const place = line.place("constant");
    const setting = Object.entries(SETTINGS).find(([, known]) => wordKey(known.name) === wordKey(name));
    const field = fieldAt(pathNamed(name) ?? "");
    if (setting) {
      const [key, { choices }] = setting;
      const isChosen = (one: string) =>
        one === constant || (wordKey(one) !== "" && wordKey(one) === wordKey(constant));
      const choice = Object.entries(choices).find((names) => names.some(isChosen));
      if (choice) this.#say(["settings", key], choice[0], place);
      else
        this.#problems.push({ ...mappingFinding("no-choice", { choices: Object.values(choices) }), place });
    } else if (!field) this.#problems.push({ ...unknownField(name, "sheet"), place: line.place("name") });
    else {
      if (constant !== "") this.#say(["constants", field.path], valueNamed(field, constant), place);
      if (fallback !== "")
        this.#say(["defaults", field.path], valueNamed(field, fallback), line.place("fallback"));
    }
  }
}

/** How deep a header is looked for, below what somebody wrote above. */
const HEADER_ROWS_MAX = 20;

/** The lines of a sheet below the row that has these headers; nothing where no row has all that are needed. */
function linesOf<Name extends string>(
  { name, rows }: PlainSheet,
  form: SheetForm<Name>,
  needed: readonly NoInfer<Name>[],
): Line<Name>[] | undefined {
  const indexOf = (cells: readonly string[], column: Name): number =>
    cells.findIndex((cell) => wordKey(cell) === wordKey(form[column].header));
  const at = rows
    .slice(0, HEADER_ROWS_MAX)
    .findIndex(({ cells }) => needed.every((column) => indexOf(cells, column) >= 0));
  const header = rows[at];
  if (!header) return undefined;
  const names = Object.keys(form) as Name[];
  const textAt = (cells: readonly string[]) => (name: Name) =>
    [name, cells[indexOf(header.cells, name)] ?? ""] as const;
  return rows.slice(at + 1).map(({ row, cells }) => ({
    texts: Object.fromEntries(names.map(textAt(cells))) as Record<Name, string>,
    place: (column) => {
      const cell = `${columnLetters(Math.max(0, indexOf(header.cells, column)))}${row}`;
      return name === undefined ? cell : `${name} ${cell}`;
    },
  }));
}

/** A value as the field has it, from its label or itself; the text where it is none, which the checks then say. */
function valueNamed({ path, type, shownValues = [] }: Field, text: string): FieldValue {
  const key = wordKey(text);
  if (type === "boolean")
    return ["yes", "y", "true"].includes(key) || (["no", "n", "false"].includes(key) ? false : text);
  if (type === "text") {
    const isNamed = (value: string) => wordKey(value) === key || wordKey(valueLabel(path, value)) === key;
    return shownValues.find(isNamed) ?? text;
  }
  // Delimited text has the mark of fractions that is usual where it was saved.
  const number = Number(/^\d+,\d{1,2}$/.test(text) ? text.replace(",", ".") : text);
  return Number.isFinite(number) ? number : text;
}
