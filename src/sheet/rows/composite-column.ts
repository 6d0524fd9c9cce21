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
  readonly #split: (text: string) => SplitCell;
  /** Tells whether a cell holds several fields, in a column that is meant for one. */
  readonly isMeant: IsMeant | undefined;
  #cell: CellValue | undefined;
  #state: "new" | "split" | "told" = "new";
  #result = EMPTY;
  /** The cell before and what it came apart into: addresses and names stand in rows below each other. */
  #lastText = "";
  #lastResult = EMPTY;

  /** @param report Names the column and its cell. */
  constructor(
    path: CompositePath,
    { column, index, rank, role }: ColumnReading,
    report: CellReport,
    { hasOnlyZip, isMeant, parts }: CompositeOptions,
  ) {
    this.isMeant = isMeant;
    const [group, kind] = path.split(".") as [string, keyof typeof KINDS];
    const { parts: all, split }: Kind = KINDS[kind];
    this.group = group;
    // A lead has a county for its property only.
    this.parts = (parts ?? all).filter((part) => part !== "county" || group === "address");
    this.column = column;
    this.index = index;
    this.rank = rank;
    this.report = report;
    const mayBeZip = hasOnlyZip && kind === "street2";
    this.#split = (text) =>
      mayBeZip && ZIP.test(text) ? { parts: { zip: text }, leftOut: [] } : split(text, role?.order);
  }

  /** Takes the cell of the next row. */
  begin(cells: readonly CellValue[]): void {
    this.#cell = cells[this.index];
    this.#state = "new";
    if (!this.isMeant || (isEndedLikeAddress(this.#cell) && this.isMeant(this.peek(), cells))) return;
    this.#cell = undefined;
    this.#state = "new";
  }

  /** A part of the cell; what there is to know about the split is told once a row, when a part is wanted. */
  part(part: SplitPart): CellValue | undefined {
    // What is not text is for the reader of the first part to judge.
    if (typeof this.#cell === "object" && this.#cell !== null) {
      return part === this.parts[0] ? this.#cell : undefined;
    }
    if (this.#state !== "told") {
      this.#result = this.#splitCell(this.report);
      this.#state = "told";
      this.#tell();
    }
    return this.#result.parts[part];
  }

  /** What the cell comes apart into, without a word about it. */
  peek(): SplitCell {
    if (this.#state === "new") {
      this.#result = this.#splitCell(SILENT_REPORT);
      this.#state = "split";
    }
    return this.#result;
  }

  /** Says where other columns of the row contradict the cell: then what is sent may be half of each. */
  compare(lead: Readonly<Record<string, unknown>>): void {
    const sent = lead[this.group];
    if (typeof sent !== "object" || sent === null || this.#cell === undefined || this.#cell === "") return;
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

  #splitCell(report: CellReport): SplitCell {
    const cell = this.#cell;
    if (cell === null || cell === undefined || cell === "" || typeof cell === "object") return EMPTY;
    const text = readableText(cellText(cell), report, CHARACTERS_MAX);
    if (text === undefined || text === "") return EMPTY;
    if (isNullWord(text)) {
      report.warn(ofCell("read-as-empty", text), "changed");
      return EMPTY;
    }
    if (text !== this.#lastText) {
      this.#lastResult = this.#split(text);
      this.#lastText = text;
    }
    return this.#lastResult;
  }

  #tell(): void {
    if (this.#result === EMPTY) return;
    const { parts, leftOut, isDoubtful, refusal } = this.#result;
    const text = personal(cellText(this.#cell));
    if (refusal !== undefined) {
      this.report.unreadable(cellFinding(refusal, { text }));
      return;
    }
    const entries = Object.entries(parts);
    const isTaken = (part: string): boolean => this.parts.some((own) => own === part);
    if (isDoubtful && entries.length === 0) {
      this.report.warn(cellFinding("cell-unsplit", { text }), "lost");
      return;
    }
    const others = entries.flatMap(([part, text]) => (isTaken(part) ? [] : [text]));
    const without = [...others, ...leftOut].map(personal);
    const read = isDoubtful || this.isMeant ? entries.filter(([part]) => isTaken(part)) : [];
    if (read.length === 0 && without.length === 0) return;
    const shown = { parts: read.map(([part]) => part), values: read.map(([, value]) => personal(value)) };
    this.report.warn(
      cellFinding("cell-split", { text, ...shown, without }),
      isDoubtful ? "doubtful" : "changed",
    );
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
