import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** How a token was taken: the right one, one that had been right before, or none of ours. */
export type TokenUse = "taken" | "used" | "wrong";

/**
 * Who may use the desk: the browser that came with the token of the printed address, which works once. It is given a secret, and
 * says it with each request. Both are random and live as long as the process.
 */
export class Session {
  /** A cookie would go to every port of this computer: the page keeps it for its own origin, and sends it as a header. */
  readonly secret = randomText();
  #token = randomText();
  readonly #used = new Set<string>();

  /** The token that works now. It is printed, and goes nowhere else. */
  get token(): string {
    return this.#token;
  }

  /** Takes a token; the next one is another. */
  take(token: string): TokenUse {
    if (!isSame(token, this.#token)) return this.#used.has(digest(token)) ? "used" : "wrong";
    this.#used.add(digest(token));
    this.#token = randomText();
    return "taken";
  }

  /** @param authorization As the request has it: `Bearer` and the secret. */
  knows(authorization: string | undefined): boolean {
    return isSame(authorization ?? "", `Bearer ${this.secret}`);
  }
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}

/** Takes as long for a text that is nearly right. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
