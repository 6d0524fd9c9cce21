import { FIELDS, type Field } from "../../lead/field-catalogue.ts";
import type { Harm, Issue } from "../../lead/issue.ts";
import { issueColumn } from "../../lead/issue-text.ts";
import { isFixable } from "../../outcome/lead-state.ts";
import { outcomeOf, type RenderedRow } from "./report-model.ts";

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

/** What happened to a row, as a sentence, and the other run that has its link, if one has. */
interface Happened {
  error: string;
  linkIn?: string;
}

/** As it is counted. */
interface Kind {
  reason: TalliedReason;
  /** Of a text that is not ours: every second one may differ from row to row. Null where a code says which kind it is. */
  parts: readonly string[] | null;
  /** Whether its message is that of the first row, and others have the same with other values. */
  hasOthers: boolean;
  /** By message, while there are few: what was read as what. Null when there were too many. */
  variants: Map<string, TalliedReason> | null;
}

const KINDS_MAX = 1_000;
const VARIANTS_MAX = 5;
const EXAMPLES_MAX = 3;
const TEXT_LENGTH_MAX = 300;
/** What may differ from row to row in messages of one kind that no code names: numbers and quoted values. */
const VARYING = /("[^"]*"|\d+(?:\.\d+)*)/g;
/** In what happened to a row, status and text tell kinds apart: only what looks like the number of one request varies. */
const VARYING_IN_ERROR = /(\b(?=[\w-]*\d)[\w-]{8,}\b)/g;

/** What was read as what is said of each word on its own: which one it was decides what is sent. */
const BY_VALUE: ReadonlySet<string> = new Set(["word-likely"]);

/** A kind is told by its code, and by parameters that are a choice of ours: neither numbers nor what a person wrote. */
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
  readonly #numbers = new Map<string, number>();
  #uncountedKindsCount = 0;

  /** @param row Spreadsheet row number, shown where the issue knows no cell. */
  add(issue: Issue, row: number): void {
    const { message, cell = `row ${row}`, finding, harm } = issue;
    const column = issueColumn(issue);
    this.#count(keyOfIssue(issue), message, column, cell, finding === undefined ? VARYING : null, harm);
  }

  /** For what happened to a row where no issue says it. */
  addError(happened: Happened, row: number): void {
    const { error } = happened;
    this.#count(keyOfError(happened), error, undefined, `row ${row}`, VARYING_IN_ERROR);
  }

  /** Number of the kind that an issue is of, from 0 as they turned up; undefined when it is not told apart. */
  kindOf(issue: Issue): number | undefined {
    return this.#numbers.get(keyOfIssue(issue));
  }

  kindOfError(happened: Happened): number | undefined {
    return this.#numbers.get(keyOfError(happened));
  }

  /** The same as `reasons`, each with its number. */
  numberedKinds(): { number: number; reason: TalliedReason }[] {
    const numbers = this.#reasons();
    return this.reasons().kinds.map((reason) => ({ number: numbers.indexOf(reason), reason }));
  }

  /** The most harmful first, of these the most frequent; equal ones in the order in which they turned up. */
  reasons(): { kinds: TalliedReason[]; uncountedKindsCount: number } {
    return { kinds: sorted(this.#reasons()), uncountedKindsCount: this.#uncountedKindsCount };
  }

  /** The same, but where a kind has few values, each of them counts apart: `"2nd" was read as …` and `"3rd" was …`. */
  reasonsByValue(): { kinds: TalliedReason[]; uncountedKindsCount: number } {
    const kinds = [...this.#kinds.values()].flatMap(({ reason, variants }) =>
      variants === null ? [reason] : [...variants.values()],
    );
    return { kinds: sorted(kinds), uncountedKindsCount: this.#uncountedKindsCount };
  }

  #reasons(): TalliedReason[] {
    return [...this.#kinds.values()].map(({ reason }) => reason);
  }

  /** @param varying What may differ in a message that no code names. */
  #count(
    key: string,
    messageWhole: string,
    columnWhole: string | undefined,
    place: string,
    varying: RegExp | null,
    harm?: Harm,
  ): void {
    const message = cut(messageWhole);
    const column = columnWhole === undefined ? undefined : cut(columnWhole);
    const known = this.#kinds.get(key);
    if (known) {
      const { reason } = known;
      if (known.parts && varying) {
        known.parts = inCommon(known.parts, message.split(varying));
        reason.message = textOf(known.parts);
      } else if (!known.hasOthers && reason.message !== message) {
        known.hasOthers = true;
        reason.message += OTHERS;
      }
      countOne(reason, place);
      known.variants = withVariant(known.variants, { ...reason, message, count: 1, examples: [place] });
    } else if (this.#kinds.size < KINDS_MAX) {
      this.#numbers.set(key, this.#kinds.size);
      const reason = {
        message,
        ...(column === undefined ? {} : { column }),
        count: 1,
        examples: [place],
        ...(harm !== undefined && { harm }),
      };
      const variants = new Map([[message, { ...reason, examples: [place] }]]);
      const parts = varying && message.split(varying);
      this.#kinds.set(key, { reason, parts, hasOthers: false, variants });
    } else {
      this.#uncountedKindsCount += 1;
    }
  }
}

function countOne(reason: TalliedReason, place: string): void {
  reason.count += 1;
  if (reason.examples.length < EXAMPLES_MAX) reason.examples.push(place);
}

/** @param one Of this message, in one place. */
function withVariant(variants: Kind["variants"], one: TalliedReason): Kind["variants"] {
  const known = variants?.get(one.message);
  if (known) countOne(known, one.examples[0] ?? "");
  else if (variants && variants.size < VARIANTS_MAX) variants.set(one.message, one);
  else return null;
  return variants;
}

function sorted(kinds: TalliedReason[]): TalliedReason[] {
  return kinds.sort((a, b) => harmRank(a) - harmRank(b) || b.count - a.count);
}

/** What loses data comes before what changes it, and a value that is merely absent last. */
const HARMS: readonly (Harm | undefined)[] = ["lost", "doubtful", "changed", undefined];

function harmRank({ harm }: TalliedReason): number {
  return HARMS.indexOf(harm);
}

const GAP = "...";
const OTHERS = " (and others like it)";

/**
 * What two messages of one kind have in common: a value in quotes stands for those of all, as an example; anything
 * else that differs is left out.
 */
function inCommon(known: readonly string[], parts: readonly string[]): string[] {
  return known.map((part, index) => {
    const isSame = part === parts[index] || part === GAP || part.endsWith(OTHERS);
    if (isSame) return part;
    return part.startsWith('"') ? part + OTHERS : GAP;
  });
}

/** Others are spoken of once, at the end. */
function textOf(parts: readonly string[]): string {
  const hasOthers = parts.some((part) => part.endsWith(OTHERS));
  return parts.map((part) => part.replace(OTHERS, "")).join("") + (hasOthers ? OTHERS : "");
}

function keyOfIssue(issue: Issue): string {
  const column = issueColumn(issue);
  return issue.finding === undefined ? keyOf(issue.message, column, VARYING) : keyOfFinding(issue, column);
}

/** Where another run has the link, it decides: who looks for links has to know of each. */
function keyOfError({ error, linkIn = "" }: Happened): string {
  return `${keyOf(error, undefined, VARYING_IN_ERROR)} ${linkIn}`;
}

function keyOf(message: string, column: string | undefined, varying: RegExp): string {
  return JSON.stringify([
    column === undefined ? null : cut(column),
    cut(message)
      .split(varying)
      .filter((_, index) => index % 2 === 0),
  ]);
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
    if (row.dismissed) return;
    for (const issue of row.issues) this.reasons.add(issue, row.row);
    const { error, linkIn, status } = row;
    if (row.issues.length === 0 && error !== null && status !== "pending" && status !== "created")
      this.reasons.addError({ error, ...(linkIn && { linkIn }) }, row.row);
    for (const warning of row.warnings) this.warnings.add(warning, row.row);
    if (!isFixable(outcomeOf(row))) return;
    this.fixableCount += 1;
    for (const { column, path } of row.issues)
      if (column === undefined) this.#absentPaths.add(path.join("."));
  }
}
