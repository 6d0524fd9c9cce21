import { fieldByHeader } from "./header-key.ts";
import type { Column } from "./table.ts";

const FRACTION_BY_DOT = /^\D*\d+(?:,\d{3})*\.\d{1,2}\D*$/;
const GROUPS_AND_COMMA = /^\D*\d{1,3}(?:[. '’]\d{3})+,\d{1,2}\D*$/;
const FRACTION_BY_COMMA = /^\D*\d+,\d{1,2}\D*$/;

/**
 * The mark that a sheet's amounts show in front of their fractions, as far as it is beyond doubt: `1,250.50`
 * shows a dot, `1.250,50` and `950,5` a comma. It tells what `2.500` beside them means.
 *
 * @returns `undefined` when no amount shows one, or some show each.
 */
export function decimalMarkShown(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): "." | "," | undefined {
  const indexes = columns.flatMap(({ name }, index) =>
    fieldByHeader(name)?.path === "statedInformation.monthlyRentalIncome" ? [index] : [],
  );
  let hasDot = false;
  let hasComma = false;
  for (const cells of rows) {
    for (const index of indexes) {
      const text = cells[index]?.trim() ?? "";
      hasDot ||= FRACTION_BY_DOT.test(text);
      hasComma ||= GROUPS_AND_COMMA.test(text) || FRACTION_BY_COMMA.test(text);
    }
  }
  if (hasDot === hasComma) return undefined;
  return hasDot ? "." : ",";
}
