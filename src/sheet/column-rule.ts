import { headerKey } from "./header-key.ts";
import type { ColumnRule, Mapping } from "./mapping.ts";
import type { Column } from "./table.ts";

/** What a mapping says about a column: by its header as it stands, by letters and header, or by its key. */
export function ruleFor({ columns }: Mapping, { name, letters }: Column): ColumnRule | undefined {
  const lettered = letters && (columns.get(`${letters}: ${name}`) ?? columns.get(`${letters}:${name}`));
  if (lettered) return lettered;
  const exact = columns.get(name);
  if (exact) return exact;
  const key = headerKey(name);
  if (key === "") return undefined;
  for (const [header, rule] of columns) if (headerKey(header) === key) return rule;
  return undefined;
}
