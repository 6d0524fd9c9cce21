import { basename } from "node:path";
import { type CodedText, personal } from "../../base/finding.ts";
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

/** A line of a sheet, by the names of its columns. */
interface Line<Name extends string> {
  text(name: Name): string;
  /** As in `Columns D7`. */
  place(name: Name): string;
}
type QuestionLine = Line<keyof typeof QUESTION_SHEET>;
type ColumnLine = Line<keyof typeof COLUMN_SHEET>;

/** Parts of a mapping's content that are said line by line. */
type Part = "columns" | "answers" | "constants" | "defaults" | "settings";

class MappingReader {
  readonly #problems: MappingProblem[] = [];
  readonly #said = new Map<Part, Map<string, FieldValue | null>>();
  /** Where things stand, by their path in the content. */
  readonly #places = new Map<string, string>();
  /** Columns that nobody has changed. */
  readonly #asRead = new Set<string>();
  /** What words of columns stand for. */
  readonly #values = new Map<string, Record<string, FieldValue | null>>();
  /** With what `columns` of a mapping calls them. */
  #columns: { line: ColumnLine; key: string }[] = [];
  #words: QuestionLine[] = [];
  #isKnown = false;

  read(sheet: PlainSheet): void {
    const questions = linesOf(sheet, QUESTION_SHEET, ["answer"]);
    const columns = questions ? undefined : linesOf(sheet, COLUMN_SHEET, ["header", "field"]);
    const rows = questions || columns ? undefined : linesOf(sheet, ALL_ROWS_SHEET, ["name", "constant"]);
    if (questions || columns || rows) this.#isKnown = true;
    for (const line of questions ?? []) this.#takeAnswer(line);
    if (columns) this.#takeColumns(columns);
    for (const line of rows ?? []) this.#takeRow(line);
  }

  /** @throws CliError when something in the file cannot be used. */
  mapping(name: string): Mapping {
    if (!this.#isKnown) {
      const hint = "leadctl map <input> --save mapping.xlsx writes one to be filled in.";
      throw unusable(name, [mappingFinding("no-mapping")], hint);
    }
    for (const line of this.#words) this.#takeWord(line);
    // As a column was read, it is read again: its cells are looked at, and what there is to say of it is said.
    const columns = [...this.#of("columns")].flatMap(([key, field]): [string, ColumnRule][] => {
      const values = this.#values.get(key);
      if (!values && this.#asRead.has(key)) return [];
      return [[key, { field: field === null ? null : String(field), ...(values && { values }) }]];
    });
    // Items of JSON have no letters, and need not have every key.
    const isSheet = this.#columns.some(({ line }) => line.text("column") !== "");
    const content: MappingContent = {
      columns: Object.fromEntries(columns),
      headers: isSheet ? [...new Set(this.#columns.map(({ line }) => line.text("header")))] : [],
      answers: Object.fromEntries(this.#of("answers")) as Record<string, string>,
      constants: Object.fromEntries(this.#of("constants")) as Record<string, FieldValue>,
      defaults: Object.fromEntries(this.#of("defaults")) as Record<string, FieldValue>,
      ...(Object.fromEntries(this.#of("settings")) as Pick<MappingContent, "decimal" | "hiddenRows">),
    };
    const faults = faultsOf(content, "sheet").map(({ path, found }) => ({
      ...found,
      place: this.#placeOf(...path.map(String)),
    }));
    const problems = [...this.#problems, ...faults];
    if (problems.length > 0) throw unusable(name, problems, HINT);
    const places = [...this.#of("answers").keys()].map(
      (id) => [id, this.#placeOf("answers", id) ?? ""] as const,
    );
    return { ...mappingOf(name, content), places: new Map(places) };
  }

  #of(part: Part): Map<string, FieldValue | null> {
    const known = this.#said.get(part) ?? new Map<string, FieldValue | null>();
    this.#said.set(part, known);
    return known;
  }

  #placeOf(...path: readonly string[]): string | undefined {
    return this.#places.get(JSON.stringify(path));
  }

  #fault(place: string, found: CodedText): void {
    this.#problems.push({ ...found, place });
  }

  /** Two lines may say the same, and not two things of one. */
  #say(part: Part, key: string, value: FieldValue | null, place: string): void {
    const known = this.#placeOf(part, key);
    if (known !== undefined && wordKey(String(this.#of(part).get(key))) !== wordKey(String(value)))
      this.#fault(place, mappingFinding("said-otherwise", { place: known }));
    this.#of(part).set(key, value);
    this.#places.set(JSON.stringify([part, key]), place);
  }

  #takeAnswer(line: QuestionLine): void {
    const [id, answer] = [line.text("key"), line.text("answer")];
    if (answer === "" || answer === "?") return;
    if (id === "") this.#words.push(line);
    else this.#say("answers", id, answer, line.place("answer"));
  }

  #takeColumns(lines: readonly ColumnLine[]): void {
    const named = lines.filter((line) => line.text("header") !== "");
    const isTwin = (header: string) => named.filter((line) => line.text("header") === header).length > 1;
    this.#columns = named.map((line) => {
      const [header, letters] = [line.text("header"), line.text("column")];
      return { line, key: letters !== "" && isTwin(header) ? `${letters}: ${header}` : header };
    });
    for (const { line, key } of this.#columns) {
      const [given, place] = [line.text("field"), line.place("field")];
      if (given === "" || given === "?") continue;
      const path = isLeaveOut(given) ? null : pathNamed(given);
      if (path === undefined) {
        this.#fault(place, unknownField(given, "sheet"));
        continue;
      }
      this.#say("columns", key, path, place);
      if (line.text("reading") === (path ?? LEAVE_OUT)) this.#asRead.add(key);
    }
  }

  /** What a word of a column stands for. */
  #takeWord(line: QuestionLine): void {
    const [header, letters, word] = [line.text("header"), line.text("column"), line.text("word")];
    const answer = line.text("answer");
    const { key = "" } =
      this.#columns.find(
        ({ line: one }) =>
          (header === "" || one.text("header") === header) &&
          (letters === "" || one.text("column") === letters),
      ) ?? {};
    const path = header + letters === "" ? null : this.#of("columns").get(key);
    if (word === "" || typeof path !== "string") {
      const found =
        word === ""
          ? mappingFinding("answer-without-word")
          : mappingFinding("column-of-word", { text: personal(word) });
      this.#fault(line.place("answer"), found);
      return;
    }
    const field = fieldAt(path);
    const value = isLeaveOut(answer) ? null : field ? valueNamed(field, answer) : answer;
    this.#values.set(
      key,
      Object.fromEntries([...Object.entries(this.#values.get(key) ?? {}), [word, value]]),
    );
    this.#places.set(JSON.stringify(["columns", key, "values", word]), line.place("answer"));
  }

  #takeRow(line: Line<keyof typeof ALL_ROWS_SHEET>): void {
    const [name, constant, fallback] = [line.text("name"), line.text("constant"), line.text("fallback")];
    if (name === "" || constant + fallback === "") return;
    const place = line.place("constant");
    const [setting] = Object.entries(SETTINGS).filter(([, known]) => wordKey(known.name) === wordKey(name));
    if (setting) {
      const [key, { choices }] = setting;
      const isChosen = (one: string) =>
        one === constant || (wordKey(one) !== "" && wordKey(one) === wordKey(constant));
      const choice = Object.entries(choices).find((names) => names.some(isChosen));
      if (choice) this.#say("settings", key, choice[0], place);
      else this.#fault(place, mappingFinding("no-choice", { choices: Object.values(choices) }));
      return;
    }
    const field = fieldAt(pathNamed(name) ?? "");
    if (!field) {
      this.#fault(line.place("name"), unknownField(name, "sheet"));
      return;
    }
    if (constant !== "") this.#say("constants", field.path, valueNamed(field, constant), place);
    if (fallback !== "")
      this.#say("defaults", field.path, valueNamed(field, fallback), line.place("fallback"));
  }
}

/** How deep a header is looked for, below what somebody wrote above. */
const HEADER_ROWS_MAX = 20;

/** The lines of a sheet below the row that has these headers; nothing where no row has all that are needed. */
function linesOf<Name extends string>(
  { name, rows }: PlainSheet,
  form: SheetForm<Name>,
  needed: readonly Name[],
): Line<Name>[] | undefined {
  const indexOf = (cells: readonly string[], column: Name): number =>
    cells.findIndex((cell) => wordKey(cell) === wordKey(form[column].header));
  const at = rows
    .slice(0, HEADER_ROWS_MAX)
    .findIndex(({ cells }) => needed.every((column) => indexOf(cells, column) >= 0));
  const header = rows[at];
  if (!header) return undefined;
  return rows.slice(at + 1).map(({ row, cells }) => ({
    text: (column) => cells[indexOf(header.cells, column)] ?? "",
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
