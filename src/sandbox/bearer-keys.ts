import { randomBytes, timingSafeEqual } from "node:crypto";

/** Compares in constant time, so that the time of a refusal says no more of a key than its length. */
export class BearerKeys {
  readonly #keys: readonly Buffer[];

  constructor(keys: readonly string[]) {
    this.#keys = keys.map((key) => Buffer.from(key));
  }

  /** Whether an Authorization header holds one of the keys under the scheme Bearer (interface, section 5). */
  accept(authorization: string | undefined): boolean {
    const [, key] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
    if (key === undefined) return false;
    const given = Buffer.from(key);
    return this.#keys.some((known) => given.length === known.length && timingSafeEqual(given, known));
  }
}

/** A throwaway key: it opens nothing but the sandbox that made it. */
export function makeKey(): string {
  return `sandbox-${randomBytes(18).toString("base64url")}`;
}
