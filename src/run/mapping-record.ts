import type { FieldValue } from "../sheet/cell-report.ts";
import type { ColumnRule, Mapping } from "../sheet/mapping.ts";

/** A mapping file as a plan keeps it, so that corrected rows are mapped as the run's own were. */
export interface MappingRecord {
  name: string;
  columns: [header: string, rule: ColumnRule][];
  constants: [path: string, value: FieldValue][];
  defaults: [path: string, value: FieldValue][];
  decimalMark?: "." | ",";
}

export function encodeMapping(mapping: Mapping): MappingRecord {
  const { name, columns, constants, defaults, decimalMark } = mapping;
  return {
    name,
    columns: [...columns],
    constants: [...constants],
    defaults: [...defaults],
    ...(decimalMark !== undefined && { decimalMark }),
  };
}

export function decodeMapping(record: MappingRecord): Mapping {
  const { name, columns, constants, defaults, decimalMark } = record;
  return {
    name,
    columns: new Map(columns),
    headers: [],
    constants: new Map(constants),
    defaults: new Map(defaults),
    ...(decimalMark !== undefined && { decimalMark }),
  };
}
