/**
 * How sure we are that the service takes an e-mail address (rule V5).
 *
 * - `valid`: every validator in use takes it.
 * - `doubtful`: some validators take it and some do not; the service decides.
 * - `invalid`: no validator takes it, so the service will not either.
 */
export type EmailVerdict = "valid" | "doubtful" | "invalid";
/** Judges an address as it would be sent, without trimming it. */
export declare function judgeEmail(address: string): EmailVerdict;
/**
 * The form in which two addresses count as one person's: trimmed and case-folded.
 * The service's own comparison is not shown.
 */
export declare function emailKey(address: string): string;
