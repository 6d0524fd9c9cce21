import type { IncomingMessage } from "node:http";
import type { PlainDeskError } from "../desk-errors.ts";
import { deskError } from "../desk-errors.ts";

/** Why a request is not let in. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  /** What to do, as a sentence. */
  hint: string;
}

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
export function refusalOf({ method, headers }: IncomingMessage, host: string): Refusal | undefined {
  if (headers.host !== host) {
    return refusal(421, "wrong-host");
  }
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const isOurs = origin === undefined || origin === `http://${host}`;
  if (!isOurs || !(site === undefined || site === "same-origin" || site === "none")) {
    return refusal(403, "wrong-origin");
  }
  const isReading = method === "GET";
  if (!isReading && origin === undefined && site !== "same-origin") {
    return refusal(403, "wrong-origin/change");
  }
  return undefined;
}

/** What is answered to a request that is not let in, or not understood. */
export function refusal(status: number, finding: PlainDeskError): Refusal {
  const { code, message, hint } = deskError(finding);
  return { status, code, message, hint };
}
