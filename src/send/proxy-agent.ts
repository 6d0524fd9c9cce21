import { type buildConnector, type Client, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { connectionOptions, openClient } from "./client.ts";
import type { OpenDispatcher } from "./connections.ts";
import type { ProxyAddress } from "./proxy.ts";
import { PROXY_REFUSED, PROXY_UNREACHABLE } from "./stop-reason.ts";

/**
 * Carries requests through a proxy. They travel inside a tunnel (CONNECT), so that it sees neither the key
 * nor the leads.
 *
 * @param timeoutMs Of one attempt.
 */
export function openThroughProxy(proxy: ProxyAddress, timeoutMs: number): OpenDispatcher {
  return (watch) =>
    createProxyAgent(proxy, timeoutMs, (origin, options) => openClient(origin, options, watch));
}

function createProxyAgent(
  proxy: ProxyAddress,
  timeoutMs: number,
  open: (origin: string | URL, options: Client.Options) => Client,
): Dispatcher {
  return new EnvHttpProxyAgent({
    ...connectionOptions(timeoutMs),
    // What is inside the tunnel.
    factory: open,
    httpProxy: proxy.uri,
    httpsProxy: proxy.uri,
    noProxy: proxy.noProxy,
    // Under its own deadline, so that a tunnel that never opens holds no connection for long.
    clientFactory: (origin, clientOptions) => {
      // undici hands its own connector to the proxy over, which its types do not say.
      const { connect } = clientOptions as { connect: buildConnector.connector };
      const named = namedConnector(connect, proxy.uri);
      const pool = new Pool(origin, { ...clientOptions, connect: named, headersTimeout: 0, bodyTimeout: 0 });
      return withTunnelLimit(pool, proxy.uri, Math.min(TUNNEL_MS_MAX, timeoutMs * TUNNEL_SHARE));
    },
    requestTls: { rejectUnauthorized: true },
    proxyTls: { rejectUnauthorized: true },
    ...(proxy.authorization !== undefined && { token: proxy.authorization }),
  });
}

/** A proxy that takes longer to open a tunnel opens none. */
const TUNNEL_MS_MAX = 30_000;
/** Share of an attempt's time, so that its own deadline does not come first and blames nobody. */
const TUNNEL_SHARE = 0.8;

/** A proxy that connects, and then is silent or hangs up, is not a fault of the service either. */
function withTunnelLimit(pool: Pool, uri: string, limitMs: number): Pool {
  const connect = pool.connect.bind(pool);
  const limited = async (options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    try {
      return await connect({ ...options, signal: AbortSignal.timeout(limitMs) });
    } catch (error) {
      const { name, code } = error as { name?: unknown; code?: unknown };
      if (name === "TimeoutError")
        throw tunnelRefused(uri, `opened no way to the service within ${limitMs / 1_000} s`);
      if (code === "UND_ERR_SOCKET" || code === "ECONNRESET")
        throw tunnelRefused(uri, "closed the connection, and opened no way to the service");
      throw error;
    }
  };
  return Object.assign(pool, { connect: limited });
}

function tunnelRefused(uri: string, what: string): Error {
  return Object.assign(new Error(`the proxy ${uri} ${what}`), { code: PROXY_REFUSED });
}

/** A failed connection to the proxy is not a fault of the service: the error says whose fault it is. */
function namedConnector(connect: buildConnector.connector, uri: string): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result: Parameters<buildConnector.Callback>) => {
      const [error] = result;
      const { code } = (error ?? {}) as { code?: unknown };
      if (!error || !UNREACHABLE.has(String(code))) return callback(...result);
      const message = `the proxy ${uri} cannot be reached: ${error.message || code}`;
      return callback(Object.assign(new Error(message), { code: PROXY_UNREACHABLE }), null);
    });
}

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);
