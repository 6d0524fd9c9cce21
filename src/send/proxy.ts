import type { CliError } from "../base/cli-error.ts";
import { ifPossible } from "../base/if-possible.ts";
import { settingsError } from "../settings/settings-errors.ts";
import { isLoopback } from "../settings/target.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** A way through a proxy, as the environment names it. */
export interface ProxyAddress {
  /** Without user and password. */
  uri: string;
  /** Value of the Proxy-Authorization header. */
  authorization?: string;
  /** Hosts that are reached without it. */
  noProxy: string;
}

/**
 * The proxy that the environment names for an address: `HTTPS_PROXY` and `NO_PROXY`, or in lower case, which
 * goes before. Undefined when there is none. This machine, the only place that is reached over plain http,
 * never lies behind a proxy.
 *
 * @throws CliError with exit code 2 when the variable holds no address of a proxy.
 */
export function proxyFor(url: URL, variables: Variables): ProxyAddress | undefined {
  const text = isLoopback(url.hostname) ? "" : variable(variables, "HTTPS_PROXY");
  return text === "" ? undefined : { ...parseProxy(text), noProxy: variable(variables, "NO_PROXY") };
}

function variable(variables: Variables, name: string): string {
  return (variables[name.toLowerCase()] ?? variables[name] ?? "").trim();
}

/** User and password leave the address at once: no error of any library can show them then. */
function parseProxy(text: string): Omit<ProxyAddress, "noProxy"> {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) throw refusal();
  if (url.username === "" && url.password === "") return { uri: url.origin };
  const credentials = `${decode(url.username)}:${decode(url.password)}`;
  return { uri: url.origin, authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function decode(text: string): string {
  const decoded = ifPossible(() => decodeURIComponent(text));
  if (decoded === undefined) throw refusal();
  return decoded;
}

function refusal(): CliError {
  return settingsError("proxy-malformed");
}
