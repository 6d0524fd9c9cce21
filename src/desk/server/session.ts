import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** How a token was taken: the right one, one that had been right before, or none of ours. */
export type TokenUse = "taken" | "used" | "wrong";

/**
 * Who may use the desk: the browser that came with the token of the printed address, which works once, and has the
 * cookie since. Both are random and live as long as the process.
 */
export class Session {
  readonly #cookieName: string;
  readonly #secret = randomText();
  #token = randomText();
  readonly #used = new Set<string>();

  /** @param port Cookies know no ports: two desks would take each other's away. */
  constructor(port: number) {
    this.#cookieName = `leadctl-desk-${port}`;
  }

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

  /** The value of Set-Cookie: for this host alone, never readable by a script, never sent along by another site. */
  get cookie(): string {
    return `${this.#cookieName}=${this.#secret}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** @param header The request's cookies. */
  knows(header: string | undefined): boolean {
    const pairs = (header ?? "").split(";").map((pair) => pair.trim().split("="));
    return pairs.some(([name, value = ""]) => name === this.#cookieName && isSame(value, this.#secret));
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
