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
