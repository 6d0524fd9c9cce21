import { type Clock, timestamp } from "../base/clock.ts";
import type { Answer, Pieces } from "../outcome/answer.ts";
import type { Exchange, RowAttempt, Service } from "../outcome/exchange.ts";
import type { DoubtedRecord } from "../run/journal/journal-record.ts";
import type { JournalWriter } from "../run/journal/journal-writer.ts";
import type { RunState } from "../run/journal/run-state.ts";
import { ClaimRegister } from "../run/plan/claim-register.ts";
import { LIMITS } from "../settings/policy.ts";
import type { Gatekeeper } from "./gatekeeper.ts";
import { STOPS } from "./stop-reason.ts";

/** The rows for which a quote id or a login token came first, of the answers that created leads. */
export class AnswerRegister {
  readonly #quoteIds = new ClaimRegister();
  readonly #tokens = new ClaimRegister();

  /**
   * The other rows for which parts of an answer came before.
   *
   * @param isCreated Whether it created the lead of its row: what did not come before is claimed for it.
   */
  others({ quoteId, loginUrl }: Pieces, row: number, isCreated: boolean): readonly number[] {
    const token = loginUrl === undefined ? undefined : TOKEN.exec(loginUrl)?.[1];
    const first = ownerIn(this.#quoteIds, quoteId, row, isCreated);
    const second = ownerIn(this.#tokens, token, row, isCreated);
    if (first === row && second === row) return NOBODY;
    return [...new Set([first, second])].filter((owner) => owner !== row);
  }
}

const NOBODY: readonly number[] = [];
const TOKEN = /[?&]token=([^&#]+)/;

function ownerIn(register: ClaimRegister, text: string | undefined, row: number, isClaim: boolean): number {
  if (text === undefined) return row;
  return (isClaim ? register.claim(text, row) : register.ownerOf(text)) ?? row;
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
  /** How often an answer came again on a connection of its own, by the row that had it first. */
  readonly #apart = new Map<number, number>();
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
    const owners = answers.others(ids, attempt.row, isCreated);
    if (owners.length === 0) return;
    service.keepApart();
    const others = owners.map((owner) => ({ row: owner, attempt: state.attempts(owner) }));
    this.#write("same-answer", [...others, attempt]);
    for (const owner of isAlone ? owners : []) {
      const count = (this.#apart.get(owner) ?? 0) + 1;
      this.#apart.set(owner, count);
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
    // The code that waits for it in the end gets the error.
    written.catch(() => undefined);
    this.#written.push(written);
  }
}
