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

/** A connector that notes how its first connection came about. It costs the other connections nothing. */
export interface ObservedConnector {
  connect: connectorOfUndici.connector;
  /** Null until a connection stood. */
  facts(): ConnectionFacts | null;
}

/** @param options As a pool of undici takes them. */
export function observedConnector(options: connectorOfUndici.BuildOptions, clock: Clock): ObservedConnector {
  let dnsMs: number | null = null;
  let facts: ConnectionFacts | null = null;
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
  return {
    connect: (connectOptions, callback) => {
      const startedAtMs = clock.now();
      connector(connectOptions, (...result: Parameters<connectorOfUndici.Callback>) => {
        const [, socket] = result;
        if (socket) {
          facts ??= {
            address: socket.remoteAddress ?? null,
            dnsMs,
            connectMs: clock.now() - startedAtMs,
            tls: socket instanceof TLSSocket ? tlsFacts(socket) : null,
          };
        }
        callback(...result);
      });
    },
    facts: () => facts,
  };
}

function tlsFacts(socket: TLSSocket): TlsFacts {
  const certificate = socket.getPeerCertificate();
  const validTo = certificate.valid_to ? new Date(certificate.valid_to).toISOString() : null;
  return {
    protocol: socket.getProtocol(),
    cipher: socket.getCipher()?.name ?? null,
    subject: firstText(certificate.subject?.CN),
    issuer: firstText(certificate.issuer?.O) ?? firstText(certificate.issuer?.CN),
    validTo,
  };
}

function firstText(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
