import { redactTokens, tokenPattern } from "../../base/redact.ts";
import { linkSecrets } from "../../lead/login-link.ts";
import { arrivedIn } from "../../outcome/answer.ts";
import type { TraceHeaders } from "../../outcome/exchange.ts";
import { answerText } from "../../outcome/what-happened.ts";
import type { IntentRecord, ResultRecord } from "./journal-record.ts";
import { readJournal } from "./read-journal.ts";

/** A request that was sent, or of which nobody can say that it was not. */
export interface SentRequest {
  /** ISO time of this machine, right before it was sent. */
  at: string;
  /** Its `x-request-id`; absent where it had none. */
  requestId?: string;
  /** Null when none was written down. */
  answer: {
    /** ISO time of this machine. */
    at: string;
    headers: TraceHeaders;
    /** What was seen, as in `the service answered 500, "boom"`, without what signs in: the service's owner may read it, too. */
    text: string;
  } | null;
}

/**
 * The requests of some rows, in order, by row number: what its owner needs to find them in the logs of the service.
 *
 * @param isMeant Whether those of a row count that went while these files of corrected rows were known.
 * @throws CliError with exit code 6 when the journal is damaged.
 */
export async function readSentRequests(
  journalPath: string,
  wanted: ReadonlySet<number>,
  isMeant: (row: number, corrections: ReadonlySet<string>) => boolean = () => true,
): Promise<Map<number, SentRequest[]>> {
  const requests = new Map<number, SentRequest[]>();
  const corrections = new Set<string>();
  await readJournal(journalPath, ({ record }) => {
    if (record.type === "round" && record.plan) corrections.add(record.plan.file);
    if (record.type === "restored") for (const { file } of record.plans) corrections.add(file);
    if ((record.type !== "intent" && record.type !== "result") || !wanted.has(record.row)) return;
    if (!isMeant(record.row, corrections)) return;
    const ofRow = requests.get(record.row) ?? [];
    requests.set(record.row, ofRow);
    take(record, ofRow);
  });
  return requests;
}

/** A row has one request under way at a time: a result is that of the intent before it. */
function take(record: IntentRecord | ResultRecord, requests: SentRequest[]): void {
  if (record.type === "intent") {
    const { at, requestId } = record;
    requests.push({ at, answer: null, ...(requestId !== undefined && { requestId }) });
  }
  const asked = requests.at(-1);
  if (record.type !== "result" || !asked) return;
  const { at, headers = {}, answer, sent } = record;
  const secrets = linkSecrets(arrivedIn(answer).loginUrl ?? "").map(tokenPattern);
  if (sent) asked.answer = { at, headers, text: redactTokens(answerText(record), secrets) };
  else requests.pop();
}
