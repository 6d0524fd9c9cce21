import type { Personal } from "../base/finding.ts";
import { capital } from "../base/sentence.ts";
import { noticer } from "./table.ts";

/** Rows by their numbers, as in `5-6`, the first ranges of many. */
export interface NamedRows {
  ranges: readonly string[];
  /** How many rows there are beside these. */
  more?: number;
}

/** The same, and what stands in them. */
interface RowsWithTexts extends NamedRows {
  texts: readonly Personal[];
  /** Whether there are more texts than these. */
  areMore: boolean;
}

/** Whether it is a single row. */
export function isOneRow({ ranges: [first = "", second], more = 0 }: NamedRows): boolean {
  return second === undefined && more === 0 && !first.includes("-");
}

/** As in `rows 2, 5-6 and 8`. */
export function rowNumbersText(rows: NamedRows): string {
  const { more = 0 } = rows;
  const named = [...rows.ranges];
  const tail = more > 0 ? `${more} more` : named.length > 1 ? named.pop() : undefined;
  return `${isOneRow(rows) ? "row" : "rows"} ${named.join(", ")}${tail === undefined ? "" : ` and ${tail}`}`;
}

/** As in ` (“Subtotal”, “Total”)`; nothing where there is no text. */
export function textsOfRows({ texts, areMore }: Pick<RowsWithTexts, "texts" | "areMore">): string {
  if (texts.length === 0) return "";
  return ` (${texts.map(({ personal }) => `“${personal}”`).join(", ")}${areMore ? ", …" : ""})`;
}

/** What rows are, of one and of several. */
const rowsAre =
  (one: string, several: string) =>
  (rows: NamedRows): string =>
    `${capital(rowNumbersText(rows))} ${isOneRow(rows) ? one : several}`;

/** The sheet of a workbook that is spoken of, and others beside it. */
interface ChosenSheet {
  sheet: Personal;
  others: readonly Personal[];
  /** How many there are beside these. */
  more: number;
}

/** What the page says, which offers in its own way what an option of the command line does. */
export const DESK_NOTICE_TEXTS = {
  "encoding-assumed": ({ name, sample }: { name: Personal; sample: Personal }) =>
    `${name.personal} is not UTF-8 and was read as windows-1252 (Western); check that "${sample.personal}" looks right`,
  "hidden-sheet": ({ sheet }: Pick<ChosenSheet, "sheet">) =>
    `Sheet "${sheet.personal}" is hidden and is left out`,
  "sheet-chosen": ({ sheet, others, more }: ChosenSheet) => {
    const named = others.map(({ personal }) => `"${personal}"`).join(", ");
    const hold = others.length === 1 && more === 0 ? "holds" : "hold";
    return `Sheet "${sheet.personal}" was read; ${named}${more > 0 ? ` and ${more} more` : ""} ${hold} no leads`;
  },
  "header-row": ({ row }: { row: number }) =>
    `The headers were found in row ${row}; the rows above it are left out`,
  "rows-marked": rowsAre("was left out by hand", "were left out by hand"),
  "question-passed": ({ column, letters, word, isLeftOut, rows }: PassedQuestion) => {
    const place = `"${column.personal}"${letters === undefined ? "" : ` (${letters})`}`;
    const fate = isLeftOut ? "is left out" : "is sent as it is";
    return word === undefined
      ? `${place} is left out`
      : `"${word.personal}" in ${place} ${fate} (${rows === 1 ? "1 row" : `${rows} rows`})`;
  },
  "answers-used": (kept: UsedAnswers) => usedText(kept, ""),
  "answers-stale": ({ answers }: KeptAnswers) => staleText(answers, ""),
};

const desk = DESK_NOTICE_TEXTS;
interface PassedQuestion {
  column: Personal;
  letters?: string;
  /** The word that a question is about, and whether its cells feed nothing. */
  word?: Personal;
  isLeftOut?: boolean;
  rows: number;
}

/** Answers with what they are about, and the file that keeps them. */
interface KeptAnswers {
  path: string;
  answers: readonly Personal[];
}

interface UsedAnswers extends KeptAnswers {
  day?: string;
}

function usedText({ day, answers }: UsedAnswers, place: string): string {
  return `${day === undefined ? "Earlier answers" : `Answers of ${day}`} used${place}: ${listed(answers, "; ")}`;
}

function staleText(answers: readonly Personal[], place: string): string {
  return `Asked again, because the earlier answer can no longer be chosen${place}: ${listed(answers, "; ")}`;
}

const listed = (texts: readonly Personal[], between: string): string =>
  texts.map(({ personal }) => personal).join(between);

/** What is told of a sheet once, on a terminal and in files. */
export const SHEET_NOTICE_TEXTS = {
  "encoding-unmarked": ({ name, encoding }: { name: Personal; encoding: string }) =>
    `${name.personal} has no byte order mark and was read as ${encoding}`,
  "encoding-assumed": (file: Parameters<(typeof desk)["encoding-assumed"]>[0]) =>
    `${desk["encoding-assumed"](file)}, or name the encoding with --encoding`,
  "no-line-end": ({ name, row }: { name: Personal; row: number }) =>
    `${name.personal} ends after row ${row} without a line end. That is usual; but if the file was cut off there, the last cell of row ${row} is incomplete`,
  "first-page": ({ name, key, items }: { name: Personal; key: Personal; items: number }) =>
    `${name.personal} is one page of several ("${key.personal}" says so): only ${items === 1 ? "its 1 item is" : `its ${items} items are`} read. Export all pages`,
  "list-left-out": ({ key, others }: { key: Personal; others: readonly Personal[] }) =>
    `The leads were taken from the list under "${key.personal}"; ${others.map(({ personal }) => JSON.stringify(personal)).join(", ")} beside it is left out`,
  "hidden-sheet": (sheet: Pick<ChosenSheet, "sheet">) =>
    `${desk["hidden-sheet"](sheet)} (--sheet names another one)`,
  "sheet-chosen": (sheets: ChosenSheet) => `${desk["sheet-chosen"](sheets)} (--sheet names another one)`,
  "header-row": (found: { row: number }) => `${desk["header-row"](found)} (--header-row names another row)`,
  "header-bands": ({ header }: { header: Personal }) =>
    `The headers stand in two rows and were read together, as in "${header.personal}"`,
  "header-repeated": rowsAre("repeats the headers and is left out", "repeat the headers and are left out"),
  "rows-empty": rowsAre("is not filled in and is left out", "are not filled in and are left out"),
  "hidden-rows": rowsAre("is hidden and is left out", "are hidden and are left out"),
  "rows-skipped": (rows: RowsWithTexts) =>
    rowsAre(
      `is not a lead and is left out${textsOfRows(rows)}; if it is one, give it an e-mail`,
      `are not leads and are left out${textsOfRows(rows)}; if one of them is a lead, give it an e-mail`,
    )(rows),
  "more-rows-skipped": ({ count }: { count: number }) => `${count} more rows are not leads and are left out`,
  "rows-marked": rowsAre(
    "is marked as not a lead, and is left out",
    "are marked as not leads, and are left out",
  ),
  "status-not-understood": rowsAre(
    "has a word in leadctl_status that leadctl does not know, and is treated like any other row",
    "have words in leadctl_status that leadctl does not know, and are treated like any other row",
  ),
  "excel-limit": ({ row }: { row: number }) =>
    `The sheet ends at row ${row}, the last row that Excel can hold: rows may be missing`,
  "merged-cells": ({ cells, more }: { cells: readonly string[]; more: number }) =>
    `Cells that are merged over several rows count for each of these rows (${cells.join(", ")}${more > 0 ? ` and ${more} more` : ""})`,
  "answers-unasked": ({ mapping, places }: { mapping: string; places: readonly Personal[] }) =>
    `${mapping} answers questions that this sheet does not ask: ${listed(places, ", ")}`,
  "answers-used": (kept: UsedAnswers) => usedText(kept, ` (${kept.path})`),
  "answers-stale": ({ path, answers }: KeptAnswers) => staleText(answers, ` (${path})`),
  "answers-unreadable": ({ path, why }: { path: string; why: string }) =>
    `The answers in ${path} could not be read, and are not used: ${why}`,
  "question-passed": (question: PassedQuestion) => `--accept-reading: ${desk["question-passed"](question)}`,
};

export const sheetNotice = noticer(SHEET_NOTICE_TEXTS);
