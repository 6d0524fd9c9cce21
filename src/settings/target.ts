import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";

/** Where leads go, and on whose behalf (interface, section 4.1). */
export interface Target {
  /** Without a trailing slash. */
  baseUrl: string;
  partner: string;
}

const PARTNER = /^[A-Za-z0-9._-]+$/;

/**
 * Checks a base URL and a partner as a person gave them.
 *
 * @throws CliError with exit code 2: not https (plain http only to loopback), user info, a query, a
 *   fragment, or a partner that is not one path segment.
 */
export function parseTarget(baseUrl: string, partner: string): Target {
  return { baseUrl: parseBaseUrl(baseUrl), partner: parsePartner(partner) };
}

/** The address of the one operation: `{base_url}/api/{partner}/lead/create`. */
export function createUrl(target: Target): URL {
  return new URL(`${target.baseUrl}/api/${target.partner}/lead/create`);
}

/** @throws CliError with exit code 2; see {@link parseTarget}. */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw refusal("base-url-malformed", "The base URL is not a web address", "Give it as https://host.");
  }
  if (url.username !== "" || url.password !== "") {
    throw refusal(
      "base-url-user",
      "The base URL must not hold a user name or password",
      "Remove it; the key comes from LEADCTL_API_KEY.",
    );
  }
  if (url.search !== "" || url.hash !== "" || text.includes("?") || text.includes("#")) {
    throw refusal(
      "base-url-query",
      "The base URL must not have a query or a fragment",
      "End it after the host or path.",
    );
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw refusal(
      "base-url-plain",
      `${url.origin} is plain http: the key and the leads would travel unprotected`,
      "Use https. Plain http is taken only for this machine (127.0.0.1, localhost, [::1]).",
    );
  }
  return url.href.replace(/\/+$/, "");
}

/** @throws CliError with exit code 2; see {@link parseTarget}. */
export function parsePartner(text: string): string {
  if (!PARTNER.test(text) || /^\.+$/.test(text)) {
    throw refusal(
      "partner-malformed",
      "The partner may hold only letters, digits, -, _ and ., and not only dots",
      "Use the partner name from the create address: /api/<partner>/lead/create.",
    );
  }
  return text;
}

/** Whether a host, as in a URL or alone, is this machine. */
export function isLoopback(host: string): boolean {
  return ["localhost", "[::1]", "::1"].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);
}

function refusal(code: string, message: string, hint: string): CliError {
  return new CliError(message, { code, exitCode: EXIT.usage, hint });
}
