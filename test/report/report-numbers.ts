import { parse } from "csv-parse/sync";
import { XMLParser } from "fast-xml-parser";
import { STATUSES, type Status, type Summary } from "../../src/outcome/status.ts";

/** What a report says of a run, however it says it. */
export interface Numbers {
  /** Rows by status, those that occur. */
  statuses: Partial<Record<Status, number>>;
  /** Status by row; absent where a format does not list all rows. */
  rows?: Record<number, string>;
}

export function jsonNumbers(text: string): Numbers & { summary: Summary } {
  const { summary, leads } = JSON.parse(text) as {
    summary: Summary;
    leads: { row: number; status: string }[];
  };
  const { total: _total, maybeCreated: _maybe, dismissed: _out, ...counts } = summary;
  const rows = Object.fromEntries(leads.map(({ row, status }) => [row, status]));
  return { summary, statuses: occurring(counts), rows };
}

export function csvNumbers(text: string): Numbers {
  const records: Record<string, string>[] = parse(text, { bom: true, columns: true });
  const rows = Object.fromEntries(
    records.map((record) => [Number(record.leadctl_row), record.leadctl_status ?? ""]),
  );
  return { statuses: countStatuses(Object.values(rows)), rows };
}

interface Case {
  name: string;
  failure?: { type: string };
  error?: { type: string };
  skipped?: object;
}

export function junitNumbers(text: string): Numbers & { verdicts: Record<string, number> } {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    isArray: (name) => name === "testcase" || name === "property",
  });
  const { testsuites } = parser.parse(text);
  const { testcase = [], properties, tests, failures, errors, skipped } = testsuites.testsuite;
  const rows = Object.fromEntries(
    (testcase as Case[]).map(({ name, failure, error, skipped: isSkipped }) => {
      const status = isSkipped === undefined ? "created" : "pending";
      return [Number(/^row (\d+)/.exec(name)?.[1]), failure?.type ?? error?.type ?? status];
    }),
  );
  const summary = Object.fromEntries(
    (properties.property as { name: string; value: string }[])
      .filter(({ name }) => /^leadctl\.summary\.(?!total|maybeCreated|dismissed)/.test(name))
      .map(({ name, value }) => [name.replace("leadctl.summary.", ""), Number(value)]),
  );
  const verdicts = { tests, failures, errors, skipped };
  return {
    statuses: occurring(summary as Record<Status, number>),
    rows,
    verdicts: Object.fromEntries(Object.entries(verdicts).map(([name, value]) => [name, Number(value)])),
  };
}

export function markdownNumbers(text: string): Numbers {
  const lines = [...text.matchAll(/^\| (\w+) \| ([\d,]+) \|/gm)];
  const counts = lines.map(([, status = "", count = ""]) => [status, Number(count.replaceAll(",", ""))]);
  return { statuses: occurring(Object.fromEntries(counts.filter(([status]) => isStatus(String(status))))) };
}

/** Both what the page tells in words and what its table is filled with. */
export function htmlNumbers(text: string): Numbers & {
  told: Numbers["statuses"];
  /** Row numbers, in the order of the table. */
  listed: number[];
} {
  const json = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "";
  const { list } = JSON.parse(json) as { list: { rows: [row: number, status: string][] } };
  const rows = Object.fromEntries(list.rows.map(([row, status]) => [row, status]));
  const meanings = /<dl class="meanings">[\s\S]*?<\/dl>/.exec(text)?.[0] ?? "";
  const told = [...meanings.matchAll(/<\/span> ([\w ]+) <span class="note">([\d,]+)<\/span>/g)].map(
    ([, status = "", count = ""]) => [status, Number(count.replaceAll(",", ""))],
  );
  return {
    statuses: countStatuses(Object.values(rows)),
    rows,
    told: Object.fromEntries(told),
    listed: list.rows.map(([row]) => row),
  };
}

function countStatuses(statuses: readonly string[]): Numbers["statuses"] {
  const counts: Partial<Record<string, number>> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function occurring(counts: Record<string, number>): Numbers["statuses"] {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

function isStatus(text: string): text is Status {
  return STATUSES.some((status) => status === text);
}
