import type { Harm, Issue } from "../lead/issue.ts";
import { issueColumn } from "../lead/issue-text.ts";
import { isFixable } from "../outcome/lead-state.ts";
import { outcomeOf, type ReportRow } from "./report-model.ts";

/** One kind of issue, and how often it occurs. */
export interface TalliedReason {
  message: string;
  /** What a person calls its place; see `issueColumn`. */
  column?: string;
  count: number;
  /** The first few places: cells, or rows (`row 17`) where there are no cells. */
  examples: string[];
  /** Of a warning. */
  harm?: Harm;
}

const KINDS_MAX = 1_000;
const EXAMPLES_MAX = 3;
const TEXT_LENGTH_MAX = 300;
/** What may differ from row to row in messages of one kind: numbers and quoted values. */
const VARYING = /"[^"]*"|\d+/g;
/** In what happened to a row, status and text tell kinds apart: only what looks like the number of one request varies. */
const VARYING_IN_ERROR = /\b(?=[\w-]*\d)[\w-]{8,}\b/g;

/**
 * Counts issues by column and message while rows stream past. Messages that differ only in a number or a quoted
 * value are one kind (`Same e-mail as row ...`), shown with the first value. Memory is bounded whatever the service
 * says: long texts are cut, and beyond a thousand kinds, further ones are only counted together.
 */
export class ReasonTally {
  readonly #kinds = new Map<string, TalliedReason>();
  readonly #numbers = new Map<string, number>();
  #uncountedKindsCount = 0;

  /** @param row Spreadsheet row number, shown where the issue knows no cell. */
  add(issue: Issue, row: number): void {
    const column = issueColumn(issue);
    this.#count(issue.message, column, issue.cell ?? `row ${row}`, VARYING, issue.harm);
  }

  /** For what happened to a row where no issue says it. */
  addError(error: string, row: number): void {
    this.#count(error, undefined, `row ${row}`, VARYING_IN_ERROR);
  }

  /** Number of the kind that an issue is of, from 0 as they turned up; undefined when it is not told apart. */
  kindOf(issue: Issue): number | undefined {
    return this.#numbers.get(keyOf(issue.message, issueColumn(issue)));
  }

  kindOfError(error: string): number | undefined {
    return this.#numbers.get(keyOf(error, undefined, VARYING_IN_ERROR));
  }

  /** The same as `reasons`, each with its number. */
  numberedKinds(): { number: number; reason: TalliedReason }[] {
    const numbers = [...this.#kinds.values()];
    return this.reasons().kinds.map((reason) => ({ number: numbers.indexOf(reason), reason }));
  }

  /** The most harmful first, of these the most frequent; equal ones in the order in which they turned up. */
  reasons(): { kinds: TalliedReason[]; uncountedKindsCount: number } {
    const kinds = [...this.#kinds.values()].sort((a, b) => harmRank(a) - harmRank(b) || b.count - a.count);
    return { kinds, uncountedKindsCount: this.#uncountedKindsCount };
  }

  #count(
    messageWhole: string,
    columnWhole: string | undefined,
    place: string,
    varying = VARYING,
    harm?: Harm,
  ): void {
    const message = cut(messageWhole);
    const column = columnWhole === undefined ? undefined : cut(columnWhole);
    const key = keyOf(messageWhole, columnWhole, varying);
    const known = this.#kinds.get(key);
    if (known) {
      if (known.message !== message) known.message = inCommon(known.message, message, varying);
      known.count += 1;
      if (known.examples.length < EXAMPLES_MAX) known.examples.push(place);
    } else if (this.#kinds.size < KINDS_MAX) {
      this.#numbers.set(key, this.#kinds.size);
      this.#kinds.set(key, {
        message,
        ...(column === undefined ? {} : { column }),
        count: 1,
        examples: [place],
        ...(harm !== undefined && { harm }),
      });
    } else {
      this.#uncountedKindsCount += 1;
    }
  }
}

/** What loses data comes before what changes it, and a value that is merely absent last. */
const HARMS: readonly (Harm | undefined)[] = ["lost", "doubtful", "changed", undefined];

function harmRank({ harm }: TalliedReason): number {
  return HARMS.indexOf(harm);
}

const GAP = "...";
const OTHERS = ` (and others like it)`;
const PARTS = /("[^"]*"|\d+|\.\.\.)/;

/**
 * What two messages of one kind say: a value in quotes stands for those of all, as an example; a number that differs
 * is left out.
 */
function inCommon(known: string, message: string, varying: RegExp): string {
  if (varying !== VARYING) return message.replace(varying, GAP);
  const [before, now] = [known.replace(OTHERS, "").split(PARTS), message.split(PARTS)];
  let hasOthers = known.endsWith(OTHERS);
  const parts = before.map((part, index) => {
    if (part === now[index]) return part;
    const isQuoted = part.startsWith('"');
    hasOthers ||= isQuoted;
    return isQuoted ? part : GAP;
  });
  return parts.join("") + (hasOthers ? OTHERS : "");
}

function keyOf(message: string, column: string | undefined, varying = VARYING): string {
  return JSON.stringify([column === undefined ? null : cut(column), cut(message).replace(varying, GAP)]);
}

function cut(text: string): string {
  return text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX)}...`;
}

/** Counts what there is to say of the rows as a whole, while they stream past. */
export class RowTally {
  readonly reasons = new ReasonTally();
  readonly warnings = new ReasonTally();
  fixableCount = 0;

  add(row: ReportRow): void {
    for (const issue of row.issues) this.reasons.add(issue, row.row);
    if (
      row.issues.length === 0 &&
      row.error !== null &&
      row.status !== "pending" &&
      row.status !== "created"
    ) {
      this.reasons.addError(row.error, row.row);
    }
    for (const warning of row.warnings) this.warnings.add(warning, row.row);
    if (isFixable(outcomeOf(row))) this.fixableCount += 1;
  }
}
