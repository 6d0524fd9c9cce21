import { TEST_KEY } from "../../test-key.ts";

/** What the hostile server has told of each address: nothing else may be believed of it. */
export class Granted {
  readonly #bodies = new Map<string, string[]>();

  note(email: string, body: string): void {
    const bodies = this.#bodies.get(email) ?? [];
    // As it is after the way over the wire.
    bodies.push(Buffer.from(body).toString());
    this.#bodies.set(email, bodies);
  }

  /** Whether an answer to a request with this address held these ids, but for the key in them. */
  holds(email: string, ids: { quoteId: string; loginUrl: string }): boolean {
    return (this.#bodies.get(email) ?? []).some((body) =>
      [ids.quoteId, ids.loginUrl].every((id) => textsOf(body).some((text) => text.includes(id))),
    );
  }
}

/** A body as it is, and with what JSON escapes in it read. */
function textsOf(body: string): string[] {
  const unescaped = body.replace(/\\(u[0-9a-f]{4}|.)/gi, (sequence) => {
    try {
      return JSON.parse(`"${sequence}"`);
    } catch {
      return sequence;
    }
  });
  return [body, unescaped].map((text) => text.replaceAll(new RegExp(TEST_KEY, "gi"), "[key]"));
}
