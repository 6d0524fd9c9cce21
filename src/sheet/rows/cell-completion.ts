import { personal } from "../../base/finding.ts";
import { cellFinding } from "../cell-texts.ts";
import type { CellReport } from "../cells/cell-report.ts";
import { trimmedText } from "../cells/cell-text.ts";
import type { ColumnReading, Completion } from "../columns/column-reading.ts";
import { type CellValue, cellText } from "../table.ts";

const CODE = /^\(?([2-9]\d{2})\)?(?:\.0+)?$/;
const LOCAL_NUMBER = /^\d{3}[\s.-]?\d{4}(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i;
const YES = /^(?:y|yes|true|t|1|x|✓|✔|☑|✅|same|s[ií]|mism[oa])[.!]?$/i;
const AMOUNT = /^[$\s]*\d[\d.,\s']*k?$/i;
const MONTHLY = /^(?:per |a |each )?(?:months?|monthly|mo|mth|mensual|mes)\.?$/i;
/** Any other text, such as a date, says nothing of the amount. */
const OTHER_TIME =
  /^(?:(?:per|an?|each|every|once an?|twice an?|two|\d+|by|por) )*(?:semi|bi)?[- ]?(?:days?|daily|nights?|nightly|weeks?|weekly|wk|fortnight(?:ly)?|months?|monthly|quarters?|quarterly|annual(?:ly)?|diari[oa]|semanal|semana|quincenal|trimestral|semestral)\.?$/i;
const YEARLY = /^(?:per |a |each )?(?:years?|yearly|yr|annum|annual|annually|anual|año|12 months)\.?$/i;

interface CompletingCell extends Completion {
  index: number;
}

/** Completes the cells of rows before they are read. */
export class CellCompletion {
  readonly #completions: readonly CompletingCell[];
  readonly #phoneReport: (index: number) => CellReport | undefined;
  /** A telephone number of the row under way that was put together, and of what. */
  #joined: { index: number; whole: string; text: string; area: string } | undefined;

  constructor(readings: readonly ColumnReading[], phoneReport: (index: number) => CellReport | undefined) {
    this.#completions = readings.flatMap(({ index, role }) =>
      role?.completes ? [{ index, ...role.completes }] : [],
    );
    this.#phoneReport = phoneReport;
  }

  /** @returns The cells themselves where there is nothing to complete. */
  complete(cells: readonly CellValue[]): readonly CellValue[] {
    this.#joined = undefined;
    let whole: CellValue[] | undefined;
    for (const { index, kind, of } of this.#completions) {
      const text = trimmedText(cellText(cells[index]));
      if (text === "") continue;
      const open = kind === "same address" ? of.filter((one) => isEmpty(cells[one])) : of;
      const [at, other] = open;
      if (at === undefined || other !== undefined) continue;
      const cell = this.#completed(kind, at, trimmedText(cellText(cells[at])), text);
      if (cell === undefined) continue;
      whole ??= [...cells];
      whole[at] = cell;
    }
    return whole ?? cells;
  }

  #completed(kind: Completion["kind"], index: number, cell: string, text: string): string | undefined {
    if (kind === "same address") return YES.test(text) ? "same" : undefined;
    if (kind === "period") {
      if (!AMOUNT.test(cell) || MONTHLY.test(text)) return undefined;
      if (YEARLY.test(text)) return `${cell} per year`;
      return OTHER_TIME.test(text) ? `${cell} ${text}` : undefined;
    }
    const code = CODE.exec(text)?.[1];
    if (code === undefined || !LOCAL_NUMBER.test(cell)) return undefined;
    const whole = `${code}-${cell}`;
    this.#joined = { index, whole, text: cell, area: text };
    return whole;
  }

  /** Says what was put together, when the row has been read. */
  tell(phone: string | undefined): void {
    const joined = this.#joined;
    if (!joined || phone !== joined.whole) return;
    const { text, area, whole } = joined;
    const found = { text: personal(text), area: personal(area), read: personal(whole) };
    this.#phoneReport(joined.index)?.warn(cellFinding("phone-joined", found), "changed");
  }
}

function isEmpty(cell: CellValue | undefined): boolean {
  return trimmedText(cellText(cell)) === "";
}
