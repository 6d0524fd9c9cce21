import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { TLSSocket } from "node:tls";
import type { buildConnector as connectorOfUndici } from "undici";
import type { Clock } from "../base/clock.ts";
import { buildConnector } from "./undici-parts.ts";

/** How the service was reached, from the first connection. */
export interface ConnectionFacts {
  /** The address that answered. */
  address: string | null;
  /** How long the name took to resolve; null for an address literal. */
  dnsMs: number | null;
  /** Until the connection stood, with its TLS. */
  connectMs: number | null;
  tls: TlsFacts | null;
}

export interface TlsFacts {
  /** As in `TLSv1.3`. */
  protocol: string | null;
  cipher: string | null;
  subject: string | null;
  issuer: string | null;
  /** When the certificate ends, as an ISO time. */
  validTo: string | null;
}

/**
 * A connector that tells how its first connection came about. It costs the other connections nothing.
 *
 * @param options As a pool of undici takes them.
 */
export function observedConnector(
  options: connectorOfUndici.BuildOptions,
  clock: Clock,
  onFirst: (facts: ConnectionFacts) => void,
): connectorOfUndici.connector {
  let dnsMs: number | null = null;
  let isFirst = true;
  const timedLookup: LookupFunction = (hostname, lookupOptions, callback) => {
    const startedAtMs = clock.now();
    lookup(hostname, lookupOptions, (error, address, family) => {
      dnsMs ??= clock.now() - startedAtMs;
      callback(error, address as string, family as number);
    });
  };
  // `lookup` is handed on to net.connect and tls.connect; undici's type leaves it out.
  const connectorOptions = { ...options, lookup: timedLookup };
  const connector = buildConnector(connectorOptions);
  return (connectOptions, callback) => {
    const startedAtMs = clock.now();
    connector(connectOptions, (...result: Parameters<connectorOfUndici.Callback>) => {
      const [, socket] = result;
      if (socket && isFirst) {
        isFirst = false;
        onFirst({
          address: socket.remoteAddress ?? null,
          dnsMs,
          connectMs: clock.now() - startedAtMs,
          tls: socket instanceof TLSSocket ? tlsFacts(socket) : null,
        });
      }
      callback(...result);
    });
  };
}

function tlsFacts(socket: TLSSocket): TlsFacts {
  const certificate = socket.getPeerCertificate();
  const validTo = certificate.valid_to ? new Date(certificate.valid_to).toISOString() : null;
  return {
    protocol: socket.getProtocol(),
    cipher: socket.getCipher()?.name ?? null,
    subject: firstValue(certificate.subject?.CN),
    issuer: firstValue(certificate.issuer?.O) ?? firstValue(certificate.issuer?.CN),
    validTo,
  };
}

/** Takes the first one of a header or a name that may be there several times. */
export function firstValue(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
