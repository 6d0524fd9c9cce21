import { settingsError } from "./settings-errors.ts";

/** Where leads go, and on whose behalf (interface, section 4.1). */
export interface Target {
  /** Without a trailing slash. */
  baseUrl: string;
  partner: string;
}

/** What a run that sends to a sandbox inside the program is bound to: it is gone with the program, and the next has another address. */
export const SANDBOX_TARGET: Target = { baseUrl: "sandbox", partner: "sandbox" };

/** Whether a run went to a sandbox inside the program, so that nothing that it created is anywhere. */
export function isOwnSandbox({ baseUrl }: Pick<Target, "baseUrl">): boolean {
  return baseUrl === SANDBOX_TARGET.baseUrl;
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

/** The end of a create address, as somebody may paste it. */
const CREATE_PATH = /\/+api\/+([^/]+)\/+lead\/+create\/*$/;

/**
 * An address as somebody gave it: the base URL, or the whole address of the create operation, which names the
 * partner, too.
 *
 * @throws CliError with exit code 2; see {@link parseTarget}.
 */
export function parseAddress(text: string): { baseUrl: string; partner?: string } {
  const address = parseWebAddress(text);
  const [end, partner] = CREATE_PATH.exec(address) ?? [];
  if (end === undefined || partner === undefined) return { baseUrl: address };
  return { baseUrl: address.slice(0, -end.length), partner: parsePartner(partner) };
}

/** The base URL of {@link parseAddress}. */
export function parseBaseUrl(text: string): string {
  return parseAddress(text).baseUrl;
}

function parseWebAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw settingsError("base-url-malformed");
  if (url.username !== "" || url.password !== "") throw settingsError("base-url-user");
  if (url.search !== "" || url.hash !== "" || text.includes("?") || text.includes("#"))
    throw settingsError("base-url-query");
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw settingsError("base-url-plain", { origin: url.origin });
  return url.href.replace(/\/+$/, "");
}

/** @throws CliError with exit code 2; see {@link parseTarget}. */
export function parsePartner(text: string): string {
  if (!PARTNER.test(text) || /^\.+$/.test(text)) throw settingsError("partner-malformed");
  return text;
}

/** Whether a host, as in a URL or alone, is this machine for certain. */
export function isLoopback(host: string): boolean {
  return ["localhost", "[::1]", "::1"].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Whether two base URLs reach the same service, as far as their text tells: however case, default port, the dot at
 * the end of a host, the names of this machine, needless escapes and slashes are written. No name is looked up.
 *
 * @param a A base URL that was parsed.
 * @param b The same.
 */
export function isSameService(a: string, b: string): boolean {
  return a === b || reachOf(a) === reachOf(b);
}

/** The same of two targets. */
export function isSameTarget(one: Target, other: Target): boolean {
  return one.partner === other.partner && isSameService(one.baseUrl, other.baseUrl);
}

/** The same for targets that reach the same service for the same partner. */
export function targetKey({ baseUrl, partner }: Target): string {
  return JSON.stringify([reachOf(baseUrl), partner]);
}

/** The scheme says nothing: on one port of one host, one service answers. */
function reachOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const path = pathname
    .replace(/%[0-9a-f]{2}/gi, unescapedIfNeedless)
    .replace(/\/+/g, "/")
    .replace(/\/$/, "");
  return `${hostReached(hostname)}:${port || (protocol === "https:" ? "443" : "80")}${path}`;
}

/** The origin of this machine, by any of its own addresses. */
const THIS_MACHINE = "this machine";
/** Addresses of IPv4 inside of IPv6, as URLs write them: two groups of the last four bytes. */
const MAPPED_LOOPBACK = /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/;

function hostReached(hostname: string): string {
  const host = hostname.replace(/\.$/, "");
  const isHere =
    isLoopback(host) ||
    host.endsWith(".localhost") ||
    MAPPED_LOOPBACK.test(host) ||
    ["0.0.0.0", "[::]", "[::ffff:0:0]"].includes(host);
  return isHere ? THIS_MACHINE : host;
}

/** `%7E` as `~`; what has a meaning of its own in a path stays escaped, in capitals. */
function unescapedIfNeedless(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase();
}
