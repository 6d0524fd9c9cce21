import { type SandboxAnswer } from "./sandbox-answer.ts";
export interface Quote {
    quoteId: string;
    /** As it was sent. */
    email: string;
    /** The request body as it was sent; null when the sandbox does not keep leads. */
    leadText: string | null;
}
export type Booking = {
    kind: "booked";
    quote: Quote;
} | {
    kind: "quote-exists";
} | {
    kind: "user-exists";
};
/** The quotes and accounts that the service holds, in memory. */
export declare class QuoteBook {
    #private;
    /** The accounts that exist without a quote. */
    setUsers(emails: readonly string[]): void;
    /**
     * Checks the e-mail address and books the quote in one turn: however many requests run at once, an
     * address gets one quote. Which duplicate error takes precedence is not shown; ours is the quote's.
     */
    book(email: string, leadText: string | null): Booking;
    /** Searches them all: it takes a person's click, and a second index would slow down every create. */
    quoteById(quoteId: string): Quote | undefined;
    /** In the order in which they were created. */
    quotes(): Quote[];
}
/**
 * Signs and verifies the token of a login link (interface, section 2.2). The secret is made anew at every
 * start, so another sandbox's links are foreign. Lifetime and single use are not shown there: ours live as
 * long as the sandbox and work any number of times.
 */
export declare class LoginTokens {
    #private;
    sign(quoteId: string): string;
    /** The quote a token signs in to; undefined for a forged, altered or foreign one. */
    verify(token: string): string | undefined;
}
/** The page behind a login link: which quote it signs in to. */
export declare function signedInPage(quote: Quote): SandboxAnswer;
export declare function refusedPage(): SandboxAnswer;
