import { personal } from "../../base/finding.ts";
import { cellFinding, ofCell } from "../cell-texts.ts";
import { stateCode } from "../cells/address-cells.ts";
import { type CellReport, SILENT_REPORT } from "../cells/cell-report.ts";
import { CHARACTERS_MAX, readableText } from "../cells/cell-text.ts";
import { splitContact } from "../cells/contact-cell.ts";
import { splitAddress, splitLastLine, splitSecondLine } from "../cells/full-address.ts";
import { type NameOrder, splitFullName } from "../cells/full-name.ts";
import type { SplitCell, SplitPart } from "../cells/split-cell.ts";
import type { ColumnReading, CompositePath } from "../columns/column-reading.ts";
import { type CellValue, type Column, cellText } from "../table.ts";
import { wordKey } from "../text/word-key.ts";
import { isNullWord } from "../vocabulary/placeholder-words.ts";

/** A column of several fields, by the last part of its path: the parts that it may feed, and how its cells come apart. */
interface Kind {
  parts: readonly SplitPart[];
  split(text: string, order?: NameOrder): SplitCell;
}

const KINDS = {
  fullName: { parts: ["firstName", "lastName"], split: splitFullName },
  contact: { parts: ["email", "phone"], split: splitContact },
  fullAddress: { parts: ["street", "city", "state", "zip", "county"], split: splitAddress },
  cityStateZip: { parts: ["city", "state", "zip", "county", "street", "street2"], split: splitLastLine },
  street2: { parts: ["street2", "city", "state", "zip"], split: splitSecondLine },
  // Programs that take it for an amount write 12.0.
  houseNumber: {
    parts: ["houseNumber"],
    split: (text) => ({ parts: { houseNumber: text.replace(/^(\d+)\.0+$/, "$1") }, leftOut: [] }),
  },
  streetSuffix: {
    parts: ["streetSuffix"],
    split: (text) => ({ parts: { streetSuffix: text }, leftOut: [] }),
  },
} satisfies Record<string, Kind>;

/** Whether a cell holds several fields, by what it comes apart into and the other cells of its row. */
export type IsMeant = (split: SplitCell, cells: readonly CellValue[]) => boolean;

const ZIP = /^\d{5}(?:-\d{4})?$/;
const ZIP_END = /\d{5}(?:-\d{4})?\s*$/;
/** Behind a comma, for `Ct` and `La` end streets too. */
const STATE_END = /,.*[,\s]\p{L}[\p{L}.]*\s*$/su;

/** Length of a state with its ZIP code. */
const CHARACTERS_MIN = 8;

/** Whether a cell may hold a whole address: asked of every street, so it takes no time. */
function isEndedLikeAddress(cell: CellValue | undefined): boolean {
  if (typeof cell !== "string" || cell.length < CHARACTERS_MIN) return false;
  return ZIP_END.test(cell) || (cell.includes(",") && STATE_END.test(cell));
}

export interface CompositeOptions {
  /** Whether no other column has the address's ZIP code: then a second line may be one. */
  hasOnlyZip?: boolean;
  /** Given for a column of one field whose cell may hold several anyway: whether this one does. */
  isMeant?: IsMeant;
  /** Those that are taken, the column's own first. */
  parts?: readonly SplitPart[];
}

const EMPTY: SplitCell = { parts: {}, leftOut: [] };

/** A column whose cells hold several fields: they are read like cells of columns of their own, behind the others. */
export class CompositeColumn {
  /** Object of the lead that it feeds, as in `address`. */
  readonly group: string;
  readonly column: Column;
  readonly index: number;
  readonly rank: number;
  readonly parts: readonly SplitPart[];
  readonly report: CellReport;
  /** Tells whether a cell holds several fields, in a column that is meant for one. */
  readonly isMeant: IsMeant | undefined;
  readonly #split: (text: string) => SplitCell;
  #cell: CellValue | undefined;
  #isTold = false;
  /** The cell before and what it came apart into: addresses and names stand in rows below each other. */
  #lastCell: CellValue | undefined;
  #lastResult = EMPTY;

  /** @param report Names the column and its cell. */
  constructor(
    path: CompositePath,
    { column, index, rank, role }: ColumnReading,
    report: CellReport,
    { hasOnlyZip, isMeant, parts }: CompositeOptions,
  ) {
    const [group, kind] = path.split(".") as [string, keyof typeof KINDS];
    const { parts: all, split }: Kind = KINDS[kind];
    this.group = group;
    this.column = column;
    this.index = index;
    this.rank = rank;
    this.report = report;
    this.isMeant = isMeant;
    // A lead has a county for its property only.
    this.parts = (parts ?? all).filter((part) => part !== "county" || group === "address");
    const mayBeZip = hasOnlyZip && kind === "street2";
    this.#split = (text) =>
      mayBeZip && ZIP.test(text) ? { parts: { zip: text }, leftOut: [] } : split(text, role?.order);
  }

  /** Takes the cell of the next row. */
  begin(cells: readonly CellValue[]): void {
    this.#cell = cells[this.index];
    this.#isTold = false;
    if (this.isMeant && !(isEndedLikeAddress(this.#cell) && this.isMeant(this.peek(), cells)))
      this.#cell = undefined;
  }

  /** A part of the cell; what there is to know about the split is told once a row, when a part is wanted. */
  part(part: SplitPart): CellValue | undefined {
    const cell = this.#cell;
    // The reader of the first part judges values that are not text.
    if (typeof cell === "object" && cell !== null) return part === this.parts[0] ? cell : undefined;
    if (!this.#isTold) {
      this.#isTold = true;
      this.#tell();
    }
    return this.peek().parts[part];
  }

  /** What the cell comes apart into, without a word about it. */
  peek(): SplitCell {
    if (this.#cell !== this.#lastCell) {
      const text = this.#text(SILENT_REPORT);
      this.#lastResult = text === "" || isNullWord(text) ? EMPTY : this.#split(text);
      this.#lastCell = this.#cell;
    }
    return this.#lastResult;
  }

  /** Says where other columns of the row contradict the cell: then what is sent may be half of each. */
  compare(lead: Readonly<Record<string, unknown>>): void {
    const sent = lead[this.group];
    if (typeof sent !== "object" || sent === null || this.#cell === undefined) return;
    const { parts, refusal } = this.peek();
    if (refusal !== undefined) return;
    const differing = Object.entries(parts).flatMap(([part, text]) => {
      const value = (sent as Record<string, unknown>)[part];
      return typeof value === "string" && !isSamePart(part, text, value) ? [{ part, value }] : [];
    });
    if (differing.length === 0) return;
    const found = {
      text: personal(cellText(this.#cell)),
      parts: differing.map(({ part }) => part),
      values: differing.map(({ value }) => personal(value)),
    };
    const isOther =
      this.group === "contactInfo"
        ? differing.length === 2
        : differing.some(({ part }) => part === "state" || part === "zip");
    if (isOther) this.report.unreadable(cellFinding("cell-contradicts", found));
    else this.report.warn(cellFinding("cell-differs", found));
  }

  /** The cell's text as it can be read; empty where it cannot. */
  #text(report: CellReport): string {
    const cell = this.#cell;
    return typeof cell === "object" ? "" : (readableText(cellText(cell), report, CHARACTERS_MAX) ?? "");
  }

  #tell(): void {
    const readable = this.#text(this.report);
    if (readable === "") return;
    if (isNullWord(readable)) {
      this.report.warn(ofCell("read-as-empty", readable), "changed");
      return;
    }
    const { parts, leftOut, isDoubtful, refusal } = this.peek();
    const text = personal(cellText(this.#cell));
    if (refusal !== undefined) {
      this.report.unreadable(cellFinding(refusal, { text }));
      return;
    }
    const entries = Object.entries(parts);
    if (isDoubtful && entries.length === 0) {
      this.report.warn(cellFinding("cell-unsplit", { text }), "lost");
      return;
    }
    const isTaken = (part: string): boolean => this.parts.some((own) => own === part);
    const others = entries.flatMap(([part, text]) => (isTaken(part) ? [] : [text]));
    const without = [...others, ...leftOut].map(personal);
    const read = isDoubtful || this.isMeant ? entries.filter(([part]) => isTaken(part)) : [];
    if (read.length === 0 && without.length === 0) return;
    const shown = { parts: read.map(([part]) => part), values: read.map(([, value]) => personal(value)) };
    const found = cellFinding("cell-split", { text, ...shown, without });
    this.report.warn(found, isDoubtful ? "doubtful" : "changed");
  }
}

/** Whether a cell of its own says the same as a part of a whole: more of it, less of it, or in other signs. */
export function isSamePart(part: string, text: string, value: string): boolean {
  if (part === "state") return stateCode(text) === stateCode(value);
  if (part === "zip")
    return text.slice(0, 5) === value.slice(0, 5) || text.padStart(5, "0") === value.slice(0, 5);
  const [one, other] = [wordKey(text), wordKey(value)];
  return one.includes(other) || other.includes(one);
}
