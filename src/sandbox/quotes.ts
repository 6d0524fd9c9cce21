import { createHmac, createSecretKey, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { xmlText } from "../base/xml.ts";
import { emailKey } from "../lead/email.ts";
import { LOGIN_PATH } from "./read-request.ts";
import { htmlAnswer, type SandboxAnswer } from "./sandbox-answer.ts";
import { sandboxError } from "./sandbox-errors.ts";
import type { QuoteSeed, SandboxQuote } from "./sandbox-types.ts";

export interface Quote {
  quoteId: string;
  /** As it was sent. */
  email: string;
  /** The request body as it was sent; null when the sandbox does not keep leads. */
  leadText: string | null;
}

export type Booking = { kind: "booked"; quote: Quote } | { kind: "quote-exists" } | { kind: "user-exists" };

/** The quotes and accounts that the service holds, in memory, and the links that sign in to them. */
export class QuoteBook {
  /** Base of the login links, without a trailing slash. */
  linkBaseUrl = "";
  readonly #tokens = new LoginTokens();
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

  /**
   * Puts quotes there, all of them or none.
   *
   * @throws CliError for an address or an id that has a quote.
   */
  add(seeds: readonly QuoteSeed[]): SandboxQuote[] {
    const quotes = seeds.map(({ email, quoteId = randomUUID(), lead }): Quote => {
      return { quoteId, email, leadText: lead === undefined ? null : JSON.stringify(lead) };
    });
    const all = [...this.#quoteByEmail.values(), ...quotes];
    const keys = new Set(all.map(({ email }) => emailKey(email)));
    const ids = new Set(all.map(({ quoteId }) => quoteId));
    if (keys.size < all.length || ids.size < all.length) throw sandboxError("quote-exists");
    for (const quote of quotes) this.#quoteByEmail.set(emailKey(quote.email), quote);
    return quotes.map((quote) => this.#shown(quote));
  }

  clear(): void {
    this.#quoteByEmail.clear();
  }

  loginUrl(quoteId: string): string {
    return `${this.linkBaseUrl}${LOGIN_PATH}?token=${this.#tokens.sign(quoteId)}`;
  }

  /** Searches them all: it takes a person's click, and a second index would slow down every create. */
  quoteOfToken(token: string): Quote | undefined {
    const quoteId = this.#tokens.verify(token);
    return [...this.#quoteByEmail.values()].find((quote) => quote.quoteId === quoteId);
  }

  /** In the order in which they were created. */
  quotes(): SandboxQuote[] {
    return [...this.#quoteByEmail.values()].map((quote) => this.#shown(quote));
  }

  #shown({ quoteId, email, leadText }: Quote): SandboxQuote {
    const lead: unknown = leadText === null ? null : JSON.parse(leadText);
    return { quoteId, email, lead, loginUrl: this.loginUrl(quoteId) };
  }
}

/**
 * Signs and verifies the token of a login link (interface, section 2.2). The secret is made anew at every
 * start, so another sandbox's links are foreign. Lifetime and single use are not shown there: ours live as
 * long as the sandbox and work any number of times.
 */
class LoginTokens {
  /** A key object: newer releases of Node take six times as long with a key of bytes. */
  readonly #secret = createSecretKey(randomBytes(32));

  sign(quoteId: string): string {
    return `${quoteId}.${this.#signature(quoteId)}`;
  }

  /** The quote a token signs in to; undefined for a forged, altered or foreign one. */
  verify(token: string): string | undefined {
    const end = token.lastIndexOf(".");
    const quoteId = token.slice(0, Math.max(0, end));
    // As text and not as bytes: several base64 texts stand for the same bytes.
    const given = Buffer.from(token.slice(end + 1));
    const expected = Buffer.from(this.#signature(quoteId));
    return given.length === expected.length && timingSafeEqual(given, expected) ? quoteId : undefined;
  }

  #signature(quoteId: string): string {
    return createHmac("sha256", this.#secret).update(quoteId).digest("base64url");
  }
}

/** The page behind a login link: which quote it signs in to. */
export function signedInPage(quote: Quote): SandboxAnswer {
  const text = `This link signs ${xmlText(quote.email)} in to quote <strong>${xmlText(quote.quoteId)}</strong>.`;
  return htmlAnswer(200, page("Signed in", text), "signed-in");
}

export function refusedPage(): SandboxAnswer {
  const text = "This login link was not made by this sandbox, or it was altered on the way.";
  return htmlAnswer(401, page("Link refused", text), "login-refused");
}

function page(title: string, paragraph: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} · leadctl sandbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><h1>${title}</h1><p>${paragraph}</p><p>Sandbox of leadctl: no real account is behind this page.</p></body>
</html>
`;
}
