import { basename } from "node:path";
import { type CodedText, personal } from "../../base/finding.ts";
import { type Field, fieldAt, valueLabel } from "../../lead/field-catalogue.ts";
import type { FieldValue } from "../cells/cell-report.ts";
import { normalized } from "../cells/cell-text.ts";
import type { Mapping } from "../columns/mapping.ts";
import { isLeaveOut } from "../columns/question-log.ts";
import { pathNamed } from "../columns/target-label.ts";
import { type PlainSheet, readPlainSheets } from "../formats/plain-sheets.ts";
import { LEAVE_OUT } from "../question.ts";
import type { MappingProblem } from "../sheet-errors.ts";
import { columnLetters } from "../table.ts";
import {
  faultsOf,
  type MappingContent,
  mappingOf,
  type RuleContent,
  ruleOf,
  unknownField,
  unusable,
} from "./mapping-content.ts";
import {
  ALL_ROWS_HEADERS,
  COLUMN_HEADERS,
  DECIMAL_MARK,
  HIDDEN_ROWS,
  HIDDEN_ROWS_CHOICES,
  QUESTION_HEADERS,
} from "./mapping-sheets.ts";
import { mappingFinding } from "./mapping-texts.ts";

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
  for (const sheet of await readPlainSheets(path)) reader.read(sheet);
  return reader.mapping(name);
}

/** A line of a sheet, by the names of its columns. */
interface Line<Name extends string> {
  text(name: Name): string;
  /** As in `Columns D7`. */
  place(name: Name): string;
}

interface ColumnLine extends Line<keyof typeof COLUMN_HEADERS> {
  /** As `columns` of a mapping names it. */
  key: string;
}

class MappingReader {
  readonly #problems: MappingProblem[] = [];
  readonly #columns = new Map<string, string | null | RuleContent>();
  /** Fields of columns that nobody has changed. */
  readonly #asRead = new Map<string, string | null>();
  readonly #answers = new Map<string, string>();
  readonly #constants = new Map<string, FieldValue>();
  readonly #defaults = new Map<string, FieldValue>();
  readonly #settings: Pick<MappingContent, "decimal" | "hiddenRows"> = {};
  /** Where things stand, by their path in the content. */
  readonly #places = new Map<string, string>();
  #lines: ColumnLine[] = [];
  #words: Line<keyof typeof QUESTION_HEADERS>[] = [];
  #headers: string[] = [];
  #isKnown = false;

  read(sheet: PlainSheet): void {
    const questions = linesOf(sheet, QUESTION_HEADERS, ["answer"]);
    const columns = linesOf(sheet, COLUMN_HEADERS, ["header", "field"]);
    const rows = linesOf(sheet, ALL_ROWS_HEADERS, ["name", "constant"]);
    if (!questions && !columns && !rows) return;
    this.#isKnown = true;
    if (questions) for (const line of questions) this.#takeAnswer(line);
    else if (columns) this.#takeColumns(columns);
    else for (const line of rows ?? []) this.#takeRow(line);
  }

  /** @throws CliError when something in the file cannot be used. */
  mapping(name: string): Mapping {
    if (!this.#isKnown) {
      const hint = "leadctl map <input> --save mapping.xlsx writes one to be filled in.";
      throw unusable(name, [mappingFinding("no-mapping")], hint);
    }
    for (const line of this.#words) this.#takeWord(line);
    const content: MappingContent = {
      columns: Object.fromEntries(this.#columns),
      headers: this.#headers,
      answers: Object.fromEntries(this.#answers),
      constants: Object.fromEntries(this.#constants),
      defaults: Object.fromEntries(this.#defaults),
      ...this.#settings,
    };
    const faults = faultsOf(content, "sheet").map(({ path, found }) => ({
      ...found,
      place: this.#placeOf(...path.map(String)),
    }));
    const problems = [...this.#problems, ...faults];
    if (problems.length > 0) throw unusable(name, problems, HINT);
    const places = [...this.#answers.keys()].map((id) => [id, this.#placeOf("answers", id) ?? ""] as const);
    return { ...mappingOf(name, content), places: new Map(places) };
  }

  #placeOf(...path: readonly string[]): string | undefined {
    return this.#places.get(keyOf(...path));
  }

  #fault(place: string, found: CodedText): void {
    this.#problems.push({ ...found, place });
  }

  #takeAnswer(line: Line<keyof typeof QUESTION_HEADERS>): void {
    const [id, answer] = [line.text("key"), line.text("answer")];
    if (answer === "" || answer === "?") return;
    if (id === "") {
      this.#words.push(line);
      return;
    }
    const known = this.#placeOf("answers", id);
    if (known !== undefined && normalized(this.#answers.get(id) ?? "") !== normalized(answer))
      this.#fault(line.place("answer"), mappingFinding("answered-otherwise", { place: known }));
    this.#places.set(keyOf("answers", id), line.place("answer"));
    this.#answers.set(id, answer);
  }

  #takeColumns(lines: readonly Line<keyof typeof COLUMN_HEADERS>[]): void {
    const named = lines.filter((line) => line.text("header") !== "");
    const isTwin = (header: string) => named.filter((line) => line.text("header") === header).length > 1;
    this.#lines = named.map((line) => {
      const [header, letters] = [line.text("header"), line.text("column")];
      return { ...line, key: letters !== "" && isTwin(header) ? `${letters}: ${header}` : header };
    });
    // Items of JSON have no letters, and need not have every key.
    if (named.some((line) => line.text("column") !== ""))
      this.#headers = [...new Set(named.map((line) => line.text("header")))];
    for (const line of this.#lines) this.#takeColumn(line);
  }

  #takeColumn(line: ColumnLine): void {
    const [given, place] = [line.text("field"), line.place("field")];
    if (given === "" || given === "?") return;
    const path = isLeaveOut(given) ? null : pathNamed(given);
    if (path === undefined) {
      this.#fault(place, unknownField(given, "sheet"));
      return;
    }
    const known = this.#placeOf("columns", line.key);
    if (known !== undefined && this.#fieldOf(line.key) !== path)
      this.#fault(place, mappingFinding("column-otherwise", { place: known }));
    // As it was read, it is read again: its cells are looked at, and what there is to say of it is said.
    if (line.text("reading") === (path ?? LEAVE_OUT)) this.#asRead.set(line.key, path);
    else this.#columns.set(line.key, path);
    this.#places.set(keyOf("columns", line.key), place);
  }

  /** What a word of a column stands for. */
  #takeWord(line: Line<keyof typeof QUESTION_HEADERS>): void {
    const [header, letters, word] = [line.text("header"), line.text("column"), line.text("word")];
    const answer = line.text("answer");
    const key = this.#lines.find(
      (one) =>
        (header === "" || one.text("header") === header) &&
        (letters === "" || one.text("column") === letters),
    )?.key;
    const field = key === undefined || header + letters === "" ? undefined : this.#fieldOf(key);
    if (key === undefined || word === "" || field === undefined || field === null) {
      const found =
        word === ""
          ? mappingFinding("answer-without-word")
          : mappingFinding("column-of-word", { text: personal(word) });
      this.#fault(line.place("answer"), found);
      return;
    }
    const known = fieldAt(field);
    const value = isLeaveOut(answer) ? null : known ? valueNamed(known, answer) : answer;
    const { values = {} } = ruleOf(this.#columns.get(key) ?? field);
    const all = [...Object.entries(values), [word, value] as const];
    this.#columns.set(key, { field, values: Object.fromEntries(all) });
    this.#places.set(keyOf("columns", key, "values", word), line.place("answer"));
  }

  #fieldOf(key: string): string | null | undefined {
    const rule = this.#columns.get(key);
    return rule === undefined ? this.#asRead.get(key) : ruleOf(rule).field;
  }

  #takeRow(line: Line<keyof typeof ALL_ROWS_HEADERS>): void {
    const [name, constant, fallback] = [line.text("name"), line.text("constant"), line.text("fallback")];
    if (name === "" || constant + fallback === "") return;
    const place = line.place("constant");
    if (normalized(name) === normalized(DECIMAL_MARK)) {
      if (constant === "." || constant === ",") this.#settings.decimal = constant;
      else this.#fault(place, mappingFinding("no-decimal-mark"));
      return;
    }
    if (normalized(name) === normalized(HIDDEN_ROWS)) {
      const { include, skip } = HIDDEN_ROWS_CHOICES;
      const key = normalized(constant);
      if (key === normalized(include) || key === "include") this.#settings.hiddenRows = "include";
      else if (key === normalized(skip) || key === "skip") this.#settings.hiddenRows = "skip";
      else this.#fault(place, mappingFinding("no-choice-of-rows"));
      return;
    }
    const path = pathNamed(name);
    const field = path === undefined ? undefined : fieldAt(path);
    if (!field) {
      this.#fault(line.place("name"), unknownField(name, "sheet"));
      return;
    }
    const groups = [
      ["constants", this.#constants, constant, line.place("constant")],
      ["defaults", this.#defaults, fallback, line.place("fallback")],
    ] as const;
    for (const [group, values, text, at] of groups) {
      if (text === "") continue;
      values.set(field.path, valueNamed(field, text));
      this.#places.set(keyOf(group, field.path), at);
    }
  }
}

/** How deep a header is looked for, below what somebody wrote above. */
const HEADER_ROWS_MAX = 20;

/** The lines of a sheet below the row that has these headers; nothing where no row has all that are needed. */
function linesOf<Name extends string>(
  { name, rows }: PlainSheet,
  headers: Readonly<Record<Name, string>>,
  needed: readonly Name[],
): Line<Name>[] | undefined {
  const indexOf = (cells: readonly string[], column: Name): number =>
    cells.findIndex((cell) => normalized(cell) === normalized(headers[column]));
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

function keyOf(...path: readonly string[]): string {
  return JSON.stringify(path);
}

/** A value as the field has it, from its label or itself; the text where it is none, which the checks then say. */
function valueNamed({ path, type, shownValues = [] }: Field, text: string): FieldValue {
  const key = normalized(text);
  if (type === "boolean")
    return ["yes", "y", "true"].includes(key) || (["no", "n", "false"].includes(key) ? false : text);
  if (type === "text") {
    const isNamed = (value: string) =>
      normalized(value) === key || normalized(valueLabel(path, value)) === key;
    return shownValues.find(isNamed) ?? text;
  }
  // Delimited text has the mark of fractions that is usual where it was saved.
  const number = Number(/^\d+,\d{1,2}$/.test(text) ? text.replace(",", ".") : text);
  return Number.isFinite(number) ? number : text;
}
