import { FIELDS, type Field } from "../../lead/field-catalogue.ts";
import { type Harm, type Issue, wantsColumn } from "../../lead/issue.ts";
import { issueColumn } from "../../lead/issue-text.ts";
import { isFixable } from "../../outcome/lead-state.ts";
import type { RenderedRow } from "./report-model.ts";

/** One kind of mistake or change, and how often it occurs. */
export interface Reason {
  message: string;
  /** What a person calls its place: the column's header, else the field's label. */
  column?: string;
  count: number;
  /** Where it occurs, the first few: cells (`O17`), or rows (`row 17`) where there are no cells. */
  examples: readonly string[];
  /** Only for a warning. */
  harm?: Harm;
}

/** The same as it is counted. */
export interface TalliedReason extends Reason {
  /** Its number within its kind, from 0, in the order in which they turned up. */
  number: number;
  examples: string[];
}

/** What happened to a row where no issue says it, and the other run that has its link, if one has. */
interface Happened {
  message: string;
  linkIn?: string | undefined;
  path?: never;
  cell?: never;
  harm?: never;
}

export function happenedIn({ error, state: { linkIn } }: Pick<RenderedRow, "error" | "state">): Happened {
  return { message: error ?? "", linkIn };
}

interface Kind {
  reason: TalliedReason;
  /** By message, while there are few: what was read as what. Null when there were too many. */
  variants: Map<string, TalliedReason> | null;
}

const KINDS_MAX = 1_000;
const VARIANTS_MAX = 5;
const EXAMPLES_MAX = 3;
const TEXT_LENGTH_MAX = 300;
/** What may differ from row to row in messages of one kind that no code names: numbers and quoted values. */
const VARYING = /"[^"]*"|\d+(?:\.\d+)*/g;
/** Kinds of what happened differ by status and text; numbers that look like those of one request do not count. */
const VARYING_IN_ERROR = /\b(?=[\w-]*\d)[\w-]{8,}\b/g;

/** Findings that are counted by word, because the word decides what is sent. */
const BY_VALUE: ReadonlySet<string> = new Set(["word-likely"]);

/** A kind is known by its code and by parameters of our own choice, not by numbers or what a person wrote. */
function keyOfFinding({ finding = "", params = {} }: Issue, column: string | undefined): string {
  const isByValue = BY_VALUE.has(finding);
  const choices = Object.values(params).filter(
    (param) => isByValue || typeof param === "string" || typeof param === "boolean",
  );
  return JSON.stringify([finding, column === undefined ? null : cut(column), choices]);
}

/**
 * Counts issues by column and code while rows stream past; what the service says, by its message, in which numbers and
 * quoted values may differ. A kind is shown with the first value. Memory is bounded whatever the service says: long texts
 * are cut, and beyond a thousand kinds, further ones are only counted together.
 */
export class ReasonTally {
  readonly #kinds = new Map<string, Kind>();
  /** Those that are not told apart. */
  readonly #rest: TalliedReason = { number: KINDS_MAX, message: "Many other kinds", count: 0, examples: [] };

  /** @param row Spreadsheet row number, shown where the issue knows no cell. */
  add(said: Issue | Happened, row: number): void {
    const { message, cell = `row ${row}`, harm } = said;
    const column = said.path && issueColumn(said);
    this.#count(keyOf(said), cell, {
      message: cut(message),
      ...(column !== undefined && { column: cut(column) }),
      ...(harm !== undefined && { harm }),
    });
  }

  /** Number of the kind that it is of; undefined when it is not told apart. */
  kindOf(said: Issue | Happened): number | undefined {
    return this.#kinds.get(keyOf(said))?.reason.number;
  }

  /** The most harmful first, of these the most frequent; equal ones in the order in which they turned up. */
  reasons(): TalliedReason[] {
    return this.#sorted([...this.#kinds.values()].map(({ reason }) => reason));
  }

  /** The same, but where a kind has few values, each of them counts apart: `"2nd" was read as …` and `"3rd" was …`. */
  reasonsByValue(): TalliedReason[] {
    const kinds = [...this.#kinds.values()];
    return this.#sorted(
      kinds.flatMap(({ reason, variants }) => (variants ? [...variants.values()] : reason)),
    );
  }

  #sorted(kinds: TalliedReason[]): TalliedReason[] {
    kinds.sort((a, b) => HARMS.indexOf(a.harm) - HARMS.indexOf(b.harm) || b.count - a.count);
    return this.#rest.count === 0 ? kinds : [...kinds, this.#rest];
  }

  #count(key: string, place: string, said: Pick<Reason, "message" | "column" | "harm">): void {
    const known = this.#kinds.get(key);
    if (!known && this.#kinds.size === KINDS_MAX) {
      this.#rest.count += 1;
      return;
    }
    const number = known?.reason.number ?? this.#kinds.size;
    const one = (): TalliedReason => ({ ...said, number, count: 1, examples: [place] });
    if (!known) {
      this.#kinds.set(key, { reason: one(), variants: new Map([[said.message, one()]]) });
      return;
    }
    const { reason, variants } = known;
    if (variants?.size === 1 && !variants.has(said.message)) reason.message += OTHERS;
    countOne(reason, place);
    const variant = variants?.get(said.message);
    if (variant) countOne(variant, place);
    else if (variants && variants.size < VARIANTS_MAX) variants.set(said.message, one());
    else known.variants = null;
  }
}

function countOne(reason: TalliedReason, place: string): void {
  reason.count += 1;
  if (reason.examples.length < EXAMPLES_MAX) reason.examples.push(place);
}

/** What loses data comes before what changes it, and a value that is merely absent last. */
const HARMS: readonly (Harm | undefined)[] = ["lost", "doubtful", "changed", undefined];

const OTHERS = " (and others like it)";

function keyOf(said: Issue | Happened): string {
  // Where another run has the link, it decides: who looks for links has to know of each.
  if (!said.path) return `${keyOfText(said.message, undefined, VARYING_IN_ERROR)} ${said.linkIn ?? ""}`;
  const column = issueColumn(said);
  return said.finding === undefined ? keyOfText(said.message, column, VARYING) : keyOfFinding(said, column);
}

function keyOfText(message: string, column: string | undefined, varying: RegExp): string {
  return JSON.stringify([column === undefined ? null : cut(column), cut(message).split(varying)]);
}

function cut(text: string): string {
  return text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX)}...`;
}

/** Counts what there is to say of the rows as a whole, while they stream past. */
export class RowTally {
  readonly reasons = new ReasonTally();
  readonly warnings = new ReasonTally();
  fixableCount = 0;
  /** Fields that rows to fix need, and their sheet has no column for; in the order of the catalogue. */
  get absentFields(): Field[] {
    return FIELDS.filter(({ path }) => this.#absentPaths.has(path));
  }
  readonly #absentPaths = new Set<string>();

  add(row: RenderedRow): void {
    // What is wrong with one that was taken out is nobody's work any longer.
    if (row.state.dismissed) return;
    for (const issue of row.issues) this.reasons.add(issue, row.row);
    const { status } = row.state;
    if (row.issues.length === 0 && row.error !== null && status !== "pending" && status !== "created")
      this.reasons.add(happenedIn(row), row.row);
    for (const warning of row.warnings) this.warnings.add(warning, row.row);
    if (!isFixable(row.state)) return;
    this.fixableCount += 1;
    for (const issue of row.issues) if (wantsColumn(issue)) this.#absentPaths.add(issue.path.join("."));
  }
}
