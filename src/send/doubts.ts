import { type Clock, timestamp } from "../base/clock.ts";
import type { Answer, Pieces } from "../outcome/answer.ts";
import type { Exchange, RowAttempt, Service } from "../outcome/exchange.ts";
import type { DoubtedRecord } from "../run/journal/journal-record.ts";
import type { JournalWriter } from "../run/journal/journal-writer.ts";
import type { RunState } from "../run/journal/run-state.ts";
import { EmailRegister } from "../run/plan/email-register.ts";
import { LIMITS } from "../settings/policy.ts";
import type { Gatekeeper } from "./gatekeeper.ts";
import { STOPS } from "./stop-reason.ts";

/** What an answer is recognised by when it comes once more. */
export function answerMarks({ quoteId, loginUrl }: Pieces): string[] {
  const token = loginUrl === undefined ? undefined : TOKEN.exec(loginUrl)?.[1];
  const marks: string[] = [];
  if (quoteId !== undefined) marks.push(`quote ${quoteId}`);
  if (token !== undefined) marks.push(`token ${token}`);
  return marks;
}

const TOKEN = /[?&]token=([^&#]+)/;

/** The row for which a quote id or a login token came first, of the answers that created leads. */
export type AnswerRegister = Pick<EmailRegister, "claim" | "ownerOf">;

/** An empty one. */
export function answerRegister(): EmailRegister {
  return new EmailRegister(quickHash);
}

/** A cryptographic one takes ten times as long, and who could make two texts alike could as well send one twice. */
function quickHash(text: string): [high: number, low: number] {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  const mixed = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return [mixed >>> 0, Math.imul(low ^ (low >>> 16), 0x85ebca6b) >>> 0];
}

interface DoubtsParts {
  clock: Clock;
  service: Pick<Service, "onDoubt" | "keepApart">;
  journal: Pick<JournalWriter, "append">;
  state: RunState;
  gate: Pick<Gatekeeper, "stop">;
  /** With the answers of earlier rounds in it; absent: the same answer may come for several rows. */
  answers?: AnswerRegister;
}

/** Writes down which answers may be those of other rows: a connection was out of step, or one answer came for two rows. */
export class AnswerDoubts {
  readonly #parts: DoubtsParts;
  /** How often each answer that came for several rows came on a connection of its own. */
  readonly #apart = new Map<string, number>();
  readonly #written: Promise<void>[] = [];

  constructor(parts: DoubtsParts) {
    this.#parts = parts;
    if (parts.state.hasDoubts) parts.service.keepApart();
    parts.service.onDoubt((attempts) => this.#write("out-of-step", attempts));
  }

  /** Looks at an answer whose result is with the journal. */
  note(attempt: RowAttempt, answer: Answer, { isAlone }: Exchange): void {
    const { answers, service, state, gate } = this.#parts;
    const isCreated = answer.kind === "created";
    const ids = isCreated ? answer : answer.pieces;
    if (!answers || !ids) return;
    const { row } = attempt;
    const repeated = new Map<string, number>();
    for (const mark of answerMarks(ids)) {
      const owner = isCreated ? answers.claim(mark, row) : answers.ownerOf(mark);
      if (owner !== undefined && owner !== row) repeated.set(mark, owner);
    }
    if (repeated.size === 0) return;
    service.keepApart();
    const owners = [...new Set(repeated.values())];
    const others = owners.map((owner) => ({ row: owner, attempt: state.attempts(owner) }));
    this.#write("same-answer", [...others, attempt]);
    for (const mark of isAlone ? repeated.keys() : []) {
      const count = (this.#apart.get(mark) ?? 0) + 1;
      this.#apart.set(mark, count);
      if (count >= LIMITS.sameAnswersMax) gate.stop(STOPS.sameAnswer);
    }
  }

  /**
   * Resolves once all of it is durable and counted.
   *
   * @throws What the journal threw.
   */
  async written(): Promise<void> {
    await Promise.all(this.#written);
  }

  #write(because: DoubtedRecord["because"], attempts: readonly RowAttempt[]): void {
    const { journal, clock, state } = this.#parts;
    const record: DoubtedRecord = { type: "doubted", at: timestamp(clock), because, attempts };
    const written = journal.append(record).durable.then(() => state.doubted(record));
    // Whoever waits for it in the end hears of it.
    written.catch(() => undefined);
    this.#written.push(written);
  }
}
