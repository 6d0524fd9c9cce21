import { randomUUID } from "node:crypto";
import { emailKey } from "../lead/email.ts";

export interface Quote {
  quoteId: string;
  /** As it was sent. */
  email: string;
  /** The request body as it was sent; null when the sandbox does not keep leads. */
  leadText: string | null;
}

export type Booking = { kind: "booked"; quote: Quote } | { kind: "quote-exists" } | { kind: "user-exists" };

/** The quotes and accounts that the service holds, in memory. */
export class QuoteBook {
  readonly #quoteByEmail = new Map<string, Quote>();
  #userEmails: ReadonlySet<string> = new Set();

  /** The accounts that exist without a quote. */
  setUsers(emails: readonly string[]): void {
    this.#userEmails = new Set(emails.map(emailKey));
  }

  /**
   * Checks the e-mail address and books the quote in one turn: however many requests run at once, an
   * address gets one quote. Which duplicate error takes precedence is not shown; ours is the quote's.
   */
  book(email: string, leadText: string | null): Booking {
    const key = emailKey(email);
    if (this.#quoteByEmail.has(key)) return { kind: "quote-exists" };
    if (this.#userEmails.has(key)) return { kind: "user-exists" };
    const quote: Quote = { quoteId: randomUUID(), email, leadText };
    this.#quoteByEmail.set(key, quote);
    return { kind: "booked", quote };
  }

  /** Searches them all: it takes a person's click, and a second index would slow down every create. */
  quoteById(quoteId: string): Quote | undefined {
    for (const quote of this.#quoteByEmail.values()) {
      if (quote.quoteId === quoteId) return quote;
    }
    return undefined;
  }

  /** In the order in which they were created. */
  quotes(): Quote[] {
    return [...this.#quoteByEmail.values()];
  }
}
