import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Signs and verifies the token of a login link (interface, section 2.2). The secret is made anew at every
 * start, so another sandbox's links are foreign. Lifetime and single use are not shown there: ours live as
 * long as the sandbox and work any number of times.
 */
export class LoginTokens {
  readonly #secret = randomBytes(32);

  sign(quoteId: string): string {
    const payload = Buffer.from(quoteId).toString("base64url");
    return `${payload}.${this.#signature(payload)}`;
  }

  /** The quote a token signs in to; undefined for a forged, altered or foreign one. */
  verify(token: string): string | undefined {
    const [payload, signature, ...rest] = token.split(".");
    if (payload === undefined || signature === undefined || rest.length > 0) return undefined;
    // As text and not as bytes: several base64 texts stand for the same bytes.
    const given = Buffer.from(signature);
    const expected = Buffer.from(this.#signature(payload));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return Buffer.from(payload, "base64url").toString();
  }

  #signature(payload: string): string {
    return createHmac("sha256", this.#secret).update(payload).digest("base64url");
  }
}
