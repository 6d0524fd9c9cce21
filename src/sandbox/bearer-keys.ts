import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Compares in constant time, so that the time of a refusal says nothing about a key. */
export class BearerKeys {
  readonly #digests: readonly Buffer[];

  constructor(keys: readonly string[]) {
    this.#digests = keys.map(digest);
  }

  /** Whether an Authorization header holds one of the keys under the scheme Bearer (interface, section 5). */
  accept(authorization: string | undefined): boolean {
    const key = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    if (key === undefined) return false;
    const given = digest(key);
    return this.#digests.reduce((found, known) => timingSafeEqual(given, known) || found, false);
  }
}

/** A throwaway key: it opens nothing but the sandbox that made it. */
export function makeKey(): string {
  return `sandbox-${randomBytes(18).toString("base64url")}`;
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
