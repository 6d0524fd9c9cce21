import { isPersonal, personal } from "../../base/finding.ts";
import { judgeEmail } from "../../lead/email.ts";
import { FIELDS, type Field, fieldAt } from "../../lead/field-catalogue.ts";
import type { Issue } from "../../lead/issue.ts";
import type { Lead } from "../../lead/schema.ts";
import { cellFinding, ofCell } from "../cell-texts.ts";
import { STATE_CODES } from "../cells/address-cells.ts";
import {
  type CellConventions,
  type CellReader,
  cellReader,
  withValueMap,
  withYes,
} from "../cells/cell-reader.ts";
import type { CellReport, FieldValue } from "../cells/cell-report.ts";
import { trimmedText } from "../cells/cell-text.ts";
import type { ReadChange } from "../cells/read-change.ts";
import type { SplitPart } from "../cells/split-cell.ts";
import { isUnitLine } from "../cells/street-unit.ts";
import { isStreet } from "../columns/column-content.ts";
import {
  type ColumnReading,
  type ColumnRole,
  fieldPathsOf,
  isCompositePath,
  RANK_OF_COMPOSITES,
} from "../columns/column-reading.ts";
import { shownColumn } from "../columns/judged-column.ts";
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
import {
  type ColumnSource,
  cellOf,
  type FieldSource,
  type RowRepair,
  type SheetFields,
} from "./field-source.ts";
import { MeantRows } from "./kept-back-rows.ts";
import type { MappedRow } from "./mapped-input.ts";
import { derivationsOf, repairsOf } from "./row-repairs.ts";
import { SameAddresses } from "./same-address.ts";

/** Turns rows into leads, with everything that does not depend on the row worked out beforehand. */
export class RowMapper implements SheetFields {
  readonly #columns: readonly Column[];
  readonly #conventions: CellConventions;
  readonly #mapping: Mapping | undefined;
  #repairs: RowRepair[] = [];
  #sources: FieldSource[] = [];
  #byPath: ReadonlyMap<string, FieldSource> = new Map();
  /** Those that several columns feed. */
  #several: FieldSource[] = [];
  #composites: CompositeColumn[] = [];
  /** Those, and streets that may hold the rest of their address. */
  #split: CompositeColumn[] = [];
  secondLines: CompositeColumn[] = [];
  /** What belongs to a street and has columns of its own, in the order in which it is put to it. */
  #streetParts: { composite: CompositeColumn; part: SplitPart; joined: StreetJoint }[] = [];
  /** Issues of the row that are not about a cell's form: they say nothing of where the cells stand. */
  #doubts = 0;
  #same = new SameAddresses([], []);
  readonly #reports = new Map<string, ColumnReport>();
  #completing: readonly CompletingColumn[] = [];
  readonly #meant = new MeantRows();
  #isSheetOfOurs = false;
  readonly #state: RowRemarks;
  #isDamaged = false;
  /** What was read for what, in the rows so far. */
  readonly changes: ReadChange[] = [];

  constructor(
    columns: readonly Column[],
    conventions: CellConventions,
    questions: QuestionLog,
    mapping?: Mapping,
  ) {
    const said = { row: 0, unreadable: [], warnings: [], asked: [], losses: 0 };
    this.#state = { ...said, questions, changes: this.changes };
    this.#mapping = mapping;
    this.#conventions = conventions;
    this.#columns = columns;
  }

  /** Takes what the columns were understood as: first once, and again when more have turned up. */
  take(readings: readonly ColumnReading[]): void {
    this.#meant.take(readings);
    this.#isSheetOfOurs = readings.every((reading) => !reading.target || isTakenAtItsWord(reading));
    this.#composites = readings.flatMap((reading) => this.#compositeOf(reading, readings));
    const wholes = GROUPS_OF_ADDRESS.flatMap((group) => this.#wholesOf(group, readings));
    this.secondLines = this.#composites.filter(({ parts }) => parts.includes("street2"));
    this.#streetParts = STREET_PARTS.flatMap(({ part, joined }) => {
      const columns = this.#composites.filter(({ parts }) => parts.includes(part));
      columns.sort((one, other) => one.rank - other.rank);
      // In front of a street the nearest stands first: a direction stands between the number and the name.
      if (part === "houseNumber") columns.reverse();
      return columns.map((composite) => ({ composite, part, joined }));
    });
    const groups: Record<string, Record<string, FieldSource>> = {};
    this.#sources = FIELDS.map((field) => this.#sourceOf(field, readings, wholes, groups));
    this.#byPath = new Map(this.#sources.map((source) => [source.field.path, source]));
    this.#several = this.#sources.filter(({ sources: all }) => all.length > 1);
    for (const source of this.#sources) {
      source.twin = this.source(twinPathOf(source.field.path));
      source.derivations = derivationsOf(source, this);
    }
    this.#same = new SameAddresses(this.#sources, this.#composites);
    this.#completing = readings.flatMap(({ index, role }) =>
      role?.completes ? { index, ...role.completes } : [],
    );
    this.#split = [...this.#composites, ...wholes];
    this.#repairs = repairsOf(this.#sources, this);
  }

  /** The rows so far with a word in `leadctl_status` that means nothing there. */
  get strayRows(): readonly SkippedRows[] {
    return this.#meant.stray;
  }

  source(path: string): FieldSource | undefined {
    return this.#byPath.get(path);
  }

  map({ row, cells: original, damage, isToGo }: InputRow): MappedRow {
    const keptBack = this.#meant.keptBack(row, original);
    const cells = this.#same.begin(completedCells(original, this.#completing));
    const state = this.#state;
    state.row = row;
    this.#isDamaged = damage !== undefined || keptBack !== undefined;
    state.unreadable = [];
    state.warnings = [];
    state.asked = [];
    this.#doubts = 0;
    for (const composite of this.#split) composite.begin(cells);
    this.#same.mark(cells);
    for (const source of this.#sources) source.isRead = false;
    for (const source of this.#sources) this.#read(source, cells);
    for (const repair of this.#repairs) repair(cells);
    const lead = this.#lead();
    if (state.unreadable.length > 0) leaveOutNeedlessRent(lead, state);
    this.#same.tell();
    for (const composite of this.#split) composite.compare(lead);
    const found = damage ?? (keptBack ? undefined : this.#shortage(original, lead));
    const fault: Issue | undefined = found ? { code: "custom", ...found, path: [] } : keptBack;
    if (fault) {
      state.unreadable = [fault];
      state.warnings = [];
      state.asked = [];
    }
    const { unreadable, warnings, asked } = state;
    const others = this.#otherColumns();
    const mapped: MappedRow = { row, cells: original, lead, unreadable, warnings };
    if (others) mapped.others = others;
    if (asked.length > 0) mapped.asked = asked;
    if (isToGo) mapped.isToGo = true;
    return mapped;
  }

  /** The values of the row under way, in the order of the catalogue. */
  #lead(): Lead {
    const lead: Record<string, FieldValue | Record<string, FieldValue>> = {};
    let group: Record<string, FieldValue> = {};
    let groupName = "";
    for (const { value, group: name, key } of this.#sources) {
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

  /** Where values of this row stand in another column than the first of their field. */
  #otherColumns(): Map<string, Column> | undefined {
    let others: Map<string, Column> | undefined;
    for (const { field, sources, used } of this.#several) {
      if (!used || used === sources[0]) continue;
      others ??= new Map();
      others.set(field.path, used.column);
    }
    return others;
  }

  #read(source: FieldSource, cells: readonly CellValue[]): void {
    if (source.isRead) return;
    source.isRead = true;
    source.value = source.constant ?? this.#valueOf(source, cells);
  }

  #valueOf(source: FieldSource, cells: readonly CellValue[]): FieldValue | undefined {
    source.used = undefined;
    const { losses, unreadable } = this.#state;
    const faults = unreadable.length;
    let value = this.#readFirst(source, cells);
    if (value === undefined && source.isCopied && source.twin) {
      this.#read(source.twin, cells);
      value = source.twin.value;
    }
    if (source.key === "street") value = this.#withStreetParts(source, value);
    if (value !== undefined || this.#state.losses > losses) return value;
    let derived: FieldValue | undefined;
    for (const derive of source.derivations) derived ??= derive(cells);
    const doubts = unreadable.length - faults;
    this.#doubts += doubts;
    return derived ?? (doubts > 0 ? undefined : source.fallback);
  }

  /** The first of its columns that is filled. Those of one rank must agree, but for a telephone's. */
  #readFirst(source: FieldSource, cells: readonly CellValue[]): FieldValue | undefined {
    let found: FieldValue | undefined;
    let first: ColumnSource | undefined;
    for (const other of source.sources) {
      if (first && other.rank > first.rank) break;
      const value = readOne(other, cells);
      if (value === undefined) continue;
      if (!first) {
        found = value;
        first = other;
        source.used = other;
        continue;
      }
      if (isSameValue(source.field, value, found)) continue;
      if (this.#isDamaged) return found;
      const both = {
        column: personal(shownColumn(first.column)),
        other: personal(shownColumn(other.column)),
      };
      if (source.field.path === "contactInfo.phone") {
        first.report.warn(cellFinding("phones-differ", { ...both, read: personal(String(found)) }));
        return found;
      }
      return other.report.unreadable(cellFinding("columns-differ", both));
    }
    return found;
  }

  /** The street with what columns of their own hold of it. Where there is no street, they are left out, with a word. */
  #withStreetParts({ group }: FieldSource, street: FieldValue | undefined): FieldValue | undefined {
    let whole = street;
    for (const { composite, part, joined } of this.#streetParts) {
      const text = composite.group === group ? composite.part(part) : undefined;
      if (typeof text !== "string") continue;
      if (typeof whole === "string") whole = joined(whole, text, composite.report);
      else composite.report.warn(ofCell("part-without-street", text), "lost");
    }
    return whole;
  }

  /** Why a row that ends before the last header cannot be trusted, if so. */
  #shortage(cells: readonly CellValue[], lead: Lead): Damage | undefined {
    const width = this.#columns.length;
    if (!this.#conventions.isDelimited || cells.length >= width) return undefined;
    if (this.#state.unreadable.length === this.#doubts && standsUnderItsHeaders(lead)) return undefined;
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
    return [new CompositeColumn(target, reading, this.report(field, column), { hasOnlyZip })];
  }

  report(field: Field, column: Column, isNamed = false): ColumnReport {
    const key = `${field.path} ${isNamed} ${column.letters ?? column.name}`;
    const report = this.#reports.get(key) ?? new ColumnReport(field, column, this.#state, isNamed);
    this.#reports.set(key, report);
    return report;
  }

  /**
   * Columns of streets, and of states, some of whose cells may hold more of their address, as in `12 Elm St, Ames, IA` and
   * `ME 04530`. Such a street is taken apart where the row's other cells are empty or say the same. Not where a program or a
   * mapping file says that the column holds nothing else.
   */
  #wholesOf(group: AddressGroup, readings: readonly ColumnReading[]): CompositeColumn[] {
    const ofGroup = readings.filter(({ target }) => groupOf(target) === group);
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
      return new CompositeColumn(`${group}.${kind}`, own, this.report(field, own.column), more);
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

  #sourceOf(
    field: Field,
    readings: readonly ColumnReading[],
    wholes: readonly CompositeColumn[],
    groups: Record<string, Record<string, FieldSource>>,
  ): FieldSource {
    const [first = "", second] = field.path.split(".");
    const group = second === undefined ? "" : first;
    const key = second ?? first;
    groups[group] ??= {};
    const beside = groups[group];
    const read = cellReader(field, this.#conventions);
    const feeding = readings.filter(({ target }) => target === field.path);
    const isOneOfSeveral = feeding.length > 1;
    const own = feeding.map(({ column, index, rank, rule, reason, role }): ColumnSource => {
      const isNamed = this.#isSheetOfOurs || reason === "mapping" || !!column.keys || role?.named === "path";
      const report = this.report(field, column, isNamed);
      const reader = readerUnder(role, field, read, isOneOfSeveral);
      const mapped = rule?.values ? withValueMap(reader, rule.values) : reader;
      return { column, index, rank, role, read: withMemory(mapped, report), report };
    });
    const split = [...this.#composites, ...wholes].flatMap((composite): ColumnSource[] => {
      const part = composite.group === group ? composite.parts.find((name) => name === key) : undefined;
      if (part === undefined) return [];
      const { column, index, isMeant } = composite;
      // A cell that holds more than its column's field is that field's first.
      const rank = isMeant && part === composite.parts[0] ? -1 : RANK_OF_COMPOSITES + composite.rank;
      const report = this.report(field, column);
      return [{ column, index, rank, read, report, composite, part }];
    });
    const sources = [...own, ...split].sort((one, other) => one.rank - other.rank);
    const source: FieldSource = {
      field,
      group,
      key,
      beside,
      sources,
      constant: this.#mapping?.constants.get(field.path),
      fallback: this.#mapping?.defaults.get(field.path),
      twin: undefined,
      derivations: [],
      isCopied: false,
      isRead: false,
      value: undefined,
      used: undefined,
    };
    beside[key] = source;
    return source;
  }
}

const GROUPS_OF_ADDRESS = ["address", "residentialAddress"] as const;
type AddressGroup = (typeof GROUPS_OF_ADDRESS)[number];

function groupOf(target: ColumnReading["target"]): string | undefined {
  return target?.split(".")[0];
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

/** Whether what feeds a field is called by our own names for it, as in the template. */
function isTakenAtItsWord({ role, reason }: ColumnReading): boolean {
  return reason === "mapping" || role?.named !== undefined;
}

/** Whether two columns say the same, though one may write it otherwise. */
function isSameValue({ path }: Field, one: FieldValue, other: FieldValue | undefined): boolean {
  if (typeof one !== "string" || typeof other !== "string") return one === other;
  if (path === "contactInfo.phone") return one.replace(/\D/g, "") === other.replace(/\D/g, "");
  return one.toLowerCase() === other.toLowerCase();
}

/** A vacant property needs no rent (interface, section 4.2): a cell that cannot be read there keeps no lead back. */
function leaveOutNeedlessRent({ statedInformation }: Lead, state: RowRemarks): void {
  if (statedInformation?.rentalOccupancy !== "vacant") return;
  const isRent = ({ path }: Issue): boolean => path[1] === "monthlyRentalIncome";
  for (const issue of state.unreadable.filter(isRent)) {
    const { text } = issue.params ?? {};
    const found = cellFinding("rent-of-vacant-unread", isPersonal(text) ? { text } : {});
    state.warnings.push({ ...issue, code: "custom", ...found, harm: "lost" });
  }
  state.unreadable = state.unreadable.filter((issue) => !isRent(issue));
}

/** What a yes means under headers such as "Owner Occupied?" and "Is Condo". */
function readerUnder(
  role: ColumnRole | undefined,
  { path }: Field,
  read: CellReader,
  isOneOfSeveral: boolean,
): CellReader {
  const asks = role?.asks;
  if (!asks) return read;
  return withYes(read, () => {
    const asked = asks();
    return asked && { ...asked, isNoSilent: path !== USAGE || isOneOfSeveral };
  });
}

const USAGE = "propertyUsage";

function readOne(source: ColumnSource, cells: readonly CellValue[]): FieldValue | undefined {
  const cell = cellOf(source, cells);
  return cell === undefined ? undefined : source.read(cell, source.report);
}

/** How a street and what belongs to it become one. */
type StreetJoint = (street: string, part: string, report: CellReport) => string;

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
