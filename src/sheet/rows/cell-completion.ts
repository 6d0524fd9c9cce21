import { referenceOf } from "../cells/address-reference.ts";
import { yesOrNo } from "../cells/boolean-cell.ts";
import { trimmedText } from "../cells/cell-text.ts";
import type { Completion } from "../columns/column-reading.ts";
import { type CellValue, cellText } from "../table.ts";

const CODE = /^\(?([2-9]\d{2})\)?(?:\.0+)?$/;
const LOCAL_NUMBER = /^\d{3}[\s.-]?\d{4}(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i;
const LINE_NUMBER = /^\d{4}$/;
const AMOUNT = /^[$\s]*\d[\d.,\s']*k?$/i;
const MONTHLY = /^(?:per |a |each )?(?:months?|monthly|mo|mth|mensual|mes)\.?$/i;
/** Any other text, such as a date, says nothing of the amount. */
const OTHER_TIME =
  /^(?:(?:per|an?|each|every|once an?|twice an?|two|\d+|by|por) )*(?:semi|bi)?[- ]?(?:days?|daily|nights?|nightly|weeks?|weekly|wk|fortnight(?:ly)?|months?|monthly|quarters?|quarterly|annual(?:ly)?|diari[oa]|semanal|semana|quincenal|trimestral|semestral)\.?$/i;
const YEARLY = /^(?:per |a |each )?(?:years?|yearly|yr|annum|annual|annually|anual|año|12 months)\.?$/i;

/** A column that completes the cells of others. */
export interface CompletingColumn extends Completion {
  index: number;
}

/** Completes the cells of a row before they are read: those themselves where there is nothing to complete. */
export function completedCells(
  cells: readonly CellValue[],
  completing: readonly CompletingColumn[],
): readonly CellValue[] {
  let whole: CellValue[] | undefined;
  for (const { index, kind, of } of completing) {
    const text = textOf(cells[index]);
    if (text === "") continue;
    const open = kind === "same address" ? of.filter((one) => textOf(cells[one]) === "") : of;
    const [at, other] = open;
    if (at === undefined || other !== undefined) continue;
    const cell = completed(kind, textOf((whole ?? cells)[at]), text);
    if (cell === undefined) continue;
    whole ??= [...cells];
    whole[at] = cell;
  }
  return whole ?? cells;
}

function completed(kind: Completion["kind"], cell: string, text: string): string | undefined {
  if (kind === "same address") return yesOrNo(text) || referenceOf(text) === "other" ? "same" : undefined;
  if (kind === "period") {
    if (!AMOUNT.test(cell) || MONTHLY.test(text)) return undefined;
    if (YEARLY.test(text)) return `${cell} per year`;
    return OTHER_TIME.test(text) ? `${cell} ${text}` : undefined;
  }
  const code = CODE.exec(text)?.[1];
  const isOpen = kind === "prefix" ? LINE_NUMBER : LOCAL_NUMBER;
  return code === undefined || !isOpen.test(cell) ? undefined : `${code}-${cell}`;
}

function textOf(cell: CellValue | undefined): string {
  return trimmedText(cellText(cell));
}
