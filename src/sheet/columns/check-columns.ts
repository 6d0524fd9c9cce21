import { personal } from "../../base/finding.ts";
import { FIELDS } from "../../lead/field-catalogue.ts";
import { headerKey, nearestField } from "../headers/header-meaning.ts";
import { HEADER_CHARACTERS_MAX } from "../headers/header-text.ts";
import { inputError } from "../sheet-errors.ts";
import { shownValue } from "../shown-value.ts";
import type { Column, Notice } from "../table.ts";
import { fieldPathsOf, labelOf } from "./column-reading.ts";
import { columnNotice } from "./column-texts.ts";
import { shownColumn } from "./judged-column.ts";
import type { Mapping } from "./mapping.ts";
import { type ColumnsRead, fedBy } from "./read-columns.ts";

const EMAIL = "contactInfo.email";
const SHOWN_HEADERS_MAX = 8;

/**
 * Makes sure that the columns can make leads, when all are known.
 *
 * @param name Of the input, for people.
 * @param notices Takes what is not a refusal.
 * @throws CliError when they cannot: none is known, none holds e-mails, the mapping is made for another sheet.
 */
export function checkColumns(name: string, read: ColumnsRead, notices: Notice[], mapping?: Mapping): void {
  const columns = read.readings.map(({ column }) => column);
  if (mapping) checkMapping(name, read, mapping, notices);
  const isFed = read.readings.some(({ target }) => target !== undefined);
  const hasConstants = (mapping?.constants.size ?? 0) > 0;
  const isAsked = read.questions.length > 0 && !holdsLead(columns);
  if (!isFed && !hasConstants && !isAsked) throw unknownSheet(name, columns);
  const hasEmail = read.readings.some(({ target }) => fieldPathsOf(target).includes(EMAIL));
  const mayHaveEmail = read.questions.some(({ question }) =>
    question.options.some(({ answer }) => fieldPathsOf(answer).includes(EMAIL)),
  );
  if (hasEmail || mayHaveEmail || mapping?.constants.has(EMAIL)) return;
  const near = columns.find(({ name }) => nearestField(name)?.path === EMAIL);
  throw inputError("no-email-column", {
    name,
    found: foundHeaders(columns),
    near: near && shownColumn(near),
    isJson: isOfJson(columns),
  });
}

/** The fields without a column, among those that the service may want; nothing where all have one. */
export function absentColumns({ readings }: ColumnsRead, mapping?: Mapping): Notice[] {
  const fed = new Set(fedBy(readings));
  const isFilled = (path: string): boolean =>
    fed.has(path) || mapping?.constants.has(path) === true || mapping?.defaults.has(path) === true;
  const absent = FIELDS.filter(({ absence, path }) => absence === "not-shown" && !isFilled(path));
  if (absent.length === 0) return [];
  return [columnNotice("absent-columns", { fields: absent.map(({ path }) => path) })];
}

function checkMapping(name: string, { readings }: ColumnsRead, mapping: Mapping, notices: Notice[]): void {
  const columns = readings.map(({ column }) => column);
  const used = new Set(readings.map(({ rule }) => rule));
  const present = new Set(columns.map(({ name }) => headerKey(name)));
  const missing = [...mapping.columns].filter(([, rule]) => !used.has(rule)).map(([header]) => header);
  for (const header of mapping.headers) if (!present.has(headerKey(header))) missing.push(header);
  if (missing.length > 0) {
    const headers = [...new Set(missing)];
    if (columns.some(({ keys }) => keys)) {
      // An item of JSON need not have every key.
      const unused = { mapping: mapping.name, headers: headers.map(personal) };
      notices.push(columnNotice("mapping-unused", unused));
      return;
    }
    throw inputError("mapping-mismatch", {
      mapping: mapping.name,
      name,
      missing: headers.map(shownValue).join(", "),
      found: foundHeaders(columns),
    });
  }
  for (const path of mapping.constants.keys()) {
    const fed = readings.find(({ target }) => target === path)?.column;
    if (!fed) continue;
    throw inputError("mapping-mismatch/fed-twice", {
      mapping: mapping.name,
      label: labelOf(path),
      column: shownColumn(fed),
    });
  }
}

function holdsLead(columns: readonly Column[]): boolean {
  return columns.some(
    ({ name, keys }) => !keys && name.length <= HEADER_CHARACTERS_MAX && /\S@\S+\.\S/.test(name),
  );
}

function unknownSheet(name: string, columns: readonly Column[]): Error {
  if (holdsLead(columns)) return inputError("no-known-column/no-header", { name, row: 1 });
  if (columns.length === 0) return inputError("no-known-column/no-item", { name });
  const finding = isOfJson(columns) ? "no-known-column/keys" : "no-known-column";
  return inputError(finding, { name, found: foundHeaders(columns) });
}

/** Also of none at all: a table has some. */
function isOfJson(columns: readonly Column[]): boolean {
  return columns.every(({ keys }) => keys !== undefined);
}

function foundHeaders(columns: readonly Column[]): string {
  const names = columns.map(({ name }) => name).filter((name) => name.trim() !== "");
  const more = names.length - SHOWN_HEADERS_MAX;
  const shown = names.slice(0, SHOWN_HEADERS_MAX).map(shownValue).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}
