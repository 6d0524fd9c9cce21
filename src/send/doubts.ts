import { type Clock, timestamp } from "../base/clock.ts";
import { type Answer, arrivedIn } from "../outcome/answer.ts";
import type { Exchange, RowAttempt, Service } from "../outcome/exchange.ts";
import type { DoubtedRecord } from "../run/journal/journal-record.ts";
import type { JournalWriter } from "../run/journal/journal-writer.ts";
import type { RunState } from "../run/journal/run-state.ts";
import { ClaimRegister } from "../run/plan/claim-register.ts";
import { LIMITS } from "../settings/policy.ts";
import type { Gatekeeper } from "./gatekeeper.ts";
import { STOPS } from "./stop-reason.ts";

/** An attempt that brought an id; its number is absent where it created the lead: no other one follows. */
type Owner = Pick<RowAttempt, "row"> & Partial<RowAttempt>;

/** The rows for which a quote id or a login token came first, in whatever answer. */
export class AnswerRegister {
  readonly #quoteIds = new ClaimRegister();
  readonly #tokens = new ClaimRegister();
  /** The attempts that brought ids without proving a quote: few, and another attempt of the row may have created it. */
  readonly #unproven = new Map<string, number>();

  /** The attempts of other rows that brought parts of an answer before; what none did is claimed for this one. */
  others(answer: Answer, { row, attempt }: RowAttempt): readonly Owner[] {
    const isCreated = answer.kind === "created";
    const { quoteId, loginUrl } = arrivedIn(answer);
    const token = loginUrl === undefined ? undefined : TOKEN.exec(loginUrl)?.[1];
    const owners = new Map<number, Owner>();
    for (const [register, text] of [[this.#quoteIds, quoteId] as const, [this.#tokens, token] as const]) {
      if (text === undefined) continue;
      const owner = register.claim(text, row);
      if (owner === undefined && !isCreated) this.#unproven.set(text, attempt);
      if (owner === undefined || owner === row) continue;
      const first = this.#unproven.get(text);
      owners.set(owner, { row: owner, ...(first !== undefined && { attempt: first }) });
    }
    return [...owners.values()];
  }
}

const TOKEN = /[?&]token=([^&#]+)/;

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
    if (!answers || (answer.kind !== "created" && !answer.pieces)) return;
    const owners = answers.others(answer, attempt);
    if (owners.length === 0) return;
    service.keepApart();
    const others = owners.map(({ row, attempt = state.attempts(row) }) => ({ row, attempt }));
    this.#write("same-answer", [...others, attempt]);
    for (const { row } of isAlone ? owners : []) {
      const count = (this.#apart.get(row) ?? 0) + 1;
      this.#apart.set(row, count);
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
