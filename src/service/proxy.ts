import { EnvHttpProxyAgent, Pool } from "undici";
import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";
import { poolOptions } from "./client.ts";
import { isLoopback } from "./target.ts";

export interface ProxyOptions {
  /** The variables in force: `HTTPS_PROXY` and `NO_PROXY`, or in lower case, which goes before. */
  variables: Readonly<Record<string, string | undefined>>;
  connections: number;
  /** Of one attempt. */
  timeoutMs: number;
}

/**
 * What carries requests to an address when the environment names a proxy for it; undefined when they go
 * directly. This machine, the only place that is reached over plain http, never lies behind a proxy. The request travels inside a tunnel (CONNECT),
 * so that the proxy sees neither the key nor the lead.
 *
 * @throws CliError with exit code 2 when the variable holds no address of a proxy.
 */
export function createProxy(url: URL, options: ProxyOptions): EnvHttpProxyAgent | undefined {
  const { variables, connections, timeoutMs } = options;
  if (isLoopback(url.hostname)) return undefined;
  const text = variable(variables, "HTTPS_PROXY");
  if (text === "") return undefined;
  const { uri, authorization } = parseProxy(text);
  const shared = poolOptions(connections, timeoutMs);
  return new EnvHttpProxyAgent({
    ...shared,
    httpProxy: uri,
    httpsProxy: uri,
    noProxy: variable(variables, "NO_PROXY"),
    // Under its own deadline, so that a tunnel that never opens holds no connection for long.
    clientFactory: (origin, clientOptions) =>
      new Pool(origin, { ...clientOptions, headersTimeout: timeoutMs, bodyTimeout: 0 }),
    requestTls: { rejectUnauthorized: true },
    proxyTls: { rejectUnauthorized: true },
    ...(authorization !== undefined && { token: authorization }),
  });
}

function variable(variables: ProxyOptions["variables"], name: string): string {
  return (variables[name.toLowerCase()] ?? variables[name] ?? "").trim();
}

/** User and password leave the address at once: no error of any library can show them then. */
function parseProxy(text: string): { uri: string; authorization?: string } {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) throw refusal();
  if (url.username === "" && url.password === "") return { uri: url.origin };
  const credentials = `${decode(url.username)}:${decode(url.password)}`;
  return { uri: url.origin, authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal();
  }
}

function refusal(): CliError {
  return new CliError("HTTPS_PROXY does not hold the address of a proxy", {
    code: "proxy-malformed",
    exitCode: EXIT.usage,
    hint: "Write it as HTTPS_PROXY=http://proxy.example:8080; a user name and password in it must be URL-encoded.",
  });
}
