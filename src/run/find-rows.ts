import { readLineBlocks } from "../base/read-lines.ts";
import { emailKey } from "../lead/email.ts";
import type { Lead } from "../lead/schema.ts";
import { decodeLine } from "./journal-line.ts";
import { decodeHead, leadBytesOf } from "./plan-record.ts";
import type { RunHistory } from "./run-history.ts";

/**
 * The rows of a run whose lead has an e-mail or partner's reference, in any of its versions, or whose quote has an
 * id; in ascending order.
 */
export async function findRows(history: RunHistory, query: string): Promise<number[]> {
  const { current, paths, run } = history;
  const rows = new Set<number>();
  for (const path of [current.path, ...current.corrections.map((correction) => correction.path)]) {
    await findInPlan(path, query, rows);
  }
  if (run) await findInJournal(paths.journal, query, rows);
  return [...rows].sort((a, b) => a - b);
}

async function findInPlan(path: string, query: string, rows: Set<number>): Promise<void> {
  const key = emailKey(query);
  const mayHold = lineFilter(query);
  for await (const { lines } of readLineBlocks(path)) {
    for (const line of lines) {
      const head = mayHold(line) ? decodeHead(line) : undefined;
      if (!head) continue;
      const lead = JSON.parse(leadBytesOf(line, head).toString()) as Lead;
      const email = lead.contactInfo?.email;
      if (lead.affiliateId?.trim() === query || (email !== undefined && emailKey(email) === key))
        rows.add(head.row);
    }
  }
}

async function findInJournal(path: string, query: string, rows: Set<number>): Promise<void> {
  const needle = Buffer.from(JSON.stringify(query));
  for await (const { lines } of readLineBlocks(path)) {
    for (const line of lines) {
      const record = line.includes(needle) ? decodeLine(line) : undefined;
      if (record?.type !== "result" || record.answer.kind !== "created") continue;
      if (record.answer.quoteId === query) rows.add(record.row);
    }
  }
}

const PLAIN = /^[ !#-[\]-~]+$/;

/** Tells quickly which lines cannot hold a text, in whatever case. Text that JSON may write otherwise is looked for everywhere. */
function lineFilter(query: string): (line: Buffer) => boolean {
  if (!PLAIN.test(query)) return () => true;
  const needle = query.toLowerCase();
  return (line) => line.toString("latin1").toLowerCase().includes(needle);
}
