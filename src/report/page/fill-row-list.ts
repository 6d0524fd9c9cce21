import type { Issue } from "../../lead/issue.ts";
import { issueColumn } from "../../lead/issue-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { happenedIn, type ReasonTally, RowTally } from "../model/reason-tally.ts";
import type { RenderedRow } from "../model/report-model.ts";
import { happenedText } from "../model/row-text.ts";
import { shownName } from "../text/shown-status.ts";
import { type ListedIssue, type ListedRow, type ListFilter, PACKED, RowList } from "./row-list.ts";

const KINDS_MAX = 100;

/** Makes the table of results from the rows of a run, while they stream past. */
export class RowLister {
  readonly tally = new RowTally();
  readonly #rows: ListedRow[] = [];
  readonly #issues = new Map<string, ListedIssue>();
  readonly #isCheck: boolean;

  constructor(isCheck: boolean) {
    this.#isCheck = isCheck;
  }

  /** @param isListed Whether the table has room for it. */
  add(row: RenderedRow, isListed = true): void {
    this.tally.add(row);
    if (isListed) this.#rows.push(this.#listed(row));
  }

  list(): RowList {
    return new RowList(this.#rows, this.#filters());
  }

  /** What the script of the page makes the same list of: rows as tuples, which refer to their issues by number. */
  *json(): Generator<string> {
    const issues = [...this.#issues.values()];
    const numbers = new Map(issues.map((issue, at) => [issue, at]));
    yield `{"filters":${embeddedJson(this.#filters())},"issues":${embeddedJson(issues)},"rows":[`;
    let separator = "\n";
    for (const row of this.#rows) {
      const tuple = PACKED.map((name) =>
        name === "issues" || name === "warnings" ? row[name]?.map((issue) => numbers.get(issue)) : row[name],
      );
      while (tuple.at(-1) === undefined) tuple.pop();
      yield `${separator}${embeddedJson(tuple)}`;
      separator = ",\n";
    }
    yield "]}";
  }

  #filters(): ListFilter[] {
    const { reasons, warnings } = this.tally;
    return [...filtersOf("reason", reasons), ...filtersOf("warning", warnings)];
  }

  #listed(row: RenderedRow): ListedRow {
    const { applicant } = row;
    const issues = row.issues.map((issue) => this.#issue(issue, row.row, "reason"));
    const happened = happenedText(row);
    const kind = row.error === null ? undefined : this.tally.reasons.kindOf(happenedIn(row));
    if (happened !== "") issues.push(this.#shared([], happened, "", filterName("reason", kind)));
    const warnings = row.warnings.map((issue) => this.#issue(issue, row.row, "warning"));
    return {
      row: row.row,
      status: shownName(row, this.#isCheck),
      email: shownText(applicant.email),
      issues: issues.length === 0 ? undefined : issues,
      warnings: warnings.length === 0 ? undefined : warnings,
      reference: shownText(applicant.affiliateId),
      name: shownText([applicant.firstName, applicant.lastName].filter((part) => part !== null).join(" ")),
      quote: shownText(row.quoteId),
      link: shownText(row.loginUrl),
    };
  }

  #issue(issue: Issue, row: number, group: "reason" | "warning"): ListedIssue {
    const kind = this.tally[`${group}s`].kindOf(issue);
    const { alsoFrom = [], cell, ...first } = issue;
    const column = issueColumn(first) ?? "";
    const cells = [{ column, cell }, ...alsoFrom];
    const ending = new RegExp(`${row}$`);
    const places = cells.map((place) => ({
      column: safeText(place.column),
      letters: safeText((place.cell ?? "").replace(ending, "")),
    }));
    const { message, path } = issue;
    return this.#shared(places, message, path.join("."), filterName(group, kind));
  }

  #shared(places: ListedIssue["places"], message: string, path: string, filter: string | null): ListedIssue {
    const issue = { places, message: safeText(message), path: safeText(path), filter };
    const key = JSON.stringify(issue);
    const known = this.#issues.get(key);
    if (!known) this.#issues.set(key, issue);
    return known ?? issue;
  }
}

function filtersOf(group: string, tally: ReasonTally): ListFilter[] {
  const kinds = tally.reasons().slice(0, KINDS_MAX);
  return kinds.map(({ number, column = "", message }) => ({
    name: `${group}:${number}`,
    column: safeText(column),
    words: safeText(message),
  }));
}

function filterName(group: string, kind: number | undefined): string | null {
  return kind === undefined ? null : `${group}:${kind}`;
}

function shownText(text: string | null): string | undefined {
  return text === null || text === "" ? undefined : safeText(text);
}

/** JSON that stands in a script element: nothing in it can end that element, or begin a comment. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>\u2028\u2029]/g, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
