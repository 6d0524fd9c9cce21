import { besideLabel, labelled } from "../terminal/layout.ts";
import { amountText, countText, rateText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { flow } from "../terminal/text-width.ts";

export interface HeaderData {
  /** Absent where nothing is sent. */
  target?: { environment?: string; baseUrl: string; partner: string };
  input: {
    name: string;
    rowsRead: number;
    readyCount: number;
    invalidCount: number;
    /** Rows that this round sends. */
    dueCount: number;
  };
  /** Absent where nothing is sent. */
  limits?: { concurrency: number; ratePerSecond?: number; attemptsMax: number };
}

/** What is about to happen: `Target`, `Input` and `Limits`, ending with a line feed. */
export function renderHeader({ target, input, limits }: HeaderData, style: Style): string {
  const between = ` ${style.signs.dot} `;
  const lines: string[] = [];
  if (target) {
    const place = [target.environment, target.baseUrl, `partner ${target.partner}`];
    const pieces = place.filter((piece) => piece !== undefined).map(safeText);
    lines.push(...labelled("Target", flow(pieces, besideLabel(style), "  "), style));
  }
  const counts = [amountText(input.rowsRead, "row"), `${countText(input.readyCount)} ready`];
  if (input.invalidCount > 0) counts.push(`${countText(input.invalidCount)} invalid`);
  if (input.dueCount !== input.readyCount) counts.push(`${countText(input.dueCount)} to send now`);
  const room = besideLabel(style);
  const inputLines = flow([safeText(input.name), counts.join(between)], room, "  ");
  const isOneLine = inputLines.length === 1;
  const narrowLines = [safeText(input.name), ...flow(counts, room, between)];
  lines.push(...labelled("Input", isOneLine ? inputLines : narrowLines, style));
  if (limits) {
    const rate = limits.ratePerSecond === undefined ? [] : [rateText(limits.ratePerSecond)];
    const pieces = [`${limits.concurrency} at once`, ...rate, amountText(limits.attemptsMax, "attempt")];
    lines.push(...labelled("Limits", flow(pieces, besideLabel(style), between), style));
  }
  return `${lines.join("\n")}\n`;
}
