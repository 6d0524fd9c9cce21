import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { CliError } from "../../base/cli-error.ts";
import { deskError } from "../desk-errors.ts";

/** On every answer: nothing but our own files is loaded, nobody frames the page, nothing is kept or told elsewhere. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/**
 * Refuses what no page of ours sends: another host (a name that was made to lead here), another origin, a change that
 * does not say where it comes from. Browsers set these headers by themselves, and no script can change them.
 *
 * @param host Ours, as in `127.0.0.1:8080`.
 */
export function refusalOf({ method, headers }: IncomingMessage, host: string): CliError | undefined {
  if (headers.host !== host) return deskError("wrong-host");
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const isOurs = origin === undefined || origin === `http://${host}`;
  if (!isOurs || !(site === undefined || site === "same-origin" || site === "none"))
    return deskError("wrong-origin");
  const isReading = method === "GET";
  if (!isReading && origin === undefined && site !== "same-origin") return deskError("wrong-origin/change");
  return undefined;
}

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
