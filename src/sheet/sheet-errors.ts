import { type ErrorTexts, errorsOf, says } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { CLOSE_IT } from "../base/files.ts";
import type { CodedText } from "../base/finding.ts";
import { FILE_ERRORS, type Named } from "./file-errors.ts";

const EXPORT_AGAIN = "Export it again, with a header row and a row for each lead.";
const COLUMNS_OF_LEADS = "Export it again with the columns of the leads only.";
const ROW_OF_ITS_OWN = "Put each lead in a row of its own below the header.";
const HEADER_ABOVE = "Put a row with headers such as First Name, Email, Street above it";
const LEAD_AS_JSON =
  'Write each lead as {"contactInfo": {"email": …}, …}, a list of them alone or under the key "leads"';
const KEYS_OF_LEAD = {
  hint: `${LEAD_AS_JSON}; \`leadctl template --format json\` shows every key.`,
  pageHint: `${LEAD_AS_JSON}.`,
};
const EXAMPLE =
  'It is a JSON object such as {"columns": {"Building": "buildingType"}, "defaults": {}, "decimal": "."}.';

/** What is wrong in a mapping file. */
export interface MappingProblem extends CodedText {
  /** As in `line 3, columns.A` and `Columns C2`; absent for the file as a whole. */
  place?: string | undefined;
}

function problemText({ place, message }: MappingProblem): string {
  return place === undefined ? message : `${place}: ${message}`;
}

/** Why the rows or columns of an input cannot be used as a whole, or a mapping file. */
export const SHEET_ERRORS = {
  // Which row is the header, and which rows are leads
  "input-empty": says("<name> is empty", EXPORT_AGAIN),
  "input-empty/no-sheet": says("<name> has no visible sheet with anything in it", EXPORT_AGAIN),
  "input-empty/no-header": says(
    "<name> has no header in its first <lastRow> rows",
    "Name its row with --header-row.",
    "header-row",
  ),
  "header-row-blank": says(
    "<name> has no headers in row <row>",
    "Give the row of the column headers with --header-row.",
    "header-row",
  ),
  "no-known-column/no-header": ({ name, row }: Named & { row: number }) => ({
    message: `${name} has no header row: ${row === 1 ? "its first row" : `row ${row}`} already holds a lead`,
    hint: `${HEADER_ABOVE}; \`leadctl template\` writes one.`,
    pageHint: `${HEADER_ABOVE}.`,
  }),
  "no-known-column/no-item": ({ name }: Named) => ({
    message: `${name} holds no lead: none of its items is an object with keys`,
    ...KEYS_OF_LEAD,
  }),
  "no-known-column/keys": ({ name, found }: Named & { found: string }) => ({
    message: `${name} has no key that we know (found ${found})`,
    ...KEYS_OF_LEAD,
  }),
  "no-known-column": says(
    "<name> has no column that we know (found <found>)",
    "One row must hold headers such as First Name, Email, Street; name it with --header-row, or see `leadctl template`.",
    "header-row",
  ),
  "no-email-column": ({
    name,
    found,
    near,
    isJson,
  }: Named & { found: string; near: string | undefined; isJson: boolean }) => ({
    message: `${name} has no e-mail column, and every lead needs an e-mail (found ${found})`,
    hint:
      near === undefined
        ? `Add a ${isJson ? 'key "email"' : 'column with the header "Email"'}.`
        : `Did you mean Email by ${near}?`,
  }),
  "leads-above-header": says(
    "<name> has its headers in row <headerRow>, and row <row> above them looks like a lead",
    "Move such rows below the headers, or into a file of their own; if they are not leads, say --header-row <headerRow>.",
    "header-row",
  ),
  "sheet-transposed": says(
    "<name> has its headers below one another in column <letters>, not beside one another in a row",
    "Copy the cells, and paste them into a new sheet with Paste Special, Transpose.",
  ),
  "too-many-columns": says(
    "<name> has more than <columnsMax> columns, and a lead has two dozen fields",
    COLUMNS_OF_LEADS,
  ),
  "too-many-columns/long-headers": says(
    "<name> has headers of more than a million characters, and a lead has two dozen fields",
    COLUMNS_OF_LEADS,
  ),
  "section-not-to-go": says(
    "<name> has “<text>” in row <sectionRow>, and leads below it (row <row> is the first)",
    "Delete these leads; or, to send them, delete row <sectionRow>.",
  ),
  "several-tables": says(
    "<name> has other headers in row <row>: another table begins there",
    "Put each table into a file or a sheet of its own.",
  ),
  "several-headers": says(
    "<name> has headers in row <first> and other ones in row <second>, and no lead between them",
    "Say which of them name the columns: --header-row <second>, or --header-row <first>.",
    "header-row",
  ),
  "input-no-rows": says("<name> has a header and no lead below it", ROW_OF_ITS_OWN),
  "input-no-rows/all-left-out": ({
    name,
    rows,
    isOne,
    texts,
  }: Named & { rows: string; isOne: boolean; texts: string }) => ({
    message: `${name} has no lead below its header: ${rows} ${isOne ? "is not a lead" : "are not leads"}${texts}`,
    hint: ROW_OF_ITS_OWN,
  }),
  "input-no-rows/json": says("<name> holds no lead", "Put each lead in an object of its own."),

  // Mapping files
  "mapping-missing": ({ file, why }: { file: string; why: string | undefined }) => ({
    message: `The mapping file ${file} cannot be read${why === undefined ? "" : `: ${why}`}`,
    hint: why === undefined ? "Check the name that follows --mapping." : CLOSE_IT,
  }),
  "mapping-invalid": ({
    name,
    problems,
    hint = EXAMPLE,
  }: Named & { problems: readonly MappingProblem[]; hint?: string | undefined }) => ({
    message: `The mapping file ${name} cannot be used: ${problems.map(problemText).join("; ")}`,
    hint,
  }),
  "mapping-invalid/answers": says(
    "The mapping file <name> cannot be used: <problem>",
    "Write one of these answers, or delete the line to be asked again.",
  ),
  "mapping-mismatch": says(
    "The mapping file <mapping> is made for another sheet: <name> has no column <missing> (found <found>)",
    "Correct the headers in the mapping file, or leave it out.",
  ),
  "mapping-mismatch/fed-twice": says(
    "The mapping file <mapping> gives <label> one value for all rows, but column <column> fills it too",
    "Delete one of the two, or make the value a default, which is for empty cells only.",
  ),
} satisfies ErrorTexts;

/** The end of a command whose input cannot be used as a whole: nothing has been sent. */
export const inputError = errorsOf({ ...FILE_ERRORS, ...SHEET_ERRORS }, EXIT.usage);
