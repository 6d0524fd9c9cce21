import type { CellReader } from "./cell-reader.ts";
import type { FieldValue } from "./cell-report.ts";
import { trimmedText } from "./cell-text.ts";

/** Puts a mapping file's value map before a column's reader. Case and outer space do not count. */
export function withValueMap(
  read: CellReader,
  values: Readonly<Record<string, FieldValue | null>>,
): CellReader {
  const meant = new Map(Object.entries(values).map(([text, value]) => [keyOf(text), value]));
  return (cell, report) => {
    if (cell !== null && typeof cell !== "object") {
      const value = meant.get(keyOf(String(cell)));
      if (value !== undefined) return value ?? undefined;
    }
    return read(cell, report);
  };
}

function keyOf(text: string): string {
  return trimmedText(text).toLowerCase();
}
