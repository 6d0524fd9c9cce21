import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Signs and verifies the token of a login link (interface, section 2.2). The secret is made anew at every
 * start, so another sandbox's links are foreign. Lifetime and single use are not shown there: ours live as
 * long as the sandbox and work any number of times.
 */
export class LoginTokens {
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
