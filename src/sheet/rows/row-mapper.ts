import { judgeEmail } from "../../lead/email.ts";
import { FIELDS, type Field, fieldAt } from "../../lead/field-catalogue.ts";
import type { Issue } from "../../lead/issue.ts";
import type { Lead } from "../../lead/schema.ts";
import { ofCell } from "../cell-texts.ts";
import { STATE_CODES } from "../cells/address-cells.ts";
import { type CellConventions, cellReader, withValueMap, withYes } from "../cells/cell-reader.ts";
import { type CellReport, type FieldValue, SILENT_REPORT } from "../cells/cell-report.ts";
import { trimmedText } from "../cells/cell-text.ts";
import type { SplitPart } from "../cells/split-cell.ts";
import { isUnitLine } from "../cells/street-unit.ts";
import { isStreet } from "../columns/column-content.ts";
import {
  type ColumnReading,
  fieldPathsOf,
  isCompositePath,
  RANK_OF_COMPOSITES,
  targetsOf,
} from "../columns/column-reading.ts";
import type { Mapping } from "../columns/mapping.ts";
import type { QuestionLog } from "../columns/question-log.ts";
import { rowFinding } from "../row-texts.ts";
import {
  type CellValue,
  type Column,
  cellText,
  type Damage,
  type InputRow,
  type SkippedRows,
} from "../table.ts";
import { type CompletingColumn, completedCells } from "./cell-completion.ts";
import { ColumnReport, type RowRemarks, withMemory } from "./column-report.ts";
import { CompositeColumn, type CompositeOptions, type IsMeant, isSamePart } from "./composite-column.ts";
import { MeantRows } from "./kept-back-rows.ts";
import type { MappedRow, ReadChange } from "./mapped-input.ts";
import {
  type AddedColumn,
  type ColumnSource,
  type RowField,
  readField,
  type SheetFields,
} from "./row-field.ts";
import { rowRulesOf } from "./row-rules.ts";
import { SameAddresses } from "./same-address.ts";

/** Turns rows into leads, with everything that does not depend on the row worked out beforehand. */
export class RowMapper implements SheetFields {
  readonly #columns: readonly Column[];
  readonly #conventions: CellConventions;
  readonly #mapping: Mapping | undefined;
  readonly #meant = new MeantRows();
  readonly #reports = new Map<string, ColumnReport>();
  readonly remarks: RowRemarks;
  /** What was read for what, in the rows so far. */
  readonly changes: ReadChange[] = [];
  added: readonly AddedColumn[] = [];
  #fields: readonly RowField[] = [];
  #byPath: ReadonlyMap<string, RowField> = new Map();
  /** Those that several columns feed. */
  #several: readonly RowField[] = [];
  #streets: readonly RowField[] = [];
  /** Columns of several fields, and those of streets and states that may hold the rest of their address. */
  #composites: readonly CompositeColumn[] = [];
  #same = new SameAddresses([], []);
  #rules: ReturnType<typeof rowRulesOf> = [];
  #completing: readonly CompletingColumn[] = [];
  /** Columns of the applicant's own address who lives in the property. */
  #ofBoth: ReadonlySet<Column> = new Set();

  constructor(
    columns: readonly Column[],
    conventions: CellConventions,
    questions: QuestionLog,
    mapping?: Mapping,
  ) {
    const said = { row: 0, unreadable: [], warnings: [], asked: [], losses: 0 };
    this.remarks = { ...said, questions, changes: this.changes };
    this.#mapping = mapping;
    this.#conventions = conventions;
    this.#columns = columns;
  }

  /** Takes what the columns were understood as: first once, and again when more have turned up. */
  take(read: readonly ColumnReading[]): void {
    this.#meant.take(read);
    const readings = read.flatMap((reading): ColumnReading[] => {
      const { target } = reading;
      return target === undefined
        ? [reading]
        : targetsOf(target).map((path) => ({ ...reading, target: path }));
    });
    const ofBoth = read.filter(({ target = "" }) => targetsOf(target).length > 1);
    this.#ofBoth = new Set(ofBoth.map(({ column }) => column));
    const composites = readings.flatMap((reading) => this.#compositeOf(reading, readings));
    const wholes = GROUPS_OF_ADDRESS.flatMap((group) => this.#wholesOf(group, readings));
    this.#composites = [...composites, ...wholes];
    this.added = STREET_PARTS.flatMap(({ part, joined }) => {
      const columns = composites.filter(({ parts }) => parts.includes(part));
      columns.sort((one, other) => one.rank - other.rank);
      // In front of a street the nearest stands first: a direction stands between the number and the name.
      if (part === "houseNumber") columns.reverse();
      return columns.map((composite) => ({ composite, part, joined }));
    });
    this.#fields = this.#fieldsOf(readings);
    this.#byPath = new Map(this.#fields.map((one) => [one.field.path, one]));
    this.#several = this.#fields.filter(({ sources }) => sources.length > 1);
    this.#streets = this.#fields.filter(({ key }) => key === "street" && this.added.length > 0);
    this.#same = new SameAddresses(this.#fields, composites);
    this.#rules = rowRulesOf(this.#fields, this);
    const completing = readings.flatMap(({ index, role }) =>
      role?.completes ? { index, ...role.completes } : [],
    );
    // A number is whole but for its area code when its prefix stands before it.
    this.#completing = completing.sort(
      (one, other) => Number(other.kind === "prefix") - Number(one.kind === "prefix"),
    );
  }

  /** The rows so far with a word in `leadctl_status` that means nothing there. */
  get strayRows(): readonly SkippedRows[] {
    return this.#meant.stray;
  }

  at(path: string): RowField | undefined {
    return this.#byPath.get(path);
  }

  map({ row, cells: original, damage, isToGo }: InputRow): MappedRow {
    const keptBack = this.#meant.keptBack(row, original);
    const cells = this.#same.begin(completedCells(original, this.#completing));
    const { remarks } = this;
    remarks.row = row;
    remarks.unreadable = [];
    remarks.warnings = [];
    remarks.asked = [];
    for (const composite of this.#composites) composite.begin(cells);
    const isDamaged = damage !== undefined || keptBack !== undefined;
    for (const field of this.#fields) readField(field, cells, remarks, isDamaged);
    const open = this.#streets.filter((street) => !this.#isWithParts(street));
    this.#same.copy(cells);
    for (const street of open) if (!this.#isWithParts(street)) this.#leaveOutParts(street);
    for (const rule of this.#rules) rule(cells);
    const lead = this.#lead();
    this.#same.tell();
    for (const composite of this.#composites) composite.compare(lead);
    const found = damage ?? (keptBack ? undefined : this.#shortage(original, lead));
    const fault: Issue | undefined = found ? { code: "custom", ...found, path: [] } : keptBack;
    const said = fault ? { unreadable: [fault], warnings: [], asked: [] } : remarks;
    const { unreadable, warnings, asked } = said;
    const mapped: MappedRow = { row, cells: original, lead, unreadable, warnings };
    const others = this.#several.flatMap(({ field, sources, used }) =>
      used && used !== sources[0] ? [[field.path, used.column] as const] : [],
    );
    if (others.length > 0) mapped.others = new Map(others);
    if (asked.length > 0) mapped.asked = asked;
    if (isToGo) mapped.isToGo = true;
    return mapped;
  }

  /** The values of the row under way, in the order of the catalogue. */
  #lead(): Lead {
    const lead: Record<string, FieldValue | Record<string, FieldValue>> = {};
    let group: Record<string, FieldValue> = {};
    let groupName = "";
    for (const { value, group: name, key } of this.#fields) {
      if (value === undefined) continue;
      if (name === "") {
        lead[key] = value;
        continue;
      }
      if (name !== groupName) {
        groupName = name;
        group = {};
        lead[name] = group;
      }
      group[key] = value;
    }
    return lead as Lead;
  }

  /** Puts to a street what columns of their own hold of it, if there is one. */
  #isWithParts(street: RowField): boolean {
    if (typeof street.value !== "string") return false;
    for (const { composite, part, joined } of this.added) {
      const text = composite.group === street.group ? composite.part(part) : undefined;
      if (typeof text === "string") street.value = joined(street.value, text, composite.report);
    }
    return true;
  }

  #leaveOutParts({ group }: RowField): void {
    for (const { composite, part } of this.added) {
      const text = composite.group === group ? composite.part(part) : undefined;
      if (typeof text === "string") composite.report.warn(ofCell("part-without-street", text), "lost");
    }
  }

  /** Why a row that ends before the last header cannot be trusted, if so. */
  #shortage(cells: readonly CellValue[], lead: Lead): Damage | undefined {
    const width = this.#columns.length;
    if (!this.#conventions.isDelimited || cells.length >= width) return undefined;
    const isReadable = this.remarks.unreadable.every(({ finding = "" }) => NOT_OF_FORM.has(finding));
    if (isReadable && standsUnderItsHeaders(lead)) return undefined;
    return rowFinding("row-shifted", { cells: cells.length, columns: width });
  }

  #compositeOf(reading: ColumnReading, readings: readonly ColumnReading[]): CompositeColumn[] {
    const { target, column } = reading;
    if (target === undefined || !isCompositePath(target)) return [];
    // It is spoken of under the first field's name; a unit may stand in any of them.
    const first = fieldPathsOf(target).find((path) => !path.endsWith(".unitNumber"));
    const field = fieldAt(first ?? "");
    if (!field) return [];
    const zip = `${groupOf(target)}.zip`;
    const hasOnlyZip = !readings.some(({ target: any }) => fieldPathsOf(any).includes(zip));
    return [new CompositeColumn(target, reading, this.#saidOf(field, column), { hasOnlyZip })];
  }

  /** A cell that is both addresses is read twice, and reported for the applicant's own alone. */
  #saidOf(field: Field, column: Column, isNamed = false): CellReport {
    const isSaid =
      this.#ofBoth.has(column) && field.path.startsWith("address.") && twinPathOf(field.path) !== "";
    return isSaid ? { ...SILENT_REPORT, isNamed } : this.report(field, column, isNamed);
  }

  report(field: Field, column: Column, isNamed = false): ColumnReport {
    const key = `${field.path} ${isNamed} ${column.letters ?? column.name}`;
    const report = this.#reports.get(key) ?? new ColumnReport(field, column, this.remarks, isNamed);
    this.#reports.set(key, report);
    return report;
  }

  /**
   * Columns of streets, and of states, some of whose cells may hold more of their address, as in `12 Elm St, Ames, IA` and
   * `ME 04530`. Such a street is taken apart where the row's other cells are empty or say the same. Not where a program or a
   * mapping file says that the column holds nothing else.
   */
  #wholesOf(group: AddressGroup, readings: readonly ColumnReading[]): CompositeColumn[] {
    const ofGroup = readings.filter(({ target }) => target && groupOf(target) === group);
    const isSplit = ofGroup.some(
      ({ target = "" }) => isCompositePath(target) && !/\.(?:street2|houseNumber|streetSuffix)$/.test(target),
    );
    const wholeOf = (
      key: "street" | "state",
      kind: "fullAddress" | "cityStateZip",
      more: CompositeOptions,
    ) => {
      const [own, other] = ofGroup.filter(({ target }) => target === `${group}.${key}`);
      const field = fieldAt(`${group}.${key}`);
      if (!own || other || !field || own.column.keys || own.reason === "mapping") return [];
      return new CompositeColumn(`${group}.${kind}`, own, this.#saidOf(field, own.column), more);
    };
    const others = ofGroup.filter(({ target }) => target !== `${group}.street`);
    const isWholeStreet: IsMeant = ({ parts, refusal }, cells) =>
      refusal === undefined &&
      parts.street !== undefined &&
      (parts.state !== undefined || parts.zip !== undefined) &&
      others.every(({ target, index }) => {
        const part = target?.slice(group.length + 1);
        const text = trimmedText(cellText(cells[index]));
        return text === "" || !isPartOfWhole(part) || isSamePart(part, parts[part] ?? "", text);
      });
    return [
      isSplit ? [] : wholeOf("street", "fullAddress", { isMeant: isWholeStreet }),
      wholeOf("state", "cityStateZip", { isMeant: isStateAndZip, parts: ["state", "zip"] }),
    ].flat();
  }

  #fieldsOf(readings: readonly ColumnReading[]): RowField[] {
    // Whether what feeds a field is called by our own names for it, as in the template.
    const isSheetOfOurs = readings.every(
      ({ target, reason, role }) => !target || reason === "mapping" || role?.named !== undefined,
    );
    const sources = new Map(
      FIELDS.map((field) => [field.path, this.#sourcesOf(field, readings, isSheetOfOurs)]),
    );
    const groups: Record<string, Record<string, RowField>> = {};
    return FIELDS.map((field) => {
      const { path } = field;
      const group = path.includes(".") ? groupOf(path) : "";
      const key = path.slice(path.indexOf(".") + 1);
      const own = sources.get(path) ?? [];
      const { report } = own.find(({ composite }) => !composite) ?? {};
      const column = (own[0] ?? sources.get(twinPathOf(path))?.[0])?.column;
      const beside = groups[group] ?? {};
      groups[group] = beside;
      beside[key] = {
        ...{ field, group, key, beside, sources: own },
        report: report ?? (column ? this.#saidOf(field, column) : SILENT_REPORT),
        constant: this.#mapping?.constants.get(path),
        fallback: this.#mapping?.defaults.get(path),
      };
      return beside[key];
    });
  }

  #sourcesOf(field: Field, readings: readonly ColumnReading[], isSheetOfOurs: boolean): ColumnSource[] {
    const [group, key = group] = field.path.split(".");
    const read = cellReader(field, this.#conventions);
    const feeding = readings.filter(({ target }) => target === field.path);
    const own = feeding.map(({ column, index, rank, rule, reason, role }): ColumnSource => {
      const isNamed = isSheetOfOurs || reason === "mapping" || !!column.keys || role?.named === "path";
      const report = this.#saidOf(field, column, isNamed);
      // What a yes means under headers such as "Owner Occupied?" and "Is Condo".
      const isNoSilent = field.path !== USAGE || feeding.length > 1;
      const reader = role?.asks ? withYes(read, role.asks, isNoSilent) : read;
      const mapped = rule?.values ? withValueMap(reader, rule.values) : reader;
      const isHeard = report instanceof ColumnReport;
      return { column, index, rank, role, read: isHeard ? withMemory(mapped, report) : mapped, report };
    });
    const split = this.#composites.flatMap((composite): ColumnSource[] => {
      const part = composite.group === group ? composite.parts.find((name) => name === key) : undefined;
      if (part === undefined) return [];
      const { column, index, isMeant } = composite;
      // A cell that holds more than its column's field is that field's first.
      const rank = isMeant && part === composite.parts[0] ? -1 : RANK_OF_COMPOSITES + composite.rank;
      return [{ column, index, rank, read, report: this.#saidOf(field, column), composite, part }];
    });
    return [...own, ...split].sort((one, other) => one.rank - other.rank);
  }
}

/** Findings about what a row lacks: they say nothing of where its cells stand. */
const NOT_OF_FORM: ReadonlySet<string> = new Set(["units-not-said", "unit-of-street-not-number"]);

const GROUPS_OF_ADDRESS = ["address", "residentialAddress"] as const;
type AddressGroup = (typeof GROUPS_OF_ADDRESS)[number];

function groupOf(target: string): string {
  const [group = ""] = target.split(".");
  return group;
}

function isPartOfWhole(part: string | undefined): part is "city" | "state" | "zip" {
  return part === "city" || part === "state" || part === "zip";
}

const isStateAndZip: IsMeant = ({ parts: { state, zip, ...rest }, refusal }) =>
  refusal === undefined && state !== undefined && zip !== undefined && Object.keys(rest).length === 0;

/** The path of the same part of the row's other address: `same` in one of them means the other. */
function twinPathOf(path: string): string {
  const [group, key = ""] = path.split(".");
  if (!["street", "city", "state", "zip"].includes(key)) return "";
  return `${group === "address" ? "residentialAddress" : "address"}.${key}`;
}

const USAGE = "propertyUsage";

type StreetJoint = AddedColumn["joined"];

/** The street before the word that ends it, and perhaps a direction, in columns of their own. */
const withSuffix: StreetJoint = (street, suffix) =>
  ` ${street}`.toLowerCase().endsWith(` ${suffix.toLowerCase()}`) ? street : `${street} ${suffix}`;

/** The street behind its number, which stands in a column of its own. */
const withHouseNumber: StreetJoint = (street, number, report) => {
  if (street === number || street.startsWith(`${number} `)) return street;
  if (isStreet(street)) report.warn(ofCell("house-number-twice", number, { street }));
  return `${number} ${street}`;
};

/** The street with the line of an address that stands in a column of its own, as in `10 H St, Apt 4`. */
const withSecondLine: StreetJoint = (street, line, report) => {
  if (street.toLowerCase().endsWith(line.toLowerCase())) return street;
  if (!isUnitLine(line)) report.warn(ofCell("line-added", line), "changed");
  return `${street}, ${line}`;
};

const STREET_PARTS: readonly { part: SplitPart; joined: StreetJoint }[] = [
  { part: "streetSuffix", joined: withSuffix },
  { part: "houseNumber", joined: withHouseNumber },
  { part: "street2", joined: withSecondLine },
];

/**
 * Whether the cells of a row that ends early stand under the right headers, as far as can be told. Some
 * programs leave out empty cells at the end; a lost delimiter in the middle looks the same.
 */
function standsUnderItsHeaders(lead: Lead): boolean {
  const { contactInfo, address, residentialAddress } = lead;
  return (
    fits(contactInfo?.email, (text) => judgeEmail(text) !== "invalid") &&
    fits(contactInfo?.phone, (text) => (text.match(/\d/g)?.length ?? 0) >= 7) &&
    [address, residentialAddress].every(
      (part) =>
        fits(part?.state, (text) => STATE_CODES.has(text)) &&
        fits(part?.zip, (text) => /^\d{5}(?:-\d{4})?$/.test(text)),
    )
  );
}

function fits(text: string | undefined, test: (text: string) => boolean): boolean {
  return text === undefined || test(text);
}
