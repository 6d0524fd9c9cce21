import { DurationHistogram, type DurationSummary } from "../../base/percentile.ts";
import { OUTCOME_TABLE } from "../../outcome/outcome-table.ts";
import type { ReportedRecord, ResultHead } from "../../run/journal/journal-record.ts";

/** What an answer did for its lead, as the chart tells it. */
export type AnswerGroup = "created" | "refused" | "other";

export interface TimelineBucket {
  counts: Record<AnswerGroup, number>;
  /** Of the attempts that ended in it; null where none did. */
  p50Ms: number | null;
  p95Ms: number | null;
}

/** The run over time. Time runs only while a round does: the hours between two rounds are left out. */
export interface TimelineView {
  bucketMs: number;
  buckets: TimelineBucket[];
  rounds: { command: string; at: string; startMs: number }[];
  /** Sum of the rounds. */
  durationMs: number;
  attemptCount: number;
  latencyMs: Omit<DurationSummary, "count"> | null;
  /** Attempts by HTTP status, and those without an answer by kind. */
  answers: { answer: string; count: number }[];
}

const BUCKETS_MAX = 120;
const BUCKET_MS_START = 250;
const ANSWERS_MAX = 20;
const OTHER_ANSWERS = "other";

interface Bucket {
  counts: Record<AnswerGroup, number>;
  latencies: DurationHistogram;
}

/**
 * Folds a journal into throughput and latency over time, in one pass and bounded memory: when the buckets are
 * used up, each two become one of twice the width.
 */
export class Timeline {
  readonly #latencies = new DurationHistogram();
  readonly #rounds: TimelineView["rounds"] = [];
  readonly #answers = new Map<string, number>();
  #buckets: Bucket[] = [];
  #bucketMs = BUCKET_MS_START;
  #attemptCount = 0;
  /** Wall clock at which the current round began, and what the rounds before it took. */
  #roundAtMs = 0;
  #beforeMs = 0;
  #nowMs = 0;
  /** What `#nowMs` was last read from: many answers come within one millisecond. */
  #advancedTo = "";

  add(record: ReportedRecord): void {
    switch (record.type) {
      case "run":
        break;
      case "round":
        this.#beforeMs = this.#nowMs;
        this.#roundAtMs = Date.parse(record.at);
        this.#advancedTo = "";
        this.#rounds.push({ command: record.command, at: record.at, startMs: this.#beforeMs });
        break;
      case "result":
        this.#advance(record.at);
        this.#result(record);
        break;
      case "end":
        this.#advance(record.at);
        break;
      case "recovered":
        break;
    }
  }

  view(): TimelineView {
    return {
      bucketMs: this.#bucketMs,
      buckets: this.#buckets.map(({ counts, latencies }) => ({
        counts,
        p50Ms: latencies.percentile(50),
        p95Ms: latencies.percentile(95),
      })),
      rounds: this.#rounds,
      durationMs: this.#nowMs,
      attemptCount: this.#attemptCount,
      latencyMs: this.#latencies.summary(),
      answers: [...this.#answers]
        .map(([answer, count]) => ({ answer, count }))
        .sort((a, b) => b.count - a.count),
    };
  }

  /** The wall clock may be set back while a run goes: its time never is. */
  #advance(at: string): void {
    if (at === this.#advancedTo) return;
    this.#advancedTo = at;
    this.#nowMs = Math.max(this.#nowMs, this.#beforeMs + Date.parse(at) - this.#roundAtMs);
  }

  #result({ answer, durationMs, httpStatus }: ResultHead): void {
    this.#attemptCount += 1;
    this.#latencies.record(durationMs);
    const name = httpStatus === null ? answer.kind : String(httpStatus);
    const isRoom = this.#answers.has(name) || this.#answers.size < ANSWERS_MAX;
    const counted = isRoom ? name : OTHER_ANSWERS;
    this.#answers.set(counted, (this.#answers.get(counted) ?? 0) + 1);
    const bucket = this.#bucketAt(this.#nowMs);
    bucket.counts[groupOf(answer.kind)] += 1;
    bucket.latencies.record(durationMs);
  }

  #bucketAt(atMs: number): Bucket {
    while (atMs / this.#bucketMs >= BUCKETS_MAX) this.#halve();
    const index = Math.floor(atMs / this.#bucketMs);
    while (this.#buckets.length <= index) this.#buckets.push(emptyBucket());
    return this.#buckets[index] ?? emptyBucket();
  }

  #halve(): void {
    const halved: Bucket[] = [];
    for (const [index, bucket] of this.#buckets.entries()) {
      const into = halved[index >> 1] ?? emptyBucket();
      halved[index >> 1] = into;
      for (const group of ["created", "refused", "other"] as const)
        into.counts[group] += bucket.counts[group];
      into.latencies.add(bucket.latencies);
    }
    this.#buckets = halved;
    this.#bucketMs *= 2;
  }
}

function emptyBucket(): Bucket {
  return { counts: { created: 0, refused: 0, other: 0 }, latencies: new DurationHistogram(2) };
}

/** By what the answer alone says. */
function groupOf(kind: ResultHead["answer"]["kind"]): AnswerGroup {
  if (kind === "created") return "created";
  return OUTCOME_TABLE[kind].definite ? "refused" : "other";
}
